/* FILE: lib/fission/directives.c
 * WHAT: the directives of a region's kernels. Their data clauses: target_clauses.c.
 */
#include "fission/maps.h"

/* Adds clauses of a flattened teams or parallel CONSTRUCT to each of its loops. An `if` without a modifier
 * applies to target and parallel (OpenMP 5.1, 2.18), so on a teams construct it does not apply to the
 * loops. DISTRIBUTED: in the program. LIMITS receives thread_limit, which no directive without target or teams may have. */
static void add_enclosing_clauses(struct cleave_clauses *clauses, struct cleave_clauses *limits,
                                  const struct planner *planner, const struct cleave_clause *enclosing,
                                  size_t count, uint32_t construct, bool widened, bool distributed) {
  for (size_t i = 0; i < count; i++) {
    const struct cleave_clause *clause = &enclosing[i];
    if (clause->kind == CLEAVE_CLAUSE_NUM_THREADS && widened)
      continue; /* as below */
    if (clause->kind == CLEAVE_CLAUSE_NUM_TEAMS && !distributed)
      continue; /* one team executed the loop, or all teams may */
    if (clause->kind == CLEAVE_CLAUSE_THREAD_LIMIT)
      cleave_add_user_clause(planner->arena, limits, clause);
    else if (clause->kind == CLEAVE_CLAUSE_NUM_TEAMS || clause->kind == CLEAVE_CLAUSE_NUM_THREADS ||
             clause->kind == CLEAVE_CLAUSE_PROC_BIND)
      cleave_add_user_clause(planner->arena, clauses, clause);
    else if (clause->kind == CLEAVE_CLAUSE_IF && clause->modifier != CLEAVE_IF_TARGET &&
             construct & CLEAVE_CONSTRUCT_PARALLEL)
      /* Without a modifier, the clause of the region applies to both target and parallel. */
      cleave_add_if(planner->arena, clauses, CLEAVE_IF_PARALLEL,
                    enclosing == planner->region->clauses && clause->modifier == CLEAVE_IF_ANY
                        ? planner->condition
                        : cleave_make_source(planner->arena, clause->argument));
  }
}

/* The constructs of a loop's directive, except target. The simd part permits transformations of the
 * iterations of one thread, and requires none (OpenMP 5.1, 2.11.5.1). A widened loop does not have it: it has
 * no effect on NVIDIA devices. On the host device, LLVM often cannot vectorize the loop over a team's part of
 * the iterations, and warns about the request. */
static uint32_t construct_of(const struct cleave_node *loop, bool widened) {
  const uint32_t distribute = CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_DISTRIBUTE;
  return CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR |
         (widened || loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE ? distribute : 0) |
         (widened ? 0 : loop->construct & CLEAVE_CONSTRUCT_SIMD);
}

/* num_threads applies to the one team. In a widened loop, the assignment of iterations to threads is
 * unspecified, and the device's default costs least. Also, under `distribute parallel for schedule(static,
 * 1)`, LLVM 19 runs one iteration for each team of one thread. */
static bool survives_widening(const struct cleave_clause *clause, bool reduces_once) {
  if (clause->kind == CLEAVE_CLAUSE_SIMD ||
      (clause->kind == CLEAVE_CLAUSE_IF && clause->modifier == CLEAVE_IF_SIMD))
    return false;
  if (clause->kind == CLEAVE_CLAUSE_SCHEDULE)
    return !reduces_once && clause->flags & CLEAVE_CLAUSE_IS_STATIC &&
           !(clause->flags & CLEAVE_CLAUSE_HAS_CHUNK);
  return clause->kind != CLEAVE_CLAUSE_NUM_THREADS;
}

/* clang 19 divides a `distribute` loop without dist_schedule into portions of one iteration for each thread,
 * and reduces the whole team for each portion. With dist_schedule(static) a team has one portion. That is
 * legal: without the clause the schedule is implementation-defined (OpenMP 5.1, 2.11.6.1), and so is the
 * order in which copies are combined (2.21.5). The user's own clause stays. With schedule(static) a thread of
 * one large portion would execute neighbouring iterations, and the threads of a warp would not access
 * neighbouring elements: such a loop stays as it is, and a widened one, whose iterations may run on any
 * thread, loses that clause. */
