/* FILE: lib/fission/team_reductions.c
 * WHAT: kernels with reduction clauses whose teams combine the results themselves.
 *
 *   distribute parallel for reduction(+ : s): for i: s += x[i] * y[i];
 *
 * The OpenMP run time of LLVM 19 combines the threads of a team for each portion of a distributed loop, and then the teams one after the
 * other, which takes longer than most loops (docs/measurements/gpu-kernels.md). In the version each team executes tiles of iterations,
 * combines its lanes once, by a tree in shared memory, and stores the result in a buffer. The team that finishes last combines these.
 *
 * The lanes and tiles are those of a virtual grid, which depends on the number of iterations only: a thread may execute several lanes, and
 * a team several virtual teams. So the order of all operations, and with it each bit of the result, is the same for every number
 * of teams and threads.
 *
 * Why that is allowed.
 * 1. The loop is distributed across all teams already (widening.c, or by its directive), so any thread may execute any iteration
 *    (clause_bounds.c). Inner loops of
 *    a perfect nest join it if they are independent as well (mapping.c, points 1 to 3).
 * 2. OpenMP leaves open how many private copies of a reduction variable there are, and in which order they are combined (5.1, 2.21.5).
 *    Each copy begins with the initializer of the clause; the original variable takes part once.
 * 3. The original variable is a mapped one, or the region would copy it in and out (2.21.7). If it is present on the device, the last team
 *    updates it there. Otherwise the host updates it after the kernel, which saves both copies. The result is copied in either case before
 *    another construct can read it.
 *    An initializer may read the original variable, omp_orig. That has the value from before the loop (2.21.5): no iteration can name
 *    it, and the last team updates it after each team has been counted, which a team is after its copies have been initialized. Copies
 *    of the last team itself are initialized before the barriers of the tree. If the variable is not present, the kernel receives the
 *    host's value.
 * 4. The body keeps its text. It may contain what an iteration of a distributed loop may contain, except what asks for its thread or team,
 *    or waits for others.
 */
#include <string.h>

#include "analysis/polynomial.h"
#include "fission/mapping_internal.h"

/* Of a loop whose iterations are short, and of one whose iterations contain loops or calls. A thread with few bytes per iteration needs
 * more iterations, to have as many loads under way. */
enum { THREADS = 256, STEPS = 4, MOST_TEAMS = 1024, LONG_THREADS = 64, MOST_LONG_TEAMS = 2048 };
/* An iteration that accesses that many elements has enough loads under way by itself. */
enum { MANY_ELEMENTS = 4 };
enum { MOST_RECORD_BYTES = 96 /* in shared memory, for each lane */, ALIGNMENT = 16 };

static bool is_reproducible(const struct planner *planner, const struct cleave_node *node) {
  return planner->options->reduction == CLEAVE_REDUCTION_REPRODUCIBLE ||
         (planner->region->hints | node->hints) & CLEAVE_HINT_REDUCTION_REPRODUCIBLE;
}

/* ---- Obstacles ------------------------------------------------------------------------------------ */

/* Whether each list item is a whole variable, or an array that array_reductions.c may support. */
static bool lists_supported_items(const struct cleave_clause *clause) {
  for (size_t i = 0; i < clause->reduction_count; i++)
    if (!clause->reductions[i].is_variable && !clause->reductions[i].array)
      return false;
  return clause->reduction_count;
}

static bool keeps_clause(const struct cleave_clause *clause) {
  if (clause->kind != CLEAVE_CLAUSE_REDUCTION)
    return cleave_clause_in(clause, CLEAVE_FORM_TEAMS) != CLEAVE_CLAUSE_USE_NO;
  return !(clause->flags & CLEAVE_CLAUSE_HAS_MODIFIER) &&
         (!(clause->flags & CLEAVE_CLAUSE_NOT_PLAIN) || lists_supported_items(clause));
}

static const char *check_clauses(const struct planner *planner, const struct cleave_clause *clauses,
                                 size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!keeps_clause(&clauses[i]))
      return cleave_clause_bounds(clauses[i].kind) == CLEAVE_BOUNDS_NAMES
                 ? "a clause requires that each variable of the region is listed"
                 : cleave_arena_format(planner->arena, "'%s' applies to the loop",
                                       text_of(planner, clauses[i].range));
  return NULL;
}

