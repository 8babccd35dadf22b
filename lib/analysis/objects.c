/* FILE: lib/analysis/objects.c
 * WHAT: the accesses of expressions, and the objects of places.
 */
#include "analysis/analysis_internal.h"

/* ---- Accesses --------------------------------------------------------------------------------------------- */

static void add_access(struct analysis *it, const struct object *object, bool reads, bool writes, bool is_certain,
                       const struct cleave_body_text *text) {
  struct cleave_access access = {.variable = object->base->in_region,
                                 .writes = writes,
                                 .updates = reads && writes,
                                 .certain = is_certain,
                                 .offset = text->at,
                                 .end = text->is_exact && object->subscript_count && !object->in_member ? text->end : 0,
                                 .around = it->around,
                                 .subscript_count = object->subscript_count,
                                 .fits = object->assumed.items,
                                 .fit_count = object->assumed.count};
  const size_t size = object->subscript_count * sizeof *access.subscripts;
  if (size) {
    access.subscripts = cleave_arena_allocate(it->arena, size);
    access.extents = cleave_arena_allocate(it->arena, size);
  }
  for (size_t i = 0; i < object->subscript_count; i++) {
    access.subscripts[i] = object->subscripts[i];
    access.extents[i] = object->extents[i];
  }
  CLEAVE_APPEND(it->arena, it->accesses, it->access_count, access);
  CLEAVE_APPEND(it->arena, it->bases, it->base_count, object->base);
}

/* An access to VARIABLE as a whole. */
static void access_variable(struct analysis *it, const Variable *variable, bool reads, bool writes,
                            const struct cleave_body_text *text) {
  struct known *known = known_of(it, variable);
  if (variable->type->kind == CLEAVE_BODY_REFERENCE)
    return give_up(it, "a reference to a variable from outside of the loop", text->at);
  if (variable->type->is_volatile)
    return give_up(it, "it accesses a volatile object", text->at);
  if (known->is_inside)
    return;
  /* Sequential counters are among the private variables. */
  if (known->is_private) {
    if (reads && !it->assigned[variable->index] && known->counter == CLEAVE_NO_DIMENSION)
      return give_up(it, "an iteration may read what another one left in a variable", text->at);
    if (writes && is_scalar_type(variable->type))
      it->assigned[variable->index] = true;
    return;
  }
  if (known->counter != CLEAVE_NO_DIMENSION) {
    if (writes)
      give_up(it, "an iteration changes the counter", text->at);
    return;
  }
  if (known->is_carried && !writes)
    return;
  if (writes || known->reduction)
    return give_up(it,
                   known->reduction ? "a reduction variable is used otherwise than in updates"
                                    : "iterations write to one variable",
                   text->at);
  const struct object object = {.base = variable};
  const struct cleave_body_text place = {.at = text->at};
  add_access(it, &object, false, false, false, &place);
}

void access_place(struct analysis *it, const Place *place, bool reads, bool writes) {
  if (!it->is_known)
    return;
  if (place->kind == CLEAVE_BODY_CHOICE) {
    evaluate(it, place->pointer);
    it->conditions++;
    access_place(it, place->record, reads, writes);
    access_place(it, place->other, reads, writes);
    it->conditions--;
    return;
  }
  if (place->kind == CLEAVE_BODY_AFTER) {
    evaluate_statement_value(it, place->pointer);
    access_place(it, place->record, reads, writes);
    return;
  }
  const size_t before = it->fits.count;
  struct object object;
  const bool is_found = object_at(it, place, &object);
  object.assumed = take_fits(it, before);
  if (!it->is_known)
    return;
  if (!is_found)
    return give_up(it, "it accesses an object that is not known", place->text.at);
  if (place->type->is_volatile)
    return give_up(it, "it accesses a volatile object", place->text.at);
  if (!object.base)
    return;
  if (!object.subscript_count && !object.in_member)
    return access_variable(it, object.base, reads, writes, &place->text);
  const struct known *known = known_of(it, object.base);
  if (known->is_inside)
    return; /* an array or a record of the body */
  if (known->is_private || known->reduction)
    return give_up(it, "it uses a part of a private variable", place->text.at);
  if (!object.subscript_count && writes)
    return give_up(it, "iterations write to one variable", place->text.at);
  add_access(it, &object, reads, writes, writes && !it->conditions && !object.in_member, &place->text);
  it->accesses[it->access_count - 1].is_carried = place == it->carried_element;
  it->accesses[it->access_count - 1].is_placed = is_placed(it, place);
}

/* ---- Objects ---------------------------------------------------------------------------------------------- */

static bool move(struct analysis *it, struct object *object, struct cleave_polynomial by) {
  if (!object->base)
    return true;
  if (object->in_member || !object->subscript_count)
    return false;
  struct cleave_polynomial *last = &object->subscripts[object->subscript_count - 1];
  return polynomial_sum(it->arena, *last, by, 1, last);
}

