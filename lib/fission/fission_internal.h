/* FILE: lib/fission/fission_internal.h
 * WHAT: declarations that the files of lib/fission share while they plan one region. Not for use outside.
 */
#ifndef CLEAVE_FISSION_FISSION_INTERNAL_H
#define CLEAVE_FISSION_FISSION_INTERNAL_H

#include "model/infer_private.h"
#include "polyhedral/dependence.h"
#include "planner/planner.h"

/* Which threads execute the statements at some place of the region, before the split. */
enum execution {
  ONE_THREAD,  /* target: the initial thread alone */
  EVERY_TEAM,  /* target teams: the initial thread of each team */
  EVERY_THREAD /* parallel: each thread of the team */
};

/* legality.c: refuses regions that cannot be split, whatever their plan nodes. */
bool check_region(struct planner *planner);
/* The same once the placements of variables are known. */
bool check_added_maps(struct planner *planner);
bool check_tree(struct planner *planner);

/* host_control.c: returns host_controlled: everything around a loop that is split off, and every break and continue
 * of a host loop. NULL: there is no loop to split off. */
const bool *find_host_control(const struct planner *planner);

/* Whether one thread of a team executes NODE, and can do so in a kernel of one thread. */
bool runs_once(const struct cleave_node *node);

/* placement.c: sets placements, and reduces pointers to those that the host holds. */
bool place_variables(struct planner *planner);
/* Whether the host can execute NODE and all below it with the same outcome. */
bool host_can_execute(const struct planner *planner, uint32_t node);
/* Whether the host can evaluate an initializer with the same outcome. */
bool host_can_initialize(const struct planner *planner, const struct cleave_declarator *declarator);
/* Why the host does not execute the siblings FIRST to LAST: the first obstacle, in words. */
const char *host_obstacle(const struct planner *planner, uint32_t first, uint32_t last);

/* serial.c: a directive for the serial statements FIRST to LAST, siblings, as yet without data clauses. */
struct cleave_directive *serial_construct(const struct planner *planner, uint32_t first, uint32_t last);
/* Likewise for the evaluation of a condition. */
/* Fills in the scalars that the kernel of the SERIAL plan node holds in registers. IN_DEVICE_MEMORY: per variable. */
void hold_scalars(struct planner *planner, struct cleave_plan_node *serial, const bool *in_device_memory);
/* Fills in the loops that the compiler unrolls in that kernel. */
void unroll_loops(struct planner *planner, struct cleave_plan_node *serial);
struct cleave_directive *condition_construct(const struct planner *planner,
                                             const struct cleave_source_expression *condition);
/* How many threads that kernel has, in words: a thread; a team, of which the initial thread runs the
 * statements; or a team, because the statements, or the visible functions that they call, contain a parallel
 * construct. */
const char *serial_kernel_threads(const struct planner *planner, uint32_t first, uint32_t last);

/* serial_runs.c */
/* Whether a statement that is no loop may stay out of the serial kernels: the host can execute it, or there is nothing to
 * execute. */
bool stays_on_host(const struct planner *planner, uint32_t index);
/* The end of the longest run of statements from FIRST on that can form one serial kernel. Adjacent statements share one: each
 * kernel costs a launch. A declaration joins when everything that uses it does. CLEAVE_NO_NODE if FIRST itself cannot be part of
 * one. */
uint32_t end_of_serial_run(const struct planner *planner, uint32_t first);
/* The end of the part of the run from FIRST to LAST that shares a kernel: the statement before the first loop that is worth a
 * kernel of its own; CLEAVE_NO_NODE: FIRST is that loop. A run with a declaration stays whole. */
uint32_t end_of_shared_kernel(struct planner *planner, uint32_t first, uint32_t last);

/* independent_loops.c: how many loops of the serial nest at node INDEX, from the outermost one, have iterations that are proved
 * independent and may run on the whole device; 0: none. The proof may need that objects of two names do not overlap where one of
 * them is written; then it sets *ASSUMES_DISJOINT. */
unsigned independent_depth(struct planner *planner, uint32_t index, bool *assumes_disjoint);
/* Whether the statement INDEX is such a loop with loops in its body. */
bool is_deep_nest(const struct planner *planner, uint32_t index);
/* Whether the region has the node INDEX in a teams construct. */
bool is_in_teams(const struct planner *planner, uint32_t index);
/* Whether NODE and all below it contain assignments, loops, conditions, and calls of mathematical and of visible functions only. */
bool is_plain_code(const struct planner *planner, uint32_t index);

