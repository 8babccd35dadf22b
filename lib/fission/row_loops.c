/* FILE: lib/fission/row_loops.c
 * WHAT: kernels whose iterations are rows: sparse matrices, graphs, neighbor lists, and dense rows of one length.
 *
 *   parallel for: for i: { sum = 0; for (k = row[i]; k < row[i + 1]; k++) sum += value[k] * x[column[k]]; y[i] = sum; }
 *
 * One thread for each row is slow: threads of a warp read elements that are far apart, and all wait for the longest row. In the version a
 * team executes a block of rows, and chooses for each row when it has computed its length. One thread executes a short row as it is
 * written. Lanes share the elements of a group of moderate rows; lanes side by side read elements side by side. All lanes of the team
 * share those of a row that has many more elements than the others. There are two forms of lanes:
 * - Each lane has its own sums. Then one thread for each row combines them, and executes the rest of the iteration.
 * - In the order of the source: lanes evaluate the operands of the updates for one chunk of elements and store them in shared memory, while
 *   one thread for each row executes the updates of the chunk before.
 *
 * Why that is allowed.
 * 1. The loop is distributed across all teams already, so any thread may execute any row, and the rows do not depend on each other
 *    (clause_bounds.c).
 * 2. The iterations of the inner loop use no variable that another one sets but the sums, which belong to the row
 *    (lib/analysis/rows.c). What precedes the inner loop only sets variables of the row, so several threads may execute it.
 * 3. The statements after the inner loop use no variable of it but the sums. One thread executes them, once for each row.
 * 4. A barrier separates what lanes read from what the statements after the loop write (OpenMP 5.1, 2.19.8). All threads of a team encounter the
 *    same barriers: the numbers of blocks, groups and chunks are read from shared memory, or are the same for all of them.
 * Each lane has its own sums:
 * 5. The iterations only update the sums, each by one operation, so lanes may execute them in any order. A lane's sums begin with the value that the
 *    operation ignores. The combination begins with the values that the statements before the loop give them.
 * 6. Another order of operations gives the same bits for unsigned integers, & | ^, and minima and maxima of integers. For others the user must permit it:
 *    `reassociate`, or for floating point -fassociative-math. With a minimum of floating-point numbers, the order decides between zeros of two signs.
 * In the order of the source:
 * 7. All statements that use a sum are updates. Their operands have no side effects and use no sum, so they have the same values if they are
 *    evaluated before (lib/analysis/row_updates.c). An update under a condition leaves a mark if it is to be executed.
 * 8. One thread executes the updates of a row, one element after the other, and those of an element in the order of the source. It
 *    begins with the values that the statements before the loop give the sums. So no bit changes.
 * 9. An operand is stored in its own type. A product that the compiler contracts with an addition consists of two operands, so the update
 *    contains the same operations. With -ffp-contract=fast the product may be rounded first; that option permits both.
 * With a reduction clause:
 * 10. Each thread has a copy of the reduction variable. Only the statements after the inner loop name it (lib/analysis/rows.c), and
 *    one thread executes these once for each row.
 * 11. OpenMP leaves open how many copies there are and in which order they are combined (5.1, 2.21.5). The teams combine them as in
 *    team_reductions.c, points 2 to 4.
 * 12. Which thread ends a row depends on time. Only reductions of integers have the same result in each order, and so in each run.
 * If the inner loop stores to memory:
 * 13. No two of its iterations in one row access the same element, unless both only read it (polyhedral/dependence.c). So lanes may execute
 *    them in any order. If the proof assumes that objects do not overlap, the guard checks it, as for a no-alias version.
 * 14. Threads compute what precedes the inner loop again, while lanes store elements. So the loop stores to no array that these statements, or
 *    the bounds of the loop, read. The bounds are evaluated once; in the source, each iteration evaluates the last one.
 * 15. An array that each thread has a copy of is not stored to: the thread that executes the rest of the row would have another copy.
 * 16. In the order of the source, lanes execute the stores. No stored value uses a sum, as the reader separates all uses of sums. An update that
 *    reads an element itself is executed after later iterations have stored, so there is no such update.
 * Several inner loops:
 * 17. They have the same bounds, so a lane executes the same elements of each. Barriers separate them. The statements between them only set
 *    variables of the row. Threads execute them again, with the sums of the earlier loops, which are in shared memory.
 * 18. Point 14 holds for these statements as well: a loop stores to no array that statements before it read, nor the bounds of any loop. Later
 *    statements may read what it has stored. No variable but the sums passes a value to a later loop or statement (lib/analysis/rows.c).
 * Huge rows, if there is one inner loop whose lanes have their own sums (print/huge_row_edits.c):
 * 19. Further teams share the elements of a huge row. Points 1, 2, 5 and 13 do not depend on the team of a thread. The parts of a row depend on its length
 *    only, and one thread combines them in ascending order. So the result has the same bits on each grid.
 * 20. A further team waits until all blocks are inspected, and no other team waits. A quarter of the resident teams at most are further ones, so
 *    each block finds room. The kernel has no `nowait`, because the next kernel uses the same buffer.
 */
