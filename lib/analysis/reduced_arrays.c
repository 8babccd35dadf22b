/* FILE: lib/analysis/reduced_arrays.c
 * WHAT: the statements of a loop that update elements of an array in its reduction clause (struct cleave_reduced_array).
 */
#include "analysis/analysis_internal.h"

#include <string.h>

struct search {
  struct cleave_arena *arena;
  const struct cleave_body *body;
  uint32_t variable; /* index in the region */
  enum cleave_combiner combiner;
  struct cleave_reduced_array *result;
};

/* Whether STATEMENT, with all in it, or VALUE names the array. */
static bool names_array(const struct search *search, const Statement *statement, const Value *value) {
  bool *named = cleave_arena_allocate(search->arena, search->body->variable_count + 1);
  mark_named(statement, value, named);
  for (size_t i = 0; i < search->body->variable_count; i++)
    if (named[i] && search->body->variables[i]->in_region == search->variable)
      return true;
  return false;
}

/* Whether PLACE is an element of the array, and its subscript has no effects. */
static bool is_element(const struct search *search, const Place *place) {
  const Variable *array = array_of(place);
  return array && array->in_region == search->variable && !has_effects(subscript_of(place), true) &&
         !names_array(search, NULL, subscript_of(place));
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
      names_array(search, NULL, update->value))
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
  return true;
}

/* Only a statement can have a directive, so updates inside of expressions do not count. */
static void find_updates(struct search *search, const Statement *statement) {
  const unsigned kinds = 1u << CLEAVE_BODY_SEQUENCE | 1u << CLEAVE_BODY_IF | 1u << CLEAVE_BODY_FOR |
                         1u << CLEAVE_BODY_WHILE | 1u << CLEAVE_BODY_DO;
  if (take_update(search, statement))
    return;
  const bool has_parts = kinds >> statement->kind & 1, is_for = statement->kind == CLEAVE_BODY_FOR;
  search->result->has_other_uses |=
      names_array(search, has_parts ? NULL : statement, statement->value) ||
      names_array(search, is_for ? statement->children[0] : NULL, statement->step);
  for (size_t i = is_for; has_parts && i < statement->child_count; i++)
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
        struct search search = {arena, code, array->variable, reduction->combiner, &found};
        find_updates(&search, code->statement);
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