/* scan_loops.c */
/* Whether the statement INDEX is a serial loop with carried values that may be combined in another order. */
bool is_scan_loop(const struct planner *planner, uint32_t index);
/* scan_versions.c: adds versions on the whole device to kernels of such loops; after make_environment. */
void add_scan_versions(struct planner *planner, struct cleave_plan_node *plan_node);
/* Adds a remark if the statement INDEX is a serial loop with carried values that is_scan_loop refuses for one of them. */
void explain_unscanned_loop(struct planner *planner, uint32_t index);

/* distributed_versions.c: adds versions on the whole device to kernels of such loops; after make_environment. */
void add_distributed_versions(struct planner *planner, struct cleave_plan_node *plan_node);

/* widening.c */
/* Whether LOOP may run on the whole device; emits the remark. */
/* PARALLEL: the node of the parallel construct around a `for`, or NULL. */
bool may_widen(struct planner *planner, uint32_t loop, const struct cleave_node *parallel);

/* single_team.c: whether one team may execute the code outside of distribute loops in the node INDEX, which is in a teams construct
 * with CLAUSES. */
bool has_single_team(const struct planner *planner, uint32_t index, const struct cleave_clause *clauses,
                     size_t count);

/* plan_nodes.c: a plan node of KIND for NODE of the region, with no children. */
struct cleave_plan_node *new_plan_node(struct planner *planner, enum cleave_plan_node_kind kind,
                                       uint32_t node);
/* plan_nodes.c: builds plan->root. */
bool build_plan_nodes(struct planner *planner);

/* conditions.c */
/* Whether the host computes the same value of the control expressions of NODE, or of a PART of it, as the
 * device. Otherwise, *REASON is the reason, about *NAME at *OFFSET. */
bool host_can_control(const struct planner *planner, const struct cleave_use *uses, size_t use_count,
                      const struct cleave_fact *facts, size_t fact_count, unsigned *reason, const char **name,
                      uint32_t *offset);
/* Makes the device evaluate the condition of PLAN_NODE; refuses the region if that is not possible. */
bool evaluate_on_device(struct planner *planner, struct cleave_plan_node *plan_node,
                        enum execution execution);

/* Whether a kernel of one thread can evaluate CONDITION: it only reads, and no macro contains a part of it. */
bool device_can_evaluate(const struct cleave_source_expression *condition);

/* target_clauses.c */
bool is_in_device_memory(const struct planner *planner, uint32_t variable);
/* Adds the data clauses of one kernel that uses the variables in SET, and the clauses that every kernel repeats. */
void add_data_clauses(struct cleave_clauses *clauses, struct planner *planner, bool *set);
void add_target_clauses(struct cleave_clauses *clauses, const struct planner *planner);
/* Makes the clauses that every directive of the plan repeats: device and if. Before build_plan_nodes. */
void prepare_shared_clauses(struct planner *planner);

/* launch_values.c */
/* Whether the host can evaluate the values of LOOP's header that use VARIABLE, a pointer or an array: members of a mapped object, or
 * elements of an array, that the region does not change. */
bool host_has_bounds_of(const struct planner *planner, const struct cleave_node *loop, uint32_t variable);
/* The name of what the host can neither read nor receive from the device, and needs to distribute LOOP; NULL: nothing. */
/* Whether the host can read a member of OBJECT, a variable or what it points to, CLEAVE_NO_VARIABLE for `this`, before the region: it is in
 * memory of the host. The device may have another value. */
bool host_reads_member(const struct planner *planner, uint32_t object);
const char *value_missing_on_host(const struct planner *planner, const struct cleave_node *loop);
/* Adds the values of the device to the KERNEL plan node, whose loop is distributed; emits the remark. */
void add_launch_values(struct planner *planner, struct cleave_plan_node *plan_node);
/* Whether the device must evaluate a value in the header of the kernel's loop that is no launch value. */
bool needs_value_of_device(const struct planner *planner, const struct cleave_plan_node *plan_node);
/* Adds the clause for the launch values of PLAN_NODE. */
void list_launch_values(struct cleave_clauses *clauses, struct planner *planner,
                        const struct cleave_plan_node *plan_node);