#include "abi/entry_points.h"
#include "fission/mapping_internal.h"
#include "model/sharing.h"
#include "polyhedral/dependence.h"
#include "polyhedral/row_dependence.h"

/* Of operands and sums; lists of rows take up to 4 KiB more. */
enum {
  MOST_SHARED_BYTES = 36 * 1024,
  GOOD_SHARED_BYTES = 32 * 1024,
  MOST_STEPS = 4,
  MOST_FLAGS = 8,
  MOST_INNER_LOOPS = 16,
  MOST_REDUCING_TEAMS = 1024
};

/* Point 6. */
static bool keeps_bits(const struct cleave_row_sum *sum) {
  switch (sum->combiner) {
  case CLEAVE_COMBINER_ADD:
  case CLEAVE_COMBINER_MULTIPLY:
    return sum->is_unsigned;
  default:
    return !sum->is_floating;
  }
}

const struct cleave_row_sum *ordered_sum(const struct planner *planner, const struct cleave_row_loop *rows) {
  for (size_t i = 0; i < rows->sum_count; i++)
    if (!rows->is_reduction ||
        (!keeps_bits(&rows->sums[i]) && !may_reassociate(planner, rows->sums[i].is_floating)))
      return &rows->sums[i];
  return NULL;
}

/* Of one element, with its marks. */
static unsigned bytes_of_operands(const struct cleave_row_loop *rows) {
  unsigned bytes = 0;
  bool has_flag = false;
  for (size_t i = 0; i < rows->update_count; i++) {
    has_flag |= !rows->updates[i].is_certain;
    for (uint32_t j = 0; j < rows->updates[i].operand_count; j++)
      if (rows->updates[i].operands[j].same_as == j)
        bytes += rows->updates[i].operands[j].bytes;
  }
  return bytes + has_flag;
}

/* How many elements each lane stages at a time; 0 if the operands of one do not fit into shared memory. */
static unsigned steps_of(const struct cleave_row_loop *rows) {
  const unsigned bytes = bytes_of_operands(rows);
  unsigned flags = 0, steps = MOST_STEPS;
  for (size_t i = 0; i < rows->update_count; i++)
    flags += !rows->updates[i].is_certain;
  if (flags > MOST_FLAGS || 2 * bytes * CLEAVE_ROW_THREADS > MOST_SHARED_BYTES)
    return 0;
  while (steps > 1 && 2 * bytes * CLEAVE_ROW_STAGERS * steps > GOOD_SHARED_BYTES)
    steps--;
  return steps;
}

static unsigned bytes_of_sums(const struct cleave_row_loop *rows) {
  unsigned bytes = 0;
  for (size_t i = 0; i < rows->sum_count; i++)
    bytes += rows->sums[i].bytes;
  return bytes;
}

