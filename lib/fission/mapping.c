/* FILE: lib/fission/mapping.c
 * WHAT: which kernels get a version with all independent loops of their nest on the grid.
 *
 * In `parallel for: for i: for j: a[i][j] = ...` a thread executes all of a row. A device with 270,000 threads is nearly
 * idle with 1,000 rows, and the threads of a warp access different rows. If the iterations of the j loop are
 * independent as well, the version makes them threads: consecutive threads take consecutive iterations of the loop whose
 * counter selects neighboring elements.
 *
 * Why that is allowed.
 * 1. The loops are a perfect nest, but for statements that set values (model/affine.h). If first values and bounds depend on outer
 *    counters, the version executes those iterations of a box around the nest for which they hold. The host computes the box
 *    before the launch. All values have their bounds in int or long variables that the kernel does not change, so host and
 *    device have the same trip counts.
 * 2. No two iterations of the nest access the same memory, unless both only read it (polyhedral/dependence.c; for the loops of a
 *    `collapse` clause, OpenMP 5.1, 2.11.4: they are one iteration space, whose iterations any thread may execute). So each
 *    iteration computes the same values in any order, in any thread. If the proof assumes that objects do not overlap, the
 *    guard checks it, as for a no-alias version (no_alias_versions.c). If it assumes that subscripts stay within their rows, as
 *    j in a[i * lda + j], the guard compares the least and the greatest value of each (access_bounds.c) with 0 and with the
 *    length of the row.
 * 3. No iteration uses a variable that another one sets. A private copy lives as long as its thread (OpenMP 5.1, 2.21.3), on
 *    which any iterations may follow. The reader describes a loop only if each iteration of it assigns such a copy before it
 *    reads it. On the path to the first iteration of the nest there is no other assignment, and the body is the same for
 *    all iterations. So this holds for each of them. An assigned variable that threads share is an access of point 2.
 *    A value that is set between the loops is the same in all iterations further in; each iteration of the version sets it again.
 *    What it is computed from is an access of a loop further out; the proof fails if the nest writes to it.
 * 4. No clause applies to the iterations of the outer loop alone: `lastprivate`, `linear`, `ordered` (model/clauses.def). Their
 * chunks and simd
 *    only concern their order, which point 2 proves to be of no effect.
 *    Functions that the body calls depend on their arguments alone. The body only updates the variable of a `reduction` clause, as
 *    the clause says (lib/analysis/objects.c). The values of such a variable are combined in an order that OpenMP leaves open (5.1,
 *    2.21.5); so a sum of floating-point numbers may have other low-order digits, as with another number of threads.
 * 5. Aligned loops (mapped_lanes.c): a thread executes the iterations (i, j) of several loops over j in the order of the source. By
 *    point 2, applied to pairs of these loops, accesses that must keep their order belong to the same i and j. They are
 *    nested only in loops whose headers change nothing but a counter, and no variable carries a value from one to another
 * (lib/analysis/nests.c).
 * 6. The order of the operations of an iteration does not change, so each other result is the same to the bit.
 * 7. Loops with a start (lib/analysis/iteration_starts.c): `for (j = 1 + i % 2; j < n; j += 2)`, `for (p = row; p != end; p++)`. Each
 *    point executes the loop's first statement, moves the variables by its position, and tests the condition. The first statement and
 *    the bound have no effects and name nothing that the loop changes, so each point computes the same values as the loop. What they
 *    read from memory is an access of a loop further out: the proof fails if the nest writes to it. The header of an associated loop
 *    reads copies only. A variable that an iteration uses before it assigns it is one of the moved ones, whose value the position tells.
 *    The box contains all iterations (describe_started_loop).
 */
#include <string.h>

#include "abi/entry_points.h"
#include "analysis/loop_analysis.h"
#include "fission/mapping_internal.h"
#include "model/dump.h"
#include "model/library_functions.h"
#include "polyhedral/dependence.h"

/* The time of choosing aligned loops grows with the square of their number. */
enum { MOST_INNER_LOOPS = 16 };

