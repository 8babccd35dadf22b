/* FILE: lib/polyhedral/set_builder.c
 * WHAT: see set_builder.h.
 */
#include <isl/id.h>
#include <isl/mat.h>
#include <isl/space.h>
#include <isl/val.h>

#include "polyhedral/model_cache.h"
#include "polyhedral/set_builder.h"

/* ---- Sums ------------------------------------------------------------------------------------------------
 */

static void add_summand(struct cleave_set_builder *builder, struct cleave_sum *sum, uint32_t column,
                        int64_t coefficient) {
  const struct cleave_summand summand = {column, coefficient};
  CLEAVE_APPEND(builder->model->arena, sum->summands, sum->summand_count, summand);
}

void cleave_sum_add(struct cleave_set_builder *builder, struct cleave_sum *sum, int factor,
                    struct cleave_sum other) {
  for (size_t i = 0; i < other.summand_count; i++)
    add_summand(builder, sum, other.summands[i].column, factor * other.summands[i].coefficient);
}

void cleave_sum_add_constant(struct cleave_set_builder *builder, struct cleave_sum *sum, int64_t value) {
  add_summand(builder, sum, 0, value);
}

static void add_constraint(struct cleave_set_builder *builder, struct cleave_constraints *constraints,
                           struct cleave_sum sum, bool is_equality) {
  const struct cleave_constraint constraint = {sum, is_equality};
  CLEAVE_APPEND(builder->model->arena, constraints->rows, constraints->count, constraint);
}

void cleave_require_zero(struct cleave_set_builder *builder, struct cleave_sum sum) {
  add_constraint(builder, &builder->all, sum, true);
}

void cleave_require_not_negative(struct cleave_set_builder *builder, struct cleave_sum sum) {
  add_constraint(builder, &builder->all, sum, false);
}

/* FACTOR * SUM + CONSTANT >= 0 */
static void require_bound(struct cleave_set_builder *builder, struct cleave_constraints *constraints,
                          int factor, struct cleave_sum sum, int64_t constant) {
  struct cleave_sum bound = {0};
  cleave_sum_add(builder, &bound, factor, sum);
  cleave_sum_add_constant(builder, &bound, constant);
  add_constraint(builder, constraints, bound, false);
}

/* ---- Columns ---------------------------------------------------------------------------------------------
 */

static struct cleave_sum new_column(struct cleave_set_builder *builder, struct cleave_column column) {
  struct cleave_sum sum = {0};
  CLEAVE_APPEND(builder->model->arena, builder->columns, builder->column_count, column);
  add_summand(builder, &sum, (uint32_t)builder->column_count - 1, 1);
  return sum;
}

/* least <= VALUE <= most of an integer type */
static void require_range(struct cleave_set_builder *builder, struct cleave_sum value, unsigned bits,
                          bool is_signed) {
  if (!bits || bits > 64) {
    builder->failed = true;
    return;
  }
  const int64_t half = (int64_t)((UINT64_C(1) << (bits - 1)) - 1); /* less 1 */
  struct cleave_sum from = {0}, to = {0};
  cleave_sum_add(builder, &from, 1, value);
  cleave_sum_add(builder, &to, -1, value);
  cleave_sum_add_constant(builder, &to, half);
  if (is_signed) {
    cleave_sum_add_constant(builder, &from, half);
    cleave_sum_add_constant(builder, &from, 1);
  } else {
    cleave_sum_add_constant(builder, &to, half);
    cleave_sum_add_constant(builder, &to, 1);
  }
  cleave_require_not_negative(builder, from);
  cleave_require_not_negative(builder, to);
}

/* VALUE is the numerator divided by the denominator, rounded towards 0, or down. A numerator with products gives no
 * constraint. */
static void require_quotient(struct cleave_set_builder *builder, struct cleave_sum value,
                             const struct cleave_dimension *quotient) {
  if (!cleave_is_affine(&quotient->numerator))
    return;
  const struct cleave_sum numerator = cleave_sum_of(builder, &quotient->numerator);
  struct cleave_sum rest = {0}; /* numerator - denominator * value */
  cleave_sum_add(builder, &rest, 1, numerator);
  add_summand(builder, &rest, value.summands[0].column, -quotient->denominator);
  if (quotient->rounds_down) {
    require_bound(builder, &builder->all, 1, rest, 0);
    require_bound(builder, &builder->all, -1, rest, quotient->denominator - 1);
    return;
  }
  struct cleave_constraints pair[2] = {0};
  for (int side = 0; side < 2; side++) { /* numerator >= 0, and numerator < 0 */
    const int sign = side ? -1 : 1;
    require_bound(builder, &pair[side], sign, numerator, -side);
    require_bound(builder, &pair[side], sign, rest, 0);
    require_bound(builder, &pair[side], -sign, rest, quotient->denominator - 1);
  }
  for (int side = 0; side < 2; side++)
    CLEAVE_APPEND(builder->model->arena, builder->either, builder->either_count, pair[side]);
}

