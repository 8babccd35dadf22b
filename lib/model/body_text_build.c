/* FILE: lib/model/body_text_build.c
 * WHAT: values, places and statements from the forms of a text (body_text.h).
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/body_text_internal.h"
#include "model/clause.h"

typedef struct cleave_body_value Value;
typedef struct cleave_body_place Place;
typedef struct cleave_body_statement Statement;
typedef struct body_form Form;
typedef struct body_builder Builder;

static bool is(const Form *form, const char *word) { return !strcmp(form->word, word); }

bool body_is_nothing(const Form *form) {
  return form->kind == BODY_LIST && !*form->word && !form->item_count;
}

/* ---- Texts and types -------------------------------------------------------------------------------------------- */

static struct cleave_body_text text_of(const Form *form) {
  const struct cleave_body_text own = {form->begin, form->end, form->begin, true};
  return form->has_range ? form->range : own;
}

static struct cleave_body_text whole_of(const Form *form) {
  return form->has_whole ? form->whole : text_of(form);
}

static void *new_node(Builder *it, size_t size) { return cleave_arena_allocate(it->reader->arena, size); }

static Value *new_value(Builder *it, const Form *form, enum cleave_body_value_kind kind) {
  Value *value = new_node(it, sizeof *value);
  value->kind = kind;
  value->text = text_of(form);
  value->whole = whole_of(form);
  return value;
}

static Place *new_place(Builder *it, const Form *form, enum cleave_body_place_kind kind) {
  Place *place = new_node(it, sizeof *place);
  place->kind = kind;
  place->text = text_of(form);
  return place;
}

static const struct cleave_body_type *type_operand(Builder *it, const Form *form) {
  if (form->kind != BODY_WORD)
    body_fail(it->reader, form->line, "a type is expected");
  return body_type_named(it, form->word, form->line);
}

static const struct cleave_body_type *pointer_to(Builder *it, const struct cleave_body_type *type,
                                                 unsigned line) {
  return body_type_named(it, cleave_arena_format(it->reader->arena, "%s*", body_word_of_type(it, type)),
                         line);
}

/* The property `:type`, or what follows from the operands. */
static const struct cleave_body_type *type_or(Builder *it, Form *form, const struct cleave_body_type *usual) {
  const char *word = body_take_word(it, form, ":type");
  return word ? body_type_named(it, word, form->line) : usual;
}

/* ---- Opaque code -------------------------------------------------------------------------------------------------- */

/* (code "reason" (use VARIABLE FLAG...)... :loops N :jump) */
static struct cleave_body_opaque *build_opaque(Builder *it, Form *form) {
  struct cleave_body_opaque *opaque = new_node(it, sizeof *opaque);
  body_check_count(it, form, 1, SIZE_MAX);
  if (!is(form, "code") || (form->items[0]->kind == BODY_LIST && !body_is_nothing(form->items[0])))
    body_fail(it->reader, form->line, "opaque code is (code \"reason\" (use VARIABLE FLAG...)...)");
  opaque->reason = form->items[0]->kind == BODY_LIST ? NULL : form->items[0]->word;
  const int64_t loops = body_take_number(it, form, ":loops", 0, 0);
  opaque->loop_count = loops > UINT16_MAX ? UINT16_MAX : (unsigned)loops;
  opaque->has_jump = body_take_flag(form, ":jump");
  for (size_t i = 1; i < form->item_count; i++) {
    const Form *item = form->items[i];
    body_check_count(it, item, 1, SIZE_MAX);
    if (!is(item, "use"))
      body_fail(it->reader, item->line, "(use VARIABLE FLAG...) is expected");
    struct cleave_body_use use = {body_variable_labelled(it, item->items[0]->word, item->line), 0};
    for (size_t f = 1; f < item->item_count; f++) {
      unsigned flag = 0;
      while (flag < BODY_USE_FLAGS && !is(item->items[f], body_use_words[flag]))
        flag++;
      if (flag == BODY_USE_FLAGS)
        body_fail(it->reader, item->line, "'%.40s' is no kind of use", item->items[f]->word);
      use.flags |= 1u << flag;
    }
    body_check_properties(it, item);
    CLEAVE_APPEND(it->reader->arena, opaque->uses, opaque->use_count, use);
  }
  body_check_properties(it, form);
  return opaque;
}

/* ---- Places ------------------------------------------------------------------------------------------------------- */