/* Point 4. */
static const char *check_facts(const struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->fact_count; i++) {
    const struct cleave_fact *fact = &node->facts[i];
    switch (fact->kind) {
    case CLEAVE_FACT_CALL:
      if (fact->callee == CLEAVE_CALLEE_MATHEMATICAL || fact->callee == CLEAVE_CALLEE_NO_OPENMP)
        break;
      return cleave_arena_format(planner->arena, "the loop calls '%s'",
                                 fact->name ? fact->name : "a function pointer");
    case CLEAVE_FACT_CALL_VISIBLE:
    case CLEAVE_FACT_INDIRECTION:
    case CLEAVE_FACT_MEMBER:
    case CLEAVE_FACT_FLOAT_ARITHMETIC:
    case CLEAVE_FACT_OMP_ATOMIC:
    case CLEAVE_FACT_OMP_SIMD: /* of the thread that encounters it (OpenMP 5.1, 2.11.5.1) */
    case CLEAVE_FACT_SWITCH:
    case CLEAVE_FACT_BREAK:
    case CLEAVE_FACT_CONTINUE:
      break;
    case CLEAVE_FACT_RETURN:
      if (fact->in_callee)
        break;
      /* fallthrough */
    default:
      return "the body contains a construct that may need its team";
    }
  }
  return NULL;
}

/* Point 3. In an environment of the plan the variable is present. */
static const char *check_mapping(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  size_t number;
  const struct cleave_map_item *item = only_item(planner, index, &number);
  const bool is_present = planner->plan->environment != NULL;
  switch (variable->sharing) {
  case CLEAVE_SHARING_IMPLICIT_MAP:
    return NULL;
  case CLEAVE_SHARING_MAPPED:
    return is_present || (item && item->type == CLEAVE_MAP_TOFROM && item->flags == CLEAVE_MAP_WHOLE)
               ? NULL
               : "is not copied in both directions by its map clause";
  default:
    return is_present && planner->placements[index] == ON_DEVICE ? NULL : "is not mapped";
  }
}

static const char *check_variable(const struct planner *planner, uint32_t index,
                                  const struct cleave_reduction *operation) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const bool is_number =
      variable->type_class == CLEAVE_TYPE_INTEGER || variable->type_class == CLEAVE_TYPE_FLOATING;
  if (operation->combiner == CLEAVE_COMBINER_UNKNOWN)
    return "has an operation that cannot be repeated";
  if (!variable->type || !variable->size || variable->size > MOST_RECORD_BYTES ||
      !(is_number ||
        (variable->type_class == CLEAVE_TYPE_RECORD && operation->combiner == CLEAVE_COMBINER_DECLARED)))
    return "has an unsupported type";
  if (variable->is_volatile || variable->is_atomic || variable->is_const || variable->is_reference ||
      variable->is_thread_local || variable->is_this || variable->is_linked || variable->has_default_mapper ||
      variable->has_destructor_or_constructor || variable->is_structured_binding_or_capture ||
      variable->is_lambda_capture || is_hidden(planner, index))
    return "has an unsupported declaration";
  return check_mapping(planner, index);
}

const char *reduction_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (plan_node->part || region->flags & CLEAVE_REGION_SHARED || !has_team_memory(planner))
    return "the directive cannot be changed";
  const char *obstacle = check_clauses(planner, region->clauses, region->clause_count);
  for (uint32_t at = plan_node->node; !obstacle && at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    obstacle = check_clauses(planner, node_at(planner, at)->clauses, node_at(planner, at)->clause_count);
  if (!obstacle)
    obstacle = order_obstacle(planner, plan_node);
  return obstacle ? obstacle : check_facts(planner, node);
}

/* ---- The variables -------------------------------------------------------------------------------- */

/* The bytes of a value of each variable. */
static unsigned record_of(const struct planner *planner, const struct cleave_team_reduction *reduction) {
  unsigned bytes = 0;
  for (size_t i = 0; i < reduction->count; i++)
    bytes += ((unsigned)variable_at(planner, reduction->variables[i])->size + ALIGNMENT - 1) / ALIGNMENT *
             ALIGNMENT;
  return bytes;
}

