/* FILE: lib/fission/distribute_flow.c
 * WHAT: see distribute_flow.h.
 */
#include "fission/distribute_flow.h"

#include <string.h>

/* The place of VARIABLE for a remark: its declaration in the region, or the statement that assigns it first. */
static uint32_t place_of(const struct planner *planner, uint32_t variable) {
  const struct cleave_variable *it = variable_at(planner, variable);
  return it->is_inferred ? node_at(planner, it->declared_by)->range.begin : it->declared_at;
}

bool refuse_flow(struct fission *fission, uint32_t variable, const char *why) {
  struct planner *planner = fission->planner;
  const struct cleave_variable *it = variable_at(planner, variable);
  return refuse(planner, CLEAVE_REASON_DISTRIBUTE_NOT_SPLIT, place_of(planner, variable),
                cleave_arena_format(planner->arena, "the value of '%s' flows between its parts, and %s",
                                    it->name, why));
}

bool part_contains(const struct planner *planner, const struct cleave_plan_node *part, uint32_t node) {
  const uint32_t begin = node_at(planner, node)->range.begin;
  return begin >= node_at(planner, part->node)->range.begin &&
         begin < node_at(planner, part->last)->range.end;
}

uint32_t uses_in_part(const struct planner *planner, const struct cleave_plan_node *part, uint32_t variable) {
  uint32_t flags = 0;
  for (uint32_t at = part->node;; at = node_at(planner, at)->next) {
    flags |= uses_below(planner, at, variable);
    if (at == part->last)
      return flags;
  }
}

static bool is_below(const struct planner *planner, uint32_t node, uint32_t top) {
  for (uint32_t at = node; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    if (at == top)
      return true;
  return false;
}

/* Whether the counter VARIABLE of a control loop has one value between its use in DECLARATION and the end of the
 * declaration's block: only headers of loops around the declaration change it. */
static bool keeps_value(const struct planner *planner, uint32_t variable, uint32_t declaration) {
  for (uint32_t n = 0; n < planner->region->node_count; n++)
    for (size_t u = 0; u < node_at(planner, n)->use_count; u++)
      if (node_at(planner, n)->uses[u].variable == variable &&
          node_at(planner, n)->uses[u].flags & CLEAVE_USE_WRITE && !is_below(planner, declaration, n))
        return false;
  return true;
}

/* Names in parts denote the variables that they denote now only if no other variable has the same name. */
static bool is_unique(const struct planner *planner, uint32_t index) {
  for (uint32_t v = 0; v < planner->region->variable_count; v++)
    if (v != index && !strcmp(variable_at(planner, v)->name, variable_at(planner, index)->name))
      return false;
  return true;
}

/* Whether each part can compute the value of VARIABLE again. */
static bool is_computed_again(const struct fission *fission, uint32_t index) {
  const struct planner *planner = fission->planner;
  const struct cleave_variable *variable = variable_at(planner, index);
  const struct cleave_declarator *declarator = fission->declarators[index];
  const bool kind =
      variable->type_class == CLEAVE_TYPE_INTEGER || variable->type_class == CLEAVE_TYPE_POINTER;
  if (!kind || !variable->type || !declarator || !declarator->has_initializer ||
      declarator->list_initializer || declarator->fact_count)
    return false;
  for (uint32_t n = 0; n < planner->region->node_count; n++)
    for (size_t u = 0; n != variable->declared_by && u < node_at(planner, n)->use_count; u++)
      if (node_at(planner, n)->uses[u].variable == index &&
          node_at(planner, n)->uses[u].flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
        return false;
  for (size_t u = 0; u < declarator->use_count; u++) {
    const uint32_t used = declarator->uses[u].variable;
    const struct cleave_variable *source = variable_at(planner, used);
    const bool outside =
        source->sharing != CLEAVE_SHARING_INSIDE &&
        (source->sharing == CLEAVE_SHARING_FIRSTPRIVATE || source->type_class == CLEAVE_TYPE_POINTER) &&
        !(flowing_uses(planner, used) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS));
    const bool counter =
        source->declared_by <= fission->loop.body ||
        (fission->loop.is_uniform[used] && keeps_value(planner, used, variable->declared_by));
    if (declarator->uses[u].flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) || !is_unique(planner, used) ||
        (!outside && !counter && fission->flows[used] != FLOW_AGAIN))
      return false;
  }
  return true;
}

/* Why a pointer that one kernel computes may not be used in another one; NULL: it points to memory of the device that both have. What a
 * variable of an iteration, or a private copy, refers to exists in one kernel only. */
