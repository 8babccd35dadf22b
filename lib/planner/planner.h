/* FILE: lib/planner/planner.h
 * WHAT: the state of one region while it is planned, and the queries that lib/fission and lib/transfers
 *       share. Not for use in other folders, so names have no prefix.
 */
#ifndef CLEAVE_PLANNER_PLANNER_H
#define CLEAVE_PLANNER_PLANNER_H

#include "model/arena.h"
#include "model/options.h"
#include "model/plan.h"
#include "model/reasons.h"
#include "model/sharing.h"
#include "polyhedral/loop_model.h"

/* Where the value of a variable lives between the plan nodes. */
enum placement {
  UNCHANGED, /* never written between kernels, or mapped by the user: nothing changes */
  ON_HOST,   /* a scalar that only host values determine: the host computes it, kernels take it
                firstprivate at launch */
  ON_DEVICE  /* written on the device: mapped by the data environment of the plan */
};

/* How the kernels get the value of a pointer that the region sets: see fission/pointers.c. */
enum pointer_kind {
  POINTER_UNCHANGED, /* the region does not set it, or only the device has it */
  POINTER_BEGIN,     /* the host's value is the begin of present memory, or null: translated by its value */
  POINTER_INTO,      /* it points into or near the memory of `base`: translated with it */
  POINTER_OF_DEVICE  /* the host's value is an address of the device: copied */
};

struct pointer {
  enum pointer_kind kind;
  uint32_t base; /* INTO: a pointer or array; the pointer itself: its value at the begin of the region */
  uint32_t set;  /* pointers of one set receive values from each other */
};

struct planner {
  const struct cleave_unit *unit;
  const struct cleave_region *region;
  const struct cleave_options *options;
  struct cleave_decisions *decisions;
  struct cleave_arena *arena;
  struct cleave_plan *plan;
  struct cleave_loop_models *loop_models; /* of the region's loops */
  uint32_t region_index;
  bool refused;          /* set by refuse(); planning stops at the next check */
  bool keeps_constructs; /* parallel constructs with more than loops stay whole */
  bool limited;          /* refused because bisect= permits no further decision */
  /* Results of the analyses, in their order; const for all phases after them. */
  const struct pointer *pointers;   /* per variable */
  const bool *host_controlled;      /* per node: it holds a loop to split off, so the host executes it */
  const enum placement *placements; /* per variable */
  bool needs_environment;           /* data must outlive one kernel */
  bool only_tiles;                  /* the region stays unchanged, unless its one kernel runs tile by tile */
  bool
      environment_for_tiles; /* the environment exists for the tiles alone, and not in the text for readers */
  /* The current version may use integer members as values of the host: its guard excludes records that were mapped before. */
  bool takes_members;
  const char
      *environment_obstacle; /* why the tiles alone cannot have an environment, in words; NULL: they can */
  const struct cleave_expression *
      *map_items; /* per map item of the region: the list item that clauses contain */
  const struct cleave_expression **
      *held_bounds;    /* per map item, and per bound of it: the constant that replaces it, or NULL */
  unsigned *users;     /* per variable: kernels that use it, two for one in a host loop */
  unsigned host_loops; /* around the current directive */
  const struct cleave_expression *device; /* of the device clause, for all but a combined loop; NULL: none */
  const struct cleave_expression *condition; /* of the region's if clause, evaluated once; or NULL */
  bool deferred;           /* nowait: the region is a task, and its plan nodes are a chain of tasks */
  unsigned bounds;         /* number of bounds of map items that are held in constants */
  unsigned conditions;     /* number of conditions that the device evaluates */
  unsigned evaluations;    /* number of kernels that evaluate values of loop headers */
  unsigned exits;          /* number of variables that hold jumps out of data environments */
  unsigned overlap_reason; /* remark about the overlap of copies and kernels, emitted last; 0: none */
  const char *overlap_words;
  struct cleave_clauses task_clauses; /* nowait and depend for every kernel */
  struct cleave_clauses end_clauses;  /* likewise for the data environment; none if it is a block */
};

/* Notes a remark with the text of reason CODE about NAME (may be NULL) at OFFSET. */
void note(struct planner *planner, unsigned code, uint32_t offset, const char *name);

/* Notes reason CODE and refuses the region. Only the first refusal is kept. Returns false. */
bool refuse(struct planner *planner, unsigned code, uint32_t offset, const char *name);

/* Whether one more decision is within bisect=; counts it if so. */
bool decide(struct planner *planner);

