/* FILE: lib/analysis/instances.c
 * WHAT: one description for all instances of a template, which share one text.
 *
 * `if constexpr` and functions of a parameter's type give instances other accesses. A description may have more accesses than a loop
 * executes, never fewer. So the accesses of all instances together describe each of them, if the instances have the same loops.
 */
#include "analysis/instances.h"

#include <string.h>

/* The dimensions of OTHER in LOOP. */
struct merge {
  struct cleave_arena *arena;
  struct cleave_loop_accesses *loop;
  const struct cleave_loop_accesses *other;
  uint32_t *to; /* per dimension of OTHER; CLEAVE_NO_DIMENSION: not known yet */
};

/* VALUE of OTHER, in dimensions of LOOP. Factors are in ascending order. */
static bool translate(const struct merge *it, const struct cleave_polynomial *value,
                      struct cleave_polynomial *result) {
  *result = polynomial_of_constant(it->arena, 0);
  for (size_t t = 0; t < value->term_count; t++) {
    struct cleave_polynomial term = polynomial_of_constant(it->arena, value->terms[t].coefficient);
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++) {
      const uint32_t to = it->to[value->terms[t].factors[f]];
      if (to == CLEAVE_NO_DIMENSION ||
          !polynomial_product(it->arena, term, polynomial_of_dimension(it->arena, to), &term))
        return false;
    }
    if (!polynomial_sum(it->arena, *result, term, 1, result))
      return false;
  }
  return true;
}

static bool same_polynomial(const struct merge *it, const struct cleave_polynomial *own,
                            const struct cleave_polynomial *value) {
  struct cleave_polynomial translated;
  return translate(it, value, &translated) && polynomials_are_same(*own, translated);
}

static bool is_loop(const struct cleave_dimension *dimension) {
  return dimension->kind == CLEAVE_DIMENSION_PARALLEL || dimension->kind == CLEAVE_DIMENSION_SEQUENTIAL;
}

/* Whether the dimensions OWN of LOOP and VALUE of OTHER, the AT-th, mean the same. */
static bool are_same(const struct merge *it, const struct cleave_dimension *own,
                     const struct cleave_dimension *value) {
  if (own->kind != value->kind || own->bits != value->bits || own->is_signed != value->is_signed)
    return false;
  if (own->kind == CLEAVE_DIMENSION_SYMBOL)
    return own->variable == value->variable;
  if (own->kind == CLEAVE_DIMENSION_QUOTIENT)
    return own->denominator == value->denominator && own->rounds_down == value->rounds_down &&
           same_polynomial(it, &own->numerator, &value->numerator);
  if (!is_loop(own) || !own->offset || own->offset != value->offset || own->step != value->step ||
      own->has_first != value->has_first || own->has_least != value->has_least ||
      own->has_most != value->has_most || own->lower_count != value->lower_count ||
      own->upper_count != value->upper_count ||
      (value->around == CLEAVE_NO_DIMENSION ? own->around != CLEAVE_NO_DIMENSION
                                            : own->around != it->to[value->around]))
    return false;
  bool same = (!own->has_first || same_polynomial(it, &own->first, &value->first)) &&
              (!own->has_least || same_polynomial(it, &own->least, &value->least)) &&
              (!own->has_most || same_polynomial(it, &own->most, &value->most));
  for (uint32_t i = 0; i < own->lower_count; i++)
    same = same && same_polynomial(it, &own->lower[i], &value->lower[i]);
  for (uint32_t i = 0; i < own->upper_count; i++)
    same = same && same_polynomial(it, &own->upper[i], &value->upper[i]);
  return same;
}

static bool translate_all(const struct merge *it, struct cleave_polynomial *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct cleave_polynomial value = values[i];
    if (!translate(it, &value, &values[i]))
      return false;
  }
  return true;
}

/* A copy of the dimension VALUE of OTHER. */
static bool add_dimension(struct merge *it, const struct cleave_dimension *value) {
  struct cleave_dimension added = *value;
  if (!translate_all(it, &added.numerator, 1) || !translate_all(it, &added.first, 1) ||
      !translate_all(it, &added.least, 1) || !translate_all(it, &added.most, 1) ||
      !translate_all(it, added.lower, added.lower_count) ||
      !translate_all(it, added.upper, added.upper_count))
    return false;
  if (added.around != CLEAVE_NO_DIMENSION)
    added.around = it->to[added.around];
  CLEAVE_APPEND(it->arena, it->loop->dimensions, it->loop->dimension_count, added);
  return true;
}

/* A dimension comes after those that it is computed from, but for symbols of a loop's bounds. */
static bool unite_dimensions(struct merge *it) {
  const size_t count = it->other->dimension_count;
  for (size_t symbols = 2; symbols--;)
    for (size_t i = 0; i < count; i++) {
      const struct cleave_dimension *value = &it->other->dimensions[i];
      if ((value->kind == CLEAVE_DIMENSION_SYMBOL) != (symbols == 1))
        continue;
      const size_t own_count = it->loop->dimension_count;
      for (uint32_t d = 0; d < own_count && it->to[i] == CLEAVE_NO_DIMENSION; d++)
        if (are_same(it, &it->loop->dimensions[d], value))
          it->to[i] = d;
      if (it->to[i] != CLEAVE_NO_DIMENSION)
        continue;
      if (value->kind == CLEAVE_DIMENSION_PARALLEL || !add_dimension(it, value))
        return false;
      it->to[i] = (uint32_t)it->loop->dimension_count - 1;
    }
  return true;
}

