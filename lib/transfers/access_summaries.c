/* FILE: lib/transfers/access_summaries.c
 * WHAT: the objects that a region maps, and which plan node may read and write them.
 *
 * model/region.h lists what each plan node uses, by name. A plan node can reach an object
 *
 * 1. by its own name;
 * 2. by a name of another list item, if both lead to the same storage. Two list items of one construct do not
 *    share storage, unless they are the same (OpenMP 5.1, 2.21.7.1, Restrictions), and variables that the
 *    program declares never do; but two pointers may lead to the same section, and programs do that: f(a, a).
 *    The run time then maps the storage once, with the first item. That item is copied according to its map
 *    type and released last; the others find the storage present. So an access under the name of a later item
 *    counts as an access to the object. An access under the name of an earlier item does not: if both share
 *    storage, the object's entry copies nothing, whatever its type. The order of the entries does not change;
 * 3. by a pointer that no list item names, if other code may have the address of the object: a pointer leads
 *    to the object, or its address is taken, or it is global. Pointers that the region sets or loads from
 *    memory, references, and calls of functions without a visible body may read and write it.
 *
 * The region does not copy storage that was on the device before it began, whatever the clauses say
 * (2.21.7.1: a copy happens only when the reference count becomes, or ceases to be, positive). So pointers
 * that the device had before do not count.
 */
#include <string.h>

#include "transfers/transfers_internal.h"

/* ---- Objects ---------------------------------------------------------------------------------- */

static bool is_pointer(const struct cleave_variable *variable) {
  return variable->type_class == CLEAVE_TYPE_POINTER;
}

static bool is_array(const struct cleave_variable *variable) {
  return variable->type_class == CLEAVE_TYPE_ARRAY || variable->type_class == CLEAVE_TYPE_VLA;
}

/* Whether the kind of VARIABLE permits names other than its own for it, or for the memory that it points
 * to. */
static bool has_other_names(const struct cleave_variable *variable) {
  return variable->is_reference || variable->is_this || variable->is_closure ||
         variable->is_structured_binding_or_capture || variable->type_class == CLEAVE_TYPE_REFERENCE ||
         variable->type_class == CLEAVE_TYPE_OTHER;
}

static size_t count_items(const struct cleave_region *region, uint32_t variable) {
  size_t count = 0;
  for (size_t i = 0; i < region->map_count; i++)
    count += region->maps[i].variable == variable;
  return count;
}

/* Modifiers request copies or presence explicitly. A member belongs to a record whose pointers are set when
 * it is mapped. */
static bool is_plain_item(const struct cleave_map_item *item) {
  return !(item->flags & ~(uint32_t)(CLEAVE_MAP_WHOLE | CLEAVE_MAP_SIDE_EFFECTS)) &&
         item->type != CLEAVE_MAP_OTHER;
}