/* Makes the directives before the kernel. BEFORE: the preceding plan node in its block, or NULL. */
void make_launch_directives(struct planner *planner, struct cleave_plan_node *kernel,
                            const struct cleave_plan_node *before);

/* tasks.c: nowait and depend of the region. */
bool check_task_clauses(struct planner *planner);
/* Applies these clauses to the plan, after the form of the region is decided. Before make_directives. */
bool make_tasks(struct planner *planner);

/* privatization.c: outer variables that the region must not change; before make_directives. */
bool privatize_variables(struct planner *planner);
/* Whether the host can hold a copy of the array or record VARIABLE. */
bool can_privatize_aggregate(const struct planner *planner, uint32_t variable);

/* pointers.c: returns what the kernels need of each pointer; before check_region. */
const struct pointer *classify_pointers(const struct planner *planner);
/* Whether the host also has POINTER, which the region sets. */
bool is_set_on_host(const struct planner *planner, uint32_t pointer);
/* Whether POINTER is one from outside that the region sets, and that the host also has. */
bool is_outer_pointer_set(const struct planner *planner, uint32_t pointer);
/* The list item of a kernel that translates the pointer VARIABLE, of kind POINTER_INTO. */
const struct cleave_expression *pointer_item(const struct planner *planner, uint32_t variable);

/* bounds.c: a name for the value of a bound. */
const char *new_bound_name(struct planner *planner);
/* Fills map_items and held_bounds; before make_directives. */
bool prepare_maps(struct planner *planner);
/* Whether the variable of USES may have another value after the region. */
bool may_change(const struct planner *planner, const struct cleave_use *uses, size_t count);

/* unrolling.c */
/* Whether the innermost sequential loop around ACCESS, a write, does not change its address. */
bool is_accumulated(const struct cleave_loop_accesses *loop, const struct cleave_access *access);
enum unroll_flags {
  UNROLL_NO_ALIAS = 1 << 0, /* the objects of the accesses do not overlap */
  UNROLL_NESTED = 1 << 1    /* also loops inside of other loops */
};
/* The loops of LOOP in RANGE that the compiler should unroll. FLAGS: a set of unroll_flags. */
struct cleave_offsets find_unrolled_loops(const struct planner *planner,
                                          const struct cleave_loop_accesses *loop, struct cleave_range range,
                                          const bool *aligned, unsigned flags);

/* no_alias_versions.c: adds no-alias versions of kernels; after make_environment. */
/* access_bounds.c */
/* Stores in OBJECT the memory that MODEL's loop accesses through VARIABLE, by its subscripts; false if it is not known. Adds the
 * ranges that this assumes to *ASSUMPTIONS, if it may have ranges. */
bool find_accessed_memory(struct planner *planner, const struct cleave_loop_model *model, uint32_t variable,
                          struct cleave_assumptions *assumptions, struct cleave_object *object);

/* How the kernel finds the memory of VARIABLE; CLEAVE_MEMORY_SECTION if that is not known here. */
enum cleave_memory_kind memory_kind_of(const struct planner *planner, uint32_t variable);

/* Whether dimension D of MODEL's loop is a symbol whose value the host has when the kernel starts. */
bool host_has_symbol(const struct planner *planner, const struct cleave_loop_model *model, uint32_t d);
/* Whether the host has the values of all symbols in VALUE, a polynomial of MODEL's loop, when the kernel starts. */
bool host_has_symbols(const struct planner *planner, const struct cleave_loop_model *model,
                      const struct cleave_polynomial *value);

/* Replaces COUNTER in VALUE. Returns false if VALUE is not linear in it. */
bool substitute_counter(struct cleave_arena *arena, const struct cleave_polynomial *value, uint32_t counter,
                        const struct cleave_polynomial *replacement, struct cleave_polynomial *result);
/* DIFFERENCE = ONE - OTHER. Returns false if it overflows or becomes too long. */
bool subtract(struct cleave_arena *arena, const struct cleave_polynomial *one,
              const struct cleave_polynomial *other, struct cleave_polynomial *difference);

#define CLEAVE_MOST_BOUNDS 16

/* A value that is REST + TIMES * (N - D * Q), where the quotient Q is N / D: the parentheses are a remainder. */
struct remainder {
  uint32_t quotient; /* a dimension */
  int64_t times;
  bool is_positive; /* the remainder is never negative; else its sign is that of N */
  struct cleave_polynomial rest;
};
/* False: no quotient in VALUE is a part of a remainder. */
bool find_remainder(struct cleave_arena *arena, const struct cleave_loop_accesses *loop,
                    const struct cleave_polynomial *value, struct remainder *remainder);
