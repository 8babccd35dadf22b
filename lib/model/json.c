/* FILE: lib/model/json.c
 * WHAT: JSON values of text that may hold any bytes.
 */
#include "model/json.h"

#include "model/arena.h"
#include "model/text.h"

json_t *cleave_json_string(const char *string) {
  json_t *value = json_string(string);
  if (value)
    return value;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_text text = {.arena = arena};
  while (*string) {
    const size_t length = cleave_utf8_length(string);
    cleave_text_append(&text, length ? string : "\xef\xbf\xbd", length ? length : 3);
    string += length ? length : 1;
  }
  value = json_stringn(cleave_text_get(&text), text.length);
  cleave_arena_free(arena);
  return value;
}