static const char *pointer_obstacle(const struct planner *planner) {
  for (uint32_t v = 0; v < planner->region->variable_count; v++) {
    const struct cleave_variable *variable = variable_at(planner, v);
    const uint32_t uses = flowing_uses(planner, v);
    if (is_owned(variable) && (uses & CLEAVE_USE_ADDRESS ||
                               (uses && !is_scalar(variable) && variable->type_class != CLEAVE_TYPE_POINTER)))
      return cleave_arena_format(planner->arena, "it may point to '%s', which one kernel has",
                                 variable->name);
  }
  return planner->region->flags & CLEAVE_REGION_HAS_UNNAMED_OBJECT
             ? "it may point to an object without a name, which one kernel has"
             : NULL;
}

static bool expand(struct fission *fission, uint32_t index) {
  struct planner *planner = fission->planner;
  const struct cleave_variable *variable = variable_at(planner, index);
  const struct cleave_declarator *declarator = fission->declarators[index];
  const bool array = variable->type_class == CLEAVE_TYPE_ARRAY;
  /* A map clause for pointers translates none of them: no item of it is what they point to (OpenMP 5.1, 2.21.7.1). */
  const bool pointer = variable->type_class == CLEAVE_TYPE_POINTER;
  const bool storable = array ? variable->element_type && variable->extents
                              : variable->type && (is_scalar(variable) || pointer ||
                                                   variable->type_class == CLEAVE_TYPE_RECORD);
  if (!storable || variable->has_destructor_or_constructor || (variable->holds_pointers && !pointer) ||
      variable->has_default_mapper || !variable->size)
    return refuse_flow(fission, index, "its type cannot have an element for each iteration");
  if (flowing_uses(planner, index) & CLEAVE_USE_ADDRESS)
    return refuse_flow(fission, index, "its address is taken");
  const char *obstacle = pointer ? pointer_obstacle(planner) : NULL;
  if (obstacle)
    return refuse_flow(fission, index, obstacle);
  if (array && declarator->has_initializer)
    return refuse_flow(fission, index,
                       "an array with an initializer cannot have an element for each iteration");
  if (array && cleave_mentions(&planner->unit->tokens, node_at(planner, 0)->range, "sizeof"))
    return refuse_flow(fission, index, "'sizeof' may refer to the array");
  const char *name = new_name(planner, variable->name);
  fission->names[index] = name;
  const struct cleave_expansion expansion = {index, name};
  CLEAVE_APPEND(planner->arena, planner->plan->expansions, planner->plan->expansion_count, expansion);
  note(planner, CLEAVE_REASON_EXPANDED, place_of(planner, index), variable->name);
  return true;
}

static bool classify(struct fission *fission, uint32_t index) {
  struct planner *planner = fission->planner;
  const struct cleave_variable *variable = variable_at(planner, index);
  bool used_elsewhere = false, declared_in_part = false;
  if (fission->loop.is_uniform[index]) {
    fission->flows[index] = FLOW_UNIFORM;
    return true;
  }
  for (size_t i = 0; i < fission->part_count; i++) {
    const bool declares = part_contains(planner, fission->parts[i], variable->declared_by);
    declared_in_part |= declares;
    used_elsewhere |= !declares && uses_in_part(planner, fission->parts[i], index);
  }
  if (!used_elsewhere) {
    fission->flows[index] = flowing_uses(planner, index) ? FLOW_LOCAL : FLOW_NONE;
    return true;
  }
  if (!is_unique(planner, index))
    return refuse_flow(fission, index, "another variable has the same name");
  if (is_computed_again(fission, index)) {
    fission->flows[index] = FLOW_AGAIN;
    return true;
  }
  fission->flows[index] = FLOW_EXPANDED;
  return declared_in_part ? expand(fission, index) : refuse_flow(fission, index, "no part declares it");
}

bool belongs_to_iteration(const struct fission *fission, uint32_t index) {
  const struct cleave_variable *variable = variable_at(fission->planner, index);
  return fission->declarators[index] ||
         (variable->is_inferred &&
          node_at(fission->planner, variable->declared_by)->kind == CLEAVE_NODE_EXPRESSION);
}

bool find_flows(struct fission *fission) {
  struct planner *planner = fission->planner;
  const struct cleave_region *region = planner->region;
  for (uint32_t n = 1; n < region->node_count; n++)
    for (size_t i = 0;
         region->nodes[n].kind == CLEAVE_NODE_DECLARATION && i < region->nodes[n].declarator_count; i++)
      fission->declarators[region->nodes[n].declarators[i].variable] = &region->nodes[n].declarators[i];
  for (uint32_t v = 0; v < region->variable_count; v++)
    if (belongs_to_iteration(fission, v) && !classify(fission, v))
      return false;
  return true;
}