bool multiply(struct cleave_arena *arena, const struct cleave_polynomial *one,
              const struct cleave_polynomial *other, struct cleave_polynomial *product);

/* A value lies between the least and the greatest of VALUES, which contain symbols only. */
struct value_bounds {
  struct cleave_polynomial values[CLEAVE_MOST_BOUNDS];
  size_t count;
  /* The bounds hold if none of these is negative; a caller that checks it sets HAS_CONDITIONS. */
  bool has_conditions;
  struct cleave_polynomial conditions[CLEAVE_MOST_BOUNDS];
  size_t condition_count;
};
/* Adds the values between which VALUE, a polynomial of MODEL's loop, lies in all iterations. Returns false if they are not
 * known to the host. */
bool add_bounds(const struct planner *planner, const struct cleave_loop_model *model,
                const struct cleave_polynomial *value, struct value_bounds *bounds);

/* host_sums.c: sums of symbols that the host evaluates in `long` without overflow, if symbols_are_small. */
bool host_can_sum(const struct planner *planner, const struct cleave_loop_model *model,
                  const struct cleave_polynomial *value);
/* VALUE, for which host_can_sum. */
const struct cleave_expression *host_sum(const struct planner *planner, const struct cleave_loop_model *model,
                                         const struct cleave_polynomial *value);
/* A condition on the symbols of MODEL's loop, to be evaluated before any sum; NULL: it holds always. */
const struct cleave_expression *symbols_are_small(const struct planner *planner,
                                                  const struct cleave_loop_model *model);
/* Sets *CONDITIONS to comparisons of sums that prove the assumed ranges; NULL: they hold always. Returns false if the host cannot
 * make them. */
bool check_ranges(const struct planner *planner, const struct cleave_loop_model *model,
                  const struct cleave_assumptions *assumptions, const struct cleave_expression **conditions);

/* no_alias_versions.c */
/* Whether each thread has a copy of VARIABLE, or the host passes it by value. */
bool is_own_copy(const struct planner *planner, uint32_t variable);
/* Adds the arguments of OBJECT to CALL, of cleave_disjoint_accesses or cleave_unshared. */
void add_object(struct cleave_arena *arena, struct cleave_expression *call,
                const struct cleave_object *object);
void add_disjoint_versions(struct planner *planner, struct cleave_plan_node *plan_node);
/* kernel_versions.c: adds all versions of the kernels at ROOT, of which no two become one. */
void add_kernel_versions(struct planner *planner, struct cleave_plan_node *root);
/* Sets the threads of all versions below PLAN_NODE, within the bounds; after all versions have been added. */
void bound_versions(struct planner *planner, struct cleave_plan_node *plan_node);

/* clause_bounds.c: the least bound that clauses set on the threads of a team. */
struct thread_bound {
  unsigned most;               /* of constant arguments; 0: none */
  struct cleave_range *others; /* the other arguments, which the host evaluates */
  size_t other_count;
};
struct thread_bound find_thread_bound(const struct planner *planner,
                                      const struct cleave_plan_node *plan_node);
/* Whether a dependence between two iterations of PLAN_NODE's distributed loop is a data race. */
bool iterations_have_no_order(const struct planner *planner, const struct cleave_plan_node *plan_node);
/* Why any thread may not execute any iteration of PLAN_NODE, in words; or NULL. */
const char *order_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node);

/* The clauses of the target construct that the guard of a version depends on. */
struct target_clauses {
  const struct cleave_expression *device, *condition;
};
/* Fills in CLAUSES; false if the guard would evaluate an argument with side effects again. */
bool take_clauses(const struct planner *planner, struct target_clauses *clauses);
/* Why the loop at node INDEX, which has a description, cannot have a second version with its text, in words, about the text at
 * *OFFSET; NULL: it can, and CLAUSES is filled in. */
const char *version_obstacle(const struct planner *planner, uint32_t index, struct target_clauses *clauses,
                             uint32_t *offset);
/* The same for a version that prints the directives of the loop's atomic constructs itself. */
const char *atomic_version_obstacle(const struct planner *planner, uint32_t index,
                                    struct target_clauses *clauses, uint32_t *offset);
