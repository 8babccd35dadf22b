/* FILE: lib/fission/conditions.c
 * WHAT: who evaluates the conditions that steer the kernels.
 *
 * The host launches the kernels, so it must know whether the next one is to run. If a condition depends
 * on values that the host knows, the host evaluates it. If it reads what only the device knows, one
 * thread of the device evaluates it, just where the initial thread did, and its outcome (zero or not, which
 * is all that a condition is: C11 6.8.4, 6.8.5) is copied to a variable of the host:
 *
 *   while (x[0] > e) S    ->   for (;;) { int go; target map(from: go) { go = (x[0] > e) ? 1 : 0; }
 *                                          if (!go) break; S }
 *
 * A `continue` in S goes on with the next evaluation, as before. In a do loop it would pass the
 * condition by, which then stands behind S.
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

/* Memory is spoken of last: which variable it belongs to tells more. */
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

/* Whether a `continue` stands at NODE or below it that belongs to the loop around NODE. */
static bool continues(const struct planner *planner, uint32_t node) {
  if (node_at(planner, node)->kind == CLEAVE_NODE_CONTINUE)
    return true;
  for (uint32_t child = node_at(planner, node)->first_child; child != CLEAVE_NO_NODE;
       child = node_at(planner, child)->next)
    if (!is_loop_statement(node_at(planner, child)) && continues(planner, child))
      return true;
  return false;
}

/* Whether a kernel of one thread can evaluate CONDITION: it only reads, and its text is its own. */
static bool device_can_evaluate(const struct cleave_source_expression *condition) {
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
      /* What a called function does, it does on the device as before. */
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
  /* One may stand inside another, and none hides another. */
  unsigned number = ++planner->conditions;
  plan_node->outcome = new_name(
      planner, number == 1 ? "condition" : cleave_arena_format(planner->arena, "condition_%u", number));
  planner->needs_environment = true;
  return true;
}
