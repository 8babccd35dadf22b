/* FILE: lib/fission/tiled_versions.c
 * WHAT: adds the versions of nests and of sums whose operands are in shared memory: their sizes, guards and directives.
 */
#include "fission/mapping_internal.h"
#include "polyhedral/loop_model.h"

/* Tiles are as large as registers allow, or smaller, for results that have few of them: the time of a step is then that of its loads, so
 * the smallest tiles have long steps. 128 registers hold the sums of 8 by 4 points. */
static const struct cleave_shared_tile tiles[] = {
    {.rows = 64, .columns = 128, .thread_rows = 8, .thread_columns = 4, .threads = 256, .loaders = 256},
    {.rows = 32, .columns = 64, .thread_rows = 4, .thread_columns = 4, .threads = 128, .loaders = 128},
    {.rows = 16,
     .columns = 32,
     .thread_rows = 2,
     .thread_columns = 2,
     .threads = 128,
     .loaders = 128,
     .depth = 64,
     .least = 96}};

/* Without columns, threads of the first warp add up a row each, and 8 other warps load what it needs meanwhile; fewer within a
 * bound on the threads. */
static const struct cleave_shared_tile sums[] = {
    {.rows = 16, .columns = 1, .thread_rows = 1, .thread_columns = 1, .threads = 288, .loaders = 256},
    {.rows = 16, .columns = 1, .thread_rows = 1, .thread_columns = 1, .threads = 160, .loaders = 128},
    {.rows = 16, .columns = 1, .thread_rows = 1, .thread_columns = 1, .threads = 96, .loaders = 64}};

/* The same for teams of four threads. */
static const struct cleave_shared_tile test_tile = {.rows = 8,
                                                    .columns = 8,
                                                    .thread_rows = 4,
                                                    .thread_columns = 4,
                                                    .threads = 4,
                                                    .loaders = 4,
                                                    .depth = 4},
                                       test_sums = {.rows = 3,
                                                    .columns = 1,
                                                    .thread_rows = 1,
                                                    .thread_columns = 1,
                                                    .threads = 4,
                                                    .loaders = 3,
                                                    .depth = 4};

/* How the version has CLAUSE, of the source or of the plan. */
static enum cleave_clause_use use_of(const struct cleave_plan_clause *clause) {
  const struct cleave_clause planned = {.kind = clause->kind, .modifier = clause->modifier};
  return cleave_clause_in(clause->user ? clause->user : &planned, CLEAVE_FORM_TEAMS);
}

/* Divides the clauses of DIRECTIVE between `target teams` and `parallel`. Returns false if the version cannot have one of them. */
static bool divide_clauses(struct planner *planner, const struct cleave_directive *directive,
                           struct cleave_clauses *outer, struct cleave_clauses *inner) {
  for (size_t i = 0; i < directive->clauses.count; i++) {
    const struct cleave_plan_clause *it = &directive->clauses.items[i];
    const enum cleave_clause_use use = use_of(it);
    if (use == CLEAVE_CLAUSE_USE_NO)
      return false;
    if (use == CLEAVE_CLAUSE_USE_OUTER || use == CLEAVE_CLAUSE_USE_BOTH)
      cleave_add_clause(planner->arena, outer, *it);
    if (use == CLEAVE_CLAUSE_USE_INNER || use == CLEAVE_CLAUSE_USE_BOTH)
      cleave_add_clause(planner->arena, inner, *it);
  }
  return true;
}

const struct cleave_plan_node *kernel_of_teams(struct planner *planner,
                                               const struct cleave_plan_node *plan_node) {
  if (plan_node->directive->kind != CLEAVE_DIRECTIVE_CONSTRUCT || plan_node->inner_directive)
    return NULL;
  struct cleave_directive *teams = cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT,
                                                         CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS),
                          *parallel = cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT,
                                                            CLEAVE_CONSTRUCT_PARALLEL);
  struct cleave_plan_node *kernel = cleave_arena_allocate(planner->arena, sizeof *kernel);
  *kernel = *plan_node;
  kernel->directive = teams;
  kernel->inner_directive = parallel;
  kernel->free_threads = false;
  kernel->tiling = NULL;
  return divide_clauses(planner, plan_node->directive, &teams->clauses, &parallel->clauses) ? kernel : NULL;
}

/* The number of tiles along a loop: (COUNT + EXTENT - 1) / EXTENT. */
static const struct cleave_expression *tile_count(struct planner *planner,
                                                  const struct cleave_expression *count, unsigned extent) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *more =
      cleave_make_binary(arena, CLEAVE_ADD, cleave_make_parentheses(arena, count),
                         cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, extent - 1));
  return cleave_make_binary(arena, CLEAVE_DIVIDE, cleave_make_parentheses(arena, more),
                            cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, extent));
}

/* Whether neighboring threads of the plain mapped version would access elements that are not neighbors. */
static bool is_scattered(const struct cleave_shared_tile *tile) {
  for (size_t i = 0; i < tile->operand_count; i++)
    if (tile->operands[i].is_of_row == (tile->columns == 1) && tile->operands[i].follows_loop)
      return true;
  return false;
}

static bool is_wide(const struct cleave_shared_tile *tile) {
  bool found = false;
  for (size_t i = 0; i < tile->operand_count; i++)
    found |= tile->operands[i].bytes > 4;
  return found;
}