/* ---- Obstacles ------------------------------------------------------------------------------------ */

/* Point 4. */
static const char *check_clauses(const struct planner *planner, const struct cleave_clause *clauses,
                                 size_t count) {
  for (size_t i = 0; i < count; i++)
    if (cleave_clause_in(&clauses[i], CLEAVE_FORM_NEST) == CLEAVE_CLAUSE_USE_NO)
      return cleave_clause_bounds(clauses[i].kind) == CLEAVE_BOUNDS_NAMES
                 ? "a clause requires that each variable of the region is listed"
                 : cleave_arena_format(planner->arena,
                                       cleave_clause_bounds(clauses[i].kind) == CLEAVE_BOUNDS_TASK
                                           ? "'%s' defers the kernel"
                                           : "'%s' applies to the iterations of the outer loop",
                                       text_of(planner, clauses[i].range));
  return NULL;
}

/* NODE is described but for atomic constructs, which a nest keeps. */
static bool has_atomics(const struct cleave_node *node) { return node->atomics && !node->accesses; }

static const struct cleave_loop_model *model_of(const struct planner *planner, uint32_t index) {
  return has_atomics(node_at(planner, index)) ? cleave_atomic_model_get(planner->loop_models, index)
                                              : cleave_loop_model_get(planner->loop_models, index);
}

/* The first fact about NODE that prevents a version; NULL: there is none. The description of the loop has all accesses, those of copied
 * bytes and through addresses from elsewhere included. */
static const struct cleave_fact *find_fact(const struct cleave_node *node) {
  for (size_t i = 0; i < node->fact_count; i++) {
    const struct cleave_fact *fact = &node->facts[i];
    switch (fact->kind) {
    case CLEAVE_FACT_CALL:
      if (fact->callee != CLEAVE_CALLEE_MATHEMATICAL && fact->callee != CLEAVE_CALLEE_ABORTS &&
          !(node->accesses && fact->name && cleave_library_function(fact->name) == CLEAVE_LIBRARY_COPIES))
        return fact;
      break;
    case CLEAVE_FACT_CALL_VISIBLE:
    case CLEAVE_FACT_SWITCH:
    case CLEAVE_FACT_STATEMENT_EXPRESSION:
    case CLEAVE_FACT_LAMBDA:
    case CLEAVE_FACT_INDIRECTION:
    case CLEAVE_FACT_MEMBER:
    case CLEAVE_FACT_FLOAT_ARITHMETIC:
      break;
    case CLEAVE_FACT_UNKNOWN_MEMORY:
      if (node->accesses)
        break;
      return fact;
    case CLEAVE_FACT_OMP_ATOMIC:
      if (has_atomics(node))
        break;
      return fact;
    case CLEAVE_FACT_GOTO: /* described only if it stays in an iteration */
    case CLEAVE_FACT_LABEL:
      if (node->accesses || node->atomics)
        break;
      return fact;
    default:
      return fact;
    }
  }
  return NULL;
}

static const char *check_facts(const struct planner *planner, const struct cleave_node *node) {
  const struct cleave_fact *fact = find_fact(node);
  if (!fact)
    return NULL;
  return fact->kind == CLEAVE_FACT_CALL
             ? cleave_arena_format(planner->arena, "it calls '%s'",
                                   fact->name ? fact->name : "a function pointer")
             : cleave_arena_format(planner->arena,
                                   "it contains more than loops, assignments and mathematical calls: %s",
                                   cleave_fact_name(fact->kind));
}

const char *mapping_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (!plan_node->reduces_once &&
      cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION))
    return "a team would reduce again for each of its iterations";
  return kernel_obstacle(planner, plan_node);
}

const char *kernel_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const char *obstacle = check_clauses(planner, region->clauses, region->clause_count);
  for (uint32_t at = plan_node->node; !obstacle && at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    obstacle = check_clauses(planner, node_at(planner, at)->clauses, node_at(planner, at)->clause_count);
  return obstacle ? obstacle : check_facts(planner, node);
}