static bool is_counter(const struct cleave_dimension *dimension) {
  return dimension->kind == CLEAVE_DIMENSION_PARALLEL || dimension->kind == CLEAVE_DIMENSION_SEQUENTIAL;
}

/* A new variable for DIMENSION. */
static struct cleave_sum add_variable(struct cleave_set_builder *builder, uint32_t dimension,
                                      bool is_coordinate) {
  const struct cleave_dimension *it = &builder->model->loop->dimensions[dimension];
  /* A symbol that is no loop invariant may have another value at each mention, so it never finds its column
   * again. */
  const uint32_t key = it->kind == CLEAVE_DIMENSION_SYMBOL ? CLEAVE_NO_DIMENSION : dimension;
  const struct cleave_sum value =
      new_column(builder, (struct cleave_column){.dimension = key, .is_coordinate = is_coordinate});
  if (!is_counter(it) || !builder->assumes_no_overflow)
    require_range(builder, value, it->bits, it->is_signed);
  if (it->kind == CLEAVE_DIMENSION_QUOTIENT)
    require_quotient(builder, value, it);
  return value;
}

static uint32_t column_of(struct cleave_set_builder *builder, const struct cleave_term *term,
                          isl_id *parameter);

/* VALUE, a polynomial of the header of the FOR node AT, in columns of the loop. Returns false if a symbol of it is none of the
 * loop's, or may have another value in the loop. */
