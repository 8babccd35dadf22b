/* FILE: lib/fission/directives.c
 * WHAT: the text of the directives of a region's kernels.
 *
 * Each kernel repeats the clauses of what it uses. The data environment (environments.c) holds a reference
 * to each object, so the repeated clauses move nothing; they are needed because a scalar without a clause
 * would be firstprivate again, and because a pointer with several mapped sections needs to be told
 * which one is meant.
 */
#include "fission/maps.h"

/* ---- Data clauses ----------------------------------------------------------------------------- */

static void write_list(struct cleave_text *out, const struct planner *planner, const bool *set,
                       enum cleave_sharing sharing, bool pointers_only, const char *clause) {
  bool open = false;
  for (uint32_t i = 0; i < planner->region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    if (!set[i] || variable->sharing != sharing ||
        (pointers_only && variable->type_class != CLEAVE_TYPE_POINTER))
      continue;
    cleave_text_format(out, open ? ", %s" : " %s(%s", open ? variable->name : clause, variable->name);
    open = true;
  }
  if (open)
    cleave_text_add(out, ")");
}

/* The data clauses of one kernel that uses the variables in SET. */
static void write_data_clauses(struct cleave_text *out, struct planner *planner, const bool *set) {
  const struct cleave_region *region = planner->region;
  struct entries entries = {.arena = planner->arena};
  const bool environment = planner->needs_environment && !planner->environment_for_tiles;
  for (uint32_t i = 0; i < region->map_count; i++) {
    const struct cleave_map_item *item = &region->maps[i];
    /* always would copy at every kernel; present was checked by the environment. */
    uint32_t modifiers = environment ? 0 : item->flags & (CLEAVE_MAP_ALWAYS | CLEAVE_MAP_PRESENT);
    /* Without an environment the one kernel does all that the region's clauses ask for, also for
     * what it does not use itself. */
    if ((set[item->variable] && planner->pointers[item->variable] != POINTER_SWAPPED) || !environment)
      add_item(&entries, planner, i, modifiers);
  }
  for (uint32_t i = 0; i < region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    planner->users[i] += !set[i] ? 0 : planner->host_loops ? 2 : 1;
    if (set[i] && variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP && !variable->may_be_partly_present)
      add_implicit_entry(&entries, planner, i);
    if (set[i] && planner->placements[i] == ON_DEVICE)
      add_entry(&entries, CLEAVE_MAP_ALLOC, 0, variable->name);
    if (set[i] && planner->pointers[i] == POINTER_DERIVED)
      add_entry(&entries, CLEAVE_MAP_ALLOC, 0, derived_item(planner, i));
  }
  write_entries(out, &entries);
  write_list(out, planner, set, CLEAVE_SHARING_IS_DEVICE_PTR, false, "is_device_ptr");
  write_list(out, planner, set, CLEAVE_SHARING_HAS_DEVICE_ADDR, false, "has_device_addr");
  write_list(out, planner, set, CLEAVE_SHARING_FIRSTPRIVATE, true, "firstprivate");
}

/* ---- Clauses that every piece repeats --------------------------------------------------------- */

/* The text to repeat for the argument of CLAUSE. An argument that does something, or that the region
 * changes, is evaluated once, into a variable: the region evaluated it once, at its start. */
static const char *evaluate_once(struct planner *planner, const struct cleave_clause *clause,
                                 const char *name) {
  const char *text = text_of(planner, clause->argument);
  bool repeatable = !(clause->flags & CLEAVE_CLAUSE_SIDE_EFFECTS);
  for (size_t i = 0; i < clause->use_count; i++) {
    uint32_t uses = flowing_uses(planner, clause->uses[i].variable);
    repeatable &=
        !(uses & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS)) && clause->uses[i].flags == CLEAVE_USE_READ;
  }
  if (repeatable)
    return text;
  name = new_name(planner, name);
  const char *declaration = clause->kind == CLEAVE_CLAUSE_IF
                                ? cleave_arena_format(planner->arena, "int %s = (%s) ? 1 : 0;", name, text)
                                : cleave_arena_format(planner->arena, "int %s = %s;", name, text);
  CLEAVE_APPEND(planner->arena, planner->plan->temporaries, planner->plan->temporary_count, declaration);
  planner->needs_environment = true; /* the declaration needs a block of its own */
  return name;
}

