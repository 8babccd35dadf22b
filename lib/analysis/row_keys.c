/* FILE: lib/analysis/row_keys.c
 * WHAT: the bounds of inner loops as texts that can be compared (row_key).
 */
#include "analysis/row_internal.h"
#include "model/text.h"

struct key {
  struct cleave_text text;
  const Variable *counter;
  const Statement *rows;
  const bool *own, *changed;
  bool is_known;
};

static void put_value(struct key *key, const Value *value);

/* The value that a declaration in STATEMENT gives VARIABLE; NULL: none. */
static const Value *initial_value(const Statement *statement, const Variable *variable) {
  if (statement->kind == CLEAVE_BODY_DECLARE)
    return statement->variable == variable ? statement->value : NULL;
  for (size_t i = 0; i < statement->child_count; i++) {
    const Value *found = initial_value(statement->children[i], variable);
    if (found)
      return found;
  }
  return NULL;
}

static void put_variable(struct key *key, const Variable *variable) {
  if (variable == key->counter) {
    cleave_text_add(&key->text, "#");
  } else if (variable->is_this) {
    cleave_text_add(&key->text, "this");
  } else if (key->own[variable->index]) {
    const Value *value = initial_value(key->rows, variable);
    if (!value || key->changed[variable->index]) {
      key->is_known = false;
      return;
    }
    cleave_text_format(&key->text, "(%s)(", variable->type->unqualified->name);
    put_value(key, value);
    cleave_text_add(&key->text, ")");
  } else {
    key->is_known &= variable->in_region != CLEAVE_NO_VARIABLE;
    cleave_text_format(&key->text, "#%u", variable->in_region);
  }
}

static void put_place(struct key *key, const Place *place) {
  switch (place->kind) {
  case CLEAVE_BODY_VARIABLE:
    return put_variable(key, place->variable);
  case CLEAVE_BODY_TARGET:
    cleave_text_add(&key->text, "*");
    return put_value(key, place->pointer);
  case CLEAVE_BODY_MEMBER:
    put_place(key, place->record);
    cleave_text_format(&key->text, ".%u:%s", place->member_index, place->member);
    return;
  default:
    key->is_known = false;
  }
}

static void put_list(struct key *key, const char *name, const Value *const *values, size_t count) {
  cleave_text_format(&key->text, "%s(", name);
  for (size_t i = 0; i < count; i++) {
    if (i)
      cleave_text_add(&key->text, ",");
    put_value(key, values[i]);
  }
  cleave_text_add(&key->text, ")");
}

static void put_value(struct key *key, const Value *value) {
  const Value *const parts[] = {value->left, value->right, value->condition};
  if (!key->is_known)
    return;
  if (value->has_constant) {
    cleave_text_format(&key->text, "%lld:%s", (long long)value->constant, value->type->name);
    return;
  }
  switch (value->kind) {
  case CLEAVE_BODY_CONSTANT:
    cleave_text_format(&key->text, "%s:%s", value->name, value->type->name);
    return;
  case CLEAVE_BODY_READ:
    return put_place(key, value->place);
  case CLEAVE_BODY_ADDRESS:
  case CLEAVE_BODY_DECAY:
    cleave_text_add(&key->text, "&");
    return put_place(key, value->place);
  case CLEAVE_BODY_CONVERT:
    cleave_text_format(&key->text, "(%s)", value->type->name);
    return put_list(key, "", parts, 1);
  case CLEAVE_BODY_UNARY:
  case CLEAVE_BODY_BINARY:
  case CLEAVE_BODY_LOGICAL:
    cleave_text_format(&key->text, "%d", (int)value->operation);
    return put_list(key, "", parts, value->kind == CLEAVE_BODY_UNARY ? 1 : 2);
  case CLEAVE_BODY_SELECT:
    return put_list(key, "?", parts, 3);
  case CLEAVE_BODY_CALL:
    key->is_known &= value->has_no_effects;
    return put_list(key, value->name, (const Value *const *)value->items, value->item_count);
  default:
    key->is_known = false;
  }
}

const char *row_key(const struct analysis *it, const Value *value, const Statement *rows, const bool *own,
                    const bool *changed) {
  struct key key = {.text = {.arena = it->arena},
                    .counter = counter_of(rows),
                    .rows = rows,
                    .own = own,
                    .changed = changed,
                    .is_known = true};
  put_value(&key, value);
  return key.is_known ? cleave_text_get(&key.text) : "";
}
