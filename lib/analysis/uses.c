/* FILE: lib/analysis/uses.c
 * WHAT: which variables code names, writes and takes the address of.
 */
#include "analysis/analysis_internal.h"

/* ---- Walks ---------------------------------------------------------------------------------------------- */

struct parts parts_of_value(const Value *value) {
  struct parts parts = {
      {value->condition, value->left, value->right, NULL}, {value->place, NULL}, value->body};
  return parts;
}

static bool any_in_place(const struct question *question, const Place *place) {
  return place && ((question->place && question->place(place, question->context)) ||
                   any_in_value(question, place->pointer) || any_in_place(question, place->record) ||
                   any_in_place(question, place->other));
}

bool any_in_value(const struct question *question, const Value *value) {
  if (!value)
    return false;
  if (question->value && question->value(value, question->context))
    return true;
  for (size_t i = 0; i < value->item_count; i++)
    if (any_in_value(question, value->items[i]))
      return true;
  return any_in_value(question, value->condition) || any_in_value(question, value->left) ||
         any_in_value(question, value->right) || any_in_place(question, value->place) ||
         any_in_statement(question, value->body);
}

bool any_in_statement(const struct question *question, const Statement *statement) {
  if (!statement)
    return false;
  if ((question->statement && question->statement(statement, question->context)) ||
      any_in_value(question, statement->value) || any_in_value(question, statement->step) ||
      any_in_place(question, statement->place))
    return true;
  for (size_t i = 0; i < statement->child_count; i++)
    if (any_in_statement(question, statement->children[i]))
      return true;
  return false;
}

const Value *without_conversions(const Value *value) {
  while (value->kind == CLEAVE_BODY_CONVERT && !value->is_written)
    value = value->left;
  return value;
}

const Variable *variable_of_place(const Place *place) {
  return place->kind == CLEAVE_BODY_VARIABLE ? place->variable : NULL;
}

const Variable *variable_read(const Value *value) {
  value = without_conversions(value);
  return value->kind == CLEAVE_BODY_READ ? variable_of_place(value->place) : NULL;
}

/* The place that POINTER, or a pointer to another element of the same array, points to by its form. */
static const Place *place_of_pointer(const Value *pointer) {
  while (pointer->kind == CLEAVE_BODY_CONVERT || pointer->kind == CLEAVE_BODY_BINARY)
    pointer = pointer->left;
  return pointer->kind == CLEAVE_BODY_DECAY || pointer->kind == CLEAVE_BODY_ADDRESS ? pointer->place : NULL;
}

const Variable *root_of(const Place *place) {
  while (place) {
    switch (place->kind) {
    case CLEAVE_BODY_VARIABLE:
      return place->variable;
    case CLEAVE_BODY_MEMBER:
    case CLEAVE_BODY_AFTER:
      place = place->record;
      break;
    case CLEAVE_BODY_TARGET:
      place = place_of_pointer(place->pointer);
      break;
    default:
      return NULL;
    }
  }
  return NULL;
}

const Variable *array_of(const Place *place) {
  if (place->kind != CLEAVE_BODY_TARGET || place->pointer->kind != CLEAVE_BODY_BINARY ||
      !place->pointer->is_written)
    return NULL;
  const Value *base = without_conversions(place->pointer->left);
  return base->kind == CLEAVE_BODY_DECAY || base->kind == CLEAVE_BODY_READ ? variable_of_place(base->place)
                                                                           : NULL;
}

const Value *subscript_of(const Place *place) {
  return place->kind == CLEAVE_BODY_TARGET && place->pointer->kind == CLEAVE_BODY_BINARY &&
                 place->pointer->is_written
             ? without_conversions(place->pointer->right)
             : NULL;
}

/* ---- Writes --------------------------------------------------------------------------------------------- */

/* A reference, or a pointer, that is bound to a variable where it is declared. */
struct binding {
  const Variable *name, *to;
};

/* The first walk, of the whole body, finds the names that objects have: the code that is asked about may use any of them. The
 * second one, of
 * that code, finds what is written. */
