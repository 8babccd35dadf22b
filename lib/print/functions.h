/* FILE: lib/print/functions.h
 * WHAT: the names and declarations of the functions that generated text calls.
 */
#ifndef CLEAVE_PRINT_FUNCTIONS_H
#define CLEAVE_PRINT_FUNCTIONS_H

#include "model/expression.h"

/* The C name of FUNCTION, and its declaration: a format for the linkage, `"C" ` in C++ and otherwise empty. Both are constants. */
const char *cleave_function_name(enum cleave_function function);
const char *cleave_function_declaration(enum cleave_function function);

#endif