static bool add_subscript(struct analysis *it, struct object *object, struct cleave_polynomial extent) {
  if (object->subscript_count == MOST_SUBSCRIPTS)
    return false;
  object->subscripts[object->subscript_count] = polynomial_of_constant(it->arena, 0);
  object->extents[object->subscript_count++] = extent;
  return true;
}

/* What the value of POINTER, a variable, points to. */
static bool target_of_variable(struct analysis *it, const Variable *pointer, struct object *result) {
  const struct known *known = known_of(it, pointer);
  if (known->target) {
    *result = *known->target;
    add_fits(it, &result->assumed);
    return true;
  }
  if (pointer->type->kind != CLEAVE_BODY_POINTER || known->is_inside || known->is_private || known->is_written ||
      pointer->is_this)
    return false;
  *result = (struct object){.base = pointer};
  return add_subscript(it, result, polynomial_of_constant(it->arena, 0));
}

/* The object that a function returns a reference to. */
static bool object_returned(struct analysis *it, const Value *inlined, struct object *result) {
  const Statement *returned = only_return(inlined);
  evaluate(it, inlined);
  return returned && returned->place && it->is_known && object_at(it, returned->place, result);
}

bool target_of(struct analysis *it, const Value *pointer, struct object *result) {
  switch (pointer->kind) {
  case CLEAVE_BODY_CONVERT:
    return pointer->conversion == CLEAVE_BODY_SAME && pointer->left->type->kind == CLEAVE_BODY_POINTER &&
           pointer->type->element->unqualified == pointer->left->type->element->unqualified &&
           target_of(it, pointer->left, result);
  case CLEAVE_BODY_DECAY: {
    struct cleave_polynomial extent;
    if (!object_at(it, pointer->place, result))
      return false;
    if (!result->base)
      return true;
    if (!extent_of(it, pointer->place->type, &extent)) {
      if (result->subscript_count)
        return false;
      extent = polynomial_of_constant(it->arena, 0);
    }
    return !result->in_member && add_subscript(it, result, extent);
  }
  case CLEAVE_BODY_READ: {
    const Variable *variable = variable_of_place(pointer->place);
    if (variable && variable->type->kind == CLEAVE_BODY_REFERENCE) {
      const struct object *referred = known_of(it, variable)->target;
      return referred && referred->base && !referred->subscript_count && !referred->in_member &&
             target_of_variable(it, referred->base, result);
    }
    return variable && target_of_variable(it, variable, result);
  }
  case CLEAVE_BODY_ADDRESS:
    return object_at(it, pointer->place, result) &&
           (!result->base || known_of(it, result->base)->is_inside ||
            (!result->in_member && result->subscript_count));
  case CLEAVE_BODY_INLINED: {
    if (pointer->type->kind != CLEAVE_BODY_POINTER)
      return object_returned(it, pointer, result);
    const Statement *returned = only_return(pointer);
    evaluate(it, pointer);
    return it->is_known && returned && returned->value && target_of(it, returned->value, result);
  }
  case CLEAVE_BODY_BINARY: {
    if ((pointer->operation != CLEAVE_BODY_ADD && pointer->operation != CLEAVE_BODY_SUBTRACT) ||
        !is_integral(pointer->right->type) || !target_of(it, pointer->left, result))
      return false;
    evaluate(it, pointer->right);
    if (!it->is_known)
      return false;
    struct cleave_polynomial by = value_of(it, pointer->right);
    if (pointer->operation == CLEAVE_BODY_SUBTRACT &&
        !polynomial_sum(it->arena, (struct cleave_polynomial){0}, by, -1, &by))
      return false;
    return it->is_known && move(it, result, by);
  }
  default:
    return false;
  }
}

bool object_at(struct analysis *it, const Place *place, struct object *result) {
  switch (place->kind) {
  case CLEAVE_BODY_VARIABLE:
    if (place->variable->type->kind == CLEAVE_BODY_REFERENCE) {
      const struct object *referred = known_of(it, place->variable)->target;
      if (!referred)
        return false;
      *result = *referred;
      add_fits(it, &result->assumed);
      return true;
    }
    *result = (struct object){.base = place->variable};
    return true;
  case CLEAVE_BODY_TARGET:
    if (is_placed(it, place)) /* the carried value in the subscript has no polynomial */
      return target_of(it, place->pointer->left, result) &&
             move(it, result, unknown_value(it, place->pointer->right->type));
    return target_of(it, place->pointer, result);
  case CLEAVE_BODY_MEMBER:
    if (!object_at(it, place->record, result))
      return false;
    result->in_member = true;
    return true;
  case CLEAVE_BODY_AFTER:
    evaluate_statement_value(it, place->pointer);
    return it->is_known && object_at(it, place->record, result);
  case CLEAVE_BODY_TEMPORARY:
    evaluate(it, place->pointer);
    *result = (struct object){0};
    return it->is_known;
  default:
    return false;
  }
}

