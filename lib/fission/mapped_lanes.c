/* FILE: lib/fission/mapped_lanes.c
 * WHAT: which loops of a nest are mapped to the grid, and which of them the lanes follow.
 *
 * A nest need not be perfect. In
 *
 *   for i: { for j: c[i][j] *= beta;  for k: for j: c[i][j] += a[i][k] * b[k][j]; }
 *
 * the two j loops have equal bounds. They are aligned: a thread executes the iterations (i, j) of both, one after the other. One loop
 * is chosen on each path from the body of i to the statements.
 */
#include <string.h>

#include "fission/mapping_internal.h"

/* ---- Which loop the lanes follow ----------------------------------------------------------------- */

static bool depends_on(const struct cleave_loop_accesses *loop, const struct cleave_polynomial *value,
                       uint32_t dimension) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++) {
      const uint32_t d = value->terms[t].factors[f];
      const enum cleave_dimension_kind kind = loop->dimensions[d].kind;
      if (d == dimension || kind == CLEAVE_DIMENSION_UNKNOWN ||
          (kind == CLEAVE_DIMENSION_QUOTIENT && depends_on(loop, &loop->dimensions[d].numerator, dimension)))
        return true;
    }
  return false;
}

int64_t counter_coefficient(const struct cleave_loop_accesses *loop, const struct cleave_polynomial *value,
                            uint32_t dimension) {
  int64_t found = 0;
  for (size_t t = 0; t < value->term_count; t++) {
    const struct cleave_term *term = &value->terms[t];
    const struct cleave_polynomial alone = {&value->terms[t], 1};
    if (term->factor_count == 1 && term->factors[0] == dimension)
      found = term->coefficient;
    else if (depends_on(loop, &alone, dimension))
      return INT64_MAX;
  }
  return found;
}

/* The number of accesses for which consecutive iterations of DIMENSION select elements that are not neighbors; for
 * CLEAVE_NO_DIMENSION, those of the loop in ALIGNED around each access. */
static unsigned scattered_accesses(const struct cleave_loop_accesses *loop, uint32_t dimension,
                                   const bool *aligned) {
  unsigned scattered = 0;
  const bool is_aligned = dimension == CLEAVE_NO_DIMENSION;
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    bool is_near = true;
    if (is_aligned)
      for (dimension = access->around; dimension != CLEAVE_NO_DIMENSION && !aligned[dimension];)
        dimension = loop->dimensions[dimension].around;
    for (size_t s = 0; s < access->subscript_count; s++) {
      const int64_t by = counter_coefficient(loop, &access->subscripts[s], dimension);
      is_near &= by == 0 || (s + 1 == access->subscript_count && (by == 1 || by == -1));
    }
    scattered += !is_near;
  }
  return scattered;
}

/* ---- Aligned loops ------------------------------------------------------------------------------ */

static uint32_t dimension_of(const struct cleave_loop_accesses *loop, size_t inner) {
  return loop->inner[inner].loop.dimension;
}

/* Whether two loops have the same counter values and steps. */
static bool are_aligned(const struct cleave_loop_accesses *loop, size_t one, size_t other) {
  const struct cleave_dimension *a = &loop->dimensions[dimension_of(loop, one)],
                                *b = &loop->dimensions[dimension_of(loop, other)];
  return a->step == b->step && a->bits == b->bits && a->is_signed == b->is_signed && a->has_first &&
         b->has_first && a->has_least == b->has_least && a->has_most == b->has_most &&
         cleave_polynomials_equal(&a->first, &b->first) &&
         (!a->has_least || cleave_polynomials_equal(&a->least, &b->least)) &&
         (!a->has_most || cleave_polynomials_equal(&a->most, &b->most));
}

static bool is_inside_of(const struct cleave_loop_accesses *loop, size_t inner, uint32_t dimension) {
  return loop->dimensions[dimension_of(loop, inner)].around == dimension;
}

/* Whether a loop that is aligned with REFERENCE can be chosen on each path through the loops inside of DIMENSION. There must be one. */
static bool can_align(const struct cleave_loop_accesses *loop, uint32_t dimension, size_t reference) {
  bool has_loops = false;
  for (size_t i = 0; i < loop->inner_count; i++) {
    if (!is_inside_of(loop, i, dimension))
      continue;
    has_loops = true;
    if (!are_aligned(loop, i, reference) && !can_align(loop, dimension_of(loop, i), reference))
      return false;
  }
  return has_loops;
}