static bool reduces_once(const struct planner *planner, const struct cleave_node *loop, bool widened) {
  const struct cleave_clause *clauses = loop->clauses;
  const size_t count = loop->clause_count;
  return planner->options->dist_schedule && (widened || loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE) &&
         cleave_clause_find(clauses, count, CLEAVE_CLAUSE_REDUCTION) &&
         !cleave_clause_find(clauses, count, CLEAVE_CLAUSE_DIST_SCHEDULE) &&
         (widened || !cleave_clause_find(clauses, count, CLEAVE_CLAUSE_SCHEDULE));
}

static void add_dist_schedule(struct cleave_clauses *clauses, struct planner *planner,
                              const struct cleave_node *loop) {
  const struct cleave_clause *clause =
      cleave_clause_find(loop->clauses, loop->clause_count, CLEAVE_CLAUSE_REDUCTION);
  cleave_add_clause(planner->arena, clauses,
                    (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_DIST_SCHEDULE});
  note(planner, CLEAVE_REASON_DIST_SCHEDULE, clause->range.begin, text_of(planner, clause->range));
}

/* Adds a private clause that the source lacks there, with a remark if it lacks it anywhere. */
static void add_private(struct cleave_clauses *clauses, struct planner *planner,
                        const struct cleave_clause *clause) {
  const char *names = NULL;
  cleave_add_clause(planner->arena, clauses, (struct cleave_plan_clause){.kind = clause->kind});
  for (size_t i = 0; i < clause->variable_count; i++) {
    const char *name = variable_at(planner, clause->variables[i])->name;
    cleave_add_list_item(planner->arena, clauses, variable_value(planner, clause->variables[i]));
    names = names ? cleave_arena_format(planner->arena, "%s', '%s", names, name) : name;
  }
  if (clause->flags & CLEAVE_CLAUSE_INFERRED)
    note(planner, CLEAVE_REASON_MADE_PRIVATE, clause->range.begin, names);
}

/* Whether CLAUSE is a hint for the simd part of LOOP about variables that its iterations do not use. */
static bool is_void_hint(const struct cleave_node *loop, const struct cleave_clause *clause) {
  for (size_t u = 0; clause->kind == CLEAVE_CLAUSE_SIMD && u < clause->use_count; u++) {
    bool used = false;
    for (size_t i = 0; i < loop->use_count; i++)
      used |= loop->uses[i].variable == clause->uses[u].variable;
    if (!used)
      return true;
  }
  return false;
}

/* COMBINED: the directive is the region's. */
static void add_loop_clauses(struct cleave_clauses *clauses, struct planner *planner,
                             const struct cleave_node *loop, const struct cleave_plan_node *plan_node,
                             bool combined) {
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    if (!combined && clause->kind == CLEAVE_CLAUSE_NOWAIT)
      continue; /* the end of a kernel is a stricter barrier */
    if (cleave_clause_in(clause, CLEAVE_FORM_LOOP) == CLEAVE_CLAUSE_USE_DROP)
      continue;
    if ((plan_node->widened && !survives_widening(clause, plan_node->reduces_once)) ||
        (!combined && is_void_hint(loop, clause)))
      continue;
    if (clause->flags & (CLEAVE_CLAUSE_INFERRED | CLEAVE_CLAUSE_MOVED)) {
      add_private(clauses, planner, clause);
      continue;
    }
    if (!combined && clause->kind == CLEAVE_CLAUSE_IF && clause->modifier == CLEAVE_IF_ANY)
      cleave_add_if(planner->arena, clauses, CLEAVE_IF_PARALLEL,
                    cleave_make_source(planner->arena, clause->argument));
    else
      cleave_add_user_clause(planner->arena, clauses, clause);
  }
  if (plan_node->reduces_once)
    add_dist_schedule(clauses, planner, loop);
}

/* ---- Kernels ---------------------------------------------------------------------------------- */

/* Whether a clause or bound of the loop must read the device's copy of a variable. On a combined construct
 * the host evaluates bounds, and firstprivate takes the host's value (OpenMP 5.1, 2.17.9). So the loop then
 * gets a separate directive inside the target construct. Before OpenMP 5.0 a variable could not be in a map
 * clause and in a data-sharing clause of one construct either. Clang 19 refuses some valid member expressions
 * directly in a construct that maps (reader_constructs.cpp), and the modifier inscan on all combined constructs with target. */
