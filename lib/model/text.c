/* FILE: lib/model/text.c
 * WHAT: a growable string in an arena.
 */
#include "model/text.h"

#include <ctype.h>
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

size_t cleave_utf8_length(const char *string) {
  const unsigned char *text = (const unsigned char *)string;
  const size_t length = text[0] < 0x80   ? 1
                        : text[0] < 0xc2 ? 0
                        : text[0] < 0xe0 ? 2
                        : text[0] < 0xf0 ? 3
                        : text[0] < 0xf5 ? 4
                                         : 0;
  for (size_t i = 1; i < length; i++)
    if ((text[i] & 0xc0) != 0x80)
      return 0;
  /* Overlong forms, surrogates, and values above U+10FFFF. */
  if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
      (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
    return 0;
  return length;
}

const char *cleave_text_get(const struct cleave_text *text) { return text->data ? text->data : ""; }

static bool is_in_word(char byte) {
  return isalnum((unsigned char)byte) || byte == '_' || byte == '$' || (unsigned char)byte >= 0x80;
}

bool cleave_text_has_word(const char *text, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = text; at && (at = strstr(at, word)); at++)
    if ((at == text || !is_in_word(at[-1])) && !is_in_word(at[length]))
      return true;
  return false;
}
