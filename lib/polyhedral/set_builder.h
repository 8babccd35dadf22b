/* FILE: lib/polyhedral/set_builder.h
 * WHAT: builds an isl set of iterations or elements of a loop from affine constraints on its dimensions.
 *
 * A builder collects constraints over columns: parameters, coordinates, and values that exist for each point
 * of the set. A dimension of the loop gets its column on first mention, with the constraints that always hold
 * for it:
 *   - a loop invariant is a parameter; that of a `for` around the loop obeys its header;
 *   - any other symbol is another value at each mention;
 *   - a counter, a quotient or an unknown value is one value throughout the builder.
 */
#ifndef CLEAVE_POLYHEDRAL_SET_BUILDER_H
#define CLEAVE_POLYHEDRAL_SET_BUILDER_H

#include <isl/set.h>

#include "polyhedral/loop_model.h"

/* A sum of columns with coefficients. The same column may occur several times. Column 0 is the constant 1. */
struct cleave_sum {
  struct cleave_summand {
    uint32_t column;
    int64_t coefficient; /* not INT64_MIN */
  } *summands;
  size_t summand_count;
};

struct cleave_constraint {
  struct cleave_sum sum;
  bool is_equality; /* sum = 0; otherwise sum >= 0 */
};

struct cleave_constraints {
  struct cleave_constraint *rows;
  size_t count;
};

struct cleave_column {
  uint32_t dimension; /* of the loop; CLEAVE_NO_DIMENSION: none, or a value of its own at each mention */
  isl_id *parameter;  /* the model owns it; NULL: a variable of the set */
  bool is_coordinate; /* otherwise a variable is existentially quantified */
};

struct cleave_set_builder {
  const struct cleave_loop_model *model;
  bool assumes_no_overflow; /* counters take all values of their loops */
  bool failed;              /* a value is not affine: there is no set */
  struct cleave_column *columns;
  size_t column_count;
  struct cleave_constraints all;     /* hold together */
  struct cleave_constraints *either; /* pairs, at least one of each holds */
  size_t either_count;
};

struct cleave_set_builder cleave_set_builder_new(const struct cleave_loop_model *model);

/* Adds coordinates for the counters of an iteration, with the bounds and steps of their loops: first the
 * counters of all associated loops, then those of the other loops around a piece of code, outermost first.
 * AROUND is the innermost. */
void cleave_add_iteration(struct cleave_set_builder *builder, uint32_t around);

/* Adds one more coordinate, and returns it. */
struct cleave_sum cleave_add_coordinate(struct cleave_set_builder *builder);

/* VALUE in the builder's columns. If it is not affine, the builder fails. */
struct cleave_sum cleave_sum_of(struct cleave_set_builder *builder, const struct cleave_polynomial *value);

/* *SUM += FACTOR * OTHER; FACTOR is 1 or -1. */
void cleave_sum_add(struct cleave_set_builder *builder, struct cleave_sum *sum, int factor,
                    struct cleave_sum other);
void cleave_sum_add_constant(struct cleave_set_builder *builder, struct cleave_sum *sum, int64_t value);

/* Adds the constraint SUM = 0, or SUM >= 0. */
void cleave_require_zero(struct cleave_set_builder *builder, struct cleave_sum sum);
void cleave_require_not_negative(struct cleave_set_builder *builder, struct cleave_sum sum);

/* The set { [coordinates] : there are values for the other variables that meet all constraints }. NULL if a
 * value is not affine or if the operation budget is used up. The caller owns it. */
isl_set *cleave_set_builder_finish(const struct cleave_set_builder *builder);

#endif