/* Chooses them; if there is a choice, the innermost or the outermost ones. */
static void align(const struct cleave_loop_accesses *loop, uint32_t dimension, size_t reference,
                  bool innermost, bool *aligned) {
  for (size_t i = 0; i < loop->inner_count; i++) {
    const uint32_t inner = dimension_of(loop, i);
    if (!is_inside_of(loop, i, dimension))
      continue;
    if ((innermost || !are_aligned(loop, i, reference)) && can_align(loop, inner, reference))
      align(loop, inner, reference, innermost, aligned);
    else
      aligned[inner] = true;
  }
}

bool next_alignment(const struct cleave_loop_accesses *loop, size_t *number, bool *aligned) {
  const uint32_t outer = loop->nest[0].dimension;
  for (; *number < 2 * loop->inner_count; ++*number) {
    const size_t reference = *number / 2;
    if (!can_align(loop, outer, reference))
      continue;
    memset(aligned, 0, loop->dimension_count * sizeof *aligned);
    align(loop, outer, reference, *number % 2 == 0, aligned);
    ++*number;
    return true;
  }
  return false;
}

/* ---- Lanes ---------------------------------------------------------------------------------------- */

unsigned scattered_in_lanes(const struct cleave_loop_accesses *loop, const bool *aligned) {
  return scattered_accesses(loop, CLEAVE_NO_DIMENSION, aligned);
}

bool lanes_are_neighbors(struct cleave_arena *arena, const struct cleave_loop_accesses *loop,
                         const bool *shared) {
  bool *outer = cleave_arena_allocate(arena, loop->dimension_count);
  outer[loop->nest[0].dimension] = true;
  return scattered_in_lanes(loop, shared) < scattered_in_lanes(loop, outer);
}

bool choose_lane(const struct cleave_loop_accesses *loop, const bool *aligned,
                 struct cleave_mapping *mapping) {
  unsigned least = scattered_accesses(loop, loop->nest[0].dimension, NULL);
  const unsigned before = least;
  for (size_t i = 1; i < mapping->loop_count; i++) {
    const unsigned scattered =
        scattered_accesses(loop, aligned ? CLEAVE_NO_DIMENSION : loop->nest[i].dimension, aligned);
    if (scattered <= least) {
      least = scattered;
      mapping->lane = i;
    }
  }
  mapping->walk = mapping->lane + 1 == mapping->loop_count ? mapping->lane - 1 : mapping->loop_count - 1;
  return least < before;
}

/* ---- Iterations of a thread ------------------------------------------------------------------------- */

/* Whether ONE, in the iteration that is DISTANCE values of counter WALK later, is to the same element as OTHER. */
static bool meets(struct cleave_arena *arena, const struct cleave_access *one,
                  const struct cleave_access *other, uint32_t walk, int64_t distance) {
  struct cleave_term terms[] = {{.coefficient = distance},
                                {.coefficient = 1, .factors = {walk}, .factor_count = 1}};
  const struct cleave_polynomial later = {terms, sizeof terms / sizeof *terms};
  bool are_equal = one->variable == other->variable && one->subscript_count == other->subscript_count &&
                   !one->inner_count && !other->inner_count;
  for (size_t s = 0; are_equal && s < one->subscript_count; s++) {
    struct cleave_polynomial moved, difference;
    are_equal = substitute_counter(arena, &one->subscripts[s], walk, &later, &moved) &&
                subtract(arena, &moved, &other->subscripts[s], &difference) && !difference.term_count;
  }
  return are_equal;
}

bool shares_reads(struct cleave_arena *arena, const struct cleave_loop_accesses *loop, uint32_t walk) {
  const int64_t step = loop->dimensions[walk].step;
  bool found = false;
  for (size_t i = 0; i < loop->access_count; i++)
    for (size_t j = 0; j < loop->access_count; j++) {
      const struct cleave_access *one = &loop->accesses[i], *other = &loop->accesses[j];
      bool moves = false;
      for (size_t s = 0; s < one->subscript_count; s++)
        moves |= depends_on(loop, &one->subscripts[s], walk);
      if (i != j && moves && !one->writes && !other->writes)
        found |= meets(arena, one, other, walk, step) || meets(arena, one, other, walk, 2 * step);
    }
  return found;
}
