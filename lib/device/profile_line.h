/* FILE: lib/device/profile_line.h
 * WHAT: one line of a profile, "key = value"; '#' begins a comment. Inline, because the simulated CUDA driver reads
 *       profiles of other keys.
 */
#ifndef CLEAVE_DEVICE_PROFILE_LINE_H
#define CLEAVE_DEVICE_PROFILE_LINE_H

#include <ctype.h>
#include <locale.h>
#include <string.h>

/* In a profile numbers have a decimal point, whatever locale the program has set. Between these two calls the thread has the
 * locale "C"; END gets the result of BEGIN. */
static inline locale_t cleave_profile_begin(void) {
  return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static inline void cleave_profile_end(locale_t before) {
  const locale_t ours = uselocale(before);
  if (ours != before) /* newlocale has not failed */
    freelocale(ours);
}

/* Removes the comment and the blanks at both ends of TEXT; returns the new beginning. */
static inline char *cleave_profile_trim(char *text) {
  text[strcspn(text, "#\r\n")] = 0;
  while (isspace((unsigned char)*text))
    text++;
  for (size_t end = strlen(text); end > 0 && isspace((unsigned char)text[end - 1]); end--)
    text[end - 1] = 0;
  return text;
}

/* Splits LINE in place: returns the key, with the value in *VALUE, both trimmed. If there is no '=', returns NULL and
 * leaves LINE unchanged. */
static inline char *cleave_profile_key(char *line, char **value) {
  char *equals = strchr(line, '=');
  if (!equals)
    return NULL;
  *equals = 0;
  *value = cleave_profile_trim(equals + 1);
  return cleave_profile_trim(line);
}

#endif