void prepare_shared_clauses(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  const struct cleave_clause *device =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_DEVICE);
  if (device) {
    planner->device_argument = evaluate_once(planner, device, "device");
    planner->device_clause = cleave_arena_format(planner->arena, " device(%s)", planner->device_argument);
  }
  for (size_t i = 0; i < region->clause_count; i++)
    if (region->clauses[i].kind == CLEAVE_CLAUSE_IF && region->clauses[i].modifier != CLEAVE_IF_PARALLEL)
      planner->if_argument = evaluate_once(planner, &region->clauses[i], "if");
}

static void write_target_clauses(struct cleave_text *out, const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  if (planner->device_clause)
    cleave_text_add(out, planner->device_clause);
  if (planner->if_argument)
    cleave_text_format(out, " if(target: %s)", planner->if_argument);
  const struct cleave_clause *limit =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_THREAD_LIMIT);
  if (limit && !(region->construct & CLEAVE_CONSTRUCT_TEAMS))
    cleave_text_format(out, " %s", text_of(planner, limit->range));
  if (planner->task_clauses)
    cleave_text_add(out, planner->task_clauses);
}

/* Clauses of a teams or parallel CONSTRUCT that was taken apart, for each of its loops. An `if` without
 * a name speaks of target and parallel (OpenMP 5.1, 2.18), so on a teams construct not of the loops. */
static void write_enclosing_clauses(struct cleave_text *out, const struct planner *planner,
                                    const struct cleave_clause *clauses, size_t count, uint32_t construct,
                                    bool widened) {
  for (size_t i = 0; i < count; i++) {
    const struct cleave_clause *clause = &clauses[i];
    if (clause->kind == CLEAVE_CLAUSE_NUM_THREADS && widened)
      continue; /* as below */
    if (clause->kind == CLEAVE_CLAUSE_NUM_TEAMS || clause->kind == CLEAVE_CLAUSE_THREAD_LIMIT ||
        clause->kind == CLEAVE_CLAUSE_NUM_THREADS || clause->kind == CLEAVE_CLAUSE_PROC_BIND)
      cleave_text_format(out, " %s", text_of(planner, clause->range));
    else if (clause->kind == CLEAVE_CLAUSE_IF && clause->modifier != CLEAVE_IF_TARGET &&
             construct & CLEAVE_CONSTRUCT_PARALLEL)
      /* Without a name the clause of the region speaks of target and parallel alike. */
      cleave_text_format(out, " if(parallel: %s)",
                         clauses == planner->region->clauses && clause->modifier == CLEAVE_IF_ANY
                             ? planner->if_argument
                             : text_of(planner, clause->argument));
  }
}

/* The simd part of a loop's directive. It permits what may be done to the iterations of one thread, and asks for nothing
 * (OpenMP 5.1, 2.11.5.1). A widened loop goes without it: on NVIDIA devices it does nothing, and on the host device
 * LLVM often cannot vectorize the loop over a team's part of the iterations, and warns of what it was asked for. */
static const char *simd_of(const struct cleave_node *loop, bool widened) {
  return loop->construct & CLEAVE_CONSTRUCT_SIMD && !widened ? " simd" : "";
}

/* num_threads speaks of the one team. Which thread runs which iteration is open for a loop that is
 * widened, and the device's default costs least; besides, LLVM 19 runs one iteration for each team of
 * one thread under `distribute parallel for schedule(static, 1)`. */
static bool survives_widening(const struct cleave_clause *clause) {
  if (clause->kind == CLEAVE_CLAUSE_SIMD)
    return false;
  if (clause->kind == CLEAVE_CLAUSE_SCHEDULE)
    return clause->flags & CLEAVE_CLAUSE_IS_STATIC && !(clause->flags & CLEAVE_CLAUSE_HAS_CHUNK);
  return clause->kind != CLEAVE_CLAUSE_NUM_THREADS;
}

/* clang 19 deals a `distribute` loop without dist_schedule out in portions of one iteration for each thread, and
 * reduces the whole team for each portion. With dist_schedule(static) a team has one portion. That is legal: without
 * the clause the schedule is implementation-defined (OpenMP 5.1, 2.11.6.1), and so is the order in which copies are
 * combined (2.21.5). The user's own clause stays. With schedule(static) a thread of one large portion would execute
 * neighbouring iterations, and the threads of a warp would not access neighbouring elements: such a loop stays as it
 * is, and a widened one, whose iterations may run on any thread, loses that clause. */
