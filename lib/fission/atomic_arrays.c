/* FILE: lib/fission/atomic_arrays.c
 * WHAT: kernels that update arrays by atomic constructs: histograms, sums by key.
 *
 *   distribute parallel for: for i: { atomic: count[key[i]]++; atomic: sum[key[i]] += x[i]; }
 *
 * Atomic operations of many threads on few addresses of global memory are executed one after the other: 0.7 ms for 1 Mi elements and 64
 * bins on an H200. In the version a team has copies of a part of the array in shared memory, its window. Updates of these elements go to
 * a copy. At the end the team adds each element of its copies to the array, by one atomic operation. Updates of other elements stay as
 * they are.
 *
 * Why that is allowed.
 * 1. Atomic updates of one location are executed in some order, which OpenMP leaves open (5.1, 1.4.1 and 2.19.7). All updates of the
 *    array in the loop combine a value that does not depend on the array, by one associative and commutative operator (struct
 *    cleave_atomic_updates). For integers each order and each grouping gives the same bits, modulo 2^n. The version executes the updates
 *    of a team as if they were consecutive.
 * 2. Floating-point values keep their order in no program, but they are added one by one. The version adds sums, a grouping that no
 *    order has. So it needs the permission to reassociate. An element begins with -0.0, which changes no sum.
 * 3. The constructs are relaxed: they order no other access (2.19.8.1). Other code sees the array before the kernel or after it. An atomic
 *    read of another kernel that runs at the same time sees some of the updates, in this version as in the other one.
 * 4. No iteration sees an element that the version has not updated yet. The loop uses the array in its updates only. Through another
 *    name, an iteration may only access an element that no other iteration updates: otherwise there is a data race (1.4.1), because any
 *    thread may execute any iteration. Its own access has the same effect in both forms if it precedes all updates of the iteration. For
 *    each other access, libcleave ends the window before the first byte of the object: on the host, and on the device (cleave_unshared).
 *    a) Updates of another array by the same operator, with elements of the same kind, may be of the same elements: point 1 holds for both.
 *    b) Elements of another size, or floating-point and integer elements, are no common elements (C11, 6.5p7), except characters, and with
 *       -fno-strict-aliasing.
 * 5. Elements outside of the window are never in a copy, and those in it always are. The window is the same in the whole kernel. An element
 *    of a copy that no iteration has changed is not added, so the kernel accesses no element that the loop does not update.
 * 6. A barrier separates the initialization, the updates and the result in a team. Any thread may execute any iteration, because the
 *    loop is distributed across all teams already, and its body contains nothing that asks for its thread or waits for others
 *    (team_reductions.c, point 4).
 *
 * There are two versions: with little shared memory, so that many teams run at once, and with as much as each GPU has. Larger arrays of
 * which the map clause names the length keep the plain loop.
 */
#include "fission/mapping_internal.h"

/* Teams with much shared memory are few, so they have more threads. */
enum { FEW_BYTES = 8 << 10, THREADS = 256, LARGE_THREADS = 1024, STEPS = 4, MOST_TEAMS = 1024 };

/* ---- Arrays --------------------------------------------------------------------------------------- */

/* Whether NODE uses ARRAY, or names it, outside of its updates. */
static bool has_other_uses(struct planner *planner, const struct cleave_node *node,
                           const struct cleave_updated_array *array) {
  struct cleave_element_update *updates = NULL;
  size_t count = 0;
  for (size_t i = 0; i < node->atomics->update_count; i++) {
    const struct cleave_atomic_update *it = &node->atomics->updates[i];
    const struct cleave_element_update update = {{it->statement_begin, it->end},
                                                 {it->subscript_begin, it->subscript_end},
                                                 {it->value_begin, it->value_end}};
    if (&node->atomics->arrays[it->array] == array)
      CLEAVE_APPEND(planner->arena, updates, count, update);
  }
  return array->has_other_uses || is_named_elsewhere(planner, array->variable, node, updates, count);
}

/* Points 1 and 2. */
static const char *check_updates(struct planner *planner, const struct cleave_node *node,
                                 const struct cleave_updated_array *array) {
  switch (array->combiner) {
  case CLEAVE_COMBINER_ADD:
  case CLEAVE_COMBINER_MULTIPLY:
  case CLEAVE_COMBINER_AND:
  case CLEAVE_COMBINER_OR:
  case CLEAVE_COMBINER_XOR:
    break;
  default:
    return "the updates are no single operation on its type";
  }
  if (array->bytes != 4 && array->bytes != 8)
    return "there are no atomic operations for its elements";
  if (has_other_uses(planner, node, array))
    return "the loop uses it outside of its updates as well";
  return !array->is_floating || may_reassociate(planner, true)
             ? NULL
             : "another grouping changes floating-point sums; to permit it, use reassociate=on";
}

