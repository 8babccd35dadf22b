/* FILE: lib/model/arena.h
 * WHAT: an arena allocator: memory with the lifetime of one translation unit.
 *
 * The reader, the planner and the printers allocate everything for one translation unit from one arena, which
 * is freed at once. Single objects are never freed, so the model's structs may contain arbitrary pointers to
 * each other. An arena is not thread-safe.
 */
#ifndef CLEAVE_MODEL_ARENA_H
#define CLEAVE_MODEL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_arena;

/* Creates an empty arena, owned by the caller. If memory is exhausted, this and all functions below end the
 * process with a message. */
struct cleave_arena *cleave_arena_new(void);

/* Frees ARENA and everything allocated from it. NULL is allowed. */
void cleave_arena_free(struct cleave_arena *arena);

/* Allocates SIZE zeroed bytes, aligned for any object. */
void *cleave_arena_allocate(struct cleave_arena *arena, size_t size);

/* Copies LENGTH bytes at TEXT and appends a NUL. */
char *cleave_arena_copy(struct cleave_arena *arena, const char *text, size_t length);

/* Formats a string as printf does. */
char *cleave_arena_format(struct cleave_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *cleave_arena_vformat(struct cleave_arena *arena, const char *format, va_list arguments);

/* Returns ITEMS, or a larger copy if COUNT items of SIZE bytes fill it, so that items[count] may be written.
 * The capacity doubles, so appending is amortized O(1). A list starts as NULL with a count of 0 and must only
 * be grown by this function. */
void *cleave_arena_grow(struct cleave_arena *arena, void *items, size_t count, size_t size);

/* Appends VALUE to the list (ITEMS, COUNT) in place. C only: it assigns from void pointer. */
#define CLEAVE_APPEND(arena, items, count, value)                                                            \
  ((items) = cleave_arena_grow((arena), (items), (count), sizeof *(items)), (items)[(count)++] = (value))

#ifdef __cplusplus
}
#endif
#endif
