/* FILE: lib/analysis/region_loops.c
 * WHAT: describes the loops of a region.
 */
#include "analysis/analysis_internal.h"
#include "model/sharing.h"

/* A clause that the model has added says what one in the source would. */
static void take_private_clauses(const struct cleave_node *node) {
  for (size_t i = 0; i < node->code->variable_count; i++) {
    Variable *variable = node->code->variables[i];
    if (variable->in_region != CLEAVE_NO_VARIABLE && variable->sharing == CLEAVE_BODY_SHARED &&
        cleave_is_private_in_loop(node, variable->in_region))
      variable->sharing = CLEAVE_BODY_PRIVATE;
  }
}

static void count_elements(const struct cleave_body *body, struct cleave_loop_accesses *loop) {
  if (!loop)
    return;
  loop->knows_elements = body->knows_elements;
  loop->element_count = body->element_count;
}

static bool names_members(const struct cleave_loop_accesses *loop) { return loop && loop->has_members; }

static void describe_node(struct cleave_arena *arena, struct cleave_node *node) {
  struct cleave_obstacle obstacle = {0};
  if (node->code->is_header) {
    node->accesses = cleave_describe_counter(arena, node->code);
  } else if (!node->code->has_directive) {
    node->accesses = cleave_describe_serial_loop(arena, node->code, &obstacle);
    node->scan = cleave_describe_scan(arena, node->code);
    if (names_members(node->scan))
      node->scan = NULL;
  } else {
    take_private_clauses(node);
    node->accesses = cleave_describe_loop(arena, node->code, &obstacle);
    if (!node->accesses) {
      node->headers = cleave_describe_headers(arena, node->code);
      node->atomics = cleave_describe_atomics(arena, node->code);
    }
    if (node->atomics && names_members(node->atomics->accesses))
      node->atomics = NULL;
    node->rows = cleave_describe_rows(arena, node->code);
    count_elements(node->code, node->atomics ? node->atomics->accesses : NULL);
    count_elements(node->code, node->accesses);
    count_elements(node->code, node->headers);
  }
  node->obstacle = obstacle.reason;
  node->obstacle_at = obstacle.offset;
}

void cleave_describe_region(struct cleave_arena *arena, struct cleave_region *region) {
  for (size_t i = 0; i < region->node_count; i++)
    if (region->nodes[i].code)
      describe_node(arena, &region->nodes[i]);
  if (region->members)
    number_members(arena, region);
}
