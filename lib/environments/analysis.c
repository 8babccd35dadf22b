/* FILE: lib/environments/analysis.c
 * WHAT: see analysis.h.
 */
#include "environments/analysis.h"

const struct cleave_host_node *host_node(const struct analysis *analysis, uint32_t node) {
  return &analysis->function->nodes[node];
}

uint32_t end_of(const struct analysis *analysis, uint32_t node) {
  const struct cleave_host_function *function = analysis->function;
  for (; node != CLEAVE_NO_NODE; node = function->nodes[node].parent)
    if (function->nodes[node].next != CLEAVE_NO_NODE)
      return function->nodes[node].next;
  return (uint32_t)function->node_count;
}

bool is_inside(const struct analysis *analysis, struct span span, uint32_t node) {
  return node >= span.first && node < end_of(analysis, span.last);
}

double frequency(const struct analysis *analysis, uint32_t node) {
  double times = 1;
  for (uint32_t outer = host_node(analysis, node)->parent; outer != CLEAVE_NO_NODE;
       outer = host_node(analysis, outer)->parent)
    times *= host_node(analysis, outer)->kind == CLEAVE_HOST_LOOP     ? 8
             : host_node(analysis, outer)->kind == CLEAVE_HOST_BRANCH ? 0.25
                                                                      : 1;
  return times;
}

bool runs_always(const struct analysis *analysis, uint32_t node) {
  for (uint32_t at = node; at != CLEAVE_NO_NODE; at = host_node(analysis, at)->parent)
    if (host_node(analysis, at)->kind == CLEAVE_HOST_BRANCH ||
        host_node(analysis, at)->kind == CLEAVE_HOST_OPAQUE)
      return false;
  return true;
}

bool maps_class(const struct analysis *analysis, uint32_t node, uint32_t cell) {
  const struct cleave_host_node *here = host_node(analysis, node);
  for (size_t k = 0; k < here->item_count; k++)
    if (cleave_cell_class(analysis->function->memory, here->items[k].cell) == cell)
      return true;
  return false;
}

uint32_t data_construct_of(const struct analysis *analysis, uint32_t first, uint32_t node, uint32_t cell) {
  uint32_t found = CLEAVE_NO_NODE;
  for (; node != CLEAVE_NO_NODE && node >= first; node = host_node(analysis, node)->parent)
    if (host_node(analysis, node)->kind == CLEAVE_HOST_DATA && maps_class(analysis, node, cell))
      found = node;
  return found;
}

/* Whether a construct that runs maps memory of both classes: then they have no storage in common (OpenMP 5.1, 2.21.7.1). That says
 * nothing of the other objects of a class. */
static bool are_mapped_together(const struct analysis *analysis, uint32_t left, uint32_t right) {
  if (!cleave_cell_is_one_object(analysis->function->memory, left) ||
      !cleave_cell_is_one_object(analysis->function->memory, right))
    return false;
  for (uint32_t i = 0; i < analysis->function->node_count; i++)
    if (maps_class(analysis, i, left) && maps_class(analysis, i, right) && runs_always(analysis, i))
      return true;
  return false;
}

/* The calls of a function say what its parameters lead to, but not where an unknown address comes from. A construct that maps two
 * items says nothing of a class that is unknown: the address of the other item may be in it at another time. */
bool may_overlap(const struct analysis *analysis, uint32_t left, uint32_t right) {
  struct cleave_memory *memory = analysis->function->memory;
  if (cleave_cell_may_be_same(memory, left, right))
    return true;
  if (analysis->closed || !cleave_cell_may_overlap(memory, left, right) ||
      (analysis->contexts && !overlap_in_contexts(analysis->contexts, left, right)))
    return false;
  return !are_mapped_together(analysis, left, right);
}

bool copies_to(const struct analysis *analysis, const struct cleave_host_copy *copy, uint32_t cell) {
  const uint32_t left = cleave_cell_class(analysis->function->memory, copy->cell);
  const uint32_t right = cleave_cell_class(analysis->function->memory, cell);
  return left == right || may_overlap(analysis, left, right);
}

bool is_in_header(const struct analysis *analysis, uint32_t child) {
  return host_node(analysis, child)->callee || host_node(analysis, child)->flags & CLEAVE_HOST_IMPLICIT;
}

uint32_t loop_body(const struct analysis *analysis, uint32_t loop) {
  uint32_t child = host_node(analysis, loop)->first_child;
  while (child != CLEAVE_NO_NODE && is_in_header(analysis, child))
    child = host_node(analysis, child)->next;
  return child;
}

static bool children_complete(const struct analysis *analysis, uint32_t node) {
  for (uint32_t child = host_node(analysis, node)->first_child; child != CLEAVE_NO_NODE;
       child = host_node(analysis, child)->next)
    if (!completes(analysis, child))
      return false;
  return true;
}

bool completes(const struct analysis *analysis, uint32_t node) {
  const struct cleave_host_node *here = host_node(analysis, node);
  if (here->flags & CLEAVE_HOST_ENDLESS)
    return false;
  switch (here->kind) {
  case CLEAVE_HOST_LOOP: /* its body may run zero times */
  case CLEAVE_HOST_BRANCH: {
    unsigned branches = 0, complete = 0;
    for (uint32_t child = here->first_child; child != CLEAVE_NO_NODE;
         child = host_node(analysis, child)->next)
      if (!is_in_header(analysis, child)) {
        branches++;
        complete += completes(analysis, child);
      } else if (!completes(analysis, child)) {
        return false;
      }
    return here->kind == CLEAVE_HOST_LOOP || branches < 2 || complete;
  }
  case CLEAVE_HOST_BLOCK:
  case CLEAVE_HOST_STATEMENT:
  case CLEAVE_HOST_REGION:
  case CLEAVE_HOST_DATA:
  case CLEAVE_HOST_OPAQUE:
    break;
  }
  return children_complete(analysis, node);
}

bool touches(const struct analysis *analysis, const struct object *object, uint32_t cell) {
  cell = cleave_cell_class(analysis->function->memory, cell);
  return cleave_cell_contains(analysis->function->memory, object->cell, cell) ||
         cleave_cell_contains(analysis->function->memory, cell, object->cell) ||
         may_overlap(analysis, object->cell, cell);
}

bool writes_to(const struct analysis *analysis, const struct cleave_host_event *event, uint32_t cell) {
  struct cleave_memory *memory = analysis->function->memory;
  return event->writes && (cleave_cell_contains(memory, event->cell, cell) ||
                           cleave_cell_may_be_same(memory, event->cell, cell));
}

bool is_scratch(const struct analysis *analysis, struct span span, const struct object *object,
                const struct cleave_host_value *base) {
  for (uint32_t i = span.first; i < end_of(analysis, span.last); i++)
    for (size_t k = 0; k < host_node(analysis, i)->item_count; k++) {
      const struct cleave_host_item *item = &host_node(analysis, i)->items[k];
      if (cleave_cell_class(analysis->function->memory, item->cell) == object->cell &&
          (!base || !item->base || item->other || cleave_host_equal(item->base, base)) &&
          item->type != CLEAVE_MAP_ALLOC)
        return false;
    }
  return true;
}

bool fail(struct object *object, unsigned code, uint32_t where) {
  if (!object->obstacle) {
    object->obstacle = code;
    object->where = where;
  }
  return false;
}
