/* FILE: lib/planner/planner.c
 * WHAT: see planner.h.
 */
#include "planner/planner.h"

#include <string.h>

void note(struct planner *planner, unsigned code, uint32_t offset, const char *name) {
  struct cleave_remark remark =
      cleave_reason_remark(planner->arena, code, planner->region_index, offset, name);
  CLEAVE_APPEND(planner->arena, planner->plan->remarks, planner->plan->remark_count, remark);
}

bool refuse(struct planner *planner, unsigned code, uint32_t offset, const char *name) {
  if (!planner->refused) {
    planner->plan->remark_count = 0; /* remarks of the abandoned plan are discarded */
    planner->plan->remarks = NULL;
    note(planner, code, offset, name);
  }
  planner->refused = true;
  return false;
}

bool decide(struct planner *planner) {
  if (planner->options->bisect >= 0 && planner->decisions->made >= planner->options->bisect)
    return false;
  planner->decisions->made++;
  return true;
}

struct attempt begin_attempt(const struct planner *planner) {
  return (struct attempt){*planner, *planner->plan};
}

void undo_attempt(struct planner *planner, const struct attempt *attempt, bool keeps_remarks) {
  struct cleave_plan *plan = planner->plan;
  const struct cleave_plan after = *plan;
  const bool limited = planner->limited;
  *planner = attempt->planner;
  *plan = attempt->plan;
  planner->limited |= limited;
  if (keeps_remarks) {
    plan->remarks = after.remarks;
    plan->remark_count = after.remark_count;
  }
}

const struct cleave_node *node_at(const struct planner *planner, uint32_t node) {
  return &planner->region->nodes[node];
}

const struct cleave_variable *variable_at(const struct planner *planner, uint32_t variable) {
  return &planner->region->variables[variable];
}

const char *text_of(const struct planner *planner, struct cleave_range range) {
  return cleave_unit_text(planner->unit, range);
}

bool is_on_directive(const struct planner *planner, uint32_t offset) {
  return cleave_unit_is_on_directive(planner->unit, offset);
}

uint32_t flowing_uses(const struct planner *planner, uint32_t variable) {
  return cleave_region_flowing_uses(planner->region, variable);
}

bool is_combined_loop(const struct cleave_region *region) {
  return region->node_count && region->nodes[0].kind == CLEAVE_NODE_LOOP &&
         region->nodes[0].directive.begin == region->directive.begin;
}

bool holds_one_loop(const struct cleave_region *region) {
  uint32_t at = region->node_count ? 0 : CLEAVE_NO_NODE;
  while (at != CLEAVE_NO_NODE && region->nodes[at].next == CLEAVE_NO_NODE &&
         (region->nodes[at].kind == CLEAVE_NODE_COMPOUND || region->nodes[at].kind == CLEAVE_NODE_TEAMS ||
          region->nodes[at].kind == CLEAVE_NODE_PARALLEL))
    at = region->nodes[at].first_child;
  return at != CLEAVE_NO_NODE && region->nodes[at].next == CLEAVE_NO_NODE &&
         region->nodes[at].kind == CLEAVE_NODE_LOOP;
}

bool is_aggregate(const struct cleave_variable *variable) {
  return (variable->type_class == CLEAVE_TYPE_ARRAY || variable->type_class == CLEAVE_TYPE_RECORD) &&
         !variable->is_closure;
}

bool is_scalar(const struct cleave_variable *variable) {
  return variable->type_class == CLEAVE_TYPE_INTEGER || variable->type_class == CLEAVE_TYPE_FLOATING;
}

bool is_owned(const struct cleave_variable *variable) {
  return variable->sharing == CLEAVE_SHARING_INSIDE || variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE ||
         variable->sharing == CLEAVE_SHARING_PRIVATE;
}

bool host_knows(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  return is_scalar(variable) && is_owned(variable) && planner->placements[index] != ON_DEVICE;
}

static bool has_default(const struct cleave_clause *clauses, size_t count) {
  return cleave_clauses_bound(clauses, count, CLEAVE_BOUNDS_NAMES);
}

bool lists_every_variable(const struct planner *planner, uint32_t loop) {
  bool lists = has_default(planner->region->clauses, planner->region->clause_count);
  for (uint32_t at = loop; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    lists |= has_default(node_at(planner, at)->clauses, node_at(planner, at)->clause_count);
  return lists;
}

bool is_loop_statement(const struct cleave_node *node) {
  return node->kind == CLEAVE_NODE_FOR || node->kind == CLEAVE_NODE_WHILE || node->kind == CLEAVE_NODE_DO;
}

const char *new_name(struct planner *planner, const char *word) {
  const struct cleave_unit *unit = planner->unit;
  const char *name = cleave_arena_format(planner->arena, "cleave_%s", word);
  for (size_t i = 0; i < unit->name_count; i++)
    if (!strcmp(unit->names[i], name))
      return new_name(planner, cleave_arena_format(planner->arena, "%s_", word));
  return name;
}

bool has_expansions(const struct cleave_unit *unit, struct cleave_range range) {
  for (size_t i = 0; i < unit->substitution_count; i++)
    if (unit->substitutions[i].written.begin < range.end && range.begin < unit->substitutions[i].written.end)
      return true;
  return false;
}
