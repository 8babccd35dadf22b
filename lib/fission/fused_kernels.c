/* FILE: lib/fission/fused_kernels.c
 * WHAT: neighboring parallel loops of a region in one kernel.
 *
 *   for i: for j: ey[i][j] -= hz[i][j] - hz[i-1][j];        for i: for j: { if (i > 0) ey[i][j] -= ...;
 *   for i: for j: ex[i][j] -= hz[i][j] - hz[i][j-1];   ->                    if (j > 0) ex[i][j] -= ...; }
 *
 * Each loop is a kernel of its own after the split. A fused version of several of them saves launches, and reads only once what they
 * share. A thread executes an iteration of each loop, in the order of the source.
 *
 * Why that is allowed.
 * 1. The loops are siblings in the plan, and nothing is executed between them: no statement, no copy, no evaluation of a value on the
 *    device. If they are stages of the transfer engine, the guard checks that it copies nothing. Their iterations
 *    form a perfect nest each, of the same depth (mapping.c, points 1, 3 and 4).
 * 2. No two iterations with different counters access the same memory, unless both only read it, in one loop or in two of them
 *    (polyhedral/fused_model.h). So accesses that must keep their order belong to iterations with equal counters, and one thread executes
 *    these in the order of the source. The end of the first loop, where all threads would wait (OpenMP 5.1, 2.11.4), orders nothing
 *    else. If the proof assumes that objects do not overlap or that subscripts stay within their rows, the guard checks it.
 * 3. The loops have the same steps, and their first and last values differ by small constants. The version executes the box around all of
 *    them. Each loop takes part in those iterations that its own first and last values permit. Host and device have the same values,
 *    because nothing between the loops changes a symbol.
 * 4. A private copy of one loop (2.21.3) is declared in the part of that loop, or has a clause of the fused kernel and no meaning in another
 *    loop. A loop has no clause that gives variables first or last values. Reductions: fused_reductions.c.
 * 5. The order of the operations of an iteration does not change, so each result is the same to the bit.
 * Loops whose iterations are rows of different lengths: fused_rows.c.
 */
#include <string.h>

#include "fission/mapping_internal.h"
#include "polyhedral/dependence.h"

enum {
  MOST_PARTS = 8,
  MOST_DIFFERENCE = 8 /* between the first values of two loops, and between the last ones */
};

/* A loop that becomes a part of a fused kernel. Its model is that of all parts, with its own nest. */
struct candidate {
  struct cleave_loop_model model;
  struct cleave_loop_accesses loop;
  struct nest_box box;
  struct cleave_mapped_loop loops[CLEAVE_MOST_MAPPED_LOOPS];
};

/* ---- Obstacles ---------------------------------------------------------------------------------- */

/* Point 4. Reductions: fused_reductions.c. */
static const char *check_loop_clauses(const struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->clause_count; i++)
    if (cleave_clause_in(&node->clauses[i], CLEAVE_FORM_FUSED) == CLEAVE_CLAUSE_USE_NO)
      return cleave_arena_format(planner->arena, "'%s' applies to one of them",
                                 text_of(planner, node->clauses[i].range));
  return NULL;
}

/* The form of a nest, all loops of which are fused. */
static const char *check_nest(const struct cleave_loop_model *model) {
  const struct cleave_loop_accesses *loop = model->loop;
  if (loop->nest_count < model->parallel_count || loop->nest_count > CLEAVE_MOST_MAPPED_LOOPS ||
      loop->loop_count != loop->nest_count - model->parallel_count)
    return "the body of a loop contains more than one loop";
  const struct cleave_nest_loop *innermost = &loop->nest[loop->nest_count - 1];
  return innermost->body_begin == innermost->body_end ? "parts of a loop come from a macro" : NULL;
}

