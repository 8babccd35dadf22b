/* FILE: lib/model/plan.h
 * WHAT: the plan of one target region: its kernels, the host code between them and the data environments
 *       around them. lib/fission and lib/transfers make a plan; lib/print turns it into edits.
 *
 * A plan is a tree of plan nodes in source order. Directives and expressions are values (model/directive.h,
 * model/expression.h); only lib/print converts them to text. The unit's arena owns a plan and all that it refers
 * to. One thread plans a region.
 *
 * Terms. A stage is a part of the region that runs as a whole: a kernel, or an outermost loop or branch of the
 * host with its kernels (transfers/transfers.h). A schedule says between which stages objects are copied. An
 * object is a variable, or the array section of a map item. A chunk is the part of an object that one iteration
 * uses; a tile is a range of iterations. A name is generated if the plan declares it.
 */
#ifndef CLEAVE_MODEL_PLAN_H
#define CLEAVE_MODEL_PLAN_H

#include "model/directive.h"
#include "model/remark.h"

#define CLEAVE_NO_ITEM UINT32_MAX /* no list item of a map clause */

enum cleave_plan_node_kind {
  CLEAVE_PLAN_KERNEL,      /* the LOOP `node` under its own target directive */
  CLEAVE_PLAN_SERIAL,      /* the siblings `node` .. `last` in a target region of one thread */
  CLEAVE_PLAN_DECLARATION, /* the declaration `node` moves to the host; if `directive` is set, a data
                              environment encloses the rest of its block */
  CLEAVE_PLAN_HOST,        /* `node` runs on the host, unchanged */
  CLEAVE_PLAN_CONTROL, /* `node` (compound, for, while, do, if) runs on the host and executes its children */
  CLEAVE_PLAN_FLATTENED,  /* the directive of `node` (parallel, teams) is removed; its block remains */
  CLEAVE_PLAN_ITERATIONS, /* the header of the distribute loop `node` is removed; its block remains */
  CLEAVE_PLAN_REMOVED     /* the declarations `node` .. `last` are removed: the parts declare the variables */
};

/* How a kernel finds the memory of an object. */
enum cleave_memory_kind {
  CLEAVE_MEMORY_SECTION,  /* a section in host memory, mapped by a clause of the region */
  CLEAVE_MEMORY_PRESENT,  /* `address` in host memory is present when the kernel starts */
  CLEAVE_MEMORY_OF_DEVICE /* `address` is an address of the device */
};

/* A number of elements, the sum of `terms`, which have the type double. */
struct cleave_memory_bound {
  const struct cleave_expression **terms;
  size_t term_count;
};

/* The base array or pointer of accesses of a kernel. Accesses to a SECTION stay within the `bytes` bytes from `address`. Other
 * accesses are to elements of `bytes` bytes. Their positions are between the least and the greatest of `bounds`. */
struct cleave_object {
  uint32_t variable;
  enum cleave_memory_kind kind;
  const struct cleave_expression *address, *bytes;
  struct cleave_memory_bound *bounds;
  size_t bound_count;
  bool written;
};

/* Ascending offsets of `for` loops in the source. */
struct cleave_offsets {
  uint32_t *items;
  size_t count;
};

/* The no-alias version of a kernel. It runs if no written object overlaps another object. */
struct cleave_disjoint {
  struct cleave_object *objects; /* the written ones first */
  size_t object_count, written_count;
  const struct cleave_expression *ranges; /* if true, the bounds of the objects hold; NULL: they always do */
  struct cleave_range body; /* the statement in the innermost associated loop: the assumptions precede it */
  struct cleave_offsets unrolled; /* of loops in the body */
};

/* A part of the source, printed on one line. */
struct cleave_fragment {
  struct cleave_range range;
  bool is_directive; /* an OpenMP directive */
};

/* A variable that a loop moves BY this amount in each iteration. */
struct cleave_mapped_move {
  const char *name;
  bool is_pointer;
  const struct cleave_expression *by; /* of the type long */
};

