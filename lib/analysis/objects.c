/* FILE: lib/analysis/objects.c
 * WHAT: the accesses of expressions, and the objects of places.
 */
#include "analysis/analysis_internal.h"

/* ---- Accesses --------------------------------------------------------------------------------------------- */

/* An access to VARIABLE as a whole. */
static void access_variable(struct analysis *it, const Variable *variable, bool reads, bool writes,
                            const struct cleave_body_text *text) {
  struct known *known = known_of(it, variable);
  const Type *type = type_of_object(variable);
  if (type->is_volatile)
    return give_up(it, "it accesses a volatile object", text->at);
  if (known->is_inside)
    return;
  /* Sequential counters are among the private variables. */
  if (known->is_private) {
    if (reads && !it->assigned[variable->index] && known->counter == CLEAVE_NO_DIMENSION)
      return give_up(it, "an iteration may read what another one left in a variable", text->at);
    if (writes && is_scalar_type(type))
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

static void call_inlined(struct analysis *it, const Value *value);

/* Whether INLINED, which returns a reference, always refers to the same object. */
static bool returns_one_object(const Value *inlined) {
  const Statement *returned = only_return(inlined);
  const Place *place = returned ? returned->place : NULL;
  if (place && place->kind == CLEAVE_BODY_TARGET && place->pointer->kind == CLEAVE_BODY_INLINED &&
      place->pointer->type->kind != CLEAVE_BODY_POINTER)
    return returns_one_object(place->pointer); /* of another function */
  return returned && (!place || place->kind != CLEAVE_BODY_CHOICE);
}

/* Accesses to each object that a called function may return a reference to. */
static void access_returned(struct analysis *it, const Statement *statement, bool reads, bool writes) {
  if (statement->kind == CLEAVE_BODY_RETURN && statement->place)
    access_place(it, statement->place, reads, writes);
  for (size_t i = 0; i < statement->child_count; i++)
    access_returned(it, statement->children[i], reads, writes);
}

void access_place(struct analysis *it, const Place *place, bool reads, bool writes) {
  if (!it->is_known)
    return;
  const Place *choice = choice_of_pointer(it, place);
  place = choice ? choice : place;
  if (place->kind == CLEAVE_BODY_CHOICE) {
    evaluate(it, place->pointer);
    bool *before = copy_assigned(it), *between = copy_assigned(it);
    it->conditions++;
    access_place(it, place->record, reads, writes);
    it->assigned = between;
    access_place(it, place->other, reads, writes);
    it->conditions--;
    it->assigned = before;
    return;
  }
  if (place->kind == CLEAVE_BODY_AFTER) {
    evaluate_statement_value(it, place->pointer);
    access_place(it, place->record, reads, writes);
    return;
  }
  if (place->kind == CLEAVE_BODY_TARGET && place->pointer->kind == CLEAVE_BODY_INLINED &&
      place->pointer->type->kind != CLEAVE_BODY_POINTER && !returns_one_object(place->pointer)) {
    call_inlined(it, place->pointer);
    it->conditions++;
    access_returned(it, place->pointer->body, reads, writes);
    it->conditions--;
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
  if (!writes && object.path && stable_member(it, place))
    return; /* no iteration writes it */
  if (!object.subscript_count && !object.in_member)
    return access_variable(it, object.base, reads, writes, &place->text);
  const struct known *known = known_of(it, object.base);
  if (known->is_inside)
    return; /* an array or a record of the body */
  if (known->is_private || known->reduction)
    return give_up(it, "it uses a part of a private variable", place->text.at);
  if (!known_subscripts(&object) && writes)
    return give_up(it, "iterations write to one member of a record", place->text.at);
  add_access(it, &object, reads, writes, writes && !it->conditions && !object.in_member, &place->text);
  if (!it->is_known)
    return;
  it->accesses[it->access_count - 1].is_carried = place == it->carried_element;
  it->accesses[it->access_count - 1].is_placed = is_placed(it, place);
}

/* ---- Objects ---------------------------------------------------------------------------------------------- */

static bool move(struct analysis *it, struct object *object, struct cleave_polynomial by) {
  if (!object->base)
    return true;
  if (!object->is_element)
    return !by.term_count;
  struct cleave_polynomial *last = &object->subscripts[object->subscript_count - 1];
  return polynomial_sum(it->arena, *last, by, 1, last);
}

static bool add_subscript(struct analysis *it, struct object *object, struct cleave_polynomial extent) {
  if (object->subscript_count == MOST_SUBSCRIPTS)
    return false;
  object->subscripts[object->subscript_count] = polynomial_of_constant(it->arena, 0);
  object->extents[object->subscript_count++] = extent;
  object->path = NULL;
  object->part = NULL;
  return object->is_element = true;
}

/* What the value of POINTER, a variable, points to. */
static bool target_of_variable(struct analysis *it, const Variable *pointer, struct object *result) {
  const struct known *known = known_of(it, pointer);
  if (known->target) {
    *result = *known->target;
    add_fits(it, &result->assumed);
    return true;
  }
  if (pointer->type->kind != CLEAVE_BODY_POINTER || known->is_inside || known->is_private ||
      known->is_written || pointer->type->is_volatile)
    return false;
  *result = (struct object){.base = pointer};
  return add_subscript(it, result, polynomial_of_constant(it->arena, 0));
}

/* The statements of a called function. What follows a `return` that is not the last one may not be executed. */
static void call_inlined(struct analysis *it, const Value *value) {
  const bool may_end =
      contains_statement(value->body, 1u << CLEAVE_BODY_RETURN, false) && !only_return(value);
  bool *before = copy_assigned(it);
  it->conditions += may_end;
  it->follow(it, value->body);
  it->conditions -= may_end;
  if (!may_end)
    return;
  it->assigned = before;
  forget_values(it, value->body, NULL);
}

/* The object that a function returns a reference or a pointer to. Of several pointers into one array: an element that is not known. */
static bool object_returned(struct analysis *it, const Value *inlined, struct object *result) {
  const Statement *returned = only_return(inlined);
  struct returned_pointers *outside = it->returned, pointers = {.are_known = true};
  it->returned = returned ? NULL : &pointers;
  call_inlined(it, inlined);
  it->returned = outside;
  if (it->is_known && !returned && pointers.are_known && pointers.first.base) {
    *result = pointers.first;
    return true;
  }
  if (!it->is_known || !returned)
    return false;
  return returned->place ? object_at(it, returned->place, result)
                         : returned->value && target_of(it, returned->value, result);
}

void note_returned(struct analysis *it, const Value *pointer) {
  struct returned_pointers *pointers = it->returned;
  struct object object;
  const size_t before = it->fits.count;
  it->returned = NULL;
  pointers->are_known &= target_of(it, pointer, &object) && it->is_known && object.base && object.is_element;
  it->returned = pointers;
  take_fits(it, before);
  if (!pointers->are_known)
    return;
  const bool is_first = !pointers->first.base;
  if (is_first)
    pointers->first = object;
  const size_t last = object.subscript_count - 1;
  struct object *first = &pointers->first;
  pointers->are_known = first->base == object.base && first->subscript_count == object.subscript_count &&
                        !first->in_member && !object.in_member;
  for (size_t i = 0; pointers->are_known && i < last; i++)
    pointers->are_known = polynomials_are_same(first->subscripts[i], object.subscripts[i]);
  const Type element = {.kind = CLEAVE_BODY_INTEGER, .bits = 64, .is_signed = true};
  first->subscripts[last] = unknown_value(it, &element);
}

static bool returns_object(const Statement *statement) {
  if (statement->kind == CLEAVE_BODY_RETURN &&
      (statement->place || (statement->value && statement->value->type->kind == CLEAVE_BODY_POINTER)))
    return true;
  for (size_t i = 0; i < statement->child_count; i++)
    if (returns_object(statement->children[i]))
      return true;
  return false;
}

/* A pointer to numbers as a pointer to arrays of them, `(double (*)[n])x`, or the other way round: its subscripts count the numbers. */
static bool target_of_conversion(struct analysis *it, const Value *pointer, struct object *result) {
  const Type *to = pointer->type->element->unqualified, *from = pointer->left->type->element->unqualified;
  if (!target_of(it, pointer->left, result))
    return false;
  if (to == from)
    return true;
  if (innermost_element(to)->unqualified != innermost_element(from)->unqualified || !result->base ||
      !result->is_element || result->in_member || (result->subscript_count != 1 && !result->is_flat) ||
      (from->kind == CLEAVE_BODY_ARRAY && !result->is_flat))
    return false;
  return result->is_flat = true;
}

/* `p++` or `++p`. The expression may be followed more than once, so the element is not known, unless each iteration executes it once. */
static bool target_of_step(struct analysis *it, const Value *step, struct object *result) {
  const Variable *variable = variable_of_place(step->place);
  const struct known_step *known = variable ? known_step_of(it, variable, step) : NULL;
  if (known && known->after) {
    *result = step->kind == CLEAVE_BODY_STEP && !step->is_prefix ? *known->before : *known->after;
    add_fits(it, &result->assumed);
    known_of(it, variable)->target = (struct object *)known->after;
    return true;
  }
  return variable && known_of(it, variable)->is_inside && lose_element(it, variable) &&
         target_of_variable(it, variable, result);
}

bool target_of(struct analysis *it, const Value *pointer, struct object *result) {
  switch (pointer->kind) {
  case CLEAVE_BODY_CONVERT:
    return pointer->conversion == CLEAVE_BODY_SAME && pointer->left->type->kind == CLEAVE_BODY_POINTER &&
           target_of_conversion(it, pointer, result);
  case CLEAVE_BODY_DECAY: {
    struct cleave_polynomial extent;
    if (!object_at(it, pointer->place, result))
      return false;
    if (!result->base || result->is_flat)
      return true; /* the first number of the array */
    if (!extent_of(it, pointer->place->type, &extent)) {
      if (result->subscript_count || result->in_member)
        return false;
      extent = polynomial_of_constant(it->arena, 0);
    }
    return add_subscript(it, result, extent);
  }
  case CLEAVE_BODY_READ: {
    const Value *step = pointer->place->kind == CLEAVE_BODY_AFTER ? pointer->place->pointer : NULL;
    if (step)
      return step->kind == CLEAVE_BODY_STEP && target_of_step(it, step, result);
    const Variable *variable = variable_of_place(pointer->place);
    if (variable && variable->type->kind == CLEAVE_BODY_REFERENCE) {
      const struct object *referred = known_of(it, variable)->target;
      if (referred && referred->part)
        return target_of_variable(it, referred->part, result);
      return referred && referred->base && !referred->subscript_count && !referred->in_member &&
             target_of_variable(it, referred->base, result);
    }
    if (variable)
      return target_of_variable(it, variable, result);
    const Variable *part = part_at(it, pointer->place);
    if (part && known_of(it, part)->target)
      return target_of_variable(it, part, result);
    const Place *copied = copied_place(it, pointer->place);
    const Variable *member = stable_member(it, copied ? copied : pointer->place);
    return member && target_of_variable(it, member, result);
  }
  case CLEAVE_BODY_ADDRESS:
    return object_at(it, pointer->place, result);
  case CLEAVE_BODY_INLINED:
    return object_returned(it, pointer, result);
  case CLEAVE_BODY_STEP:
    return target_of_step(it, pointer, result);
  case CLEAVE_BODY_BINARY: {
    if ((pointer->operation != CLEAVE_BODY_ADD && pointer->operation != CLEAVE_BODY_SUBTRACT) ||
        !is_integral(pointer->right->type) || !target_of(it, pointer->left, result))
      return false;
    evaluate(it, pointer->right);
    if (!it->is_known)
      return false;
    struct cleave_polynomial by = value_after(it, pointer->right);
    if (pointer->operation == CLEAVE_BODY_SUBTRACT &&
        !polynomial_sum(it->arena, (struct cleave_polynomial){0}, by, -1, &by))
      return false;
    return it->is_known && (!result->is_flat || multiply_extents(it, pointer->type->element, &by)) &&
           move(it, result, by);
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
      if (!referred && !known_of(it, place->variable)->is_inside &&
          place->type->kind != CLEAVE_BODY_POINTER) { /* bound outside of the loop */
        *result = (struct object){.base = place->variable};
        return true;
      }
      /* An iteration of an inner loop may have changed an object that was read where the reference is bound. */
      if (!referred || (referred->was_read && referred->read_around != it->around))
        return false;
      *result = *referred;
      add_fits(it, &result->assumed);
      return true;
    }
    *result = (struct object){.base = place->variable,
                              .part = known_of(it, place->variable)->is_inside ? place->variable : NULL};
    return true;
  case CLEAVE_BODY_TARGET:
    if (is_placed(it, place)) /* the carried value in the subscript has no polynomial */
      return target_of(it, place->pointer->left, result) &&
             move(it, result, unknown_value(it, place->pointer->right->type));
    return target_of(it, place->pointer, result);
  case CLEAVE_BODY_MEMBER:
    if (!object_at(it, place->record, result))
      return false;
    result->path = path_of_member(it, result, place);
    result->part = result->part && place->record->type->kind == CLEAVE_BODY_RECORD
                       ? part_of(it, result->part, place)
                       : NULL;
    if (!result->in_member)
      result->outer_count = result->subscript_count;
    result->in_member = true;
    result->is_element = result->is_flat = false;
    if (place->record->type->is_union && !result->in_union) {
      result->union_count = result->subscript_count;
      result->in_union = true;
    }
    return true;
  case CLEAVE_BODY_AFTER:
    evaluate_statement_value(it, place->pointer);
    return it->is_known && object_at(it, place->record, result);
  case CLEAVE_BODY_TEMPORARY:
    evaluate(it, place->pointer);
    *result = (struct object){0};
    if (it->is_known)
      result->base = result->part = temporary_at(it, place);
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
  if (!operation || cleave_combiner_named(operation) != found->combiner || found->place->type->is_volatile)
    return false;
  if (!found->value)
    return !found->decrements && operation[0] == '+' && !operation[1];
  evaluate(it, found->value); /* gives up if it also contains the variable */
  return true;
}

static void perhaps_evaluate(struct analysis *it, const Value *value, bool is_used) {
  bool *before = copy_assigned(it);
  it->conditions++;
  if (is_used)
    evaluate(it, value);
  else
    evaluate_statement_value(it, value);
  it->conditions--;
  it->assigned = before;
  forget_values(it, NULL, value);
}

/* What of VALUE depends on a condition. */
static void evaluate_branches(struct analysis *it, const Value *value, bool is_used) {
  if (value->kind == CLEAVE_BODY_LOGICAL) {
    evaluate(it, value->left);
    return perhaps_evaluate(it, value->right, is_used);
  }
  evaluate(it, value->condition);
  perhaps_evaluate(it, value->left, is_used);
  perhaps_evaluate(it, value->right, is_used);
}

/* The value itself must be unused: that of an update is what other iterations of the thread have added up. */
void evaluate_statement_value(struct analysis *it, const Value *value) {
  if (!it->is_known)
    return;
  const Statement statement = {.kind = CLEAVE_BODY_EVALUATE, .value = (Value *)value};
  struct update update;
  if (find_update(&statement, &update) && updates_reduction(it, &update))
    return;
  if (value->kind == CLEAVE_BODY_LOGICAL || value->kind == CLEAVE_BODY_SELECT)
    return evaluate_branches(it, value, /*is_used=*/false);
  if (value->kind != CLEAVE_BODY_COMMA)
    return evaluate(it, value);
  evaluate_statement_value(it, value->left);
  evaluate_statement_value(it, value->right);
}

/* The value of a pointer, without an access to what it points to. */
void evaluate_pointer(struct analysis *it, const Value *pointer) {
  struct object object;
  const size_t before = it->fits.count;
  if (pointer->kind == CLEAVE_BODY_CONSTANT)
    return;
  if (!target_of(it, pointer, &object) && it->is_known) {
    if (pointer->kind == CLEAVE_BODY_READ)
      access_place(it, pointer->place, true, false); /* the pointer itself */
    else
      give_up(it, "it computes with pointers", pointer->text.at);
  }
  take_fits(it, before);
}

/* VALUE, an assignment or a step, has changed its place. What a pointer points to is no variable with a known value (value_flow.c). */
static void change_place(struct analysis *it, const Value *value) {
  const Variable *variable = variable_of_place(value->place);
  if (it->is_known && (!variable || variable->type->kind == CLEAVE_BODY_REFERENCE)) {
    const Variable *part = part_at(it, value->place);
    variable = part ? part : variable;
  }
  if (it->is_known && variable)
    change_value(it, variable, value);
  else if (value->place->kind != CLEAVE_BODY_TARGET)
    forget_values(it, NULL, value);
}

/* Whether PLACE is a variable that the body declares, or a member of one. */
static bool is_of_body(struct analysis *it, const Place *place) {
  const Variable *variable = variable_of_place(place);
  return variable && variable->type->kind != CLEAVE_BODY_REFERENCE ? known_of(it, variable)->is_inside
                                                                   : part_at(it, place) != NULL;
}

static void assign(struct analysis *it, const Value *value) {
  const Type *type = value->place->type;
  if (type->kind == CLEAVE_BODY_POINTER && is_of_body(it, value->place)) {
    if (is_integral(value->right->type))
      evaluate(it, value->right);
    else
      evaluate_pointer(it, value->right);
    return change_place(it, value);
  }
  if (!is_arithmetic(type) && !is_integral(type) && type->kind != CLEAVE_BODY_RECORD)
    return give_up(it, "it assigns a pointer", value->text.at);
  evaluate(it, value->right);
  access_place(it, value->place, value->operation != CLEAVE_BODY_NO_OPERATION, true);
  change_place(it, value);
}

static void call_function(struct analysis *it, const Value *value) {
  /* Functions without a visible body are checked by name in lib/fission/widening.c: those of mathematics get numbers, and touch no memory
   * that a program sees. */
  for (size_t i = 0; i < value->item_count && it->is_known; i++)
    if (is_arithmetic(value->items[i]->type) ||
        (value->is_mathematical && value->items[i]->type->kind == CLEAVE_BODY_RECORD))
      evaluate(it, value->items[i]);
    else if (!value->aborts) /* the texts of a failed assertion */
      give_up(it, "it passes a pointer or a record to a function", value->text.at);
}

/* A call whose result is a value, or is not used. The expression of a returned pointer or reference is evaluated where the object
 * is found. */
static void evaluate_call(struct analysis *it, const Value *value) {
  struct object object;
  const size_t before = it->fits.count;
  if (!returns_object(value->body))
    call_inlined(it, value);
  else if (!object_returned(it, value, &object))
    give_up(it, "the object that a function returns is not known", value->text.at);
  take_fits(it, before);
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
    if (value->left->type->kind == CLEAVE_BODY_POINTER) {
      evaluate_pointer(it, value->left);
      return value->right->type->kind == CLEAVE_BODY_POINTER ? evaluate_pointer(it, value->right)
                                                             : evaluate(it, value->right);
    }
    if (!is_arithmetic(value->left->type) && !is_integral(value->left->type))
      return give_up(it, "it computes with pointers", value->text.at);
    evaluate(it, value->left);
    return evaluate(it, value->right);
  case CLEAVE_BODY_LOGICAL:
  case CLEAVE_BODY_SELECT:
    return evaluate_branches(it, value, /*is_used=*/true);
  case CLEAVE_BODY_COMMA:
    evaluate_statement_value(it, value->left);
    return evaluate(it, value->right);
  case CLEAVE_BODY_ASSIGN:
    return assign(it, value);
  case CLEAVE_BODY_STEP:
    if (value->place->type->kind == CLEAVE_BODY_POINTER && is_of_body(it, value->place))
      return change_place(it, value);
    if (!is_arithmetic(value->place->type))
      return give_up(it, "it moves a pointer", value->text.at);
    access_place(it, value->place, true, true);
    return change_place(it, value);
  case CLEAVE_BODY_CALL:
    return call_function(it, value);
  case CLEAVE_BODY_LIST:
    for (size_t i = 0; i < value->item_count; i++)
      if (value->items[i]->type->kind == CLEAVE_BODY_POINTER)
        evaluate_pointer(it, value->items[i]);
      else
        evaluate(it, value->items[i]);
    return;
  case CLEAVE_BODY_INLINED:
    return evaluate_call(it, value);
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
