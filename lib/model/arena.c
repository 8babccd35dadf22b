/* FILE: lib/model/arena.c
 * WHAT: a bump allocator: a chain of blocks, the newest first.
 */
#include "model/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024 };

struct block {
  struct block *older;
  size_t size, used;
  alignas(max_align_t) char bytes[];
};

struct cleave_arena {
  struct block *newest;
};

static void *allocate_or_die(size_t size) {
  void *memory = calloc(1, size);
  if (!memory) {
    fprintf(stderr, "cleave: out of memory (%zu bytes)\n", size);
    abort();
  }
  return memory;
}

struct cleave_arena *cleave_arena_new(void) { return allocate_or_die(sizeof(struct cleave_arena)); }

void cleave_arena_free(struct cleave_arena *arena) {
  if (!arena)
    return;
  for (struct block *block = arena->newest; block;) {
    struct block *older = block->older;
    free(block);
    block = older;
  }
  free(arena);
}

void *cleave_arena_allocate(struct cleave_arena *arena, size_t size) {
  const size_t unit = alignof(max_align_t);
  size = (size + unit - 1) / unit * unit;
  struct block *block = arena->newest;
  if (!block || block->size - block->used < size) {
    size_t bytes = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    block = allocate_or_die(sizeof *block + bytes);
    block->size = bytes;
    block->older = arena->newest;
    arena->newest = block;
  }
  void *memory = block->bytes + block->used;
  block->used += size;
  return memory;
}

char *cleave_arena_copy(struct cleave_arena *arena, const char *text, size_t length) {
  char *copy = cleave_arena_allocate(arena, length + 1);
  memcpy(copy, text, length);
  return copy;
}

char *cleave_arena_vformat(struct cleave_arena *arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = cleave_arena_allocate(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

char *cleave_arena_format(struct cleave_arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = cleave_arena_vformat(arena, format, arguments);
  va_end(arguments);
  return text;
}

void *cleave_arena_grow(struct cleave_arena *arena, void *items, size_t count, size_t size) {
  enum { FIRST = 4 };
  if (count != 0 && (count < FIRST || (count & (count - 1)) != 0))
    return items; /* full only at 0 and at the powers of two from FIRST on */
  size_t room = count == 0 ? FIRST : 2 * count;
  void *larger = cleave_arena_allocate(arena, room * size);
  if (count)
    memcpy(larger, items, count * size);
  return larger;
}
