/* FILE: lib/fission/scan_loops.c
 * WHAT: serial loops that may be executed as a scan: the values that they carry. scan_versions.c has the legality argument.
 */
#include "fission/mapping_internal.h"
#include "polyhedral/loop_model.h"

static bool is_plain_number(const struct cleave_variable *variable) {
  return (variable->type_class == CLEAVE_TYPE_INTEGER || variable->type_class == CLEAVE_TYPE_FLOATING) &&
         variable->type && !variable->address_taken && !variable->is_captured && !variable->is_global &&
         !variable->is_const && !variable->is_volatile && !variable->is_atomic &&
         !variable->is_thread_local && !variable->is_reference && !variable->is_lambda_capture &&
         !variable->is_structured_binding_or_capture;
}

/* Sets the type in which VALUE is combined (scan_versions.c, point 6). NAME: its name in messages. Returns an obstacle, or NULL. */
static const char *describe_value(const struct planner *planner, const char *name,
                                  struct cleave_scanned_value *value) {
  const bool is_sum = value->combiner == CLEAVE_COMBINER_ADD || value->combiner == CLEAVE_COMBINER_MULTIPLY;
  value->combined_type = value->type;
  if (value->bytes != 4 && value->bytes != 8)
    return cleave_arena_format(planner->arena, "'%s' has an unsupported type", name);
  if (value->is_floating && !may_reassociate(planner, true))
    return cleave_arena_format(
        planner->arena, "'%s' keeps the order of the source; to permit another one, use reassociate=on",
        name);
  if (!value->is_floating && is_sum) {
    value->combined_type = value->bytes == 8 ? "unsigned long" : "unsigned";
    value->is_unsigned = true;
  }
  return NULL;
}

const char *describe_values(const struct planner *planner, const struct cleave_scan_loop *loop,
                            struct cleave_team_scan *scan) {
  const struct cleave_carried_element *element = loop->element;
  const char *obstacle = NULL;
  if (element) {
    struct cleave_scanned_value value = {.variable = CLEAVE_NO_VARIABLE,
                                         .type = element->type,
                                         .is_floating = element->is_floating,
                                         .is_unsigned = element->is_unsigned,
                                         .bytes = element->bytes,
                                         .combiner = element->combiner};
    obstacle = describe_value(planner, variable_at(planner, element->array)->name, &value);
    CLEAVE_APPEND(planner->arena, scan->values, scan->value_count, value);
  }
  for (size_t i = 0; i < loop->value_count && !obstacle; i++) {
    const struct cleave_variable *variable = variable_at(planner, loop->values[i].variable);
    struct cleave_scanned_value value = {.variable = loop->values[i].variable,
                                         .name = variable->name,
                                         .type = variable->type,
                                         .is_floating = variable->is_floating,
                                         .is_unsigned = variable->is_unsigned,
                                         .bytes = (unsigned)variable->size,
                                         .combiner = loop->values[i].combiner};
    if (!is_plain_number(variable))
      return cleave_arena_format(planner->arena, "'%s' has an unsupported type or another name",
                                 variable->name);
    obstacle = describe_value(planner, variable->name, &value);
    CLEAVE_APPEND(planner->arena, scan->values, scan->value_count, value);
  }
  return scan->value_count > CLEAVE_MOST_REDUCTIONS ? "it has too many carried values" : obstacle;
}

/* Why the values of LOOP are not combined in another order, in words; or NULL. */
static const char *check_values(const struct planner *planner, const struct cleave_scan_loop *loop) {
  struct cleave_team_scan scan = {.loop = loop};
  return describe_values(planner, loop, &scan);
}

/* Whether each iteration reads the element of the array that the iteration before writes, and no other statement of LOOP uses the array. */
static bool carries_element(const struct planner *planner, const struct cleave_loop_accesses *loop) {
  const struct cleave_access *written = NULL, *read = NULL;
  const uint32_t counter = loop->nest[0].dimension;
  struct cleave_polynomial distance;
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (access->variable != loop->scan->element->array)
      continue;
    if (!(access->is_carried || access->writes) || (access->is_carried ? read : written))
      return false;
    *(access->is_carried ? &read : &written) = access;
  }
  if (!written || !read || written->subscript_count != 1 || read->subscript_count != 1 ||
      !subtract(planner->arena, &written->subscripts[0], &read->subscripts[0], &distance) ||
      distance.term_count != 1 || distance.terms[0].factor_count)
    return false;
  const int64_t by = counter_coefficient(loop, &written->subscripts[0], counter),
                step = loop->dimensions[counter].step;
  return by != INT64_MAX && by && distance.terms[0].coefficient % by == 0 &&
         distance.terms[0].coefficient / by == step;
}

static bool has_form(const struct planner *planner, const struct cleave_node *node) {
  return node->kind == CLEAVE_NODE_FOR && node->scan &&
         (!node->scan->scan->only_updates || !node->scan->loop_count) &&
         (!node->scan->scan->element || carries_element(planner, node->scan));
}

bool is_scan_loop(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  const struct cleave_region *region = planner->region;
  const uint32_t forbidden = CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_MAP_OFF | CLEAVE_HINT_SERIAL_HOST;
  return has_form(planner, node) && planner->options->widen && planner->options->map &&
         planner->options->may_call && !(region->hints & forbidden) &&
         !(region->flags & CLEAVE_REGION_SHARED) && !is_in_teams(planner, index) &&
         !check_values(planner, node->scan->scan);
}

void explain_unscanned_loop(struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  const char *obstacle = has_form(planner, node) ? check_values(planner, node->scan->scan) : NULL;
  if (obstacle)
    note_obstacle(planner, CLEAVE_REASON_SERIAL_LOOP_NOT_SCANNED, node, obstacle);
  else
    note_serial_loop(planner, index);
}