/* ---- The version ------------------------------------------------------------------------------------ */

static bool keeps_plan_clause(const struct cleave_plan_clause *clause) {
  return clause->user ? cleave_clause_in(clause->user, CLEAVE_FORM_NEST) == CLEAVE_CLAUSE_USE_KEEP
                      : clause->kind != CLEAVE_CLAUSE_COLLAPSE;
}

/* The version has a single loop over threads, without the clauses that describe the loops of the source, and without simd. NULL:
 * DIRECTIVE. */
static struct cleave_directive *directive_of_version(struct planner *planner,
                                                     const struct cleave_directive *directive) {
  bool is_same = !(directive && directive->construct & CLEAVE_CONSTRUCT_SIMD);
  for (size_t i = 0; directive && i < directive->clauses.count; i++)
    is_same &= keeps_plan_clause(&directive->clauses.items[i]);
  if (is_same)
    return NULL;
  struct cleave_directive *copy = cleave_arena_allocate(planner->arena, sizeof *copy);
  *copy = *directive;
  copy->construct &= ~(uint32_t)CLEAVE_CONSTRUCT_SIMD;
  copy->clauses = (struct cleave_clauses){0};
  for (size_t i = 0; i < directive->clauses.count; i++)
    if (keeps_plan_clause(&directive->clauses.items[i]))
      cleave_add_clause(planner->arena, &copy->clauses, directive->clauses.items[i]);
  return copy;
}

/* Returns NULL if the version has the directives of PLAN_NODE. */
static const struct cleave_plan_node *kernel_of_version(struct planner *planner,
                                                        const struct cleave_plan_node *plan_node) {
  const struct cleave_directive *outer = directive_of_version(planner, plan_node->directive),
                                *inner = directive_of_version(planner, plan_node->inner_directive);
  if (!outer && !inner)
    return NULL;
  struct cleave_plan_node *kernel = cleave_arena_allocate(planner->arena, sizeof *kernel);
  *kernel = *plan_node;
  kernel->directive = outer ? outer : plan_node->directive;
  kernel->inner_directive = inner ? inner : plan_node->inner_directive;
  return kernel;
}

bool has_loop_in(const struct cleave_loop_accesses *loop, struct cleave_range range, const bool *aligned) {
  bool has_loop = false;
  for (size_t i = 0; i < loop->dimension_count; i++)
    has_loop |= loop->dimensions[i].kind == CLEAVE_DIMENSION_SEQUENTIAL && !(aligned && aligned[i]) &&
                loop->dimensions[i].offset >= range.begin && loop->dimensions[i].offset < range.end;
  return has_loop;
}

/* Point 2. The program itself says it of the loops of a `collapse` clause, unless its clauses order their iterations. */
bool nest_is_independent(struct planner *planner, const struct cleave_loop_model *model, size_t depth,
                         bool has_order, const bool *aligned, struct conditions *conditions,
                         const char **obstacle, uint32_t *offset) {
  struct cleave_assumptions assumptions = {.may_have_ranges = false};
  const char *second_obstacle;
  uint32_t second_offset;
  *conditions = (struct conditions){0};
  if (cleave_nest_is_independent(model, (unsigned)depth, aligned, &assumptions, obstacle, offset)) {
    conditions->are_disjoint = assumptions.are_disjoint;
    return true;
  }
  if (!has_order && depth > 1 && depth == model->parallel_count)
    return true;
  assumptions.may_have_ranges = true;
  if (!cleave_nest_is_independent(model, (unsigned)depth, aligned, &assumptions, &second_obstacle,
                                  &second_offset))
    return false;
  conditions->are_disjoint = assumptions.are_disjoint;
  return check_ranges(planner, model, &assumptions, &conditions->ranges);
}

static size_t nest_length(const struct cleave_loop_accesses *loop) {
  const size_t count = loop->long_nest_count > loop->nest_count ? loop->long_nest_count : loop->nest_count;
  return count < CLEAVE_MOST_MAPPED_LOOPS ? count : CLEAVE_MOST_MAPPED_LOOPS;
}

