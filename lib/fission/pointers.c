/* FILE: lib/fission/pointers.c
 * WHAT: pointers that the region sets: the host also computes them.
 *
 * A pointer in a region holds an address of the device; for each kernel it is translated from the host's
 * pointer (OpenMP 5.1, 2.21.7.2). So the host must set its own pointers as the region does, and each kernel
 * must translate them to the same device addresses. The model describes the values that the region assigns:
 * copies of other pointers or of arrays, possibly selected by a condition, plus a number of elements. The host
 * computes them if it has these numbers. Every value then leads to one of the pointer's roots: an array or a
 * pointer from outside, with its value at the begin of the region. The kind of the roots decides.
 *
 * BEGIN: no element is added on any way from a root, and each root is the begin of its memory on the device.
 * Then the pointer alone, without a map clause, is translated by a look-up of its value. A look-up without
 * result has the outcome that it has for the root in the original region.
 *
 * INTO: there is one root, or one other pointer from which alone the value comes. The pointer may have a value
 * before or after the mapped part, where a look-up fails. So its kernels have map(alloc: q[a - q + L:1]), with
 * L the lower bound of a's section. That element is mapped already, and q is translated by its base, which is
 * right wherever q points. If `a` has no clause, the length is 0, as in the clause that `a` implicitly has
 * (2.21.7): nothing is mapped, and q gets an offset from the device address of `a`, whatever that is. It is also 0
 * for rows, of which a section may map a part.
 *
 * OF_DEVICE: the roots are not translated (is_device_ptr, firstprivate). Neither are pointers set to them.
 */
#include "fission/fission_internal.h"

/* The roots and forms of the values that a pointer receives. */
struct origin {
  bool *roots; /* per variable */
  bool moved, retyped;
};

struct classification {
  const struct planner *planner;
  struct pointer *pointers;
  struct origin *origins; /* per variable */
};

static bool is_pointer(const struct cleave_variable *variable) {
  return variable->type_class == CLEAVE_TYPE_POINTER;
}

static bool is_array(const struct cleave_variable *variable) {
  return variable->type_class == CLEAVE_TYPE_ARRAY || variable->type_class == CLEAVE_TYPE_VLA;
}

bool is_set_on_host(const struct planner *planner, uint32_t pointer) {
  return planner->pointers[pointer].kind != POINTER_UNCHANGED;
}

bool is_outer_pointer_set(const struct planner *planner, uint32_t pointer) {
  return is_set_on_host(planner, pointer) && variable_at(planner, pointer)->sharing != CLEAVE_SHARING_INSIDE;
}

/* ---- Values that the region assigns ----------------------------------------------------------------- */

/* Calls VISIT for every described value and the node that assigns it, until it returns false. */
static bool all_values(struct classification *all,
                       bool (*visit)(struct classification *all, const struct cleave_pointer_value *value,
                                     const struct cleave_node *node)) {
  for (uint32_t i = 0; i < all->planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(all->planner, i);
    for (size_t v = 0; v < node->pointer_value_count; v++)
      if (!visit(all, &node->pointer_values[v], node))
        return false;
    for (size_t d = 0; node->kind == CLEAVE_NODE_DECLARATION && d < node->declarator_count; d++)
      if (node->declarators[d].pointer_value && !visit(all, node->declarators[d].pointer_value, node))
        return false;
  }
  return true;
}

static bool is_set(const struct classification *all, uint32_t variable) {
  return all->pointers[variable].set != CLEAVE_NO_VARIABLE;
}

static bool start_set(struct classification *all, const struct cleave_pointer_value *value,
                      const struct cleave_node *node) {
  (void)node;
  all->pointers[value->variable].set = value->variable;
  return true;
}

/* A pointer that receives the value of another one that is set belongs to its set, which the lowest index
 * names. Returns false if a set changed. */
static bool join(struct classification *all, const struct cleave_pointer_value *value,
                 const struct cleave_node *node) {
  (void)node;
  for (size_t i = 0; i < value->source_count; i++) {
    if (!is_set(all, value->sources[i].variable))
      continue;
    uint32_t *a = &all->pointers[value->variable].set, *b = &all->pointers[value->sources[i].variable].set;
    if (*a == *b)
      continue;
    *a = *b = *a < *b ? *a : *b;
    return false;
  }
  return true;
}