static const char *check_array(struct planner *planner, const struct cleave_node *node,
                               const struct cleave_updated_array *array, struct cleave_object *object) {
  const uint32_t index = array->variable;
  const char *obstacle = check_updates(planner, node, array);
  if (obstacle)
    return obstacle;
  if (!can_rename(planner, index))
    return "its declaration is not supported";
  if (is_own_copy(planner, index))
    return "it is not shared by the threads";
  if (find_memory(planner, index, object))
    return NULL;
  *object = (struct cleave_object){.kind = memory_kind_of(planner, index)};
  object->address = variable_value(planner, index);
  return object->kind == CLEAVE_MEMORY_PRESENT ? NULL : "the host does not have its address";
}

static const struct cleave_atomic_update *update_at(const struct cleave_atomic_updates *atomics,
                                                    size_t access) {
  for (size_t i = 0; i < atomics->update_count; i++)
    if (atomics->updates[i].access == access)
      return &atomics->updates[i];
  return NULL;
}

/* Point 4: whether the access may be to an element of ARRAY, and the result is another one then. */
static bool interferes(const struct planner *planner, const struct cleave_atomic_updates *atomics,
                       const struct cleave_updated_array *array, size_t index) {
  const struct cleave_access *access = &atomics->accesses->accesses[index];
  const struct cleave_variable *variable = variable_at(planner, access->variable);
  const struct cleave_atomic_update *update = update_at(atomics, index);
  if (access->variable == array->variable || is_own_copy(planner, access->variable) ||
      (!access->subscript_count && !variable->address_taken))
    return false;
  if (update) {
    const struct cleave_updated_array *other = &atomics->arrays[update->array];
    const bool have_one_kind = other->bytes == array->bytes && other->is_floating == array->is_floating;
    /* A character may be a part of any object (C11, 6.5p7). */
    return have_one_kind ? other->combiner != array->combiner
                         : other->bytes == 1 || planner->unit->types_may_alias;
  }
  return atomics->accesses->loop_count || index >= atomics->updates[0].access;
}

static bool has_object(const struct cleave_disjoint *others, uint32_t variable) {
  for (size_t i = 0; i < others->object_count; i++)
    if (others->objects[i].variable == variable)
      return true;
  return false;
}

/* Adds the memory of the accesses that interfere with ARRAY to OTHERS. */
static const char *find_others(struct planner *planner, const struct cleave_loop_model *model,
                               const struct cleave_updated_array *array, struct cleave_disjoint *others) {
  const struct cleave_atomic_updates *atomics = model->node->atomics;
  for (size_t i = 0; i < atomics->accesses->access_count; i++) {
    const struct cleave_access *access = &atomics->accesses->accesses[i];
    struct cleave_object object = {.written = false};
    struct cleave_assumptions assumptions = {.may_have_ranges = false};
    if (!interferes(planner, atomics, array, i) || has_object(others, access->variable))
      continue;
    if (!find_memory(planner, access->variable, &object) &&
        !find_accessed_memory(planner, model, access->variable, &assumptions, &object))
      return cleave_arena_format(planner->arena, "'%s' may overlap it",
                                 variable_at(planner, access->variable)->name);
    CLEAVE_APPEND(planner->arena, others->objects, others->object_count, object);
  }
  return others->object_count > CLEAVE_MOST_COMPARED_OBJECTS ? "the loop uses too many other arrays" : NULL;
}

/* ---- Windows -------------------------------------------------------------------------------------- */

/* An array with a window. */
struct candidate {
  const struct cleave_updated_array *array;
  const struct cleave_reduction *operation;
  struct cleave_object object;
  const struct cleave_expression *first; /* of the section; NULL: 0 */
  struct cleave_disjoint others;
};

struct candidates {
  struct candidate *items;
  size_t count;
};

static bool is_section(const struct candidate *it) { return it->object.kind == CLEAVE_MEMORY_SECTION; }