/* Points 1 and 4, for the kernel PLAN_NODE alone. ARE_ROWS: of fused_rows.c. */
static const char *check_kernel(const struct planner *planner, const struct cleave_plan_node *plan_node,
                                bool are_rows, struct target_clauses *clauses, uint32_t *offset) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_loop_model *model = cleave_loop_model_get(planner->loop_models, plan_node->node);
  *offset = node->directive.begin;
  if (!model->loop)
    return "a loop contains statements that cleave cannot analyze";
  if (plan_node->launch_value_count || plan_node->update_directive || plan_node->inner_directive)
    return "a loop needs a value that the device computes";
  if ((planner->region->hints | node->hints) & CLEAVE_HINT_MAP_OFF)
    return "a pragma keeps a loop as it is";
  const char *obstacle = are_rows ? NULL : check_nest(model);
  if (!obstacle)
    obstacle = check_loop_clauses(planner, node);
  if (!obstacle)
    obstacle = are_rows ? kernel_obstacle(planner, plan_node) : mapping_obstacle(planner, plan_node);
  if (!obstacle && !are_rows && node->accesses->has_jump)
    obstacle = "a jump may leave an iteration early";
  if (!obstacle)
    obstacle = order_obstacle(planner, plan_node);
  return obstacle ? obstacle : version_obstacle(planner, plan_node->node, clauses, offset);
}

/* Whether tasks of the program copy an object between the kernel before PLAN_NODE and PLAN_NODE. */
static bool is_copied_before(const struct cleave_plan *plan, const struct cleave_plan_node *plan_node) {
  const size_t stage = cleave_plan_stage_of(plan, plan_node);
  return stage < plan->stage_count && plan->openmp && plan->openmp->for_compiler &&
         plan->openmp->stages[stage].count;
}

/* GUARD, and that the engine copies nothing between these kernels, which are stages of its schedule; or GUARD. */
static const struct cleave_expression *without_copies(const struct planner *planner,
                                                      const struct cleave_plan_node *first,
                                                      const struct cleave_expression *guard) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_plan *plan = planner->plan;
  if (!plan->engine || cleave_plan_stage_of(plan, first) == plan->stage_count)
    return guard;
  const struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_TRANSFERS_IDLE);
  return cleave_make_binary(
      arena, CLEAVE_AND,
      cleave_make_binary(arena, CLEAVE_AND, cleave_make_function(arena, CLEAVE_CALL_TRANSFERS_IDLE), call),
      guard);
}

/* ---- The box ------------------------------------------------------------------------------------ */

/* Sets *BY to ONE - OTHER, if that is a small constant. */
static bool find_difference(struct planner *planner, const struct cleave_polynomial *one,
                            const struct cleave_polynomial *other, int64_t *by) {
  struct cleave_polynomial difference;
  if (!subtract(planner->arena, one, other, &difference) || difference.term_count > 1 ||
      (difference.term_count && difference.terms[0].factor_count))
    return false;
  *by = difference.term_count ? difference.terms[0].coefficient : 0;
  return *by >= -MOST_DIFFERENCE && *by <= MOST_DIFFERENCE;
}

/* Point 3: describes loop LEVEL of all PARTS in MAPPING. Returns an obstacle, or NULL. */
static const char *join_loops(struct planner *planner, const struct candidate *parts, size_t count,
                              size_t level, struct cleave_mapping *mapping) {
  const struct cleave_mapped_loop *first = &parts[0].loops[level];
  const bool upwards = first->step > 0;
  int64_t below[MOST_PARTS], above[MOST_PARTS], least = 0, greatest = 0;
  size_t lowest = 0, highest = 0;
  struct cleave_mapped_loop joined = {.type = first->type, .step = first->step};
  for (size_t i = 0; i < count; i++) {
    if (parts[i].loops[level].step != first->step)
      return "their steps differ";
    if (!find_difference(planner, &parts[i].box.least[level], &parts[0].box.least[level], &below[i]) ||
        !find_difference(planner, &parts[i].box.greatest[level], &parts[0].box.greatest[level], &above[i]) ||
        ((below[i] || above[i]) && first->step != 1 && first->step != -1))
      return "their bounds differ by more than a small constant";
    if (below[i] < least) {
      least = below[i];
      lowest = i;
    }
    if (above[i] > greatest) {
      greatest = above[i];
      highest = i;
    }
    if (strcmp(joined.type, parts[i].loops[level].type))
      joined.type = "long";
  }
  if (!describe_range(planner, &parts[0].model, first->step, &parts[lowest].box.least[level],
                      &parts[highest].box.greatest[level], &joined))
    return "their trip count is not a sum of values that the host has";
  for (size_t i = 0; i < count; i++) {
    struct cleave_fused_loop *loop = &mapping->parts[i].loops[level];
    *loop = (struct cleave_fused_loop){.counter = parts[i].loops[level].counter,
                                       .type = parts[i].loops[level].type,
                                       .before = (unsigned)(upwards ? below[i] - least : greatest - above[i]),
                                       .after = (unsigned)(upwards ? greatest - above[i] : below[i] - least),
                                       .is_inside = parts[i].loops[level].is_inside};
    mapping->is_uneven |= loop->before || loop->after || loop->is_inside;
  }
  CLEAVE_APPEND(planner->arena, mapping->loops, mapping->loop_count, joined);
  return NULL;
}

