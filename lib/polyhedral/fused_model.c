/* FILE: lib/polyhedral/fused_model.c
 * WHAT: see fused_model.h.
 */
#include "polyhedral/fused_model.h"

#include <stdlib.h>
#include <string.h>

#include "polyhedral/model_cache.h"

/* ---- Polynomials with other dimensions ------------------------------------------------------------------- */

static int compare_factors(const void *one, const void *other) {
  const uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  return a < b ? -1 : a > b;
}

static int compare_terms(const void *one, const void *other) {
  const struct cleave_term *a = one, *b = other;
  for (uint32_t f = 0; f < a->factor_count && f < b->factor_count; f++)
    if (a->factors[f] != b->factors[f])
      return a->factors[f] < b->factors[f] ? -1 : 1;
  return a->factor_count < b->factor_count ? -1 : a->factor_count > b->factor_count;
}

/* Replaces each dimension of VALUE by that in DIMENSIONS. Terms and factors stay in ascending order, so that equal polynomials look
 * alike. */
static void renumber(struct cleave_arena *arena, const uint32_t *dimensions,
                     struct cleave_polynomial *value) {
  struct cleave_term *terms = cleave_arena_allocate(arena, (value->term_count + 1) * sizeof *terms);
  for (size_t t = 0; t < value->term_count; t++) {
    terms[t] = value->terms[t];
    for (uint32_t f = 0; f < terms[t].factor_count; f++)
      terms[t].factors[f] = dimensions[terms[t].factors[f]];
    qsort(terms[t].factors, terms[t].factor_count, sizeof *terms[t].factors, compare_factors);
  }
  qsort(terms, value->term_count, sizeof *terms, compare_terms);
  value->terms = terms;
}

static void renumber_all(struct cleave_arena *arena, const uint32_t *dimensions,
                         struct cleave_polynomial **values, size_t count) {
  struct cleave_polynomial *copies = cleave_arena_allocate(arena, (count + 1) * sizeof *copies);
  for (size_t i = 0; i < count; i++) {
    copies[i] = (*values)[i];
    renumber(arena, dimensions, &copies[i]);
  }
  *values = copies;
}

static uint32_t renumbered(const uint32_t *dimensions, uint32_t dimension) {
  return dimension == CLEAVE_NO_DIMENSION ? dimension : dimensions[dimension];
}

/* ---- Loops ----------------------------------------------------------------------------------------------- */

/* Chooses the numbers of LOOP's dimensions behind those of FUSED. A symbol that FUSED has keeps its number there. */
static uint32_t *number_dimensions(struct cleave_arena *arena, const struct cleave_loop_accesses *fused,
                                   const struct cleave_loop_accesses *loop) {
  uint32_t *dimensions = cleave_arena_allocate(arena, (loop->dimension_count + 1) * sizeof *dimensions);
  uint32_t next = (uint32_t)fused->dimension_count;
  for (size_t d = 0; d < loop->dimension_count; d++) {
    uint32_t found = 0;
    while (found < fused->dimension_count &&
           (loop->dimensions[d].kind != CLEAVE_DIMENSION_SYMBOL ||
            fused->dimensions[found].kind != CLEAVE_DIMENSION_SYMBOL ||
            fused->dimensions[found].variable != loop->dimensions[d].variable))
      found++;
    dimensions[d] = found < fused->dimension_count ? found : next++;
  }
  return dimensions;
}

static void add_dimensions(struct cleave_arena *arena, struct cleave_loop_accesses *fused,
                           const struct cleave_loop_accesses *loop, const uint32_t *dimensions) {
  for (size_t d = 0; d < loop->dimension_count; d++) {
    struct cleave_dimension it = loop->dimensions[d];
    if (dimensions[d] < fused->dimension_count)
      continue; /* a symbol that is there */
    if (it.kind == CLEAVE_DIMENSION_PARALLEL)
      it.kind = CLEAVE_DIMENSION_SEQUENTIAL;
    it.around = renumbered(dimensions, it.around);
    renumber(arena, dimensions, &it.first);
    it.lower_count = it.upper_count = 0; /* they only tell more */
    renumber(arena, dimensions, &it.least);
    renumber(arena, dimensions, &it.most);
    renumber(arena, dimensions, &it.numerator);
    CLEAVE_APPEND(arena, fused->dimensions, fused->dimension_count, it);
  }
}

