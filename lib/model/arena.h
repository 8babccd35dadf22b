/* FILE: lib/model/arena.h
 * WHAT: memory that lives as long as one translation unit is looked at.
 *
 * Everything the reader, the planner and the rewriter make for one translation unit is allocated
 * from one arena and freed at once. Nothing in an arena is freed alone, so the structs of the model
 * may point at each other freely. An arena belongs to one thread at a time.
 */
#ifndef CLEAVE_MODEL_ARENA_H
#define CLEAVE_MODEL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_arena;

/* Makes an empty arena. The caller owns it. Running out of memory ends the process with a message,
 * here and in every function below: a compiler has nothing better to do. */
struct cleave_arena *cleave_arena_new(void);

/* Frees ARENA and all that was allocated from it. NULL is allowed. */
void cleave_arena_free(struct cleave_arena *arena);

/* SIZE zeroed bytes, aligned for any object; the arena owns them. */
void *cleave_arena_allocate(struct cleave_arena *arena, size_t size);

/* A copy of the LENGTH bytes at TEXT with a terminating NUL. */
char *cleave_arena_copy(struct cleave_arena *arena, const char *text, size_t length);

/* A formatted string, as by printf. */
char *cleave_arena_format(struct cleave_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *cleave_arena_vformat(struct cleave_arena *arena, const char *format, va_list arguments);

/* Grows a list that doubles: returns ITEMS, or a larger copy of it where COUNT items of SIZE bytes
 * fill it, so that items[count] may be written. A list starts as NULL with a count of 0 and must
 * only ever be grown by this function. */
void *cleave_arena_grow(struct cleave_arena *arena, void *items, size_t count, size_t size);

/* Appends VALUE to the list (ITEMS, COUNT) in place. C only: it assigns from void pointer. */
#define CLEAVE_APPEND(arena, items, count, value)                                                            \
  ((items) = cleave_arena_grow((arena), (items), (count), sizeof *(items)), (items)[(count)++] = (value))

#ifdef __cplusplus
}
#endif
#endif