/* How a thread gets to an iteration of a loop: see cleave_loop_start. The first move is that of the compared variable. */
struct cleave_mapped_start {
  struct cleave_range first, condition; /* FIRST is empty: there is none */
  struct cleave_range range, variable;  /* of a range-based loop; RANGE is empty for others */
  struct cleave_mapped_move *moves;
  size_t move_count;
  size_t value_count; /* of the values of the mapping, how many come before the loop */
};

/* A loop of a nest whose iterations are threads. The first value and the trip count have the type long. If they depend
 * on outer counters, those of the smallest box around the iterations of the nest. */
struct cleave_mapped_loop {
  const char *counter, *type;
  const struct cleave_expression *first, *count;
  int64_t step;
  const struct cleave_expression
      *is_inside; /* whether the program executes an iteration of the box, by the counters; NULL: it
                                                executes all */
  const struct cleave_mapped_start *start; /* NULL: a position tells the value of the counter */
  const char *first_name, *count_name;     /* generated variables */
};

/* One of several loops in the body that form the innermost level of a mapped nest. A thread executes a single iteration of it. */
struct cleave_aligned_loop {
  uint32_t begin;           /* of its text */
  struct cleave_range body; /* ends where the loop ends */
  const char *counter, *type;
  const struct cleave_expression *is_inside; /* as in cleave_mapped_loop */
};

/* An expression of a tile's inner loop whose value all points of a row, or of a column, share. A team stores these values in shared
 * memory. */
struct cleave_staged_operand {
  struct cleave_range text;
  unsigned bytes;
  bool is_of_row;   /* the points of a row share it; false: those of a column */
  bool is_of_point; /* it differs between rows, or columns; false: all points share it */
  bool
      follows_loop; /* consecutive iterations of the inner loop read neighboring elements, and consecutive points do not */
};

/* A variable of the iteration, or an array element, that a point accumulates in. */
struct cleave_tile_sum {
  const char *text;
  const char *
      type; /* the part before the inner loop declares the variable with this type; NULL: it is declared elsewhere */
};

/* A text in a tile's site that stands for the value of an operand, or of a sum. */
struct cleave_tile_use {
  struct cleave_range range;
  bool is_sum;
  size_t index; /* of the operand or sum */
};

/* The bytes of the widest access to shared memory. Rows of operands begin at multiples of it, in different banks. */
enum { CLEAVE_VECTOR_BYTES = 16 };

/* The iterations of a nest of two loops in which one bound of the inner loop is the counter of the outer loop, or its negative, plus a
 * value that is the same in the nest. */
struct cleave_triangle {
  bool is_there; /* false: the nest is a rectangle */
  bool grows;    /* each iteration of the outer loop has one more; else one fewer */
  bool is_right; /* all end with the last value of the inner counter; else all begin with the first */
};

/* A team computes a tile of ROWS iterations of the walked loop and COLUMNS of the lanes' loop together, and a thread of it THREAD_ROWS by
 * THREAD_COLUMNS of these points. With one loop, COLUMNS is 1. The last LOADERS of its THREADS load operands; there may be more of them
 * than the points need. The body of the nest is `before`, the loop `inner` over `site`, and `after`. A thread keeps its sums in
 * registers while the inner loop runs. */
struct cleave_shared_tile {
  unsigned rows, columns, thread_rows, thread_columns, threads, loaders;
  unsigned depth; /* how many iterations of the inner loop are in shared memory at a time */
  unsigned least; /* with fewer iterations than this, another version is faster */
  struct cleave_triangle triangle;
  const struct cleave_expression
      *is_inside; /* as in cleave_mapped_loop, for the loop of the last level around `site` */
  struct cleave_mapped_loop inner;
  struct cleave_range before, site, after;
  const char *counter, *type; /* of the loop of the last level around `site`; of a nest of several loops */
  struct cleave_staged_operand *operands;
  size_t operand_count;
  unsigned shared_bytes;        /* of all operands */
  struct cleave_tile_use *uses; /* in source order */
  size_t use_count;
  struct cleave_tile_sum *sums;
  size_t sum_count;
};