/* Points 10 to 12: describes the reductions of the loop, which its teams combine. Returns why that is not possible, or NULL. */
static const char *describe_reduction(struct planner *planner, const struct cleave_plan_node *plan_node,
                                      struct cleave_mapping *mapping) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (!cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION)) {
    const char *clauses = kernel_obstacle(planner, plan_node);
    return clauses ? clauses : order_obstacle(planner, plan_node);
  }
  if (keeps_reduction(planner, plan_node) || plan_node->tiling)
    return "its reduction clause keeps its own form";
  struct cleave_team_reduction *reduction = cleave_arena_allocate(planner->arena, sizeof *reduction);
  reduction->threads = CLEAVE_ROW_THREADS;
  reduction->steps = 1;
  reduction->most_teams = MOST_REDUCING_TEAMS;
  const char *obstacle = reduction_obstacle(planner, plan_node);
  if (!obstacle)
    obstacle = find_reduced_variables(planner, node, reduction);
  if (obstacle)
    return obstacle;
  if (reduction->array_count)
    return "its reduction clause lists an array";
  for (size_t i = 0; i < reduction->count; i++) {
    const struct cleave_variable *variable = variable_at(planner, reduction->variables[i]);
    if (variable->type_class != CLEAVE_TYPE_INTEGER ||
        reduction->operations[i]->combiner == CLEAVE_COMBINER_DECLARED)
      return cleave_arena_format(planner->arena, "the reduction of '%s' would have another order in each run",
                                 variable->name);
  }
  mapping->reduction = reduction;
  return NULL;
}

static unsigned bytes_of_reduction(const struct planner *planner,
                                   const struct cleave_team_reduction *reduction) {
  unsigned bytes = 0;
  for (size_t i = 0; reduction && i < reduction->count; i++)
    bytes += (unsigned)variable_at(planner, reduction->variables[i])->size;
  return bytes * CLEAVE_ROW_THREADS;
}

/* ---- Stores ------------------------------------------------------------------------------------------------ */

uint32_t inner_loop_of(const struct cleave_loop_model *model, const struct cleave_row_loop *rows) {
  uint32_t found = CLEAVE_NO_DIMENSION;
  for (size_t d = 0; model->loop && d < model->loop->dimension_count; d++)
    if (model->loop->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL &&
        model->loop->dimensions[d].offset == rows->loop_begin)
      found = (uint32_t)d;
  return found;
}

static bool is_inside(const struct cleave_loop_accesses *loop, uint32_t at, uint32_t dimension) {
  while (at != CLEAVE_NO_DIMENSION && at != dimension)
    at = loop->dimensions[at].around;
  return at == dimension;
}

/* Point 15: the first array of which threads have copies, and that the loop over DIMENSION stores to; NULL: there is none. */
static const struct cleave_variable *stored_copy(const struct planner *planner,
                                                 const struct cleave_node *node,
                                                 const struct cleave_loop_accesses *loop,
                                                 uint32_t dimension) {
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    const struct cleave_variable *variable = variable_at(planner, access->variable);
    if (access->writes && is_inside(loop, access->around, dimension) &&
        variable->type_class != CLEAVE_TYPE_POINTER &&
        (cleave_is_private_in_loop(node, access->variable) || is_own_copy(planner, access->variable)))
      return variable;
  }
  return NULL;
}

/* Points 13 to 16, for the inner loop ROWS of NODE. */
static const char *inner_store_obstacle(struct planner *planner, const struct cleave_node *node,
                                        const struct cleave_loop_model *model,
                                        const struct cleave_row_loop *rows, bool is_ordered,
                                        struct cleave_assumptions *assumptions) {
  const uint32_t inner = model ? inner_loop_of(model, rows) : CLEAVE_NO_DIMENSION;
  if (inner == CLEAVE_NO_DIMENSION)
    return "the accesses of its inner loop, which stores to memory, cannot be described";
  const struct cleave_variable *copy = stored_copy(planner, node, model->loop, inner);
  if (copy)
    return cleave_arena_format(planner->arena, "its inner loop stores to '%s', of which threads have copies",
                               copy->name);
  if (!cleave_inner_loop_is_independent(model, inner, assumptions))
    return "two iterations of its inner loop may access an element that one of them stores";
  if (!cleave_inner_loop_keeps_values(model, inner, rows->body_begin, assumptions))
    return "its inner loop may store to an element that the row reads before it";
  for (size_t i = 0; is_ordered && i < rows->update_count; i++)
    if (rows->updates[i].reads_memory)
      return "an update under a condition on a sum reads an element, and its inner loop stores to memory";
  return NULL;
}

