/* FILE: lib/polyhedral/access_relation.c
 * WHAT: see access_relation.h.
 */
#include <string.h>

#include "polyhedral/access_relation.h"
#include "polyhedral/model_cache.h"
#include "polyhedral/set_builder.h"

/* ---- Values ----------------------------------------------------------------------------------------------
 */

bool cleave_is_never_negative(const struct cleave_loop_model *model, uint32_t around,
                              const struct cleave_signed_value *values, size_t count, isl_val *constant) {
  struct cleave_set_builder builder = cleave_set_builder_new(model);
  cleave_add_iteration(&builder, around);
  struct cleave_sum value = {0};
  for (size_t i = 0; i < count; i++)
    cleave_sum_add(&builder, &value, values[i].sign, cleave_sum_of(&builder, values[i].value));
  /* The last coordinate is the value. */
  struct cleave_sum difference = cleave_add_coordinate(&builder);
  cleave_sum_add(&builder, &difference, -1, value);
  cleave_require_zero(&builder, difference);
  isl_set *set = cleave_set_builder_finish(&builder);
  const isl_size dimensions = isl_set_dim(set, isl_dim_set);
  /* value + constant <= -1 */
  isl_val *most = isl_val_sub_ui(isl_val_neg(constant), 1);
  set = isl_set_upper_bound_val(set, isl_dim_set, (unsigned)(dimensions < 1 ? 0 : dimensions - 1), most);
  const isl_bool empty = isl_set_is_empty(set);
  isl_set_free(set);
  return empty == isl_bool_true;
}

/* The greatest value of the type of DIMENSION. */
static __int128 greatest_of(const struct cleave_dimension *dimension) {
  return ((__int128)1 << (dimension->is_signed ? dimension->bits - 1 : dimension->bits)) - 1;
}

/* Whether VALUE, with products that are not affine, is proved to be at least 0 and at most MOST: no term is negative, and the
 * types of the factors
 * hold no greater ones. */
static bool is_small_product(const struct cleave_loop_model *model, uint32_t around,
                             const struct cleave_polynomial *value, __int128 most) {
  __int128 sum = 0;
  for (size_t t = 0; t < value->term_count; t++) {
    const struct cleave_term *term = &value->terms[t];
    __int128 greatest = term->coefficient;
    if (greatest < 0)
      return false;
    for (uint32_t f = 0; f < term->factor_count; f++) {
      const struct cleave_dimension *dimension = &model->loop->dimensions[term->factors[f]];
      struct cleave_term only = {.coefficient = 1, .factors = {term->factors[f]}, .factor_count = 1};
      const struct cleave_polynomial factor = {&only, 1};
      const struct cleave_signed_value above = {1, &factor};
      if (!dimension->bits || dimension->bits > 32 ||
          (dimension->is_signed &&
           !cleave_is_never_negative(model, around, &above, 1, isl_val_zero(model->isl))) ||
          __builtin_mul_overflow(greatest, greatest_of(dimension), &greatest))
        return false;
    }
    if (__builtin_add_overflow(sum, greatest, &sum))
      return false;
  }
  return sum <= most;
}

/* Whether the value of FIT is within its integer type, in each iteration of the loops around it. */
static bool is_in_range(const struct cleave_loop_model *model, const struct cleave_fit *fit) {
  if (!fit->bits || fit->bits > 64)
    return false;
  const struct cleave_signed_value above = {1, &fit->value}, below = {-1, &fit->value};
  isl_val *range = isl_val_2exp(isl_val_int_from_ui(model->isl, fit->is_signed ? fit->bits - 1 : fit->bits));
  isl_val *least = fit->is_signed ? isl_val_copy(range) : isl_val_zero(model->isl);
  if (cleave_is_never_negative(model, fit->around, &above, 1, least))
    return cleave_is_never_negative(model, fit->around, &below, 1, isl_val_sub_ui(range, 1));
  isl_val_free(range);
  return false;
}

static bool is_within_type(const struct cleave_loop_model *model, const struct cleave_fit *fit) {
  if (is_in_range(model, fit))
    return true;
  return fit->bits && fit->bits <= 64 && !cleave_is_affine(&fit->value) &&
         is_small_product(model, fit->around, &fit->value,
                          ((__int128)1 << (fit->is_signed ? fit->bits - 1 : fit->bits)) - 1);
}

/* dependence.c, point 4. */
static bool fits(const struct cleave_loop_model *model, const struct cleave_access *access) {
  for (size_t i = 0; i < access->fit_count; i++)
    if (!is_within_type(model, &access->fits[i]))
      return false;
  return true;
}

static struct cleave_access_cache *cache_of(const struct cleave_loop_model *model,
                                            const struct cleave_access *access) {
  return &model->cache->accesses[access - model->loop->accesses];
}

