/* FILE: lib/fission/launch_values.c
 * WHAT: values that the host needs to launch a kernel, and that only the device has.
 *
 * The host computes the number of iterations of a kernel from the first values, bounds and steps of its loops, and from that
 * number the grid. Such a value may be in memory of the device, or in a scalar that the region has changed there. The host
 * receives a scalar that the plan declares by `target update from`. One thread of the device evaluates any other value before
 * the launch, and it is copied to a variable of the host that replaces it:
 *
 *   for (i = p[r]; i < p[r + 1]; i++) S    ->    { int bound, bound_2;
 *                                                  target map(from: bound, bound_2) { bound = p[r]; bound_2 = p[r + 1]; }
 *                                                  target teams distribute parallel for
 *                                                  for (i = bound; i < bound_2; i++) S }
 *
 * Why that is allowed. The values of a canonical loop do not change while the loop runs, and it is unspecified how often they
 * are evaluated (OpenMP 5.1, 2.11.1). The device still evaluates them, at the same place: between the two kernels nothing
 * runs. All threads that execute the loop find the same values (2.11.4). The device computes its own bounds in either form. So
 * if the host reads a member itself, a wrong value affects only the size of the grid. An update changes variables of the plan only: one of
 * the program's must keep its value if an environment around the region holds it.
 */
#include "fission/fission_internal.h"

/* What the host needs to evaluate a value. FOR_THE_GRID: nothing, but it would compute the number of teams from another value. */
enum need { NOTHING, UPDATES, FOR_THE_GRID, DEVICE };

static bool is_plans_own(const struct planner *planner, uint32_t variable) {
  return planner->placements[variable] == ON_DEVICE && !planner->deferred;
}

/* Whether the host has the array VARIABLE with the values that the region begins with, and keeps. */
static bool host_reads_array(const struct planner *planner, uint32_t variable) {
  const enum cleave_sharing sharing = variable_at(planner, variable)->sharing;
  return !variable_at(planner, variable)->is_reference &&
         !(flowing_uses(planner, variable) &
           (CLEAVE_USE_WRITE | CLEAVE_USE_ELEMENT_WRITE | CLEAVE_USE_ADDRESS)) &&
         !(planner->placements && planner->placements[variable] == ON_DEVICE) &&
         (sharing == CLEAVE_SHARING_IMPLICIT_MAP || sharing == CLEAVE_SHARING_FIRSTPRIVATE ||
          (sharing == CLEAVE_SHARING_MAPPED && variable_at(planner, variable)->has_host_value));
}

/* Whether the host can read the object that the pointer VARIABLE, or `this`, points to: the region maps memory of the host through
 * it, so it is not a device address. The values on the device differ if an enclosing data environment holds other ones; that
 * affects only the grid. */
static bool host_reads_object(const struct planner *planner, uint32_t variable) {
  const struct cleave_region *region = planner->region;
  if (variable_at(planner, variable)->type_class == CLEAVE_TYPE_ARRAY)
    return host_reads_array(planner, variable);
  for (size_t i = 0; i < region->map_count; i++) {
    const struct cleave_map_item *item = &region->maps[i];
    if (item->variable == variable && !(item->flags & CLEAVE_MAP_WHOLE) &&
        (item->type == CLEAVE_MAP_TO || item->type == CLEAVE_MAP_TOFROM))
      return true;
  }
  return variable_at(planner, variable)->is_this;
}

/* Whether ITEM shows that the first element of its pointer exists on the host, even if no kernel uses it: to map a member, the host reads the
 * pointer in it; and a section has the element unless it may be empty: its length is a constant other than 0. */
static bool has_first_element(const struct cleave_map_item *item) {
  if (item->flags & CLEAVE_MAP_MEMBER)
    return true;
  bool has_length = false;
  for (size_t i = 0; i < item->bound_count && !(item->flags & CLEAVE_MAP_SIDE_EFFECTS); i++) {
    has_length |=
        item->bounds[i].kind == CLEAVE_BOUND_LENGTH && !item->bounds[i].use_count && !item->bounds[i].is_zero;
    if (item->bounds[i].kind != CLEAVE_BOUND_LENGTH && !item->bounds[i].is_zero)
      return false;
  }
  return item->dimension_count == 1 &&
         (has_length || (item->bound_count == 1 && item->bounds[0].kind == CLEAVE_BOUND_SUBSCRIPT));
}

/* Whether the object that the pointer VARIABLE points to exists on the host. */
static bool points_to_object(const struct planner *planner, uint32_t variable) {
  for (size_t i = 0; i < planner->region->map_count; i++)
    if (planner->region->maps[i].variable == variable && has_first_element(&planner->region->maps[i]))
      return host_reads_object(planner, variable);
  return false;
}

