/* FILE: lib/fission/pointers.c
 * WHAT: pointers that the region sets: the host also computes them.
 *
 * A pointer in a region holds an address of the device; for each kernel it is translated from the host's
 * pointer (OpenMP 5.1, 2.21.7.2). So the host must update its own pointers as the region does, and each
 * kernel must translate them to the device addresses. That is possible for two kinds, and for no mixture of
 * them:
 *
 * Derived: `int *q = a + k;`, set once, from a mapped array or pointer that does not change. The host
 * computes the same, because it has the value of k. q may point before or after the mapped part of a, where a
 * look-up of its address fails. So its kernels have map(alloc: q[a - q + L:1]), with L the lower bound of a's
 * section. That element is mapped already; and q is translated by its base, which is right wherever q points.
 *
 * Exchanged: pointers that are only copied from one to another, as p and q in a time loop. Each always holds
 * the value that one of them had when the region began, which is the begin of its mapped section. So the
 * pointer alone, without a map clause, is translated by a look-up of its address. The copies are made on the
 * host, in pointers of the same names around the region (see privatization.c).
 */
#include "fission/fission_internal.h"

static bool is_pointer(const struct cleave_variable *variable) {
  return variable->type_class == CLEAVE_TYPE_POINTER;
}

/* Whether ITEM is `name[first:length]` of one dimension; both may be absent. */
static bool is_section(const struct cleave_map_item *item) {
  return item->dimension_count == 1 && !item_bound(item, CLEAVE_BOUND_SUBSCRIPT, 0);
}

static bool is_used_by_loop(const struct planner *planner, uint32_t variable) {
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    for (size_t u = 0; node->kind == CLEAVE_NODE_LOOP && u < node->use_count; u++)
      if (node->uses[u].variable == variable)
        return true;
  }
  return false;
}

static const struct cleave_declarator *declarator_of(const struct planner *planner, uint32_t variable) {
  const uint32_t index = variable_at(planner, variable)->declared_by;
  if (index == CLEAVE_NO_NODE || node_at(planner, index)->kind != CLEAVE_NODE_DECLARATION)
    return NULL;
  const struct cleave_node *node = node_at(planner, index);
  for (size_t i = 0; i < node->declarator_count; i++)
    if (node->declarators[i].variable == variable)
      return &node->declarators[i];
  return NULL;
}

/* Whether only its declaration, and, if COPIES, statements `variable = other;`, may change it. */
static bool is_set_by_known(const struct planner *planner, uint32_t variable, bool copies) {
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    for (size_t c = 0; c < node->clause_count; c++)
      if (cleave_clause_lists(&node->clauses[c], variable))
        return false;
    for (size_t u = 0; u < node->use_count; u++) {
      if (node->uses[u].variable != variable ||
          !(node->uses[u].flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS)))
        continue;
      const bool declares = i == variable_at(planner, variable)->declared_by;
      const bool copied = copies && node->kind == CLEAVE_NODE_EXPRESSION && node->copies_pointer &&
                          node->copied_to == variable;
      if (node->uses[u].flags & CLEAVE_USE_ADDRESS || (!declares && !copied))
        return false;
    }
  }
  return true;
}

/* ---- Derived -------------------------------------------------------------------------------------------- */

static bool is_derived(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const struct cleave_declarator *declarator = declarator_of(planner, index);
  if (!declarator || declarator->derivation == CLEAVE_DERIVED_NOT || !variable->type ||
      !is_used_by_loop(planner, index) || !is_set_by_known(planner, index, false))
    return false;
  const struct cleave_variable *base = variable_at(planner, declarator->base);
  if (is_hidden(planner, declarator->base) || is_hidden(planner, index) ||
      (is_pointer(base) && !is_set_by_known(planner, declarator->base, false)) ||
      base->may_be_partly_present || base->declared_by != CLEAVE_NO_NODE)
    return false;
  size_t item;
  if (base->type_class == CLEAVE_TYPE_ARRAY && base->sharing == CLEAVE_SHARING_IMPLICIT_MAP)
    return true;
  if (base->sharing != CLEAVE_SHARING_MAPPED || !only_item(planner, declarator->base, &item))
    return false;
  if (planner->region->maps[item].flags & CLEAVE_MAP_WHOLE)
    return base->type_class == CLEAVE_TYPE_ARRAY;
  return is_section(&planner->region->maps[item]);
}

