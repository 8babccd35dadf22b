/* FILE: lib/polyhedral/model_cache.h
 * WHAT: the isl objects and the answers that a loop model keeps. Internal to lib/polyhedral.
 */
#ifndef CLEAVE_POLYHEDRAL_MODEL_CACHE_H
#define CLEAVE_POLYHEDRAL_MODEL_CACHE_H

#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>

#include "polyhedral/element.h"
#include "polyhedral/loop_model.h"

/* The answer to a question about a loop. It stays open if the operation budget prevents it. */
enum cleave_answer { CLEAVE_OPEN, CLEAVE_PROVED, CLEAVE_NOT_PROVED };

struct cleave_access_cache {
  enum cleave_answer fits;
  struct cleave_element element; /* the next two are about this one; count 0: none yet */
  enum cleave_answer within_rows;
  isl_map *relation; /* NULL: not built, or not affine */
};

/* A product of loop invariants, which is a parameter. */
struct cleave_product {
  struct cleave_term term; /* its coefficient has no meaning */
  isl_id *id;
};

struct cleave_model_cache {
  isl_id **symbols; /* per dimension; NULL: no set mentions it yet */
  struct cleave_product *products;
  size_t product_count;
  isl_set **domains; /* per innermost loop; the last one: no loop */
  struct cleave_access_cache *accesses;
};

/* Makes a model with the description ACCESSES of several loops, of which FIRST is the first node; MODELS, which has models already, owns
 * it. VARIES, per dimension: it is no loop invariant. The `loop` of the model is NULL if there are more than CLEAVE_MOST_ACCESSES
 * different accesses. */
const struct cleave_loop_model *cleave_loop_model_of(struct cleave_loop_models *models, uint32_t first,
                                                     const struct cleave_loop_accesses *accesses,
                                                     const bool *varies);

/* The parameter for TERM, which is a loop invariant or a product of several. The model owns it. */
isl_id *cleave_parameter(const struct cleave_loop_model *model, const struct cleave_term *term);

/* Sets *ANSWER, unless the operation budget is used up. Returns PROVED. */
bool cleave_answer(const struct cleave_loop_model *model, enum cleave_answer *answer, bool proved);

#endif