/* Whether there are enough tiles, and enough iterations of the inner loop for each. */
static const struct cleave_expression *tile_guard(struct planner *planner,
                                                  const struct cleave_mapping *mapping,
                                                  const struct cleave_shared_tile *tile,
                                                  const struct cleave_tiling *tiling,
                                                  const struct target_clauses *clauses) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_MAPPING_SPAN);
  cleave_add_device_argument(arena, call, clauses->device);
  cleave_add_number(arena, call,
                    CLEAVE_NEST_IN_TILES | (is_scattered(tile) ? CLEAVE_NEST_IS_BETTER : 0) |
                        (is_wide(tile) ? CLEAVE_NEST_IS_WIDE : 0));
  cleave_add_number(arena, call, (int64_t)tile->rows * tile->columns);
  cleave_add_number(arena, call, (int64_t)mapping->loop_count);
  for (size_t i = 0; i < mapping->loop_count; i++) {
    const unsigned extent = i == mapping->walk ? tile->rows : tile->columns;
    cleave_add_argument(
        arena, call,
        tile_count(planner, mapping->loops[i].count,
                   !i && tile->triangle.is_there ? 2 * extent : extent)); /* half of them are empty */
  }
  const unsigned least = tile->depth < tile->least ? tile->least : tile->depth;
  const struct cleave_expression *count = cleave_make_parentheses(arena, tile->inner.count),
                                 *is_deep = cleave_make_binary(
                                     arena, CLEAVE_GREATER, count,
                                     cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, least - 1)),
                                 *is_int = cleave_make_binary(
                                     arena, CLEAVE_LESS, count,
                                     cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, INT32_MAX / 2));
  if (tiling && tile->triangle.is_there) /* the iterations without points are known for the whole loop */
    is_deep =
        cleave_make_binary(arena, CLEAVE_AND, is_deep,
                           cleave_make_binary(arena, CLEAVE_LESS, cleave_make_name(arena, tiling->count_name),
                                              cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, 2)));
  return cleave_make_binary(arena, CLEAVE_AND, guard_of_call(planner, clauses, call),
                            cleave_make_binary(arena, CLEAVE_AND, is_deep, is_int));
}

/* The dimension of the last level of a nest of two loops. */
static uint32_t inner_dimension(const struct cleave_loop_accesses *loop, const bool *aligned) {
  uint32_t found = aligned ? 0 : loop->nest[1].dimension;
  while (aligned && !aligned[found]) /* all of them have the same bounds */
    found++;
  return found;
}

const struct cleave_shared_tile *add_tiled_versions(struct planner *planner,
                                                    struct cleave_plan_node *plan_node,
                                                    const struct cleave_mapping *mapping, const bool *aligned,
                                                    const struct target_clauses *clauses,
                                                    const struct cleave_expression *guard) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_loop_model *model = cleave_loop_model_get(planner->loop_models, plan_node->node);
  if (planner->options->shared_tiles == CLEAVE_TILES_OFF || !has_team_memory(planner) ||
      mapping->loop_count > 2 || mapping->value_count || !mapping->has_loops ||
      cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION))
    return NULL;
  struct cleave_triangle triangle = {0};
  if (mapping->is_uneven && !is_triangle(model->loop, model->loop->nest[0].dimension,
                                         inner_dimension(model->loop, aligned), &triangle))
    return NULL;
  const struct thread_bound bound = find_thread_bound(planner, plan_node);
  const struct cleave_plan_node *kernel = kernel_of_teams(planner, plan_node);
  struct cleave_disjoint *disjoint = cleave_arena_allocate(arena, sizeof *disjoint);
  if (!kernel || order_obstacle(planner, plan_node))
    return NULL;
  const bool is_small = planner->options->shared_tiles == CLEAVE_TILES_SMALL,
             is_nest = mapping->loop_count > 1;
  const struct cleave_shared_tile *const shapes = is_nest ? (is_small ? &test_tile : tiles)
                                                          : (is_small ? &test_sums : sums),
                                         *first = NULL;
  const size_t count = is_small ? 1 : is_nest ? sizeof tiles / sizeof *tiles : sizeof sums / sizeof *sums;
  /* Of the shapes of sums, the largest one that the bound permits is enough. */
  for (size_t i = 0; i < count && (is_nest || !first || bound.other_count); i++) {
    struct cleave_shared_tile shape = shapes[i];
    if (bound.most && shape.threads > bound.most)
      continue;
    shape.triangle = triangle;
    const struct cleave_shared_tile *tile = find_shared_tile(planner, model, mapping, aligned, &shape);
    if (!tile)
      continue; /* the operands of a large one may need too much memory */
    if (!first) {
      if (!add_disjoint_objects(planner, model, true, disjoint))
        return NULL;
      if (!mapping->disjoint)
        guard = guard
                    ? cleave_make_binary(arena, CLEAVE_AND, guard, disjoint_guard(planner, disjoint, clauses))
                    : disjoint_guard(planner, disjoint, clauses);
      first = tile;
    }
    struct cleave_mapping *tiled = cleave_arena_allocate(arena, sizeof *tiled);
    *tiled = *mapping;
    tiled->tile = tile;
    tiled->unrolled = (struct cleave_offsets){0};
    const struct cleave_expression *enough = tile_guard(planner, mapping, tile, plan_node->tiling, clauses);
    const struct cleave_version version = {.guard = cleave_make_binary(arena, CLEAVE_AND, enough, guard),
                                           .body = CLEAVE_BODY_MAPPED,
                                           .kernel = kernel,
                                           .mapping = tiled};
    CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
  }
  return first;
}