static Place *variable_place(Builder *it, const Form *form, const char *label) {
  Place *place = new_place(it, form, CLEAVE_BODY_VARIABLE);
  place->variable = body_variable_labelled(it, label, form->line);
  const struct cleave_body_type *type = place->variable->type;
  place->type = type->kind == CLEAVE_BODY_REFERENCE ? type->element : type;
  return place;
}

static const struct cleave_body_type *pointee(const Value *pointer) {
  return pointer->type->kind == CLEAVE_BODY_POINTER ? pointer->type->element : pointer->type;
}

/* (at POINTER INDEX) */
static Place *build_element(Builder *it, Form *form) {
  Place *place = new_place(it, form, CLEAVE_BODY_TARGET);
  Value *sum = new_value(it, form, CLEAVE_BODY_BINARY);
  body_check_count(it, form, 2, 2);
  sum->operation = CLEAVE_BODY_ADD;
  sum->is_written = true;
  sum->left = body_build_value(it, form->items[0]);
  sum->right = body_build_value(it, form->items[1]);
  if (sum->left->type->kind != CLEAVE_BODY_POINTER)
    body_fail(it->reader, form->line, "'at' needs a pointer or an array");
  sum->type = sum->left->type;
  place->pointer = sum;
  place->type = pointee(sum);
  return place;
}

static Place *build_member(Builder *it, Form *form) {
  Place *place = new_place(it, form, CLEAVE_BODY_MEMBER);
  body_check_count(it, form, 3, 3);
  place->record = body_build_place(it, form->items[0]);
  if (form->items[1]->kind == BODY_LIST)
    body_fail(it->reader, form->line, "the name of a member is expected");
  place->member = form->items[1]->word;
  place->type = type_operand(it, form->items[2]);
  const int64_t index = body_take_number(it, form, ":index", 0, 0);
  place->member_index = index > UINT32_MAX ? UINT32_MAX : (uint32_t)index;
  place->is_kept = body_take_flag(form, ":is-kept");
  place->is_assigned = body_take_flag(form, ":assigned");
  place->is_accessible = body_take_flag(form, ":accessible");
  const int64_t offset = body_take_number(it, form, ":capture", 0, -1);
  place->is_capture = offset >= 0;
  place->offset = offset >= 0 ? (uint64_t)offset : 0;
  return place;
}

/* NULL: FORM is no place. */
static Place *plain_place(Builder *it, Form *form) {
  Place *place;
  if (form->kind == BODY_WORD)
    return variable_place(it, form, form->word);
  if (form->kind != BODY_LIST)
    return NULL;
  if (is(form, "variable")) {
    body_check_count(it, form, 1, 1);
    return variable_place(it, form, form->items[0]->word);
  }
  if (is(form, "at"))
    return build_element(it, form);
  if (is(form, "*") && form->item_count == 1) {
    place = new_place(it, form, CLEAVE_BODY_TARGET);
    place->pointer = body_build_value(it, form->items[0]);
    place->type = pointee(place->pointer);
    return place;
  }
  if (is(form, "."))
    return build_member(it, form);
  if (is(form, "choose")) {
    body_check_count(it, form, 3, 3);
    place = new_place(it, form, CLEAVE_BODY_CHOICE);
    place->pointer = body_build_value(it, form->items[0]);
    place->record = body_build_place(it, form->items[1]);
    place->other = body_build_place(it, form->items[2]);
    place->type = place->record->type;
    return place;
  }
  if (is(form, "after")) {
    body_check_count(it, form, 2, 2);
    place = new_place(it, form, CLEAVE_BODY_AFTER);
    place->pointer = body_build_value(it, form->items[0]);
    place->record = body_build_place(it, form->items[1]);
    place->type = place->record->type;
    return place;
  }
  if (is(form, "temporary")) {
    body_check_count(it, form, 1, 1);
    place = new_place(it, form, CLEAVE_BODY_TEMPORARY);
    place->pointer = body_build_value(it, form->items[0]);
    place->type = place->pointer->type;
    return place;
  }
  if (!is(form, "unknown"))
    return NULL;
  body_check_count(it, form, 2, 2);
  place = new_place(it, form, CLEAVE_BODY_UNKNOWN);
  place->type = type_operand(it, form->items[0]);
  place->opaque = build_opaque(it, form->items[1]);
  return place;
}

Place *body_build_place(Builder *it, Form *form) {
  Place *place = plain_place(it, form);
  if (!place)
    body_fail(it->reader, form->line, "a place is expected instead of '%.40s'", form->word);
  place->type = type_or(it, form, place->type);
  body_check_properties(it, form);
  return place;
}