/* A loop in the body of a kernel whose iterations the threads of a team share. First value and trip count have the type long, and contain
 * symbols and the counters of the loops around it. */
struct cleave_team_loop {
  uint32_t begin;           /* of its text */
  struct cleave_range body; /* ends where the loop ends */
  const char *counter, *type;
  const struct cleave_expression *first, *count;
  int64_t step;
};

/* A loop of a part of a fused kernel. Its first iteration is BEFORE iterations after that of the mapped loop, its last one AFTER iterations
 * before. */
struct cleave_fused_loop {
  const char *counter, *type;
  unsigned before, after;
  const struct cleave_expression *is_inside; /* as in cleave_mapped_loop */
};

/* A nest whose iterations a thread executes together with those of other nests that have the same counters. */
struct cleave_fused_part {
  struct cleave_fused_loop *loops; /* one for each mapped loop */
  struct cleave_range *values;     /* as in cleave_mapping */
  size_t value_count;
  struct cleave_range body;
};

/* An array of a reduction clause, or one that atomic constructs update. A team has one copy of the `length` elements from `first` on,
 * which its threads update by atomic operations. */
struct cleave_team_array {
  uint32_t variable;
  const struct cleave_reduction *operation;
  const struct cleave_expression *first; /* an integer that the host evaluates; NULL: 0 */
  unsigned length;
  /* Of atomic constructs: the bytes of the elements that have copies, a long that the host evaluates. `length` is the number of elements
   * of all copies of the team, which has several of few elements. Other elements of the array are updated in place. NULL: of a reduction
   * clause. */
  const struct cleave_expression *window;
  bool has_length; /* with `window`: a map clause names the length of the array */
};

/* An update of an element of `arrays[array]` of a cleave_team_reduction. */
struct cleave_team_update {
  size_t array;
  const struct cleave_element_update *update;
};

/* The variables of the reduction clauses of a kernel whose teams combine them. The iterations of its loops, in the order of their
 * positions, form tiles of `threads` * `steps` iterations. Team t executes the tiles t, t + n, t + 2 n, .. of n teams; lane l of a team
 * executes the iterations l, l + threads, .. of a tile. So the order of all operations depends on the number of iterations only. */
struct cleave_team_reduction {
  uint32_t *variables;
  const struct cleave_reduction **operations; /* one for each variable */
  size_t count;
  struct cleave_team_array *arrays;
  size_t array_count;
  struct cleave_team_update
      *updates; /* statements of the body that update an element of an array of a clause, ascending */
  size_t update_count;
  const struct cleave_atomic_updates *atomics; /* of the loop, if an array has a `window`; else NULL */
  unsigned threads, steps, most_teams;
  unsigned bytes;       /* of the buffer in device memory, at most */
  bool is_reproducible; /* no operations are contracted */
};

/* A value that the iterations of a scan pass on. */
struct cleave_scanned_value {
  uint32_t variable; /* CLEAVE_NO_VARIABLE: an element of an array */
  const char *name;  /* of the variable; NULL for an element */
  const char *type,
      *combined_type; /* that of the variable or element, and the one in which values are combined */
  bool is_floating, is_unsigned; /* COMBINED_TYPE */
  unsigned bytes;
  enum cleave_combiner combiner;
};

/* A serial loop that passes values from iteration to iteration, executed by all teams. Its iterations form tiles of 256 * `steps`. A
 * virtual team has consecutive tiles, and there are at most `most_teams` of them. */
struct cleave_team_scan {
  const struct cleave_scan_loop *loop;
  struct cleave_scanned_value *values; /* one, if an array carries it */
  size_t value_count;
  unsigned steps, most_teams;
  unsigned bytes; /* of the buffer in device memory */
};