struct write_walk {
  bool *written; /* per variable; NULL in the first walk */
  bool *through; /* per variable: something is written through the pointer that it holds */
  bool *escaped,
      *copied; /* the same for what has names that are not followed: a write to an unknown object may write it */
  bool writes_unknown;
  struct binding bindings[256];
  size_t binding_count;
};

static void walk_statement(struct write_walk *walk, const Statement *statement);
static void walk_place(struct write_walk *walk, const Place *place);

static void mark(bool *written, const Variable *variable) {
  if (variable && variable->type->kind != CLEAVE_BODY_ARRAY)
    written[variable->index] = true;
}

static void mark_place(const Place *place, bool *written, bool *through);

/* The objects that a called function returns references to. */
static void mark_returned(const Statement *statement, bool *written, bool *through) {
  if (statement->kind == CLEAVE_BODY_RETURN && statement->place)
    mark_place(statement->place, written, through);
  for (size_t i = 0; i < statement->child_count; i++)
    mark_returned(statement->children[i], written, through);
}

/* PLACE is written. */
static void mark_place(const Place *place, bool *written, bool *through) {
  while (place->kind == CLEAVE_BODY_MEMBER || place->kind == CLEAVE_BODY_AFTER)
    place = place->record;
  if (place->kind == CLEAVE_BODY_CHOICE) {
    mark_place(place->record, written, through);
    mark_place(place->other, written, through);
    return;
  }
  mark(written, root_of(place));
  if (place->kind != CLEAVE_BODY_TARGET)
    return;
  const Value *pointer = place->pointer;
  while (pointer->kind == CLEAVE_BODY_CONVERT || pointer->kind == CLEAVE_BODY_BINARY)
    pointer = pointer->left;
  if (pointer->kind == CLEAVE_BODY_READ && variable_of_place(pointer->place))
    through[variable_of_place(pointer->place)->index] = true;
  if (pointer->kind == CLEAVE_BODY_INLINED)
    mark_returned(pointer->body, written, through);
}

/* Whether PLACE may be an object that has a name which is not followed. */
static bool is_unknown(const Place *place) {
  while (place->kind == CLEAVE_BODY_MEMBER || place->kind == CLEAVE_BODY_AFTER)
    place = place->record;
  if (place->kind == CLEAVE_BODY_CHOICE)
    return is_unknown(place->record) || is_unknown(place->other);
  return place->kind == CLEAVE_BODY_VARIABLE ? place->variable->type->kind == CLEAVE_BODY_REFERENCE
                                             : !root_of(place);
}

/* PLACE gets a name that is not followed. */
static void mark_escaped(struct write_walk *walk, const Place *place) {
  if (!walk->written)
    mark_place(place, walk->escaped, walk->copied);
}

static void mark_opaque(struct write_walk *walk, const struct cleave_body_opaque *opaque) {
  walk->writes_unknown |= opaque != NULL;
  for (size_t i = 0; opaque && i < opaque->use_count; i++) {
    const struct cleave_body_use *use = &opaque->uses[i];
    if (use->flags & CLEAVE_USE_ADDRESS)
      mark(walk->escaped, use->variable);
    if (walk->written && use->flags & CLEAVE_USE_WRITE)
      mark(walk->written, use->variable);
    walk->copied[use->variable->index] = true;
  }
}

/* Whether VALUE is an expression whose value is not used: it takes no address. */
static bool is_unused_place(const Value *value) {
  if (value->kind == CLEAVE_BODY_CONVERT && value->conversion == CLEAVE_BODY_DISCARDED)
    value = value->left;
  return value->kind == CLEAVE_BODY_ADDRESS;
}

