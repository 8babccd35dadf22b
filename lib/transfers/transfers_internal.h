/* FILE: lib/transfers/transfers_internal.h
 * WHAT: what the files of lib/transfers share while they look at one region. Not for use outside.
 */
#ifndef CLEAVE_TRANSFERS_TRANSFERS_INTERNAL_H
#define CLEAVE_TRANSFERS_TRANSFERS_INTERNAL_H

#include "polyhedral/access_relation.h"
#include "planner/planner.h"
#include "transfers/transfers.h"

/* What is found out about one object on the way through the steps. */
struct object {
  struct cleave_transfer *transfer;
  bool is_exposed;         /* other names than its own may lead to its storage */
  uint64_t order;          /* of its entry among those of the data environment */
  bool read_old;           /* some plan node may read what the plan nodes before it have not written */
  bool written;            /* some plan node may write it */
  bool overwritten;        /* some kernel certainly writes all of it; for the state in time see needs.c */
  uint32_t overwritten_at; /* where */
  bool *guards;            /* per variable: what is said of it rests on this one not being negative */
};

struct analysis {
  struct planner *planner;
  struct cleave_transfers *transfers;
  struct object *objects; /* one for each of transfers->objects */
  size_t object_count;
  uint32_t *object_of;   /* per variable: its object, if it is known; else CLEAVE_NO_VARIABLE */
  unsigned host_control; /* loops and branches of the host around the plan node at hand */
};

/* The memory that a plan node may read and write. */
struct access_summary {
  bool *reads, *writes; /* per variable: the variable itself, or what its pointer or array leads to */
  bool is_described;    /* model/affine.h lists all accesses */
  bool is_opaque;       /* it may also read and write any object under another name */
};

/* Whether an access under the name of a variable may be to an object. */
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
void add_condition(const struct analysis *analysis, struct access_summary *summary,
                   const struct cleave_plan_node *plan_node);
enum alias_result alias_of(const struct analysis *analysis, const struct access_summary *summary,
                           uint32_t variable, const struct object *object);

/* coverage.c */
/* Whether the loop reads elements of VARIABLE, and each iteration only such that it has written before. */
bool reads_only_own(const struct cleave_loop_model *model, uint32_t variable);
/* Whether the loop writes each element of what TRANSFER maps, as long as no variable that is marked in
 * GUARDS (per variable) is negative. *OFFSET: where it writes. */
bool overwrites(const struct cleave_loop_model *model, const struct cleave_transfer *transfer, bool *guards,
                uint32_t *offset);

/* chunks.c */
/* Iteration i of the outermost associated loop touches only [stride * i + base, stride * (i + 1) + base)
 * of the first subscript of an object. What that counts are elements of the object as it is declared, or, if
 * there are rows, as many of them each time as all rows[] multiplied with each other say. */
struct chunk {
  int64_t stride; /* above 0 */
  struct cleave_polynomial base;
  struct cleave_polynomial rows[CLEAVE_MOST_SUBSCRIPTS];
  size_t row_count;
};
/* Whether all that LOOP touches of VARIABLE is such chunks. If not, *OFFSET is where it touches others. */
bool find_chunks(const struct cleave_loop_model *model, uint32_t variable, struct chunk *chunk,
                 uint32_t *offset);
/* The outermost associated loop; CLEAVE_NO_DIMENSION if there is none. */
uint32_t outermost_counter(const struct cleave_loop_accesses *loop);

/* stages.c */
void add_stage(struct analysis *analysis, const struct cleave_plan_node *plan_node);
/* The stage at hand uses OBJECT; BY_OTHER: if it shares storage with another object of the list, by
 * whose name it does. */
void add_use(struct analysis *analysis, struct object *object, bool writes, bool by_other);

/* needs.c */
/* Goes through the plan nodes: finds out what ANALYSIS says of its objects, and the stages. */
void find_needs(struct analysis *analysis);
/* Gives the objects the map types that ask for no copy that nothing needs, and says so. */
void decide_types(struct analysis *analysis);
/* Where the region's text names the object first, for remarks. */
uint32_t offset_of(const struct planner *planner, const struct cleave_transfer *transfer);

/* tile_analysis.c */
/* Decides which kernels run tile by tile. It may find that the region needs a data environment for that. */
void plan_tiles(struct analysis *analysis);
/* No loop of the region runs tile by tile, and why: who asked for several devices is told. */
void plan_no_tiles(struct planner *planner, const char *obstacle);

/* device_partition.c */
/* Sets in TILING, of a loop that does what SUMMARY says, that several devices may share its tiles; or returns why
 * they may not, in words. */
const char *spread_tiles(struct analysis *analysis, const struct access_summary *summary,
                         struct cleave_tiling *tiling);

/* engine_form.c */
/* Why no statements can stand in front of the stages and around the data environment, in words; NULL:
 * they can. */
const char *overlap_obstacle(const struct analysis *analysis);
/* What can be copied while kernels run in the form that is compiled, in words; NULL: nothing can. */
const char *overlapping_words(const struct analysis *analysis);
/* Sets plan->engine, if there is something to say. */
void make_engine_form(struct analysis *analysis);

/* openmp_form.c */
/* Whether handing the copy of object number OBJECT to another thread takes longer than the copy. */
bool is_small(const struct analysis *analysis, size_t object);
/* Sets plan->openmp, if there is something to say. */
void make_openmp_form(struct analysis *analysis);

#endif