const struct cleave_expression *derived_item(const struct planner *planner, uint32_t index) {
  struct cleave_arena *arena = planner->arena;
  const uint32_t base = declarator_of(planner, index)->base;
  const struct cleave_expression *pointer = variable_value(planner, index),
                                 *element = cleave_make_binary(arena, CLEAVE_SUBTRACT,
                                                               variable_value(planner, base), pointer);
  size_t item;
  const struct cleave_map_item *known = only_item(planner, base, &item);
  const struct cleave_bound *first = known ? item_bound(known, CLEAVE_BOUND_FIRST, 0) : NULL;
  if (first && !first->is_zero)
    element = cleave_make_binary(arena, CLEAVE_ADD, element,
                                 cleave_make_parentheses(arena, bound_value(planner, item, first)));
  return cleave_make_section(arena, pointer, element,
                             cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 1));
}

/* ---- Exchanged ------------------------------------------------------------------------------------------ */

static bool can_swap(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  if (!is_pointer(variable) || !variable->type || is_hidden(planner, index) ||
      !is_set_by_known(planner, index, true))
    return false;
  if (variable->sharing == CLEAVE_SHARING_INSIDE) {
    const struct cleave_declarator *declarator = declarator_of(planner, index);
    return declarator && (!declarator->has_initializer || declarator->derivation == CLEAVE_DERIVED_COPY);
  }
  size_t item;
  if (variable->sharing != CLEAVE_SHARING_MAPPED || variable->is_const ||
      (variable->is_global && planner->unit->cplusplus) || !only_item(planner, index, &item))
    return false;
  const struct cleave_map_item *known = &planner->region->maps[item];
  const struct cleave_bound *first = item_bound(known, CLEAVE_BOUND_FIRST, 0);
  return is_section(known) && (!first || first->is_zero);
}

/* Calls VISIT for every copy of one pointer to another, until it returns false. */
static bool all_copies(const struct planner *planner, enum pointer_kind *kinds,
                       bool (*visit)(enum pointer_kind *kinds, uint32_t to, uint32_t from)) {
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    if (node->kind == CLEAVE_NODE_EXPRESSION && node->copies_pointer &&
        !visit(kinds, node->copied_to, node->copied_from))
      return false;
    for (size_t d = 0; d < node->declarator_count; d++)
      if (node->declarators[d].derivation == CLEAVE_DERIVED_COPY &&
          !visit(kinds, node->declarators[d].variable, node->declarators[d].base))
        return false;
  }
  return true;
}

/* A pointer that is copied to or from a pointer of the set belongs to it. Returns false if the set grew. */
static bool join(enum pointer_kind *kinds, uint32_t to, uint32_t from) {
  if ((kinds[to] == POINTER_SWAPPED) == (kinds[from] == POINTER_SWAPPED))
    return true;
  kinds[to] = kinds[from] = POINTER_SWAPPED;
  return false;
}

static void find_swapped(const struct planner *planner, enum pointer_kind *kinds) {
  const struct cleave_region *region = planner->region;
  bool any = false;
  for (uint32_t i = 0; i < region->variable_count; i++)
    if (is_pointer(variable_at(planner, i)) && variable_at(planner, i)->sharing == CLEAVE_SHARING_MAPPED &&
        flowing_uses(planner, i) & CLEAVE_USE_WRITE) {
      kinds[i] = POINTER_SWAPPED;
      any = true;
    }
  while (any && !all_copies(planner, kinds, join))
    continue; /* each round adds a pointer */
  for (uint32_t i = 0; any && i < region->variable_count; i++)
    any &= kinds[i] != POINTER_SWAPPED || can_swap(planner, i);
  for (uint32_t i = 0; !any && i < region->variable_count; i++)
    kinds[i] = POINTER_UNCHANGED;
}

const enum pointer_kind *classify_pointers(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  enum pointer_kind *kinds =
      cleave_arena_allocate(planner->arena, (region->variable_count + 1) * sizeof *kinds);
  /* Teams and threads have separate pointers; a task outlives the host's. */
  if (region->construct != CLEAVE_CONSTRUCT_TARGET ||
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_NOWAIT))
    return kinds;
  find_swapped(planner, kinds);
  for (uint32_t i = 0; i < region->variable_count; i++)
    if (is_pointer(variable_at(planner, i)) && kinds[i] == POINTER_UNCHANGED &&
        variable_at(planner, i)->sharing == CLEAVE_SHARING_INSIDE && is_derived(planner, i))
      kinds[i] = POINTER_DERIVED;
  return kinds;
}
