/* FILE: lib/environments/memory_demand.c
 * WHAT: the memory of the device that an environment needs, as a condition of the compiled program.
 *
 * Without the environment, a region needs memory for its own objects only. With it, all objects of the environment are on
 * the device while a region runs, and the other objects of that region as well. The condition therefore lists both. The
 * sum of the other objects is an upper bound of what one region needs. Records, and elements of arrays, count nothing.
 */
#include "abi/entry_points.h"
#include "environments/analysis.h"

void demand_memory(struct memory_demand *demand, const struct cleave_expression *address,
                   const struct cleave_expression *bytes) {
  CLEAVE_APPEND(demand->analysis->arena, demand->objects, demand->count, ((struct demanded){address, bytes}));
}

void demand_except(struct memory_demand *demand, uint32_t cell) {
  CLEAVE_APPEND(demand->analysis->arena, demand->excepted, demand->excepted_count, cell);
}

const struct cleave_expression *section_bytes(const struct analysis *analysis,
                                              const struct cleave_expression *base,
                                              const struct cleave_host_item *section) {
  struct cleave_arena *arena = analysis->arena;
  if (!section->has_section)
    return cleave_make_unary(arena, CLEAVE_SIZEOF, base);
  const struct cleave_expression *length = cleave_host_expression(arena, analysis->function, section->length);
  return cleave_make_binary(
      arena, CLEAVE_MULTIPLY,
      cleave_make_cast(arena, CLEAVE_TYPE_SIZE, cleave_make_parentheses(arena, length)),
      cleave_make_unary(arena, CLEAVE_SIZEOF, cleave_make_unary(arena, CLEAVE_DEREFERENCE, base)));
}

static bool is_excepted(const struct memory_demand *demand, uint32_t cell) {
  for (size_t i = 0; i < demand->excepted_count; i++)
    if (demand->excepted[i] == cell)
      return true;
  return false;
}

/* Whether an earlier item of the span has the class and the length of the item K of NODE. */
static bool is_repeated(const struct memory_demand *demand, uint32_t node, size_t k) {
  const struct analysis *analysis = demand->analysis;
  const struct cleave_host_item *item = &host_node(analysis, node)->items[k];
  for (uint32_t i = demand->span.first; i <= node; i++)
    for (size_t j = 0; j < host_node(analysis, i)->item_count && (i < node || j < k); j++) {
      const struct cleave_host_item *other = &host_node(analysis, i)->items[j];
      if (cleave_cell_class(analysis->function->memory, other->cell) ==
              cleave_cell_class(analysis->function->memory, item->cell) &&
          other->has_section == item->has_section && cleave_host_equal(other->length, item->length) &&
          cleave_host_equal(other->base, item->base))
        return true;
    }
  return false;
}

/* Adds the objects of regions that are in no environment. Returns false if the size of one is not known. */
static bool add_others(struct memory_demand *demand) {
  const struct analysis *analysis = demand->analysis;
  bool known = true;
  for (uint32_t i = demand->span.first; i < end_of(analysis, demand->span.last); i++) {
    const struct cleave_host_node *node = host_node(analysis, i);
    for (size_t k = 0; k < node->item_count; k++) {
      const struct cleave_host_item *item = &node->items[k];
      const bool is_large = item->has_section || item->base;
      if (!is_large || is_excepted(demand, cleave_cell_class(analysis->function->memory, item->cell)) ||
          is_repeated(demand, i, k))
        continue;
      if (is_extent_known(analysis, demand->span, item) && demand->count < CLEAVE_MOST_ENVIRONMENT_OBJECTS)
        demand_memory(demand, NULL,
                      section_bytes(analysis,
                                    cleave_host_expression(analysis->arena, analysis->function, item->base),
                                    item));
      else
        known = false;
    }
  }
  return known;
}

const struct cleave_expression *fits_memory(struct memory_demand *demand) {
  struct cleave_arena *arena = demand->analysis->arena;
  const bool known = add_others(demand);
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_ENVIRONMENT_FITS);
  cleave_add_device_argument(arena, call, NULL);
  cleave_add_number(arena, call, (int64_t)demand->count | (known ? 0 : CLEAVE_UNKNOWN_OBJECTS));
  for (size_t i = 0; i < demand->count; i++) {
    const struct demanded *it = &demand->objects[i];
    cleave_add_memory(arena, call,
                      it->address ? it->address : cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 0),
                      it->bytes);
  }
  return cleave_make_binary(arena, CLEAVE_AND, cleave_make_function(arena, call->function), call);
}
