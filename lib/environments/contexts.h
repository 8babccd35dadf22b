/* FILE: lib/environments/contexts.h
 * WHAT: the calls of a function in a closed program: what is known there about the memory that comes from outside of the
 *       function. Not for use in other folders.
 *
 * A program is closed if its main function and all that it calls are in the translation unit. Each execution of an
 * internal function is then one of the calls that the reader walked from main. The memory of main is known completely,
 * so two classes of the function overlap only if they do so in one of these calls.
 */
#ifndef CLEAVE_ENVIRONMENTS_CONTEXTS_H
#define CLEAVE_ENVIRONMENTS_CONTEXTS_H

#include "model/region.h"

struct contexts;

/* The calls of FUNCTION in the program of UNIT; NULL if they are not known. The unit's arena owns the result. */
const struct contexts *find_contexts(const struct cleave_unit *unit,
                                     const struct cleave_host_function *function);

/* Whether the classes LEFT and RIGHT of the function have storage in common in one of the calls. */
bool overlap_in_contexts(const struct contexts *contexts, uint32_t left, uint32_t right);

#endif
