/* FILE: lib/transfers/transfers_internal.h
 * WHAT: declarations that the files of lib/transfers share while they analyze one region. Not for use
 *       outside.
 */
#ifndef CLEAVE_TRANSFERS_TRANSFERS_INTERNAL_H
#define CLEAVE_TRANSFERS_TRANSFERS_INTERNAL_H

#include "polyhedral/access_relation.h"
#include "planner/planner.h"
#include "transfers/transfers.h"

/* The facts that the phases find about one object. */
struct object {
  struct cleave_transfer *transfer;
  bool is_exposed;         /* other names than its own may lead to its storage */
  uint64_t order;          /* of its entry among those of the data environment */
  bool read_old;           /* some plan node may read values that earlier plan nodes have not written */
  bool written;            /* some plan node may write it */
  bool overwritten;        /* some kernel certainly writes all of it; needs.c tracks the state over time */
  uint32_t overwritten_at; /* the offset of that write */
  bool *guards;            /* per variable: the facts hold only if this one is not negative */
};

struct analysis {
  struct planner *planner;
  struct cleave_transfers *transfers;
  struct object *objects; /* one for each of transfers->objects */
  size_t object_count;
  uint32_t *object_of;   /* per variable: its object, if it is known; else CLEAVE_NO_VARIABLE */
  unsigned host_control; /* loops and branches of the host around the current plan node */
};

/* The memory that a plan node may read and write. */
struct access_summary {
  bool *reads, *writes; /* per variable: the variable itself, or the memory of its pointer or array */
  bool is_described;    /* model/affine.h lists all accesses */
  bool is_opaque;       /* it may also read and write any object under another name */
};

/* Whether an access under the name of a variable may be to a given object. */
enum alias_result {
  NO_ALIAS,   /* it never is */
  MUST_ALIAS, /* the name is the object's own */
  MAY_ALIAS   /* it may be */
};

/* Whether a map TYPE copies to the device, or back. */
static inline bool sends(enum cleave_map_type type) {
  return type == CLEAVE_MAP_TO || type == CLEAVE_MAP_TOFROM;
}

static inline bool fetches(enum cleave_map_type type) {
  return type == CLEAVE_MAP_FROM || type == CLEAVE_MAP_TOFROM;
}

/* access_summaries.c */
void find_objects(struct analysis *analysis);
struct access_summary new_access_summary(const struct analysis *analysis);
void add_plan_node(const struct analysis *analysis, struct access_summary *summary,
                   const struct cleave_plan_node *plan_node);
void add_expression(const struct analysis *analysis, struct access_summary *summary,
                    const struct cleave_source_expression *expression);
enum alias_result alias_of(const struct analysis *analysis, const struct access_summary *summary,
                           uint32_t variable, const struct object *object);

/* coverage.c */
/* Whether each iteration of the loop reads only elements of VARIABLE that it has written before. */
bool reads_only_own(const struct cleave_loop_model *model, uint32_t variable);
/* Whether the loop writes each element that TRANSFER maps, provided that no variable marked in GUARDS (per
 * variable) is negative. *OFFSET: the offset of the write. */
bool overwrites(const struct cleave_loop_model *model, const struct cleave_transfer *transfer, bool *guards,
                uint32_t *offset);

/* chunks.c */
/* Iteration i of the outermost associated loop accesses only [stride * i + base, stride * (i + 1) + base) of
 * the first subscript of an object. The unit is an element of the declared type, or, if there are rows, the
 * product of all rows[] elements. */
struct chunk {
  int64_t stride; /* above 0 */
  struct cleave_polynomial base;
  struct cleave_polynomial rows[CLEAVE_MOST_SUBSCRIPTS];
  size_t row_count;
};
/* Whether all accesses of LOOP to VARIABLE are in such chunks. If not, *OFFSET is the first access that is
 * not. */
bool find_chunks(const struct cleave_loop_model *model, uint32_t variable, struct chunk *chunk,
                 uint32_t *offset);

/* stages.c */
void add_stage(struct analysis *analysis, const struct cleave_plan_node *plan_node);
/* Notes that the current stage uses OBJECT. BY_OTHER: under the name of another object of the list, if both
 * share storage. */
void add_use(struct analysis *analysis, struct object *object, bool writes, bool by_other);

/* needs.c */
/* Visits the plan nodes in order and sets the facts about objects, and the stages, in ANALYSIS. */
void find_needs(struct analysis *analysis);
/* Gives each object the map type with the fewest copies that it needs, and emits remarks. */
void decide_types(struct analysis *analysis);
/* Where the region's text first names the object, for remarks. */
uint32_t offset_of(const struct planner *planner, const struct cleave_transfer *transfer);

/* tile_analysis.c */
/* Decides which kernels run tile by tile. It may find that the region needs a data environment for that. */
void plan_tiles(struct analysis *analysis);
/* Emits the remark that no loop of the region runs tile by tile because of OBSTACLE, if the user requested
 * several devices. */
void plan_no_tiles(struct planner *planner, const char *obstacle);

/* device_partition.c */
/* Sets in TILING, for a loop with the accesses of SUMMARY, that several devices may share its tiles; or
 * returns why they may not, in words. */
const char *spread_tiles(struct analysis *analysis, const struct access_summary *summary,
                         struct cleave_tiling *tiling);

/* engine_form.c */
/* Why no statements can be inserted before the stages and around the data environment, in words; NULL: they
 * can. */
const char *overlap_obstacle(const struct analysis *analysis);
/* Which copies can overlap kernels in the compiled form, in words; NULL: none. */
const char *overlapping_words(const struct analysis *analysis);
/* Sets plan->engine, if the engine gets a schedule. */
void make_engine_form(struct analysis *analysis);

/* openmp_form.c */
/* Whether handing the copy of object number OBJECT to another thread takes longer than the copy. */
bool is_small(const struct analysis *analysis, size_t object);
/* Sets plan->openmp, if the schedule needs OpenMP directives. */
void make_openmp_form(struct analysis *analysis);

#endif
