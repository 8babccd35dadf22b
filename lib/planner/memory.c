/* FILE: lib/planner/memory.c
 * WHAT: how a region maps a variable, and the memory that its list item in the map clauses names.
 */
#include <string.h>

#include "planner/planner.h"

/* Copying it back could hit read-only memory. */
enum cleave_map_type implicit_map_type(const struct cleave_variable *variable) {
  return variable->is_const ? CLEAVE_MAP_TO : CLEAVE_MAP_TOFROM;
}

const struct cleave_map_item *only_item(const struct planner *planner, uint32_t variable, size_t *index) {
  const struct cleave_map_item *found = NULL;
  if (variable_at(planner, variable)->is_member) {
    *index = variable_at(planner, variable)->member_map;
    return *index == CLEAVE_NO_MAP ? NULL : &planner->region->maps[*index];
  }
  for (size_t i = 0; i < planner->region->map_count; i++) {
    if (planner->region->maps[i].variable != variable)
      continue;
    if (found)
      return NULL;
    found = &planner->region->maps[i];
    *index = i;
  }
  return found;
}

bool is_hidden(const struct planner *planner, uint32_t variable) {
  for (uint32_t i = 0; i < planner->region->variable_count; i++)
    if (i != variable && !strcmp(variable_at(planner, i)->name, variable_at(planner, variable)->name))
      return true;
  return false;
}

const struct cleave_bound *item_bound(const struct cleave_map_item *item, enum cleave_bound_kind kind,
                                      uint32_t dimension) {
  for (size_t i = 0; i < item->bound_count; i++)
    if (item->bounds[i].kind == kind && item->bounds[i].dimension == dimension)
      return &item->bounds[i];
  return NULL;
}

const struct cleave_expression *bound_value(const struct planner *planner, size_t item,
                                            const struct cleave_bound *bound) {
  const struct cleave_expression *held =
      planner->held_bounds[item][bound - planner->region->maps[item].bounds];
  return held ? held : cleave_make_source(planner->arena, bound->range);
}

const struct cleave_expression *variable_value(const struct planner *planner, uint32_t variable) {
  return cleave_make_variable(planner->arena, variable_at(planner, variable));
}

const struct cleave_expression *mapped_item(const struct planner *planner, uint32_t variable, uint32_t item) {
  return item == CLEAVE_NO_ITEM ? variable_value(planner, variable) : planner->map_items[item];
}

/* The only item of VARIABLE that names no member; NULL: there is another number. Items with members map other memory. */
static const struct cleave_map_item *only_section(const struct planner *planner, uint32_t variable,
                                                  size_t *index) {
  const struct cleave_map_item *found = NULL;
  for (size_t i = 0; i < planner->region->map_count; i++) {
    const struct cleave_map_item *item = &planner->region->maps[i];
    if (item->variable != variable || item->flags & CLEAVE_MAP_MEMBER)
      continue;
    if (found)
      return NULL;
    found = item;
    *index = i;
  }
  return found;
}

/* The section `name[first:length]` or `name[first]` of map item NUMBER, in whole elements of the outermost
 * dimension. The other dimensions begin at 0. */
static bool read_section(struct planner *planner, size_t number, struct cleave_object *object) {
  const struct cleave_map_item *item = &planner->region->maps[number];
  const struct cleave_bound *subscript = item_bound(item, CLEAVE_BOUND_SUBSCRIPT, 0),
                            *first = subscript ? subscript : item_bound(item, CLEAVE_BOUND_FIRST, 0),
                            *length = item_bound(item, CLEAVE_BOUND_LENGTH, 0);
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *base = object->address, *size;
  if (!item->dimension_count || (!subscript && !length))
    return false; /* without a length: up to the end */
  for (size_t i = 0; i < item->bound_count; i++)
    if (item->bounds[i].dimension && item->bounds[i].kind != CLEAVE_BOUND_LENGTH && !item->bounds[i].is_zero)
      return false;
  if (first && !first->is_zero)
    object->address = cleave_make_unary(
        arena, CLEAVE_ADDRESS_OF, cleave_make_subscript(arena, base, bound_value(planner, number, first)));
  size = cleave_make_unary(arena, CLEAVE_SIZEOF, cleave_make_unary(arena, CLEAVE_DEREFERENCE, base));
  object->bytes =
      length ? cleave_make_binary(arena, CLEAVE_MULTIPLY, size,
                                  cleave_make_parentheses(arena, bound_value(planner, number, length)))
             : size;
  return true;
}

