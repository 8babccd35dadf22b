/* FILE: lib/fission/conditions.c
 * WHAT: whether host or device evaluates the conditions that control the kernels.
 *
 * The host launches the kernels, so it needs the outcome of each condition. If a condition depends only on
 * values of the host, the host evaluates it. If it reads values of the device, one thread of the device
 * evaluates it at the same place as the initial thread did. The outcome (zero or not: C11 6.8.4, 6.8.5) is
 * copied to a variable of the host:
 *
 *   while (x[0] > e) S    ->   for (;;) { int go; target map(from: go) { go = (x[0] > e) ? 1 : 0; }
 *                                          if (!go) break; S }
 *
 * A `continue` in S continues with the next evaluation, as before. In a do loop it would skip the condition,
 * which follows S there.
 */
#include <string.h>

#include "fission/fission_internal.h"

static const char *effect_of(enum cleave_fact_kind kind) {
  switch (kind) {
  case CLEAVE_FACT_CALL:
  case CLEAVE_FACT_CALL_VISIBLE:
    return "calls a function";
  case CLEAVE_FACT_FLOAT_ARITHMETIC:
    return "uses floating-point arithmetic";
  default:
    return "does more than compare host values";
  }
}

/* Facts about memory are reported last: the variable that the memory belongs to is a better explanation. */
static bool is_memory(enum cleave_fact_kind kind) {
  return kind == CLEAVE_FACT_INDIRECTION || kind == CLEAVE_FACT_MEMBER;
}

bool host_can_control(const struct planner *planner, const struct cleave_use *uses, size_t use_count,
                      const struct cleave_fact *facts, size_t fact_count, unsigned *reason, const char **name,
                      uint32_t *offset) {
  *reason = CLEAVE_REASON_CONDITION_EFFECTS;
  for (size_t i = 0; i < fact_count; i++)
    if (facts[i].kind != CLEAVE_FACT_MACRO_BOUNDARY && !is_memory(facts[i].kind)) {
      *name = effect_of(facts[i].kind);
      *offset = facts[i].offset;
      return false;
    }
  for (size_t i = 0; i < use_count; i++)
    if (!host_knows(planner, uses[i].variable) ||
        uses[i].flags & ~(uint32_t)(CLEAVE_USE_READ | CLEAVE_USE_WRITE)) {
      *reason = CLEAVE_REASON_CONDITION_ON_DEVICE;
      *name = variable_at(planner, uses[i].variable)->name;
      *offset = uses[i].offset;
      return false;
    }
  for (size_t i = 0; i < fact_count; i++)
    if (is_memory(facts[i].kind)) {
      *name = "reads memory";
      *offset = facts[i].offset;
      return false;
    }
  return true;
}

/* Whether NODE or a node below it is a `continue` of the loop around NODE. */
static bool continues(const struct planner *planner, uint32_t node) {
  if (node_at(planner, node)->kind == CLEAVE_NODE_CONTINUE)
    return true;
  for (uint32_t child = node_at(planner, node)->first_child; child != CLEAVE_NO_NODE;
       child = node_at(planner, child)->next)
    if (!is_loop_statement(node_at(planner, child)) && continues(planner, child))
      return true;
  return false;
}

bool device_can_evaluate(const struct cleave_source_expression *condition) {
  if (condition->range.begin == condition->range.end)
    return false;
  for (size_t i = 0; i < condition->use_count; i++) {
    if (condition->uses[i].flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS | CLEAVE_USE_ELEMENT_WRITE))
      return false;
  }
  for (size_t i = 0; i < condition->fact_count; i++)
    switch (condition->facts[i].kind) {
    case CLEAVE_FACT_INDIRECTION:
    case CLEAVE_FACT_MEMBER:
    case CLEAVE_FACT_FLOAT_ARITHMETIC:
    case CLEAVE_FACT_CALL:
    case CLEAVE_FACT_CALL_VISIBLE:
    case CLEAVE_FACT_INITIAL_DEVICE:
      continue;
    default:
      /* A called function has the same effect on the device as before. */
      if (condition->facts[i].in_callee)
        continue;
      return false;
    }
  return true;
}

bool evaluate_on_device(struct planner *planner, struct cleave_plan_node *plan_node,
                        enum execution execution) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_source_expression *condition = &node->condition;
  unsigned reason;
  const char *name;
  uint32_t offset;
  bool rest_on_host = node->kind != CLEAVE_NODE_FOR ||
                      host_can_control(planner, node->rest.uses, node->rest.use_count, node->rest.facts,
                                       node->rest.fact_count, &reason, &name, &offset);
  bool possible = rest_on_host && execution == ONE_THREAD && !planner->deferred &&
                  device_can_evaluate(condition) &&
                  !(node->kind == CLEAVE_NODE_DO && continues(planner, node->first_child));
  if (!possible) {
    if (rest_on_host)
      host_can_control(planner, node->uses, node->use_count, node->facts, node->fact_count, &reason, &name,
                       &offset);
    return refuse(planner, reason, offset, name);
  }
  /* The variables may be nested, and none may hide another. */
  unsigned number = ++planner->conditions;
  plan_node->outcome = new_name(
      planner, number == 1 ? "condition" : cleave_arena_format(planner->arena, "condition_%u", number));
  planner->needs_environment = true;
  return true;
}