static bool reduces_once(const struct planner *planner, const struct cleave_node *loop, bool widened) {
  const struct cleave_clause *clauses = loop->clauses;
  const size_t count = loop->clause_count;
  return planner->options->dist_schedule && (widened || loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE) &&
         cleave_clause_find(clauses, count, CLEAVE_CLAUSE_REDUCTION) &&
         !cleave_clause_find(clauses, count, CLEAVE_CLAUSE_DIST_SCHEDULE) &&
         (widened || !cleave_clause_find(clauses, count, CLEAVE_CLAUSE_SCHEDULE));
}

static void write_dist_schedule(struct cleave_text *out, struct planner *planner,
                                const struct cleave_node *loop) {
  const struct cleave_clause *clause =
      cleave_clause_find(loop->clauses, loop->clause_count, CLEAVE_CLAUSE_REDUCTION);
  cleave_text_add(out, " dist_schedule(static)");
  note(planner, CLEAVE_REASON_DIST_SCHEDULE, clause->range.begin, text_of(planner, clause->range));
}

static void write_loop_clauses(struct cleave_text *out, struct planner *planner,
                               const struct cleave_node *loop, const struct cleave_plan_node *plan_node) {
  const bool once = plan_node->reduces_once, widened = plan_node->widened;
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    if (clause->kind == CLEAVE_CLAUSE_NOWAIT)
      continue; /* the end of a kernel is stricter */
    if (widened && (!survives_widening(clause) || (once && clause->kind == CLEAVE_CLAUSE_SCHEDULE)))
      continue;
    if (clause->kind == CLEAVE_CLAUSE_IF && clause->modifier == CLEAVE_IF_ANY)
      cleave_text_format(out, " if(parallel: %s)", text_of(planner, clause->argument));
    else
      cleave_text_format(out, " %s", text_of(planner, clause->range));
  }
  if (once)
    write_dist_schedule(out, planner, loop);
}

/* ---- Kernels ---------------------------------------------------------------------------------- */

static bool is_in_device_memory(const struct planner *planner, uint32_t variable) {
  const enum cleave_sharing sharing = variable_at(planner, variable)->sharing;
  return planner->placements[variable] == ON_DEVICE || sharing == CLEAVE_SHARING_MAPPED ||
         sharing == CLEAVE_SHARING_IMPLICIT_MAP || sharing == CLEAVE_SHARING_DECLARE_TARGET ||
         sharing == CLEAVE_SHARING_HAS_DEVICE_ADDR;
}

/* Whether a clause or bound of the loop must read the device's copy of a variable. On a combined
 * construct the host evaluates bounds, and firstprivate takes the host's value (OpenMP 5.1, 2.17.9),
 * so the loop then stands in the target construct with a directive of its own. Before OpenMP 5.0 a
 * variable could not be in a map clause and in a data-sharing clause of one construct either.
 * Clang 19 refuses some valid member expressions directly in a construct that maps (reader_members.cpp). */
static bool needs_inner_directive(const struct planner *planner, const struct cleave_node *loop) {
  if (loop->has_member_of_no_variable)
    return true;
  for (size_t i = 0; i < loop->bound_count; i++)
    if (is_in_device_memory(planner, loop->bounds[i].variable))
      return true;
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    bool result = clause->kind == CLEAVE_CLAUSE_REDUCTION || clause->kind == CLEAVE_CLAUSE_LASTPRIVATE ||
                  clause->kind == CLEAVE_CLAUSE_LINEAR;
    for (size_t v = 0; v < clause->variable_count; v++)
      if (is_in_device_memory(planner, clause->variables[v]) &&
          (clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE || (result && planner->unit->openmp_version < 50)))
        return true;
  }
  return false;
}

const char *bound_trapping_on_host(const struct planner *planner, const struct cleave_node *loop) {
  for (size_t i = 0; loop->bounds_may_trap && i < loop->bound_count; i++)
    if (is_in_device_memory(planner, loop->bounds[i].variable))
      return variable_at(planner, loop->bounds[i].variable)->name;
  return NULL;
}

/* Clause arguments of a loop are evaluated by the host, or before the device's copy is looked up. */
static bool check_arguments(struct planner *planner, const struct cleave_clause *clauses, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t u = 0; u < clauses[i].use_count; u++)
      if (is_in_device_memory(planner, clauses[i].uses[u].variable) ||
          clauses[i].uses[u].flags != CLEAVE_USE_READ)
        return refuse(planner, CLEAVE_REASON_CLAUSE_ON_DEVICE, clauses[i].range.begin,
                      text_of(planner, clauses[i].range));
  return true;
}