/* The object that INDEX names: a number, a record, the referent of a reference, or that of a member function. */
static bool find_object(struct planner *planner, uint32_t index, struct cleave_object *object) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const struct cleave_expression *name = object->address;
  if (!cleave_variable_is_mapped_object(planner->region, index) || is_hidden(planner, index) ||
      (variable->sharing == CLEAVE_SHARING_DECLARE_TARGET && variable->is_reference))
    return false;
  if (variable->is_this)
    object->bytes = cleave_make_unary(planner->arena, CLEAVE_SIZEOF,
                                      cleave_make_unary(planner->arena, CLEAVE_DEREFERENCE, name));
  else
    object->address = cleave_make_unary(planner->arena, CLEAVE_ADDRESS_OF, name);
  if (variable->sharing == CLEAVE_SHARING_DECLARE_TARGET) { /* the whole of it is present */
    const struct cleave_memory_bound first = {0};
    object->kind = CLEAVE_MEMORY_PRESENT;
    CLEAVE_APPEND(planner->arena, object->bounds, object->bound_count, first);
  }
  return true;
}

/* FOR_GUARD: see find_compared_memory. */
static bool find_mapped(struct planner *planner, uint32_t index, bool for_guard,
                        struct cleave_object *object) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const bool pointer = variable->type_class == CLEAVE_TYPE_POINTER;
  const bool array = variable->type_class == CLEAVE_TYPE_ARRAY || variable->type_class == CLEAVE_TYPE_VLA;
  object->variable = index;
  object->address = variable_value(planner, index);
  object->bytes = cleave_make_unary(planner->arena, CLEAVE_SIZEOF, object->address);
  if (variable->is_this || variable->is_reference || (!pointer && !array))
    return for_guard && find_object(planner, index, object);
  if (variable->is_thread_local || variable->is_structured_binding_or_capture ||
      variable->may_be_partly_present || is_hidden(planner, index) ||
      planner->pointers[index].kind != POINTER_UNCHANGED ||
      (pointer && flowing_uses(planner, index) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS)))
    return false;
  if (array && (planner->placements[index] == ON_DEVICE || variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP))
    return true;
  /* Accesses may leave the mapped section under unified shared memory, but no array (C11 6.5.6). */
  if (planner->unit->unified_shared_memory)
    return array && variable->sharing == CLEAVE_SHARING_MAPPED;
  size_t number = 0;
  const struct cleave_map_item *item = for_guard && !variable->is_member
                                           ? only_section(planner, index, &number)
                                           : only_item(planner, index, &number);
  if (variable->sharing != CLEAVE_SHARING_MAPPED || !item ||
      (!variable->is_member && item->flags & CLEAVE_MAP_MEMBER) ||
      item->flags & (CLEAVE_MAP_MAPPER | CLEAVE_MAP_SIDE_EFFECTS | CLEAVE_MAP_BRANCHES))
    return false;
  return item->flags & CLEAVE_MAP_WHOLE ? array : read_section(planner, number, object);
}

bool find_memory(struct planner *planner, uint32_t variable, struct cleave_object *object) {
  return find_mapped(planner, variable, false, object);
}

bool find_compared_memory(struct planner *planner, uint32_t variable, struct cleave_object *object) {
  return find_mapped(planner, variable, true, object);
}