bool has_starts(const struct cleave_mapping *mapping) {
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (mapping->loops[i].start)
      return true;
  return false;
}

size_t describe_nest(struct planner *planner, const struct cleave_plan_node *plan_node,
                     struct cleave_mapping *mapping, struct conditions *conditions, const char **obstacle,
                     uint32_t *offset) {
  const struct cleave_loop_model *model = model_of(planner, plan_node->node);
  const struct cleave_loop_accesses *loop = model->loop;
  const bool has_order = !iterations_have_no_order(planner, plan_node);
  size_t depth = nest_length(loop);
  /* The innermost of them has its body as it is: there, `continue` still ends an iteration. */
  if (depth > 1 && loop->nest[depth - 1].breaks)
    *obstacle = "a jump may leave an iteration early";
  while (depth > 1 &&
         (loop->nest[depth - 1].body_end == loop->nest[depth - 1].body_begin ||
          loop->nest[depth - 1].breaks ||
          !nest_is_independent(planner, model, depth, has_order, NULL, conditions, obstacle, offset)))
    depth--;
  struct nest_box box;
  size_t values = 0;
  bool has_start = false;
  for (size_t i = 0; depth > 1 && i < depth; i++) {
    struct cleave_mapped_loop it;
    const char *reason = "";
    values += i && loop->nest[i].values_end;
    if (i < loop->nest_count)
      reason = describe_loop(planner, model, &loop->nest[i], i, i ? NULL : plan_node->tiling, &box, &it);
    /* Its comparison with bounds precedes the statements of loops with a start. */
    if (has_start && !reason && it.is_inside)
      reason = "the loops around it have no first value";
    if (reason && loop->nest[i].start && !(plan_node->tiling && !i)) {
      reason = describe_started_loop(planner, model, &loop->nest[i], i, values, &box, &it);
      has_start |= !reason;
    }
    if (reason) {
      *obstacle = reason;
      return i;
    }
    CLEAVE_APPEND(planner->arena, mapping->loops, mapping->loop_count, it);
  }
  return depth;
}

/* Chooses aligned loops in the body of the only associated loop (mapped_lanes.c), those with the fewest scattered accesses, and describes
 * both levels in MAPPING. Returns what ALIGNED is per dimension, or NULL if there are none. */
static const bool *describe_aligned_loops(struct planner *planner, const struct cleave_plan_node *plan_node,
                                          struct cleave_mapping *mapping, struct conditions *conditions) {
  const struct cleave_loop_model *model = model_of(planner, plan_node->node);
  const struct cleave_loop_accesses *loop = model->loop;
  if (model->parallel_count != 1 || loop->body_end == loop->body_begin ||
      loop->inner_count > MOST_INNER_LOOPS)
    return NULL;
  const size_t size = loop->dimension_count * sizeof(bool);
  bool *best = NULL, *aligned = cleave_arena_allocate(planner->arena, size);
  unsigned least = 0;
  for (size_t number = 0; next_alignment(loop, &number, aligned);) {
    struct conditions found;
    const char *obstacle;
    uint32_t offset;
    if ((best && scattered_in_lanes(loop, aligned) >= least) ||
        !nest_is_independent(planner, model, 2, true, aligned, &found, &obstacle, &offset))
      continue;
    best = memcpy(best ? best : cleave_arena_allocate(planner->arena, size), aligned, size);
    least = scattered_in_lanes(loop, best);
    *conditions = found;
  }
  if (!best)
    return NULL;
  struct nest_box box;
  struct cleave_mapped_loop outer, inner;
  if (describe_loop(planner, model, &loop->nest[0], 0, plan_node->tiling, &box, &outer))
    return NULL;
  *mapping = (struct cleave_mapping){.body = {loop->body_begin, loop->body_end}};
  for (size_t i = 0; i < loop->inner_count; i++) {
    const struct cleave_nest_loop *it = &loop->inner[i].loop;
    if (!best[it->dimension])
      continue;
    if (describe_loop(planner, model, it, 1, NULL, &box, &inner))
      return NULL;
    const struct cleave_aligned_loop added = {.begin = loop->inner[i].begin,
                                              .body = {it->body_begin, it->body_end},
                                              .counter = it->counter,
                                              .type = it->type,
                                              .is_inside = inner.is_inside};
    CLEAVE_APPEND(planner->arena, mapping->aligned, mapping->aligned_count, added);
    mapping->is_uneven |= inner.is_inside != NULL;
  }
  inner.is_inside = NULL;
  CLEAVE_APPEND(planner->arena, mapping->loops, mapping->loop_count, outer);
  CLEAVE_APPEND(planner->arena, mapping->loops, mapping->loop_count, inner);
  return best;
}

