/* FILE: lib/ptx/types.c
 * WHAT: the types of PTX: names, sizes and classes.
 */
#include <string.h>

#include "ptx/ptx.h"

static const struct {
  const char *suffix;
  unsigned bytes;
  char kind;
} types[] = {{"", 0, 0},
#define PTX_TYPE_ROW(name, suffix, bytes, kind) {suffix, bytes, kind},
             PTX_TYPES(PTX_TYPE_ROW)
#undef PTX_TYPE_ROW
};
enum { TYPES = sizeof types / sizeof *types };

enum ptx_type ptx_type_of(const char *suffix) {
  for (int i = PTX_NO_TYPE + 1; i < TYPES; i++)
    if (!strcmp(types[i].suffix, suffix))
      return (enum ptx_type)i;
  return PTX_NO_TYPE;
}

unsigned ptx_type_bytes(enum ptx_type type) { return types[type].bytes; }

char ptx_type_class(enum ptx_type type) { return types[type].kind; }