const char *row_store_obstacle(struct planner *planner, uint32_t index, const struct cleave_mapping *mapping,
                               struct cleave_assumptions *assumptions) {
  const struct cleave_node *node = node_at(planner, index);
  const struct cleave_loop_model *model =
      node->accesses ? cleave_loop_model_get(planner->loop_models, index) : NULL;
  const char *obstacle = NULL;
  unsigned number = 0;
  for (const struct cleave_row_loop *rows = node->rows; rows && !obstacle; rows = rows->later, number++)
    if (rows->has_stores)
      obstacle =
          inner_store_obstacle(planner, node, model, rows, mapping->row_order >> number & 1, assumptions);
  return obstacle;
}

/* ---- The version ------------------------------------------------------------------------------------------- */

/* Sets the form of the inner loop NUMBER, ROWS, in MAPPING. Returns an obstacle, or NULL. */
static const char *describe_inner_loop(struct planner *planner, const struct cleave_row_loop *rows,
                                       unsigned number, struct cleave_mapping *mapping) {
  const struct cleave_row_sum *ordered = ordered_sum(planner, rows);
  if (ordered && !rows->update_count)
    return cleave_arena_format(planner->arena,
                               "the sum of '%s' keeps the order of the source, and its operands cannot be "
                               "computed ahead; to permit another order, use reassociate=on",
                               ordered->name);
  if (!ordered)
    return NULL;
  const unsigned steps = steps_of(rows);
  if (!steps)
    return cleave_arena_format(planner->arena,
                               "the sum of '%s' keeps the order of the source, and its operands do not fit "
                               "into shared memory; to permit another order, use reassociate=on",
                               ordered->name);
  mapping->row_steps = !mapping->row_order || steps < mapping->row_steps ? steps : mapping->row_steps;
  mapping->row_order |= 1u << number;
  return NULL;
}

/* The shared memory that the inner loops of ROWS need in the form of MAPPING. */
static unsigned bytes_of_loops(const struct cleave_row_loop *rows, const struct cleave_mapping *mapping) {
  unsigned bytes = 0;
  for (unsigned number = 0; rows; rows = rows->later, number++)
    if (mapping->row_order >> number & 1)
      bytes += bytes_of_sums(rows) * CLEAVE_ROW_GROUP +
               2 * CLEAVE_ROW_THREADS * mapping->row_steps * bytes_of_operands(rows);
    else
      bytes += bytes_of_sums(rows) * (CLEAVE_ROW_THREADS + (rows->later ? CLEAVE_ROW_GROUP : 0));
  return bytes;
}

const char *describe_row_sums(struct planner *planner, const struct cleave_row_loop *rows,
                              struct cleave_mapping *mapping) {
  const char *obstacle = NULL;
  unsigned number = 0;
  for (const struct cleave_row_loop *inner = rows; inner && !obstacle; inner = inner->later, number++)
    obstacle = number < MOST_INNER_LOOPS ? describe_inner_loop(planner, inner, number, mapping)
                                         : "it has too many inner loops";
  while (rows->later && mapping->row_steps > 1 && bytes_of_loops(rows, mapping) > GOOD_SHARED_BYTES)
    mapping->row_steps--;
  if (!obstacle &&
      bytes_of_loops(rows, mapping) + bytes_of_reduction(planner, mapping->reduction) > MOST_SHARED_BYTES)
    obstacle = "its sums do not fit into shared memory";
  return obstacle;
}

static const char *find_obstacle(struct planner *planner, const struct cleave_plan_node *plan_node,
                                 const struct cleave_row_loop *rows, struct cleave_mapping *mapping,
                                 const struct cleave_expression **ranges) {
  struct cleave_assumptions assumptions = {.may_have_ranges = true};
  const char *obstacle = describe_reduction(planner, plan_node, mapping);
  if (!obstacle)
    obstacle = describe_row_sums(planner, rows, mapping);
  if (!obstacle)
    obstacle = row_store_obstacle(planner, plan_node->node, mapping, &assumptions);
  struct cleave_disjoint *disjoint = cleave_arena_allocate(planner->arena, sizeof *disjoint);
  if (!obstacle && assumptions.range_count &&
      !check_ranges(planner, cleave_loop_model_get(planner->loop_models, plan_node->node), &assumptions,
                    ranges))
    obstacle = "subscripts in its inner loop may wrap, and their bounds are not known at the launch";
  if (!obstacle && assumptions.are_disjoint &&
      !add_disjoint_objects(planner, cleave_loop_model_get(planner->loop_models, plan_node->node), true,
                            disjoint))
    obstacle = "objects may overlap, and their sizes are not known";
  mapping->disjoint = assumptions.are_disjoint ? disjoint : NULL;
  return obstacle;
}