/* Adds the roots of the sources to those of the pointer. Returns false if something was new. */
static bool spread(struct classification *all, const struct cleave_pointer_value *value,
                   const struct cleave_node *node) {
  (void)node;
  struct origin *to = &all->origins[value->variable];
  bool news = false;
  for (size_t i = 0; i < value->source_count; i++) {
    const struct cleave_pointer_source *source = &value->sources[i];
    const struct origin *from = &all->origins[source->variable];
    const bool moved = source->moved || from->moved, retyped = source->retyped || from->retyped;
    news |= (moved && !to->moved) || (retyped && !to->retyped);
    to->moved |= moved;
    to->retyped |= retyped;
    for (uint32_t v = 0; v < all->planner->region->variable_count; v++) {
      news |= from->roots[v] && !to->roots[v];
      to->roots[v] |= from->roots[v];
    }
  }
  return !news;
}

/* ---- Roots -------------------------------------------------------------------------------------------- */

enum root_kind { ROOT_NONE, ROOT_WITHOUT_CLAUSE, ROOT_FROM_ITEM, ROOT_OF_DEVICE };

/* Whether ITEM is `name[first:length]`, where both may be absent, and every further dimension begins at 0. */
static bool is_section(const struct cleave_map_item *item) {
  for (size_t i = 0; i < item->bound_count; i++)
    if (item->bounds[i].kind != CLEAVE_BOUND_LENGTH && item->bounds[i].dimension && !item->bounds[i].is_zero)
      return false;
  return item->dimension_count && !item_bound(item, CLEAVE_BOUND_SUBSCRIPT, 0);
}

/* *AT_BEGIN: whether the value of INDEX is the begin of its memory on the device. */
static enum root_kind root_kind(const struct planner *planner, uint32_t index, bool *at_begin) {
  const struct cleave_variable *variable = variable_at(planner, index);
  *at_begin = true;
  if (is_pointer(variable)) {
    if (variable->sharing == CLEAVE_SHARING_IS_DEVICE_PTR || variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE)
      return ROOT_OF_DEVICE;
    if (variable->sharing == CLEAVE_SHARING_POINTER)
      return ROOT_WITHOUT_CLAUSE;
  } else if (!is_array(variable) || variable->may_be_partly_present)
    return ROOT_NONE;
  else if (variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP || variable->sharing == CLEAVE_SHARING_INSIDE)
    return ROOT_FROM_ITEM;
  size_t number;
  if (variable->sharing != CLEAVE_SHARING_MAPPED || !only_item(planner, index, &number))
    return ROOT_NONE;
  const struct cleave_map_item *item = &planner->region->maps[number];
  if (item->flags & CLEAVE_MAP_WHOLE)
    return is_array(variable) ? ROOT_FROM_ITEM : ROOT_NONE;
  const struct cleave_bound *first = item_bound(item, CLEAVE_BOUND_FIRST, 0);
  *at_begin = !first || first->is_zero;
  return is_section(item) ? ROOT_FROM_ITEM : ROOT_NONE;
}

/* ---- Kinds ---------------------------------------------------------------------------------------------- */

static bool assigns_pointer(const struct cleave_node *node, uint32_t variable) {
  for (size_t v = 0; v < node->pointer_value_count; v++)
    if (node->pointer_values[v].variable == variable)
      return true;
  return false;
}

/* Whether every change of VARIABLE, a pointer, is a described value or, if it has none, its declaration. */
static bool is_set_by_known(const struct planner *planner, uint32_t variable) {
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    for (size_t c = 0; c < node->clause_count; c++)
      if (cleave_clause_lists(&node->clauses[c], variable))
        return false;
    for (size_t u = 0; u < node->use_count; u++)
      if (node->uses[u].variable == variable &&
          node->uses[u].flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) && !assigns_pointer(node, variable) &&
          (node->uses[u].flags & CLEAVE_USE_ADDRESS || node->kind != CLEAVE_NODE_DECLARATION ||
           i != variable_at(planner, variable)->declared_by))
        return false;
    for (size_t d = 0; d < node->declarator_count; d++)
      if (node->declarators[d].variable == variable && node->declarators[d].has_initializer &&
          !node->declarators[d].pointer_value)
        return false;
  }
  return true;
}

