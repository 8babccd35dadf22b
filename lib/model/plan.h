/* FILE: lib/model/plan.h
 * WHAT: the plan of one target region: the plan nodes it is split into and the data environment around
 *       them. lib/fission makes it, lib/print turns it into edits, nothing else touches it.
 *
 * A plan is a tree of plan nodes in source order. Directives are given as the text that follows
 * `#pragma omp `; how they are laid out is the printers' business. All is owned by the unit's arena.
 */
#ifndef CLEAVE_MODEL_PLAN_H
#define CLEAVE_MODEL_PLAN_H

#include "model/region.h"
#include "model/remark.h"

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
 * ADDRESS on, both C expressions. */
struct cleave_object {
  const char *name, *address, *bytes;
  bool written;
};

/* A kernel has a second version, for objects of which none that is written overlaps another. */
struct cleave_disjoint {
  struct cleave_object *objects; /* the written ones first */
  size_t object_count, written_count;
  const char *device;       /* the device the kernel is for: a C expression */
  const char *condition;    /* of the target construct: if not, the kernel runs on the host; or NULL */
  struct cleave_range body; /* where the version states what it assumes: the statement in the innermost
                               associated loop */
  uint32_t *accumulating;   /* offsets of the `for`s in it, ascending, that are to be unrolled */
  size_t accumulating_count;
};

/* An object that a kernel uses in chunks: iteration i touches only the bytes from
 * UNIT * (STRIDE * i + BASE) to UNIT * (STRIDE * (i + 1) + BASE) behind NAME. All are C expressions, those of
 * numbers of type long. */
struct cleave_tiled_object {
  uint32_t variable;
  const char *name;
  const char *address; /* where the data environment has it begin */
  const char *unit, *stride, *base;
  bool is_final; /* no later stage writes it */
};

/* A kernel that may run tile by tile; see transfers/tile_analysis.c. Its loop is executed for one range of
 * iterations after the other, with the bounds FIRST_NAME and BOUND_NAME in the place of its own. */
struct cleave_tiling {
  const char *device; /* a C expression */
  uint32_t stage;     /* of plan->transfers */
  bool is_collapsed;  /* several loops are associated: an iteration of the outermost is many */
  bool is_spread;     /* several devices may share the tiles: see transfers/device_partition.c */
  struct cleave_tiled_object *objects;
  size_t object_count;
  const char **read; /* is_spread: where what the loop reads besides begins: C expressions */
  size_t read_count;
  struct cleave_range first, bound;    /* of the loop's header: its first value, and what the counter is */
  bool bound_is_last;                  /*   compared with, by `<` or by `<=` */
  const char *first_name, *bound_name; /* variables of ours: of a tile's range */
  const char *loop_first_name, *loop_bound_name; /* the loop's own, evaluated once */
  const char *tile_name, *count_name;
  const char *clause;    /* what the directive says of the two variables; NULL: nothing */
  const char *condition; /* a variable of ours that says whether tiles may pay; NULL: it is to be asked */
};

struct cleave_plan_node {
  enum cleave_plan_node_kind kind;
  uint32_t node;
  uint32_t last; /* SERIAL: the last sibling, may be `node` itself */
  /* KERNEL: the target directive. SERIAL: likewise. DECLARATION: `target data ...` or NULL. */
  const char *directive;
  /* KERNEL: a second directive under the first, for loops whose clauses must see the device's
   * copies (a firstprivate of a mapped variable, a bound that is device data); else NULL. */
  const char *inner_directive;
  const struct cleave_disjoint *disjoint; /* KERNEL: see there; NULL: there is one version */
  const struct cleave_tiling *tiling;     /* KERNEL: see there; NULL: it runs as a whole */
  bool widened;                           /* KERNEL: was one team, is now the whole device */
  bool free_threads; /* KERNEL: to be compiled for any number of threads per team; else for the
                        compiler's default, or as the user's clauses say */
  bool reduces_once; /* KERNEL: it has a dist_schedule(static) of ours */
  bool keeps_grid;   /* KERNEL: libcleave leaves the grids of its launches to the OpenMP run time */
  /* CONTROL: its condition reads what only the device knows, so a kernel of one thread, under this
   * directive, computes it into the host variable `outcome`, each time it is asked; else NULL. */
  const char *condition_directive;
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
  const char *address; /* where it begins: a C expression, as the data environment means it */
  const char *bytes;   /* how many it has: likewise */
  uint32_t first_use;  /* the first stage that uses it */
  int64_t last_write;  /* the last one that may write it; -1: none does */
  bool arrives_in_tiles, leaves_in_tiles; /* these may run tile by tile, for this object */
  bool only_in_tiles;                     /* the first is the only one that uses it, and may run so */
  bool is_spread;                         /* and several devices may share its tiles */
};