const char *find_reduced_variables(struct planner *planner, const struct cleave_node *node,
                                   struct cleave_team_reduction *reduction) {
  for (size_t i = 0; i < node->clause_count; i++) {
    const struct cleave_clause *clause = &node->clauses[i];
    if (clause->kind != CLEAVE_CLAUSE_REDUCTION)
      continue;
    if (clause->reduction_count != clause->variable_count)
      return cleave_arena_format(planner->arena, "'%s' lists more than variables",
                                 text_of(planner, clause->range));
    for (size_t v = 0; v < clause->variable_count; v++) {
      const uint32_t variable = clause->variables[v];
      const struct cleave_reduction *operation = &clause->reductions[v];
      const char *obstacle = operation->array
                                 ? add_reduced_array(planner, node, variable, operation, reduction)
                                 : check_variable(planner, variable, operation);
      if (obstacle)
        return cleave_arena_format(planner->arena, "'%s' %s", variable_at(planner, variable)->name, obstacle);
      if (operation->array)
        continue;
      size_t same = reduction->count;
      CLEAVE_APPEND(planner->arena, reduction->operations, same, operation);
      CLEAVE_APPEND(planner->arena, reduction->variables, reduction->count, variable);
    }
  }
  const unsigned record = record_of(planner, reduction);
  if (reduction->count > CLEAVE_MOST_REDUCTIONS || record > MOST_RECORD_BYTES)
    return "the loop has too many reduction variables";
  reduction->bytes = record * (reduction->most_teams + 1) + 4 * ALIGNMENT;
  return NULL;
}

static bool is_reduced(const struct cleave_team_reduction *reduction, uint32_t variable) {
  for (size_t i = 0; i < reduction->count; i++)
    if (reduction->variables[i] == variable)
      return true;
  return false;
}

/* Whether a list item is one of the variables. */
static bool is_reduced_item(const struct planner *planner, const struct cleave_team_reduction *reduction,
                            const struct cleave_expression *item) {
  for (size_t i = 0; i < reduction->count; i++)
    if ((item->kind == CLEAVE_EXPRESSION_VARIABLE &&
         item->variable == variable_at(planner, reduction->variables[i])) ||
        (item->kind == CLEAVE_EXPRESSION_ITEM && item->item->variable == reduction->variables[i]))
      return true;
  return false;
}

/* ---- The kernel ----------------------------------------------------------------------------------- */

/* Adds the items of the map clause IT, without the variables. */
static void add_map(struct planner *planner, const struct cleave_team_reduction *reduction,
                    const struct cleave_plan_clause *it, struct cleave_clauses *outer) {
  const struct cleave_region *region = planner->region;
  if (!it->user) {
    struct cleave_plan_clause copy = *it;
    copy.items = NULL;
    copy.item_count = 0;
    for (size_t i = 0; i < it->item_count; i++)
      if (!is_reduced_item(planner, reduction, it->items[i]))
        CLEAVE_APPEND(planner->arena, copy.items, copy.item_count, it->items[i]);
    if (copy.item_count)
      cleave_add_clause(planner->arena, outer, copy);
    return;
  }
  const struct cleave_range range = it->user->range;
  bool has_variable = false;
  for (size_t i = 0; i < region->map_count; i++)
    has_variable |= region->maps[i].range.begin >= range.begin && region->maps[i].range.end <= range.end &&
                    is_reduced(reduction, region->maps[i].variable);
  if (!has_variable) {
    cleave_add_clause(planner->arena, outer, *it);
    return;
  }
  /* A clause with one of the variables has no modifiers: see check_mapping. */
  for (uint32_t i = 0; i < region->map_count; i++)
    if (region->maps[i].range.begin >= range.begin && region->maps[i].range.end <= range.end &&
        !is_reduced(reduction, region->maps[i].variable))
      cleave_add_mapped(planner->arena, outer, region->maps[i].type,
                        mapped_item(planner, region->maps[i].variable, i));
}