static const struct cleave_expression *span_call(struct planner *planner,
                                                 const struct cleave_mapping *mapping,
                                                 const struct target_clauses *clauses, int64_t properties) {
  struct cleave_expression *call = cleave_make_call(planner->arena, CLEAVE_CALL_MAPPING_SPAN);
  cleave_add_device_argument(planner->arena, call, clauses->device);
  cleave_add_number(planner->arena, call, properties);
  cleave_add_number(planner->arena, call, 0);
  cleave_add_number(planner->arena, call, 1);
  cleave_add_argument(planner->arena, call, mapping->loops[0].count);
  return call;
}

const struct cleave_expression *span_of_rows(struct planner *planner, const struct cleave_mapping *mapping,
                                             const struct target_clauses *clauses) {
  return span_call(planner, mapping, clauses, CLEAVE_NEST_IN_ROWS);
}

/* The bytes of struct PREFIX_memory of print/huge_row_edits.c, or more. */
static int64_t bytes_of_huge_rows(const struct cleave_row_loop *rows) {
  enum { BYTES_OF_ENTRY = 3 * 4 + 8, ALIGNMENT = 16 };
  return CLEAVE_SCAN_CONTROL_BYTES +
         CLEAVE_MOST_HUGE_ROWS * (BYTES_OF_ENTRY + CLEAVE_MOST_ROW_PARTS * (int64_t)bytes_of_sums(rows)) +
         ALIGNMENT * (int64_t)(rows->sum_count + 2);
}

/* Points 19 and 20. */
const struct cleave_expression *share_huge_rows(struct planner *planner,
                                                struct cleave_plan_node *const *kernels, size_t count,
                                                const struct target_clauses *clauses,
                                                struct cleave_mapping *mapping) {
  struct cleave_arena *arena = planner->arena;
  if (mapping->row_order || mapping->rows->later || mapping->reduction)
    return NULL;
  for (size_t i = 0; i < count; i++)
    if (reduction_obstacle(planner, kernels[i]))
      return NULL;
  mapping->huge_row_teams =
      span_call(planner, mapping, clauses, CLEAVE_NEST_IN_ROWS | CLEAVE_NEST_OF_HUGE_ROWS);
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_REDUCTION_BEGIN);
  cleave_add_device_argument(arena, call, clauses->device);
  cleave_add_number(arena, call, CLEAVE_REDUCTION_OF_HUGE_ROWS);
  cleave_add_number(arena, call, bytes_of_huge_rows(mapping->rows));
  cleave_add_number(arena, call, 1);
  cleave_add_number(arena, call, 0);
  cleave_add_argument(arena, call, mapping->loops[0].count);
  return call;
}

bool may_share_rows(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  return node->rows && planner->options->map && planner->options->may_call && !plan_node->versions.count &&
         !plan_node->launch_value_count && !plan_node->part &&
         !(planner->region->flags & CLEAVE_REGION_SHARED) && has_team_memory(planner) &&
         !((planner->region->hints | node->hints) & CLEAVE_HINT_MAP_OFF) &&
         (plan_node->widened || node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE);
}

/* For the remark. */
static const char *form_of_rows(const struct planner *planner, const struct cleave_mapping *mapping) {
  const struct cleave_row_sum *ordered = NULL;
  size_t loops = 0, sums = 0;
  for (const struct cleave_row_loop *rows = mapping->rows; rows; rows = rows->later, loops++) {
    ordered = ordered ? ordered : ordered_sum(planner, rows);
    sums += rows->sum_count;
  }
  return cleave_arena_format(
      planner->arena, "%s%s; short rows keep one thread%s",
      loops > 1 ? cleave_arena_format(planner->arena, "%zu inner loops, ", loops) : "",
      ordered ? cleave_arena_format(planner->arena, "operands by lanes, updates of '%s' in source order",
                                    ordered->name)
      : sums  ? "a sum in each lane, combined by one thread"
              : "each lane executes its elements",
      mapping->huge_row_teams ? ", and teams share huge ones" : "");
}

