/* FILE: lib/fission/access_bounds.c
 * WHAT: the elements that a kernel may access through a pointer or array without a section in a map clause.
 *
 * Regions inside a data environment often have no map clauses of their own. The sections of the enclosing environment are
 * not visible, but the subscripts are. Each subscript is a polynomial in loop counters and symbols (model/affine.h). A counter
 * lies between two known polynomials in the counters of enclosing loops. A polynomial that is linear in a counter has its
 * least and its greatest value, for fixed values of all others, where that counter has its least or greatest value.
 * So both values replace the counter, from the innermost loop outwards. In every iteration the subscript lies between the
 * least and the greatest of the resulting polynomials, which contain symbols only. The host evaluates them at the launch.
 *
 * 1. The list of accesses may be too long, but never too short. An access whose subscripts may overflow has no bounds, unless the guard
 *    checks that they do not.
 * 2. The host has the values of all symbols, and the kernel uses the same values.
 * 3. The interval is proved. Accesses cannot leave it, so two intervals in one mapping need no distance between them.
 */
#include <string.h>

#include "fission/fission_internal.h"
#include "polyhedral/access_relation.h"

enum { MOST_TERMS = 64 };

/* ---- Polynomials -------------------------------------------------------------------------------- */

static bool have_same_factors(const struct cleave_term *one, const struct cleave_term *other) {
  return one->factor_count == other->factor_count &&
         !memcmp(one->factors, other->factors, one->factor_count * sizeof *one->factors);
}

/* Adds TERM to VALUE. Returns false if a coefficient overflows, or if VALUE becomes too long. */
static bool add_term(struct cleave_arena *arena, struct cleave_polynomial *value,
                     const struct cleave_term *term) {
  for (size_t i = 0; i < value->term_count; i++)
    if (have_same_factors(&value->terms[i], term)) {
      const bool overflows = __builtin_add_overflow(value->terms[i].coefficient, term->coefficient,
                                                    &value->terms[i].coefficient);
      if (!value->terms[i].coefficient)
        value->terms[i] = value->terms[--value->term_count];
      return !overflows;
    }
  CLEAVE_APPEND(arena, value->terms, value->term_count, *term);
  return value->term_count <= MOST_TERMS;
}

static bool multiply_terms(const struct cleave_term *one, const struct cleave_term *other,
                           struct cleave_term *product) {
  *product = *one;
  if (one->factor_count + other->factor_count > CLEAVE_TERM_FACTORS ||
      __builtin_mul_overflow(one->coefficient, other->coefficient, &product->coefficient))
    return false;
  for (uint32_t f = 0; f < other->factor_count; f++) {
    uint32_t at = product->factor_count++;
    for (; at && product->factors[at - 1] > other->factors[f]; at--)
      product->factors[at] = product->factors[at - 1];
    product->factors[at] = other->factors[f];
  }
  return true;
}

/* Adds FACTOR times VALUE to SUM. */
static bool add_product(struct cleave_arena *arena, struct cleave_polynomial *sum,
                        const struct cleave_term *factor, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++) {
    struct cleave_term product;
    if (!multiply_terms(factor, &value->terms[i], &product) || !add_term(arena, sum, &product))
      return false;
  }
  return true;
}

bool multiply(struct cleave_arena *arena, const struct cleave_polynomial *one,
              const struct cleave_polynomial *other, struct cleave_polynomial *product) {
  *product = (struct cleave_polynomial){0};
  for (size_t i = 0; i < one->term_count; i++)
    if (!add_product(arena, product, &one->terms[i], other))
      return false;
  return true;
}

bool substitute_counter(struct cleave_arena *arena, const struct cleave_polynomial *value, uint32_t counter,
                        const struct cleave_polynomial *replacement, struct cleave_polynomial *result) {
  *result = (struct cleave_polynomial){0};
  for (size_t i = 0; i < value->term_count; i++) {
    struct cleave_term rest = value->terms[i];
    uint32_t kept = 0;
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++)
      if (value->terms[i].factors[f] != counter)
        rest.factors[kept++] = value->terms[i].factors[f];
    rest.factor_count = kept;
    const uint32_t degree = value->terms[i].factor_count - kept;
    if (degree > 1 ||
        !(degree ? add_product(arena, result, &rest, replacement) : add_term(arena, result, &rest)))
      return false;
  }
  return true;
}

