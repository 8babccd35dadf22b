/* FILE: lib/fission/maps.h
 * WHAT: lists of map clauses under construction. Not for use outside of lib/fission.
 */
#ifndef CLEAVE_FISSION_MAPS_H
#define CLEAVE_FISSION_MAPS_H

#include "fission/fission_internal.h"

struct entry {
  enum cleave_map_type type;   /* in the program: it determines the entry's place among the others */
  enum cleave_map_type needed; /* in the plan: see transfers/transfers.h */
  uint32_t modifiers;          /* CLEAVE_MAP_ENTRY_MODIFIERS */
  const char *mapper;          /* see struct cleave_plan_clause */
  const struct cleave_expression *item;
  uint32_t base;  /* the base variable of an item of the region; else CLEAVE_NO_VARIABLE */
  bool is_member; /* of the base variable */
  bool is_alone;  /* in a clause of its own */
};

struct entries {
  struct cleave_arena *arena;
  struct entry *items;
  size_t count;
};

void add_entry(struct entries *entries, enum cleave_map_type type, uint32_t modifiers,
               const struct cleave_expression *item);
void add_needed_entry(struct entries *entries, enum cleave_map_type type, enum cleave_map_type needed,
                      uint32_t modifiers, const struct cleave_expression *item);
/* Item number INDEX of the region's own map clauses. */
void add_item(struct entries *entries, const struct planner *planner, uint32_t index, uint32_t modifiers);
/* Adds the implicitly mapped variable number INDEX. */
void add_implicit_entry(struct entries *entries, const struct planner *planner, uint32_t index);
/* The same for a kernel inside of the data environment with all items. */
void add_present_item(struct entries *entries, const struct planner *planner, uint32_t index);
void add_present_implicit_entry(struct entries *entries, const struct planner *planner, uint32_t index);

/* Adds the elements of the plan's expansions, which exist on the device only. */
void add_expansions(struct entries *entries, const struct planner *planner);

/* Adds one map clause for all items of one kind, in the order of their first appearance. An item with a
 * smaller type than its kind keeps its place, in a separate clause: see transfers/access_summaries.c, point
 * 2. So does a member after an item with another base variable. */
void add_map_clauses(struct cleave_clauses *clauses, const struct entries *entries);

#endif