static bool is_known_object(const struct analysis *analysis, uint32_t index, uint32_t item) {
  const struct planner *planner = analysis->planner;
  const struct cleave_region *region = planner->region;
  const struct cleave_variable *variable = variable_at(planner, index);
  if (has_other_names(variable) || variable->holds_pointers || variable->is_volatile ||
      variable->has_default_mapper || planner->pointers[index].kind != POINTER_UNCHANGED)
    return false;
  if (is_pointer(variable) && flowing_uses(planner, index) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
    return false;
  return item == CLEAVE_NO_ITEM || (count_items(region, index) == 1 && is_plain_item(&region->maps[item]));
}

static void add_object(struct analysis *analysis, uint32_t variable, uint32_t item,
                       enum cleave_map_type type) {
  struct cleave_transfers *transfers = analysis->transfers;
  const struct cleave_transfer transfer = {.variable = variable,
                                           .item = item,
                                           .written = type,
                                           .needed = type,
                                           .is_known = is_known_object(analysis, variable, item),
                                           .first_use = CLEAVE_NO_STAGE,
                                           .last_use = CLEAVE_NO_STAGE,
                                           .last_write = CLEAVE_NO_STAGE,
                                           .first_use_apart = CLEAVE_NO_STAGE,
                                           .last_use_apart = CLEAVE_NO_STAGE,
                                           .last_write_apart = CLEAVE_NO_STAGE};
  CLEAVE_APPEND(analysis->planner->arena, transfers->objects, transfers->object_count, transfer);
}

static uint32_t modifiers_of(const struct planner *planner, const struct cleave_transfer *transfer) {
  if (transfer->item == CLEAVE_NO_ITEM)
    return 0;
  return planner->region->maps[transfer->item].flags & CLEAVE_MAP_ENTRY_MODIFIERS;
}

static const char *mapper_of(const struct planner *planner, const struct cleave_transfer *transfer) {
  const char *mapper = transfer->item == CLEAVE_NO_ITEM ? NULL : planner->region->maps[transfer->item].mapper;
  return mapper ? mapper : "";
}

static bool share_clause(const struct planner *planner, const struct cleave_transfer *a,
                         const struct cleave_transfer *b) {
  return a->written == b->written && modifiers_of(planner, a) == modifiers_of(planner, b) &&
         !strcmp(mapper_of(planner, a), mapper_of(planner, b));
}

/* One clause holds all entries of a type, at the place of the first of them: see fission/maps.c. */
static uint64_t order_of(const struct analysis *analysis, size_t index) {
  const struct cleave_transfer *all = analysis->transfers->objects;
  size_t first = 0;
  while (!share_clause(analysis->planner, &all[first], &all[index]))
    first++;
  return (uint64_t)first << 32 | index;
}

void find_objects(struct analysis *analysis) {
  struct planner *planner = analysis->planner;
  const struct cleave_region *region = planner->region;
  const size_t variables = region->variable_count + 1;
  for (uint32_t i = 0; i < region->map_count; i++)
    add_object(analysis, region->maps[i].variable, i, region->maps[i].type);
  for (uint32_t i = 0; i < region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    if (variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP && !variable->may_be_partly_present)
      add_object(analysis, i, CLEAVE_NO_ITEM, implicit_map_type(variable));
  }
  analysis->object_count = analysis->transfers->object_count;
  analysis->objects =
      cleave_arena_allocate(planner->arena, (analysis->object_count + 1) * sizeof *analysis->objects);
  analysis->object_of = cleave_arena_allocate(planner->arena, variables * sizeof *analysis->object_of);
  for (size_t i = 0; i < variables; i++)
    analysis->object_of[i] = CLEAVE_NO_VARIABLE;
  for (uint32_t i = 0; i < analysis->object_count; i++) {
    struct object *object = &analysis->objects[i];
    object->transfer = &analysis->transfers->objects[i];
    const struct cleave_variable *variable = variable_at(planner, object->transfer->variable);
    object->is_exposed = is_pointer(variable) || variable->address_taken;
    object->order = order_of(analysis, i);
    object->guards = cleave_arena_allocate(planner->arena, variables * sizeof *object->guards);
    if (object->transfer->is_known)
      analysis->object_of[object->transfer->variable] = i;
  }
}

/* ---- What plan nodes do ---------------------------------------------------------------------------- */

struct access_summary new_access_summary(const struct analysis *analysis) {
  struct cleave_arena *arena = analysis->planner->arena;
  const size_t variables = analysis->planner->region->variable_count + 1;
  return (struct access_summary){.reads = cleave_arena_allocate(arena, variables * sizeof(bool)),
                                 .writes = cleave_arena_allocate(arena, variables * sizeof(bool))};
}

static void add_uses(const struct analysis *analysis, struct access_summary *summary,
                     const struct cleave_use *uses, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t variable = uses[i].variable;
    uint32_t flags = uses[i].flags;
    if (is_pointer(variable_at(analysis->planner, variable)))
      flags &= ~(uint32_t)(CLEAVE_USE_READ | CLEAVE_USE_WRITE);
    /* A function that gets the address may do both. */
    summary->reads[variable] |= flags & (CLEAVE_USE_READ | CLEAVE_USE_ELEMENT_READ | CLEAVE_USE_ADDRESS);
    summary->writes[variable] |= flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ELEMENT_WRITE | CLEAVE_USE_ADDRESS);
  }
}

static void add_facts(struct access_summary *summary, const struct cleave_fact *facts, size_t count) {
  for (size_t i = 0; i < count; i++)
    switch (facts[i].kind) {
    case CLEAVE_FACT_CALL:
      summary->is_opaque |= facts[i].callee != CLEAVE_CALLEE_MATHEMATICAL;
      break;
    case CLEAVE_FACT_ASM:
    case CLEAVE_FACT_LAMBDA:
    case CLEAVE_FACT_TRY_THROW:
    case CLEAVE_FACT_THIS:
    case CLEAVE_FACT_OMP_DISTRIBUTE:
    case CLEAVE_FACT_OMP_OTHER:
    case CLEAVE_FACT_UNKNOWN_MEMORY:
    case CLEAVE_FACT_UNKNOWN_KIND:
      summary->is_opaque = true;
      break;
    default:
      break;
    }
}

