/* FILE: lib/polyhedral/model_cache.c
 * WHAT: see loop_model.h.
 */
#include <string.h>

#include <isl/options.h>

#include "polyhedral/model_cache.h"

/* A limit for the questions that one analysis asks about a loop; beyond it the answer is "not known". It
 * counts operations and not seconds, because the host and the device compilation must come to the same
 * answer. */
#define MOST_OPERATIONS 4000000

/* ---- Equal accesses --------------------------------------------------------------------------------------
 */

static size_t hash_of(const struct cleave_access *access) {
  size_t hash = access->variable * 31u + access->around;
  for (size_t i = 0; i < access->subscript_count; i++)
    for (size_t t = 0; t < access->subscripts[i].term_count; t++) {
      const struct cleave_term *term = &access->subscripts[i].terms[t];
      hash = hash * 31 + (size_t)term->coefficient;
      for (uint32_t f = 0; f < term->factor_count; f++)
        hash = hash * 31 + term->factors[f];
    }
  return hash;
}

bool cleave_polynomials_equal(const struct cleave_polynomial *one, const struct cleave_polynomial *other) {
  if (one->term_count != other->term_count)
    return false;
  for (size_t i = 0; i < one->term_count; i++)
    if (one->terms[i].coefficient != other->terms[i].coefficient ||
        one->terms[i].factor_count != other->terms[i].factor_count ||
        memcmp(one->terms[i].factors, other->terms[i].factors,
               one->terms[i].factor_count * sizeof *one->terms[i].factors))
      return false;
  return true;
}

static bool fits_are_equal(const struct cleave_fit *one, const struct cleave_fit *other) {
  return one->bits == other->bits && one->is_signed == other->is_signed && one->around == other->around &&
         cleave_polynomials_equal(&one->value, &other->value);
}

/* Whether the two differ in nothing but their source locations. */
static bool accesses_are_equal(const struct cleave_access *one, const struct cleave_access *other) {
  if (one->variable != other->variable || one->writes != other->writes || one->updates != other->updates ||
      one->is_carried != other->is_carried || one->is_placed != other->is_placed ||
      one->commutes != other->commutes || one->certain != other->certain || one->around != other->around ||
      one->subscript_count != other->subscript_count || one->inner_count != other->inner_count ||
      one->fit_count != other->fit_count)
    return false;
  for (size_t i = 0; i < one->inner_count; i++)
    if (!cleave_polynomials_equal(&one->inner[i], &other->inner[i]) ||
        !cleave_polynomials_equal(&one->inner_extents[i], &other->inner_extents[i]))
      return false;
  for (size_t i = 0; i < one->subscript_count; i++)
    if (!cleave_polynomials_equal(&one->subscripts[i], &other->subscripts[i]) ||
        !cleave_polynomials_equal(&one->extents[i], &other->extents[i]))
      return false;
  for (size_t i = 0; i < one->fit_count; i++)
    if (!fits_are_equal(&one->fits[i], &other->fits[i]))
      return false;
  return true;
}

/* LOOP with the first of each group of equal accesses, in their order. A proof about the first holds for the
 * others: they touch the same elements in the same iterations, and the accesses before the first are before
 * them as well. NULL if there are more than CLEAVE_MOST_ACCESSES. */
static const struct cleave_loop_accesses *merge_accesses(struct cleave_arena *arena,
                                                         const struct cleave_loop_accesses *loop) {
  const size_t most = loop->access_count < CLEAVE_MOST_ACCESSES ? loop->access_count : CLEAVE_MOST_ACCESSES;
  const size_t slot_count = 2 * most + 1;
  struct cleave_loop_accesses *merged = cleave_arena_allocate(arena, sizeof *merged);
  const struct cleave_access **slots = cleave_arena_allocate(arena, slot_count * sizeof *slots);
  *merged = *loop;
  merged->access_count = 0;
  merged->accesses = cleave_arena_allocate(arena, most * sizeof *merged->accesses);
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    size_t slot = hash_of(access) % slot_count;
    while (slots[slot] && !accesses_are_equal(slots[slot], access))
      slot = (slot + 1) % slot_count;
    if (slots[slot])
      continue;
    if (merged->access_count == CLEAVE_MOST_ACCESSES)
      return NULL;
    slots[slot] = access;
    merged->accesses[merged->access_count++] = *access;
  }
  return merged;
}

/* ---- Values ----------------------------------------------------------------------------------------------
 */

