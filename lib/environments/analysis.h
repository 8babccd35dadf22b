/* FILE: lib/environments/analysis.h
 * WHAT: the state of one function while its environments are planned, and the queries that the files of this folder
 *       share. Not for use in other folders.
 */
#ifndef CLEAVE_ENVIRONMENTS_ANALYSIS_H
#define CLEAVE_ENVIRONMENTS_ANALYSIS_H

#include "model/environment_plan.h"
#include "model/host_code.h"
#include "model/options.h"
#include "environments/contexts.h"
#include "environments/values.h"
#include "model/arena.h"
#include "model/reasons.h"

/* A range of statements of one block. */
struct span {
  uint32_t first, last;
};

/* A pointer or array that names an object at the begin of a span. */
struct named {
  const struct cleave_host_value *base;
  struct cleave_host_item section; /* its bounds, and the type of a pointer */
  bool has_section;
  bool is_mapped;    /* by a region; false: only the source of a copy */
  bool is_exchanged; /* a statement of the span may assign the pointer */
};

/* Lengths of sections that an environment requires to be equal. */
struct length_pair {
  const struct cleave_host_value *left, *right;
};

/* The memory of one class that regions of a span map. */
struct object {
  uint32_t cell;
  uint32_t region_node; /* the first that maps it */
  unsigned executions;  /* of statements that launch regions that map it; 2 in a loop */
  uint32_t launcher;    /* the last such statement */
  const char *name;     /* for messages */
  struct named *names;
  size_t name_count;
  bool needs_entry, needs_exit, needs_guard;
  unsigned obstacle; /* a reason code, 0: none */
  uint32_t where;    /* the node of the obstacle; CLEAVE_NO_NODE: none */
  struct update *updates;
  size_t update_count;
  bool may_compare; /* sections may differ: the environment compares their lengths when it begins */
  struct length_pair *comparisons;
  size_t comparison_count;
  double copies; /* of the program without the environment, weighted by loops */
};

/* An update of `object` before or after `node`. */
struct update {
  uint32_t node;
  bool after;
  const struct cleave_host_value *base; /* NULL: all that the object has */
};

struct analysis {
  const struct cleave_unit *unit;
  const struct cleave_host_function *function;
  const struct cleave_options *options;
  struct cleave_arena *arena;
  bool closed;                     /* no unknown code runs before or during the function */
  const struct contexts *contexts; /* NULL: calls are unknown */
  const bool *launches;            /* per node: it contains a region */
};

/* Whether CHILD, of a loop or a branch, is a function that the condition calls, or code that runs implicitly: no body and no branch. */
bool is_in_header(const struct analysis *analysis, uint32_t child);
/* CLEAVE_NO_NODE if the body has no node of its own. */
uint32_t loop_body(const struct analysis *analysis, uint32_t loop);

const struct cleave_host_node *host_node(const struct analysis *analysis, uint32_t node);
/* The node after NODE and its descendants in the order of the list. */
uint32_t end_of(const struct analysis *analysis, uint32_t node);
bool is_inside(const struct analysis *analysis, struct span span, uint32_t node);
/* How often NODE runs for one run of the span: a guess. A loop counts 8 times, a branch a quarter. */
double frequency(const struct analysis *analysis, uint32_t node);
/* Whether NODE is in no branch, so that it runs if the loops around it have iterations. */
bool runs_always(const struct analysis *analysis, uint32_t node);
/* Whether an access to CELL may access memory of OBJECT. */
bool touches(const struct analysis *analysis, const struct object *object, uint32_t cell);
/* Whether two different classes may have storage in common. */
bool may_overlap(const struct analysis *analysis, uint32_t left, uint32_t right);
/* Whether COPY may assign the pointer CELL. */
bool copies_to(const struct analysis *analysis, const struct cleave_host_copy *copy, uint32_t cell);
/* Whether control may reach the end of NODE. */
bool completes(const struct analysis *analysis, uint32_t node);
/* Whether EVENT writes CELL, or a record or an array that contains it. */
bool writes_to(const struct analysis *analysis, const struct cleave_host_event *event, uint32_t cell);
/* Whether the regions of SPAN only allocate what BASE names of OBJECT, or all of OBJECT if BASE is NULL: nothing is copied,
 * and each region begins with undefined values. */
bool is_scratch(const struct analysis *analysis, struct span span, const struct object *object,
                const struct cleave_host_value *base);
/* Whether a clause of NODE, a region or a `target data` construct, maps memory of the class CELL. */
bool maps_class(const struct analysis *analysis, uint32_t node, uint32_t cell);
/* The outermost `target data` construct from the node FIRST on that contains NODE, or is it, and maps memory of the class
 * CELL. CLEAVE_NO_NODE: none. */
uint32_t data_construct_of(const struct analysis *analysis, uint32_t first, uint32_t node, uint32_t cell);
/* Notes an obstacle, and the node that is one or CLEAVE_NO_NODE; the first one counts. Returns false. */
bool fail(struct object *object, unsigned code, uint32_t where);

/* obstacles.c: finds the names of OBJECT and places its updates in SPAN; or finds its obstacle and returns false. */
bool check_object(const struct analysis *analysis, struct span span, struct object *object);

/* object_names.c: finds the names of OBJECT at the begin of SPAN, or its obstacle. */
bool find_names(const struct analysis *analysis, struct span span, struct object *object);

/* object_names.c: whether the number of bytes of ITEM, of a region in SPAN, can be computed at the begin of SPAN. */
bool is_extent_known(const struct analysis *analysis, struct span span, const struct cleave_host_item *item);

/* memory_demand.c: the memory that an environment of SPAN, and the regions in it, need on the device. */
struct memory_demand {
  const struct analysis *analysis;
  struct span span;
  struct demanded {
    const struct cleave_expression *address,
        *bytes; /* address: NULL for an object that is not in the environment */
  } *objects;
  size_t count;
  uint32_t *excepted; /* classes of objects that are in this or an enclosing environment */
  size_t excepted_count;
};
void demand_memory(struct memory_demand *demand, const struct cleave_expression *address,
                   const struct cleave_expression *bytes);
void demand_except(struct memory_demand *demand, uint32_t cell);
/* The condition that libcleave finds enough memory for DEMAND and the other objects of the regions. False without libcleave. */
const struct cleave_expression *fits_memory(struct memory_demand *demand);
/* The number of bytes of SECTION of BASE. */
const struct cleave_expression *section_bytes(const struct analysis *analysis,
                                              const struct cleave_expression *base,
                                              const struct cleave_host_item *section);

/* coherence.c: places the updates of OBJECT in SPAN, or finds its obstacle. */
bool place_updates(const struct analysis *analysis, struct span span, struct object *object);

#endif
