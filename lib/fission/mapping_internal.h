/* FILE: lib/fission/mapping_internal.h
 * WHAT: what the files about mapped nests share: their loops, tiles, teams, reductions and rows.
 */
#ifndef CLEAVE_FISSION_MAPPING_INTERNAL_H
#define CLEAVE_FISSION_MAPPING_INTERNAL_H

#include "abi/entry_points.h"
#include "fission/fission_internal.h"
#include "polyhedral/fused_model.h"

/* ---- mapped_loops.c --------------------------------------------------------------------------------- */

/* The box around the iterations of a nest: the least and the greatest value of each counter, without counters. */
struct nest_box {
  struct cleave_polynomial least[CLEAVE_MOST_MAPPED_LOOPS], greatest[CLEAVE_MOST_MAPPED_LOOPS];
};

/* Fills in LOOP and BOX, for NEST_LOOP, which is loop INDEX of the nest. TILING: of the outermost loop, or NULL. Returns why the loop
 * has no mapping, in words; or NULL. */
const char *describe_loop(struct planner *planner, const struct cleave_loop_model *model,
                          const struct cleave_nest_loop *nest_loop, size_t index,
                          const struct cleave_tiling *tiling, struct nest_box *box,
                          struct cleave_mapped_loop *loop);

/* Whether threads get to the iterations of a loop of MAPPING by its first statement. Only the printer of nests does so. */
bool has_starts(const struct cleave_mapping *mapping);
/* The same for a loop with a START, whose first value and trip count the host need not have. VALUE_COUNT: see cleave_mapped_start. */
const char *describe_started_loop(struct planner *planner, const struct cleave_loop_model *model,
                                  const struct cleave_nest_loop *nest_loop, size_t index, size_t value_count,
                                  struct nest_box *box, struct cleave_mapped_loop *loop);

/* The same for NEST_LOOP, whose bounds depend on no other counter. Returns why the host does not have its trip count, in
 * words; or NULL. */
const char *describe_plain_loop(struct planner *planner, const struct cleave_loop_model *model,
                                const struct cleave_nest_loop *nest_loop, struct cleave_mapped_loop *loop);

/* Sets the first value and the trip count of LOOP, whose counter goes by STEP from LEAST to GREATEST, or back. Returns false if the host
 * cannot evaluate these sums. */
bool describe_range(struct planner *planner, const struct cleave_loop_model *model, int64_t step,
                    const struct cleave_polynomial *least, const struct cleave_polynomial *greatest,
                    struct cleave_mapped_loop *loop);

/* Whether VALUE is a sum of symbols and of counters of described loops that the device evaluates in `long` without overflow. */
bool device_can_sum(const struct planner *planner, const struct cleave_loop_model *model,
                    const struct cleave_polynomial *value);
/* VALUE, for which device_can_sum. */
const struct cleave_expression *device_sum(struct planner *planner, const struct cleave_loop_model *model,
                                           const struct cleave_polynomial *value);

/* Whether the loops with the counters OUTER and INNER count upwards by one, and their iterations form *TRIANGLE. */
bool is_triangle(const struct cleave_loop_accesses *loop, uint32_t outer, uint32_t inner,
                 struct cleave_triangle *triangle);

/* ---- mapping.c -------------------------------------------------------------------------------------- */

/* What the guard of a version checks. */
struct conditions {
  bool are_disjoint; /* the objects that the nest accesses do not overlap */
  const struct cleave_expression
      *ranges; /* subscripts stay within their rows and types; NULL: that is proved */
};

/* Why the clauses of a kernel, or the kinds of its statements, prevent a version, in words; or NULL. */
const char *kernel_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node);
/* The same for a version that executes other iterations in a thread, in another nest. */
const char *mapping_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node);

/* Whether the iterations of the outermost DEPTH loops of MODEL are independent, under CONDITIONS, or, unless HAS_ORDER, as the
 * program says. If not,
 * *OBSTACLE is the reason, about the text at *OFFSET. ALIGNED: as for cleave_nest_is_independent. */