/* Describes the loops of the nest in MAPPING, or aligned ones, which *ALIGNED tells then. Returns why there are none, or NULL. */
static const char *describe_loops(struct planner *planner, const struct cleave_plan_node *plan_node,
                                  struct cleave_mapping *mapping, struct conditions *conditions,
                                  const bool **aligned, uint32_t *offset) {
  const char *obstacle = "no loops of equal bounds in its body are independent";
  if (describe_nest(planner, plan_node, mapping, conditions, &obstacle, offset) > 1 ||
      (!model_of(planner, plan_node->node)->loop->has_jump &&
       (*aligned = describe_aligned_loops(planner, plan_node, mapping, conditions))))
    return NULL;
  return obstacle;
}

/* Adds a version of a single loop in which all threads of a team load what some of them add up. Returns whether there is one. */
static bool add_sums(struct planner *planner, struct cleave_plan_node *plan_node,
                     const struct target_clauses *clauses) {
  const struct cleave_loop_model *model = cleave_loop_model_get(planner->loop_models, plan_node->node);
  struct cleave_mapping *mapping = cleave_arena_allocate(planner->arena, sizeof *mapping);
  struct cleave_mapped_loop loop;
  struct nest_box box;
  *mapping =
      (struct cleave_mapping){.body = {model->loop->body_begin, model->loop->body_end}, .has_loops = true};
  if (mapping->body.begin == mapping->body.end || !model->loop->direct_count ||
      describe_loop(planner, model, &model->loop->nest[0], 0, plan_node->tiling, &box, &loop))
    return false;
  CLEAVE_APPEND(planner->arena, mapping->loops, mapping->loop_count, loop);
  name_variables(planner, mapping);
  const struct cleave_shared_tile *tile =
      add_tiled_versions(planner, plan_node, mapping, NULL, clauses, symbols_are_small(planner, model));
  if (tile && !decide(planner)) {
    plan_node->versions.count--;
    return false;
  }
  if (tile)
    note(planner, CLEAVE_REASON_SUMS_STAGED, node_at(planner, plan_node->node)->directive.begin,
         cleave_arena_format(planner->arena,
                             "teams load %u iterations of '%s' for %u sums, with %.1f KiB of shared memory",
                             tile->depth, tile->inner.counter, tile->rows, tile->shared_bytes / 1024.0));
  return tile;
}

/* GUARD, and no record of which LOOP uses an integer member was mapped before the region. The region then copies it, so host and
 * device have the
 * same value. A record that was mapped before may have another value on the device (OpenMP 5.1, 2.21.7.1: it is not copied). */
static const struct cleave_expression *with_new_members(struct planner *planner,
                                                        const struct cleave_loop_accesses *loop,
                                                        const struct target_clauses *clauses,
                                                        const struct cleave_expression *guard) {
  struct cleave_arena *arena = planner->arena;
  for (size_t i = 0; i < loop->dimension_count; i++) {
    const struct cleave_dimension *dimension = &loop->dimensions[i];
    if (dimension->kind != CLEAVE_DIMENSION_SYMBOL || !variable_at(planner, dimension->variable)->is_member)
      continue;
    struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_IS_PRESENT);
    cleave_add_argument(
        arena, call,
        cleave_make_unary(arena, CLEAVE_ADDRESS_OF, variable_value(planner, dimension->variable)));
    cleave_add_argument(arena, call,
                        clauses->device ? clauses->device
                                        : cleave_make_call(arena, CLEAVE_CALL_GET_DEFAULT_DEVICE));
    guard = cleave_make_binary(arena, CLEAVE_AND, cleave_make_unary(arena, CLEAVE_NOT, call), guard);
  }
  return guard;
}