static void add_loop_variables(const struct cleave_node *loop, bool *set) {
  for (size_t i = 0; i < loop->use_count; i++)
    if (!cleave_is_private_in_loop(loop, loop->uses[i].variable))
      set[loop->uses[i].variable] = true;
  for (size_t i = 0; i < loop->bound_count; i++)
    set[loop->bounds[i].variable] = true;
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    for (size_t v = 0; v < clause->variable_count; v++)
      if (cleave_is_result_of_loop(loop, clause->variables[v]) || clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE)
        set[clause->variables[v]] = true;
  }
}

static bool *new_set(struct planner *planner) {
  return cleave_arena_allocate(planner->arena, planner->region->variable_count + 1);
}

/* target parallel for: the directive changes its name, if it is widened, and keeps its clauses. One with teams
 * keeps both. */
static const char *combined_directive(struct planner *planner, const struct cleave_node *loop,
                                      const struct cleave_plan_node *plan_node) {
  struct cleave_text out = {.arena = planner->arena};
  const bool once = plan_node->reduces_once, widened = plan_node->widened;
  const bool teams = widened || loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE;
  cleave_text_format(&out, "target %sparallel for%s", teams ? "teams distribute " : "",
                     simd_of(loop, widened));
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    if (!widened || (survives_widening(clause) && !(once && clause->kind == CLEAVE_CLAUSE_SCHEDULE)))
      cleave_text_format(&out, " %s", text_of(planner, clause->range));
  }
  if (once)
    write_dist_schedule(&out, planner, loop);
  return cleave_text_get(&out);
}

/* Whether one of CLAUSES says how many threads a team has, or may say it. */
static bool limits_threads(const struct cleave_clause *clauses, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (clauses[i].kind == CLEAVE_CLAUSE_THREAD_LIMIT || clauses[i].kind == CLEAVE_CLAUSE_NUM_THREADS ||
        clauses[i].kind == CLEAVE_CLAUSE_OTHER)
      return true;
  return false;
}

