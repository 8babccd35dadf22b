/* FILE: lib/transfers/needs.c
 * WHAT: which copies of an object are needed, and the map types that request no others.
 *
 * A map clause copies an object to the device if it is absent there, and back when its last reference is
 * removed (OpenMP 5.1, 2.21.7.1). If it is present already, neither happens, whatever the map type. So the
 * rules below are for an object whose device storage is created for the region. Until the region ends, only
 * the region's plan nodes access that storage. Accesses of other host threads in that time are not ordered
 * with any plan node, and would be data races with the copies themselves.
 *
 * 1. No copy to the device is needed if no plan node reads elements that the plan nodes before it have not
 *    written. If the object is copied back, all of it must also have been written: otherwise, undefined
 *    device memory would replace values of the host.
 * 2. No copy back is needed if no plan node may write the object: the host has the same values already, or,
 *    for an object that was not sent, would get undefined ones.
 * 3. The object is still mapped, but with a smaller type: `alloc` if nothing is copied. Its presence and
 *    reference counts do not change.
 * 4. The body of a loop or branch of the host may not execute at all. So its writes do not count after it;
 *    within it, they count for the plan nodes that follow in the same block.
 * 5. Two names may have one object (access_summaries.c). Then a write under one of them is a write under the
 *    other: a read of elements that were overwritten under its own name reads no old values.
 * 6. A proof may rest on numbers not being negative (coverage.c). If one is negative, an outer environment
 *    with that condition maps the object as the program does, and the inner one finds it present.
 */
#include <string.h>

#include "transfers/transfers_internal.h"

/* ---- The way through the plan nodes ---------------------------------------------------------------- */

/* The state at one point of the execution. */
struct state {
  bool *overwritten; /* per object: plan nodes on all paths to here have written all of it */
};

static struct state copy_state(const struct analysis *analysis, const struct state *state) {
  struct state copy = {cleave_arena_allocate(analysis->planner->arena, analysis->object_count + 1)};
  memcpy(copy.overwritten, state->overwritten, analysis->object_count);
  return copy;
}

static void add_guards(const struct analysis *analysis, bool *to, const bool *from) {
  for (size_t i = 0; i < analysis->planner->region->variable_count; i++)
    to[i] |= from[i];
}

/* One plan node, or condition, and the facts about it. */
struct visit {
  struct analysis *analysis;
  struct access_summary summary;
  const struct cleave_loop_model *model; /* if the summary is described */
  signed char *
      reads_old; /* per variable: under its name, elements that the plan node has not written; -1: not yet determined */
};

static bool reads_old(struct visit *visit, uint32_t variable) {
  if (!visit->summary.reads[variable] || !visit->summary.is_described)
    return visit->summary.reads[variable];
  if (visit->reads_old[variable] < 0)
    visit->reads_old[variable] = !reads_only_own(visit->model, variable);
  return visit->reads_old[variable];
}

/* Applies the accesses of the plan node to OBJECT under the name of VARIABLE. */
static void visit_name(struct visit *visit, struct object *object, uint32_t variable,
                       const struct state *state) {
  struct analysis *analysis = visit->analysis;
  const struct access_summary *summary = &visit->summary;
  if (!summary->reads[variable] && !summary->writes[variable])
    return;
  const enum alias_result alias = alias_of(analysis, summary, variable, object);
  if (alias == NO_ALIAS)
    return;
  const uint32_t other = analysis->object_of[variable];
  add_use(analysis, object, summary->writes[variable], alias == MAY_ALIAS && other != CLEAVE_NO_VARIABLE);
  object->written |= summary->writes[variable];
  const size_t self = (size_t)(object - analysis->objects);
  if (object->read_old || state->overwritten[self] || !reads_old(visit, variable))
    return;
  if (other == CLEAVE_NO_VARIABLE || !state->overwritten[other])
    object->read_old = true;
  else /* point 5 */
    add_guards(analysis, object->guards, analysis->objects[other].guards);
}

/* Marks in STATE the objects that the plan node overwrites. */
static void visit_writes(struct visit *visit, struct state *state) {
  struct analysis *analysis = visit->analysis;
  const struct planner *planner = analysis->planner;
  /* Where an outer environment has a place: see make_outer_environment. */
  const bool may_guard = planner->needs_environment && !planner->deferred;
  for (size_t i = 0; i < analysis->object_count; i++) {
    struct object *object = &analysis->objects[i];
    const uint32_t variable = object->transfer->variable;
    if (!object->transfer->is_known || !visit->summary.writes[variable] || state->overwritten[i])
      continue;
    bool *guards = cleave_arena_allocate(planner->arena, planner->region->variable_count + 1);
    uint32_t offset;
    if (!overwrites(visit->model, object->transfer, guards, &offset))
      continue;
    bool guarded = false;
    for (size_t v = 0; v < planner->region->variable_count; v++)
      guarded |= guards[v];
    if (guarded && !may_guard)
      continue;
    state->overwritten[i] = true;
    object->overwritten_at = offset;
    add_guards(analysis, object->guards, guards);
  }
}