/* ---- The version -------------------------------------------------------------------------------- */

/* Chooses the lanes and the walked loop, as choose_lane does for a single nest. */
static void choose_loops(struct planner *planner, const struct cleave_fused_model *fused,
                         const struct candidate *parts, size_t count, struct cleave_mapping *mapping) {
  const struct cleave_loop_accesses *loop = fused->model->loop;
  bool *counts = cleave_arena_allocate(planner->arena, loop->dimension_count + 1); /* in this level */
  unsigned least = 0;
  for (size_t level = 0; level < mapping->loop_count; level++) {
    memset(counts, 0, loop->dimension_count);
    for (size_t i = 0; i < count; i++)
      counts[parts[i].loop.nest[level].dimension] = true;
    const unsigned scattered = scattered_in_lanes(loop, counts);
    if (!level || scattered <= least) {
      least = scattered;
      mapping->lane = level;
    }
  }
  if (mapping->loop_count == 1)
    return;
  mapping->walk = mapping->lane + 1 == mapping->loop_count ? mapping->lane - 1 : mapping->loop_count - 1;
  for (size_t i = 0; i < count; i++)
    mapping->shares_reads |=
        !loop->has_jump && shares_reads(planner->arena, loop, parts[i].loop.nest[mapping->walk].dimension);
}

static void add_part(struct planner *planner, struct cleave_mapping *mapping, const struct candidate *part) {
  const struct cleave_nest_loop *nest = part->loop.nest;
  struct cleave_fused_part added = {
      .loops = cleave_arena_allocate(planner->arena, CLEAVE_MOST_MAPPED_LOOPS * sizeof *added.loops),
      .body = {nest[part->loop.nest_count - 1].body_begin, nest[part->loop.nest_count - 1].body_end}};
  for (size_t i = 1; i < part->loop.nest_count; i++)
    if (nest[i].values_end) {
      const struct cleave_range values = {nest[i].values_begin, nest[i].values_end};
      CLEAVE_APPEND(planner->arena, added.values, added.value_count, values);
    }
  CLEAVE_APPEND(planner->arena, mapping->parts, mapping->part_count, added);
}

/* Describes the outermost DEPTH loops of the COUNT KERNELS, or all of them, in MAPPING and in PARTS. Returns an obstacle, or NULL. */
static const char *describe_parts(struct planner *planner, struct cleave_plan_node *const *kernels,
                                  size_t count, const struct cleave_fused_model *fused, size_t depth,
                                  struct candidate *parts, struct cleave_mapping *mapping) {
  struct cleave_arena *arena = planner->arena;
  for (size_t i = 0; i < count; i++) {
    const struct cleave_loop_accesses *own =
        cleave_loop_model_get(planner->loop_models, kernels[i]->node)->loop;
    struct candidate *part = &parts[i];
    part->model = *fused->model;
    part->loop = *fused->model->loop;
    part->model.loop = &part->loop;
    for (size_t level = 0; level < own->nest_count && level < depth; level++) {
      struct cleave_nest_loop it = own->nest[level];
      it.dimension = fused->dimensions[i][it.dimension];
      CLEAVE_APPEND(arena, part->loop.nest, part->loop.nest_count, it);
    }
    if (part->loop.nest_count != parts[0].loop.nest_count)
      return "their depths differ";
    for (size_t level = 0; level < part->loop.nest_count; level++) {
      const char *obstacle = describe_loop(planner, &part->model, &part->loop.nest[level], level, NULL,
                                           &part->box, &part->loops[level]);
      if (obstacle)
        return obstacle;
    }
    add_part(planner, mapping, part);
  }
  for (size_t level = 0; level < parts[0].loop.nest_count; level++) {
    const char *obstacle = join_loops(planner, parts, count, level, mapping);
    if (obstacle)
      return obstacle;
  }
  return NULL;
}

