/* FILE: lib/simulator/heap.c
 * WHAT: the heap of malloc and free in device code: one allocation of device memory per program, made before the first
 *       launch that may use it. Threads of several blocks use it at a time, so it has a lock of its own.
 */
#include <stdlib.h>

#include "simulator/machine.h"

enum { HEAP_DEFAULT = 8 << 20, HEAP_ALIGNMENT = 16 };

/* Pieces in order of their addresses; together they are the whole heap. */
struct heap_piece {
  uint64_t address, bytes;
  bool used;
};
struct device_heap {
  pthread_mutex_t lock;
  struct heap_piece *pieces;
  size_t count, capacity;
};

void heap_prepare(struct gpu_program *program, size_t bytes) {
  if (!program->uses_heap || program->heap)
    return;
  bytes = bytes ? bytes & ~(size_t)(HEAP_ALIGNMENT - 1) : HEAP_DEFAULT;
  const uint64_t address = program->memory.allocate(program->memory.context, bytes);
  if (!address)
    return; /* malloc returns 0 */
  CLEAVE_APPEND(program->arena, program->allocations, program->allocation_count, address);
  struct device_heap *heap = calloc(1, sizeof *heap);
  pthread_mutex_init(&heap->lock, NULL);
  heap->capacity = 64;
  heap->pieces = malloc(heap->capacity * sizeof *heap->pieces);
  heap->pieces[heap->count++] = (struct heap_piece){address, bytes, false};
  program->heap = heap;
}

void heap_free(struct gpu_program *program) {
  if (!program->heap)
    return;
  pthread_mutex_destroy(&program->heap->lock);
  free(program->heap->pieces);
  free(program->heap);
}

/* Piece AT keeps BYTES; the rest becomes a free piece of its own. */
static void split(struct device_heap *heap, size_t at, uint64_t bytes) {
  if (heap->pieces[at].bytes == bytes)
    return;
  if (heap->count == heap->capacity) {
    heap->capacity *= 2;
    heap->pieces = realloc(heap->pieces, heap->capacity * sizeof *heap->pieces);
  }
  struct heap_piece *piece = &heap->pieces[at];
  memmove(piece + 2, piece + 1, (heap->count - at - 1) * sizeof *piece);
  piece[1] = (struct heap_piece){piece->address + bytes, piece->bytes - bytes, false};
  piece->bytes = bytes;
  heap->count++;
}

uint64_t heap_take(struct device_heap *heap, uint64_t bytes) {
  if (!heap || bytes >> 40)
    return 0;
  bytes = bytes ? (bytes + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT : HEAP_ALIGNMENT;
  uint64_t address = 0;
  pthread_mutex_lock(&heap->lock);
  for (size_t i = 0; !address && i < heap->count; i++) {
    if (heap->pieces[i].used || heap->pieces[i].bytes < bytes)
      continue;
    split(heap, i, bytes);
    heap->pieces[i].used = true;
    address = heap->pieces[i].address;
  }
  pthread_mutex_unlock(&heap->lock);
  return address;
}

/* Joins piece AT with the next one if both are free. */
static void join(struct device_heap *heap, size_t at) {
  struct heap_piece *piece = &heap->pieces[at];
  if (at + 1 >= heap->count || piece[0].used || piece[1].used)
    return;
  piece->bytes += piece[1].bytes;
  memmove(piece + 1, piece + 2, (heap->count - at - 2) * sizeof *piece);
  heap->count--;
}

bool heap_give(struct device_heap *heap, uint64_t address) {
  if (!heap)
    return false;
  pthread_mutex_lock(&heap->lock);
  size_t low = 0, high = heap->count;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    if (heap->pieces[middle].address <= address)
      low = middle;
    else
      high = middle;
  }
  const bool found = heap->pieces[low].address == address && heap->pieces[low].used;
  if (found) {
    heap->pieces[low].used = false;
    join(heap, low);
    if (low)
      join(heap, low - 1);
  }
  pthread_mutex_unlock(&heap->lock);
  return found;
}