/* ---- Values ----------------------------------------------------------------------------------------------- */

/* Whether STATEMENT updates a reduction variable as its clause says: `s += e`, `s = s + e`, `m = fmax(m, e)`, `if (m < e) m = e`. Any
 * other use would show one iteration what others of its thread have added up. */
bool updates_reduction(struct analysis *it, const struct update *found) {
  const Variable *variable = variable_of_place(found->place);
  const char *operation = variable ? known_of(it, variable)->reduction : NULL;
  if (!operation || combiner_named(operation) != found->combiner)
    return false;
  if (!found->value)
    return !found->decrements && operation[0] == '+' && !operation[1];
  evaluate(it, found->value); /* gives up if it also contains the variable */
  return true;
}

void evaluate_statement_value(struct analysis *it, const Value *value) {
  if (!it->is_known)
    return;
  const Statement statement = {.kind = CLEAVE_BODY_EVALUATE, .value = (Value *)value};
  struct update update;
  if (find_update(&statement, &update) && updates_reduction(it, &update))
    return;
  evaluate(it, value);
}

static void perhaps_evaluate(struct analysis *it, const Value *value) {
  const size_t size = it->body->variable_count;
  bool *before = cleave_arena_allocate(it->arena, size + 1);
  for (size_t i = 0; i < size; i++)
    before[i] = it->assigned[i];
  it->conditions++;
  evaluate_statement_value(it, value);
  it->conditions--;
  it->assigned = before;
}

static void assign(struct analysis *it, const Value *value) {
  const Type *type = value->place->type;
  if (!is_arithmetic(type) && !is_integral(type) && type->kind != CLEAVE_BODY_RECORD)
    return give_up(it, "it assigns a pointer", value->text.at);
  evaluate(it, value->right);
  access_place(it, value->place, value->operation != CLEAVE_BODY_NO_OPERATION, true);
}

static void call_function(struct analysis *it, const Value *value) {
  /* Functions without a visible body are checked by name in lib/fission/widening.c: those of mathematics get numbers, and touch no memory
   * that a program sees. */
  for (size_t i = 0; i < value->item_count && it->is_known; i++)
    if (is_arithmetic(value->items[i]->type))
      evaluate(it, value->items[i]);
    else
      give_up(it, "it passes a pointer or a record to a function", value->text.at);
}

/* The statements of a called function. What follows a `return` that is not the last one may not be executed. */
static void call_inlined(struct analysis *it, const Value *value) {
  const bool may_end = contains_statement(value->body, 1u << CLEAVE_BODY_RETURN, false) && !only_return(value);
  it->conditions += may_end;
  follow(it, value->body);
  it->conditions -= may_end;
}

void evaluate(struct analysis *it, const Value *value) {
  if (!it->is_known)
    return;
  switch (value->kind) {
  case CLEAVE_BODY_CONSTANT:
    return;
  case CLEAVE_BODY_READ:
    return access_place(it, value->place, true, false);
  case CLEAVE_BODY_CONVERT:
    if (value->type->kind == CLEAVE_BODY_POINTER)
      return give_up(it, "it converts a pointer", value->text.at);
    return evaluate(it, value->left);
  case CLEAVE_BODY_UNARY:
    return evaluate(it, value->left);
  case CLEAVE_BODY_BINARY:
    if (!is_arithmetic(value->left->type) && !is_integral(value->left->type))
      return give_up(it, "it computes with pointers", value->text.at);
    evaluate(it, value->left);
    return evaluate(it, value->right);
  case CLEAVE_BODY_LOGICAL:
    evaluate(it, value->left);
    return perhaps_evaluate(it, value->right);
  case CLEAVE_BODY_SELECT:
    evaluate(it, value->condition);
    perhaps_evaluate(it, value->left);
    return perhaps_evaluate(it, value->right);
  case CLEAVE_BODY_COMMA:
    evaluate_statement_value(it, value->left);
    return evaluate_statement_value(it, value->right);
  case CLEAVE_BODY_ASSIGN:
    return assign(it, value);
  case CLEAVE_BODY_STEP:
    if (!is_arithmetic(value->place->type))
      return give_up(it, "it moves a pointer", value->text.at);
    return access_place(it, value->place, true, true);
  case CLEAVE_BODY_CALL:
    return call_function(it, value);
  case CLEAVE_BODY_LIST:
    for (size_t i = 0; i < value->item_count; i++)
      evaluate(it, value->items[i]);
    return;
  case CLEAVE_BODY_INLINED:
    return call_inlined(it, value);
  case CLEAVE_BODY_ADDRESS: { /* of an object that is not used */
    struct object object;
    if (!object_at(it, value->place, &object))
      give_up(it, "it takes the address of an object that is not known", value->text.at);
    return;
  }
  default:
    if (value->has_constant)
      return;
    give_up(it, value->opaque ? value->opaque->reason : "it uses an address", value->text.at);
  }
}