static const struct cleave_expression *window_of(struct planner *planner,
                                                 const struct target_clauses *clauses,
                                                 const struct candidate *it, unsigned most) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_UNSHARED);
  cleave_add_device_argument(arena, call, clauses->device);
  cleave_add_memory(arena, call, it->object.address,
                    is_section(it) ? it->object.bytes
                                   : cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 0));
  cleave_add_number(arena, call, most);
  cleave_add_number(arena, call, (int64_t)it->others.object_count);
  for (size_t i = 0; i < it->others.object_count; i++)
    add_object(arena, call, &it->others.objects[i]);
  return call;
}

/* The first element of the section in the map clause that names the memory of the array; NULL: 0. */
static const struct cleave_expression *first_of(const struct planner *planner, const struct candidate *it) {
  size_t number;
  const struct cleave_map_item *item =
      is_section(it) ? only_item(planner, it->array->variable, &number) : NULL;
  const struct cleave_bound *subscript = item ? item_bound(item, CLEAVE_BOUND_SUBSCRIPT, 0) : NULL,
                            *first = subscript ? subscript
                                     : item    ? item_bound(item, CLEAVE_BOUND_FIRST, 0)
                                               : NULL;
  return first && !first->is_zero ? bound_value(planner, number, first) : NULL;
}

/* Adds ARRAY to CANDIDATES, or a remark about it. */
static void add_candidate(struct planner *planner, const struct cleave_loop_model *model,
                          const struct cleave_updated_array *array, struct candidates *candidates) {
  struct candidate it = {.array = array};
  const char *obstacle = check_array(planner, model->node, array, &it.object);
  if (!obstacle)
    obstacle = find_others(planner, model, array, &it.others);
  if (obstacle) {
    note_obstacle(planner, CLEAVE_REASON_ATOMICS_NOT_COMBINED, model->node,
                  cleave_arena_format(planner->arena, "'%s': %s", variable_at(planner, array->variable)->name,
                                      obstacle));
    return;
  }
  struct cleave_reduced_array *reduced = cleave_arena_allocate(planner->arena, sizeof *reduced);
  struct cleave_reduction *operation = cleave_arena_allocate(planner->arena, sizeof *operation);
  *reduced = (struct cleave_reduced_array){
      .type = array->type, .bytes = array->bytes, .is_floating = array->is_floating};
  *operation = (struct cleave_reduction){.combiner = array->combiner, .array = reduced};
  it.operation = operation;
  it.first = first_of(planner, &it);
  CLEAVE_APPEND(planner->arena, candidates->items, candidates->count, it);
}

/* ---- The versions --------------------------------------------------------------------------------- */

/* Adds the version with the loops of DESCRIBED whose copies have BYTES bytes together. */
static void add_windows(struct planner *planner, struct cleave_plan_node *plan_node,
                        const struct cleave_loop_model *model, const struct candidates *candidates,
                        const struct cleave_mapping *described, const struct cleave_expression *ranges,
                        const struct target_clauses *clauses, unsigned bytes) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_mapping *mapping = cleave_arena_allocate(arena, sizeof *mapping);
  struct cleave_team_reduction *reduction = cleave_arena_allocate(arena, sizeof *reduction);
  reduction->threads = bytes > FEW_BYTES ? LARGE_THREADS : THREADS;
  *mapping = *described;
  reduction->steps = has_loop_in(model->loop, mapping->body, NULL) ? 1 : STEPS;
  reduction->most_teams = MOST_TEAMS;
  reduction->atomics = model->node->atomics;
  find_reduced_variables(planner, model->node, reduction); /* none */
  mapping->reduction = reduction;
  name_variables(planner, mapping);
  mapping->span = begin_of_reduction(planner, mapping, clauses);
  const struct cleave_expression *guard = guard_of_mapping(planner, model, mapping, clauses, ranges);
  const unsigned share = bytes / (unsigned)candidates->count / 8 * 8;
  for (size_t i = 0; i < candidates->count; i++) {
    const struct candidate *it = &candidates->items[i];
    const struct cleave_team_array added = {.variable = it->array->variable,
                                            .operation = it->operation,
                                            .first = it->first,
                                            .length = share / it->array->bytes,
                                            .window = window_of(planner, clauses, it, share),
                                            .has_length = is_section(it)};
    CLEAVE_APPEND(arena, reduction->arrays, reduction->array_count, added);
    if (is_section(it)) {
      const struct cleave_expression *most = cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, share + 1);
      guard = cleave_make_binary(arena, CLEAVE_AND, guard,
                                 cleave_make_binary(arena, CLEAVE_LESS, it->object.bytes, most));
    }
    guard = cleave_make_binary(
        arena, CLEAVE_AND, guard,
        guard_of_call(planner, clauses,
                      cleave_make_binary(arena, CLEAVE_GREATER, added.window,
                                         cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 0))));
  }
  const struct cleave_version version = {.guard = guard,
                                         .body = CLEAVE_BODY_MAPPED,
                                         .kernel = kernel_of_teams(planner, plan_node),
                                         .mapping = mapping};
  CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
}