/* A nest, all of whose iterations are independent, as one loop over threads. Consecutive threads execute consecutive
 * iterations of the loop `lane`. A thread executes `span_name` consecutive iterations of the loop `walk`, and one of each
 * other loop. A mapping of one loop has no `walk`: a thread executes one iteration. */
struct cleave_mapping {
  struct cleave_mapped_loop *loops; /* outermost first */
  size_t loop_count;
  size_t lane, walk;
  struct cleave_range *values; /* statements between the loops, outermost first */
  size_t value_count;
  struct cleave_range body; /* the statement in the innermost loop */
  const char *labels;       /* in it, as a list of names; NULL: none */
  struct cleave_aligned_loop
      *aligned; /* the loops of the last level, in the body; none: it is a single one, around the body */
  size_t aligned_count;
  struct cleave_fused_part *
      parts; /* of a fused kernel, in source order; the mapping then has no body of its own, and generated counters */
  size_t part_count;
  struct cleave_team_loop *
      team_loops; /* in the body, in source order: a team executes an iteration of the only mapped loop; none: a thread does */
  size_t team_loop_count;
  struct cleave_offsets unrolled;        /* loops in the body */
  const struct cleave_shared_tile *tile; /* NULL: a thread executes its iterations one after the other */
  const struct cleave_row_loop *
      rows; /* a team executes a block of iterations of the only loop, and lanes share their elements; or NULL */
  unsigned row_steps; /* elements that a lane stages at a time for updates in source order */
  unsigned
      row_order; /* bit N: the updates of inner loop N keep the order of the source; else lanes have their own sums */
  const struct cleave_expression *huge_row_teams; /* how many teams share the huge rows; NULL: none */
  const struct cleave_team_reduction *reduction;  /* NULL: none, or as the clauses of the kernel say */
  const struct cleave_team_scan *scan; /* the only loop passes values from iteration to iteration; or NULL */
  const char *span_name, *thread_name, *position_name, *lanes_name, *skew_name, *width_name,
      *columns_name; /* generated variables */
  unsigned
      threads; /* the thread limit of a version under `target teams`; 0: the kernel has a loop directive */
  const struct cleave_expression *span; /* a call of libcleave; 0: the plain loop is as good */
  const struct cleave_disjoint
      *disjoint;     /* the guard finds that these objects do not overlap; NULL: not needed */
  bool is_uneven;    /* some iterations of the box around the nest do nothing */
  bool has_loops;    /* the body contains loops: a thread executes one iteration, and teams execute tiles */
  bool shares_reads; /* consecutive iterations of the walked loop read some elements again */
};

enum cleave_body_kind {
  CLEAVE_BODY_SOURCE,      /* the source with its own directives */
  CLEAVE_BODY_NO_ALIAS,    /* the kernel's loop with assumptions */
  CLEAVE_BODY_MAPPED,      /* a loop over the threads of a mapping */
  CLEAVE_BODY_DISTRIBUTED, /* the serial loop under the directive of another kernel */
  CLEAVE_BODY_GENERATED    /* a generated loop nest under the kernel's directives */
};

/* An alternative form of a kernel or of the region. The default form runs if no guard is true. The default form
 * keeps its source lines and kernel names. All other forms are printed on the last line of the default form, and
 * only in the text for the compiler. */
struct cleave_version {
  const struct cleave_expression *guard; /* the host evaluates it before each launch */
  enum cleave_body_kind body;
  struct cleave_fragment *fragments; /* SOURCE */
  size_t fragment_count;
  const struct cleave_disjoint *disjoint; /* NO_ALIAS, DISTRIBUTED */
  const struct cleave_plan_node
      *kernel; /* DISTRIBUTED: a SERIAL plan node, widened. MAPPED: the kernel without `collapse` */
  const struct cleave_mapping *mapping; /* MAPPED */
  const char **lines;                   /* GENERATED: the text that replaces the loop */
  size_t line_count;
};

struct cleave_versions {
  struct cleave_version *items; /* the first item with a true guard runs */
  size_t count;
};

