/* FILE: lib/transfers/transfers.h
 * WHAT: which copies between host and device a region needs, and between which of its kernels they may happen.
 *
 * The map clauses apply to the region as a whole. Its plan nodes show which kernel reads and which writes each
 * mapped object. This analysis derives for each object
 *   - unnecessary copies: an object that no kernel writes is not copied to the host, and an object that is
 *     overwritten before it is read is not copied to the device. The plan then uses a map type that copies less.
 *     Presence and reference counts do not change;
 *   - a schedule: the stage before which the object must be on the device, and the stage after which it is final.
 * transfer_plan.c is the entry point. The other files contain the proofs and the forms of the schedule:
 *   access_summaries.c  which plan node may read and write which object, through which name
 *   coverage.c          when a kernel overwrites a whole object
 *   needs.c             which copies are needed
 *   stages.c            when they may happen
 *   chunks.c            which loops access an object in consecutive chunks, one for each iteration
 *   tile_analysis.c     which kernels run tile by tile; a tile is a range of iterations
 *   device_partition.c  which of these kernels several devices may share
 *   engine_form.c, openmp_form.c  the schedule as calls of the engine, and as OpenMP directives
 *
 * The unit's arena owns all results. One thread plans a region. Obstacles become remarks; there are no errors.
 */
#ifndef CLEAVE_TRANSFERS_TRANSFERS_H
#define CLEAVE_TRANSFERS_TRANSFERS_H

#include "model/plan.h"

struct planner;

#define CLEAVE_NO_STAGE UINT32_MAX

/* One mapped object: a variable, or an array section of a map item. */
struct cleave_transfer {
  uint32_t variable;
  uint32_t item;                /* in region->maps; CLEAVE_NO_ITEM: the implicit rule maps the variable */
  enum cleave_map_type written; /* the map type in the source */
  enum cleave_map_type needed;  /* the map type in the plan */
  /* false: the plan copies it as the source says. For example: `always`, `present`, a member of a record, an object
   * that several items name. */
  bool is_known;
  /* Indices of stages, or CLEAVE_NO_STAGE. A copy to the device ends before first_use. A copy to the host may begin
   * after last_write. The device storage may be freed after last_use. */
  uint32_t first_use, last_use, last_write;
  /* The same under the assumption that no two objects share storage, which OpenMP 5.1 requires (2.21.7.1,
   * Restrictions). Generated code that uses these must check the assumption at run time. */
  uint32_t first_use_apart, last_use_apart, last_write_apart;
};

struct cleave_transfers {
  /* The stages in execution order: kernels, serial kernels, and outermost loops and branches of the host. A loop or
   * branch is one stage, with all kernels in it. */
  const struct cleave_plan_node **stages;
  size_t stage_count;
  struct cleave_transfer *objects; /* in the order in which they are mapped */
  size_t object_count;
};

/* Analyzes the plan nodes, and sets plan->transfers, plan->outer_environment and the forms of the schedule. Emits a
 * remark for each copy that it removes. Call it after the plan nodes are built and before their directives. */
void cleave_transfers_plan(struct planner *planner);

/* Returns the map type in PLAN for ITEM of VARIABLE (CLEAVE_NO_ITEM: the implicit map). TYPE: that in the source. */
enum cleave_map_type cleave_transfers_type(const struct cleave_plan *plan, uint32_t variable, uint32_t item,
                                           enum cleave_map_type type);

/* Returns the schedule of OBJECT as text for a remark; NULL if OBJECT is not copied. */
const char *cleave_transfers_words(const struct cleave_unit *unit, const struct cleave_plan *plan,
                                   const struct cleave_transfer *object);

#endif
