/* FILE: lib/model/token.c
 * WHAT: see token.h.
 */
#include "model/token.h"

#include <string.h>

/* The index of the first token that begins at or after OFFSET. */
static size_t first_token(const struct cleave_tokens *tokens, uint32_t offset) {
  size_t first = 0, last = tokens->count;
  while (first < last) {
    const size_t middle = first + (last - first) / 2;
    if (tokens->items[middle].range.begin < offset)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

const struct cleave_token *cleave_find_token(const struct cleave_tokens *tokens, struct cleave_range range,
                                             uint32_t kinds, const char *name) {
  for (size_t i = first_token(tokens, range.begin);
       i < tokens->count && tokens->items[i].range.begin < range.end; i++)
    if (kinds >> tokens->items[i].kind & 1 && (!name || !strcmp(tokens->items[i].name, name)))
      return &tokens->items[i];
  return NULL;
}

bool cleave_mentions(const struct cleave_tokens *tokens, struct cleave_range range, const char *name) {
  return cleave_find_token(tokens, range, 1 << CLEAVE_TOKEN_WORD, name) != NULL;
}
