/* FILE: lib/fission/row_loops.c
 * WHAT: kernels whose iterations are rows of different lengths: sparse matrices, graphs, neighbor lists.
 *
 *   parallel for: for i: { sum = 0; for (k = row[i]; k < row[i + 1]; k++) sum += value[k] * x[column[k]]; y[i] = sum; }
 *
 * One thread for each row is slow: threads of a warp read elements that are far apart, and all wait for the longest row. In the version a
 * team executes a block of rows. Several lanes share a row; lanes side by side read elements side by side. If a row has many more
 * elements than the others, all threads of the team share the rest of it. Then one thread for each row combines what the lanes have added
 * up, and executes the rest of the iteration.
 *
 * Why that is allowed.
 * 1. The loop is distributed across all teams already, so any thread may execute any row, and the rows do not depend on each other.
 * 2. The iterations of the inner loop only update the sums, which belong to the row, each by one operation (passes/frontend/reader_rows.cpp). They
 *    use nothing else that another one computes. So lanes may execute them in any order, each with its own copies, which begin with
 *    the value that the operation ignores. What precedes the inner loop only sets variables of the row, so each lane executes it again.
 * 3. The statements after the inner loop use no variable of it but the sums. One thread executes them, once for each row. It begins with the
 *    values that the statements before the loop give the sums, and combines the lanes' copies in the order of the lanes.
 * 4. A barrier separates what lanes read from what the statements after the loop write (OpenMP 5.1, 2.19.8). All threads of a team encounter the
 *    same barriers: the number of blocks and rows is the same for all of them.
 * 5. Another order of operations gives the same bits for unsigned integers, & | ^, and minima and maxima of integers. For others the user must permit it:
 *    `reassociate`, or for floating point -fassociative-math. With a minimum of floating-point numbers, the order decides between zeros of two signs.
 */
#include "abi/entry_points.h"
#include "fission/mapping_internal.h"

/* Copies of the sums in shared memory: two for each thread. */
enum { MOST_SHARED_BYTES = 40 * 1024 };

static unsigned bytes_of(const struct cleave_row_loop *rows) {
  unsigned bytes = 0;
  for (size_t i = 0; i < rows->sum_count; i++)
    bytes += rows->sums[i].bytes;
  return bytes * 2 * CLEAVE_ROW_THREADS;
}

/* Point 5. */
static bool keeps_bits(const struct cleave_row_sum *sum) {
  switch (sum->combiner) {
  case CLEAVE_COMBINER_ADD:
  case CLEAVE_COMBINER_MULTIPLY:
    return sum->is_unsigned;
  default:
    return !sum->is_floating;
  }
}

static const char *find_obstacle(struct planner *planner, const struct cleave_plan_node *plan_node,
                                 const struct cleave_row_loop *rows) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  for (size_t i = 0; i < rows->sum_count; i++)
    if (!keeps_bits(&rows->sums[i]) && !may_reassociate(planner, rows->sums[i].is_floating))
      return cleave_arena_format(
          planner->arena,
          "the sum of '%s' keeps the order of the source; to permit another one, use reassociate=on",
          rows->sums[i].name);
  if (bytes_of(rows) > MOST_SHARED_BYTES)
    return "its sums do not fit into shared memory";
  if (cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION))
    return "the loop has a reduction clause";
  return kernel_obstacle(planner, plan_node);
}

static void add_version(struct planner *planner, struct cleave_plan_node *plan_node) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_row_loop *rows = node->rows;
  if (!rows || !planner->options->map || !planner->options->may_call || plan_node->versions.count ||
      plan_node->launch_value_count || plan_node->part ||
      planner->region->flags & (CLEAVE_REGION_SHARED | CLEAVE_REGION_BEFORE_ALLOCATORS) ||
      planner->unit->openmp_version < 50 || (planner->region->hints | node->hints) & CLEAVE_HINT_MAP_OFF ||
      node->construct & CLEAVE_CONSTRUCT_SIMD ||
      !(plan_node->widened || node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE))
    return;
  struct target_clauses clauses = {0};
  struct cleave_mapping *mapping = cleave_arena_allocate(arena, sizeof *mapping);
  struct cleave_mapped_loop loop;
  struct nest_box box;
  uint32_t offset;
  const char *obstacle = find_obstacle(planner, plan_node, rows);
  if (!obstacle)
    obstacle = version_obstacle(planner, plan_node->node, &clauses, &offset);
  const struct cleave_loop_model *model =
      node->accesses  ? cleave_loop_model_get(planner->loop_models, plan_node->node)
      : node->headers ? cleave_header_model_get(planner->loop_models, plan_node->node)
                      : NULL;
  if (!obstacle && !model)
    obstacle = "its trip count is not known at the launch";
  if (!obstacle && !model->loop)
    obstacle = "the loop has too many accesses";
  if (!obstacle)
    obstacle = describe_loop(planner, model, &model->loop->nest[0], 0, plan_node->tiling, &box, &loop);
  const struct cleave_plan_node *kernel = obstacle ? NULL : kernel_of_teams(planner, plan_node);
  if (!obstacle && !kernel)
    obstacle = "a clause applies to the loop";
  if (obstacle) {
    note(planner, CLEAVE_REASON_ROWS_NOT_SHARED, node->directive.begin, obstacle);
    return;
  }
  if (!decide(planner))
    return;
  CLEAVE_APPEND(arena, mapping->loops, mapping->loop_count, loop);
  mapping->rows = rows;
  name_variables(planner, mapping);
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_MAPPING_SPAN);
  cleave_add_device_argument(arena, call, clauses.device);
  cleave_add_number(arena, call, CLEAVE_NEST_IN_ROWS);
  cleave_add_number(arena, call, 0);
  cleave_add_number(arena, call, 1);
  cleave_add_argument(arena, call, loop.count);
  mapping->span = call;
  const struct cleave_version version = {.guard = guard_of_mapping(planner, model, mapping, &clauses, NULL),
                                         .body = CLEAVE_BODY_MAPPED,
                                         .kernel = kernel,
                                         .mapping = mapping};
  CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
  note(planner, CLEAVE_REASON_ROWS_SHARED, node->directive.begin,
       cleave_arena_format(
           arena, "%d or more execute the loop over '%s', and all threads of a team that of a long row",
           CLEAVE_ROW_THREADS / CLEAVE_MOST_ROWS, rows->counter));
}

void add_row_versions(struct planner *planner, struct cleave_plan_node *plan_node) {
  if (plan_node->kind == CLEAVE_PLAN_KERNEL)
    add_version(planner, plan_node);
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_row_versions(planner, plan_node->children[i]);
}