static bool sum_of_header(struct cleave_set_builder *builder, uint32_t at,
                          const struct cleave_polynomial *value, struct cleave_sum *sum) {
  const struct cleave_loop_model *model = builder->model;
  const struct cleave_dimension *symbols = model->region->nodes[at].accesses->dimensions;
  for (size_t t = 0; t < value->term_count; t++) {
    const struct cleave_term *term = &value->terms[t];
    if (term->factor_count > 1 || term->coefficient == INT64_MIN)
      return false;
    if (!term->factor_count) {
      cleave_sum_add_constant(builder, sum, term->coefficient);
      continue;
    }
    const struct cleave_dimension *symbol = &symbols[term->factors[0]];
    uint32_t found = 0;
    while (found < model->loop->dimension_count &&
           !(model->is_invariant[found] && model->loop->dimensions[found].variable == symbol->variable))
      found++;
    if (symbol->kind != CLEAVE_DIMENSION_SYMBOL || found == model->loop->dimension_count ||
        cleave_region_uses(model->region, at, symbol->variable, NULL) &
            (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
      return false;
    const struct cleave_term same = {.coefficient = 1, .factors = {found}, .factor_count = 1};
    add_summand(builder, sum, column_of(builder, &same, cleave_parameter(model, &same)), term->coefficient);
  }
  return true;
}

/* VALUE is that of the symbol VARIABLE. If it is the counter of a FOR node around the loop, the header of that node bounds it:
 * no statement of its body changes it (model/region.h). */
static void require_header(struct cleave_set_builder *builder, struct cleave_sum value, uint32_t variable) {
  const struct cleave_region *region = builder->model->region;
  const struct cleave_dimension *counter = NULL;
  uint32_t at = builder->model->node->parent;
  for (; at != CLEAVE_NO_NODE; at = region->nodes[at].parent) {
    const struct cleave_loop_accesses *header = region->nodes[at].accesses;
    for (size_t d = 0; region->nodes[at].kind == CLEAVE_NODE_FOR && header && d < header->dimension_count;
         d++)
      if (header->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL &&
          header->dimensions[d].variable == variable)
        counter = &header->dimensions[d];
    if (counter)
      break;
  }
  if (!counter)
    return;
  const bool upwards = counter->step > 0, known = counter->has_first && counter->step;
  const struct {
    bool holds;
    int sign;
    const struct cleave_polynomial *bound;
  } bounds[] = {{counter->has_least, 1, &counter->least},
                {counter->has_most, -1, &counter->most},
                {known, upwards ? 1 : -1, &counter->first}};
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    struct cleave_sum bound = {0}, distance = {0};
    if (!bounds[i].holds || !sum_of_header(builder, at, bounds[i].bound, &bound))
      continue;
    cleave_sum_add(builder, &distance, bounds[i].sign, value);
    cleave_sum_add(builder, &distance, -bounds[i].sign, bound);
    cleave_require_not_negative(builder, distance);
  }
}

/* The column of TERM without its coefficient. A parameter has the id PARAMETER; otherwise it is NULL. */
static uint32_t column_of(struct cleave_set_builder *builder, const struct cleave_term *term,
                          isl_id *parameter) {
  const uint32_t dimension = term->factors[0];
  for (uint32_t i = 1; i < builder->column_count; i++)
    if (parameter ? builder->columns[i].parameter == parameter : builder->columns[i].dimension == dimension)
      return i;
  if (!parameter)
    return add_variable(builder, dimension, false).summands[0].column;
  const struct cleave_sum value =
      new_column(builder, (struct cleave_column){.dimension = CLEAVE_NO_DIMENSION, .parameter = parameter});
  const struct cleave_dimension *it = &builder->model->loop->dimensions[dimension];
  if (term->factor_count == 1) {
    require_range(builder, value, it->bits, it->is_signed);
    require_header(builder, value, it->variable);
  }
  return value.summands[0].column;
}

struct cleave_sum cleave_sum_of(struct cleave_set_builder *builder, const struct cleave_polynomial *value) {
  const struct cleave_loop_model *model = builder->model;
  struct cleave_sum sum = {0};
  builder->failed |= !cleave_loop_is_affine(model, value);
  for (size_t i = 0; i < value->term_count && !builder->failed; i++) {
    const struct cleave_term *term = &value->terms[i];
    const bool is_parameter = term->factor_count && model->is_invariant[term->factors[0]];
    isl_id *parameter = is_parameter ? cleave_parameter(model, term) : NULL;
    add_summand(builder, &sum, term->factor_count ? column_of(builder, term, parameter) : 0,
                term->coefficient);
  }
  return sum;
}

struct cleave_set_builder cleave_set_builder_new(const struct cleave_loop_model *model) {
  struct cleave_set_builder builder = {.model = model};
  new_column(&builder, (struct cleave_column){.dimension = CLEAVE_NO_DIMENSION}); /* the constant */
  return builder;
}

struct cleave_sum cleave_add_coordinate(struct cleave_set_builder *builder) {
  return new_column(builder, (struct cleave_column){.dimension = CLEAVE_NO_DIMENSION, .is_coordinate = true});
}

/* ---- Iterations ------------------------------------------------------------------------------------------
 */

/* VALUE is not below BOUND, or, if SIGN is -1, not above. */
static void require_beside(struct cleave_set_builder *builder, struct cleave_sum value,
                           const struct cleave_polynomial *bound, int sign) {
  if (!cleave_loop_is_affine(builder->model, bound))
    return;
  struct cleave_sum distance = {0};
  cleave_sum_add(builder, &distance, sign, value);
  cleave_sum_add(builder, &distance, -sign, cleave_sum_of(builder, bound));
  cleave_require_not_negative(builder, distance);
}

/* Adds the bounds and the step of the loop whose counter has number INDEX. */
static void add_bounds(struct cleave_set_builder *builder, uint32_t index) {
  const struct cleave_loop_model *model = builder->model;
  const struct cleave_dimension *counter = &model->loop->dimensions[index];
  const struct cleave_sum value = {
      .summands =
          &(struct cleave_summand){column_of(builder, &(struct cleave_term){.factors = {index}}, NULL), 1},
      .summand_count = 1};
  if (counter->has_least)
    require_beside(builder, value, &counter->least, 1);
  if (counter->has_most)
    require_beside(builder, value, &counter->most, -1);
  for (uint32_t i = 0; i < counter->lower_count; i++)
    require_beside(builder, value, &counter->lower[i], 1);
  for (uint32_t i = 0; i < counter->upper_count; i++)
    require_beside(builder, value, &counter->upper[i], -1);
  if (!counter->has_first || !cleave_loop_is_affine(model, &counter->first) || !counter->step ||
      counter->step == INT64_MIN)
    return;
  /* value = first + step * turn, turn >= 0 */
  struct cleave_sum turns = {0};
  cleave_sum_add(builder, &turns, 1, value);
  cleave_sum_add(builder, &turns, -1, cleave_sum_of(builder, &counter->first));
  if (counter->step == 1 || counter->step == -1) {
    require_bound(builder, &builder->all, (int)counter->step, turns, 0);
    return;
  }
  const struct cleave_sum turn =
      new_column(builder, (struct cleave_column){.dimension = CLEAVE_NO_DIMENSION});
  cleave_require_not_negative(builder, turn);
  add_summand(builder, &turns, turn.summands[0].column, -counter->step);
  cleave_require_zero(builder, turns);
}

static void add_sequential(struct cleave_set_builder *builder, uint32_t around) {
  if (around == CLEAVE_NO_DIMENSION)
    return;
  const struct cleave_dimension *counter = &builder->model->loop->dimensions[around];
  add_sequential(builder, counter->around);
  if (counter->kind != CLEAVE_DIMENSION_PARALLEL)
    add_variable(builder, around, true);
}

void cleave_add_iteration(struct cleave_set_builder *builder, uint32_t around) {
  const struct cleave_loop_accesses *loop = builder->model->loop;
  for (uint32_t i = 0; i < loop->dimension_count; i++)
    if (loop->dimensions[i].kind == CLEAVE_DIMENSION_PARALLEL)
      add_variable(builder, i, true);
  add_sequential(builder, around);
  for (uint32_t i = around; i != CLEAVE_NO_DIMENSION; i = loop->dimensions[i].around)
    add_bounds(builder, i);
}

/* ---- Sets ------------------------------------------------------------------------------------------------
 */

/* The positions of the columns in isl's order: the constant, parameters, coordinates, other variables. */
struct layout {
  unsigned *positions; /* per column */
  unsigned parameters, coordinates, variables;
};

static struct layout layout_of(const struct cleave_set_builder *builder) {
  struct layout layout = {
      .positions = cleave_arena_allocate(builder->model->arena, builder->column_count * sizeof(unsigned))};
  unsigned *const counts[] = {&layout.parameters, &layout.coordinates, &layout.variables};
  unsigned next = 1;
  for (unsigned kind = 0; kind < 3; kind++)
    for (size_t i = 1; i < builder->column_count; i++) {
      const struct cleave_column *column = &builder->columns[i];
      if ((column->parameter ? 0u : column->is_coordinate ? 1u : 2u) != kind)
        continue;
      layout.positions[i] = next++;
      ++*counts[kind];
    }
  return layout;
}

static isl_space *space_of(const struct cleave_set_builder *builder, const struct layout *layout) {
  isl_space *space =
      isl_space_set_alloc(builder->model->isl, layout->parameters, layout->coordinates + layout->variables);
  for (size_t i = 1; i < builder->column_count; i++)
    if (builder->columns[i].parameter)
      space = isl_space_set_dim_id(space, isl_dim_param, layout->positions[i] - 1,
                                   isl_id_copy(builder->columns[i].parameter));
  return space;
}

/* The equalities among CONSTRAINTS, or the inequalities. */
static isl_mat *matrix_of(const struct cleave_set_builder *builder, const struct layout *layout,
                          const struct cleave_constraints *constraints, bool equalities) {
  isl_ctx *isl = builder->model->isl;
  unsigned row_count = 0, row = 0;
  for (size_t i = 0; i < constraints->count; i++)
    row_count += constraints->rows[i].is_equality == equalities;
  isl_mat *matrix = isl_mat_add_zero_rows(isl_mat_alloc(isl, 0, (unsigned)builder->column_count), row_count);
  for (size_t i = 0; i < constraints->count; i++) {
    const struct cleave_sum *sum = &constraints->rows[i].sum;
    if (constraints->rows[i].is_equality != equalities)
      continue;
    for (size_t k = 0; k < sum->summand_count; k++) {
      const int column = (int)layout->positions[sum->summands[k].column];
      isl_val *value = isl_mat_get_element_val(matrix, (int)row, column);
      value = isl_val_add(value, isl_val_int_from_si(isl, sum->summands[k].coefficient));
      matrix = isl_mat_set_element_val(matrix, (int)row, column, value);
    }
    row++;
  }
  return matrix;
}

static isl_set *set_of(const struct cleave_set_builder *builder, const struct layout *layout,
                       const struct cleave_constraints *constraints) {
  return isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      space_of(builder, layout), matrix_of(builder, layout, constraints, true),
      matrix_of(builder, layout, constraints, false), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

isl_set *cleave_set_builder_finish(const struct cleave_set_builder *builder) {
  if (builder->failed)
    return NULL;
  const struct layout layout = layout_of(builder);
  isl_set *set = set_of(builder, &layout, &builder->all);
  for (size_t i = 0; i < builder->either_count; i += 2)
    set = isl_set_intersect(set, isl_set_union(set_of(builder, &layout, &builder->either[i]),
                                               set_of(builder, &layout, &builder->either[i + 1])));
  return isl_set_project_out(set, isl_dim_set, layout.coordinates, layout.variables);
}