static unsigned count_values(const struct planner *planner, uint32_t variable,
                             const struct cleave_pointer_value **last, uint32_t *at) {
  unsigned count = 0;
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    count += assigns_pointer(node, variable);
    for (size_t d = 0; d < node->declarator_count; d++)
      if (node->declarators[d].variable == variable && node->declarators[d].pointer_value) {
        *last = node->declarators[d].pointer_value;
        *at = i;
        count++;
      }
  }
  return count;
}

static bool assigns_below(const struct planner *planner, uint32_t node, uint32_t variable) {
  if (assigns_pointer(node_at(planner, node), variable))
    return true;
  for (uint32_t child = node_at(planner, node)->first_child; child != CLEAVE_NO_NODE;
       child = node_at(planner, child)->next)
    if (assigns_below(planner, child, variable))
      return true;
  return false;
}

/* The pointer that INDEX has its only value from, if it keeps its own value until the last use of INDEX; or
 * CLEAVE_NO_VARIABLE. */
static uint32_t only_source(const struct planner *planner, uint32_t index) {
  const struct cleave_pointer_value *value = NULL;
  uint32_t at = CLEAVE_NO_NODE;
  if (count_values(planner, index, &value, &at) != 1 || !value || value->source_count != 1 ||
      value->sources[0].retyped)
    return CLEAVE_NO_VARIABLE;
  bool changed = false;
  for (uint32_t node = node_at(planner, at)->next; node != CLEAVE_NO_NODE;
       node = node_at(planner, node)->next) {
    changed |= assigns_below(planner, node, value->sources[0].variable);
    if (changed && cleave_region_uses(planner->region, node, index, NULL))
      return CLEAVE_NO_VARIABLE;
  }
  return value->sources[0].variable;
}

static bool can_be_outer(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  /* Teams and threads have separate pointers; in C++, N::p would not denote the copy. */
  return planner->region->construct == CLEAVE_CONSTRUCT_TARGET && variable->type && !variable->is_const &&
         !variable->is_reference && !(variable->is_global && planner->unit->cplusplus);
}

/* The kind of the pointer number INDEX, which the region sets, and its base. POINTER_UNCHANGED: kernels cannot
 * get its value. */
static enum pointer_kind kind_of(const struct classification *all, uint32_t index, uint32_t *base) {
  const struct planner *planner = all->planner;
  const struct origin *origin = &all->origins[index];
  if (!is_pointer(variable_at(planner, index)) || is_hidden(planner, index) ||
      variable_at(planner, index)->is_volatile || !is_set_by_known(planner, index) ||
      (variable_at(planner, index)->sharing != CLEAVE_SHARING_INSIDE && !can_be_outer(planner, index)))
    return POINTER_UNCHANGED;
  unsigned of_device = 0, roots = 0;
  bool all_at_begin = true;
  uint32_t root = CLEAVE_NO_VARIABLE;
  enum root_kind last = ROOT_NONE;
  for (uint32_t v = 0; v < planner->region->variable_count; v++) {
    if (!origin->roots[v])
      continue;
    bool at_begin;
    last = root_kind(planner, v, &at_begin);
    if (last == ROOT_NONE)
      return POINTER_UNCHANGED;
    root = v;
    roots++;
    /* clang 19 looks up the value of a firstprivate pointer. */
    if (last == ROOT_OF_DEVICE && origin->moved &&
        variable_at(planner, v)->sharing == CLEAVE_SHARING_FIRSTPRIVATE)
      return POINTER_UNCHANGED;
    of_device += last == ROOT_OF_DEVICE;
    all_at_begin &= at_begin;
  }
  if (of_device)
    return of_device == roots ? POINTER_OF_DEVICE : POINTER_UNCHANGED;
  if (!origin->moved && all_at_begin)
    return POINTER_BEGIN;
  *base = roots == 1 && !origin->retyped ? root : only_source(planner, index);
  if (*base == CLEAVE_NO_VARIABLE || is_hidden(planner, *base))
    return POINTER_UNCHANGED;
  /* An array of the region may not be visible at each kernel. */
  if (is_array(variable_at(planner, *base)) && variable_at(planner, *base)->sharing == CLEAVE_SHARING_INSIDE)
    return POINTER_UNCHANGED;
  /* The root keeps its value, or its first value has a name: that of a privatized copy. */
  if (roots == 1 && *base == root)
    return POINTER_INTO;
  /* Another pointer that the region sets. Its value is one that a look-up finds. */
  const struct origin *from = &all->origins[*base];
  if (!is_set(all, *base) || from->moved || !all_at_begin)
    return POINTER_UNCHANGED;
  return POINTER_INTO;
}

