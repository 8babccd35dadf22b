/* FILE: lib/transfers/stages.c
 * WHAT: between which stages of a region its objects may be copied.
 *
 * Stages run as a whole, one after the other. A stage is a kernel, or an outermost loop or branch of the host
 * with all the kernels in it. Within a loop of the host, each plan node runs both before and after each other
 * one. So only the loop as a whole has a schedule: a transfer would have to happen once, and the loop has
 * many iterations. An object that is sent must be on the device before the first stage that uses it, even if
 * that stage only writes it: the transfer would overwrite the result. An object that is copied back is final
 * after the last stage that may write it. Stages that read it may run meanwhile.
 */
#include "model/arena.h"
#include "transfers/transfers_internal.h"

void add_stage(struct analysis *analysis, const struct cleave_plan_node *plan_node) {
  struct cleave_transfers *transfers = analysis->transfers;
  CLEAVE_APPEND(analysis->planner->arena, transfers->stages, transfers->stage_count, plan_node);
}

void add_use(struct analysis *analysis, struct object *object, bool writes, bool by_other) {
  struct cleave_transfer *transfer = object->transfer;
  const uint32_t stage = (uint32_t)analysis->transfers->stage_count - 1;
  if (!by_other && transfer->first_use_apart == CLEAVE_NO_STAGE)
    transfer->first_use_apart = stage;
  if (!by_other)
    transfer->last_use_apart = stage;
  if (!by_other && writes)
    transfer->last_write_apart = stage;
  if (transfer->first_use == CLEAVE_NO_STAGE)
    transfer->first_use = stage;
  transfer->last_use = stage;
  if (writes)
    transfer->last_write = stage;
}

static const char *stage_name(const struct cleave_unit *unit, const struct cleave_plan *plan,
                              uint32_t stage) {
  const struct cleave_plan_node *plan_node = plan->transfers->stages[stage];
  const struct cleave_node *node = &plan->region->nodes[plan_node->node];
  const char *kind = plan_node->kind != CLEAVE_PLAN_CONTROL ? "kernel"
                     : node->kind == CLEAVE_NODE_IF         ? "branch"
                                                            : "loop";
  return cleave_arena_format(unit->arena, "the %s on line %u", kind,
                             cleave_unit_line(unit, node->range.begin));
}

const char *cleave_transfers_words(const struct cleave_unit *unit, const struct cleave_plan *plan,
                                   const struct cleave_transfer *object) {
  const char *name = plan->region->variables[object->variable].name;
  const bool there = object->needed == CLEAVE_MAP_TO || object->needed == CLEAVE_MAP_TOFROM;
  const bool back = object->needed == CLEAVE_MAP_FROM || object->needed == CLEAVE_MAP_TOFROM;
  if (!object->is_known || object->first_use == CLEAVE_NO_STAGE)
    return NULL;
  const char *first = stage_name(unit, plan, object->first_use);
  if (!back || object->last_write == CLEAVE_NO_STAGE)
    return there ? cleave_arena_format(unit->arena, "'%s' must be on the device before %s", name, first)
                 : NULL;
  const char *last = stage_name(unit, plan, object->last_write);
  return there
             ? cleave_arena_format(unit->arena, "'%s' must be on the device before %s, and is final after %s",
                                   name, first, last)
             : cleave_arena_format(unit->arena, "'%s' is final after %s", name, last);
}