static void visit_summary(struct visit *visit, struct state *state) {
  struct analysis *analysis = visit->analysis;
  const struct planner *planner = analysis->planner;
  const size_t variables = planner->region->variable_count;
  visit->reads_old = cleave_arena_allocate(planner->arena, variables + 1);
  memset(visit->reads_old, -1, variables);
  for (size_t i = 0; i < analysis->object_count; i++) {
    struct object *object = &analysis->objects[i];
    for (uint32_t v = 0; v < variables; v++)
      visit_name(visit, object, v, state);
    if (visit->summary.is_opaque && object->is_exposed) {
      add_use(analysis, object, true, false);
      object->written = true;
      object->read_old |= !state->overwritten[i];
    }
  }
  if (visit->summary.is_described)
    visit_writes(visit, state);
}

static void visit_plan_node(struct analysis *analysis, const struct cleave_plan_node *plan_node,
                            struct state *state);

static void visit_children(struct analysis *analysis, const struct cleave_plan_node *plan_node,
                           struct state *state) {
  for (size_t i = 0; i < plan_node->child_count; i++)
    visit_plan_node(analysis, plan_node->children[i], state);
}

static void visit_launch(struct analysis *analysis, const struct cleave_plan_node *plan_node,
                         struct state *state) {
  for (size_t i = 0;
       plan_node->launch_value_count && i < node_at(analysis->planner, plan_node->node)->header_value_count;
       i++) {
    struct visit before = {.analysis = analysis, .summary = new_access_summary(analysis)};
    add_expression(analysis, &before.summary,
                   &node_at(analysis->planner, plan_node->node)->header_values[i].source);
    visit_summary(&before, state);
  }
  struct visit visit = {.analysis = analysis, .summary = new_access_summary(analysis)};
  add_plan_node(analysis, &visit.summary, plan_node);
  if (visit.summary.is_described)
    visit.model = cleave_loop_model_get(analysis->planner->loop_models, plan_node->node);
  visit.summary.is_described &= visit.model && visit.model->loop;
  visit_summary(&visit, state);
}

static void visit_control(struct analysis *analysis, const struct cleave_plan_node *plan_node,
                          struct state *state) {
  if (!analysis->host_control)
    add_stage(analysis, plan_node);
  analysis->host_control++;
  struct state inner = copy_state(analysis, state);
  if (plan_node->outcome) {
    struct visit visit = {.analysis = analysis, .summary = new_access_summary(analysis)};
    add_expression(analysis, &visit.summary, &node_at(analysis->planner, plan_node->node)->condition);
    visit_summary(&visit, &inner);
  }
  if (node_at(analysis->planner, plan_node->node)->kind == CLEAVE_NODE_IF) {
    for (size_t i = 0; i < plan_node->child_count; i++) {
      struct state arm = copy_state(analysis, state);
      visit_plan_node(analysis, plan_node->children[i], &arm);
    }
  } else {
    visit_children(analysis, plan_node, &inner); /* point 4: their writes are discarded */
  }
  analysis->host_control--;
}

static void visit_plan_node(struct analysis *analysis, const struct cleave_plan_node *plan_node,
                            struct state *state) {
  switch (plan_node->kind) {
  case CLEAVE_PLAN_KERNEL:
  case CLEAVE_PLAN_SERIAL:
    if (!analysis->host_control)
      add_stage(analysis, plan_node);
    visit_launch(analysis, plan_node, state);
    break;
  case CLEAVE_PLAN_CONTROL:
    if (node_at(analysis->planner, plan_node->node)->kind != CLEAVE_NODE_COMPOUND) {
      visit_control(analysis, plan_node, state);
      break;
    } /* fall through */
  case CLEAVE_PLAN_FLATTENED:
  case CLEAVE_PLAN_ITERATIONS:
    visit_children(analysis, plan_node, state);
    break;
  case CLEAVE_PLAN_DECLARATION:
  case CLEAVE_PLAN_HOST:
  case CLEAVE_PLAN_REMOVED:
    break; /* the host uses its own values */
  }
}

/* ---- What follows ----------------------------------------------------------------------------- */

static enum cleave_map_type needed_type(const struct object *object) {
  const enum cleave_map_type written = object->transfer->written;
  if (!object->transfer->is_known)
    return written;
  const bool back = fetches(written) && object->written;
  const bool there = sends(written) && (object->read_old || (back && !object->overwritten));
  return there ? (back ? CLEAVE_MAP_TOFROM : CLEAVE_MAP_TO) : (back ? CLEAVE_MAP_FROM : CLEAVE_MAP_ALLOC);
}