/* Neighboring kernels that have a version as one kernel. Its text begins before the first and ends after the last one. */
struct cleave_fusion {
  const struct cleave_plan_node *first, *last;
  struct cleave_versions versions;
};

/* An object that a kernel uses in chunks. Iteration i accesses only the bytes
 * [unit * (stride * i + base), unit * (stride * (i + 1) + base)) of the array, or from the pointer's value on. The
 * three expressions have type long. */
struct cleave_tiled_object {
  uint32_t variable;
  const struct cleave_expression *address; /* the first byte that the data environment maps */
  const struct cleave_expression *unit, *stride, *base;
  bool is_final; /* no later stage writes the object */
};

/* A kernel that may run tile by tile; see transfers/tile_analysis.c. `first_name` and `bound_name` replace the
 * bounds of its loop. */
struct cleave_tiling {
  const struct cleave_expression *device; /* NULL: the default device */
  uint32_t stage;                         /* of plan->transfers */
  bool is_collapsed; /* several loops are collapsed; a tile is a range of the outermost loop */
  bool is_spread;    /* several devices may share the tiles: see transfers/device_partition.c */
  struct cleave_tiled_object *objects;
  size_t object_count;
  const struct cleave_expression **read; /* is_spread: addresses of the other objects that the loop reads */
  size_t read_count;
  struct cleave_range first, bound;    /* in the loop header: the first value and the bound of the counter */
  bool bound_is_last;                  /* the loop compares with `<=`; false: with `<` */
  const char *first_name, *bound_name; /* generated variables: the range of a tile */
  const char *loop_first_name,
      *loop_bound_name;               /* generated variables: the range of the loop, evaluated once */
  const char *tile_name, *count_name; /* generated variables: the tile and the number of tiles */
  bool lists_bounds;                  /* the directive needs firstprivate(first_name, bound_name) */
  const char
      *condition; /* a generated variable: whether tiles may be profitable; NULL: always ask libcleave */
};

/* A variable of the iterations of a distribute loop whose value flows from one kernel to another: the generated pointer
 * `name` refers to device memory with one element for each iteration. */
struct cleave_expansion {
  uint32_t variable;
  const char *name;
};

/* A variable that a part of a distribute loop's iterations declares at its begin. */
struct cleave_part_variable {
  uint32_t variable;
  const char *expansion; /* the generated pointer to its elements; NULL: none */
  struct cleave_range
      value;       /* expansion is NULL: its initializer, which is evaluated again; empty: it has no value */
  bool is_outside; /* declared before the kernel's directive: a counter, or in a private clause */
};

/* A part of the iterations of a distribute loop that is a kernel of its own, under a copy of the loop's header. */
struct cleave_part {
  struct cleave_range *headers; /* of the distribute loops, outermost first */
  size_t header_count;
  const struct cleave_expression *index;  /* the number of the iteration */
  struct cleave_range body;               /* KERNEL: the statement in its innermost associated loop */
  struct cleave_part_variable *variables; /* in the order of their declarations */
  size_t variable_count;
  struct cleave_expansion *stored; /* SERIAL: their elements receive the values at the end of the part */
  size_t stored_count;
  struct cleave_range *removed; /* text that the part does not contain, ascending */
  size_t removed_count;
};

/* A value in the header of a kernel's loop that one thread of the device computes before the launch. */
struct cleave_launch_value {
  struct cleave_range range;              /* the expression */
  const struct cleave_declaration *holds; /* the generated variable of the host that replaces it */
};