const struct cleave_plan_node *kernel_of_reduction(struct planner *planner,
                                                   const struct cleave_plan_node *plan_node,
                                                   const struct cleave_team_reduction *reduction) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_directive *directive = plan_node->directive;
  if (directive->kind != CLEAVE_DIRECTIVE_CONSTRUCT || plan_node->inner_directive)
    return NULL;
  struct cleave_directive *rest = cleave_make_directive(arena, directive->kind, directive->construct);
  for (size_t i = 0; i < directive->clauses.count; i++) {
    const struct cleave_plan_clause *it = &directive->clauses.items[i];
    if (it->kind == CLEAVE_CLAUSE_MAP)
      add_map(planner, reduction, it, &rest->clauses);
    else if (it->kind != CLEAVE_CLAUSE_REDUCTION && it->kind != CLEAVE_CLAUSE_DIST_SCHEDULE)
      cleave_add_clause(arena, &rest->clauses, *it);
  }
  struct cleave_plan_node without = *plan_node;
  without.directive = rest;
  return kernel_of_teams(planner, &without);
}

/* ---- The version ---------------------------------------------------------------------------------- */

const struct cleave_expression *begin_of_reduction(struct planner *planner,
                                                   const struct cleave_mapping *mapping,
                                                   const struct target_clauses *clauses) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_team_reduction *reduction = mapping->reduction;
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_REDUCTION_BEGIN);
  cleave_add_device_argument(arena, call, clauses->device);
  cleave_add_number(arena, call, reduction->is_reproducible ? CLEAVE_REDUCTION_IS_REPRODUCIBLE : 0);
  cleave_add_number(arena, call, reduction->bytes);
  cleave_add_number(arena, call, (int64_t)mapping->loop_count);
  cleave_add_number(arena, call, (int64_t)reduction->count);
  for (size_t i = 0; i < mapping->loop_count; i++)
    cleave_add_argument(arena, call, mapping->loops[i].count);
  for (size_t i = 0; i < reduction->count; i++) {
    const struct cleave_expression *variable = variable_value(planner, reduction->variables[i]);
    cleave_add_argument(
        arena, call,
        cleave_make_cast(arena, CLEAVE_TYPE_ADDRESS, cleave_make_unary(arena, CLEAVE_ADDRESS_OF, variable)));
  }
  return call;
}

static const char *describe_loops(struct planner *planner, const struct cleave_plan_node *plan_node,
                                  const struct cleave_loop_model *model, struct cleave_mapping *mapping,
                                  struct conditions *conditions) {
  const struct cleave_node *node = model->node;
  const char *obstacle = NULL;
  uint32_t offset;
  if ((node->accesses || node->atomics) && planner->options->map && !model->loop->has_jump &&
      !mapping_obstacle(planner, plan_node) &&
      describe_nest(planner, plan_node, mapping, conditions, &obstacle, &offset) > model->parallel_count &&
      mapping->loop_count > model->parallel_count && !has_starts(mapping))
    return NULL;
  *mapping = (struct cleave_mapping){.loops = NULL};
  *conditions = (struct conditions){0};
  if (model->parallel_count > CLEAVE_MOST_MAPPED_LOOPS)
    return "too many loops are collapsed";
  struct nest_box box;
  for (size_t i = 0; i < model->parallel_count; i++) {
    struct cleave_mapped_loop loop;
    obstacle = describe_loop(planner, model, &model->loop->nest[i], i, NULL, &box, &loop);
    if (obstacle)
      return obstacle;
    CLEAVE_APPEND(planner->arena, mapping->loops, mapping->loop_count, loop);
  }
  return NULL;
}

const char *describe_reduced_loops(struct planner *planner, const struct cleave_plan_node *plan_node,
                                   const struct cleave_loop_model *model, struct cleave_mapping *mapping,
                                   struct conditions *conditions) {
  const char *obstacle = describe_loops(planner, plan_node, model, mapping, conditions);
  if (obstacle)
    return obstacle;
  const struct cleave_nest_loop *nest = model->loop->nest;
  const struct cleave_nest_loop *innermost = &nest[mapping->loop_count - 1];
  mapping->body = (struct cleave_range){innermost->body_begin, innermost->body_end};
  mapping->lane = mapping->loop_count - 1;
  for (size_t i = 1; i < mapping->loop_count; i++)
    if (nest[i].values_end) {
      const struct cleave_range values = {nest[i].values_begin, nest[i].values_end};
      CLEAVE_APPEND(planner->arena, mapping->values, mapping->value_count, values);
    }
  return NULL;
}