bool subtract(struct cleave_arena *arena, const struct cleave_polynomial *one,
              const struct cleave_polynomial *other, struct cleave_polynomial *difference) {
  static const struct cleave_term plus = {.coefficient = 1}, minus = {.coefficient = -1};
  *difference = (struct cleave_polynomial){0};
  return add_product(arena, difference, &plus, one) && add_product(arena, difference, &minus, other);
}

/* ---- Counters ----------------------------------------------------------------------------------- */

static unsigned depth_of(const struct cleave_loop_accesses *loop, uint32_t dimension) {
  unsigned depth = 0;
  for (; dimension != CLEAVE_NO_DIMENSION; dimension = loop->dimensions[dimension].around)
    depth++;
  return depth;
}

static bool is_counter(const struct cleave_dimension *dimension) {
  return dimension->kind == CLEAVE_DIMENSION_PARALLEL || dimension->kind == CLEAVE_DIMENSION_SEQUENTIAL;
}

/* The innermost counter in VALUE; CLEAVE_NO_DIMENSION if there is none. */
static uint32_t innermost_counter(const struct cleave_loop_accesses *loop,
                                  const struct cleave_polynomial *value) {
  uint32_t found = CLEAVE_NO_DIMENSION;
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++) {
      const uint32_t d = value->terms[i].factors[f];
      if (is_counter(&loop->dimensions[d]) &&
          (found == CLEAVE_NO_DIMENSION || depth_of(loop, d) > depth_of(loop, found)))
        found = d;
    }
  return found;
}

bool host_has_symbol(const struct planner *planner, const struct cleave_loop_model *model, uint32_t d) {
  const struct cleave_dimension *dimension = &model->loop->dimensions[d];
  return dimension->kind == CLEAVE_DIMENSION_SYMBOL && model->is_invariant[d] &&
         (variable_at(planner, dimension->variable)->is_member
              ? planner->takes_members
              : host_knows(planner, dimension->variable) && !is_hidden(planner, dimension->variable));
}

/* Point 2. */
bool host_has_symbols(const struct planner *planner, const struct cleave_loop_model *model,
                      const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++)
      if (!host_has_symbol(planner, model, value->terms[i].factors[f]))
        return false;
  return true;
}

static bool add_bound(struct value_bounds *bounds, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < bounds->count; i++)
    if (cleave_polynomials_equal(&bounds->values[i], value))
      return true;
  if (bounds->count == CLEAVE_MOST_BOUNDS)
    return false;
  bounds->values[bounds->count++] = *value;
  return true;
}

/* The least value of COUNTER in the body, or, if MOST, the greatest; NULL if it is not known. A counter that advances by 1, or
 * whose type is signed, does not pass the first value again before the loop ends. */
static const struct cleave_polynomial *limit_of(const struct cleave_dimension *counter, bool most) {
  const bool starts_here = counter->has_first && (most ? counter->step < 0 : counter->step > 0) &&
                           (counter->is_signed || counter->kind == CLEAVE_DIMENSION_PARALLEL ||
                            counter->step == 1 || counter->step == -1);
  if (most ? counter->has_most : counter->has_least)
    return most ? &counter->most : &counter->least;
  if (starts_here)
    return &counter->first;
  if (most ? counter->upper_count : counter->lower_count)
    return most ? &counter->upper[0] : &counter->lower[0];
  return NULL;
}

