/* FILE: lib/model/text.c
 * WHAT: text that grows at its end, in an arena.
 */
#include "model/text.h"

#include <stdarg.h>
#include <string.h>

#include "model/arena.h"

void cleave_text_append(struct cleave_text *text, const char *bytes, size_t length) {
  if (text->length + length + 1 > text->room) {
    size_t room = 2 * (text->length + length + 1);
    char *larger = cleave_arena_allocate(text->arena, room);
    if (text->length)
      memcpy(larger, text->data, text->length);
    text->data = larger;
    text->room = room;
  }
  memcpy(text->data + text->length, bytes, length);
  text->length += length;
  text->data[text->length] = '\0';
}

void cleave_text_add(struct cleave_text *text, const char *string) {
  cleave_text_append(text, string, strlen(string));
}

void cleave_text_format(struct cleave_text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  cleave_text_add(text, cleave_arena_vformat(text->arena, format, arguments));
  va_end(arguments);
}

void cleave_text_add_json_string(struct cleave_text *text, const char *string) {
  cleave_text_add(text, "\"");
  for (; *string; string++) {
    unsigned char byte = (unsigned char)*string;
    if (byte == '"' || byte == '\\')
      cleave_text_format(text, "\\%c", byte);
    else if (byte < 0x20)
      cleave_text_format(text, "\\u%04x", byte);
    else
      cleave_text_append(text, string, 1);
  }
  cleave_text_add(text, "\"");
}

const char *cleave_text_get(const struct cleave_text *text) {
  return text->data ? text->data : "";
}
