/* FILE: lib/polyhedral/dependence.h
 * WHAT: the dependence test for the iterations of a parallel loop and of a nest.
 */
#ifndef CLEAVE_POLYHEDRAL_DEPENDENCE_H
#define CLEAVE_POLYHEDRAL_DEPENDENCE_H

#include "polyhedral/loop_model.h"

/* Whether it is proved that no iteration of the loop touches memory that another iteration writes. If not,
 * *OBSTACLE gives the reason in words, in the model's arena. *OFFSET is the source location that it refers
 * to. */
bool cleave_loop_is_independent(const struct cleave_loop_model *model, const char **obstacle,
                                uint32_t *offset);

/* A value that a proof assumes to be in a range, in each iteration. */
struct cleave_assumed_range {
  struct cleave_polynomial value;
  /* It is at least 0 and less than EXTENT: the column in row * EXTENT + VALUE. No terms: a type holds it. */
  struct cleave_polynomial extent;
  unsigned bits; /* of that type */
  bool is_signed;
};

#define CLEAVE_MOST_RANGES 16

/* What a proof about a nest assumes. The caller has to check it when the nest starts. */
struct cleave_assumptions {
  bool are_disjoint;    /* objects of two names do not overlap where one of them is written */
  bool may_have_ranges; /* set by the caller: the proof may assume ranges */
  struct cleave_assumed_range ranges[CLEAVE_MOST_RANGES];
  size_t range_count;
};

/* Whether the subscripts of ACCESS do not overflow. If *ASSUMPTIONS may have ranges, those that are not proved are added to it.
 * ASSUMPTIONS may be NULL. */
bool cleave_assume_access_fits(const struct cleave_loop_model *model, const struct cleave_access *access,
                               struct cleave_assumptions *assumptions);

/* The same for the iterations of the outermost DEPTH loops of its nest, at least the associated ones. If ALIGNED is given, the
 * innermost of them are the loops over all dimensions for which it is true: one around each access. An iteration of one and
 * an iteration of another are equal if all their counters are. Sets *ASSUMPTIONS, to none if possible. */
bool cleave_nest_is_independent(const struct cleave_loop_model *model, unsigned depth, const bool *aligned,
                                struct cleave_assumptions *assumptions, const char **obstacle,
                                uint32_t *offset);

/* Whether it is proved that no two iterations of the loop over DIMENSION touch memory that one of them writes, where the counters of
 * all loops around it are equal. The loop is in the body of the only associated loop. Adds what the proof assumes to *ASSUMPTIONS. */
bool cleave_inner_loop_is_independent(const struct cleave_loop_model *model, uint32_t dimension,
                                      struct cleave_assumptions *assumptions);

/* Whether a guard can compare the address of ACCESS's object: an array, what a pointer points to, or an object that is mapped as a whole. */
bool cleave_may_be_compared(const struct cleave_loop_model *model, const struct cleave_access *access);

#endif
