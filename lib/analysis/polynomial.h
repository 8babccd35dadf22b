/* FILE: lib/analysis/polynomial.h
 * WHAT: arithmetic on the polynomials of model/affine.h. Terms are in the lexicographic order of their factors.
 *
 * Results share no memory with later changes: polynomials are immutable. Functions return false on overflow, or if a term gets more than
 * CLEAVE_TERM_FACTORS factors; the result is then unspecified.
 */
#ifndef CLEAVE_ANALYSIS_POLYNOMIAL_H
#define CLEAVE_ANALYSIS_POLYNOMIAL_H

#include "model/affine.h"
#include "model/arena.h"

struct cleave_polynomial polynomial_of_constant(struct cleave_arena *arena, int64_t value);
struct cleave_polynomial polynomial_of_dimension(struct cleave_arena *arena, uint32_t dimension);

/* *RESULT = LEFT + SIGN * RIGHT. */
bool polynomial_sum(struct cleave_arena *arena, struct cleave_polynomial left, struct cleave_polynomial right,
                    int64_t sign, struct cleave_polynomial *result);
bool polynomial_product(struct cleave_arena *arena, struct cleave_polynomial left,
                        struct cleave_polynomial right, struct cleave_polynomial *result);

/* Whether VALUE is a constant other than 0: that of its only term. */
bool polynomial_is_number(struct cleave_polynomial value);
bool polynomials_are_same(struct cleave_polynomial one, struct cleave_polynomial other);

#endif