struct cleave_plan_node {
  enum cleave_plan_node_kind kind;
  uint32_t node;
  uint32_t last; /* SERIAL: the last sibling, may be `node` itself */
  /* KERNEL: the target directive. SERIAL: likewise. DECLARATION: `target data ...` or NULL. */
  const struct cleave_directive *directive;
  /* KERNEL: a directive under the first one, for loops whose clauses use device copies: a firstprivate
   * clause of a mapped variable, or a bound in device memory. Else NULL. */
  const struct cleave_directive *inner_directive;
  /* KERNEL: values that a kernel of one thread with this directive stores in variables of the host, ascending. */
  struct cleave_launch_value *launch_values;
  size_t launch_value_count;
  const struct cleave_directive *launch_directive;
  /* KERNEL: before it, the host receives variables that its loop's header reads; NULL: none, or it has them. */
  const struct cleave_directive *update_directive;
  uint32_t *updated; /* those that the host has when the kernel begins, by an update */
  size_t updated_count;
  struct cleave_versions versions;    /* KERNEL, and SERIAL with a depth or a scan */
  const struct cleave_fusion *fusion; /* KERNEL: the first and the last one of it; else NULL */
  struct cleave_offsets unrolled;     /* SERIAL, KERNEL: loops in it that the compiler is asked to unroll */
  /* SERIAL: scalars in device memory that its loops update. The kernel holds them in registers: it copies them to variables of
   * the same names, and at its end back, through the generated pointers `held_names`. */
  uint32_t *held;
  const char **held_names;
  size_t held_count;
  const struct cleave_part *part;     /* KERNEL, SERIAL: of a distribute loop's iterations; else NULL */
  const struct cleave_tiling *tiling; /* KERNEL: every version runs once for each tile; NULL: not tiled */
  bool widened; /* KERNEL, SERIAL: the loop is distributed across all teams; it ran in one team or thread */
  bool scans;   /* SERIAL: the statement is a loop that may have a version as a scan */
  unsigned
      depth; /* SERIAL: the number of loops whose iterations are distributed, here or in a version; else 0 */
  bool
      free_threads; /* KERNEL, and SERIAL if widened: compiled for any number of threads per team; false: for the
                        compiler's default, or as the user's clauses request */
  bool reduces_once; /* KERNEL: the plan adds dist_schedule(static) */
  bool keeps_grid;   /* KERNEL: libcleave does not change the grid of its launches */
  /* CONTROL: the condition depends on device memory. A kernel of one thread with this directive stores its value in
   * the generated host variable `outcome` at each evaluation. NULL: the host evaluates the condition. */
  const struct cleave_directive *condition_directive;
  const char *outcome;
  /* DECLARATION: which initializers run on the device. They become assignments at the begin of the next plan
   * node, a SERIAL node with the same `node`. */
  bool initializes_on_device;
  bool *device_initializers; /* one per declarator of the node */
  /* DECLARATION with a data environment that jumps leave, and HOST, a break or continue that leaves one: the generated variable
   * that holds the jump: 1 for break, 2 for continue. Else NULL. */
  const char *exit_name;
  bool declares_exit;                     /* DECLARATION: no other environment of the loop is around it */
  bool exits_by_break, exits_by_continue; /* DECLARATION: the jumps that leave it */
  struct cleave_plan_node **children;     /* CONTROL, FLATTENED, ITERATIONS */
  size_t child_count;
};

/* A variable of the enclosing function that the region must not change. The text
 * `type host_name = name; { type name = host_name; ... }` around the region declares a copy with the same name. */
struct cleave_privatized_variable {
  uint32_t variable;
  bool copies;     /* false: the copy has no initial value (private) */
  bool references; /* a reference to the variable, not a copy */
  const char *host_name;
};

/* An object whose copies may happen while kernels run. */
struct cleave_scheduled_object {
  const struct cleave_expression *address; /* the first byte that the data environment maps */
  const struct cleave_expression *bytes;   /* the number of bytes */
  uint32_t first_use;                      /* the first stage that uses the object */
  int64_t last_write;                      /* the last stage that may write it; -1: none */
  bool arrives_in_tiles; /* stage first_use may run tile by tile and receive the object so */
  bool leaves_in_tiles;  /* stage last_write may run tile by tile and return the object so */
  bool only_in_tiles;    /* arrives_in_tiles, and no other stage uses the object */
  bool is_spread;        /* only_in_tiles, and several devices may share the tiles */
};

