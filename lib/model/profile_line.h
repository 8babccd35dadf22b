/* FILE: lib/model/profile_line.h
 * WHAT: one line of a profile, "key = value"; '#' begins a comment. Inline, since the readers of profiles are
 *       in libraries that share nothing else.
 */
#ifndef CLEAVE_MODEL_PROFILE_LINE_H
#define CLEAVE_MODEL_PROFILE_LINE_H

#include <ctype.h>
#include <string.h>

/* Cuts off the comment and the blanks at both ends of TEXT; returns the new beginning. */
static inline char *cleave_profile_trim(char *text) {
  text[strcspn(text, "#\r\n")] = 0;
  while (isspace((unsigned char)*text))
    text++;
  for (size_t end = strlen(text); end > 0 && isspace((unsigned char)text[end - 1]); end--)
    text[end - 1] = 0;
  return text;
}

/* Takes LINE apart: returns the key, with the value in *VALUE, both in LINE and trimmed; NULL, and LINE is as
 * it was, if there is no '='. */
static inline char *cleave_profile_key(char *line, char **value) {
  char *equals = strchr(line, '=');
  if (!equals)
    return NULL;
  *equals = 0;
  *value = cleave_profile_trim(equals + 1);
  return cleave_profile_trim(line);
}

#endif