/* Whether the reduction of VARIABLE reads values of at most 4 bytes. A record of 8 bytes has two of them: a value and its place. */
static bool has_narrow_values(const struct cleave_variable *variable) {
  return variable->size <= (variable->type_class == CLEAVE_TYPE_RECORD ? 8 : 4);
}

/* Whether all reduction variables of NODE have such values. */
static bool is_narrow(const struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->clause_count; i++)
    for (size_t v = 0;
         node->clauses[i].kind == CLEAVE_CLAUSE_REDUCTION && v < node->clauses[i].variable_count; v++)
      if (!has_narrow_values(variable_at(planner, node->clauses[i].variables[v])))
        return false;
  return true;
}

static bool has_call(const struct cleave_node *node) {
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind == CLEAVE_FACT_CALL || node->facts[i].kind == CLEAVE_FACT_CALL_VISIBLE)
      return true;
  return false;
}

/* The grid: THREADS, STEPS and the number of teams. */
static void set_shape(struct cleave_team_reduction *reduction, bool is_long, bool all_narrow, bool is_busy) {
  reduction->threads = is_long ? LONG_THREADS : THREADS;
  reduction->steps = is_long || is_busy ? 1 : all_narrow ? 2 * STEPS : STEPS;
  reduction->most_teams = is_long ? MOST_LONG_TEAMS : MOST_TEAMS;
}

static bool is_same_element(const struct cleave_access *one, const struct cleave_access *other) {
  bool is_same = one->variable == other->variable && one->subscript_count == other->subscript_count &&
                 !one->inner_count && !other->inner_count;
  for (size_t i = 0; is_same && i < one->subscript_count; i++)
    is_same = polynomials_are_same(one->subscripts[i], other->subscripts[i]);
  return is_same;
}

/* The elements that an iteration accesses. */
static size_t count_elements(const struct cleave_loop_accesses *accesses) {
  size_t count = 0;
  for (size_t i = 0; i < accesses->access_count; i++) {
    bool is_known = false;
    for (size_t k = 0; k < i && !is_known; k++)
      is_known = is_same_element(&accesses->accesses[k], &accesses->accesses[i]);
    count += !is_known;
  }
  return count;
}

static void choose_shape(const struct planner *planner, const struct cleave_loop_model *model,
                         struct cleave_range body, struct cleave_team_reduction *reduction) {
  const struct cleave_node *node = model->node;
  const bool is_long =
      has_loop_in(model->loop, body, NULL) || (!node->accesses && node->has_inner_loop) || has_call(node);
  set_shape(reduction, is_long, is_narrow(planner, node),
            node->accesses && count_elements(node->accesses) >= MANY_ELEMENTS);
}

void choose_reduction_shape(const struct planner *planner, struct cleave_plan_node *const *kernels,
                            size_t count, struct cleave_team_reduction *reduction) {
  bool is_long = false, all_narrow = true;
  for (size_t i = 0; i < count; i++) {
    is_long |= has_call(node_at(planner, kernels[i]->node));
    all_narrow &= is_narrow(planner, node_at(planner, kernels[i]->node));
  }
  set_shape(reduction, is_long, all_narrow, false);
}

bool keeps_reduction(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  return planner->options->reduction == CLEAVE_REDUCTION_OFF ||
         (planner->region->hints | node->hints) & CLEAVE_HINT_REDUCTION_OFF || is_reproducible(planner, node);
}

/* Adds the name of variable INDEX to NAMES, which may be NULL. */
static void add_name(struct planner *planner, const char **names, uint32_t index) {
  const char *name = variable_at(planner, index)->name;
  *names = *names ? cleave_arena_format(planner->arena, "%s, %s", *names, name) : name;
}

