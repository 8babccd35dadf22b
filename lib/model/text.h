/* FILE: lib/model/text.h
 * WHAT: a growable string in an arena.
 */
#ifndef CLEAVE_MODEL_TEXT_H
#define CLEAVE_MODEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct cleave_arena;

/* Initialize with { arena }. `data` is NULL before the first append, NUL-terminated afterwards. */
struct cleave_text {
  struct cleave_arena *arena;
  char *data;
  size_t length, room;
};

void cleave_text_append(struct cleave_text *text, const char *bytes, size_t length);
void cleave_text_add(struct cleave_text *text, const char *string);
void cleave_text_format(struct cleave_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the length in bytes of the UTF-8 character at TEXT, or 0 if the bytes are invalid. */
size_t cleave_utf8_length(const char *text);

/* Whether TEXT, which may be NULL, contains WORD as a whole word. */
bool cleave_text_has_word(const char *text, const char *word);

/* Returns the current text, "" if nothing was appended. The arena owns it; an append may move it. */
const char *cleave_text_get(const struct cleave_text *text);

#endif