/* The clauses that set the variable outside, or read it. */
static void add_clauses(struct access_summary *summary, const struct cleave_node *node) {
  for (size_t i = 0; i < node->clause_count; i++) {
    const struct cleave_clause *clause = &node->clauses[i];
    const bool results = cleave_clause_bounds(clause->kind) == CLEAVE_BOUNDS_VALUES;
    for (size_t v = 0; v < clause->variable_count; v++) {
      summary->reads[clause->variables[v]] |= results || clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE;
      summary->writes[clause->variables[v]] |= results;
    }
  }
}

static void add_node(const struct analysis *analysis, struct access_summary *summary, uint32_t index) {
  const struct planner *planner = analysis->planner;
  const struct cleave_node *node = node_at(planner, index);
  for (size_t i = 0; i < node->use_count; i++) {
    struct cleave_use use = node->uses[i];
    /* The memory that a copied pointer points to is not copied. */
    if (node->kind == CLEAVE_NODE_LOOP && cleave_is_private_in_loop(node, use.variable))
      use.flags &= is_array(variable_at(planner, use.variable))
                       ? 0
                       : CLEAVE_USE_ELEMENT_READ | CLEAVE_USE_ELEMENT_WRITE;
    add_uses(analysis, summary, &use, 1);
  }
  add_facts(summary, node->facts, node->fact_count);
  add_clauses(summary, node);
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    add_node(analysis, summary, child);
}

void add_plan_node(const struct analysis *analysis, struct access_summary *summary,
                   const struct cleave_plan_node *plan_node) {
  const struct planner *planner = analysis->planner;
  for (uint32_t at = plan_node->node;; at = node_at(planner, at)->next) {
    add_node(analysis, summary, at);
    if (at == plan_node->last)
      break;
  }
  summary->is_described = plan_node->kind == CLEAVE_PLAN_KERNEL &&
                          node_at(planner, plan_node->node)->accesses && !summary->is_opaque &&
                          !node_at(planner, plan_node->node)->accesses->has_members;
}

void add_expression(const struct analysis *analysis, struct access_summary *summary,
                    const struct cleave_source_expression *expression) {
  add_uses(analysis, summary, expression->uses, expression->use_count);
  add_facts(summary, expression->facts, expression->fact_count);
}

/* ---- Names ------------------------------------------------------------------------------------ */

/* Whether an access under the name of VARIABLE may be to memory that the name does not identify, such as
 * targets of pointers in it. An access that the reader has described is to the variable's own elements. */
static bool leads_anywhere(const struct access_summary *summary, const struct cleave_variable *variable) {
  return has_other_names(variable) || (variable->holds_pointers && !summary->is_described);
}

/* Whether a data environment holds VARIABLE itself, not a copy. */
static bool is_mapped(const struct cleave_variable *variable) {
  return variable->sharing == CLEAVE_SHARING_MAPPED || variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP;
}

enum alias_result alias_of(const struct analysis *analysis, const struct access_summary *summary,
                           uint32_t index, const struct object *object) {
  const struct planner *planner = analysis->planner;
  if (index == object->transfer->variable)
    return MUST_ALIAS;
  if (!object->is_exposed)
    return NO_ALIAS;
  const struct cleave_variable *variable = variable_at(planner, index);
  if (leads_anywhere(summary, variable))
    return MAY_ALIAS;
  const struct cleave_variable *own = variable_at(planner, object->transfer->variable);
  if (!is_pointer(variable) && (!is_pointer(own) || !variable->address_taken || !is_mapped(variable)))
    return NO_ALIAS;
  /* The target of a pointer without an item, or with several, is not known. Begin and end of a deferred
   * environment are separate lists, each with its own order. */
  const uint32_t other = analysis->object_of[index];
  return !planner->deferred && other != CLEAVE_NO_VARIABLE && analysis->objects[other].order < object->order
             ? NO_ALIAS
             : MAY_ALIAS;
}