/* The same for a version that prints its text with atomic constructs and declares its labels. */
const char *nest_version_obstacle(const struct planner *planner, uint32_t index,
                                  struct target_clauses *clauses, uint32_t *offset);
/* The same for a version that prints its text with atomic constructs. */
const char *reduction_version_obstacle(const struct planner *planner, uint32_t index,
                                       struct target_clauses *clauses, uint32_t *offset);
/* The guard that is true if CALL, of a function of libcleave, is, and if the region runs on the device. */
const struct cleave_expression *guard_of_call(const struct planner *planner,
                                              const struct target_clauses *clauses,
                                              const struct cleave_expression *call);

/* Adds to DISJOINT the objects that the accesses of MODEL's loop are based on; false, with a remark, if one has no known
 * bounds. ALL: also numbers and records that the region maps; else those with elements. */
bool add_disjoint_objects(struct planner *planner, const struct cleave_loop_model *model, bool all,
                          struct cleave_disjoint *disjoint);
/* The guard that is true if libcleave finds no overlap of these objects at a launch on the device. */
const struct cleave_expression *disjoint_guard(struct planner *planner,
                                               const struct cleave_disjoint *disjoint,
                                               const struct target_clauses *clauses);

/* missed_loops.c: notes remark CODE about NODE, a loop with the obstacle REASON, with advice. */
void note_obstacle(struct planner *planner, unsigned code, const struct cleave_node *node,
                   const char *reason);
/* Notes that the inner loops of NODE are not on the grid, for REASON, about the code at OFFSET: advice, if they are worth it. */
void note_nest_obstacle(struct planner *planner, const struct cleave_node *node, const char *reason,
                        uint32_t offset);
/* Notes why node INDEX, if it is an outermost serial loop, is executed by one thread. */
void note_serial_loop(struct planner *planner, uint32_t index);
/* The same for a region that stays unchanged because of REFUSAL. */
void note_refused_nest(struct planner *planner, const struct cleave_remark *refusal);
/* Of the obstacles of a loop only the first one remains MISSED, and none if the loop has got another form. */
void keep_first_obstacles(struct planner *planner);

/* fused_kernels.c: adds versions of neighboring kernels in one kernel; after make_environment. */
void add_fused_versions(struct planner *planner, const struct cleave_plan_node *plan_node);
/* directives.c: the directive of one kernel for the loops of the COUNT KERNELS; NULL if no directive means the same for all of them. */
const struct cleave_directive *make_fused_directive(struct planner *planner,
                                                    struct cleave_plan_node *const *kernels, size_t count);

/* team_reductions.c: adds versions of kernels whose teams combine their reductions; before the mapped versions. */
void add_reduction_versions(struct planner *planner, struct cleave_plan_node *plan_node);

/* atomic_arrays.c: adds versions of kernels that update arrays by atomic constructs; before the mapped versions. */
void add_atomic_versions(struct planner *planner, struct cleave_plan_node *plan_node);

/* row_loops.c: adds versions of kernels whose iterations are rows; before the mapped versions if lanes WITH_SUMS share the rows, after
 * them if lanes only store: a nest on the grid then coalesces more. */
enum row_kind {
  ROWS_WITH_SUMS,
  ROWS_WITHOUT_SUMS,
  UNIFORM_ROWS, /* with and without sums; only where lanes side by side then access neighboring elements */
};
void add_row_versions(struct planner *planner, struct cleave_plan_node *plan_node, enum row_kind kind);
/* independent_loops.c: whether operations of a floating-point type, or of integers, may be executed in another order than that of the
 * source. */
bool may_reassociate(const struct planner *planner, bool is_floating);

/* mapping.c: adds versions of kernels with all loops of a nest on the grid; before the no-alias versions. */
void add_mapped_versions(struct planner *planner, struct cleave_plan_node *plan_node);

/* fallback.c: stores the text of the region in VERSION, for a second copy; false if there is an obstacle. */
bool take_region_text(struct planner *planner, struct cleave_version *version);
/* Keeps the original form for low trip counts; after the plan nodes' directives are made. */
void add_single_kernel_fallback(struct planner *planner);
/* Keeps the original form of a split distribute loop of TEAMS iterations. */
void add_teams_fallback(struct planner *planner, const struct cleave_expression *teams);