/* ---- Values ------------------------------------------------------------------------------------------------------- */

/* A place as a value. */
static Value *value_of_place(Builder *it, const Form *form, Place *place) {
  const bool is_array = place->type->kind == CLEAVE_BODY_ARRAY;
  Value *value = new_value(it, form, is_array ? CLEAVE_BODY_DECAY : CLEAVE_BODY_READ);
  value->place = place;
  value->type = is_array ? pointer_to(it, place->type->element, form->line) : place->type->unqualified;
  return value;
}

static Value *literal(Builder *it, const Form *form) {
  bool has_constant;
  int64_t constant;
  const char *type = body_literal_type(form->word, &has_constant, &constant);
  if (!type)
    return NULL;
  Value *value = new_value(it, form, CLEAVE_BODY_CONSTANT);
  value->type = body_type_named(it, type, form->line);
  value->has_constant = has_constant;
  value->constant = constant;
  value->name = form->word;
  return value;
}

static enum cleave_body_operation operation_named(const char *word, size_t length, bool is_unary) {
  const int begin = is_unary ? CLEAVE_BODY_PLUS : CLEAVE_BODY_ADD,
            end = is_unary ? BODY_OPERATIONS : CLEAVE_BODY_PLUS;
  for (int i = begin; i < end; i++)
    if (strlen(body_operation_words[i]) == length && !memcmp(body_operation_words[i], word, length))
      return (enum cleave_body_operation)i;
  return CLEAVE_BODY_NO_OPERATION;
}

/* `:contract off`, `expression`, `statement`, or `later` for what is in no source. */
static void read_contraction(Builder *it, Form *form, Value *value, bool is_usual) {
  const char *word = body_take_word(it, form, ":contract");
  value->may_contract = value->contracts_in_statement = is_usual;
  if (!word)
    return;
  const bool is_statement = !strcmp(word, "statement"), is_later = !strcmp(word, "later"),
             is_expression = !strcmp(word, "expression");
  if (!is_statement && !is_later && !is_expression && strcmp(word, "off") != 0)
    body_fail(it->reader, form->line, "'%.40s' is no way to contract", word);
  value->may_contract = is_statement || is_expression;
  value->contracts_in_statement = is_statement || is_later;
}

static Value *build_operator(Builder *it, Form *form) {
  const bool is_unary = form->item_count == 1;
  const enum cleave_body_operation operation = operation_named(form->word, strlen(form->word), is_unary);
  if (operation == CLEAVE_BODY_NO_OPERATION || form->item_count < 1 || form->item_count > 2)
    return NULL;
  const bool is_logical = operation == CLEAVE_BODY_LOGICAL_AND || operation == CLEAVE_BODY_LOGICAL_OR;
  Value *value = new_value(it, form,
                           is_unary     ? CLEAVE_BODY_UNARY
                           : is_logical ? CLEAVE_BODY_LOGICAL
                                        : CLEAVE_BODY_BINARY);
  value->operation = operation;
  value->left = body_build_value(it, form->items[0]);
  value->type = value->left->type;
  if (is_unary) {
    value->type = operation == CLEAVE_BODY_NOT ? it->truth : value->type;
    return value;
  }
  value->right = body_build_value(it, form->items[1]);
  if (is_logical || (operation >= CLEAVE_BODY_LESS && operation <= CLEAVE_BODY_NOT_EQUAL))
    value->type = it->truth;
  value->is_written = body_take_flag(form, ":subscript");
  value->is_reversed = body_take_flag(form, ":reversed");
  read_contraction(it, form, value, !value->is_written);
  return value;
}

/* (= PLACE VALUE), (+= PLACE VALUE) */
static Value *build_assignment(Builder *it, Form *form) {
  const size_t length = strlen(form->word);
  const enum cleave_body_operation operation = length > 1 && form->word[length - 1] == '='
                                                   ? operation_named(form->word, length - 1, false)
                                                   : CLEAVE_BODY_NO_OPERATION;
  const bool is_relation = is(form, "<=") || is(form, ">=") || is(form, "==") || is(form, "!=");
  if (is_relation || (!is(form, "=") && operation == CLEAVE_BODY_NO_OPERATION))
    return NULL;
  body_check_count(it, form, 2, 2);
  Value *value = new_value(it, form, CLEAVE_BODY_ASSIGN);
  value->operation = operation;
  value->place = body_build_place(it, form->items[0]);
  value->right = body_build_value(it, form->items[1]);
  value->type = value->place->type->unqualified;
  const char *computed = body_take_word(it, form, ":computed");
  if (operation)
    value->computed = computed ? body_type_named(it, computed, form->line) : value->type;
  read_contraction(it, form, value, operation != CLEAVE_BODY_NO_OPERATION);
  return value;
}