bool find_remainder(struct cleave_arena *arena, const struct cleave_loop_accesses *loop,
                    const struct cleave_polynomial *value, struct remainder *remainder) {
  static const struct cleave_term one = {.coefficient = 1};
  const struct cleave_term *term = value->terms;
  const struct cleave_dimension *it = NULL;
  for (size_t t = 0; t < value->term_count && !it; t++) {
    term = &value->terms[t];
    if (term->factor_count == 1 && loop->dimensions[term->factors[0]].kind == CLEAVE_DIMENSION_QUOTIENT &&
        term->coefficient % loop->dimensions[term->factors[0]].denominator == 0)
      it = &loop->dimensions[term->factors[0]];
  }
  if (!it || term->coefficient == INT64_MIN)
    return false;
  *remainder = (struct remainder){.quotient = term->factors[0],
                                  .times = -(term->coefficient / it->denominator),
                                  .is_positive = it->rounds_down};
  /* VALUE - coefficient * Q - times * N */
  const struct cleave_term by_quotient = {-term->coefficient, {remainder->quotient}, 1},
                           by_numerator = {.coefficient = -remainder->times};
  if (!add_product(arena, &remainder->rest, &one, value) ||
      !add_term(arena, &remainder->rest, &by_quotient) ||
      !add_product(arena, &remainder->rest, &by_numerator, &it->numerator))
    return false;
  for (size_t t = 0; t < remainder->rest.term_count; t++)
    for (uint32_t f = 0; f < remainder->rest.terms[t].factor_count; f++)
      if (remainder->rest.terms[t].factors[f] == remainder->quotient)
        return false;
  return true;
}

/* The remainder is between 0 and D - 1 if N is not negative, or if the division rounds down. The counters in N have no influence on it
 * then. */
static bool add_remainder_bounds(const struct planner *planner, const struct cleave_loop_model *model,
                                 const struct remainder *remainder, struct value_bounds *bounds) {
  const struct cleave_dimension *it = &model->loop->dimensions[remainder->quotient];
  static const struct cleave_term one = {.coefficient = 1};
  struct cleave_polynomial greatest = {0};
  struct cleave_term most = {0};
  if (__builtin_mul_overflow(remainder->times, it->denominator - 1, &most.coefficient))
    return false;
  if (!remainder->is_positive) {
    struct value_bounds numerator = {.has_conditions = true};
    if (!add_bounds(planner, model, &it->numerator, &numerator) || numerator.condition_count ||
        bounds->condition_count + numerator.count > CLEAVE_MOST_BOUNDS)
      return false;
    for (size_t i = 0; i < numerator.count; i++)
      bounds->conditions[bounds->condition_count++] = numerator.values[i];
  }
  return add_bounds(planner, model, &remainder->rest, bounds) &&
         add_product(planner->arena, &greatest, &one, &remainder->rest) &&
         (!most.coefficient || add_term(planner->arena, &greatest, &most)) &&
         add_bounds(planner, model, &greatest, bounds);
}

bool add_bounds(const struct planner *planner, const struct cleave_loop_model *model,
                const struct cleave_polynomial *value, struct value_bounds *bounds) {
  struct remainder remainder;
  if (bounds->has_conditions && find_remainder(planner->arena, model->loop, value, &remainder))
    return add_remainder_bounds(planner, model, &remainder, bounds);
  const uint32_t counter = innermost_counter(model->loop, value);
  if (counter == CLEAVE_NO_DIMENSION)
    return host_has_symbols(planner, model, value) && add_bound(bounds, value);
  for (int most = 0; most < 2; most++) {
    const struct cleave_polynomial *limit = limit_of(&model->loop->dimensions[counter], most);
    struct cleave_polynomial rest;
    if (!limit || !substitute_counter(planner->arena, value, counter, limit, &rest) ||
        !add_bounds(planner, model, &rest, bounds))
      return false;
  }
  return true;
}

/* The position of the element of ACCESS in the array. */
static bool position_of(struct cleave_arena *arena, const struct cleave_access *access,
                        struct cleave_polynomial *position) {
  *position = access->subscripts[0];
  for (size_t i = 1; i < access->subscript_count; i++) {
    struct cleave_polynomial rows;
    static const struct cleave_term one = {.coefficient = 1};
    if (!access->extents[i].term_count || !multiply(arena, position, &access->extents[i], &rows) ||
        !add_product(arena, &rows, &one, &access->subscripts[i]))
      return false;
    *position = rows;
  }
  return true;
}

