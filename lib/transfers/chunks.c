/* FILE: lib/transfers/chunks.c
 * WHAT: proves that a parallel loop goes through an object in chunks, by the subscripts (model/affine.h).
 *
 * Iteration i of the outermost associated loop touches only its own chunk of the object, and the chunks are
 * consecutive: that of i ends where that of i + 1 begins. Then a range of iterations needs one contiguous
 * piece of the object, and no other range needs any of that.
 *
 * 1. A subscript is the sum of the counter i times a constant number of elements (the stride), a part that is
 *    the same for all iterations (the base), and a rest. The proof shows for all values of the symbols that
 *    the rest is at least 0 and less than the stride. Then each access of iteration i is at or after i times
 *    the stride, and before (i + 1) times.
 * 2. Rows. i * n + j is element j of row i if 0 <= j < n, which is proved (polyhedral/dependence.c, point 5).
 *    The stride is then the number of elements of a row, which is unknown but the same for all rows. Only row
 *    i is examined further.
 * 3. All accesses to the object must have the same chunks. y[i] and y[i + 1] do not: chunks overlap.
 * 4. i takes all values from its first to its last, in steps of 1, and no subscript overflows
 *    (`cleave_access_fits`).
 */
#include "polyhedral/access_relation.h"
#include "transfers/transfers_internal.h"

/* The outermost associated loop; CLEAVE_NO_DIMENSION if there is none. */
static uint32_t outermost_counter(const struct cleave_loop_accesses *loop) {
  for (uint32_t i = 0; i < loop->dimension_count; i++)
    if (loop->dimensions[i].kind == CLEAVE_DIMENSION_PARALLEL &&
        loop->dimensions[i].around == CLEAVE_NO_DIMENSION)
      return i;
  return CLEAVE_NO_DIMENSION;
}

/* Point 4. */
static bool counts_up(const struct cleave_loop_model *model, const struct cleave_dimension *counter) {
  return counter->has_first && counter->has_most && counter->step == 1 &&
         cleave_loop_is_invariant(model, &counter->first) &&
         cleave_loop_is_invariant(model, &counter->most) && cleave_loop_is_affine(model, &counter->first) &&
         cleave_loop_is_affine(model, &counter->most);
}

static int64_t floor_multiple(int64_t value, int64_t of) {
  const int64_t rest = value % of;
  return value - (rest < 0 ? rest + of : rest);
}

/* Point 1: splits VALUE into COUNTER times chunk->stride, chunk->base, and *REST. */
static bool take_apart(const struct cleave_loop_model *model, const struct cleave_polynomial *value,
                       uint32_t counter, struct chunk *chunk, struct cleave_polynomial *rest) {
  struct cleave_arena *arena = model->arena;
  int64_t constant = 0;
  for (size_t i = 0; i < value->term_count; i++) {
    const struct cleave_term *term = &value->terms[i];
    if (!term->factor_count)
      constant = term->coefficient;
    else if (term->factors[0] == counter)
      chunk->stride = term->coefficient;
    else if (model->is_invariant[term->factors[0]])
      CLEAVE_APPEND(arena, chunk->base.terms, chunk->base.term_count, *term);
    else
      CLEAVE_APPEND(arena, rest->terms, rest->term_count, *term);
  }
  if (chunk->stride <= 0)
    return false;
  const struct cleave_term whole = {.coefficient = floor_multiple(constant, chunk->stride)},
                           remainder = {.coefficient = constant - whole.coefficient};
  if (whole.coefficient)
    CLEAVE_APPEND(arena, chunk->base.terms, chunk->base.term_count, whole);
  if (remainder.coefficient)
    CLEAVE_APPEND(arena, rest->terms, rest->term_count, remainder);
  return true;
}

/* Point 1: whether REST is at least 0 and less than STRIDE in each iteration that performs ACCESS. */
static bool is_within_chunk(const struct cleave_loop_model *model, const struct cleave_access *access,
                            const struct cleave_polynomial *rest, int64_t stride) {
  const struct cleave_signed_value above = {1, rest}, below = {-1, rest};
  return cleave_is_never_negative(model, access->around, &above, 1, isl_val_zero(model->isl)) &&
         cleave_is_never_negative(model, access->around, &below, 1,
                                  isl_val_int_from_si(model->isl, stride - 1));
}

static bool has_dimension_around(const struct cleave_loop_accesses *loop, uint32_t around, uint32_t wanted) {
  for (; around != CLEAVE_NO_DIMENSION; around = loop->dimensions[around].around)
    if (around == wanted)
      return true;
  return false;
}

/* The chunks of one access. */
static bool chunk_of(const struct cleave_loop_model *model, const struct cleave_access *access,
                     uint32_t counter, struct chunk *chunk) {
  *chunk = (struct chunk){0};
  if (!access->subscript_count || access->subscript_count > CLEAVE_MOST_SUBSCRIPTS ||
      !has_dimension_around(model->loop, access->around, counter) || !cleave_access_fits(model, access))
    return false;
  struct cleave_element element = cleave_element_of(access), same = element;
  struct cleave_polynomial rest = {0};
  if (!cleave_delinearize(model, &element, &same) || !cleave_stays_within_rows(model, &element) ||
      !take_apart(model, &element.subscripts[0], counter, chunk, &rest))
    return false;
  chunk->row_count = element.count - cleave_element_of(access).count;
  for (size_t i = 0; i < chunk->row_count; i++)
    chunk->rows[i] = element.extents[1 + i];
  return is_within_chunk(model, access, &rest, chunk->stride);
}

static bool are_same(const struct chunk *one, const struct chunk *other) {
  if (one->stride != other->stride || one->row_count != other->row_count ||
      !cleave_polynomials_equal(&one->base, &other->base))
    return false;
  for (size_t i = 0; i < one->row_count; i++)
    if (!cleave_polynomials_equal(&one->rows[i], &other->rows[i]))
      return false;
  return true;
}

bool find_chunks(const struct cleave_loop_model *model, uint32_t variable, struct chunk *chunk,
                 uint32_t *offset) {
  const struct cleave_loop_accesses *loop = model->loop;
  const uint32_t counter = outermost_counter(loop);
  bool any = false;
  if (counter == CLEAVE_NO_DIMENSION || !counts_up(model, &loop->dimensions[counter]))
    return false;
  for (size_t i = 0; i < loop->access_count; i++) {
    struct chunk own;
    if (loop->accesses[i].variable != variable)
      continue;
    *offset = loop->accesses[i].offset;
    if (!chunk_of(model, &loop->accesses[i], counter, &own) || (any && !are_same(&own, chunk)))
      return false;
    *chunk = own;
    any = true;
  }
  return any;
}
