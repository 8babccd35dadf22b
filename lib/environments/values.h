/* FILE: lib/environments/values.h
 * WHAT: queries on the values of host code. Not for use in other folders.
 */
#ifndef CLEAVE_ENVIRONMENTS_VALUES_H
#define CLEAVE_ENVIRONMENTS_VALUES_H

#include "model/host_code.h"

/* Whether LEFT and RIGHT are computed alike. NULL equals NULL only. */
bool cleave_host_equal(const struct cleave_host_value *left, const struct cleave_host_value *right);

/* VALUE as an expression of the function's text, or NULL if it has no such form. */
const struct cleave_expression *cleave_host_expression(struct cleave_arena *arena,
                                                       const struct cleave_host_function *function,
                                                       const struct cleave_host_value *value);

/* The name of the accessor of MEMBER, a private one, in the expressions of cleave_host_expression. */
const char *cleave_host_accessor(struct cleave_arena *arena, const struct cleave_host_value *member);

/* Calls VISIT for every variable, member and container that VALUE reads, until it returns false. Returns whether all
 * calls returned true. */
bool cleave_host_visit(const struct cleave_host_value *value,
                       bool (*visit)(void *context, const struct cleave_host_value *part), void *context);

#endif