uint32_t offset_of(const struct planner *planner, const struct cleave_transfer *transfer) {
  uint32_t at = planner->region->offset;
  if (transfer->item != CLEAVE_NO_ITEM)
    return planner->region->maps[transfer->item].range.begin;
  cleave_region_uses(planner->region, 0, transfer->variable, &at);
  return at;
}

static void note_needed(struct planner *planner, const struct object *object) {
  const struct cleave_transfer *transfer = object->transfer;
  const char *name = variable_at(planner, transfer->variable)->name;
  const uint32_t at = offset_of(planner, transfer);
  if (transfer->first_use == CLEAVE_NO_STAGE) {
    note(planner, CLEAVE_REASON_NOT_COPIED, at, name);
    return;
  }
  if (sends(transfer->written) && !sends(transfer->needed)) {
    const char *reason =
        object->overwritten_at
            ? cleave_arena_format(planner->arena,
                                  "'%s' is overwritten completely before it is read (line %u)", name,
                                  cleave_unit_line(planner->unit, object->overwritten_at))
            : cleave_arena_format(planner->arena, "no kernel reads '%s'", name);
    note(planner, CLEAVE_REASON_NOT_SENT, at, reason);
  }
  if (fetches(transfer->written) && !fetches(transfer->needed))
    note(planner, CLEAVE_REASON_NOT_FETCHED, at, name);
}

/* ---- Point 6 ---------------------------------------------------------------------------------- */

static bool needs_guard(const struct object *object, uint32_t variable) {
  return sends(object->transfer->written) && !sends(object->transfer->needed) && object->guards[variable];
}

/* Whether one of the variables that the types of objects depend on is negative; NULL: they depend on none.
 * GUARDED becomes true for these objects. */
static const struct cleave_expression *negative_guard(struct analysis *analysis, bool *guarded) {
  struct planner *planner = analysis->planner;
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *negative = NULL;
  for (uint32_t v = 0; v < planner->region->variable_count; v++) {
    bool any = false;
    for (size_t i = 0; i < analysis->object_count; i++) {
      const bool here = needs_guard(&analysis->objects[i], v);
      guarded[i] |= here;
      any |= here;
    }
    if (!any)
      continue;
    const struct cleave_expression *is_negative =
        cleave_make_binary(arena, CLEAVE_LESS, variable_value(planner, v),
                           cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 0));
    negative = negative ? cleave_make_binary(arena, CLEAVE_OR, negative, is_negative) : is_negative;
  }
  return negative;
}

static void make_outer_environment(struct analysis *analysis) {
  struct planner *planner = analysis->planner;
  struct cleave_arena *arena = planner->arena;
  bool *guarded = cleave_arena_allocate(arena, analysis->object_count + 1);
  const struct cleave_expression *negative = negative_guard(analysis, guarded);
  if (!negative)
    return;
  struct cleave_directive *environment = cleave_make_directive(arena, CLEAVE_DIRECTIVE_DATA, 0);
  for (size_t i = 0; i < analysis->object_count; i++) {
    const struct cleave_transfer *transfer = analysis->objects[i].transfer;
    if (guarded[i])
      cleave_add_mapped(arena, &environment->clauses, transfer->written,
                        mapped_item(planner, transfer->variable, transfer->item));
  }
  cleave_add_device(arena, &environment->clauses, planner->device);
  if (planner->condition)
    negative = cleave_make_binary(arena, CLEAVE_AND, cleave_make_parentheses(arena, planner->condition),
                                  cleave_make_parentheses(arena, negative));
  cleave_add_if(arena, &environment->clauses, CLEAVE_IF_ANY, negative);
  planner->plan->outer_environment = environment;
}

/* ---- Questions from the other files -------------------------------------------------------------- */

void find_needs(struct analysis *analysis) {
  struct state state = {cleave_arena_allocate(analysis->planner->arena, analysis->object_count + 1)};
  visit_plan_node(analysis, analysis->planner->plan->root, &state);
  for (size_t i = 0; i < analysis->object_count; i++)
    analysis->objects[i].overwritten = state.overwritten[i];
}

void decide_types(struct analysis *analysis) {
  struct planner *planner = analysis->planner;
  bool any = false;
  for (size_t i = 0; i < analysis->object_count; i++) {
    analysis->objects[i].transfer->needed = needed_type(&analysis->objects[i]);
    any |= analysis->objects[i].transfer->needed != analysis->objects[i].transfer->written;
  }
  if (any && !decide(planner)) {
    for (size_t i = 0; i < analysis->object_count; i++)
      analysis->objects[i].transfer->needed = analysis->objects[i].transfer->written;
    return;
  }
  for (size_t i = 0; i < analysis->object_count; i++)
    if (analysis->objects[i].transfer->needed != analysis->objects[i].transfer->written)
      note_needed(planner, &analysis->objects[i]);
  make_outer_environment(analysis);
}
