/* FILE: lib/fission/fused_rows.c
 * WHAT: neighboring parallel loops whose iterations are the same rows, in one kernel.
 *
 *   parallel for: for i: for (k = row[i]; k < row[i + 1]; k++) w[k] = f(a[k]);
 *   parallel for: for i: { sum = 0; for (k = row[i]; k < row[i + 1]; k++) sum += w[k]; y[i] = sum; }
 *
 * The fused kernel has the form of row_loops.c. It executes the bodies of all inner loops for one element, in the order of the loops,
 * and then the ends of all rows. So a map, a filter and a reduction read each element once.
 *
 * Why that is allowed, in addition to points 1, 3 and 4 of fused_kernels.c, and to all points of row_loops.c for each loop.
 * 1. The loops have the same rows: equal first and last values of the outer counter, and the same bounds of the inner loop. No loop changes
 *    an element that these bounds read.
 * 2. Accesses whose order the kernel changes are to different objects (polyhedral/row_dependence.c). The elements of two rows are different
 *    if a loop writes one for each of them.
 * 3. The names that a loop declares before its inner loop are in the scope of all loops, so none of them is in the text of another one. A
 *    private variable of two loops is used in the bodies of their inner loops only, where each iteration assigns it before it reads it.
 * 4. The body of an inner loop is a statement of its own, and so are the statements after it: `continue` ends only these.
 * 5. An update that reads an element itself is executed after later elements. So there is none if an inner loop stores to memory.
 */
#include <string.h>

#include "fission/mapping_internal.h"
#include "polyhedral/row_dependence.h"

static const struct cleave_row_loop *rows_of(const struct planner *planner,
                                             const struct cleave_plan_node *kernel) {
  return node_at(planner, kernel->node)->rows;
}

bool are_row_kernels(const struct planner *planner, struct cleave_plan_node *const *kernels, size_t count) {
  bool are_rows = true;
  for (size_t i = 0; i < count; i++)
    are_rows &= may_share_rows(planner, kernels[i]) && !rows_of(planner, kernels[i])->is_uniform;
  return are_rows;
}

/* ---- Names (point 3) ---------------------------------------------------------------------------------------- */

static bool mentions(const struct planner *planner, uint32_t begin, uint32_t end, const char *name) {
  return begin < end && cleave_mentions(&planner->unit->tokens, (struct cleave_range){begin, end}, name);
}

static bool mentions_outside_body(const struct planner *planner, const struct cleave_row_loop *rows,
                                  const char *name) {
  return mentions(planner, rows->before_begin, rows->before_end, name) ||
         mentions(planner, rows->after_begin, rows->after_end, name) ||
         mentions(planner, rows->first_begin, rows->first_end, name) ||
         mentions(planner, rows->bound_begin, rows->bound_end, name);
}

static bool mentions_anywhere(const struct planner *planner, const struct cleave_row_loop *rows,
                              const char *name) {
  return mentions_outside_body(planner, rows, name) ||
         mentions(planner, rows->body_begin, rows->body_end, name);
}

static bool is_sum_of(const struct cleave_row_loop *rows, const char *name) {
  bool is_sum = false;
  for (size_t i = 0; i < rows->sum_count; i++)
    is_sum |= !strcmp(rows->sums[i].name, name);
  return is_sum;
}

/* The first name of KERNEL that would have another meaning in OTHER, or a value from there; NULL: there is none. */
static const char *shared_name(const struct planner *planner, const struct cleave_plan_node *kernel,
                               const struct cleave_plan_node *other, const char *counter,
                               const char *other_counter) {
  const struct cleave_node *node = node_at(planner, kernel->node);
  const struct cleave_row_loop *rows = node->rows, *others = rows_of(planner, other);
  if (strcmp(counter, other_counter) && mentions_anywhere(planner, others, counter))
    return counter;
  for (size_t i = 0; i < node->accesses->local_count; i++) {
    const struct cleave_local *local = &node->accesses->locals[i];
    if (local->declared_at < rows->loop_begin && mentions_anywhere(planner, others, local->name))
      return local->name;
  }
  for (size_t c = 0; c < node->clause_count; c++)
    for (size_t v = 0; v < node->clauses[c].variable_count; v++) {
      const char *name = variable_at(planner, node->clauses[c].variables[v])->name;
      if (node->clauses[c].kind == CLEAVE_CLAUSE_PRIVATE && strcmp(name, counter) &&
          strcmp(name, rows->counter) && mentions_anywhere(planner, others, name) &&
          (mentions_outside_body(planner, rows, name) || mentions_outside_body(planner, others, name) ||
           is_sum_of(rows, name) || is_sum_of(others, name)))
        return name;
    }
  return NULL;
}

/* ---- The rows ------------------------------------------------------------------------------------------------ */