bool nest_is_independent(struct planner *planner, const struct cleave_loop_model *model, size_t depth,
                         bool has_order, const bool *aligned, struct conditions *conditions,
                         const char **obstacle, uint32_t *offset);

/* How many loops of PLAN_NODE's nest, from the outermost one, are independent and can be described in MAPPING; 0 or 1: there
 * is no mapping, and *OBSTACLE says why. */
size_t describe_nest(struct planner *planner, const struct cleave_plan_node *plan_node,
                     struct cleave_mapping *mapping, struct conditions *conditions, const char **obstacle,
                     uint32_t *offset);

/* Whether there are loops in RANGE, other than ALIGNED ones; ALIGNED may be NULL. */
bool has_loop_in(const struct cleave_loop_accesses *loop, struct cleave_range range, const bool *aligned);

/* ---- mapping_guards.c ------------------------------------------------------------------------------- */

/* Names the variables of MAPPING. */
void name_variables(struct planner *planner, struct cleave_mapping *mapping);

/* The call that returns how many iterations of the walked loop a thread executes. PROPERTIES: of cleave_mapping_span. */
const struct cleave_expression *span_of_mapping(struct planner *planner, const struct cleave_mapping *mapping,
                                                const struct target_clauses *clauses, int64_t properties);

/* The guard of a version with MAPPING of MODEL's loop. RANGES: a condition, or NULL. */
const struct cleave_expression *guard_of_mapping(struct planner *planner,
                                                 const struct cleave_loop_model *model,
                                                 const struct cleave_mapping *mapping,
                                                 const struct target_clauses *clauses,
                                                 const struct cleave_expression *ranges);

/* ---- mapped_lanes.c --------------------------------------------------------------------------------- */

/* The coefficient of DIMENSION in VALUE; INT64_MAX: it depends on DIMENSION in another way. */
int64_t counter_coefficient(const struct cleave_loop_accesses *loop, const struct cleave_polynomial *value,
                            uint32_t dimension);

/* Finds the next choice of aligned loops in the body of the outermost loop. The caller sets *NUMBER to 0 before the first call. Sets
 * ALIGNED for each dimension. Returns false if there are no more choices. */
bool next_alignment(const struct cleave_loop_accesses *loop, size_t *number, bool *aligned);

/* Counts the accesses for which consecutive iterations of the ALIGNED loops select elements that are not neighbors. */
unsigned scattered_in_lanes(const struct cleave_loop_accesses *loop, const bool *aligned);

/* Whether fewer accesses are to scattered elements if consecutive lanes execute iterations of the SHARED loops, by dimension, instead of
 * the outermost one. */
bool lanes_are_neighbors(struct cleave_arena *arena, const struct cleave_loop_accesses *loop,
                         const bool *shared);

/* Chooses the lanes: the loop with the fewest scattered accesses, and of several the innermost one. ALIGNED marks the loops of the
 * innermost level by dimension; it is NULL for a perfect nest. Returns whether fewer accesses are scattered than with the outermost
 * loop. */
bool choose_lane(const struct cleave_loop_accesses *loop, const bool *aligned,
                 struct cleave_mapping *mapping);

/* Whether iterations of loop WALK, a dimension, read elements that one of the two iterations before also reads. */
bool shares_reads(struct cleave_arena *arena, const struct cleave_loop_accesses *loop, uint32_t walk);

/* ---- shared_tiles.c --------------------------------------------------------------------------------- */

/* Returns a tile of SHAPE for the nest of MAPPING, or for the sums of its only loop; NULL if they cannot run so. ALIGNED: as for
 * choose_lane. */
const struct cleave_shared_tile *find_shared_tile(struct planner *planner,
                                                  const struct cleave_loop_model *model,
                                                  const struct cleave_mapping *mapping, const bool *aligned,
                                                  const struct cleave_shared_tile *shape);

