/* FILE: lib/model/plan.h
 * WHAT: the plan of one target region: the plan nodes it is split into and the data environment around
 *       them. lib/fission makes it, lib/print turns it into edits, nothing else touches it.
 *
 * A plan is a tree of plan nodes in source order. Directives and expressions are values (model/directive.h,
 * model/expression.h); the printers alone make text of them. The unit's arena owns all of it.
 */
#ifndef CLEAVE_MODEL_PLAN_H
#define CLEAVE_MODEL_PLAN_H

#include "model/directive.h"
#include "model/remark.h"

#define CLEAVE_NO_ITEM UINT32_MAX /* no list item of a map clause */

enum cleave_plan_node_kind {
  CLEAVE_PLAN_KERNEL,      /* the LOOP `node` under its own target directive */
  CLEAVE_PLAN_SERIAL,      /* the siblings `node` .. `last` in a target region of one thread */
  CLEAVE_PLAN_DECLARATION, /* the declaration `node` moves to the host; what follows it in its block
                              stands in a data environment of its own if `directive` is set */
  CLEAVE_PLAN_HOST,        /* `node` runs on the host as it is written */
  CLEAVE_PLAN_CONTROL,     /* `node` (compound, for, while, do, if) steers its children on the host */
  CLEAVE_PLAN_FLATTENED    /* `node` (parallel, teams) loses its directive; its block remains */
};

/* One array or pointer that a kernel's accesses are based on, and the memory that they stay in: BYTES from
 * ADDRESS on. */
struct cleave_object {
  uint32_t variable;
  const struct cleave_expression *address, *bytes;
  bool written;
};

/* A kernel's version for launches in which no object that is written overlaps another one. */
struct cleave_disjoint {
  struct cleave_object *objects; /* the written ones first */
  size_t object_count, written_count;
  struct cleave_range body; /* where the version states what it assumes: the statement in the innermost
                               associated loop */
  uint32_t *accumulating;   /* offsets of the `for`s in it, ascending, that are to be unrolled */
  size_t accumulating_count;
};

/* Source that is printed on one line. */
struct cleave_fragment {
  struct cleave_range range;
  bool is_directive; /* the line of a directive of OpenMP */
};

enum cleave_body_kind {
  CLEAVE_BODY_SOURCE,   /* the source with its own directives */
  CLEAVE_BODY_NO_ALIAS, /* the kernel's loop with assumptions */
  CLEAVE_BODY_GENERATED /* a generated loop nest under the kernel's directives */
};

/* Another form of a kernel, or of the whole region. The form that keeps its place in the source has no guard: it runs if
 * no guard holds. It alone keeps the lines and the kernel names; the others stand on the line where it ends, and are
 * for the compiler. */
struct cleave_version {
  const struct cleave_expression *guard; /* the host evaluates it before each launch */
  enum cleave_body_kind body;
  struct cleave_fragment *fragments; /* SOURCE */
  size_t fragment_count;
  const struct cleave_disjoint *disjoint; /* NO_ALIAS */
  const char **lines;                     /* GENERATED: what stands in the place of the loop */
  size_t line_count;
};

struct cleave_versions {
  struct cleave_version *items; /* the first whose guard holds runs */
  size_t count;
};

/* An object that a kernel uses in chunks: iteration i touches only the bytes from
 * UNIT * (STRIDE * i + BASE) to UNIT * (STRIDE * (i + 1) + BASE) after the address that the variable means. Numbers are
 * of type long. */
struct cleave_tiled_object {
  uint32_t variable;
  const struct cleave_expression *address; /* where the data environment has it begin */
  const struct cleave_expression *unit, *stride, *base;
  bool is_final; /* no later stage writes it */
};

/* A kernel that may run tile by tile; see transfers/tile_analysis.c. Its loop is executed for one range of
 * iterations after the other, with the bounds FIRST_NAME and BOUND_NAME in the place of its own. */
struct cleave_tiling {
  const struct cleave_expression *device; /* NULL: the default device */
  uint32_t stage;                         /* of plan->transfers */
  bool is_collapsed; /* several loops are associated: an iteration of the outermost is many */
  bool is_spread;    /* several devices may share the tiles: see transfers/device_partition.c */
  struct cleave_tiled_object *objects;
  size_t object_count;
  const struct cleave_expression **read; /* is_spread: where what the loop reads besides begins */
  size_t read_count;
  struct cleave_range first, bound;    /* of the loop's header: its first value, and what the counter is */
  bool bound_is_last;                  /*   compared with, by `<` or by `<=` */
  const char *first_name, *bound_name; /* variables of ours: of a tile's range */
  const char *loop_first_name, *loop_bound_name; /* the loop's own, evaluated once */
  const char *tile_name, *count_name;
  bool lists_bounds; /* the directive has to say that the two variables of a tile's range are firstprivate */
  const char *condition; /* a variable of ours that says whether tiles may pay; NULL: it is to be asked */
};

