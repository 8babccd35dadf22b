/* FILE: lib/environments/obstacles.c
 * WHAT: what keeps an object out of an environment around given statements.
 */
#include <string.h>

#include "environments/analysis.h"

/* Whether control may leave SPAN in other ways than by its end. */
static bool leaves(const struct analysis *analysis, struct span span) {
  for (uint32_t i = span.first; i < end_of(analysis, span.last); i++) {
    const struct cleave_host_node *node = host_node(analysis, i);
    if (node->flags & CLEAVE_HOST_UNWINDS || (node->flags & CLEAVE_HOST_LEAVES && !node->in_callee))
      return true;
    uint32_t loop = i;
    while (loop != CLEAVE_NO_NODE && host_node(analysis, loop)->kind != CLEAVE_HOST_LOOP)
      loop = host_node(analysis, loop)->parent;
    if (node->flags & CLEAVE_HOST_JUMPS && (loop == CLEAVE_NO_NODE || !is_inside(analysis, span, loop)))
      return true;
  }
  return false;
}

/* Whether control may reach the end of SPAN. Clang 19 cannot generate `target data` without an end. */
static bool ends(const struct analysis *analysis, struct span span) {
  for (uint32_t node = span.first;; node = host_node(analysis, node)->next) {
    if (!completes(analysis, node))
      return false;
    if (node == span.last)
      return true;
  }
}

static bool is_excluded(const struct analysis *analysis, const struct cleave_host_node *node) {
  if (node->region == CLEAVE_NO_REGION)
    return true;
  const struct cleave_region *region = &analysis->unit->regions[node->region];
  return region->hints & CLEAVE_HINT_ENVIRONMENT_OFF || cleave_options_skips(analysis->options, region->line);
}

/* The flags of calls that end the program, but after which code may use OBJECT: the environment does not end then, so the host would
 * not have the values of the device. After exit, handlers and destructors of static objects run, also those of another
 * translation unit. After abort, a handler of the signal runs. A closed program has no handler. */
static unsigned ends_before_use(const struct analysis *analysis, const struct object *object) {
  struct cleave_memory *memory = analysis->function->memory;
  const bool exposed = cleave_cell_is_exposed(memory, object->cell);
  if (exposed && !analysis->closed)
    return CLEAVE_HOST_EXITS | CLEAVE_HOST_ABORTS;
  return (exposed && analysis->function->has_exit_code) || cleave_cell_has_escaped(memory, object->cell)
             ? CLEAVE_HOST_EXITS
             : 0;
}

/* The obstacles that a single statement of the span is, or a directive of the user anywhere in the function. */
static bool check_statements(const struct analysis *analysis, struct span span, struct object *object) {
  struct cleave_memory *memory = analysis->function->memory;
  const bool exposed = cleave_cell_is_exposed(memory, object->cell) && !analysis->closed;
  const unsigned ending = ends_before_use(analysis, object);
  if (analysis->function->is_interrupted && cleave_cell_is_exposed(memory, object->cell))
    return fail(object, CLEAVE_REASON_OUTSIDE_CALL, CLEAVE_NO_NODE);
  for (uint32_t i = 0; i < analysis->function->node_count; i++) {
    const struct cleave_host_node *node = host_node(analysis, i);
    const bool inside = is_inside(analysis, span, i);
    if (inside && exposed && node->flags & CLEAVE_HOST_UNKNOWN_CALL)
      return fail(object, CLEAVE_REASON_OUTSIDE_CALL, i);
    if (inside && node->flags & ending)
      return fail(object, CLEAVE_REASON_OUTSIDE_CONTROL, i);
    if (inside && node->flags & CLEAVE_HOST_DEVICE_STATE)
      return fail(object, CLEAVE_REASON_OUTSIDE_CLAUSE, i);
    const bool surrounds = i < span.first && span.first < end_of(analysis, i);
    for (size_t k = 0; surrounds && k < node->item_count; k++)
      if (touches(analysis, object, node->items[k].cell))
        return fail(object, CLEAVE_REASON_OUTSIDE_MANAGED, i);
    for (size_t e = 0; e < node->event_count; e++) {
      if (!touches(analysis, object, node->events[e].cell))
        continue;
      if (node->flags & CLEAVE_HOST_MANAGES_DATA)
        return fail(object, CLEAVE_REASON_OUTSIDE_MANAGED, i);
      if (inside && node->flags & CLEAVE_HOST_IMPLICIT)
        return fail(object, CLEAVE_REASON_OUTSIDE_HOST_USE, i);
      if (inside && node->flags & CLEAVE_HOST_FREES && node->events[e].writes)
        return fail(object, CLEAVE_REASON_OUTSIDE_POINTER, i);
    }
  }
  return true;
}

