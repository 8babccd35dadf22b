/* FILE: lib/model/text.h
 * WHAT: text that grows at its end, in an arena.
 */
#ifndef CLEAVE_MODEL_TEXT_H
#define CLEAVE_MODEL_TEXT_H

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

/* Appends STRING, which is UTF-8, as a JSON string with its quotes. */
void cleave_text_add_json_string(struct cleave_text *text, const char *string);

/* The text so far, "" if nothing was appended. */
const char *cleave_text_get(const struct cleave_text *text);

#endif