static bool needs_inner_directive(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *loop = node_at(planner, plan_node->node);
  if (loop->has_member_of_no_variable || needs_value_of_device(planner, plan_node))
    return true;
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    if (clause->kind == CLEAVE_CLAUSE_REDUCTION && clause->flags & CLEAVE_CLAUSE_HAS_MODIFIER)
      return true;
    bool result = clause->kind == CLEAVE_CLAUSE_REDUCTION || clause->kind == CLEAVE_CLAUSE_LASTPRIVATE ||
                  clause->kind == CLEAVE_CLAUSE_LINEAR;
    for (size_t v = 0; v < clause->variable_count; v++)
      if (is_in_device_memory(planner, clause->variables[v]) &&
          (clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE || (result && planner->unit->openmp_version < 50)))
        return true;
  }
  return false;
}

/* Clause arguments of a loop are evaluated by the host, or before the device's copy is looked up. Those of the simd part are
 * constants, and variables that the threads look up. */
static bool check_arguments(struct planner *planner, const struct cleave_clause *clauses, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t u = 0; clauses[i].kind != CLEAVE_CLAUSE_SIMD && u < clauses[i].use_count; u++)
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

/* Whether one of CLAUSES sets the number of threads of a team, or may set it. */
static bool limits_threads(const struct cleave_clause *clauses, size_t count) {
  return cleave_clauses_bound(clauses, count, CLEAVE_BOUNDS_THREADS) ||
         cleave_clauses_bound(clauses, count, CLEAVE_BOUNDS_ANYTHING);
}

/* Whether cleave may choose the number of threads per team for the kernel of PLAN_NODE. */
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

/* `distribute parallel for lastprivate(x)` is compiled wrongly by clang 19 for GPUs: all threads of the team with the
 * last iterations store their copies. Which one remains depends on the grid, which a kernel of its own changes. */
static bool keeps_last_values(struct planner *planner, const struct cleave_node *loop) {
  for (size_t i = 0; loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE && i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    if (clause->kind == CLEAVE_CLAUSE_LASTPRIVATE && clause->variable_count)
      return refuse(planner, CLEAVE_REASON_LASTPRIVATE_DISTRIBUTED, loop->directive.begin,
                    variable_at(planner, clause->variables[0])->name);
  }
  return true;
}

/* Adds the clauses of the constructs around the loop of PLAN_NODE. Returns false if the region was refused. */
static bool add_clauses_around(struct planner *planner, const struct cleave_plan_node *plan_node,
                               struct cleave_clauses *clauses, struct cleave_clauses *limits) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *loop = node_at(planner, plan_node->node);
  const bool distributed = loop->construct & CLEAVE_CONSTRUCT_DISTRIBUTE;
  if (region->construct & (CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_PARALLEL))
    add_enclosing_clauses(clauses, limits, planner, region->clauses, region->clause_count, region->construct,
                          plan_node->widened, distributed);
  for (uint32_t at = loop->parent; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent) {
    const struct cleave_node *around = node_at(planner, at);
    if (around->kind != CLEAVE_NODE_PARALLEL && around->kind != CLEAVE_NODE_TEAMS)
      continue;
    if (!check_arguments(planner, around->clauses, around->clause_count))
      return false;
    add_enclosing_clauses(clauses, limits, planner, around->clauses, around->clause_count, around->construct,
                          plan_node->widened, distributed);
  }
  return true;
}