static bool have_sums(const struct cleave_row_loop *rows) {
  bool found = false;
  for (; rows; rows = rows->later)
    found |= rows->sum_count != 0;
  return found;
}

static void add_version(struct planner *planner, struct cleave_plan_node *plan_node) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_row_loop *rows = node->rows;
  if (!may_share_rows(planner, plan_node))
    return;
  struct target_clauses clauses = {0};
  struct cleave_mapping *mapping = cleave_arena_allocate(arena, sizeof *mapping);
  struct cleave_mapped_loop loop;
  struct nest_box box;
  uint32_t offset;
  const struct cleave_expression *ranges = NULL;
  const char *obstacle = find_obstacle(planner, plan_node, rows, mapping, &ranges);
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
  const struct cleave_plan_node *kernel = obstacle ? NULL
                                          : mapping->reduction
                                              ? kernel_of_reduction(planner, plan_node, mapping->reduction)
                                              : kernel_of_teams(planner, plan_node);
  if (!obstacle && !kernel)
    obstacle = "a clause applies to the loop";
  if (obstacle) {
    /* Another remark says why a nest without sums is not mapped. */
    if (!rows->is_uniform || have_sums(rows))
      note_obstacle(planner, CLEAVE_REASON_ROWS_NOT_SHARED, node, obstacle);
    return;
  }
  if (!decide(planner))
    return;
  CLEAVE_APPEND(arena, mapping->loops, mapping->loop_count, loop);
  mapping->rows = rows;
  name_variables(planner, mapping);
  mapping->span = span_of_rows(planner, mapping, &clauses);
  const struct cleave_expression *guard = guard_of_mapping(planner, model, mapping, &clauses, ranges);
  const struct cleave_expression *begin = mapping->reduction
                                              ? begin_of_reduction(planner, mapping, &clauses)
                                              : share_huge_rows(planner, &plan_node, 1, &clauses, mapping);
  if (begin)
    guard = cleave_make_binary(arena, CLEAVE_AND, guard, guard_of_call(planner, &clauses, begin));
  const struct cleave_version version = {
      .guard = guard, .body = CLEAVE_BODY_MAPPED, .kernel = kernel, .mapping = mapping};
  CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
  note(planner, CLEAVE_REASON_ROWS_SHARED, node->directive.begin, form_of_rows(planner, mapping));
}

static enum row_kind kind_of(const struct cleave_row_loop *rows) {
  return rows && rows->is_uniform ? UNIFORM_ROWS : have_sums(rows) ? ROWS_WITH_SUMS : ROWS_WITHOUT_SUMS;
}

/* Whether fewer accesses are to elements that are far apart if lanes side by side execute iterations of the inner loops. */
static bool has_better_lanes(struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_loop_model *model =
      node->accesses ? cleave_loop_model_get(planner->loop_models, plan_node->node) : NULL;
  if (!model || !model->loop)
    return false;
  bool *aligned = cleave_arena_allocate(planner->arena, model->loop->dimension_count + 1);
  for (const struct cleave_row_loop *rows = node->rows; rows; rows = rows->later) {
    const uint32_t inner = inner_loop_of(model, rows);
    if (inner == CLEAVE_NO_DIMENSION)
      return false;
    aligned[inner] = true;
  }
  return lanes_are_neighbors(planner->arena, model->loop, aligned);
}

void add_row_versions(struct planner *planner, struct cleave_plan_node *plan_node, enum row_kind kind) {
  if (plan_node->kind == CLEAVE_PLAN_KERNEL && kind_of(node_at(planner, plan_node->node)->rows) == kind &&
      (kind != UNIFORM_ROWS || has_better_lanes(planner, plan_node)))
    add_version(planner, plan_node);
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_row_versions(planner, plan_node->children[i], kind);
}
