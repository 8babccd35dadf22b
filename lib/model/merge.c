/* FILE: lib/model/merge.c
 * WHAT: see merge.h.
 *
 * The text of a template is edited once, so one plan must be valid for all instances. Two regions are merged
 * if their statements and uses are equal. They may differ in these facts, for which a conservative value
 * exists:
 *
 * - A scalar that is an integer in one instance and floating-point in another counts as floating-point: the
 * host never computes such values, and the device can also compute integers.
 * - Floating-point arithmetic in one counts for both.
 * - If the types have different spellings, the spelling is unknown, and no copy is declared.
 * - The argument of a clause is a constant if it is the same one in all instances.
 * - A loop has a body for each instance. Its description is what the descriptions of all of them have in common (lib/analysis).
 */
#include "model/merge.h"

#include <string.h>

#include "model/arena.h"
#include "model/body.h"

static bool same_text(const char *a, const char *b) { return (!a && !b) || (a && b && !strcmp(a, b)); }

static bool same_range(struct cleave_range a, struct cleave_range b) {
  return a.begin == b.begin && a.end == b.end;
}

static bool same_uses(const struct cleave_use *a, size_t a_count, const struct cleave_use *b,
                      size_t b_count) {
  if (a_count != b_count)
    return false;
  for (size_t i = 0; i < a_count; i++)
    if (a[i].variable != b[i].variable || a[i].flags != b[i].flags)
      return false;
  return true;
}

static bool same_indices(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count) {
  return a_count == b_count && (!a_count || !memcmp(a, b, a_count * sizeof *a));
}

static bool has_fact(const struct cleave_fact *facts, size_t count, const struct cleave_fact *fact) {
  for (size_t i = 0; i < count; i++)
    if (facts[i].kind == fact->kind && facts[i].in_callee == fact->in_callee &&
        same_text(facts[i].name, fact->name))
      return true;
  return false;
}

static bool merge_facts(struct cleave_arena *arena, struct cleave_fact **into, size_t *into_count,
                        const struct cleave_fact *from, size_t from_count) {
  for (size_t i = 0; i < *into_count; i++)
    if ((*into)[i].kind != CLEAVE_FACT_FLOAT_ARITHMETIC && !has_fact(from, from_count, &(*into)[i]))
      return false;
  struct cleave_fact *all = cleave_arena_allocate(arena, (*into_count + from_count + 1) * sizeof *all);
  size_t count = *into_count;
  if (count)
    memcpy(all, *into, count * sizeof *all);
  for (size_t i = 0; i < from_count; i++) {
    if (has_fact(all, count, &from[i]))
      continue;
    if (from[i].kind != CLEAVE_FACT_FLOAT_ARITHMETIC)
      return false;
    all[count++] = from[i];
  }
  *into = all;
  *into_count = count;
  return true;
}

static bool is_scalar_class(enum cleave_type_class class) {
  return class == CLEAVE_TYPE_INTEGER || class == CLEAVE_TYPE_FLOATING;
}

static bool merge_variable(struct cleave_variable *into, const struct cleave_variable *from) {
  if (into->type_class != from->type_class) {
    if (!is_scalar_class(into->type_class) || !is_scalar_class(from->type_class))
      return false;
    into->type_class = CLEAVE_TYPE_FLOATING;
  }
  if (!same_text(into->type, from->type))
    into->type = NULL;
  if (!same_text(into->element_type, from->element_type) || !same_text(into->extents, from->extents))
    into->element_type = into->extents = NULL;
  if (!from->size || (into->size && into->size < from->size))
    into->size = from->size;
  into->may_be_partly_present |= from->may_be_partly_present;
  into->has_host_value &= from->has_host_value;
  into->holds_pointers |= from->holds_pointers;
  into->has_default_mapper |= from->has_default_mapper;
  return same_text(into->name, from->name) && into->sharing == from->sharing &&
         into->declared_at == from->declared_at && into->declared_by == from->declared_by &&
         into->is_global == from->is_global && into->is_static_local == from->is_static_local &&
         into->is_thread_local == from->is_thread_local && into->is_const == from->is_const &&
         into->is_volatile == from->is_volatile && into->is_linked == from->is_linked &&
         into->is_atomic == from->is_atomic && into->address_taken == from->address_taken &&
         into->has_destructor_or_constructor == from->has_destructor_or_constructor &&
         into->is_structured_binding_or_capture == from->is_structured_binding_or_capture &&
         into->is_reference == from->is_reference && into->is_this == from->is_this &&
         into->is_lambda_capture == from->is_lambda_capture && into->by_reference == from->by_reference &&
         into->is_closure == from->is_closure && into->is_captured == from->is_captured;
}