/* The schedule as calls of the transfer engine around and between the stages (cleave_transfers_begin in
 * abi/entry_points.h). Printed for the compiler only. */
struct cleave_engine_form {
  const struct cleave_expression *device;  /* of the data environment; NULL: the default device */
  struct cleave_scheduled_object *objects; /* in the order in which stages need them */
  size_t object_count;
  bool *is_scheduled; /* per stage: true if the engine is called before the stage */
  bool no_page_locks; /* the engine must not page-lock program memory */
  /* A generated variable in the if clause of the environment: whether the engine may be profitable. NULL: the
   * environment is also needed without the engine. */
  const char *profitable_name;
  const struct cleave_expression *profitable_if; /* the condition of the region; NULL: none */
};

/* The schedule in OpenMP: directives before the stages and after the last one. */
struct cleave_openmp_form {
  bool for_compiler;                     /* it is compiled; false: it is text for readers only */
  const struct cleave_expression *async; /* FOR_COMPILER: the condition under which tasks copy; else NULL */
  const struct cleave_expression *condition; /* of the if clause of its directives; or NULL */
  /* The indices of those of the first `mapped_count` map items that the environment still maps, in its order. */
  uint32_t *kept;
  size_t kept_count, mapped_count;
  struct cleave_declaration *declarations; /* before the environments */
  size_t declaration_count;
  /* Evaluated after the declarations: restores the number of threads; or NULL. */
  const struct cleave_expression *restore_threads;
  const struct cleave_directive *plain;       /* the environment if no task may copy; or NULL */
  const struct cleave_directive *environment; /* maps the other objects; NULL: there are none */
  struct cleave_directives {
    const struct cleave_directive **items;
    size_t count;
  } *stages;                            /* before each stage */
  const struct cleave_directive *after; /* after the last stage, inside the environments; or NULL */
};

struct cleave_transfers;

struct cleave_plan {
  const struct cleave_region *region;
  bool transforms;                        /* false: the source of the region does not change */
  bool for_compiler;                      /* only the text for the compiler changes */
  struct cleave_declaration *temporaries; /* hold clause arguments, which are evaluated once */
  size_t temporary_count;
  struct cleave_expansion *expansions; /* allocated before the environment, freed after it */
  size_t expansion_count;
  const char *row_count; /* the generated variable with their number of elements */
  struct cleave_privatized_variable *privatized;
  size_t privatized_count;
  const struct cleave_transfers *transfers; /* see transfers/transfers.h; NULL: not analyzed */
  /* `target data ... if(condition)` around `environment`: if the condition is true, its items are copied as the
   * program's clauses say. Or NULL. */
  const struct cleave_directive *outer_environment;
  const struct cleave_directive
      *environment; /* `target data ...` around the region; NULL if nothing is mapped */
  const struct cleave_plan_node **stages;
  size_t stage_count;
  /* The schedule of copies that overlap with kernels, in two forms. NULL: no such form. */
  const struct cleave_engine_form *engine;
  struct cleave_openmp_form *openmp;
  /* Standalone directives before and after the region; or NULL. For nowait and depend: fission/tasks.c. */
  const struct cleave_directive *before, *after;
  struct cleave_versions versions; /* of the region: the single-kernel fallback */
  struct cleave_plan_node *root;
  unsigned kernels, serial_kernels, widened;
  struct cleave_remark *remarks;
  size_t remark_count;
};

/* The number of transformations so far in a translation unit, for bisect=N. A split region, a loop distributed
 * across teams, a region with reduced copies and a region with overlapped copies count 1 each. Start with 0, and
 * pass the same object to all regions in order. */
struct cleave_decisions {
  long made;
};

/* The number of PLAN_NODE among the stages of PLAN; their number if it is none of them. */
static inline size_t cleave_plan_stage_of(const struct cleave_plan *plan,
                                          const struct cleave_plan_node *plan_node) {
  size_t stage = 0;
  while (stage < plan->stage_count && plan->stages[stage] != plan_node)
    stage++;
  return stage;
}

#endif