static bool add_access(const struct merge *it, const struct cleave_access *value) {
  struct cleave_access added = *value;
  added.around = added.around == CLEAVE_NO_DIMENSION ? added.around : it->to[added.around];
  struct cleave_polynomial **const lists[] = {&added.subscripts, &added.extents, &added.inner,
                                              &added.inner_extents};
  const size_t counts[] = {added.subscript_count, added.subscript_count, added.inner_count,
                           added.inner_count};
  for (size_t l = 0; l < 4; l++) {
    struct cleave_polynomial *copy = cleave_arena_allocate(it->arena, (counts[l] + 1) * sizeof *copy);
    if (counts[l])
      memcpy(copy, *lists[l], counts[l] * sizeof *copy);
    if (!translate_all(it, copy, counts[l]))
      return false;
    *lists[l] = copy;
  }
  struct cleave_fit *fits = cleave_arena_allocate(it->arena, (added.fit_count + 1) * sizeof *fits);
  for (size_t i = 0; i < added.fit_count; i++) {
    fits[i] = added.fits[i];
    if (!translate_all(it, &fits[i].value, 1))
      return false;
    fits[i].around = fits[i].around == CLEAVE_NO_DIMENSION ? fits[i].around : it->to[fits[i].around];
  }
  added.fits = fits;
  CLEAVE_APPEND(it->arena, it->loop->accesses, it->loop->access_count, added);
  return true;
}

static bool same_range(uint32_t begin, uint32_t end, uint32_t other_begin, uint32_t other_end) {
  return begin == other_begin && end == other_end;
}

static bool same_nest(const struct merge *it, const struct cleave_nest_loop *own,
                      const struct cleave_nest_loop *value) {
  return it->to[value->dimension] == own->dimension && !strcmp(own->counter, value->counter) &&
         !strcmp(own->type, value->type) &&
         same_range(own->body_begin, own->body_end, value->body_begin, value->body_end) &&
         same_range(own->values_begin, own->values_end, value->values_begin, value->values_end) &&
         own->breaks == value->breaks;
}

bool unite_descriptions(struct cleave_arena *arena, struct cleave_loop_accesses *loop,
                        const struct cleave_loop_accesses *other) {
  struct cleave_loop_accesses result = *loop;
  struct merge it = {arena, &result, other,
                     cleave_arena_allocate(arena, (other->dimension_count + 1) * sizeof *it.to)};
  for (size_t i = 0; i < other->dimension_count; i++)
    it.to[i] = CLEAVE_NO_DIMENSION;
  /* The copies grow; the lists of LOOP must not. */
  result.dimension_count = result.access_count = 0;
  for (size_t i = 0; i < loop->dimension_count; i++)
    CLEAVE_APPEND(arena, result.dimensions, result.dimension_count, loop->dimensions[i]);
  for (size_t i = 0; i < loop->access_count; i++)
    CLEAVE_APPEND(arena, result.accesses, result.access_count, loop->accesses[i]);
  const struct cleave_loop_header *a = &loop->header, *b = &other->header;
  if (!unite_dimensions(&it) || loop->nest_count != other->nest_count || loop->accumulator_count ||
      other->accumulator_count || loop->scan || other->scan || loop->section_count != other->section_count ||
      !same_range(loop->body_begin, loop->body_end, other->body_begin, other->body_end) ||
      !same_range(a->first_begin, a->bound_end, b->first_begin, b->bound_end))
    return false;
  for (size_t i = 0; i < loop->nest_count; i++)
    if (!same_nest(&it, &loop->nest[i], &other->nest[i]))
      return false;
  for (size_t i = 0; i < loop->section_count; i++)
    if (loop->sections[i].variable != other->sections[i].variable ||
        !same_polynomial(&it, &loop->sections[i].first, &other->sections[i].first) ||
        !same_polynomial(&it, &loop->sections[i].length, &other->sections[i].length))
      return false;
  for (size_t i = 0; i < other->access_count; i++)
    if (!add_access(&it, &other->accesses[i]))
      return false;
  /* What all instances have in common is not more: an access of one is not certain, and loops that only one has say nothing. */
  for (size_t i = 0; i < result.access_count; i++)
    result.accesses[i].certain = false;
  result.long_nest_count = 0;
  /* The moves of an instance are not those of another. */
  result.nest_count = 0;
  for (size_t i = 0; i < loop->nest_count; i++) {
    struct cleave_nest_loop added = loop->nest[i];
    added.start = NULL;
    CLEAVE_APPEND(arena, result.nest, result.nest_count, added);
  }
  result.inner = NULL;
  result.inner_count = 0;
  result.direct = NULL;
  result.direct_count = 0;
  result.operands = NULL;
  result.operand_count = 0;
  result.has_jump |= other->has_jump;
  result.has_members |= other->has_members;
  result.loop_count = loop->loop_count > other->loop_count ? loop->loop_count : other->loop_count;
  for (size_t i = 0; i < other->local_count; i++)
    CLEAVE_APPEND(arena, result.locals, result.local_count, other->locals[i]);
  *loop = result;
  return true;
}
