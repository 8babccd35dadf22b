/* FILE: lib/analysis/polynomial.c
 * WHAT: see polynomial.h.
 */
#include "analysis/polynomial.h"

#include <string.h>

struct cleave_polynomial polynomial_of_constant(struct cleave_arena *arena, int64_t value) {
  struct cleave_polynomial result = {0};
  const struct cleave_term term = {.coefficient = value};
  if (value)
    CLEAVE_APPEND(arena, result.terms, result.term_count, term);
  return result;
}

struct cleave_polynomial polynomial_of_dimension(struct cleave_arena *arena, uint32_t dimension) {
  struct cleave_polynomial result = {0};
  const struct cleave_term term = {.coefficient = 1, .factors = {dimension}, .factor_count = 1};
  CLEAVE_APPEND(arena, result.terms, result.term_count, term);
  return result;
}

/* Less than, equal to or greater than 0, as the factors of ONE come before, with or after those of OTHER. */
static int compare_factors(const struct cleave_term *one, const struct cleave_term *other) {
  for (uint32_t i = 0; i < one->factor_count && i < other->factor_count; i++)
    if (one->factors[i] != other->factors[i])
      return one->factors[i] < other->factors[i] ? -1 : 1;
  return (one->factor_count > other->factor_count) - (one->factor_count < other->factor_count);
}

bool polynomial_sum(struct cleave_arena *arena, struct cleave_polynomial left, struct cleave_polynomial right,
                    int64_t sign, struct cleave_polynomial *result) {
  struct cleave_polynomial sum = {0};
  size_t l = 0, r = 0;
  while (l < left.term_count || r < right.term_count) {
    const int order = l == left.term_count    ? 1
                      : r == right.term_count ? -1
                                              : compare_factors(&left.terms[l], &right.terms[r]);
    struct cleave_term term = order <= 0 ? left.terms[l] : right.terms[r];
    int64_t added;
    if (order > 0)
      term.coefficient = 0;
    if (order >= 0 && (__builtin_mul_overflow(right.terms[r].coefficient, sign, &added) ||
                       __builtin_add_overflow(term.coefficient, added, &term.coefficient)))
      return false;
    l += order <= 0;
    r += order >= 0;
    if (term.coefficient)
      CLEAVE_APPEND(arena, sum.terms, sum.term_count, term);
  }
  *result = sum;
  return true;
}

static bool multiply_terms(const struct cleave_term *one, const struct cleave_term *other,
                           struct cleave_term *product) {
  *product = (struct cleave_term){0};
  if (one->factor_count + other->factor_count > CLEAVE_TERM_FACTORS ||
      __builtin_mul_overflow(one->coefficient, other->coefficient, &product->coefficient))
    return false;
  uint32_t i = 0, j = 0;
  while (i < one->factor_count || j < other->factor_count)
    product->factors[product->factor_count++] =
        j == other->factor_count || (i < one->factor_count && one->factors[i] <= other->factors[j])
            ? one->factors[i++]
            : other->factors[j++];
  return true;
}

bool polynomial_product(struct cleave_arena *arena, struct cleave_polynomial left,
                        struct cleave_polynomial right, struct cleave_polynomial *result) {
  struct cleave_polynomial total = {0};
  for (size_t l = 0; l < left.term_count; l++)
    for (size_t r = 0; r < right.term_count; r++) {
      struct cleave_term term;
      if (!multiply_terms(&left.terms[l], &right.terms[r], &term) ||
          !polynomial_sum(arena, total, (struct cleave_polynomial){&term, 1}, 1, &total))
        return false;
    }
  *result = total;
  return true;
}

bool polynomial_is_number(struct cleave_polynomial value) {
  return value.term_count == 1 && !value.terms[0].factor_count;
}

bool polynomials_are_same(struct cleave_polynomial one, struct cleave_polynomial other) {
  bool same = one.term_count == other.term_count;
  for (size_t i = 0; same && i < one.term_count; i++)
    same = one.terms[i].coefficient == other.terms[i].coefficient &&
           !compare_factors(&one.terms[i], &other.terms[i]);
  return same;
}
