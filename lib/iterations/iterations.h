/* FILE: lib/iterations/iterations.h
 * WHAT: sets of iterations and of elements of a parallel loop (model/affine.h), which isl decides on,
 *       exactly, over the integers. Why what is said in a set is so: independence.c, points 2 to 5.
 *       For the proofs here and in lib/transfers, so that its names have no prefix.
 */
#ifndef CLEAVE_ITERATIONS_ITERATIONS_H
#define CLEAVE_ITERATIONS_ITERATIONS_H

#include <isl/ctx.h>
#include <isl/set.h>

#include "model/affine.h"
#include "model/arena.h"
#include "model/region.h"
#include "model/text.h"

#define MOST_SUBSCRIPTS 8
/* Different accesses of a loop that is looked at. Questions about one access are linear in them. */
#define MOST_ACCESSES 512

/* One LOOP node of a region; ARENA owns what is written on the way. */
struct prover {
  const struct cleave_region *region;
  struct cleave_arena *arena;
  const struct cleave_node *node;
  /* Accesses that are the same are listed once. NULL: nothing is known of the loop, or they are too many. */
  const struct cleave_loop_accesses *loop;
  signed char *known_fits; /* per access, what `fits` has found: 1 or -1; 0: nothing yet */
  isl_ctx *isl;
};

struct prover new_prover(const struct cleave_region *region, struct cleave_arena *arena, uint32_t loop);
void end_prover(struct prover *prover);

/* ---- Values ----------------------------------------------------------------------------------- */

/* Whether VARIABLE is a copy of the region's own that no pointer can lead to. */
bool is_unreachable(const struct prover *prover, uint32_t variable);
/* Whether DIMENSION is a symbol that has one value for the whole loop. */
bool is_invariant(const struct prover *prover, const struct cleave_dimension *dimension);
/* Whether VALUE is made of such symbols. */
bool is_fixed(const struct prover *prover, const struct cleave_polynomial *value);
bool is_affine(const struct cleave_polynomial *value);
/* Whether VALUE is affine but for products of such symbols. In a condition a product is a symbol of its own,
 * of which nothing is known. */
bool is_linear(const struct prover *prover, const struct cleave_polynomial *value);

/* ---- Conditions ------------------------------------------------------------------------------- */

/* A condition under construction, in isl's notation. It may speak of two iterations, 0 and 1, each of
 * which has names of its own, with its letter; symbols are common to both. */
struct condition {
  const struct prover *prover;
  struct cleave_text symbols, names, text;
  bool *declared[2]; /* per iteration and dimension: whether it is among the names */
  unsigned mentions; /* of symbols that may change */
  bool runs_all;     /* the loops run all their iterations: no value is too large for its counter */
  bool failed;       /* something in it is not affine: what it says is not known */
};

struct condition new_condition(const struct prover *prover);
/* VALUE in ITERATION, as text. */
const char *text_of_value(struct condition *condition, const struct cleave_polynomial *value, int iteration);
/* The name of DIMENSION in ITERATION. Its first mention declares it, with what always holds for it. */
const char *name_of(struct condition *condition, uint32_t dimension, int iteration);
/* What holds for the counters of the loops around a piece of code; AROUND is the innermost. */
void add_domain(struct condition *condition, uint32_t around, int iteration);
/* Whether it is known that nothing meets the condition, whatever the symbols are. */
bool is_empty(const struct condition *condition);
/* The set { [e0, e1, ...] : there are values for the names that meet the condition }. The condition uses the coordinates
 * e0, e1, ... as well. NULL if it is not known. The caller frees it. */
isl_set *set_of(const struct condition *condition, size_t coordinate_count);

/* ---- Elements --------------------------------------------------------------------------------- */

bool is_same_value(const struct cleave_polynomial *one, const struct cleave_polynomial *other);

/* Whether ACCESS, of the prover's loop, is to what its subscripts say: what they assume is so. */
bool fits(const struct prover *prover, const struct cleave_access *access);

/* The subscripts of an access, as many as it takes for each to be affine. extents[0] is not used. */
struct element {
  const struct cleave_access *access;
  struct cleave_polynomial subscripts[MOST_SUBSCRIPTS], extents[MOST_SUBSCRIPTS];
  size_t count;
};

struct element element_of(const struct cleave_access *access);
/* Takes first subscripts i * n + j apart into i and j, until those of both are affine: then both have
 * subscripts of the same meaning, if they are within their rows. False if that does not succeed. */
bool split_rows(const struct prover *prover, struct element *one, struct element *other);
/* Whether all subscripts but the first are within their extents. */
bool is_within_rows(const struct prover *prover, const struct element *element);

#endif