static void walk_value(struct write_walk *walk, const Value *value) {
  if (!value)
    return;
  mark_opaque(walk, value->opaque);
  if (walk->written && (value->kind == CLEAVE_BODY_ASSIGN || value->kind == CLEAVE_BODY_STEP)) {
    mark_place(value->place, walk->written, walk->through);
    walk->writes_unknown |= is_unknown(value->place);
  }
  walk->writes_unknown |= value->kind == CLEAVE_BODY_CALL && !value->has_no_effects;
  if (value->kind == CLEAVE_BODY_ADDRESS)
    mark_escaped(walk, value->place);
  if (value->kind == CLEAVE_BODY_READ && variable_of_place(value->place) &&
      value->place->type->kind == CLEAVE_BODY_POINTER)
    walk->copied[value->place->variable->index] = true;
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    walk_value(walk, parts.values[i]);
  for (size_t i = 0; i < value->item_count; i++)
    walk_value(walk, value->items[i]);
  walk_place(walk, value->place);
  walk_statement(walk, value->body);
}

/* A pointer that is only followed: what it points to is read or written as the place is. */
static void walk_pointer(struct write_walk *walk, const Value *pointer) {
  while (pointer->kind == CLEAVE_BODY_CONVERT || pointer->kind == CLEAVE_BODY_BINARY) {
    walk_value(walk, pointer->right);
    pointer = pointer->left;
  }
  if (pointer->kind == CLEAVE_BODY_READ || pointer->kind == CLEAVE_BODY_ADDRESS)
    walk_place(walk, pointer->place);
  else
    walk_value(walk, pointer);
}

static void walk_place(struct write_walk *walk, const Place *place) {
  if (!place)
    return;
  mark_opaque(walk, place->opaque);
  if (place->kind == CLEAVE_BODY_TARGET)
    walk_pointer(walk, place->pointer);
  else
    walk_value(walk, place->pointer);
  walk_place(walk, place->record);
  walk_place(walk, place->other);
}

/* VARIABLE is bound to PLACE: what is written through it is written to that. */
static void bind(struct write_walk *walk, const Variable *variable, const Place *place) {
  if (walk->written)
    return; /* the first walk has found it */
  const Variable *root = root_of(place);
  if (!root && place->kind == CLEAVE_BODY_TARGET && place->pointer->kind == CLEAVE_BODY_READ)
    root = variable_of_place(place->pointer->place); /* *p: a write through p */
  if (root && walk->binding_count < sizeof walk->bindings / sizeof *walk->bindings &&
      place->kind != CLEAVE_BODY_CHOICE)
    walk->bindings[walk->binding_count++] = (struct binding){variable, root};
  else
    mark_escaped(walk, place);
}

static void walk_statement(struct write_walk *walk, const Statement *statement) {
  if (!statement)
    return;
  mark_opaque(walk, statement->opaque);
  if (statement->kind == CLEAVE_BODY_DECLARE && statement->place)
    bind(walk, statement->variable, statement->place);
  if (statement->kind == CLEAVE_BODY_DECLARE && statement->variable->is_callees && statement->value &&
      statement->value->kind == CLEAVE_BODY_ADDRESS) {
    bind(walk, statement->variable, statement->value->place);
    walk_place(walk, statement->value->place);
  } else if (statement->kind == CLEAVE_BODY_EVALUATE && is_unused_place(statement->value)) {
    walk_place(walk, statement->value->place ? statement->value->place : statement->value->left->place);
  } else {
    walk_value(walk, statement->value);
  }
  walk_place(walk, statement->place);
  walk_value(walk, statement->step);
  for (size_t i = 0; i < statement->child_count; i++)
    walk_statement(walk, statement->children[i]);
}

/* Writes through a name are writes to what it is bound to. A reference to a pointer is a name of the pointer. */
static void follow_bindings(struct write_walk *walk) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < walk->binding_count; i++) {
      const struct binding *it = &walk->bindings[i];
      const uint32_t name = it->name->index, to = it->to->index;
      const bool is_reference = it->name->type->kind == CLEAVE_BODY_REFERENCE;
      const bool was = walk->written[to] && walk->through[to], was_through = walk->through[to];
      if (is_reference ? walk->written[name] : walk->through[name]) {
        mark(walk->written, it->to);
        walk->through[to] = true;
        changed |= !was && it->to->type->kind != CLEAVE_BODY_ARRAY;
      } else if (walk->through[name]) {
        walk->through[to] = true;
        changed |= !was_through;
      }
    }
  }
}