/* Whether the number of threads per team is left to cleave, for the kernel of STEP. */
static bool has_free_threads(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *loop = node_at(planner, plan_node->node);
  if (!planner->options->geometry || plan_node->keeps_grid ||
      !(plan_node->widened || loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE) ||
      limits_threads(region->clauses, region->clause_count))
    return false;
  for (uint32_t at = plan_node->node; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    if (limits_threads(node_at(planner, at)->clauses, node_at(planner, at)->clause_count))
      return false;
  return true;
}

static bool make_kernel_directive(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *loop = node_at(planner, plan_node->node);
  plan_node->keeps_grid = (region->hints | loop->hints) & CLEAVE_HINT_GEOMETRY_OFF;
  plan_node->free_threads = has_free_threads(planner, plan_node);
  plan_node->reduces_once = reduces_once(planner, loop, plan_node->widened);
  if (is_combined_loop(region)) {
    plan_node->directive = combined_directive(planner, loop, plan_node);
    return !loses_lastprivate(planner) || keep_lastprivate(planner, plan_node);
  }
  if (!check_arguments(planner, loop->clauses, loop->clause_count))
    return false;
  const bool teams = plan_node->widened || loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE;
  const char *simd = simd_of(loop, plan_node->widened);
  bool *set = new_set(planner);
  add_loop_variables(loop, set);

  struct cleave_text outer = {.arena = planner->arena}, inner = {.arena = planner->arena};
  struct cleave_text *rest = needs_inner_directive(planner, loop) ? &inner : &outer;
  if (rest == &inner) {
    cleave_text_add(&outer, "target");
    cleave_text_format(&inner, "%s%s", teams ? "teams distribute parallel for" : "parallel for", simd);
  } else {
    cleave_text_format(&outer, "target %s%s", teams ? "teams distribute parallel for" : "parallel for", simd);
  }
  write_data_clauses(&outer, planner, set);
  write_target_clauses(&outer, planner);
  if (region->construct & (CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_PARALLEL))
    write_enclosing_clauses(rest, planner, region->clauses, region->clause_count, region->construct,
                            plan_node->widened);
  for (uint32_t at = loop->parent; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent) {
    const struct cleave_node *around = node_at(planner, at);
    if (around->kind != CLEAVE_NODE_PARALLEL && around->kind != CLEAVE_NODE_TEAMS)
      continue;
    if (!check_arguments(planner, around->clauses, around->clause_count))
      return false;
    write_enclosing_clauses(rest, planner, around->clauses, around->clause_count, around->construct,
                            plan_node->widened);
  }
  write_loop_clauses(rest, planner, loop, plan_node);
  plan_node->directive = cleave_text_get(&outer);
  plan_node->inner_directive = rest == &inner ? cleave_text_get(&inner) : NULL;
  return true;
}

static void add_uses_to(const struct cleave_use *uses, size_t count, bool *set) {
  for (size_t i = 0; i < count; i++)
    if (uses[i].flags)
      set[uses[i].variable] = true;
}

static void add_node_variables(const struct planner *planner, uint32_t index, bool *set) {
  const struct cleave_node *node = node_at(planner, index);
  add_uses_to(node->uses, node->use_count, set);
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    add_node_variables(planner, child, set);
}

/* What is declared inside the statement itself needs no clause. */
static void drop_local_variables(const struct planner *planner, uint32_t index, bool *set) {
  for (uint32_t i = 0; i < planner->region->variable_count; i++)
    for (uint32_t at = variable_at(planner, i)->declared_by; at != CLEAVE_NO_NODE;
         at = node_at(planner, at)->parent)
      if (at == index)
        set[i] = false;
}

/* DECLARATION: the plan node before, whose initializers are the first assignments of this one; or NULL. */
static void make_serial_directive(struct planner *planner, struct cleave_plan_node *plan_node,
                                  const struct cleave_plan_node *declaration) {
  bool *set = new_set(planner);
  uint32_t at = plan_node->node;
  if (declaration) {
    const struct cleave_node *node = node_at(planner, at);
    for (size_t i = 0; i < node->declarator_count; i++)
      if (declaration->device_initializers[i]) {
        add_uses_to(node->declarators[i].uses, node->declarators[i].use_count, set);
        set[node->declarators[i].variable] = true;
      }
    at = at == plan_node->last ? CLEAVE_NO_NODE : node->next;
  }
  const uint32_t first = at;
  for (; at != CLEAVE_NO_NODE; at = at == plan_node->last ? CLEAVE_NO_NODE : node_at(planner, at)->next)
    add_node_variables(planner, at, set);
  for (at = first; at != CLEAVE_NO_NODE;
       at = at == plan_node->last ? CLEAVE_NO_NODE : node_at(planner, at)->next)
    drop_local_variables(planner, at, set);
  struct cleave_text out = {.arena = planner->arena};
  cleave_text_add(&out, serial_construct(planner, plan_node->node, plan_node->last));
  write_data_clauses(&out, planner, set);
  write_target_clauses(&out, planner);
  plan_node->directive = cleave_text_get(&out);
}

static void make_condition_directive(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_expression *condition = &node_at(planner, plan_node->node)->condition;
  bool *set = new_set(planner);
  add_uses_to(condition->uses, condition->use_count, set);
  struct cleave_text out = {.arena = planner->arena};
  cleave_text_format(&out, "%s map(from: %s)", condition_construct(condition), plan_node->outcome);
  write_data_clauses(&out, planner, set);
  write_target_clauses(&out, planner);
  plan_node->condition_directive = cleave_text_get(&out);
}

static bool make_children(struct planner *planner, struct cleave_plan_node *plan_node) {
  for (size_t i = 0; i < plan_node->child_count; i++)
    if (!make_directives(planner, plan_node->children[i], i ? plan_node->children[i - 1] : NULL))
      return false;
  return true;
}

bool make_directives(struct planner *planner, struct cleave_plan_node *plan_node,
                     const struct cleave_plan_node *before) {
  if (!planner->users)
    planner->users =
        cleave_arena_allocate(planner->arena, (planner->region->variable_count + 1) * sizeof *planner->users);
  const bool loops =
      plan_node->kind == CLEAVE_PLAN_CONTROL && is_loop_statement(node_at(planner, plan_node->node));
  planner->host_loops += loops;
  if (plan_node->outcome)
    make_condition_directive(planner, plan_node);
  if (plan_node->kind == CLEAVE_PLAN_KERNEL)
    return make_kernel_directive(planner, plan_node);
  if (plan_node->kind == CLEAVE_PLAN_SERIAL) {
    bool initializes = before && before->kind == CLEAVE_PLAN_DECLARATION && before->node == plan_node->node &&
                       before->initializes_on_device;
    make_serial_directive(planner, plan_node, initializes ? before : NULL);
  }
  const bool made = make_children(planner, plan_node);
  planner->host_loops -= loops;
  return made;
}