/* The state of a planner before a plan that may be abandoned. */
struct attempt {
  struct planner planner;
  struct cleave_plan plan;
};
struct attempt begin_attempt(const struct planner *planner);
/* Restores the state before ATTEMPT, except for the remarks if KEEPS_REMARKS. `limited` keeps its value. */
void undo_attempt(struct planner *planner, const struct attempt *attempt, bool keeps_remarks);

const struct cleave_node *node_at(const struct planner *planner, uint32_t node);
const struct cleave_variable *variable_at(const struct planner *planner, uint32_t variable);
const char *text_of(const struct planner *planner, struct cleave_range range);

/* Whether the region's directive is combined with one loop nest, as `target parallel for`: only the directive
 * can change. */
bool is_combined_loop(const struct cleave_region *region);
/* Whether REGION is one loop construct and nothing else, with any directives. */
bool holds_one_loop(const struct cleave_region *region);

/* An array of constant size or a record, but for a lambda object that every kernel copies. */
bool is_aggregate(const struct cleave_variable *variable);

/* An integer or floating-point number, which one assignment copies. */
bool is_scalar(const struct cleave_variable *variable);

/* Whether the region owns the value of VARIABLE: no code outside can read or change it while the region
 * runs. */
bool is_owned(const struct cleave_variable *variable);

/* Whether the host has the value of VARIABLE at any time between the plan nodes. */
bool host_knows(const struct planner *planner, uint32_t variable);

/* Whether a clause default or defaultmap applies to LOOP: generated variables then need a clause. */
bool lists_every_variable(const struct planner *planner, uint32_t loop);

/* for, while, do: the statements that break and continue refer to. */
bool is_loop_statement(const struct cleave_node *node);

/* A name for an object that transformed text declares: `cleave_WORD`, followed by underscores if the
 * translation unit uses that name for a macro or any other entity. The functions of the run-time library have
 * such names as well: the result must not be one of them. */
const char *new_name(struct planner *planner, const char *word);

/* Whether a construct of the region can allocate variables in the memory of its teams. */
static inline bool has_team_memory(const struct planner *planner) {
  return planner->options->team_memory && planner->unit->openmp_version >= 50 &&
         !(planner->region->flags & CLEAVE_REGION_BEFORE_ALLOCATORS);
}

/* Whether OFFSET is in a preprocessing directive. */
bool is_on_directive(const struct planner *planner, uint32_t offset);

/* Whether RANGE contains expanded macros of the user. Host and device may have other expansions, and compare
 * the inserted text. */
bool has_expansions(const struct cleave_unit *unit, struct cleave_range range);

/* cleave_region_flowing_uses of the planner's region. */
uint32_t flowing_uses(const struct planner *planner, uint32_t variable);

/* memory.c */
/* The map type that the implicit rule gives VARIABLE, an array or a record: a const object is only sent. */
enum cleave_map_type implicit_map_type(const struct cleave_variable *variable);
/* Whether another variable of the region has the name of VARIABLE, so that a clause cannot name it. */
bool is_hidden(const struct planner *planner, uint32_t variable);
/* The only map item of VARIABLE, its number in *INDEX, or NULL if there is none or more than one. */
const struct cleave_map_item *only_item(const struct planner *planner, uint32_t variable, size_t *index);
/* The bound of that KIND in brackets number DIMENSION of ITEM, or NULL. */
const struct cleave_bound *item_bound(const struct cleave_map_item *item, enum cleave_bound_kind kind,
                                      uint32_t dimension);
/* Stores in OBJECT the memory that accesses based on VARIABLE may use, that of its only list item; false if
 * it is not known. */
bool find_memory(struct planner *planner, uint32_t variable, struct cleave_object *object);
/* The same for a guard that compares addresses: also for numbers, records and referents that are mapped as a whole, and for a section beside
 * which other items map members. A copy of that memory would not be the same. */
bool find_compared_memory(struct planner *planner, uint32_t variable, struct cleave_object *object);
/* The expression that replaces BOUND of map item ITEM, or BOUND itself. */
const struct cleave_expression *bound_value(const struct planner *planner, size_t item,
                                            const struct cleave_bound *bound);
/* The variable number VARIABLE as an expression. */
const struct cleave_expression *variable_value(const struct planner *planner, uint32_t variable);
/* The list item for ITEM (an index into the region's, or CLEAVE_NO_ITEM) of VARIABLE in a map clause. */
const struct cleave_expression *mapped_item(const struct planner *planner, uint32_t variable, uint32_t item);

#endif