static bool is_returned(const struct cleave_host_item *item) {
  return item->type == CLEAVE_MAP_FROM || item->type == CLEAVE_MAP_TOFROM;
}

/* Whether host code in the `target data` construct NODE may assign a pointer that NODE maps OBJECT by. */
static bool exchanges(const struct analysis *analysis, const struct cleave_host_node *node,
                      const struct object *object) {
  struct cleave_memory *memory = analysis->function->memory;
  const uint32_t begin = (uint32_t)(node - analysis->function->nodes);
  for (uint32_t i = begin; i < end_of(analysis, begin); i++)
    for (size_t c = 0; c < host_node(analysis, i)->copy_count; c++) {
      const struct cleave_host_copy *copy = &host_node(analysis, i)->copies[c];
      bool maps =
          !copy->to && cleave_cell_class(memory, cleave_cell_pointee(memory, copy->cell)) == object->cell;
      for (size_t k = 0; k < node->item_count; k++) {
        const struct cleave_host_value *base = node->items[k].base;
        const bool is_of_object = cleave_cell_class(memory, node->items[k].cell) == object->cell;
        maps |= is_of_object && base && base->cell != CLEAVE_NO_CELL &&
                copies_to(analysis, copy, base->cell) &&
                (!copy->to || cleave_host_equal(copy->to, base) ||
                 cleave_cell_class(memory, copy->cell) != cleave_cell_class(memory, base->cell));
      }
      if (maps)
        return true;
    }
  return false;
}

/* Whether NODE, a region or the `target data` construct around it, copies back what EVENT, in a kernel, writes; what it writes to a
 * scratch array need not be. Without a known pointer, it has to be all that NODE maps of the object. */
static bool is_kept(const struct analysis *analysis, struct span span, const struct cleave_host_node *node,
                    const struct cleave_host_event *event, const struct object *object) {
  bool found = false, all = true, named = true;
  for (size_t k = 0; k < node->item_count; k++) {
    const struct cleave_host_item *item = &node->items[k];
    if (cleave_cell_class(analysis->function->memory, item->cell) != object->cell)
      continue;
    const bool kept = is_returned(item) || is_scratch(analysis, span, object, item->base);
    all &= kept;
    if (event->base && cleave_host_equal(item->base, event->base)) {
      found = true;
      named &= kept;
    }
  }
  found &= node->kind != CLEAVE_HOST_DATA || !exchanges(analysis, node, object);
  return found ? named : all;
}

static bool has_base(const struct cleave_host_node *node, const struct cleave_host_item *item) {
  for (size_t k = 0; k < node->item_count; k++)
    if (item->base && !item->other && !node->items[k].other &&
        cleave_host_equal(node->items[k].base, item->base))
      return true;
  return false;
}

/* The obstacles in the map clauses of NODE, a region or a `target data` construct. DATA: the outermost such construct around it that
 * maps the object; its reference count decides, so that constructs in it must map the same (OpenMP 5.1, 2.21.7.1). */
static bool check_items(const struct analysis *analysis, struct span span, struct object *object,
                        uint32_t node, uint32_t data) {
  const struct cleave_host_node *here = host_node(analysis, node);
  const double times = frequency(analysis, node) / frequency(analysis, span.first);
  for (size_t k = 0; k < here->item_count; k++) {
    const struct cleave_host_item *item = &here->items[k];
    const uint32_t cell = cleave_cell_class(analysis->function->memory, item->cell);
    if (cell != object->cell && touches(analysis, object, cell))
      return fail(object, CLEAVE_REASON_OUTSIDE_NAME, node);
    if (cell != object->cell)
      continue;
    const bool is_inner = data != CLEAVE_NO_NODE && data != node;
    if (!item->is_plain || !here->is_plain || (is_inner && !has_base(host_node(analysis, data), item)))
      return fail(object, CLEAVE_REASON_OUTSIDE_CLAUSE, node);
    if (!is_inner)
      object->copies += times * ((item->type != CLEAVE_MAP_ALLOC) + (item->type == CLEAVE_MAP_TOFROM));
  }
  return true;
}