bool cleave_access_fits(const struct cleave_loop_model *model, const struct cleave_access *access) {
  enum cleave_answer *answer = &cache_of(model, access)->fits;
  return *answer == CLEAVE_OPEN ? cleave_answer(model, answer, fits(model, access))
                                : *answer == CLEAVE_PROVED;
}

/* ---- Elements --------------------------------------------------------------------------------------------
 */

struct cleave_element cleave_element_of(const struct cleave_access *access) {
  struct cleave_element element = {.access = access, .count = access->subscript_count};
  for (size_t i = 0; i < element.count; i++) {
    element.subscripts[i] = access->subscripts[i];
    element.extents[i] = access->extents[i];
  }
  for (size_t i = 0; i < access->inner_count && element.count < CLEAVE_MOST_SUBSCRIPTS; i++) {
    element.subscripts[element.count] = access->inner[i];
    element.extents[element.count++] = access->inner_extents[i];
  }
  return element;
}

struct cleave_element cleave_section_length(const struct cleave_polynomial *length) {
  return (struct cleave_element){.subscripts = {*length}, .extents = {*length}, .count = 1};
}

bool cleave_is_whole_rows(const struct cleave_element *length, const struct cleave_polynomial *first) {
  for (size_t i = 1; i < length->count; i++)
    if (length->subscripts[i].term_count || first->term_count)
      return false;
  return true;
}

static bool has_factor(const struct cleave_term *term, uint32_t factor) {
  for (uint32_t i = 0; i < term->factor_count; i++)
    if (term->factors[i] == factor)
      return true;
  return false;
}

/* Whether FACTOR divides all terms of VALUE that are products. */
static bool divides_products(const struct cleave_polynomial *value, uint32_t factor) {
  for (size_t i = 0; i < value->term_count; i++)
    if (value->terms[i].factor_count > 1 && !has_factor(&value->terms[i], factor))
      return false;
  return true;
}

/* `i * n + n - 1 - j` is column n - 1 - j of row i, not column -1 - j of row i + 1: a column that is negative for all counters that are not
 * belongs to the row before. */
static void carry_negative_column(struct cleave_arena *arena, struct cleave_polynomial *row,
                                  struct cleave_polynomial *column, uint32_t length) {
  for (size_t i = 0; i < column->term_count; i++)
    if (column->terms[i].coefficient > 0)
      return;
  const struct cleave_term one_row = {.coefficient = 1, .factors = {length}, .factor_count = 1};
  for (size_t i = 0; column->term_count && i < row->term_count; i++) {
    if (row->terms[i].factor_count || row->terms[i].coefficient < 1)
      continue;
    if (!--row->terms[i].coefficient) {
      row->term_count--;
      memmove(&row->terms[i], &row->terms[i + 1], (row->term_count - i) * sizeof *row->terms);
    }
    /* Terms are in the order of their factors, a constant first. */
    CLEAVE_APPEND(arena, column->terms, column->term_count, one_row);
    size_t at = column->term_count - 1;
    while (at && column->terms[at - 1].factor_count && column->terms[at - 1].factors[0] > length) {
      column->terms[at] = column->terms[at - 1];
      at--;
    }
    column->terms[at] = one_row;
    return;
  }
}

/* Splits the first subscript, row * LENGTH + column, into row and column. LENGTH is a symbol. */
static void split_row(struct cleave_arena *arena, struct cleave_element *element, uint32_t length) {
  struct cleave_polynomial whole = element->subscripts[0], row = {0}, column = {0}, extent = {0};
  for (size_t i = 0; i < whole.term_count; i++) {
    struct cleave_term term = whole.terms[i];
    if (!has_factor(&term, length)) {
      CLEAVE_APPEND(arena, column.terms, column.term_count, term);
      continue;
    }
    uint32_t at = 0;
    while (term.factors[at] != length)
      at++;
    memmove(&term.factors[at], &term.factors[at + 1], (term.factor_count - at - 1) * sizeof *term.factors);
    term.factor_count--;
    CLEAVE_APPEND(arena, row.terms, row.term_count, term);
  }
  carry_negative_column(arena, &row, &column, length);
  struct cleave_term symbol = {.coefficient = 1, .factors = {length}, .factor_count = 1};
  CLEAVE_APPEND(arena, extent.terms, extent.term_count, symbol);
  memmove(&element->subscripts[1], &element->subscripts[0], element->count * sizeof *element->subscripts);
  memmove(&element->extents[1], &element->extents[0], element->count * sizeof *element->extents);
  element->count++;
  element->subscripts[0] = row;
  element->subscripts[1] = column;
  element->extents[1] = extent;
}