void mark_written(const struct cleave_body *body, const Statement *statement, const Value *value,
                  bool *written) {
  struct cleave_arena *scratch = cleave_arena_new();
  struct write_walk *walk = cleave_arena_allocate(scratch, sizeof *walk);
  const size_t count = body->variable_count;
  walk->through = cleave_arena_allocate(scratch, count + 1);
  walk->escaped = cleave_arena_allocate(scratch, count + 1);
  walk->copied = cleave_arena_allocate(scratch, count + 1);
  walk_statement(walk, body->statement);
  walk->written = written;
  walk->writes_unknown = false;
  walk_statement(walk, statement);
  walk_value(walk, value);
  for (size_t i = 0; walk->writes_unknown && i < count; i++) {
    written[i] |= walk->escaped[i];
    walk->through[i] |= walk->copied[i];
  }
  follow_bindings(walk);
  cleave_arena_free(scratch);
}

bool *written_in(const struct analysis *it, const Statement *statement) {
  bool *written = cleave_arena_allocate(it->arena, it->body->variable_count * sizeof(bool) + 1);
  mark_written(it->body, statement, NULL, written);
  return written;
}

/* ---- Names and addresses ---------------------------------------------------------------------------------- */

static bool name_opaque(const struct cleave_body_opaque *opaque, bool *named) {
  for (size_t i = 0; opaque && i < opaque->use_count; i++)
    named[opaque->uses[i].variable->index] = true;
  return false;
}

static bool name_in_value(const Value *value, void *named) { return name_opaque(value->opaque, named); }

static bool name_in_statement(const Statement *statement, void *named) {
  return name_opaque(statement->opaque, named);
}

static bool name_in_place(const Place *place, void *named) {
  if (place->kind == CLEAVE_BODY_VARIABLE)
    ((bool *)named)[place->variable->index] = true;
  return name_opaque(place->opaque, named);
}

void mark_named(const Statement *statement, const Value *value, bool *named) {
  const struct question names = {name_in_value, name_in_place, name_in_statement, named};
  any_in_statement(&names, statement);
  any_in_value(&names, value);
}

static void address_place(const Place *place, bool *addressed);

static void address_opaque(const struct cleave_body_opaque *opaque, bool *addressed) {
  for (size_t i = 0; opaque && i < opaque->use_count; i++)
    addressed[opaque->uses[i].variable->index] |= (opaque->uses[i].flags & CLEAVE_USE_ADDRESS) != 0;
}

static void address_value(const Value *value, bool *addressed) {
  if (!value)
    return;
  address_opaque(value->opaque, addressed);
  if ((value->kind == CLEAVE_BODY_ADDRESS || value->kind == CLEAVE_BODY_DECAY) && root_of(value->place))
    addressed[root_of(value->place)->index] = true;
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    address_value(parts.values[i], addressed);
  for (size_t i = 0; i < value->item_count; i++)
    address_value(value->items[i], addressed);
  address_place(value->place, addressed);
  mark_addressed(value->body, addressed);
}

static void address_place(const Place *place, bool *addressed) {
  if (!place)
    return;
  address_opaque(place->opaque, addressed);
  const Value *pointer = place->pointer;
  /* An element of an array: no pointer to it remains. */
  while (place->kind == CLEAVE_BODY_TARGET && pointer->kind == CLEAVE_BODY_BINARY) {
    address_value(pointer->right, addressed);
    pointer = pointer->left;
  }
  if (place->kind == CLEAVE_BODY_TARGET && pointer->kind == CLEAVE_BODY_DECAY)
    address_place(pointer->place, addressed);
  else
    address_value(pointer, addressed);
  address_place(place->record, addressed);
  address_place(place->other, addressed);
}

void mark_addressed(const Statement *statement, bool *addressed) {
  if (!statement)
    return;
  address_opaque(statement->opaque, addressed);
  address_value(statement->value, addressed);
  address_value(statement->step, addressed);
  if (statement->place && root_of(statement->place))
    addressed[root_of(statement->place)->index] = true;
  address_place(statement->place, addressed);
  for (size_t i = 0; i < statement->child_count; i++)
    mark_addressed(statement->children[i], addressed);
}