bool host_reads_member(const struct planner *planner, uint32_t object) {
  for (uint32_t i = 0; object == CLEAVE_NO_VARIABLE && i < planner->region->variable_count; i++)
    if (variable_at(planner, i)->is_this)
      object = i;
  if (object == CLEAVE_NO_VARIABLE)
    return false;
  const struct cleave_variable *variable = variable_at(planner, object);
  if (variable->is_this)
    return true;
  if (variable->is_volatile || is_hidden(planner, object) || planner->placements[object] == ON_DEVICE)
    return false;
  if (variable->type_class == CLEAVE_TYPE_POINTER)
    return !(flowing_uses(planner, object) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS)) &&
           points_to_object(planner, object);
  return variable->type_class == CLEAVE_TYPE_RECORD &&
         (variable->sharing == CLEAVE_SHARING_MAPPED || variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP ||
          variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE);
}

static enum need need_of_use(const struct planner *planner, const struct cleave_node *loop,
                             const struct cleave_header_value *value, const struct cleave_use *use) {
  if (use->flags & ~(uint32_t)(CLEAVE_USE_READ | CLEAVE_USE_ELEMENT_READ))
    return DEVICE;
  if (use->flags & CLEAVE_USE_ELEMENT_READ)
    return value->reads_kept_members && host_reads_object(planner, use->variable) ? NOTHING : DEVICE;
  if (!is_in_device_memory(planner, use->variable))
    return NOTHING;
  if (is_plans_own(planner, use->variable))
    return UPDATES;
  if (loop->bounds_may_trap)
    return DEVICE;
  const struct cleave_variable *variable = variable_at(planner, use->variable);
  if (value->reads_kept_members && (variable->is_this || variable->type_class == CLEAVE_TYPE_RECORD))
    return NOTHING;
  const bool changes = planner->placements[use->variable] == ON_DEVICE ||
                       flowing_uses(planner, use->variable) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS);
  return changes ? FOR_THE_GRID : NOTHING;
}

/* *NAME: of what only the device has, if the result is DEVICE. */
static enum need need_of(const struct planner *planner, const struct cleave_node *loop,
                         const struct cleave_header_value *header_value, const char **name) {
  const struct cleave_source_expression *value = &header_value->source;
  for (size_t i = 0; i < value->fact_count; i++)
    if (value->facts[i].kind == CLEAVE_FACT_CALL || value->facts[i].kind == CLEAVE_FACT_CALL_VISIBLE) {
      *name = value->facts[i].name && *value->facts[i].name ? value->facts[i].name : "a function";
      return DEVICE;
    }
  enum need need = NOTHING;
  for (size_t i = 0; i < value->use_count; i++) {
    const enum need of_use = need_of_use(planner, loop, header_value, &value->uses[i]);
    if (of_use > need) {
      need = of_use;
      *name = variable_at(planner, value->uses[i].variable)->name;
    }
  }
  return need;
}

static bool can_hold(const struct planner *planner, const struct cleave_header_value *value) {
  return value->type && !planner->deferred && device_can_evaluate(&value->source);
}

static bool is_held(const struct cleave_plan_node *kernel, const struct cleave_header_value *value) {
  for (size_t i = 0; i < kernel->launch_value_count; i++)
    if (kernel->launch_values[i].range.begin == value->source.range.begin)
      return true;
  return false;
}

bool host_has_bounds_of(const struct planner *planner, const struct cleave_node *loop, uint32_t variable) {
  bool is_found = false;
  for (size_t i = 0; i < loop->header_value_count; i++) {
    const struct cleave_header_value *value = &loop->header_values[i];
    for (size_t u = 0; u < value->source.use_count; u++)
      if (value->source.uses[u].variable == variable) {
        is_found = true;
        if (!value->reads_kept_members || !host_reads_object(planner, variable))
          return false;
      }
  }
  return is_found;
}

const char *value_missing_on_host(const struct planner *planner, const struct cleave_node *loop) {
  for (size_t i = 0; i < loop->header_value_count; i++) {
    const char *name;
    if (need_of(planner, loop, &loop->header_values[i], &name) == DEVICE &&
        !can_hold(planner, &loop->header_values[i]))
      return name;
  }
  return NULL;
}

bool needs_value_of_device(const struct planner *planner, const struct cleave_plan_node *kernel) {
  const struct cleave_node *loop = node_at(planner, kernel->node);
  for (size_t i = 0; i < loop->header_value_count; i++) {
    const struct cleave_source_expression *value = &loop->header_values[i].source;
    const char *name;
    if (is_held(kernel, &loop->header_values[i]))
      continue;
    if (need_of(planner, loop, &loop->header_values[i], &name) == DEVICE)
      return true;
    for (size_t u = 0; u < value->use_count; u++)
      if (value->uses[u].flags & CLEAVE_USE_ELEMENT_READ ||
          is_in_device_memory(planner, value->uses[u].variable))
        return true;
  }
  return false;
}