/* clonable.c: obstacles to a second copy of text, on one line; in words, or NULL. */
/* In RANGE: text that cleave_unit_text cannot bring onto one line without a change of meaning. */
const char *layout_clone_obstacle(const struct cleave_unit *unit, struct cleave_range range);
/* In RANGE, macros and comments included: a word with another meaning at the second place. */
const char *word_clone_obstacle(const struct planner *planner, struct cleave_range range);
/* Both. */
const char *clone_obstacle(const struct planner *planner, struct cleave_range range);
/* A fact about NODE, at *OFFSET. HAS_OWN_LABELS: the copy declares its labels. */
const char *fact_clone_obstacle(const struct cleave_node *node, bool has_own_labels, uint32_t *offset);

/* lastprivate.c: loops whose directive is combined with target. */
/* Whether clang loses the final value that a clause of the region gives a variable. */
bool loses_lastprivate(struct planner *planner);
/* Makes PLAN_NODE, the region's kernel under DIRECTIVE, keep the value; refuses the region if that is not
 * possible. */
bool keep_lastprivate(struct planner *planner, struct cleave_plan_node *plan_node,
                      struct cleave_directive *directive);
/* Plans a region in which nothing else changes. */
bool plan_lastprivate(struct planner *planner);

/* pipelined_kernel.c */
/* Plans a region in which only this changes: its one kernel runs tile by tile. The plan nodes exist already.
 * Returns false, with the plan restored, if the kernel does not run tile by tile. */
bool plan_tiles_alone(struct planner *planner);
/* Why a region of one kernel cannot get an environment for its tiles, in words; or NULL. Becomes
 * planner->environment_obstacle before cleave_transfers_plan. */
const char *environment_obstacle(const struct planner *planner);

/* single_kernel.c */
/* Likewise. If the kernel does not run tile by tile, plans changes from which the compiler makes better
 * code. */
bool plan_kernel_alone(struct planner *planner);
/* Likewise for a region whose directive is `target teams distribute parallel for`. */
bool plan_teams_loop(struct planner *planner);

/* directives.c */
/* Makes the directives of the plan node and all below it; BEFORE is the preceding sibling, or NULL. Call it
 * after the decision whether the region needs a data environment. */
bool make_directives(struct planner *planner, struct cleave_plan_node *plan_node,
                     const struct cleave_plan_node *before);

/* Makes the directive of PLAN_NODE, a part of the region's distribute loop that uses the variables in SET: target and
 * CONSTRUCT. After the plan's expansions are known. */
void make_part_directive(struct planner *planner, struct cleave_plan_node *plan_node, uint32_t construct,
                         bool *set);

/* distribute_checks.c: what may be split off the iterations of a distribute loop. */
struct distribute_loop {
  struct planner *planner;
  uint32_t
      *nest; /* nodes: the loops that the directive distributes, outermost first; several with collapse */
  size_t nest_count;
  uint32_t body;    /* node: the innermost of them. All nodes after it are in its iterations. */
  bool *is_control; /* per node: a `for` in the iterations whose header has the same values in all of them */
  bool *is_uniform; /* per variable: a counter of such a loop */
  bool *is_kernel;  /* per node: a parallel loop that may run over the outer and the inner iterations */
  const struct cleave_clause
      *checked_teams; /* num_teams: with less than 2 of them, the iterations have an order; or NULL */
};
/* Whether the region is a distribute loop with parallel loops in its iterations. */
bool is_distribute_loop(const struct cleave_region *region);
/* Fills LOOP. Refuses the region if its iterations may not be split. */
bool check_distribute_loop(struct distribute_loop *loop);
/* How NODE and all below it use VARIABLE, without the private copies of parallel loops. */
uint32_t uses_below(const struct planner *planner, uint32_t node, uint32_t variable);
/* Whether one thread may execute the parallel LOOP without its directive, in at most MOST_SERIAL_ITERATIONS iterations. */
#define MOST_SERIAL_ITERATIONS 64
bool can_be_serial(const struct planner *planner, const struct cleave_node *loop);
/* distribute_loop.c: plans such a region. */
void plan_distribute_loop(struct planner *planner);

/* environments.c */
/* Makes the data environment of the variables that a declaration moves to the host, if the device writes
 * any. */
void make_local_environment(struct planner *planner, struct cleave_plan_node *declaration);
/* Makes the data environment around the region. After make_directives. */
bool make_environment(struct planner *planner);

#endif
