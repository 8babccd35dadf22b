/* FILE: lib/transfers/transfers.h
 * WHAT: which copies between host and device a region needs, of those that its map clauses ask for, and
 *       between which of its kernels they may happen.
 *
 * The map clauses of a region speak of the region as a whole. Taken apart into plan nodes, it can be seen
 * which plan node reads and which writes what. From this follows, for each mapped object,
 *   - what is not to be copied at all: what no plan node writes needs not come back, and what is overwritten
 *     before it is read needs not be sent. The map type is then a smaller one, and the object is mapped
 *     as before: whether it is present, and how often, does not change;
 *   - a schedule: before which plan node it has to be on the device, and after which it is final.
 * transfer_plan.c is the way through; why it is allowed stands in the files:
 *   access_summaries.c      which plan node may read and write which object, under whatever name
 *   coverage.c  when a kernel overwrites all of an object
 *   needs.c     which copies follow from that
 *   stages.c  when they may happen
 *   chunks.c    which loops go through an object in chunks, one behind the other
 *   tile_analysis.c     which kernels run tile by tile, for that
 *   device_partition.c   which of them several devices may share
 *   engine_form.c, openmp_form.c  how the program says so
 */
#ifndef CLEAVE_TRANSFERS_TRANSFERS_H
#define CLEAVE_TRANSFERS_TRANSFERS_H

#include "model/plan.h"

struct planner;

#define CLEAVE_NO_STAGE UINT32_MAX

/* One mapped object: a variable, or what a section of a pointer or an array names. */
struct cleave_transfer {
  uint32_t variable;
  uint32_t item;                /* in region->maps; CLEAVE_NO_ITEM: the implicit rule maps the variable */
  enum cleave_map_type written; /* the map type of the program */
  enum cleave_map_type needed;  /* the map type of the plan */
  /* false: it is copied as it is written, whatever the plan nodes do: with `always` or `present`, members of
   * records, what more than one item names, and the like. */
  bool is_known;
  /* Indices into the stages; CLEAVE_NO_STAGE where there is none. What is sent must be there before
   * first_use; what comes back may leave after last_write; the storage is free after last_use. */
  uint32_t first_use, last_use, last_write;
  /* The same if no two objects of the list share storage, as OpenMP demands (2.21.7.1, Restrictions):
   * what is done under the name of another one is not done to this one. Who relies on it has to see
   * whether it is so. */
  uint32_t first_use_apart, last_use_apart, last_write_apart;
};

struct cleave_transfers {
  /* What runs one after the other: kernels, serial kernels, and the outermost loops and branches of the
   * host, each of which is one stage with all that is in it. */
  const struct cleave_plan_node **stages;
  size_t stage_count;
  struct cleave_transfer *objects; /* in the order in which they are mapped */
  size_t object_count;
};

/* Analyses the plan nodes of the plan, and sets plan->transfers and plan->outer_environment. Notes what it
 * leaves out. After the plan nodes are built, and before their directives are made. */
void cleave_transfers_plan(struct planner *planner);

/* The map type for ITEM (CLEAVE_NO_ITEM: the implicit map) of VARIABLE, whose own is TYPE. */
enum cleave_map_type cleave_transfers_type(const struct cleave_plan *plan, uint32_t variable, uint32_t item,
                                           enum cleave_map_type type);

/* The schedule of OBJECT in words, or NULL if nothing of it is copied. */
const char *cleave_transfers_words(const struct cleave_unit *unit, const struct cleave_plan *plan,
                                   const struct cleave_transfer *object);

#endif
