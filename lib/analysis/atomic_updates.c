/* FILE: lib/analysis/atomic_updates.c
 * WHAT: atomic constructs that update an element of an array (cleave_atomic_update).
 */
#include "analysis/analysis_internal.h"

static bool may_be_updated(const Type *type) {
  return (type->kind == CLEAVE_BODY_FLOATING || type->kind == CLEAVE_BODY_INTEGER) && !type->is_const &&
         !type->is_volatile && !type->is_atomic;
}

void follow_atomic(struct analysis *it, const Statement *statement) {
  const Statement *inner = statement->children[0];
  struct update update;
  if (statement->has_other_clause || !find_update(inner, &update))
    return give_up(it, "an atomic construct that is no relaxed update", it->offset);
  const Place *element = update.place;
  const Variable *array = array_of(element);
  if (!array || !may_be_updated(element->type) || has_effects(element->pointer->right, true) ||
      has_effects(update.value, true))
    return give_up(it, "an atomic construct that does not update an element", it->offset);
  const struct cleave_body_text *subscript = &element->pointer->right->whole,
                                value = update.value ? update.value->whole : (struct cleave_body_text){0};
  if (!statement->text.is_exact || !inner->text.is_exact || !subscript->is_exact ||
      statement->is_pragma_operator)
    return give_up(it, "an atomic construct in a macro", it->offset);
  const size_t before = it->access_count;
  it->conditions++;
  if (update.value)
    evaluate(it, update.value);
  access_place(it, element, true, true);
  it->conditions--;
  if (!it->is_known)
    return;
  /* The last access is that of the element, unless it belongs to the iteration. */
  const size_t last = it->access_count - 1;
  if (it->access_count == before || it->bases[last] != array || !it->accesses[last].writes)
    return give_up(it, "an atomic construct that updates an element of the iteration", it->offset);
  for (size_t i = before; i < last; i++)
    if (it->bases[i] == array)
      return give_up(it, "an atomic construct that uses its array elsewhere", it->offset);
  /* A floating-point operation on integers rounds after each update. */
  const bool is_exact = !is_integer(element->type) || is_integer(update.computed);
  const struct atomic_update found = {array,
                                      element->type->unqualified,
                                      is_exact ? update.combiner : CLEAVE_COMBINER_UNKNOWN,
                                      {0, last, statement->text.begin, statement->text.end, inner->text.begin,
                                       subscript->begin, subscript->end, value.begin, value.end}};
  CLEAVE_APPEND(it->arena, it->atomics, it->atomic_count, found);
}