/* ---- team_loops.c ----------------------------------------------------------------------------------- */

/* Adds a version of PLAN_NODE in which a team executes an iteration of its loop. Returns whether there is one. */
bool add_team_version(struct planner *planner, struct cleave_plan_node *plan_node,
                      const struct target_clauses *clauses);

/* ---- team_reductions.c ------------------------------------------------------------------------------ */

/* Why the teams of PLAN_NODE cannot combine reductions, in words: its clauses or statements; or NULL. */
const char *reduction_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node);

/* Whether the reduction of PLAN_NODE must keep its own form. */
bool keeps_reduction(const struct planner *planner, const struct cleave_plan_node *plan_node);

/* Sets the grid of REDUCTION, for the loops of all KERNELS. */
void choose_reduction_shape(const struct planner *planner, struct cleave_plan_node *const *kernels,
                            size_t count, struct cleave_team_reduction *reduction);

/* Adds the list items of NODE's reduction clauses to REDUCTION, whose grid is set. Returns why one of them cannot be combined, or NULL. */
const char *find_reduced_variables(struct planner *planner, const struct cleave_node *node,
                                   struct cleave_team_reduction *reduction);

/* PLAN_NODE under `target teams` and `parallel`, without the variables; NULL if it has a clause that needs its loop. */
const struct cleave_plan_node *kernel_of_reduction(struct planner *planner,
                                                   const struct cleave_plan_node *plan_node,
                                                   const struct cleave_team_reduction *reduction);

/* Describes in MAPPING the loops of the nest of MODEL that the kernel PLAN_NODE executes in any order, at least the associated ones, with
 * their text. *CONDITIONS: when that order is right. Returns why that is not possible, or NULL. */
const char *describe_reduced_loops(struct planner *planner, const struct cleave_plan_node *plan_node,
                                   const struct cleave_loop_model *model, struct cleave_mapping *mapping,
                                   struct conditions *conditions);

/* The call that asks libcleave for the buffer of MAPPING's reduction. */
const struct cleave_expression *begin_of_reduction(struct planner *planner,
                                                   const struct cleave_mapping *mapping,
                                                   const struct target_clauses *clauses);

/* Adds the remarks about the variables and arrays that REDUCTION combines, for the loop at OFFSET. */
void note_reductions(struct planner *planner, const struct cleave_team_reduction *reduction, uint32_t offset);

/* ---- scan_loops.c ----------------------------------------------------------------------------------- */

/* Fills in SCAN->values. Returns why the values of LOOP cannot be combined in another order, in words; or NULL. */
const char *describe_values(const struct planner *planner, const struct cleave_scan_loop *loop,
                            struct cleave_team_scan *scan);

/* ---- row_loops.c ------------------------------------------------------------------------------------ */

/* Whether options, hints and the form of PLAN_NODE permit that lanes share the elements of its rows. */
bool may_share_rows(const struct planner *planner, const struct cleave_plan_node *plan_node);

/* The first sum whose lanes may not have their own copies; NULL if there is none. */
const struct cleave_row_sum *ordered_sum(const struct planner *planner, const struct cleave_row_loop *rows);

/* Sets MAPPING->row_steps and row_order for the sums of ROWS and of its later loops. Returns why lanes cannot share their elements, in
 * words; or NULL. */
const char *describe_row_sums(struct planner *planner, const struct cleave_row_loop *rows,
                              struct cleave_mapping *mapping);

/* The inner loop of ROWS in MODEL; CLEAVE_NO_DIMENSION if it is not described. */
uint32_t inner_loop_of(const struct cleave_loop_model *model, const struct cleave_row_loop *rows);

/* Why lanes cannot execute the stores of the rows of node INDEX in the form of MAPPING, in words; or NULL. Adds what the
 * guard has to check to *ASSUMPTIONS. */