static struct cleave_plan_node *kernel_of_parts(struct planner *planner,
                                                struct cleave_plan_node *const *kernels, size_t count) {
  struct cleave_plan_node *kernel = cleave_arena_allocate(planner->arena, sizeof *kernel);
  *kernel = *kernels[0];
  kernel->versions = (struct cleave_versions){0};
  kernel->tiling = NULL;
  kernel->directive = make_fused_directive(planner, kernels, count);
  for (size_t i = 1; i < count; i++) {
    kernel->keeps_grid |= kernels[i]->keeps_grid;
    kernel->free_threads &= kernels[i]->free_threads;
  }
  return kernel->directive ? kernel : NULL;
}

/* The fused version of the COUNT KERNELS; NULL if there is an obstacle, which *OBSTACLE tells. */
static struct cleave_version *find_version(struct planner *planner, struct cleave_plan_node *const *kernels,
                                           size_t count, const struct target_clauses *clauses,
                                           const char **obstacle, uint32_t *offset) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_fused_model fused;
  const bool are_rows = are_row_kernels(planner, kernels, count);
  uint32_t nodes[MOST_PARTS];
  for (size_t i = 0; i < count; i++)
    nodes[i] = kernels[i]->node;
  *obstacle = "they access too many elements";
  if (!cleave_fused_model_make(planner->loop_models, nodes, count, &fused))
    return NULL;
  struct candidate *parts = cleave_arena_allocate(arena, count * sizeof *parts);
  struct cleave_mapping *mapping = cleave_arena_allocate(arena, sizeof *mapping);
  *obstacle = describe_parts(planner, kernels, count, &fused, are_rows ? 1 : CLEAVE_MOST_MAPPED_LOOPS, parts,
                             mapping);
  if (*obstacle)
    return NULL;
  struct conditions conditions;
  if (are_rows)
    *obstacle = describe_fused_rows(planner, kernels, count, &fused, mapping, &conditions, offset);
  if (*obstacle)
    return NULL;
  if (!are_rows && !nest_is_independent(planner, fused.model, mapping->loop_count, false, NULL, &conditions,
                                        obstacle, offset))
    return NULL;
  *obstacle = "a variable is private in one of them and shared in another";
  const struct cleave_plan_node *kernel = kernel_of_parts(planner, kernels, count);
  if (!kernel)
    return NULL;
  if (are_rows) {
    *obstacle = "a clause applies to one of them";
    kernel = kernel_of_teams(planner, kernel);
    if (!kernel)
      return NULL;
  } else if (reduces_in_parts(planner, kernels, count)) {
    struct cleave_team_reduction *reduction = cleave_arena_allocate(arena, sizeof *reduction);
    *obstacle = describe_fused_reduction(planner, kernels, count, mapping, reduction);
    kernel = *obstacle ? NULL : kernel_of_reduction(planner, kernel, reduction);
    mapping->reduction = reduction;
    if (!kernel)
      return NULL;
  }
  *obstacle = NULL;
  if (!are_rows)
    choose_loops(planner, &fused, parts, count, mapping);
  name_variables(planner, mapping);
  for (size_t level = 0; level < mapping->loop_count; level++)
    mapping->loops[level].counter = new_name(planner, cleave_arena_format(arena, "counter_%zu", level));
  /* With the assumption that objects do not overlap, the compiler loads once what several parts read. */
  struct cleave_disjoint *disjoint = cleave_arena_allocate(arena, sizeof *disjoint);
  if (add_disjoint_objects(planner, fused.model, conditions.are_disjoint, disjoint) &&
      (conditions.are_disjoint || !disjoint->ranges))
    mapping->disjoint = disjoint->written_count || conditions.are_disjoint ? disjoint : NULL;
  else if (conditions.are_disjoint)
    return NULL;
  mapping->span = are_rows             ? span_of_rows(planner, mapping, clauses)
                  : mapping->reduction ? begin_of_reduction(planner, mapping, clauses)
                                       : span_of_mapping(planner, mapping, clauses, CLEAVE_NEST_IS_BETTER);
  const struct cleave_expression *guard =
      guard_of_mapping(planner, fused.model, mapping, clauses, conditions.ranges);
  const struct cleave_expression *begin =
      are_rows ? share_huge_rows(planner, kernels, count, clauses, mapping) : NULL;
  if (begin)
    guard = cleave_make_binary(arena, CLEAVE_AND, guard, guard_of_call(planner, clauses, begin));
  struct cleave_version *version = cleave_arena_allocate(arena, sizeof *version);
  *version = (struct cleave_version){.guard = without_copies(planner, kernels[0], guard),
                                     .body = CLEAVE_BODY_MAPPED,
                                     .kernel = kernel,
                                     .mapping = mapping};
  return version;
}

