/* FILE: lib/fission/kernel_versions.c
 * WHAT: adds the versions of kernels in the order in which they are tried, and bounds their threads.
 */
#include "abi/entry_points.h"
#include "fission/fission_internal.h"

/* The threads of the construct that VERSION's kernel has instead of the source's; 0: it has the loop directive. */
static unsigned threads_of(const struct cleave_mapping *mapping) {
  return mapping->tile              ? mapping->tile->threads
         : mapping->reduction       ? mapping->reduction->threads
         : mapping->scan            ? CLEAVE_SCAN_THREADS
         : mapping->rows            ? CLEAVE_ROW_THREADS
         : mapping->team_loop_count ? CLEAVE_TEAM_THREADS
                                    : 0;
}

/* Sets the threads of a version, within BOUND. If the host has to compute the bound, the version is used for one that is large enough. */
static void bound_version(struct planner *planner, const struct thread_bound *bound,
                          struct cleave_version *version) {
  struct cleave_arena *arena = planner->arena;
  const unsigned own = version->mapping ? threads_of(version->mapping) : 0;
  if (!own)
    return;
  struct cleave_mapping *mapping = cleave_arena_allocate(arena, sizeof *mapping);
  *mapping = *version->mapping;
  mapping->threads = bound->most && bound->most < own ? bound->most : own;
  version->mapping = mapping;
  for (size_t i = 0; i < bound->other_count; i++) {
    const struct cleave_expression *limit = cleave_make_parentheses(
                                       arena, cleave_make_source(arena, bound->others[i])),
                                   *threads = cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER,
                                                                   mapping->threads - 1);
    version->guard = cleave_make_binary(
        arena, CLEAVE_AND, cleave_make_binary(arena, CLEAVE_GREATER, limit, threads), version->guard);
  }
}

void bound_versions(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct thread_bound bound = find_thread_bound(planner, plan_node);
  for (size_t i = 0; i < plan_node->versions.count; i++)
    bound_version(planner, &bound, &plan_node->versions.items[i]);
  for (size_t i = 0;
       plan_node->fusion && plan_node->fusion->first == plan_node && i < plan_node->fusion->versions.count;
       i++)
    bound_version(planner, &bound, &plan_node->fusion->versions.items[i]);
  for (size_t i = 0; i < plan_node->child_count; i++)
    bound_versions(planner, plan_node->children[i]);
}

void add_kernel_versions(struct planner *planner, struct cleave_plan_node *root) {
  add_row_versions(planner, root, ROWS_WITH_SUMS);
  add_reduction_versions(planner, root);
  add_atomic_versions(planner, root);
  add_mapped_versions(planner, root);
  add_row_versions(planner, root, ROWS_WITHOUT_SUMS);
  add_row_versions(planner, root, UNIFORM_ROWS);
  add_disjoint_versions(planner, root);
  bound_versions(planner, root);
}