/* Point 1. */
static bool are_same_rows(const struct cleave_row_loop *one, const struct cleave_row_loop *other) {
  return *one->first_key && *one->bound_key && !strcmp(one->first_key, other->first_key) &&
         !strcmp(one->bound_key, other->bound_key) && one->bound_is_last == other->bound_is_last &&
         !strcmp(one->type, other->type);
}

/* The rows of all KERNELS as a list. The first one has the sums and updates of all. */
static const struct cleave_row_loop *join_rows(struct planner *planner,
                                               struct cleave_plan_node *const *kernels, size_t count) {
  struct cleave_row_loop *joined = NULL, *next = NULL;
  for (size_t i = count; i--;) {
    joined = cleave_arena_allocate(planner->arena, sizeof *joined);
    *joined = *rows_of(planner, kernels[i]);
    joined->next = next;
    next = joined;
  }
  joined->sums = NULL;
  joined->updates = NULL;
  joined->sum_count = joined->update_count = 0;
  for (size_t i = 0; i < count; i++) {
    const struct cleave_row_loop *rows = rows_of(planner, kernels[i]);
    joined->is_reduction &= rows->is_reduction;
    joined->has_stores |= rows->has_stores;
    for (size_t s = 0; s < rows->sum_count; s++)
      CLEAVE_APPEND(planner->arena, joined->sums, joined->sum_count, rows->sums[s]);
    for (size_t u = 0; u < rows->update_count; u++)
      CLEAVE_APPEND(planner->arena, joined->updates, joined->update_count, rows->updates[u]);
  }
  return joined;
}

/* Points 1 and 3. */
static const char *check_texts(struct planner *planner, struct cleave_plan_node *const *kernels, size_t count,
                               const struct cleave_mapping *mapping) {
  const char *name = NULL;
  if (mapping->is_uneven)
    return "their bounds differ";
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count && !name; j++) {
      const struct cleave_fused_loop *one = &mapping->parts[i].loops[0], *other = &mapping->parts[j].loops[0];
      if (i == j)
        continue;
      if (!are_same_rows(rows_of(planner, kernels[i]), rows_of(planner, kernels[j])))
        return "their rows may have other elements";
      if (!strcmp(one->counter, other->counter) && strcmp(one->type, other->type))
        return "their counters have different types";
      name = shared_name(planner, kernels[i], kernels[j], one->counter, other->counter);
    }
  return name ? cleave_arena_format(planner->arena, "'%s' is a name in two of them", name) : NULL;
}

const char *describe_fused_rows(struct planner *planner, struct cleave_plan_node *const *kernels,
                                size_t count, const struct cleave_fused_model *fused,
                                struct cleave_mapping *mapping, struct conditions *conditions,
                                uint32_t *offset) {
  const struct cleave_row_loop *joined = join_rows(planner, kernels, count);
  struct cleave_row_part *parts = cleave_arena_allocate(planner->arena, count * sizeof *parts);
  const char *obstacle = check_texts(planner, kernels, count, mapping);
  struct cleave_assumptions assumptions = {.may_have_ranges = false};
  *conditions = (struct conditions){0};
  if (reduces_in_parts(planner, kernels, count))
    return "a reduction clause applies to one of them";
  if (!obstacle)
    obstacle = describe_row_sums(planner, joined, mapping);
  for (size_t i = 0; i < count && !obstacle; i++) {
    const struct cleave_loop_model *own = cleave_loop_model_get(planner->loop_models, kernels[i]->node);
    const struct cleave_row_loop *rows = rows_of(planner, kernels[i]);
    const uint32_t inner = inner_loop_of(own, rows);
    *offset = rows->loop_begin;
    if (inner == CLEAVE_NO_DIMENSION)
      return "the accesses of an inner loop cannot be described";
    if (mapping->row_order && rows->sum_count && !rows->update_count)
      return "the operands of a sum cannot be computed ahead";
    parts[i] = (struct cleave_row_part){.outer = fused->dimensions[i][own->loop->nest[0].dimension],
                                        .inner = fused->dimensions[i][inner],
                                        .body_begin = rows->body_begin};
    if (rows->later || rows->keeps_counter)
      return "a row has several inner loops";
    if (rows->has_stores)
      obstacle = row_store_obstacle(planner, kernels[i]->node, mapping, &assumptions);
  }
  for (size_t i = 0; i < joined->update_count && mapping->row_order && joined->has_stores; i++)
    if (joined->updates[i].reads_memory)
      return "an update under a condition on a sum reads an element, and an inner loop stores to memory";
  conditions->are_disjoint = assumptions.are_disjoint;
  if (!obstacle)
    cleave_rows_are_independent(fused->model, parts, count, &conditions->are_disjoint, &obstacle, offset);
  mapping->rows = joined;
  return obstacle;
}
