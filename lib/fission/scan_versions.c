/* FILE: lib/fission/scan_versions.c
 * WHAT: serial loops whose iterations depend on each other by carried values alone, executed by all teams: a scan (prefix sum).
 *
 *   for (i = 0; i < n; i++) { sum += x[i]; y[i] = sum; }
 *
 * The version executes the loop in tiles. In each tile, the threads first execute the updates alone, with values that begin with what the
 * operation ignores, and so compute what each iteration adds. From these, and from what all tiles before add, each thread computes the values
 * with which its iterations begin. Then it executes them as they are written. print/scan_edits.c has the kernel.
 *
 * Why that is allowed.
 * 1. The loop is serial code of the region: its initial thread executes it (OpenMP 5.1, 2.14.5), so it promises nothing about its iterations.
 * 2. The header has the canonical form (2.11.1), and the host computes the number of iterations before the first.
 * 3. Each carried value is a scalar that the iterations only update, all by one operation, with operands that depend on no carried
 *    value (lib/analysis/scan_stores.c). So the value at the start of an iteration is the first value combined with all
 *    operands before, in any grouping.
 *    An array may carry a value as well: `a[i] = a[i - 1] + e` reads what the iteration before has written, and nothing else in the loop
 *    uses the array. Then the value is that of a variable which begins with the element before the first, and takes its place.
 *    Sums that the loop only updates are values of this kind. Their kernel has no second step if nothing else is in the loop. If there are loops
 *    in the body, independent_loops.c may distribute them as well.
 * 4. But for the carried values, no iteration accesses memory that another one writes (polyhedral/dependence.c). If the proof assumes that
 *    objects do not overlap, the guard checks it.
 *    An element whose place is a carried value that grows after each such write, `a[c++] = e`, is another one each time. Other accesses to that
 *    array, or an object of which the host does not know the extent, prevent the version.
 * 5. The updates are executed twice, the first time without the other statements. They read what they read the second time: no statement before
 *    them writes to an object that they read. They write to variables of the iteration only, and call no function but mathematical ones.
 * 6. The operands are combined in another order than by the source. Sums and products of integers are computed in the unsigned type, where
 *    they have the same bits in every order. Bit operations, minima and maxima of integers have the same value as well. Floating-point values are
 *    combined in another order only with the user's leave: `reassociate=on`, `#pragma cleave reassociate(on)`, or
 *    -fassociative-math. Their order depends on the number of iterations only.
 * 7. No other thread accesses a carried variable while the kernel runs, and no statement has another name for it.
 */
#include "fission/mapping_internal.h"
#include "polyhedral/loop_model.h"

enum {
  THREADS = 256,
  MOST_TEAMS = 1024,
  MOST_SHARED_BYTES = 46 << 10, /* GPUs have 48 KiB for a team, and the run time needs some of it */
  MOST_STEPS = 8,
  ALIGNMENT = 16
};

static bool is_removed(const struct cleave_scan_loop *scan, uint32_t offset) {
  for (size_t i = 0; i < scan->removed_count; i++)
    if (offset >= scan->removed[i].begin && offset < scan->removed[i].end)
      return true;
  return false;
}

/* Point 5: whether no statement before an update writes what the update reads. In a loop of the body, a write after a read may precede the next
 * read. The element that carries a value is not read. Objects of two names may be the same one: sets *ASSUMES_DISJOINT if that matters. */
static bool reads_before_writes(const struct cleave_loop_accesses *loop, bool *assumes_disjoint) {
  for (size_t r = 0; r < loop->access_count; r++)
    for (size_t w = 0; w < loop->access_count; w++) {
      const struct cleave_access *read = &loop->accesses[r], *write = &loop->accesses[w];
      if (!write->writes || read->is_carried || is_removed(loop->scan, read->offset) ||
          (!loop->loop_count && read->offset <= write->offset))
        continue;
      if (write->variable == read->variable)
        return false;
      *assumes_disjoint |= read->subscript_count > 0;
    }
  return true;
}

/* Points 2, 4 and 5. Returns an obstacle, or NULL. */
static const char *check_iterations(struct planner *planner, uint32_t index,
                                    const struct cleave_loop_model *model, bool *assumes_disjoint) {
  const char *obstacle = NULL;
  uint32_t offset;
  struct cleave_assumptions assumptions = {.may_have_ranges = false};
  if (!model->loop)
    return "the loop has too many accesses";
  if (!is_plain_code(planner, index))
    return "it contains more than assignments, loops, conditions and calls of mathematical functions";
  if (!cleave_nest_is_independent(model, 1, NULL, &assumptions, &obstacle, &offset))
    return obstacle;
  *assumes_disjoint = assumptions.are_disjoint;
  if (!reads_before_writes(node_at(planner, index)->scan, assumes_disjoint))
    return "it reads an operand that it has written before";
  return NULL;
}

/* The bytes of shared memory with STEPS steps: for each value the tile, with gaps between the rows of the banks, and the sums of lanes and teams. */
static unsigned shared_bytes(const struct cleave_team_scan *scan, unsigned steps) {
  const unsigned tile = steps * THREADS;
  unsigned bytes = 0;
  for (size_t i = 0; i < scan->value_count; i++)
    bytes += scan->values[i].bytes * (tile + tile / 16 + 2 * THREADS + THREADS / 8 + 3);
  return bytes;
}

