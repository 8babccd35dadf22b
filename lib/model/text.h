/* FILE: lib/model/text.h
 * WHAT: text that grows at its end, in an arena.
 */
#ifndef CLEAVE_MODEL_TEXT_H
#define CLEAVE_MODEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct cleave_arena;

/* Begin with { arena } alone. `data` is NUL-terminated once anything was appended, NULL before. */
struct cleave_text {
  struct cleave_arena *arena;
  char *data;
  size_t length, room;
};

void cleave_text_append(struct cleave_text *text, const char *bytes, size_t length);
void cleave_text_add(struct cleave_text *text, const char *string);
void cleave_text_format(struct cleave_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The length of the UTF-8 character at TEXT, in bytes; 0 if its bytes are none. */
size_t cleave_utf8_length(const char *text);

/* Whether TEXT, which may be NULL, contains WORD as a whole word. */
bool cleave_text_has_word(const char *text, const char *word);

/* The text so far, "" if nothing was appended. */
const char *cleave_text_get(const struct cleave_text *text);

#endif