/* ---- Objects ------------------------------------------------------------------------------------ */

enum cleave_memory_kind memory_kind_of(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const bool array = variable->type_class == CLEAVE_TYPE_ARRAY || variable->type_class == CLEAVE_TYPE_VLA;
  if (variable->is_reference || variable->is_thread_local || variable->is_structured_binding_or_capture ||
      is_hidden(planner, index))
    return CLEAVE_MEMORY_SECTION;
  if (array)
    return variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP ||
                   variable->sharing == CLEAVE_SHARING_DECLARE_TARGET
               ? CLEAVE_MEMORY_PRESENT
               : CLEAVE_MEMORY_SECTION;
  if (variable->type_class != CLEAVE_TYPE_POINTER || planner->pointers[index].kind != POINTER_UNCHANGED ||
      flowing_uses(planner, index) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
    return CLEAVE_MEMORY_SECTION;
  return variable->sharing == CLEAVE_SHARING_POINTER         ? CLEAVE_MEMORY_PRESENT
         : variable->sharing == CLEAVE_SHARING_IS_DEVICE_PTR ? CLEAVE_MEMORY_OF_DEVICE
                                                             : CLEAVE_MEMORY_SECTION;
}

static struct cleave_memory_bound bound_of(const struct planner *planner,
                                           const struct cleave_loop_model *model,
                                           const struct cleave_polynomial *value) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_memory_bound bound = {0};
  for (size_t i = 0; i < value->term_count; i++) {
    const struct cleave_term *term = &value->terms[i];
    const struct cleave_expression *product = cleave_make_cast(
        arena, CLEAVE_TYPE_DOUBLE, cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, term->coefficient));
    for (uint32_t f = 0; f < term->factor_count; f++)
      product = cleave_make_binary(
          arena, CLEAVE_MULTIPLY, product,
          cleave_make_cast(arena, CLEAVE_TYPE_DOUBLE,
                           variable_value(planner, model->loop->dimensions[term->factors[f]].variable)));
    CLEAVE_APPEND(arena, bound.terms, bound.term_count, product);
  }
  return bound;
}

bool find_accessed_memory(struct planner *planner, const struct cleave_loop_model *model, uint32_t variable,
                          struct cleave_assumptions *assumptions, struct cleave_object *object) {
  struct cleave_arena *arena = planner->arena;
  struct value_bounds bounds = {.count = 0};
  size_t subscripts = 0;
  object->kind = memory_kind_of(planner, variable);
  if (object->kind == CLEAVE_MEMORY_SECTION || !model->loop)
    return false;
  for (size_t i = 0; i < model->loop->access_count; i++) {
    const struct cleave_access *access = &model->loop->accesses[i];
    struct cleave_polynomial position;
    if (access->variable != variable || !access->subscript_count)
      continue;
    if ((subscripts && subscripts != access->subscript_count) ||
        !cleave_assume_access_fits(model, access, assumptions) || !position_of(arena, access, &position) ||
        !add_bounds(planner, model, &position, &bounds))
      return false;
    subscripts = access->subscript_count;
  }
  if (!bounds.count)
    return false;
  const struct cleave_expression *element = variable_value(planner, variable);
  for (size_t i = 0; i < subscripts; i++)
    element = cleave_make_unary(arena, CLEAVE_DEREFERENCE, element);
  object->variable = variable;
  object->address = variable_value(planner, variable);
  object->bytes = cleave_make_unary(arena, CLEAVE_SIZEOF, element);
  for (size_t i = 0; i < bounds.count; i++) {
    const struct cleave_memory_bound bound = bound_of(planner, model, &bounds.values[i]);
    CLEAVE_APPEND(arena, object->bounds, object->bound_count, bound);
  }
  return true;
}