struct cleave_plan_node {
  enum cleave_plan_node_kind kind;
  uint32_t node;
  uint32_t last; /* SERIAL: the last sibling, may be `node` itself */
  /* KERNEL: the target directive. SERIAL: likewise. DECLARATION: `target data ...` or NULL. */
  const struct cleave_directive *directive;
  /* KERNEL: a second directive under the first, for loops whose clauses must see the device's
   * copies (a firstprivate of a mapped variable, a bound that is device data); else NULL. */
  const struct cleave_directive *inner_directive;
  struct cleave_versions versions; /* KERNEL */
  const struct cleave_tiling
      *tiling;       /* KERNEL: every version runs for a tile's range; NULL: it runs as a whole */
  bool widened;      /* KERNEL: was one team, is now the whole device */
  bool free_threads; /* KERNEL: to be compiled for any number of threads per team; else for the
                        compiler's default, or as the user's clauses say */
  bool reduces_once; /* KERNEL: it has a dist_schedule(static) of ours */
  bool keeps_grid;   /* KERNEL: libcleave leaves the grids of its launches to the OpenMP run time */
  /* CONTROL: its condition reads what only the device knows, so a kernel of one thread, under this
   * directive, computes it into the host variable `outcome`, each time it is asked; else NULL. */
  const struct cleave_directive *condition_directive;
  const char *outcome;
  /* DECLARATION: the declarators whose initializers run on the device, as assignments at the head of
   * the SERIAL plan node that follows (whose `node` is then this declaration). Others stay as written. */
  bool initializes_on_device;
  bool *device_initializers;          /* one per declarator of the node */
  struct cleave_plan_node **children; /* CONTROL, UNWRAPPED */
  size_t child_count;
};

/* A variable of the enclosing function that the region must not change: `type host_name = name;
 * { type name = host_name; ... }` around the region gives it a copy under its own name. */
struct cleave_privatized_variable {
  uint32_t variable;
  bool copies; /* false: the region's copy starts without a value (private) */
  const char *host_name;
};

/* An object whose copies may happen while kernels run. */
struct cleave_scheduled_object {
  const struct cleave_expression *address; /* where it begins, as the data environment means it */
  const struct cleave_expression *bytes;   /* how many it has */
  uint32_t first_use;                      /* the first stage that uses it */
  int64_t last_write;                      /* the last one that may write it; -1: none does */
  bool arrives_in_tiles, leaves_in_tiles;  /* these may run tile by tile, for this object */
  bool only_in_tiles;                      /* the first is the only one that uses it, and may run so */
  bool is_spread;                          /* and several devices may share its tiles */
};

/* The schedule as calls of the transfer engine around and between the stages: see
 * cleave_transfers_begin in abi/entry_points.h. For the compiler. */
struct cleave_engine_form {
  const struct cleave_expression *device;  /* of the data environment; NULL: the default device */
  struct cleave_scheduled_object *objects; /* in the order in which stages need them */
  size_t object_count;
  bool *is_scheduled; /* per stage: before it copies are waited for, or begin */
  bool no_page_locks; /* the program's memory is not to be page-locked for the copies */
  /* The environment is there for the engine alone. A variable of ours, of which its `if` clause speaks, says
   * whether it may pay; and the condition of the region, or NULL. NULL: there is a use for it besides. */
  const char *profitable_name;
  const struct cleave_expression *profitable_if;
};

/* The schedule in OpenMP: directives in front of the stages and behind the last. */
struct cleave_openmp_form {
  bool for_compiler;                     /* it is compiled; else it is text for readers alone */
  const struct cleave_expression *async; /* FOR_COMPILER: the condition under which tasks copy; else NULL */
  const struct cleave_expression *condition; /* of the if clause of its directives; or NULL */
  /* Of the first MAPPED_COUNT entries of the environment, what it still maps then, in its order. */
  uint32_t *kept;
  size_t kept_count, mapped_count;
  struct cleave_declaration *declarations; /* in front of the environments */
  size_t declaration_count;
  /* Evaluated after them: restores the number of threads; or NULL. */
  const struct cleave_expression *restore_threads;
  const struct cleave_directive *plain;       /* the environment if no task may copy; or NULL */
  const struct cleave_directive *environment; /* of what the directives do not map; NULL: nothing */
  struct cleave_directives {
    const struct cleave_directive **items;
    size_t count;
  } *stages;                             /* in front of each stage */
  const struct cleave_directive *behind; /* behind the last stage, in the environments; or NULL */
};

struct cleave_transfers;

struct cleave_plan {
  const struct cleave_region *region;
  bool transforms;                        /* false: the region stays byte for byte as it was */
  bool for_compiler;                      /* it does for readers */
  struct cleave_declaration *temporaries; /* for clauses that are evaluated once, before all else */
  size_t temporary_count;
  struct cleave_privatized_variable *privatized;
  size_t privatized_count;
  const struct cleave_transfers *transfers; /* see transfers/transfers.h; NULL: nothing was looked at */
  /* `target data ...` around the environment, with a condition: what it maps is copied as the program
   * says if the condition holds. Or NULL. */
  const struct cleave_directive *outer_environment;
  const struct cleave_directive
      *environment; /* `target data ...` around the region; NULL if nothing is mapped */
  /* How copies happen while kernels run, in either form; NULL: none does. Stages are what runs one after
   * the other: see transfers/transfers.h. */
  const struct cleave_plan_node **stages;
  size_t stage_count;
  const struct cleave_engine_form *engine;
  struct cleave_openmp_form *openmp;
  const struct cleave_directive *before,
      *behind;                     /* directives of their own before and behind the region, or NULL: of a
                                  region with nowait or depend, see lib/fission/tasks.c */
  struct cleave_versions versions; /* of the region: its original form as one kernel, for low trip counts */
  struct cleave_plan_node *root;
  unsigned kernels, serial_kernels, widened;
  struct cleave_remark *remarks;
  size_t remark_count;
};

/* Decisions made so far in a translation unit, for bisect=N: every split region counts one, every
 * widened loop one, every region that copies less than its clauses say one, and every one that copies while
 * its kernels run. Start with zeroes and hand the same one to every region, in order. */
struct cleave_decisions {
  long made;
};

#endif