/* The obstacles in the regions, and `target data` constructs, that use the object. Host code in such a construct has values that
 * differ from those on the device: it must not access the object. */
static bool check_regions(const struct analysis *analysis, struct span span, struct object *object) {
  for (uint32_t i = span.first; i < end_of(analysis, span.last); i++) {
    const struct cleave_host_node *node = host_node(analysis, i);
    const uint32_t data = data_construct_of(analysis, span.first, i, object->cell);
    if (!check_items(analysis, span, object, i, data))
      return false;
    const struct cleave_host_node *mapping = data == CLEAVE_NO_NODE ? node : host_node(analysis, data);
    bool uses = maps_class(analysis, i, object->cell);
    for (size_t e = 0; e < node->event_count; e++) {
      const struct cleave_host_event *event = &node->events[e];
      if (!touches(analysis, object, event->cell))
        continue;
      if (node->kind != CLEAVE_HOST_REGION && data != CLEAVE_NO_NODE)
        return fail(object, CLEAVE_REASON_OUTSIDE_MANAGED, i);
      if (node->kind != CLEAVE_HOST_REGION)
        continue;
      uses = true;
      /* Without the environment, the device's value would be lost. */
      if (!maps_class(analysis, (uint32_t)(mapping - analysis->function->nodes), object->cell) ||
          (event->writes && !is_kept(analysis, span, mapping, event, object)))
        return fail(object, CLEAVE_REASON_OUTSIDE_CLAUSE, i);
    }
    if (node->kind == CLEAVE_HOST_REGION && uses && (!node->is_plain || is_excluded(analysis, node)))
      return fail(object, CLEAVE_REASON_OUTSIDE_CLAUSE, i);
  }
  return true;
}

/* Whether PART can be named: the name of an accessor is new. */
static bool has_free_name(void *context, const struct cleave_host_value *part) {
  const struct analysis *analysis = context;
  if (!part->is_hidden)
    return true;
  const char *name = cleave_host_accessor(analysis->arena, part);
  for (size_t i = 0; i < analysis->unit->name_count; i++)
    if (!strcmp(analysis->unit->names[i], name))
      return false;
  return true;
}

/* Whether a list item for NAME can be written in the function. A pointer that is no variable needs a copy. */
static bool is_expressible(const struct analysis *analysis, const struct named *name) {
  const struct cleave_host_item *section = &name->section;
  const struct cleave_host_value *const values[] = {name->base, section->first, section->length,
                                                    section->inner[0], section->inner[1]};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (values[i] && (!cleave_host_expression(analysis->arena, analysis->function, values[i]) ||
                      !cleave_host_visit(values[i], has_free_name, (void *)analysis)))
      return false;
  if (name->base->kind != CLEAVE_HOST_VARIABLE || name->is_exchanged)
    return section->pointer_type && name->has_section && !section->inner_count;
  return !name->has_section ||
         analysis->function->variables[name->base->variable].dimensions == 1 + section->inner_count;
}

bool check_object(const struct analysis *analysis, struct span span, struct object *object) {
  if (leaves(analysis, span) || !ends(analysis, span))
    return fail(object, CLEAVE_REASON_OUTSIDE_CONTROL, CLEAVE_NO_NODE);
  if (!check_statements(analysis, span, object) || !check_regions(analysis, span, object) ||
      !find_names(analysis, span, object) || !place_updates(analysis, span, object))
    return false;
  for (size_t i = 0; i < object->name_count; i++)
    if (!is_expressible(analysis, &object->names[i]))
      return fail(object, CLEAVE_REASON_OUTSIDE_NAME, CLEAVE_NO_NODE);
  object->needs_guard = !analysis->closed && cleave_cell_is_exposed(analysis->function->memory, object->cell);
  return true;
}
