/* FILE: lib/analysis/reduced_arrays.c
 * WHAT: the statements of a loop that update elements of an array in its reduction clause (struct cleave_reduced_array).
 */
#include "analysis/analysis_internal.h"

#include <string.h>

struct search {
  struct cleave_arena *arena;
  uint32_t variable; /* index in the region */
  enum cleave_combiner combiner;
  struct cleave_reduced_array *result;
  size_t uses_in_updates;
};

/* ---- Uses of the array ----------------------------------------------------------------------------------- */

static size_t uses_in_value(uint32_t variable, const Value *value);
static size_t uses_in_statement(uint32_t variable, const Statement *statement);

static size_t uses_in_opaque(uint32_t variable, const struct cleave_body_opaque *opaque) {
  size_t uses = 0;
  for (size_t i = 0; opaque && i < opaque->use_count; i++)
    uses += opaque->uses[i].variable->in_region == variable;
  return uses;
}

static size_t uses_in_place(uint32_t variable, const Place *place) {
  if (!place)
    return 0;
  return uses_in_opaque(variable, place->opaque) + uses_in_value(variable, place->pointer) +
         uses_in_place(variable, place->record) + uses_in_place(variable, place->other) +
         (place->kind == CLEAVE_BODY_VARIABLE && place->variable->in_region == variable);
}

static size_t uses_in_value(uint32_t variable, const Value *value) {
  if (!value)
    return 0;
  size_t uses = uses_in_opaque(variable, value->opaque) + uses_in_place(variable, value->place) +
                uses_in_statement(variable, value->body);
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    uses += uses_in_value(variable, parts.values[i]);
  for (size_t i = 0; i < value->item_count; i++)
    uses += uses_in_value(variable, value->items[i]);
  return uses;
}

static size_t uses_in_statement(uint32_t variable, const Statement *statement) {
  if (!statement)
    return 0;
  size_t uses = uses_in_opaque(variable, statement->opaque) + uses_in_value(variable, statement->value) +
                uses_in_value(variable, statement->step) + uses_in_place(variable, statement->place);
  for (size_t i = 0; i < statement->child_count; i++)
    uses += uses_in_statement(variable, statement->children[i]);
  return uses;
}

/* ---- Updates ------------------------------------------------------------------------------------------------ */

/* Whether PLACE is an element of the array, and its subscript has no effects. */
static bool is_element(const struct search *search, const Place *place) {
  const Variable *array = array_of(place);
  return array && array->in_region == search->variable && !has_effects(subscript_of(place), true) &&
         !uses_in_value(search->variable, subscript_of(place));
}

/* Whether a conversion of VALUE to the type ELEMENT keeps the order of all values. */
static bool is_monotone(const Value *value, const Type *element) {
  const Type *type = without_conversions(value)->type;
  return is_integer(element) ? is_integer(type) && holds_all(element, type) : is_number(type);
}

/* The forms that `omp atomic` accepts (OpenMP 5.1, 2.19.7), minima, maxima, and logical operations, by the operator of the reduction.
 * Integers that a floating-point operation updates would be rounded after each update. */
static bool is_update(const struct search *search, const Statement *statement, const struct update *update) {
  const bool is_extremum =
      search->combiner == CLEAVE_COMBINER_MINIMUM || search->combiner == CLEAVE_COMBINER_MAXIMUM;
  const bool is_logical =
      search->combiner == CLEAVE_COMBINER_LOGICAL_AND || search->combiner == CLEAVE_COMBINER_LOGICAL_OR;
  if (update->combiner != search->combiner || !is_element(search, update->place) ||
      uses_in_value(search->variable, update->value))
    return false;
  if (is_extremum ? !is_monotone(update->value, update->place->type)
                  : is_integer(update->place->type) && !is_integer(update->computed))
    return false;
  const Value *value = statement->value; /* fmax evaluates the value once */
  const bool evaluates_once = statement->kind == CLEAVE_BODY_EVALUATE && value->kind == CLEAVE_BODY_ASSIGN &&
                              without_conversions(value->right)->kind == CLEAVE_BODY_CALL;
  return !((is_logical || (is_extremum && !evaluates_once)) && has_effects(update->value, true));
}

static bool take_update(struct search *search, const Statement *statement) {
  struct update update;
  if (!find_update(statement, &update) || !is_update(search, statement, &update))
    return false;
  const struct cleave_body_text *whole = &statement->text, *subscript = &update.place->pointer->right->whole,
                                *value = update.value ? &update.value->whole : NULL;
  /* The text of a statement in parentheses is no statement that a directive may precede. */
  search->result->has_other_uses |=
      !whole->is_exact || !subscript->is_exact || (value && !value->is_exact) ||
      (statement->kind == CLEAVE_BODY_EVALUATE && statement->value->text.begin != whole->begin);
  const struct cleave_element_update added = {{whole->begin, whole->end},
                                              {subscript->begin, subscript->end},
                                              value ? (struct cleave_range){value->begin, value->end}
                                                    : (struct cleave_range){0, 0}};
  CLEAVE_APPEND(search->arena, search->result->updates, search->result->update_count, added);
  search->uses_in_updates += uses_in_statement(search->variable, statement);
  return true;
}

/* Only a statement can have a directive, so updates inside of expressions do not count. */
static void find_updates(struct search *search, const Statement *statement) {
  switch (statement->kind) {
  case CLEAVE_BODY_EVALUATE:
    take_update(search, statement);
    return;
  case CLEAVE_BODY_IF:
    if (take_update(search, statement))
      return;
    break;
  case CLEAVE_BODY_SEQUENCE:
  case CLEAVE_BODY_WHILE:
  case CLEAVE_BODY_DO:
    break;
  case CLEAVE_BODY_FOR:
    find_updates(search, statement->children[1]);
    return;
  default:
    return;
  }
  for (size_t i = 0; i < statement->child_count; i++)
    find_updates(search, statement->children[i]);
}

static bool are_same_updates(const struct cleave_reduced_array *one,
                             const struct cleave_reduced_array *other) {
  return one->update_count == other->update_count && one->has_other_uses == other->has_other_uses &&
         (!one->update_count ||
          !memcmp(one->updates, other->updates, one->update_count * sizeof *one->updates));
}

void find_array_updates(struct cleave_arena *arena, struct cleave_node *node) {
  for (size_t i = 0; i < node->clause_count; i++)
    for (size_t r = 0; r < node->clauses[i].reduction_count; r++) {
      const struct cleave_reduction *reduction = &node->clauses[i].reductions[r];
      struct cleave_reduced_array *array = reduction->array;
      if (!array)
        continue;
      for (const struct cleave_body *code = node->code; code; code = code->next_instance) {
        struct cleave_reduced_array found = {0};
        struct search search = {arena, array->variable, reduction->combiner, &found, 0};
        find_updates(&search, code->statement);
        found.has_other_uses |= uses_in_statement(array->variable, code->statement) != search.uses_in_updates;
        if (code == node->code) {
          array->updates = found.updates;
          array->update_count = found.update_count;
          array->has_other_uses = found.has_other_uses;
        } else if (!are_same_updates(array, &found)) { /* the text is changed once, for all instances */
          array->has_other_uses = true;
        }
      }
    }
}
