/* FILE: lib/polyhedral/loop_model.h
 * WHAT: the polyhedral model of a parallel loop: its accesses, its loop invariants and, as isl objects, its
 * iteration domains and access relations.
 *
 * The reader (passes/frontend) describes a loop by polynomials (model/affine.h). The model answers questions about this
 * description and builds isl objects from it on first use. Each object, and each proof about one access, is
 * computed once per loop: the dependence test and the analyses of lib/transfers share them.
 *
 * Parameters of isl spaces are the loop invariants. Each has one isl_id per loop, so that isl matches
 * parameters of different sets by identity. A product of invariants is a separate
 * parameter, unrelated to its factors.
 */
#ifndef CLEAVE_POLYHEDRAL_LOOP_MODEL_H
#define CLEAVE_POLYHEDRAL_LOOP_MODEL_H

#include <isl/ctx.h>

#include "model/affine.h"
#include "model/arena.h"
#include "model/region.h"

/* The models of one region. */
struct cleave_loop_models;
struct cleave_model_cache;

/* One LOOP node of a region. Callers do not modify it. */
struct cleave_loop_model {
  const struct cleave_region *region;
  const struct cleave_node *node;
  struct cleave_arena *arena; /* owns what the proofs allocate */
  isl_ctx *isl;
  /* The description, with equal accesses listed once. NULL: the reader has none, or there are more than
   * CLEAVE_MOST_ACCESSES different accesses. */
  const struct cleave_loop_accesses *loop;
  bool *is_invariant;      /* per dimension of the polynomials: its value is the same in all iterations */
  unsigned parallel_count; /* the number of loops associated with the directive */
  struct cleave_model_cache *cache;
};

/* A loop with more different accesses has no model. A query about one access takes time linear in the number
 * of accesses. */
#define CLEAVE_MOST_ACCESSES 512

/* The models of REGION; each is built on first use. ARENA owns their memory except for isl's, which
 * cleave_loop_models_free releases. */
struct cleave_loop_models *cleave_loop_models_new(const struct cleave_region *region,
                                                  struct cleave_arena *arena);
void cleave_loop_models_free(struct cleave_loop_models *models);

/* The model of node LOOP; MODELS owns it. Each call starts a new budget of isl operations for the queries
 * that follow. If the budget is used up, a query returns that nothing is proved. */
const struct cleave_loop_model *cleave_loop_model_get(struct cleave_loop_models *models, uint32_t loop);

/* The model of the loops associated with node LOOP, without accesses: node->headers is not NULL. MODELS owns it. */
const struct cleave_loop_model *cleave_header_model_get(struct cleave_loop_models *models, uint32_t loop);

/* The model of the serial loop at node LOOP without its carried values: node->scan is not NULL. MODELS owns it. */
const struct cleave_loop_model *cleave_scan_model_get(struct cleave_loop_models *models, uint32_t loop);

/* ---- Values ----------------------------------------------------------------------------------------------
 */

/* Whether VARIABLE is a private copy that no pointer can point to. */
bool cleave_loop_is_unaliased(const struct cleave_loop_model *model, uint32_t variable);
/* Whether VALUE contains only loop invariants. */
bool cleave_loop_is_invariant(const struct cleave_loop_model *model, const struct cleave_polynomial *value);
/* Whether VALUE has no products of dimensions. */
bool cleave_is_affine(const struct cleave_polynomial *value);
/* Whether VALUE has no products of dimensions other than products of loop invariants. */
bool cleave_loop_is_affine(const struct cleave_loop_model *model, const struct cleave_polynomial *value);
bool cleave_polynomials_equal(const struct cleave_polynomial *one, const struct cleave_polynomial *other);

#endif