void add_launch_values(struct planner *planner, struct cleave_plan_node *kernel) {
  const struct cleave_node *loop = node_at(planner, kernel->node);
  const char *texts = NULL;
  for (size_t i = 0; i < loop->header_value_count; i++) {
    const struct cleave_header_value *value = &loop->header_values[i];
    const char *name;
    const enum need need = need_of(planner, loop, value, &name);
    if (need == NOTHING || (need != UPDATES && !can_hold(planner, value)))
      continue;
    const char *text = text_of(planner, value->source.range);
    texts = texts ? cleave_arena_format(planner->arena, "%s', '%s", texts, text) : text;
    if (need == UPDATES)
      continue; /* make_launch_directives */
    struct cleave_declaration *holds = cleave_arena_allocate(planner->arena, sizeof *holds);
    *holds = (struct cleave_declaration){.type = value->type, .name = new_bound_name(planner)};
    const struct cleave_launch_value held = {.range = value->source.range, .holds = holds};
    CLEAVE_APPEND(planner->arena, kernel->launch_values, kernel->launch_value_count, held);
  }
  if (kernel->launch_value_count) {
    planner->needs_environment = true;
    planner->evaluations++;
  }
  if (texts)
    note(planner, CLEAVE_REASON_LAUNCH_VALUES, loop->body.begin, texts);
}

void list_launch_values(struct cleave_clauses *clauses, struct planner *planner,
                        const struct cleave_plan_node *kernel) {
  cleave_add_clause(planner->arena, clauses, (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_FIRSTPRIVATE});
  for (size_t i = 0; i < kernel->launch_value_count; i++)
    cleave_add_list_item(planner->arena, clauses,
                         cleave_make_name(planner->arena, kernel->launch_values[i].holds->name));
}

static void make_evaluation(struct planner *planner, struct cleave_plan_node *kernel) {
  const struct cleave_node *loop = node_at(planner, kernel->node);
  bool *set = cleave_arena_allocate(planner->arena, planner->region->variable_count + 1);
  struct cleave_source_expression all = {.use_count = 0};
  for (size_t i = 0; i < loop->header_value_count; i++) {
    const struct cleave_source_expression *value = &loop->header_values[i].source;
    if (!is_held(kernel, &loop->header_values[i]))
      continue;
    for (size_t u = 0; u < value->use_count; u++)
      set[value->uses[u].variable] |= value->uses[u].flags != 0;
    for (size_t f = 0; f < value->fact_count; f++)
      CLEAVE_APPEND(planner->arena, all.facts, all.fact_count, value->facts[f]);
  }
  struct cleave_directive *directive = condition_construct(planner, &all);
  for (size_t i = 0; i < kernel->launch_value_count; i++)
    cleave_add_mapped(planner->arena, &directive->clauses, CLEAVE_MAP_FROM,
                      cleave_make_name(planner->arena, kernel->launch_values[i].holds->name));
  add_data_clauses(&directive->clauses, planner, set);
  add_target_clauses(&directive->clauses, planner);
  kernel->launch_directive = directive;
}

/* Whether the host has the value of VARIABLE after the plan node BEFORE, which may be NULL. */
static bool is_still_known(const struct planner *planner, const struct cleave_plan_node *before,
                           uint32_t variable) {
  bool known = false;
  for (size_t i = 0; before && i < before->updated_count; i++)
    known |= before->updated[i] == variable;
  return known &&
         !(cleave_region_uses(planner->region, before->node, variable, NULL) & ~(uint32_t)CLEAVE_USE_READ) &&
         !cleave_is_result_of_loop(node_at(planner, before->node), variable);
}

static void make_update(struct planner *planner, struct cleave_plan_node *kernel,
                        const struct cleave_plan_node *before) {
  const struct cleave_node *loop = node_at(planner, kernel->node);
  bool *set = cleave_arena_allocate(planner->arena, planner->region->variable_count + 1);
  for (size_t i = 0; i < loop->header_value_count; i++) {
    const struct cleave_source_expression *value = &loop->header_values[i].source;
    for (size_t u = 0; !is_held(kernel, &loop->header_values[i]) && u < value->use_count; u++)
      set[value->uses[u].variable] |= is_plans_own(planner, value->uses[u].variable);
  }
  struct cleave_directive *update = cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_UPDATE, 0);
  for (uint32_t v = 0; v < planner->region->variable_count; v++) {
    if (!set[v])
      continue;
    CLEAVE_APPEND(planner->arena, kernel->updated, kernel->updated_count, v);
    if (is_still_known(planner, before, v))
      continue;
    if (!update->clauses.count)
      cleave_add_clause(planner->arena, &update->clauses,
                        (struct cleave_plan_clause){
                            .kind = CLEAVE_CLAUSE_MAP, .map_type = CLEAVE_MAP_FROM, .is_motion = true});
    cleave_add_list_item(planner->arena, &update->clauses, variable_value(planner, v));
  }
  if (!update->clauses.count)
    return;
  cleave_add_device(planner->arena, &update->clauses, planner->device);
  if (planner->condition)
    cleave_add_if(planner->arena, &update->clauses, CLEAVE_IF_ANY, planner->condition);
  kernel->update_directive = update;
}

void make_launch_directives(struct planner *planner, struct cleave_plan_node *kernel,
                            const struct cleave_plan_node *before) {
  const struct cleave_node *loop = node_at(planner, kernel->node);
  if (is_combined_loop(planner->region) || kernel->part)
    return;
  kernel->launch_directive = kernel->update_directive = NULL;
  kernel->updated_count = 0;
  if (kernel->launch_value_count)
    make_evaluation(planner, kernel);
  if (kernel->widened || loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE)
    make_update(planner, kernel, before);
}