/* ---- Runs of kernels ---------------------------------------------------------------------------- */

/* Fuses the COUNT KERNELS, if they and all before them can be fused. Returns whether they are. */
static bool fuse(struct planner *planner, struct cleave_plan_node *const *kernels, size_t count,
                 struct cleave_version **version) {
  struct target_clauses clauses = {0};
  uint32_t offset = 0;
  const uint32_t at = node_at(planner, kernels[count - 1]->node)->directive.begin;
  const bool are_rows = are_row_kernels(planner, kernels, count);
  const char *obstacle = NULL;
  struct cleave_version *found = NULL;
  for (size_t i = 0; i < count && !obstacle; i++)
    obstacle = check_kernel(planner, kernels[i], are_rows, &clauses, &offset);
  if (!obstacle && is_copied_before(planner->plan, kernels[count - 1]))
    obstacle = "data is copied between them";
  if (!obstacle)
    found = find_version(planner, kernels, count, &clauses, &obstacle, &offset);
  if (found)
    *version = found;
  else if (obstacle)
    note(planner, CLEAVE_REASON_NOT_FUSED, at, obstacle);
  return found != NULL;
}

static void add_fusion(struct planner *planner, struct cleave_plan_node *const *kernels, size_t count,
                       const struct cleave_version *version) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_fusion *fusion = cleave_arena_allocate(arena, sizeof *fusion);
  *fusion = (struct cleave_fusion){.first = kernels[0], .last = kernels[count - 1]};
  CLEAVE_APPEND(arena, fusion->versions.items, fusion->versions.count, *version);
  const uint32_t begin = node_at(planner, kernels[0]->node)->directive.begin;
  kernels[0]->fusion = kernels[count - 1]->fusion = fusion;
  note(planner, CLEAVE_REASON_FUSED, begin,
       cleave_arena_format(
           arena, "%zu loops, up to line %u", count,
           cleave_unit_line(planner->unit, node_at(planner, fusion->last->node)->directive.begin)));
}

static bool is_distributed(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  return plan_node->kind == CLEAVE_PLAN_KERNEL &&
         (plan_node->widened || node_at(planner, plan_node->node)->construct & CLEAVE_CONSTRUCT_DISTRIBUTE);
}

/* Fuses runs of neighbors among the children of PARENT, each as long as possible. */
static void fuse_children(struct planner *planner, const struct cleave_plan_node *parent) {
  for (size_t first = 0; first < parent->child_count;) {
    size_t count = 1;
    struct cleave_version *version = NULL;
    struct cleave_plan_node *const *kernels = &parent->children[first];
    while (count < MOST_PARTS && first + count < parent->child_count && is_distributed(planner, kernels[0]) &&
           is_distributed(planner, kernels[count]) && fuse(planner, kernels, count + 1, &version))
      count++;
    if (version && decide(planner))
      add_fusion(planner, kernels, count, version);
    first += count;
  }
}

void add_fused_versions(struct planner *planner, const struct cleave_plan_node *plan_node) {
  if (!planner->options->fuse || !planner->options->map || !planner->options->may_call ||
      planner->region->flags & CLEAVE_REGION_SHARED)
    return;
  fuse_children(planner, plan_node);
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_fused_versions(planner, plan_node->children[i]);
}