static const char *find_obstacle(struct planner *planner, struct cleave_plan_node *plan_node,
                                 struct target_clauses *clauses) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  uint32_t offset;
  if (cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION))
    return "the loop has a reduction clause";
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind == CLEAVE_FACT_CALL && node->facts[i].callee != CLEAVE_CALLEE_MATHEMATICAL)
      return "the loop calls a function that may use it";
  const char *obstacle = reduction_obstacle(planner, plan_node);
  if (!obstacle)
    obstacle = atomic_version_obstacle(planner, plan_node->node, clauses, &offset);
  return obstacle || kernel_of_teams(planner, plan_node) ? obstacle : "a clause applies to the loop";
}

static void add_version(struct planner *planner, struct cleave_plan_node *plan_node) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (!node->atomics || !node->headers || plan_node->versions.count || plan_node->launch_value_count ||
      plan_node->tiling || !planner->options->may_call || !planner->options->map ||
      planner->options->reduction == CLEAVE_REDUCTION_OFF ||
      (planner->region->hints | node->hints) & (CLEAVE_HINT_MAP_OFF | CLEAVE_HINT_REDUCTION_OFF) ||
      !(plan_node->widened || node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE))
    return;
  const struct cleave_loop_model *model = cleave_atomic_model_get(planner->loop_models, plan_node->node);
  struct target_clauses clauses = {0};
  struct cleave_mapping described = {0};
  struct candidates candidates = {0};
  struct conditions conditions = {0};
  const char *obstacle =
      !model->loop ? "the loop has too many accesses" : find_obstacle(planner, plan_node, &clauses);
  if (!obstacle)
    obstacle = describe_reduced_loops(planner, plan_node, model, &described, &conditions);
  for (size_t i = 0; i < node->atomics->array_count; i++)
    if (!obstacle)
      add_candidate(planner, model, &node->atomics->arrays[i], &candidates);
    else
      note_obstacle(planner, CLEAVE_REASON_ATOMICS_NOT_COMBINED, node,
                    cleave_arena_format(arena, "'%s': %s",
                                        variable_at(planner, node->atomics->arrays[i].variable)->name,
                                        obstacle));
  struct cleave_disjoint *disjoint = cleave_arena_allocate(arena, sizeof *disjoint);
  if (!candidates.count ||
      (conditions.are_disjoint && !add_disjoint_objects(planner, model, true, disjoint)) || !decide(planner))
    return;
  described.disjoint = conditions.are_disjoint ? disjoint : NULL;
  if (described.loop_count > 1)
    choose_lane(model->loop, NULL, &described);
  const char *names = NULL;
  bool has_length = false;
  for (size_t i = 0; i < candidates.count; i++) {
    const char *name = variable_at(planner, candidates.items[i].array->variable)->name;
    names = names ? cleave_arena_format(arena, "%s, '%s'", names, name)
                  : cleave_arena_format(arena, "'%s'", name);
    has_length |= is_section(&candidates.items[i]);
  }
  add_windows(planner, plan_node, model, &candidates, &described, conditions.ranges, &clauses, FEW_BYTES);
  if (has_length)
    add_windows(planner, plan_node, model, &candidates, &described, conditions.ranges, &clauses,
                MOST_ARRAY_BYTES);
  note(planner, CLEAVE_REASON_ATOMICS_COMBINED, node->directive.begin,
       cleave_arena_format(arena, "%s in %d%s KiB", names, FEW_BYTES >> 10,
                           has_length ? cleave_arena_format(arena, " or %d", MOST_ARRAY_BYTES >> 10) : ""));
}

void add_atomic_versions(struct planner *planner, struct cleave_plan_node *plan_node) {
  if (plan_node->kind == CLEAVE_PLAN_KERNEL)
    add_version(planner, plan_node);
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_atomic_versions(planner, plan_node->children[i]);
}