/* The symbol that is the row length in a first subscript that is not affine. */
static bool find_length(const struct cleave_loop_model *model, const struct cleave_element *element,
                        const struct cleave_element *other, uint32_t *length) {
  const struct cleave_polynomial *value = &element->subscripts[0];
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; value->terms[i].factor_count > 1 && f < value->terms[i].factor_count; f++) {
      *length = value->terms[i].factors[f];
      if (model->is_invariant[*length] && divides_products(value, *length) &&
          divides_products(&other->subscripts[0], *length))
        return true;
    }
  return false;
}

/* dependence.c, point 5. */
bool cleave_delinearize(const struct cleave_loop_model *model, struct cleave_element *one,
                        struct cleave_element *other) {
  while (one->count && (!cleave_is_affine(&one->subscripts[0]) || !cleave_is_affine(&other->subscripts[0]))) {
    uint32_t length;
    if (one->count == CLEAVE_MOST_SUBSCRIPTS ||
        (!find_length(model, one, other, &length) && !find_length(model, other, one, &length)))
      return false;
    split_row(model->arena, one, length);
    split_row(model->arena, other, length);
  }
  return true;
}

/* ---- Rows of a constant length ------------------------------------------------------------------------------ */

static bool is_counter(const struct cleave_loop_model *model, const struct cleave_term *term) {
  const enum cleave_dimension_kind kind =
      term->factor_count == 1 ? model->loop->dimensions[term->factors[0]].kind : CLEAVE_DIMENSION_UNKNOWN;
  return kind == CLEAVE_DIMENSION_PARALLEL || kind == CLEAVE_DIMENSION_SEQUENTIAL;
}

/* The largest factor of a counter in VALUE, if it is less than LIMIT; 1: there is none. */
static int64_t largest_factor(const struct cleave_loop_model *model, const struct cleave_polynomial *value,
                              int64_t limit) {
  int64_t largest = 1;
  for (size_t i = 0; i < value->term_count; i++)
    if (is_counter(model, &value->terms[i]) && value->terms[i].coefficient > largest &&
        value->terms[i].coefficient < limit)
      largest = value->terms[i].coefficient;
  return largest;
}

static struct cleave_polynomial constant_of(struct cleave_arena *arena, int64_t value) {
  struct cleave_polynomial result = {0};
  const struct cleave_term term = {.coefficient = value};
  CLEAVE_APPEND(arena, result.terms, result.term_count, term);
  return result;
}

/* Splits the last subscript of ELEMENT into row and column: LENGTH times the row, plus the column. */
static void split_constant(struct cleave_arena *arena, struct cleave_element *element, int64_t length) {
  const struct cleave_polynomial whole = element->subscripts[element->count - 1];
  struct cleave_polynomial row = {0}, column = {0};
  for (size_t i = 0; i < whole.term_count; i++) {
    struct cleave_term term = whole.terms[i], rest = term;
    term.coefficient /= length;
    rest.coefficient %= length;
    if (term.coefficient && (!rest.coefficient || !term.factor_count))
      CLEAVE_APPEND(arena, row.terms, row.term_count, term);
    else
      rest.coefficient = whole.terms[i].coefficient;
    if (rest.coefficient)
      CLEAVE_APPEND(arena, column.terms, column.term_count, rest);
  }
  element->subscripts[element->count - 1] = row;
  element->subscripts[element->count] = column;
  element->extents[element->count++] = constant_of(arena, length);
}

bool cleave_split_constants(const struct cleave_loop_model *model, struct cleave_element *one,
                            struct cleave_element *other) {
  int64_t length = INT64_MAX;
  if (one->count != 1 || other->count != 1)
    return false;
  while (one->count < CLEAVE_MOST_SUBSCRIPTS) {
    const int64_t by = largest_factor(model, &one->subscripts[one->count - 1], length),
                  same = largest_factor(model, &other->subscripts[other->count - 1], length);
    if (by == 1 || by != same || (one->count > 1 && length % by))
      break;
    if (one->count > 1)
      one->extents[one->count - 1] = other->extents[one->count - 1] = constant_of(model->arena, length / by);
    split_constant(model->arena, one, by);
    split_constant(model->arena, other, by);
    length = by;
  }
  return one->count > 1;
}

/* ---- The cache ------------------------------------------------------------------------------------------------ */

static bool elements_are_equal(const struct cleave_element *one, const struct cleave_element *other) {
  if (one->count != other->count)
    return false;
  for (size_t i = 0; i < one->count; i++)
    if (!cleave_polynomials_equal(&one->subscripts[i], &other->subscripts[i]) ||
        !cleave_polynomials_equal(&one->extents[i], &other->extents[i]))
      return false;
  return true;
}

/* The cache for ELEMENT. Most accesses are always delinearized alike, so only the first way is cached. NULL
 * for others. */