static Value *build_step(Builder *it, Form *form) {
  static const char *const words[] = {"post++", "post--", "++", "--"};
  for (unsigned i = 0; i < 4; i++)
    if (is(form, words[i])) {
      body_check_count(it, form, 1, 1);
      Value *value = new_value(it, form, CLEAVE_BODY_STEP);
      value->place = body_build_place(it, form->items[0]);
      value->type = value->place->type->unqualified;
      value->is_prefix = i > 1;
      value->is_decrement = i & 1;
      return value;
    }
  return NULL;
}

static void add_items(Builder *it, Form *form, size_t first, Value *value) {
  for (size_t i = first; i < form->item_count; i++) {
    Value *item = body_build_value(it, form->items[i]);
    CLEAVE_APPEND(it->reader->arena, value->items, value->item_count, item);
  }
}

static Value *build_convert(Builder *it, Form *form) {
  static const char *const words[] = {"same", "integer", "numeric", "discarded"};
  body_check_count(it, form, 2, 2);
  Value *value = new_value(it, form, CLEAVE_BODY_CONVERT);
  value->type = type_operand(it, form->items[0]);
  value->left = body_build_value(it, form->items[1]);
  value->is_written = body_take_flag(form, ":cast");
  value->conversion = body_usual_conversion(value->type, value->left->type);
  const char *as = body_take_word(it, form, ":as");
  for (int i = 0; as && i < 4; i++)
    if (!strcmp(words[i], as)) {
      value->conversion = (enum cleave_body_conversion)i;
      return value;
    }
  if (as)
    body_fail(it->reader, form->line, "'%.40s' is no kind of conversion", as);
  return value;
}

/* call, inline: the name of the function, and the type. */
static Value *build_call(Builder *it, Form *form, enum cleave_body_value_kind kind) {
  body_check_count(it, form, 2, SIZE_MAX);
  if (form->items[0]->kind == BODY_LIST)
    body_fail(it->reader, form->line, "the name of a function is expected");
  Value *value = new_value(it, form, kind);
  value->name = form->items[0]->word;
  value->type = type_operand(it, form->items[1]);
  if (kind == CLEAVE_BODY_INLINED) {
    body_check_count(it, form, 3, 3);
    value->body = body_build_statement(it, form->items[2]);
    return value;
  }
  add_items(it, form, 2, value);
  value->has_no_effects = body_take_flag(form, ":no-effects");
  value->is_mathematical = body_take_flag(form, ":mathematical");
  value->is_cheap = body_take_flag(form, ":cheap");
  return value;
}

static Value *build_constant(Builder *it, Form *form) {
  body_check_count(it, form, 2, 3);
  if (form->items[0]->kind == BODY_LIST && !body_is_nothing(form->items[0]))
    body_fail(it->reader, form->line, "the text of the constant is expected");
  Value *value = new_value(it, form, CLEAVE_BODY_CONSTANT);
  value->name = form->items[0]->kind == BODY_LIST ? NULL : form->items[0]->word;
  value->type = type_operand(it, form->items[1]);
  value->has_constant = form->item_count == 3;
  value->constant = value->has_constant ? body_number(it, form->items[2]) : 0;
  return value;
}

