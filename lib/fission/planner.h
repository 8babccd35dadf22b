/* FILE: lib/fission/planner.h
 * WHAT: what the files of lib/fission share while they plan one region. Not for use outside, except by
 *       lib/transfers.
 */
#ifndef CLEAVE_FISSION_PLANNER_H
#define CLEAVE_FISSION_PLANNER_H

#include "fission/fission.h"
#include "model/arena.h"
#include "model/reasons.h"

/* Who executes the statements at some place of the region, before the split. */
enum execution {
  ONE_THREAD,   /* target: the initial thread alone */
  EVERY_TEAM,   /* target teams: the initial thread of each team */
  EVERY_THREAD  /* parallel: each thread of the team */
};

/* Where a variable's value lives between the steps. */
enum placement {
  AS_BEFORE, /* never written between kernels, or mapped by the user: nothing changes */
  ON_HOST,   /* a scalar that only host values determine: the host computes it, kernels take it
                firstprivate at launch */
  ON_DEVICE  /* written on the device: mapped by the data environment of the plan */
};

/* Pointers that the region sets: see pointers.c. */
enum pointer_kind { AS_WRITTEN, DERIVED, EXCHANGED };

struct planner {
  const struct cleave_unit *unit;
  const struct cleave_region *region;
  const struct cleave_options *options;
  struct cleave_decisions *decisions;
  struct cleave_arena *arena;
  struct cleave_plan *plan;
  uint32_t region_index;
  bool refused;                 /* set by refuse(); planning stops at the next check */
  bool limited;                 /* refused because bisect= leaves no decision for the split */
  enum placement *placements;   /* per variable */
  bool *steered;                /* per node: it holds a loop to split off, so the host steers it */
  bool needs_environment;       /* data must outlive one kernel */
  bool only_tiles;              /* the region stays as it is, unless its one kernel runs tile by tile */
  bool environment_for_tiles;   /* there is an environment for that alone, and not for readers */
  enum pointer_kind *pointers;  /* per variable */
  const char **map_texts;       /* per map item of the region: what a clause says of it */
  unsigned *users;              /* per variable: kernels that use it, two for one in a host loop */
  unsigned host_loops;          /* around the directive that is being made */
  const char *device_argument;  /* of the device clause, for all but a combined loop; NULL: none */
  const char *device_clause;    /* `device(...)` for every directive, or NULL */
  const char *if_argument;      /* text of the region's if condition, evaluated once, or NULL */
  bool deferred;                /* nowait: the region is a task, and its steps are a chain of tasks */
  unsigned bounds;              /* of map items that are held in constants */
  unsigned conditions;          /* how many the device is asked for */
  unsigned overlap_reason;      /* what is to be said of copies beside kernels, behind all else; 0: nothing */
  const char *overlap_words;
  const char *task_clauses;     /* nowait and depend for every kernel, or NULL */
  const char *end_clauses;      /* likewise for the data environment; NULL if it is a block */
};

/* Notes a remark with the text of reason CODE about NAME (may be NULL) at OFFSET. */
void note(struct planner *planner, unsigned code, uint32_t offset, const char *name);

/* Notes reason CODE and gives the region up. Only the first refusal is kept. Returns false. */
bool refuse(struct planner *planner, unsigned code, uint32_t offset, const char *name);

/* Whether one more decision is within bisect=; counts it if so. */
bool decide(struct planner *planner);

const struct cleave_node *node_at(const struct planner *planner, uint32_t node);
const struct cleave_variable *variable_at(const struct planner *planner, uint32_t variable);
const char *text_of(const struct planner *planner, struct cleave_range range);

/* Whether the region's directive stands over one loop nest, as `target parallel for`: only the directive
 * can change. */
bool is_combined_loop(const struct cleave_region *region);

/* An array of constant size or a record, but for a lambda object that every kernel copies. */
bool is_aggregate(const struct cleave_variable *variable);

/* An integer or floating-point number: what one assignment copies. */
bool is_scalar(const struct cleave_variable *variable);

/* for, while, do: what break and continue speak of. */
bool is_loop_statement(const struct cleave_node *node);

/* A name that no variable of the region has, WANTED if possible. */
const char *unique_name(struct planner *planner, const char *wanted);

/* Whether the word NAME stands in the text of RANGE, or in a macro invoked there, whatever it means. */
bool range_mentions(const struct planner *planner, struct cleave_range range, const char *name);

/* Where the line of OFFSET begins, or the first of the lines that continuations make one of. */
uint32_t line_begin(const struct planner *planner, uint32_t offset);

/* Whether OFFSET stands in a preprocessing directive. */
bool is_on_directive(const struct planner *planner, uint32_t offset);

/* Whether VARIABLE is listed in CLAUSE. */
bool clause_lists(const struct cleave_clause *clause, uint32_t variable);

/* Whether a clause of KIND among those of the LOOP NODE lists VARIABLE. */
bool loop_lists(const struct cleave_node *node, enum cleave_clause_kind kind, uint32_t variable);

/* Whether the LOOP NODE gives each thread a VARIABLE of its own, so that writes to it do not reach
 * the variable of the region: private, firstprivate, linear, reduction, lastprivate. */
bool is_private_in_loop(const struct cleave_node *node, uint32_t variable);

/* Whether the end of the LOOP NODE writes VARIABLE of the region: reduction, lastprivate, linear. */
bool is_result_of_loop(const struct cleave_node *node, uint32_t variable);

/* How the region uses VARIABLE itself: as cleave_region_uses at the root, less what loops do with
 * private copies of it. */
uint32_t flowing_uses(const struct planner *planner, uint32_t variable);

/* legality.c: refuses regions that no step below could carry over. */
bool check_region(struct planner *planner);
bool check_tree(struct planner *planner);