static bool make_kernel_directive(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *loop = node_at(planner, plan_node->node);
  plan_node->keeps_grid = (region->hints | loop->hints) & CLEAVE_HINT_GEOMETRY_OFF;
  plan_node->free_threads = has_free_threads(planner, plan_node);
  plan_node->reduces_once = reduces_once(planner, loop, plan_node->widened);
  const uint32_t construct = construct_of(loop, plan_node->widened);
  struct cleave_directive *outer =
      cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT, CLEAVE_CONSTRUCT_TARGET | construct);
  plan_node->directive = outer;
  plan_node->inner_directive = NULL;
  if (loop->accesses && !plan_node->part)
    plan_node->unrolled = find_unrolled_loops(
        planner, loop->accesses, (struct cleave_range){loop->accesses->body_begin, loop->accesses->body_end},
        NULL, 0);
  /* target parallel for: the directive changes its name, if it is widened, and keeps its clauses. One with teams
   * keeps both. */
  if (is_combined_loop(region)) {
    add_loop_clauses(&outer->clauses, planner, loop, plan_node, true);
    return !loses_lastprivate(planner) || keep_lastprivate(planner, plan_node, outer);
  }
  if (!keeps_last_values(planner, loop) || !check_arguments(planner, loop->clauses, loop->clause_count))
    return false;
  bool *set = new_set(planner);
  add_loop_variables(loop, set);
  struct cleave_clauses *rest = &outer->clauses;
  if (needs_inner_directive(planner, plan_node)) {
    struct cleave_directive *inner =
        cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT, construct);
    outer->construct = CLEAVE_CONSTRUCT_TARGET;
    plan_node->inner_directive = inner;
    rest = &inner->clauses;
  }
  add_data_clauses(&outer->clauses, planner, set);
  add_target_clauses(&outer->clauses, planner);
  if (plan_node->launch_value_count && lists_every_variable(planner, plan_node->node)) {
    list_launch_values(&outer->clauses, planner, plan_node);
    if (rest != &outer->clauses)
      list_launch_values(rest, planner, plan_node);
  }
  struct cleave_clauses *limits = construct & CLEAVE_CONSTRUCT_TEAMS ? rest : &outer->clauses;
  if (!add_clauses_around(planner, plan_node, rest, limits))
    return false;
  add_loop_clauses(rest, planner, loop, plan_node, false);
  return true;
}

const struct cleave_directive *make_fused_directive(struct planner *planner,
                                                    struct cleave_plan_node *const *kernels, size_t count) {
  const uint32_t construct = construct_of(node_at(planner, kernels[0]->node), kernels[0]->widened);
  struct cleave_directive *directive =
      cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT,
                            CLEAVE_CONSTRUCT_TARGET | (construct & ~(uint32_t)CLEAVE_CONSTRUCT_SIMD));
  bool *set = new_set(planner), *is_private = new_set(planner);
  for (size_t i = 0; i < count; i++)
    add_loop_variables(node_at(planner, kernels[i]->node), set);
  add_data_clauses(&directive->clauses, planner, set);
  add_target_clauses(&directive->clauses, planner);
  if (!add_clauses_around(planner, kernels[0], &directive->clauses, &directive->clauses))
    return NULL;
  struct cleave_plan_clause clause = {.kind = CLEAVE_CLAUSE_PRIVATE};
  for (size_t i = 0; i < count; i++) {
    const struct cleave_node *loop = node_at(planner, kernels[i]->node);
    for (size_t c = 0; c < loop->clause_count; c++)
      for (size_t v = 0;
           loop->clauses[c].kind == CLEAVE_CLAUSE_PRIVATE && v < loop->clauses[c].variable_count; v++) {
        const uint32_t variable = loop->clauses[c].variables[v];
        if (set[variable])
          return NULL; /* another loop uses it as a shared variable */
        if (!is_private[variable])
          CLEAVE_APPEND(planner->arena, clause.items, clause.item_count, variable_value(planner, variable));
        is_private[variable] = true;
      }
  }
  if (clause.item_count)
    cleave_add_clause(planner->arena, &directive->clauses, clause);
  return directive;
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

/* A variable declared inside the statement needs no clause. */
static void drop_local_variables(const struct planner *planner, uint32_t index, bool *set) {
  for (uint32_t i = 0; i < planner->region->variable_count; i++)
    for (uint32_t at = variable_at(planner, i)->declared_by; at != CLEAVE_NO_NODE;
         at = node_at(planner, at)->parent)
      if (at == index)
        set[i] = false;
}

static void add_collapse(struct planner *planner, struct cleave_clauses *clauses, unsigned depth) {
  const struct cleave_plan_clause collapse = {
      .kind = CLEAVE_CLAUSE_COLLAPSE,
      .argument = cleave_make_constant(planner->arena, CLEAVE_EXPRESSION_INTEGER, depth)};
  cleave_add_clause(planner->arena, clauses, collapse);
}