static void add_accesses(struct cleave_arena *arena, struct cleave_loop_accesses *fused,
                         const struct cleave_loop_accesses *loop, const uint32_t *dimensions) {
  for (size_t i = 0; i < loop->access_count; i++) {
    struct cleave_access access = loop->accesses[i];
    access.around = renumbered(dimensions, access.around);
    renumber_all(arena, dimensions, &access.subscripts, access.subscript_count);
    renumber_all(arena, dimensions, &access.extents, access.subscript_count);
    renumber_all(arena, dimensions, &access.inner, access.inner_count);
    renumber_all(arena, dimensions, &access.inner_extents, access.inner_count);
    struct cleave_fit *fits = cleave_arena_allocate(arena, (access.fit_count + 1) * sizeof *fits);
    for (size_t f = 0; f < access.fit_count; f++) {
      fits[f] = access.fits[f];
      fits[f].around = renumbered(dimensions, fits[f].around);
      renumber(arena, dimensions, &fits[f].value);
    }
    access.fits = fits;
    CLEAVE_APPEND(arena, fused->accesses, fused->access_count, access);
  }
}

/* All loops of a region have the same sections. */
static void add_sections(struct cleave_arena *arena, struct cleave_loop_accesses *fused,
                         const struct cleave_loop_accesses *loop, const uint32_t *dimensions) {
  for (size_t i = 0; i < loop->section_count; i++) {
    struct cleave_section section = loop->sections[i];
    bool is_known = false;
    for (size_t k = 0; k < fused->section_count; k++)
      is_known |= fused->sections[k].variable == section.variable;
    if (is_known)
      continue;
    renumber(arena, dimensions, &section.first);
    renumber(arena, dimensions, &section.length);
    CLEAVE_APPEND(arena, fused->sections, fused->section_count, section);
  }
}

bool cleave_fused_model_make(struct cleave_loop_models *models, const uint32_t *loops, size_t count,
                             struct cleave_fused_model *fused) {
  struct cleave_arena *arena = cleave_loop_model_get(models, loops[0])->arena;
  struct cleave_loop_accesses *all = cleave_arena_allocate(arena, sizeof *all);
  bool *varies = NULL; /* per dimension: it is no loop invariant of one of the loops */
  *fused = (struct cleave_fused_model){.dimensions =
                                           cleave_arena_allocate(arena, count * sizeof *fused->dimensions)};
  size_t room = 0;
  for (size_t i = 0; i < count; i++) {
    const struct cleave_loop_model *model = cleave_loop_model_get(models, loops[i]);
    /* Each loop by itself keeps the members that it reads. */
    if (!model->loop || model->loop->accumulator_count || model->loop->has_members)
      return false;
    room += model->loop->dimension_count;
  }
  varies = cleave_arena_allocate(arena, room + 1);
  for (size_t i = 0; i < count; i++) {
    const struct cleave_loop_model *model = cleave_loop_model_get(models, loops[i]);
    const uint32_t *dimensions = fused->dimensions[i] = number_dimensions(arena, all, model->loop);
    for (size_t d = 0; d < model->loop->dimension_count; d++)
      varies[dimensions[d]] |= !model->is_invariant[d];
    add_sections(arena, all, model->loop, dimensions); /* whose symbols may be none of the first loops' */
    add_accesses(arena, all, model->loop, dimensions);
    add_dimensions(arena, all, model->loop, dimensions);
    all->has_jump |= model->loop->has_jump;
  }
  fused->model = cleave_loop_model_of(models, loops[0], all, varies);
  return fused->model->loop != NULL;
}
