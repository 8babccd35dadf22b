/* FILE: lib/model/macros.h
 * WHAT: macros of a translation unit, their invocations in regions, and the text that replaces them.
 */
#ifndef CLEAVE_MODEL_MACROS_H
#define CLEAVE_MODEL_MACROS_H

#include <stdbool.h>

#include "model/token.h"

/* A macro of the translation unit, and the range in which it is defined. Excludes macros that expand to their
 * own name, and those of the compiler. */
struct cleave_macro {
  const char *name;
  bool takes_arguments;        /* only a `(` after the name makes it an invocation */
  struct cleave_range defined; /* from its #define to its #undef. A position in an included file counts as
                                  that of the #include; UINT32_MAX is after the unit's file */
};

/* An invocation of a user macro in a region, and the text that replaces it. */
struct cleave_invocation {
  struct cleave_range range; /* the macro's name and arguments, or a `_Pragma(...)` that contains macros */
  /* Its expansion. Directives are `_Pragma("omp ...")` operators. Macros of system headers are not expanded.
   * The expansion has at most as many line ends as the range: text from an argument stays on its line. NULL
   * if no such text is equivalent. */
  const char *expansion;
};

/* A range of the unit's text that replaces a range of the user's text. */
struct cleave_substitution {
  struct cleave_range written;  /* in the unit's text */
  struct cleave_range original; /* in the user's */
};

#endif
