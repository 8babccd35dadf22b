/* FILE: lib/polyhedral/dependence_internal.h
 * WHAT: a proof about the accesses of a loop, for the dependence tests. Internal to lib/polyhedral.
 */
#ifndef CLEAVE_POLYHEDRAL_DEPENDENCE_INTERNAL_H
#define CLEAVE_POLYHEDRAL_DEPENDENCE_INTERNAL_H

#include <isl/map.h>

#include "polyhedral/model_cache.h"

struct cleave_assumptions;

enum { MOST_COMPARED = 8 }; /* loops of a nest */

/* The test of one loop. */
struct proof {
  const struct cleave_loop_model *model;
  unsigned depth;           /* the number of loops whose iterations are compared */
  unsigned fixed;           /* how many of them, from the outermost one, have equal counters anyway */
  uint32_t inside;          /* only accesses in this loop count; CLEAVE_NO_DIMENSION: all */
  const bool *aligned;      /* per dimension: whether it counts the last of them; NULL: the nest's own loop */
  bool may_assume_disjoint; /* that two names are of disjoint objects */
  struct cleave_assumptions *assumptions; /* NULL: there must be none */
  enum cleave_answer *objects;            /* per variable: no two accesses to it meet */
  enum cleave_answer pointers;            /* no two accesses through pointers meet */
  enum cleave_answer *within_map;         /* per access */
  unsigned pairs;                         /* compared so far */
};

/* A proof about the iterations of DEPTH loops, or, for equal counters of the others, of the innermost of them alone: INSIDE, a dimension.
 * CLEAVE_NO_DIMENSION: all. */
struct proof cleave_make_proof(const struct cleave_loop_model *model, unsigned depth, uint32_t inside);

/* The number of loops from the outermost one to the loop over DIMENSION. */
unsigned cleave_depth_of(const struct cleave_loop_model *model, uint32_t dimension);

/* Whether ACCESS is in the loop that the proof is about. */
bool cleave_proof_counts(const struct proof *proof, const struct cleave_access *access);

/* Whether ACCESS is to the variable that it names, or to the target of a pointer that has the same value in
 * every iteration. */
/* Whether the object of ACCESS may have other names: it is reached through a pointer, a reference or `this`. */
bool cleave_may_have_other_names(const struct cleave_loop_model *model, const struct cleave_access *access);
bool cleave_access_is_known(const struct cleave_loop_model *model, const struct cleave_access *access);

bool cleave_is_through_pointer(const struct cleave_loop_model *model, const struct cleave_access *access);

/* { iteration -> iteration }: those that touch the same element by FIRST and by SECOND. The caller owns it. NULL: nothing is known. */
__isl_give isl_map *cleave_meeting_of(const struct proof *proof, const struct cleave_access *first,
                                      const struct cleave_access *second);

/* Whether MEETING, which relates iterations that touch the same element, relates no two different iterations
 * of DEPTH loops: those with the counters IN of its domain and OUT of its range. Only iterations count that are equal in the
 * first FIXED of these. Consumes MEETING. */
bool cleave_relates_only_equal(unsigned depth, unsigned fixed, const unsigned *in, const unsigned *out,
                               __isl_take isl_map *meeting, bool is_symmetric);

#endif