/* Why the inner loops of NODE, which has a description, are not part of a nest: OBSTACLE, or one of their form. NULL: there are none. */
static const char *silent_obstacle(const struct planner *planner, const struct cleave_node *node,
                                   const char *obstacle, uint32_t *offset) {
  const struct cleave_obstacle form =
      node->code ? cleave_nest_obstacle(planner->arena, node->code) : (struct cleave_obstacle){0};
  if (!form.reason || obstacle)
    return form.reason ? obstacle : NULL;
  *offset = form.offset;
  return form.reason;
}

/* The labels in the text of NODE, as a list; NULL: there are none. */
static const char *labels_of(struct planner *planner, const struct cleave_node *node) {
  const char *labels = NULL;
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind == CLEAVE_FACT_LABEL && !node->facts[i].in_callee && node->facts[i].name)
      labels = labels ? cleave_arena_format(planner->arena, "%s, %s", labels, node->facts[i].name)
                      : node->facts[i].name;
  return labels;
}

/* Also under a directive. */
static bool has_inner_loop(const struct planner *planner, const struct cleave_node *node) {
  return node->has_inner_loop || (node->code && cleave_inner_loops_matter(planner->arena, node->code));
}

static void add_version(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_loop_model *model = model_of(planner, plan_node->node);
  if (planner->region->flags & CLEAVE_REGION_SHARED)
    note_nest_obstacle(planner, node, "the region is in a header", node->directive.begin);
  if (plan_node->part || planner->region->flags & CLEAVE_REGION_SHARED ||
      (planner->region->hints | node->hints) & CLEAVE_HINT_MAP_OFF ||
      !(plan_node->widened || node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE))
    return;
  if (!model->loop && node->obstacle && has_inner_loop(planner, node))
    note_nest_obstacle(planner, node, node->obstacle, node->obstacle_at);
  if (!model->loop || model->loop->nest_count < model->parallel_count)
    return;
  struct cleave_mapping *mapping = cleave_arena_allocate(planner->arena, sizeof *mapping);
  struct target_clauses clauses = {0};
  uint32_t offset = node->directive.begin;
  const char *obstacle = mapping_obstacle(planner, plan_node);
  const struct cleave_fact *fact = find_fact(node);
  offset = fact ? fact->offset : offset;
  if (!obstacle)
    obstacle = nest_version_obstacle(planner, plan_node->node, &clauses, &offset);
  struct conditions conditions = {0};
  const bool is_collapsed = model->parallel_count > 1;
  const bool *aligned = NULL;
  const bool is_nest = nest_length(model->loop) > 1 || model->loop->inner_count, may_change = !obstacle;
  if (!obstacle && is_nest)
    obstacle = describe_loops(planner, plan_node, mapping, &conditions, &aligned, &offset);
  if (is_collapsed && (obstacle || mapping->loop_count < model->parallel_count))
    return; /* its loops are on the grid anyway */
  if (may_change && !is_collapsed && (obstacle || !is_nest) && !model->loop->has_jump &&
      !model->loop->has_members && !has_atomics(node) &&
      (add_sums(planner, plan_node, &clauses) || add_team_version(planner, plan_node, &clauses)))
    return;
  if (!is_nest)
    obstacle = silent_obstacle(planner, node, obstacle, &offset);
  if (obstacle)
    note_nest_obstacle(planner, node, obstacle, offset);
  if (obstacle || !is_nest)
    return;
  struct cleave_arena *arena = planner->arena;
  struct cleave_disjoint *disjoint =
      conditions.are_disjoint ? cleave_arena_allocate(arena, sizeof *disjoint) : NULL;
  if ((disjoint && !add_disjoint_objects(planner, model, true, disjoint)) || !decide(planner))
    return;
  mapping->disjoint = disjoint;
  const struct cleave_nest_loop *innermost = &model->loop->nest[aligned ? 0 : mapping->loop_count - 1];
  mapping->body = (struct cleave_range){innermost->body_begin, innermost->body_end};
  for (size_t i = 1; !aligned && i < mapping->loop_count; i++)
    if (model->loop->nest[i].values_end) {
      const struct cleave_range values = {model->loop->nest[i].values_begin, model->loop->nest[i].values_end};
      CLEAVE_APPEND(arena, mapping->values, mapping->value_count, values);
    }
  mapping->labels = labels_of(planner, node);
  mapping->unrolled = find_unrolled_loops(planner, model->loop, mapping->body, aligned,
                                          UNROLL_NESTED | (disjoint ? UNROLL_NO_ALIAS : 0));
  name_variables(planner, mapping);
  mapping->has_loops = has_loop_in(model->loop, mapping->body, aligned);
  const bool coalesces = choose_lane(model->loop, aligned, mapping);
  mapping->shares_reads = !mapping->has_loops && !mapping->loops[mapping->walk].start && !aligned &&
                          !model->loop->has_jump &&
                          shares_reads(arena, model->loop, model->loop->nest[mapping->walk].dimension);
  /* Without the assumption that objects do not overlap, the compiler loads an element again after each store. */
  if (mapping->shares_reads && !disjoint) {
    struct cleave_disjoint *objects = cleave_arena_allocate(arena, sizeof *objects);
    if (add_disjoint_objects(planner, model, false, objects) && !objects->ranges)
      mapping->disjoint = objects;
  }
  for (size_t i = 0; i < mapping->loop_count; i++)
    mapping->is_uneven |= mapping->loops[i].is_inside != NULL;
  mapping->span = span_of_mapping(planner, mapping, &clauses,
                                  (coalesces || is_collapsed ? CLEAVE_NEST_IS_BETTER : 0) |
                                      (mapping->has_loops ? CLEAVE_NEST_HAS_LOOPS : 0));
  const struct cleave_expression *guard = with_new_members(
      planner, model->loop, &clauses, guard_of_mapping(planner, model, mapping, &clauses, conditions.ranges));
  const struct cleave_shared_tile *tile =
      model->loop->has_jump || model->loop->has_members || has_atomics(node) || has_starts(mapping)
          ? NULL
          : add_tiled_versions(planner, plan_node, mapping, aligned, &clauses, guard);
  const struct cleave_version version = {.guard = guard,
                                         .body = CLEAVE_BODY_MAPPED,
                                         .kernel = kernel_of_version(planner, plan_node),
                                         .mapping = mapping};
  CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
  note(planner, CLEAVE_REASON_NEST_MAPPED, node->directive.begin,
       cleave_arena_format(
           arena, "consecutive threads execute consecutive iterations of '%s'%s; %zu loops are parallel%s%s",
           mapping->loops[mapping->lane].counter,
           coalesces && !is_collapsed ? ", which coalesces memory accesses" : "", mapping->loop_count,
           conditions.ranges ? ", if subscripts stay within their rows" : "",
           tile ? cleave_arena_format(
                      arena, "; in tiles of %u by %u with %.1f KiB of shared memory, if there are enough",
                      tile->rows, tile->columns, tile->shared_bytes / 1024.0)
                : ""));
}

void add_mapped_versions(struct planner *planner, struct cleave_plan_node *plan_node) {
  if (plan_node->kind == CLEAVE_PLAN_KERNEL && !plan_node->launch_value_count && planner->options->map &&
      planner->options->may_call &&
      (!plan_node->versions.count || has_atomics(node_at(planner, plan_node->node)))) {
    planner->takes_members = is_combined_loop(planner->region) && !planner->needs_environment;
    add_version(planner, plan_node);
    planner->takes_members = false;
  }
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_mapped_versions(planner, plan_node->children[i]);
}