static bool same_array_bounds(const struct cleave_array_bound *a, const struct cleave_array_bound *b) {
  return a->is_constant == b->is_constant && a->value == b->value && same_range(a->range, b->range) &&
         same_uses(a->uses, a->use_count, b->uses, b->use_count);
}

static bool same_arrays(const struct cleave_reduced_array *a, const struct cleave_reduced_array *b) {
  if (!a || !b)
    return a == b;
  return same_text(a->type, b->type) && a->bytes == b->bytes && a->is_floating == b->is_floating &&
         a->is_unsigned == b->is_unsigned && same_array_bounds(&a->first, &b->first) &&
         same_array_bounds(&a->length, &b->length) && a->variable == b->variable && a->map == b->map;
}

static bool same_reductions(const struct cleave_clause *a, const struct cleave_clause *b) {
  bool same = a->reduction_count == b->reduction_count;
  for (size_t i = 0; same && i < a->reduction_count; i++)
    same = a->reductions[i].combiner == b->reductions[i].combiner &&
           same_text(a->reductions[i].combination, b->reductions[i].combination) &&
           same_text(a->reductions[i].initializer, b->reductions[i].initializer) &&
           same_text(a->reductions[i].initialization, b->reductions[i].initialization) &&
           a->reductions[i].uses_original == b->reductions[i].uses_original &&
           a->reductions[i].is_variable == b->reductions[i].is_variable &&
           same_arrays(a->reductions[i].array, b->reductions[i].array);
  return same;
}

/* An argument that has other values in other instances is no constant. */
static bool merge_clause(struct cleave_clause *into, const struct cleave_clause *from) {
  const uint32_t constant = CLEAVE_CLAUSE_IS_CONSTANT;
  const bool is_same = into->value == from->value && !((into->flags ^ from->flags) & constant);
  if (into->kind != from->kind || (into->flags | constant) != (from->flags | constant) ||
      !same_range(into->range, from->range) || !same_range(into->argument, from->argument) ||
      into->modifier != from->modifier ||
      !same_indices(into->variables, into->variable_count, from->variables, from->variable_count) ||
      !same_reductions(into, from) || !same_uses(into->uses, into->use_count, from->uses, from->use_count))
    return false;
  if (!is_same) {
    into->flags &= ~constant;
    into->value = 0;
  }
  return true;
}

static bool merge_clauses(struct cleave_clause *into, size_t into_count, const struct cleave_clause *from,
                          size_t from_count) {
  if (into_count != from_count)
    return false;
  for (size_t i = 0; i < into_count; i++)
    if (!merge_clause(&into[i], &from[i]))
      return false;
  return true;
}

static bool same_bounds(const struct cleave_map_item *a, const struct cleave_map_item *b) {
  bool same = a->bound_count == b->bound_count && a->dimension_count == b->dimension_count;
  for (size_t i = 0; same && i < a->bound_count; i++)
    same = same_range(a->bounds[i].range, b->bounds[i].range) && a->bounds[i].kind == b->bounds[i].kind &&
           a->bounds[i].dimension == b->bounds[i].dimension && a->bounds[i].is_zero == b->bounds[i].is_zero &&
           same_text(a->bounds[i].type, b->bounds[i].type) &&
           same_uses(a->bounds[i].uses, a->bounds[i].use_count, b->bounds[i].uses, b->bounds[i].use_count);
  return same;
}

static bool merge_maps(struct cleave_region *a, const struct cleave_region *b) {
  if (a->map_count != b->map_count)
    return false;
  for (size_t i = 0; i < a->map_count; i++)
    if (a->maps[i].variable != b->maps[i].variable || a->maps[i].type != b->maps[i].type ||
        a->maps[i].flags != b->maps[i].flags || !same_text(a->maps[i].mapper, b->maps[i].mapper) ||
        !same_range(a->maps[i].range, b->maps[i].range) ||
        !same_uses(a->maps[i].uses, a->maps[i].use_count, b->maps[i].uses, b->maps[i].use_count))
      return false;
  for (size_t i = 0; i < a->map_count; i++)
    if (!same_bounds(&a->maps[i], &b->maps[i]))
      a->maps[i].bound_count = 0; /* the instances differ in the type of its value */
  return true;
}

static bool merge_expression(struct cleave_arena *arena, struct cleave_source_expression *into,
                             const struct cleave_source_expression *from) {
  return same_range(into->range, from->range) &&
         same_uses(into->uses, into->use_count, from->uses, from->use_count) &&
         merge_facts(arena, &into->facts, &into->fact_count, from->facts, from->fact_count);
}