bool cleave_loop_is_unaliased(const struct cleave_loop_model *model, uint32_t index) {
  const struct cleave_variable *variable = &model->region->variables[index];
  const bool copy = variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE ||
                    variable->sharing == CLEAVE_SHARING_PRIVATE ||
                    (variable->sharing == CLEAVE_SHARING_INSIDE && !variable->address_taken);
  return copy && !(cleave_region_uses(model->region, 0, index, NULL) & CLEAVE_USE_ADDRESS);
}

/* dependence.c, point 3. */
static bool is_invariant(const struct cleave_loop_model *model, const struct cleave_dimension *dimension) {
  if (dimension->kind != CLEAVE_DIMENSION_SYMBOL)
    return false;
  const struct cleave_variable *variable = &model->region->variables[dimension->variable];
  if (variable->is_member)
    return true; /* lib/analysis/members.c */
  if (!cleave_loop_is_unaliased(model, dimension->variable) || variable->type_class != CLEAVE_TYPE_INTEGER ||
      variable->is_volatile)
    return false;
  const uint32_t node = (uint32_t)(model->node - model->region->nodes);
  return !(cleave_region_uses(model->region, node, dimension->variable, NULL) & ~(uint32_t)CLEAVE_USE_READ);
}

/* Whether TERM is a product of loop invariants. */
static bool is_invariant_term(const struct cleave_loop_model *model, const struct cleave_term *term) {
  for (uint32_t f = 0; f < term->factor_count; f++)
    if (!model->is_invariant[term->factors[f]])
      return false;
  return true;
}

bool cleave_loop_is_invariant(const struct cleave_loop_model *model, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    if (!is_invariant_term(model, &value->terms[i]))
      return false;
  return true;
}

bool cleave_is_affine(const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    if (value->terms[i].factor_count > 1 || value->terms[i].coefficient == INT64_MIN)
      return false;
  return true;
}

bool cleave_loop_is_affine(const struct cleave_loop_model *model, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    if ((value->terms[i].factor_count > 1 && !is_invariant_term(model, &value->terms[i])) ||
        value->terms[i].coefficient == INT64_MIN)
      return false;
  return true;
}

/* ---- Models ----------------------------------------------------------------------------------------------
 */

struct cleave_loop_models {
  const struct cleave_region *region;
  struct cleave_arena *arena;
  isl_ctx *isl;                                   /* NULL: there is no model yet */
  struct cleave_loop_model **models;              /* per node; NULL: not built yet */
  const struct cleave_loop_model **atomic_models; /* the same, of `atomics` */
  struct cleave_loop_model **others;              /* of several loops */
  size_t other_count;
};

struct cleave_loop_models *cleave_loop_models_new(const struct cleave_region *region,
                                                  struct cleave_arena *arena) {
  struct cleave_loop_models *models = cleave_arena_allocate(arena, sizeof *models);
  *models = (struct cleave_loop_models){.region = region, .arena = arena};
  return models;
}

/* ACCESSES: what the reader tells of the loop, or NULL. VARIES: the dimensions that are no loop invariants anyway, or NULL. */
static struct cleave_loop_model *new_model(const struct cleave_loop_models *models, uint32_t loop,
                                           const struct cleave_loop_accesses *accesses, const bool *varies) {
  struct cleave_arena *arena = models->arena;
  struct cleave_loop_model *model = cleave_arena_allocate(arena, sizeof *model);
  *model = (struct cleave_loop_model){
      .region = models->region, .node = &models->region->nodes[loop], .arena = arena, .isl = models->isl};
  if (accesses)
    model->loop = merge_accesses(arena, accesses);
  if (!model->loop)
    return model;
  const size_t dimensions = model->loop->dimension_count;
  struct cleave_model_cache *cache = cleave_arena_allocate(arena, sizeof *cache);
  cache->symbols = cleave_arena_allocate(arena, dimensions * sizeof(isl_id *));
  cache->domains = cleave_arena_allocate(arena, (dimensions + 1) * sizeof(isl_set *));
  cache->accesses = cleave_arena_allocate(arena, model->loop->access_count * sizeof *cache->accesses);
  model->cache = cache;
  model->is_invariant = cleave_arena_allocate(arena, dimensions * sizeof *model->is_invariant);
  for (size_t i = 0; i < dimensions; i++) {
    model->is_invariant[i] = !(varies && varies[i]) && is_invariant(model, &model->loop->dimensions[i]);
    model->parallel_count += model->loop->dimensions[i].kind == CLEAVE_DIMENSION_PARALLEL;
  }
  return model;
}