void note_reductions(struct planner *planner, const struct cleave_team_reduction *reduction,
                     uint32_t offset) {
  const char *variables = NULL, *arrays = NULL;
  for (size_t i = 0; i < reduction->count; i++)
    add_name(planner, &variables, reduction->variables[i]);
  for (size_t i = 0; i < reduction->array_count; i++)
    add_name(planner, &arrays, reduction->arrays[i].variable);
  if (variables)
    note(planner,
         reduction->is_reproducible ? CLEAVE_REASON_REDUCTION_REPRODUCIBLE : CLEAVE_REASON_REDUCTION_COMBINED,
         offset, variables);
  if (arrays)
    note(planner, CLEAVE_REASON_ARRAY_COMBINED, offset, arrays);
}

static void refuse_version(struct planner *planner, const struct cleave_node *node, const char *obstacle) {
  note_obstacle(planner, CLEAVE_REASON_REDUCTION_NOT_COMBINED, node, obstacle);
}

static void add_version(struct planner *planner, struct cleave_plan_node *plan_node) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (planner->options->reduction == CLEAVE_REDUCTION_OFF || !planner->options->may_call ||
      (planner->region->hints | node->hints) & CLEAVE_HINT_REDUCTION_OFF ||
      !cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION) ||
      plan_node->launch_value_count || !(plan_node->widened || node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE))
    return;
  if (!node->accesses && !node->headers)
    return refuse_version(planner, node, "the trip count of the loop is not known at the launch");
  const struct cleave_loop_model *model =
      node->accesses ? cleave_loop_model_get(planner->loop_models, plan_node->node)
                     : cleave_header_model_get(planner->loop_models, plan_node->node);
  struct cleave_mapping *mapping = cleave_arena_allocate(arena, sizeof *mapping);
  struct cleave_team_reduction *reduction = cleave_arena_allocate(arena, sizeof *reduction);
  struct target_clauses clauses = {0};
  struct conditions conditions = {0};
  uint32_t offset;
  const char *obstacle = !model->loop        ? "the loop has too many accesses"
                         : plan_node->tiling ? "the directive cannot be changed"
                                             : reduction_obstacle(planner, plan_node);
  if (!obstacle)
    obstacle = reduction_version_obstacle(planner, plan_node->node, &clauses, &offset);
  if (!obstacle)
    obstacle = describe_reduced_loops(planner, plan_node, model, mapping, &conditions);
  if (obstacle)
    return refuse_version(planner, node, obstacle);
  choose_shape(planner, model, mapping->body, reduction);
  reduction->is_reproducible = is_reproducible(planner, node);
  obstacle = find_reduced_variables(planner, node, reduction);
  const struct cleave_plan_node *kernel =
      obstacle ? NULL : kernel_of_reduction(planner, plan_node, reduction);
  if (!kernel)
    return refuse_version(planner, node, obstacle ? obstacle : "a clause applies to the loop");
  struct cleave_disjoint *disjoint = cleave_arena_allocate(arena, sizeof *disjoint);
  if ((conditions.are_disjoint && !add_disjoint_objects(planner, model, true, disjoint)) || !decide(planner))
    return;
  mapping->disjoint = conditions.are_disjoint ? disjoint : NULL;
  mapping->reduction = reduction;
  if (node->accesses)
    mapping->unrolled = find_unrolled_loops(planner, model->loop, mapping->body, NULL,
                                            conditions.are_disjoint ? UNROLL_NO_ALIAS : 0);
  name_variables(planner, mapping);
  if (mapping->loop_count > 1 && node->accesses)
    choose_lane(model->loop, NULL, mapping);
  mapping->span = begin_of_reduction(planner, mapping, &clauses);
  const struct cleave_version version = {
      .guard = guard_of_mapping(planner, model, mapping, &clauses, conditions.ranges),
      .body = CLEAVE_BODY_MAPPED,
      .kernel = kernel,
      .mapping = mapping};
  CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
  note_reductions(planner, reduction, node->directive.begin);
}

void add_reduction_versions(struct planner *planner, struct cleave_plan_node *plan_node) {
  if (plan_node->kind == CLEAVE_PLAN_KERNEL)
    add_version(planner, plan_node);
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_reduction_versions(planner, plan_node->children[i]);
}