/* The schedule as calls of the transfer engine around and between the stages: see
 * cleave_transfers_begin in runtime/runtime.h. For the compiler. */
struct cleave_engine_form {
  const char *device;                      /* the device of the data environment: a C expression */
  struct cleave_scheduled_object *objects; /* in the order in which stages need them */
  size_t object_count;
  bool *is_scheduled; /* per stage: before it copies are waited for, or begin */
  bool no_page_locks; /* the program's memory is not to be page-locked for the copies */
  /* The environment is there for the engine alone. A variable of ours, of which its `if` clause speaks, says
   * whether it may pay; and the condition of the region, or NULL. NULL: there is a use for it besides. */
  const char *profitable_name, *profitable_if;
};

/* The schedule in OpenMP: directives in front of the stages and behind the last. */
struct cleave_openmp_form {
  bool for_compiler;     /* it is compiled; else readers alone see it */
  const char *async;     /* FOR_COMPILER: the condition under which tasks copy; else NULL */
  const char *condition; /* the if clause of its directives, with a blank before it; or "" */
  /* Of the first MAPPED_COUNT entries of the environment, what it still maps then, in its order. */
  uint32_t *kept;
  size_t kept_count, mapped_count;
  const char **declarations; /* in front of the environments */
  size_t declaration_count;
  const char *restore_threads; /* the statement after them, which restores the number of threads; or NULL */
  const char *plain;           /* the environment if no task may copy; or NULL */
  const char *environment;     /* of what the directives do not map, else; NULL if there is nothing */
  struct cleave_directives {
    const char **items;
    size_t count;
  } *stages;          /* in front of each stage */
  const char *behind; /* behind the last stage, in the environments; or NULL */
};

/* The region as it is written, for launches with so few iterations that one team does as much in the same
 * time as the whole device: it is launched, and waited for, once. For the compiler. */
struct cleave_as_written {
  const char *device; /* a C expression */
  const char *bytes;  /* of what is copied around it, at most; 0: not known */
  /* The kernels that are launched equally often: those in the same innermost loop or branch of the host. */
  struct cleave_kernel_group {
    uint32_t place;   /* the body of the loop, or the branch: a node; CLEAVE_NO_NODE: outside of all */
    unsigned kernels; /* how many run each time */
    /* Its loops: how many iterations each has, and how often an iteration waits for memory, both at most; 0 plan nodes: not
     * known. All of it, and the bytes, C expressions of type double that the host can evaluate. */
    struct cleave_counted_loop {
      const char *trip_count, *steps;
    } *loops;
    size_t loop_count;
  } *groups;
  size_t group_count;
  struct cleave_fragment {
    const char *text;
    bool is_directive; /* TEXT is what follows `#pragma omp ` */
  } *fragments;        /* its text, on one line */
  size_t fragment_count;
};

struct cleave_transfers;

struct cleave_plan {
  const struct cleave_region *region;
  bool transforms;          /* false: the region stays byte for byte as it was */
  bool for_compiler;        /* it does for readers */
  const char **temporaries; /* declarations for clauses that are evaluated once, before all else */
  size_t temporary_count;
  struct cleave_privatized_variable *privatized;
  size_t privatized_count;
  const struct cleave_transfers *transfers; /* see transfers/transfers.h; NULL: nothing was looked at */
  /* `target data ...` around the environment, with a condition: what it maps is copied as the program
   * says if the condition holds. Or NULL. */
  const char *outer_environment;
  const char *environment; /* `target data ...` around the region; NULL if nothing is mapped */
  /* How copies happen while kernels run, in either form; NULL: none does. Stages are what runs one after
   * the other: see transfers/transfers.h. */
  const struct cleave_plan_node **stages;
  size_t stage_count;
  const struct cleave_engine_form *engine;
  struct cleave_openmp_form *openmp;
  const char *before, *behind; /* directives of their own before and behind the region, or NULL: of a
                                  region with nowait or depend, see lib/fission/tasks.c */
  const struct cleave_as_written *as_written; /* NULL: there is the split form alone */
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
