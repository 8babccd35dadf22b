/* FILE: tools/readable_names.h
 * WHAT: names of kernels and functions as users read them.
 */
#ifndef CLEAVE_TOOLS_READABLE_NAMES_H
#define CLEAVE_TOOLS_READABLE_NAMES_H

#include "model/arena.h"

/* The name of a C++ function in the source. Other names are returned unchanged. */
const char *cleave_demangled(const char *name, struct cleave_arena *arena);

/* NAME with '?' for each byte that is not a printable ASCII character. */
const char *cleave_printable(const char *name, struct cleave_arena *arena);

#endif