static struct cleave_access_cache *find_element(const struct cleave_loop_model *model,
                                                const struct cleave_element *element) {
  struct cleave_access_cache *cache = cache_of(model, element->access);
  if (!cache->element.count)
    cache->element = *element;
  return elements_are_equal(&cache->element, element) ? cache : NULL;
}

/* dependence.c, point 5. */
bool cleave_stays_within_row(const struct cleave_loop_model *model, const struct cleave_element *element,
                             size_t index) {
  const uint32_t around = element->access->around;
  const struct cleave_signed_value above = {1, &element->subscripts[index]},
                                   below[] = {{1, &element->extents[index]},
                                              {-1, &element->subscripts[index]}};
  return cleave_loop_is_invariant(model, &element->extents[index]) &&
         cleave_is_never_negative(model, around, &above, 1, isl_val_zero(model->isl)) &&
         cleave_is_never_negative(model, around, below, 2, isl_val_negone(model->isl));
}

static bool stays_within_rows(const struct cleave_loop_model *model, const struct cleave_element *element) {
  for (size_t i = 1; i < element->count; i++)
    if (!cleave_stays_within_row(model, element, i))
      return false;
  return true;
}

bool cleave_stays_within_rows(const struct cleave_loop_model *model, const struct cleave_element *element) {
  struct cleave_access_cache *cache = find_element(model, element);
  if (!cache)
    return stays_within_rows(model, element);
  return cache->within_rows == CLEAVE_OPEN
             ? cleave_answer(model, &cache->within_rows, stays_within_rows(model, element))
             : cache->within_rows == CLEAVE_PROVED;
}

/* ---- Domains and relations -------------------------------------------------------------------------------
 */

isl_set *cleave_iteration_domain(const struct cleave_loop_model *model, uint32_t around) {
  isl_set **domain =
      &model->cache->domains[around == CLEAVE_NO_DIMENSION ? model->loop->dimension_count : around];
  if (!*domain) {
    struct cleave_set_builder builder = cleave_set_builder_new(model);
    cleave_add_iteration(&builder, around);
    *domain = cleave_set_builder_finish(&builder);
  }
  return isl_set_copy(*domain);
}

static unsigned sequential_depth(const struct cleave_loop_model *model, uint32_t around) {
  unsigned depth = 0;
  for (; around != CLEAVE_NO_DIMENSION; around = model->loop->dimensions[around].around)
    depth += model->loop->dimensions[around].kind != CLEAVE_DIMENSION_PARALLEL;
  return depth;
}

unsigned cleave_common_counters(const struct cleave_loop_model *model, uint32_t around, uint32_t other) {
  const struct cleave_dimension *dimensions = model->loop->dimensions;
  unsigned depth = sequential_depth(model, around), other_depth = sequential_depth(model, other);
  while (around != other && depth && other_depth) {
    const bool is_deeper = depth >= other_depth, is_other_deeper = other_depth >= depth;
    if (is_deeper) {
      around = dimensions[around].around;
      depth = sequential_depth(model, around);
    }
    if (is_other_deeper) {
      other = dimensions[other].around;
      other_depth = sequential_depth(model, other);
    }
  }
  return model->parallel_count + (depth < other_depth ? depth : other_depth);
}

/* The relation of ELEMENT as a set: { [counters, subscripts] }. */
static isl_set *build_relation(const struct cleave_loop_model *model, const struct cleave_element *element,
                               bool assumes_no_overflow) {
  struct cleave_set_builder builder = cleave_set_builder_new(model);
  builder.assumes_no_overflow = assumes_no_overflow;
  cleave_add_iteration(&builder, element->access->around);
  for (size_t i = 0; i < element->count; i++) {
    struct cleave_sum difference = cleave_add_coordinate(&builder);
    cleave_sum_add(&builder, &difference, -1, cleave_sum_of(&builder, &element->subscripts[i]));
    cleave_require_zero(&builder, difference);
  }
  return cleave_set_builder_finish(&builder);
}

static unsigned counter_count(const struct cleave_loop_model *model, uint32_t around) {
  return model->parallel_count + sequential_depth(model, around);
}

isl_map *cleave_access_relation(const struct cleave_loop_model *model, const struct cleave_element *element) {
  struct cleave_access_cache *cache = find_element(model, element);
  if (cache && cache->relation)
    return isl_map_copy(cache->relation);
  isl_map *relation = isl_map_move_dims(isl_map_from_range(build_relation(model, element, false)), isl_dim_in,
                                        0, isl_dim_out, 0, counter_count(model, element->access->around));
  if (cache)
    cache->relation = isl_map_copy(relation);
  return relation;
}

isl_set *cleave_touched_elements(const struct cleave_loop_model *model,
                                 const struct cleave_element *element) {
  return isl_set_project_out(build_relation(model, element, true), isl_dim_set, 0,
                             counter_count(model, element->access->around));
}
