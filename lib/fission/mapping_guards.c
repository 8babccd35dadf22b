/* FILE: lib/fission/mapping_guards.c
 * WHAT: the generated variables of mapped versions, and the conditions under which they run.
 */
#include "fission/mapping_internal.h"

void name_variables(struct planner *planner, struct cleave_mapping *mapping) {
  mapping->span_name = new_name(planner, "span");
  mapping->thread_name = new_name(planner, "thread");
  mapping->position_name = new_name(planner, "position");
  mapping->lanes_name = new_name(planner, "lanes");
  mapping->skew_name = new_name(planner, "skew");
  mapping->width_name = new_name(planner, "width");
  mapping->columns_name = new_name(planner, "columns");
  for (size_t i = 0; i < mapping->loop_count; i++) {
    mapping->loops[i].first_name = new_name(planner, cleave_arena_format(planner->arena, "first_%zu", i));
    mapping->loops[i].count_name = new_name(planner, cleave_arena_format(planner->arena, "count_%zu", i));
  }
}

const struct cleave_expression *span_of_mapping(struct planner *planner, const struct cleave_mapping *mapping,
                                                const struct target_clauses *clauses, int64_t properties) {
  struct cleave_expression *call = cleave_make_call(planner->arena, CLEAVE_CALL_MAPPING_SPAN);
  cleave_add_device_argument(planner->arena, call, clauses->device);
  cleave_add_number(planner->arena, call, properties);
  cleave_add_number(planner->arena, call, (int64_t)mapping->walk);
  cleave_add_number(planner->arena, call, (int64_t)mapping->loop_count);
  for (size_t i = 0; i < mapping->loop_count; i++)
    cleave_add_argument(planner->arena, call, mapping->loops[i].count);
  return call;
}

const struct cleave_expression *guard_of_mapping(struct planner *planner,
                                                 const struct cleave_loop_model *model,
                                                 const struct cleave_mapping *mapping,
                                                 const struct target_clauses *clauses,
                                                 const struct cleave_expression *ranges) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *guard = guard_of_call(planner, clauses, mapping->span);
  const struct cleave_expression *small = symbols_are_small(planner, model);
  if (small)
    guard = cleave_make_binary(arena, CLEAVE_AND, small, guard);
  if (ranges)
    guard = cleave_make_binary(arena, CLEAVE_AND, guard, ranges);
  if (mapping->disjoint)
    guard = cleave_make_binary(arena, CLEAVE_AND, guard, disjoint_guard(planner, mapping->disjoint, clauses));
  return guard;
}