/* A value of a kind that is named. NULL: there is none. */
static Value *named_value(Builder *it, Form *form) {
  Value *value;
  if (is(form, "read") || is(form, "decay") || (is(form, "&") && form->item_count == 1)) {
    body_check_count(it, form, 1, 1);
    value = new_value(it, form,
                      is(form, "read")    ? CLEAVE_BODY_READ
                      : is(form, "decay") ? CLEAVE_BODY_DECAY
                                          : CLEAVE_BODY_ADDRESS);
    value->place = body_build_place(it, form->items[0]);
    const struct cleave_body_type *type = value->place->type;
    if (value->kind == CLEAVE_BODY_DECAY && type->kind != CLEAVE_BODY_ARRAY)
      body_fail(it->reader, form->line, "only an array decays");
    value->type = is(form, "read")
                      ? type->unqualified
                      : pointer_to(it, value->kind == CLEAVE_BODY_DECAY ? type->element : type, form->line);
    return value;
  }
  if (is(form, "constant"))
    return build_constant(it, form);
  if (is(form, "convert"))
    return build_convert(it, form);
  if (is(form, "call") || is(form, "inline"))
    return build_call(it, form, is(form, "call") ? CLEAVE_BODY_CALL : CLEAVE_BODY_INLINED);
  if (is(form, "?")) {
    body_check_count(it, form, 3, 3);
    value = new_value(it, form, CLEAVE_BODY_SELECT);
    value->condition = body_build_value(it, form->items[0]);
    value->left = body_build_value(it, form->items[1]);
    value->right = body_build_value(it, form->items[2]);
    value->type = value->left->type;
    return value;
  }
  if (is(form, "comma")) {
    body_check_count(it, form, 2, 2);
    value = new_value(it, form, CLEAVE_BODY_COMMA);
    value->left = body_build_value(it, form->items[0]);
    value->right = body_build_value(it, form->items[1]);
    value->type = value->right->type;
    return value;
  }
  if (is(form, "list") || is(form, "opaque")) {
    const bool is_opaque = is(form, "opaque");
    body_check_count(it, form, 1 + is_opaque, SIZE_MAX);
    value = new_value(it, form, is_opaque ? CLEAVE_BODY_OPAQUE : CLEAVE_BODY_LIST);
    value->type = type_operand(it, form->items[0]);
    value->opaque = is_opaque ? build_opaque(it, form->items[1]) : NULL;
    add_items(it, form, 1 + is_opaque, value);
    return value;
  }
  return NULL;
}

/* NULL: FORM is no value. */
static Value *plain_value(Builder *it, Form *form) {
  Value *value = NULL;
  if (form->kind == BODY_WORD)
    value = literal(it, form);
  if (form->kind == BODY_LIST) {
    value = named_value(it, form);
    value = value ? value : build_assignment(it, form);
    value = value ? value : build_step(it, form);
    if (!value && !(is(form, "*") && form->item_count == 1))
      value = build_operator(it, form);
  }
  if (!value) {
    Place *place = plain_place(it, form);
    if (!place)
      return NULL;
    place->type = type_or(it, form, place->type);
    return value_of_place(it, form, place);
  }
  value->type = type_or(it, form, value->type);
  const Form *constant = body_take_property(form, ":value");
  if (constant) {
    value->has_constant = true;
    value->constant = body_number(it, constant);
  }
  return value;
}

Value *body_build_value(Builder *it, Form *form) {
  Value *value = plain_value(it, form);
  if (!value)
    body_fail(it->reader, form->line, "a value is expected instead of '%.40s'", form->word);
  body_check_properties(it, form);
  return value;
}

/* ---- Statements --------------------------------------------------------------------------------------------------- */

static void add_child(Builder *it, Statement *parent, Statement *child) {
  CLEAVE_APPEND(it->reader->arena, parent->children, parent->child_count, child);
}

static void build_declaration(Builder *it, Form *form, Statement *statement) {
  body_check_count(it, form, 1, 2);
  statement->variable = body_variable_labelled(it, form->items[0]->word, form->line);
  const bool has_operand = form->item_count > 1;
  if (has_operand && statement->variable->type->kind == CLEAVE_BODY_REFERENCE)
    statement->place = body_build_place(it, form->items[1]);
  else if (has_operand)
    statement->value = body_build_value(it, form->items[1]);
  const bool is_usual = has_operand && !statement->variable->is_callees;
  const bool is_unusual = body_take_flag(form, is_usual ? ":parenthesized" : ":equals");
  statement->has_equals = is_usual != is_unusual;
}

/* (for FIRST CONDITION STEP BODY) */
static void build_for(Builder *it, Form *form, Statement *statement) {
  body_check_count(it, form, 4, 4);
  add_child(it, statement, body_build_statement(it, form->items[0]));
  statement->value = body_is_nothing(form->items[1]) ? NULL : body_build_value(it, form->items[1]);
  statement->step = body_is_nothing(form->items[2]) ? NULL : body_build_value(it, form->items[2]);
  add_child(it, statement, body_build_statement(it, form->items[3]));
  const int64_t keyword = body_take_number(it, form, ":keyword", 0, form->begin + 1);
  if (keyword > UINT32_MAX)
    body_fail(it->reader, form->line, "the value of ':keyword' is too large");
  statement->keyword = (uint32_t)keyword;
}