/* Returns whether the values fit into shared memory. */
static bool choose_shape(struct cleave_team_scan *scan) {
  scan->most_teams = MOST_TEAMS;
  scan->bytes =
      CLEAVE_SCAN_CONTROL_BYTES + ALIGNMENT * (unsigned)scan->value_count * (MOST_TEAMS + 1) + 4 * ALIGNMENT;
  for (scan->steps = MOST_STEPS; scan->steps && shared_bytes(scan, scan->steps) > MOST_SHARED_BYTES;)
    scan->steps /= 2;
  return scan->steps;
}

/* The kernel of the loop under `target teams` and `parallel`, without the carried variables; or NULL. */
static const struct cleave_plan_node *kernel_of_scan(struct planner *planner,
                                                     const struct cleave_plan_node *plan_node,
                                                     const struct cleave_scan_loop *scan) {
  struct cleave_plan_node *kernel = new_plan_node(planner, CLEAVE_PLAN_SERIAL, plan_node->node);
  struct cleave_team_reduction carried = {.count = 0};
  for (size_t i = 0; i < scan->value_count; i++)
    CLEAVE_APPEND(planner->arena, carried.variables, carried.count, scan->values[i].variable);
  kernel->widened = true;
  kernel->scans = true;
  if (!make_directives(planner, kernel, NULL))
    return NULL;
  return kernel_of_reduction(planner, kernel, &carried);
}

static const struct cleave_expression *begin_of_scan(struct planner *planner,
                                                     const struct cleave_mapping *mapping,
                                                     const struct target_clauses *clauses) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_team_scan *scan = mapping->scan;
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_REDUCTION_BEGIN);
  cleave_add_device_argument(arena, call, clauses->device);
  cleave_add_number(arena, call, CLEAVE_REDUCTION_SCANS);
  cleave_add_number(arena, call, scan->bytes);
  cleave_add_number(arena, call, 1);
  cleave_add_number(arena, call, (int64_t)scan->loop->value_count);
  cleave_add_argument(arena, call, mapping->loops[0].count);
  for (size_t i = 0; i < scan->loop->value_count; i++)
    cleave_add_argument(
        arena, call,
        cleave_make_cast(arena, CLEAVE_TYPE_ADDRESS,
                         cleave_make_unary(arena, CLEAVE_ADDRESS_OF,
                                           variable_value(planner, scan->loop->values[i].variable))));
  return call;
}

/* Adds the version. Returns why there is none, in words; or NULL. */
static const char *add_version(struct planner *planner, struct cleave_plan_node *plan_node) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_loop_model *model = cleave_scan_model_get(planner->loop_models, plan_node->node);
  const struct cleave_scan_loop *loop = node_at(planner, plan_node->node)->scan->scan;
  struct cleave_mapping *mapping = cleave_arena_allocate(arena, sizeof *mapping);
  struct cleave_team_scan *scan = cleave_arena_allocate(arena, sizeof *scan);
  struct cleave_disjoint *disjoint = cleave_arena_allocate(arena, sizeof *disjoint);
  struct target_clauses clauses = {0};
  struct cleave_mapped_loop mapped;
  struct nest_box box;
  uint32_t offset;
  bool assumes_disjoint = false;
  const char *obstacle = check_iterations(planner, plan_node->node, model, &assumes_disjoint);
  if (!obstacle)
    obstacle = reduction_obstacle(planner, plan_node);
  if (!obstacle)
    obstacle = version_obstacle(planner, plan_node->node, &clauses, &offset);
  if (!obstacle)
    obstacle = describe_loop(planner, model, &model->loop->nest[0], 0, NULL, &box, &mapped);
  if (obstacle)
    return obstacle;
  scan->loop = loop;
  describe_values(planner, loop, scan);
  if (!choose_shape(scan))
    return "its values do not fit into shared memory";
  if (assumes_disjoint && !add_disjoint_objects(planner, model, true, disjoint))
    return "the host does not know whether its arrays overlap";
  const struct cleave_plan_node *kernel = kernel_of_scan(planner, plan_node, loop);
  if (!kernel)
    return "a clause applies to the loop";
  if (!decide(planner))
    return "bisect= stops the transformations before this one";
  CLEAVE_APPEND(arena, mapping->loops, mapping->loop_count, mapped);
  mapping->body = (struct cleave_range){model->loop->body_begin, model->loop->body_end};
  mapping->disjoint = assumes_disjoint ? disjoint : NULL;
  mapping->scan = scan;
  name_variables(planner, mapping);
  mapping->span = begin_of_scan(planner, mapping, &clauses);
  const struct cleave_version version = {.guard = guard_of_mapping(planner, model, mapping, &clauses, NULL),
                                         .body = CLEAVE_BODY_MAPPED,
                                         .kernel = kernel,
                                         .mapping = mapping};
  CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
  return NULL;
}

static void add_scan(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_scan_loop *scan = node->scan->scan;
  const char *names = NULL;
  if (scan->element)
    names = variable_at(planner, scan->element->array)->name;
  for (size_t i = 0; i < scan->value_count; i++) {
    const char *name = variable_at(planner, scan->values[i].variable)->name;
    names = names ? cleave_arena_format(planner->arena, "%s, %s", names, name) : name;
  }
  const char *obstacle = add_version(planner, plan_node);
  if (obstacle)
    note_obstacle(planner, CLEAVE_REASON_SERIAL_LOOP_NOT_SCANNED, node, obstacle);
  else
    note(planner, CLEAVE_REASON_SERIAL_LOOP_SCANNED, node->range.begin, names);
}

void add_scan_versions(struct planner *planner, struct cleave_plan_node *plan_node) {
  if (plan_node->kind == CLEAVE_PLAN_SERIAL && plan_node->scans)
    add_scan(planner, plan_node);
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_scan_versions(planner, plan_node->children[i]);
}