/* steering.c: fills steered: everything around a loop that is split off, and every break and continue
 * of a host loop. Returns whether there is a loop to split off at all. */
bool find_steered(struct planner *planner);

/* placement.c: fills placements. */
bool place_variables(struct planner *planner);
/* Whether the host can execute NODE and all below it with the same outcome. */
bool host_can_execute(const struct planner *planner, uint32_t node);
/* Whether the host can evaluate an initializer with the same outcome. */
bool host_can_initialize(const struct planner *planner, const struct cleave_declarator *declarator);
/* Why the host does not execute the siblings FIRST to LAST: the first obstacle, in words. */
const char *why_not_on_host(const struct planner *planner, uint32_t first, uint32_t last);
/* Whether the host knows the value of VARIABLE at any time between the steps. */
bool host_knows(const struct planner *planner, uint32_t variable);

/* serial.c: the construct for the serial statements FIRST to LAST, siblings: the directive without its
 * data clauses. */
const char *serial_construct(const struct planner *planner, uint32_t first, uint32_t last);
/* Likewise for the evaluation of a condition. */
const char *condition_construct(const struct cleave_expression *condition);

/* widening.c */
/* Whether NAME is a mathematical function of the C library: these neither synchronize nor ask where
 * they run. */
bool is_mathematical(const char *name);
/* Whether LOOP may run on the whole device; notes why not, or that it does. */
/* PARALLEL: the node of the parallel construct around a `for`, or NULL. */
bool may_widen(struct planner *planner, uint32_t loop, const struct cleave_node *parallel);

/* steps.c: builds plan->root. */
bool build_steps(struct planner *planner);

/* conditions.c */
/* Whether the host comes to the same value of what steers NODE, or of a PART of it, as the device. Else
 * *REASON says why not, about *NAME at *OFFSET. */
bool host_can_steer(const struct planner *planner, const struct cleave_use *uses, size_t use_count,
                    const struct cleave_fact *facts, size_t fact_count, unsigned *reason,
                    const char **name, uint32_t *offset);
/* Makes STEP, of a node whose condition only the device can evaluate, ask the device for it; refuses the
 * region if that is not possible. */
bool ask_device(struct planner *planner, struct cleave_step *step, enum execution execution);

/* tasks.c: nowait and depend of the region. */
bool check_task_clauses(struct planner *planner);
/* What becomes of them, when it is settled what becomes of the region. Before make_directives. */
bool make_tasks(struct planner *planner);

/* shadows.c: variables from outside that the region must not change; before make_directives. */
bool add_shadows(struct planner *planner);
/* Whether the host can hold a copy of the array or record VARIABLE. */
bool can_shadow_aggregate(const struct planner *planner, uint32_t variable);

/* pointers.c: fills pointers; before check_region. */
void classify_pointers(struct planner *planner);
/* The only map item of VARIABLE, its number in *INDEX, or NULL if there is none or more than one. */
const struct cleave_map_item *only_item(const struct planner *planner, uint32_t variable,
                                        size_t *index);
/* Whether a variable of the region has the name of another one: clauses name it. */
bool is_hidden(const struct planner *planner, uint32_t variable);
/* The list item that makes a kernel translate the DERIVED pointer VARIABLE. */
const char *derived_item(const struct planner *planner, uint32_t variable);

/* bounds.c: fills map_texts; before make_directives. */
bool prepare_maps(struct planner *planner);
/* Whether what USES says of may have another value when the region has run. */
bool may_change(const struct planner *planner, const struct cleave_use *uses, size_t count);

/* disjoint.c: the kernels that get a second version; after make_environment. */
void add_disjoint_versions(struct planner *planner, struct cleave_step *step);
/* The memory that accesses based on VARIABLE may use, as what its one list item names; false if that is not
 * known. */
bool find_memory(struct planner *planner, uint32_t variable, struct cleave_object *object);

/* Whether macros of the user's are written out in RANGE: host and device may have other expansions,
 * and compare what is inserted. */
bool has_expansions(const struct cleave_unit *unit, struct cleave_range range);

/* lastprivate.c: loops whose directive is combined with target. */
/* Whether clang loses the value that a clause of the region gives a variable at the end. */
bool loses_results(struct planner *planner);
/* Makes STEP, the region's kernel whose directive is there, keep it; refuses if that cannot be. */
bool keep_results(struct planner *planner, struct cleave_step *step);
/* The plan of a region that changes in nothing else. */
bool plan_results(struct planner *planner);

/* maps.c */
/* The map type that the implicit rule gives VARIABLE, an array or a record: one that is const is only
 * sent. */
enum cleave_map_type implicit_map_type(const struct cleave_variable *variable);

/* tiles_alone.c */
/* Plans a region that changes in nothing but that its one kernel, the steps are there, runs tile by tile. False:
 * it does not, and the plan is what it was. */
bool plan_tiles_alone(struct planner *planner);
/* Likewise one whose directive is `target teams distribute parallel for`. */
bool plan_teams_loop(struct planner *planner);
/* What keeps a region of one kernel from getting an environment for the tiles of that, in words; or NULL. */
const char *environment_obstacle(const struct planner *planner);

/* directives.c */
/* Makes what every directive of the plan repeats of the region: device and if. Before build_steps. */
void prepare_shared_clauses(struct planner *planner);
/* The data environment of the variables a declaration moves to the host, if the device writes any. */
void make_local_environment(struct planner *planner, struct cleave_step *declaration);
/* The directives of STEP and all below it; BEFORE is the sibling in front of it, or NULL. After it is
 * settled whether the region needs a data environment. */
bool make_directives(struct planner *planner, struct cleave_step *step,
                     const struct cleave_step *before);
/* The data environment around the region. */
bool make_environment(struct planner *planner);
#endif