static bool same_values(const struct cleave_pointer_value *a, size_t a_count,
                        const struct cleave_pointer_value *b, size_t b_count) {
  if (a_count != b_count)
    return false;
  for (size_t i = 0; i < a_count; i++) {
    if (a[i].variable != b[i].variable || a[i].source_count != b[i].source_count ||
        !same_uses(a[i].uses, a[i].use_count, b[i].uses, b[i].use_count))
      return false;
    for (size_t s = 0; s < a[i].source_count; s++)
      if (a[i].sources[s].variable != b[i].sources[s].variable ||
          a[i].sources[s].moved != b[i].sources[s].moved ||
          a[i].sources[s].retyped != b[i].sources[s].retyped)
        return false;
  }
  return true;
}

static bool same_initial_value(const struct cleave_pointer_value *a, const struct cleave_pointer_value *b) {
  return same_values(a, a ? 1 : 0, b, b ? 1 : 0);
}

static bool merge_declarators(struct cleave_arena *arena, struct cleave_node *into,
                              const struct cleave_node *from) {
  if (into->declarator_count != from->declarator_count)
    return false;
  for (size_t i = 0; i < into->declarator_count; i++) {
    struct cleave_declarator *a = &into->declarators[i];
    const struct cleave_declarator *b = &from->declarators[i];
    if (a->variable != b->variable || !same_initial_value(a->pointer_value, b->pointer_value) ||
        a->has_initializer != b->has_initializer || a->list_initializer != b->list_initializer ||
        !same_range(a->initializer, b->initializer) ||
        !same_uses(a->uses, a->use_count, b->uses, b->use_count) ||
        !merge_facts(arena, &a->facts, &a->fact_count, b->facts, b->fact_count))
      return false;
  }
  return true;
}

static bool merge_header_values(struct cleave_arena *arena, struct cleave_node *into,
                                const struct cleave_node *from) {
  if (into->header_value_count != from->header_value_count)
    return false;
  for (size_t i = 0; i < into->header_value_count; i++) {
    struct cleave_header_value *value = &into->header_values[i];
    if (!merge_expression(arena, &value->source, &from->header_values[i].source))
      return false;
    if (!same_text(value->type, from->header_values[i].type))
      value->type = NULL;
    value->reads_kept_members &= from->header_values[i].reads_kept_members;
  }
  return true;
}

static bool merge_node(struct cleave_arena *arena, struct cleave_node *into, const struct cleave_node *from) {
  into->accesses = NULL; /* of a loop around directives */
  if (into->code && from->code) {
    struct cleave_body *last = into->code;
    while (last->next_instance)
      last = last->next_instance;
    last->next_instance = from->code;
  } else {
    into->code = NULL;
  }
  into->bounds_may_trap |= from->bounds_may_trap;
  if (into->trip_count != from->trip_count)
    into->trip_count = 0;
  into->has_inner_loop |= from->has_inner_loop;
  into->has_member_of_no_variable |= from->has_member_of_no_variable;
  return into->kind == from->kind && into->hints == from->hints && into->assigns == from->assigns &&
         into->assigned == from->assigned &&
         same_values(into->pointer_values, into->pointer_value_count, from->pointer_values,
                     from->pointer_value_count) &&
         into->parent == from->parent && into->first_child == from->first_child && into->next == from->next &&
         into->construct == from->construct && same_range(into->range, from->range) &&
         same_range(into->directive, from->directive) && same_range(into->body, from->body) &&
         same_range(into->header, from->header) &&
         same_uses(into->uses, into->use_count, from->uses, from->use_count) &&
         same_uses(into->bounds, into->bound_count, from->bounds, from->bound_count) &&
         same_indices(into->counters, into->counter_count, from->counters, from->counter_count) &&
         same_text(into->bound_call, from->bound_call) && merge_header_values(arena, into, from) &&
         merge_clauses(into->clauses, into->clause_count, from->clauses, from->clause_count) &&
         merge_facts(arena, &into->facts, &into->fact_count, from->facts, from->fact_count) &&
         merge_declarators(arena, into, from) &&
         merge_expression(arena, &into->condition, &from->condition) &&
         merge_expression(arena, &into->rest, &from->rest);
}

bool cleave_region_merge(struct cleave_arena *arena, struct cleave_region *into,
                         const struct cleave_region *from) {
  const uint32_t unnamed = CLEAVE_REGION_HAS_UNNAMED_OBJECT;
  into->flags |= from->flags & unnamed;
  if (into->flags != (from->flags | (into->flags & unnamed)) || into->hints != from->hints ||
      into->construct != from->construct || !same_range(into->directive, from->directive) ||
      into->variable_count != from->variable_count || into->node_count != from->node_count ||
      !merge_clauses(into->clauses, into->clause_count, from->clauses, from->clause_count) ||
      !merge_maps(into, from))
    return false;
  for (size_t i = 0; i < into->variable_count; i++)
    if (!merge_variable(&into->variables[i], &from->variables[i]))
      return false;
  for (size_t i = 0; i < into->node_count; i++)
    if (!merge_node(arena, &into->nodes[i], &from->nodes[i]))
      return false;
  return true;
}