/* DECLARATION: the preceding plan node, whose initializers are the first assignments of this one; or NULL. */
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
  struct cleave_directive *directive =
      plan_node->widened ? cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT,
                                                 CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS |
                                                     CLEAVE_CONSTRUCT_DISTRIBUTE | CLEAVE_CONSTRUCT_PARALLEL |
                                                     CLEAVE_CONSTRUCT_FOR)
                         : serial_construct(planner, plan_node->node, plan_node->last);
  add_data_clauses(&directive->clauses, planner, set);
  add_target_clauses(&directive->clauses, planner);
  plan_node->directive = directive;
  if (!plan_node->widened) {
    for (uint32_t v = 0; v < planner->region->variable_count; v++)
      set[v] &= is_in_device_memory(planner, v);
    hold_scalars(planner, plan_node, set);
    unroll_loops(planner, plan_node);
    return;
  }
  plan_node->keeps_grid = planner->region->hints & CLEAVE_HINT_GEOMETRY_OFF;
  plan_node->free_threads = has_free_threads(planner, plan_node);
  if (plan_node->depth > 1)
    add_collapse(planner, &directive->clauses, plan_node->depth);
  if (plan_node->scans)
    return;
  const struct cleave_loop_accesses *loop = node_at(planner, plan_node->node)->accesses;
  for (size_t i = 0; i < loop->accumulator_count; i++) {
    const struct cleave_plan_clause reduction = {.kind = CLEAVE_CLAUSE_REDUCTION,
                                                 .operation = loop->accumulators[i].operation};
    cleave_add_clause(planner->arena, &directive->clauses, reduction);
    cleave_add_list_item(planner->arena, &directive->clauses,
                         variable_value(planner, loop->accumulators[i].variable));
  }
  if (loop->accumulator_count && planner->options->dist_schedule)
    cleave_add_clause(planner->arena, &directive->clauses,
                      (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_DIST_SCHEDULE});
}

static void make_condition_directive(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_source_expression *condition = &node_at(planner, plan_node->node)->condition;
  bool *set = new_set(planner);
  add_uses_to(condition->uses, condition->use_count, set);
  struct cleave_directive *directive = condition_construct(planner, condition);
  cleave_add_mapped(planner->arena, &directive->clauses, CLEAVE_MAP_FROM,
                    cleave_make_name(planner->arena, plan_node->outcome));
  add_data_clauses(&directive->clauses, planner, set);
  add_target_clauses(&directive->clauses, planner);
  plan_node->condition_directive = directive;
}

void make_part_directive(struct planner *planner, struct cleave_plan_node *plan_node, uint32_t construct,
                         bool *set) {
  const struct cleave_region *region = planner->region;
  struct cleave_directive *directive =
      cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT, CLEAVE_CONSTRUCT_TARGET | construct);
  if (!planner->users)
    planner->users =
        cleave_arena_allocate(planner->arena, (region->variable_count + 1) * sizeof *planner->users);
  plan_node->directive = directive;
  plan_node->keeps_grid = region->hints & CLEAVE_HINT_GEOMETRY_OFF;
  add_data_clauses(&directive->clauses, planner, set);
  struct entries expansions = {.arena = planner->arena};
  add_expansions(&expansions, planner);
  add_map_clauses(&directive->clauses, &expansions);
  add_target_clauses(&directive->clauses, planner);
  add_enclosing_clauses(&directive->clauses, &directive->clauses, planner, region->clauses,
                        region->clause_count, region->construct, false,
                        !(construct & CLEAVE_CONSTRUCT_PARALLEL));
  const struct cleave_node *loop = node_at(planner, plan_node->node);
  const bool kernel = plan_node->kind == CLEAVE_PLAN_KERNEL;
  const unsigned depth = node_at(planner, 0)->depth + (kernel ? loop->depth : 0);
  if (depth > 1)
    add_collapse(planner, &directive->clauses, depth);
  if (!kernel)
    return;
  for (size_t i = 0; i < loop->clause_count; i++)
    if (loop->clauses[i].kind == CLEAVE_CLAUSE_PRIVATE)
      add_private(&directive->clauses, planner, &loop->clauses[i]);
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
    make_launch_directives(planner, plan_node, before);
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