static bool is_used_by_loop(const struct classification *all, uint32_t set) {
  for (uint32_t i = 0; i < all->planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(all->planner, i);
    for (size_t u = 0; node->kind == CLEAVE_NODE_LOOP && u < node->use_count; u++)
      if (all->pointers[node->uses[u].variable].set == set)
        return true;
  }
  return false;
}

static void classify_set(struct classification *all, uint32_t set) {
  const struct planner *planner = all->planner;
  bool known = true, needed = is_used_by_loop(all, set);
  for (uint32_t i = 0; i < planner->region->variable_count; i++) {
    if (all->pointers[i].set != set)
      continue;
    needed |= variable_at(planner, i)->sharing != CLEAVE_SHARING_INSIDE;
    all->pointers[i].base = CLEAVE_NO_VARIABLE;
    all->pointers[i].kind = kind_of(all, i, &all->pointers[i].base);
    known &= all->pointers[i].kind != POINTER_UNCHANGED;
  }
  for (uint32_t i = 0; i < planner->region->variable_count; i++)
    if (all->pointers[i].set == set && !(known && needed))
      all->pointers[i].kind = POINTER_UNCHANGED;
}

const struct pointer *classify_pointers(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  const size_t count = region->variable_count + 1;
  struct classification all = {planner, cleave_arena_allocate(planner->arena, count * sizeof *all.pointers),
                               cleave_arena_allocate(planner->arena, count * sizeof *all.origins)};
  for (uint32_t i = 0; i < region->variable_count; i++) {
    all.pointers[i].set = CLEAVE_NO_VARIABLE;
    all.origins[i].roots = cleave_arena_allocate(planner->arena, count);
    all.origins[i].roots[i] =
        variable_at(planner, i)->sharing != CLEAVE_SHARING_INSIDE || is_array(variable_at(planner, i));
  }
  /* A task outlives the host's pointers. */
  if (cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_NOWAIT))
    return all.pointers;
  all_values(&all, start_set);
  while (!all_values(&all, join))
    continue; /* each round lowers the name of a set */
  while (!all_values(&all, spread))
    continue; /* each round adds a root */
  for (uint32_t i = 0; i < region->variable_count; i++)
    if (all.pointers[i].set == i)
      classify_set(&all, i);
  return all.pointers;
}

/* ---- Clauses -------------------------------------------------------------------------------------------- */

/* The first value of the outer POINTER, by the name of its privatized copy. */
static const struct cleave_expression *first_value(const struct planner *planner, uint32_t pointer) {
  for (size_t i = 0; i < planner->plan->privatized_count; i++)
    if (planner->plan->privatized[i].variable == pointer)
      return cleave_make_name(planner->arena, planner->plan->privatized[i].host_name);
  return variable_value(planner, pointer);
}

const struct cleave_expression *pointer_item(const struct planner *planner, uint32_t index) {
  struct cleave_arena *arena = planner->arena;
  const uint32_t base = planner->pointers[index].base;
  const struct cleave_expression *pointer = variable_value(planner, index),
                                 *element = cleave_make_binary(arena, CLEAVE_SUBTRACT,
                                                               first_value(planner, base), pointer);
  size_t item;
  const struct cleave_map_item *known = only_item(planner, base, &item);
  const struct cleave_bound *first = known ? item_bound(known, CLEAVE_BOUND_FIRST, 0) : NULL;
  if (first && !first->is_zero)
    element = cleave_make_binary(arena, CLEAVE_ADD, element,
                                 cleave_make_parentheses(arena, bound_value(planner, item, first)));
  /* One element of a pointer to rows may be more than the item maps. */
  const bool mapped = (known && known->dimension_count <= 1) ||
                      variable_at(planner, base)->sharing == CLEAVE_SHARING_IMPLICIT_MAP;
  return cleave_make_section(arena, pointer, element,
                             cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, mapped));
}