const char *row_store_obstacle(struct planner *planner, uint32_t index, const struct cleave_mapping *mapping,
                               struct cleave_assumptions *assumptions);

/* The call that returns how many rows a block has; 0: the plain loop is as good. */
const struct cleave_expression *span_of_rows(struct planner *planner, const struct cleave_mapping *mapping,
                                             const struct target_clauses *clauses);

/* Lets teams share huge rows, if the KERNELS permit it. Returns what the guard requires in addition; NULL: no teams share them. */
const struct cleave_expression *share_huge_rows(struct planner *planner,
                                                struct cleave_plan_node *const *kernels, size_t count,
                                                const struct target_clauses *clauses,
                                                struct cleave_mapping *mapping);

/* ---- fused_rows.c ----------------------------------------------------------------------------------- */

/* Whether lanes may share the elements of the rows of all COUNT KERNELS. */
bool are_row_kernels(const struct planner *planner, struct cleave_plan_node *const *kernels, size_t count);

/* Describes the rows of all KERNELS, the parts of FUSED and of MAPPING, in MAPPING. Returns why they cannot be one kernel, about the
 * text at
 * *OFFSET; or NULL. */
const char *describe_fused_rows(struct planner *planner, struct cleave_plan_node *const *kernels,
                                size_t count, const struct cleave_fused_model *fused,
                                struct cleave_mapping *mapping, struct conditions *conditions,
                                uint32_t *offset);

/* ---- fused_reductions.c ----------------------------------------------------------------------------- */

/* Whether one of the COUNT KERNELS has a reduction clause. */
bool reduces_in_parts(const struct planner *planner, struct cleave_plan_node *const *kernels, size_t count);

/* Describes the reductions of all KERNELS, the parts of MAPPING, in REDUCTION. Returns an obstacle, or NULL. */
const char *describe_fused_reduction(struct planner *planner, struct cleave_plan_node *const *kernels,
                                     size_t count, const struct cleave_mapping *mapping,
                                     struct cleave_team_reduction *reduction);

/* ---- array_reductions.c ----------------------------------------------------------------------------- */

/* The bytes of all copies of arrays in the shared memory of a team. */
enum { MOST_ARRAY_BYTES = 44 << 10 };

/* Whether a pointer of the same name can replace the array or pointer VARIABLE in the body of a loop. */
bool can_rename(const struct planner *planner, uint32_t variable);

/* Whether the loop NODE names the array VARIABLE other than for the elements that the statements UPDATES update. A pointer in place of
 * the array has another type in an operand that is not evaluated, as that of sizeof. */
bool is_named_elsewhere(const struct planner *planner, uint32_t variable, const struct cleave_node *node,
                        const struct cleave_element_update *updates, size_t count);

/* Adds the array of OPERATION in a clause of NODE, whose base is variable INDEX, to REDUCTION. Returns why that is not possible, in
 * words; or NULL. */
const char *add_reduced_array(struct planner *planner, const struct cleave_node *node, uint32_t index,
                              const struct cleave_reduction *operation,
                              struct cleave_team_reduction *reduction);

/* ---- tiled_versions.c ------------------------------------------------------------------------------- */

/* PLAN_NODE under `target teams` and `parallel`, without a loop directive; NULL if it has a clause that needs one. */
const struct cleave_plan_node *kernel_of_teams(struct planner *planner,
                                               const struct cleave_plan_node *plan_node);

/* Adds versions of PLAN_NODE in tiles whose data is in shared memory, if the nest of MAPPING can run so. GUARD: what else must hold, or
 * NULL. Returns the largest tile, or NULL. */
const struct cleave_shared_tile *add_tiled_versions(struct planner *planner,
                                                    struct cleave_plan_node *plan_node,
                                                    const struct cleave_mapping *mapping, const bool *aligned,
                                                    const struct target_clauses *clauses,
                                                    const struct cleave_expression *guard);

#endif