/* Begins a new budget of operations. */
static void begin_queries(struct cleave_loop_models *models) {
  if (!models->isl) {
    models->isl = isl_ctx_alloc();
    isl_options_set_on_error(models->isl, ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(models->isl, MOST_OPERATIONS);
    models->models =
        cleave_arena_allocate(models->arena, models->region->node_count * sizeof(struct cleave_loop_model *));
    models->atomic_models =
        cleave_arena_allocate(models->arena, models->region->node_count * sizeof(struct cleave_loop_model *));
  }
  isl_ctx_reset_operations(models->isl);
  isl_ctx_reset_error(models->isl);
}

const struct cleave_loop_model *cleave_loop_model_get(struct cleave_loop_models *models, uint32_t loop) {
  begin_queries(models);
  if (!models->models[loop])
    models->models[loop] = new_model(models, loop, models->region->nodes[loop].accesses, NULL);
  return models->models[loop];
}

const struct cleave_loop_model *cleave_loop_model_of(struct cleave_loop_models *models, uint32_t first,
                                                     const struct cleave_loop_accesses *accesses,
                                                     const bool *varies) {
  begin_queries(models);
  struct cleave_loop_model *model = new_model(models, first, accesses, varies);
  CLEAVE_APPEND(models->arena, models->others, models->other_count, model);
  return model;
}

const struct cleave_loop_model *cleave_header_model_get(struct cleave_loop_models *models, uint32_t loop) {
  return cleave_loop_model_of(models, loop, models->region->nodes[loop].headers, NULL);
}

const struct cleave_loop_model *cleave_scan_model_get(struct cleave_loop_models *models, uint32_t loop) {
  return cleave_loop_model_of(models, loop, models->region->nodes[loop].scan, NULL);
}

const struct cleave_loop_model *cleave_atomic_model_get(struct cleave_loop_models *models, uint32_t loop) {
  begin_queries(models);
  if (!models->atomic_models[loop])
    models->atomic_models[loop] =
        cleave_loop_model_of(models, loop, models->region->nodes[loop].atomics->accesses, NULL);
  return models->atomic_models[loop];
}

static void free_cache(const struct cleave_loop_model *model) {
  struct cleave_model_cache *cache = model->cache;
  for (size_t i = 0; i < model->loop->dimension_count; i++)
    isl_id_free(cache->symbols[i]);
  for (size_t i = 0; i < cache->product_count; i++)
    isl_id_free(cache->products[i].id);
  for (size_t i = 0; i <= model->loop->dimension_count; i++)
    isl_set_free(cache->domains[i]);
  for (size_t i = 0; i < model->loop->access_count; i++)
    isl_map_free(cache->accesses[i].relation);
}

void cleave_loop_models_free(struct cleave_loop_models *models) {
  for (uint32_t i = 0; models->isl && i < models->region->node_count; i++)
    if (models->models[i] && models->models[i]->loop)
      free_cache(models->models[i]);
  for (size_t i = 0; i < models->other_count; i++)
    if (models->others[i]->loop)
      free_cache(models->others[i]);
  isl_ctx_free(models->isl);
  models->isl = NULL;
}

/* ---- What a model keeps ----------------------------------------------------------------------------------
 */

isl_id *cleave_parameter(const struct cleave_loop_model *model, const struct cleave_term *term) {
  struct cleave_model_cache *cache = model->cache;
  const struct cleave_dimension *first = &model->loop->dimensions[term->factors[0]];
  if (term->factor_count == 1) {
    isl_id **symbol = &cache->symbols[term->factors[0]];
    if (!*symbol)
      *symbol = isl_id_alloc(model->isl, model->region->variables[first->variable].name, (void *)first);
    return *symbol;
  }
  for (size_t i = 0; i < cache->product_count; i++)
    if (cache->products[i].term.factor_count == term->factor_count &&
        !memcmp(cache->products[i].term.factors, term->factors, term->factor_count * sizeof *term->factors))
      return cache->products[i].id;
  /* The number makes the identity. */
  const char *name = cleave_arena_format(model->arena, "product%zu", cache->product_count);
  const struct cleave_product product = {*term, isl_id_alloc(model->isl, name, NULL)};
  CLEAVE_APPEND(model->arena, cache->products, cache->product_count, product);
  return product.id;
}

bool cleave_answer(const struct cleave_loop_model *model, enum cleave_answer *answer, bool proved) {
  if (proved || isl_ctx_last_error(model->isl) != isl_error_quota)
    *answer = proved ? CLEAVE_PROVED : CLEAVE_NOT_PROVED;
  return proved;
}
