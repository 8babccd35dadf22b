/* FILE: tools/readable_names.c
 * WHAT: see readable_names.h.
 */
#include "readable_names.h"

#include <stdlib.h>
#include <string.h>

/* Of the C++ run-time library, whose header <cxxabi.h> is for C++ only. */
char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

const char *cleave_demangled(const char *name, struct cleave_arena *arena) {
  /* The function also takes the codes of types alone: 'g' would be '__float128'. */
  char *text = strncmp(name, "_Z", 2) ? NULL : __cxa_demangle(name, NULL, NULL, NULL);
  const char *copy = text ? cleave_arena_copy(arena, text, strlen(text)) : name;
  free(text);
  return copy;
}

const char *cleave_printable(const char *name, struct cleave_arena *arena) {
  char *copy = cleave_arena_copy(arena, name, strlen(name));
  for (char *at = copy; *at; at++) {
    if (*at < ' ' || *at > '~')
      *at = '?';
  }
  return copy;
}