/* What a statement consists of, in this order: v: a value, s: a statement, *: any number of these, else: `else` and a statement. */
static const struct {
  const char *word;
  enum cleave_body_statement_kind kind;
  const char *parts;
} statements[] = {{"empty", CLEAVE_BODY_EMPTY, ""},
                  {"block", CLEAVE_BODY_SEQUENCE, "*"},
                  {"declarations", CLEAVE_BODY_SEQUENCE, "*"},
                  {"declare", CLEAVE_BODY_DECLARE, NULL},
                  {"declare-other", CLEAVE_BODY_DECLARE_OTHER, ""},
                  {"evaluate", CLEAVE_BODY_EVALUATE, "v"},
                  {"if", CLEAVE_BODY_IF, "vs"},
                  {"for", CLEAVE_BODY_FOR, NULL},
                  {"while", CLEAVE_BODY_WHILE, "vs"},
                  {"do", CLEAVE_BODY_DO, "sv"},
                  {"switch", CLEAVE_BODY_SWITCH, "vs"},
                  {"case", CLEAVE_BODY_CASE, "s"},
                  {"break", CLEAVE_BODY_BREAK, ""},
                  {"continue", CLEAVE_BODY_CONTINUE, ""},
                  {"return", CLEAVE_BODY_RETURN, NULL},
                  {"return-place", CLEAVE_BODY_RETURN, NULL},
                  {"atomic", CLEAVE_BODY_ATOMIC, "s"},
                  {"opaque-statement", CLEAVE_BODY_UNKNOWN_STATEMENT, NULL}};

static void build_parts(Builder *it, Form *form, Statement *statement, const char *parts) {
  const bool is_any = *parts == '*';
  const size_t count = strlen(parts);
  const bool has_else =
      statement->kind == CLEAVE_BODY_IF && form->item_count == 4 && is(form->items[2], "else");
  body_check_count(it, form, is_any ? 0 : has_else ? 4 : count, is_any ? SIZE_MAX : has_else ? 4 : count);
  for (size_t i = 0; i < form->item_count; i++)
    if (has_else && i == 2)
      continue;
    else if (!is_any && i < count && parts[i] == 'v')
      statement->value = body_build_value(it, form->items[i]);
    else
      add_child(it, statement, body_build_statement(it, form->items[i]));
}

Statement *body_build_statement(Builder *it, Form *form) {
  size_t which = 0;
  while (which < sizeof statements / sizeof *statements &&
         (form->kind != BODY_LIST || !is(form, statements[which].word)))
    which++;
  Statement *statement = new_node(it, sizeof *statement);
  statement->text = text_of(form);
  statement->whole = whole_of(form);
  if (which == sizeof statements / sizeof *statements) {
    statement->kind = CLEAVE_BODY_EVALUATE;
    statement->value = plain_value(it, form);
    if (!statement->value)
      body_fail(it->reader, form->line, "a statement is expected instead of '%.40s'", form->word);
    statement->has_hint = body_take_flag(form, ":hint");
    body_check_properties(it, form);
    return statement;
  }
  statement->kind = statements[which].kind;
  statement->has_hint = body_take_flag(form, ":hint");
  statement->is_declaration = is(form, "declarations");
  if (statement->kind == CLEAVE_BODY_DECLARE) {
    build_declaration(it, form, statement);
  } else if (statement->kind == CLEAVE_BODY_FOR) {
    build_for(it, form, statement);
  } else if (is(form, "return-place")) {
    body_check_count(it, form, 1, 1);
    statement->place = body_build_place(it, form->items[0]);
  } else if (statement->kind == CLEAVE_BODY_RETURN) {
    body_check_count(it, form, 0, 1);
    statement->value = form->item_count ? body_build_value(it, form->items[0]) : NULL;
  } else if (statement->kind == CLEAVE_BODY_UNKNOWN_STATEMENT) {
    body_check_count(it, form, 1, 1);
    statement->opaque = build_opaque(it, form->items[0]);
  } else {
    build_parts(it, form, statement, statements[which].parts);
  }
  if (statement->kind == CLEAVE_BODY_ATOMIC) {
    statement->has_other_clause = body_take_flag(form, ":other-clause");
    statement->is_pragma_operator = body_take_flag(form, ":pragma-operator");
  }
  body_check_properties(it, form);
  return statement;
}
