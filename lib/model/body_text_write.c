/* FILE: lib/model/body_text_write.c
 * WHAT: a body as text (body_text.h). What follows from the operands is left out, so the reader and the writer must agree about it.
 */
#include "model/body_text.h"

#include <ctype.h>
#include <string.h>

#include "model/body_text_internal.h"
#include "model/clause.h"

typedef struct cleave_body_type Type;
typedef struct cleave_body_value Value;
typedef struct cleave_body_place Place;
typedef struct cleave_body_statement Statement;

static void put_place(struct body_writer *it, const Place *place);
static void put_value(struct body_writer *it, const Value *value);
static void put_statement(struct body_writer *it, const Statement *statement);

static void put(struct body_writer *it, const char *text) { cleave_text_add(it->out, text); }

static void put_if(struct body_writer *it, bool is_set, const char *text) {
  if (is_set)
    put(it, text);
}

static void new_line(struct body_writer *it) {
  put(it, "\n");
  for (unsigned i = 0; i < it->depth; i++)
    put(it, "  ");
}

/* ---- Ranges ------------------------------------------------------------------------------------------------------ */

static void put_range(struct body_writer *it, const struct cleave_body_text *text,
                      const struct cleave_body_text *whole) {
  if (!it->with_ranges)
    return;
  cleave_text_format(it->out, "@%u-%u", text->begin, text->end);
  if (text->at != text->begin)
    cleave_text_format(it->out, "/%u", text->at);
  put_if(it, !text->is_exact, "~");
  if (whole && !body_is_same_text(text, whole))
    put_range(it, whole, NULL);
}

/* Whether one range stands for all of these. */
static bool have_same_text(const struct body_writer *it, const struct cleave_body_text *one,
                           const struct cleave_body_text *other, const struct cleave_body_text *whole) {
  return !it->with_ranges || (body_is_same_text(one, other) && body_is_same_text(one, whole));
}

/* The type of a node, unless it is the USUAL one. */
static void put_type(struct body_writer *it, const Type *type, const char *usual) {
  const char *word = body_type_word(it, type);
  if (strcmp(word, usual) != 0)
    cleave_text_format(it->out, " :type %s", word);
}

static const char *pointer_word(struct body_writer *it, const Type *type) {
  return cleave_arena_format(it->arena, "%s*", body_type_word(it, type));
}

/* ---- Opaque code --------------------------------------------------------------------------------------------------- */

static void put_opaque(struct body_writer *it, const struct cleave_body_opaque *opaque) {
  put(it, "(code ");
  body_put_string(it, opaque->reason);
  for (size_t i = 0; i < opaque->use_count; i++) {
    cleave_text_format(it->out, " (use %s", it->labels[opaque->uses[i].variable->index]);
    for (unsigned f = 0; f < BODY_USE_FLAGS; f++)
      if (opaque->uses[i].flags >> f & 1)
        cleave_text_format(it->out, " %s", body_use_words[f]);
    put(it, ")");
  }
  if (opaque->loop_count)
    cleave_text_format(it->out, " :loops %u", opaque->loop_count);
  put_if(it, opaque->has_jump, " :jump");
  put(it, ")");
}

/* ---- Places --------------------------------------------------------------------------------------------------------- */

static void begin_place(struct body_writer *it, const char *word, const Place *place) {
  cleave_text_format(it->out, "(%s", word);
  put_range(it, &place->text, NULL);
  put(it, " ");
}

static const Type *usual_type_of_variable(const struct cleave_body_variable *variable) {
  return variable->type->kind == CLEAVE_BODY_REFERENCE ? variable->type->element : variable->type;
}

/* Whether POINTER is the sum in a subscript of PLACE, which `at` says. */
static bool is_subscript(struct body_writer *it, const Place *place) {
  const Value *sum = place->pointer;
  return sum->kind == CLEAVE_BODY_BINARY && sum->operation == CLEAVE_BODY_ADD && sum->is_written &&
         !sum->is_reversed && !sum->may_contract && !sum->contracts_in_statement && !sum->has_constant &&
         sum->type == sum->left->type && sum->type->kind == CLEAVE_BODY_POINTER &&
         have_same_text(it, &place->text, &sum->text, &sum->whole);
}

static void put_place(struct body_writer *it, const Place *place) {
  switch (place->kind) {
  case CLEAVE_BODY_VARIABLE: {
    const char *usual = body_type_word(it, usual_type_of_variable(place->variable)),
               *label = it->labels[place->variable->index];
    if (!strcmp(usual, body_type_word(it, place->type))) {
      put(it, label);
      put_range(it, &place->text, NULL);
      return;
    }
    begin_place(it, "variable", place);
    put(it, label);
    put_type(it, place->type, usual);
    break;
  }
  case CLEAVE_BODY_TARGET: {
    const Type *pointer = place->pointer->type;
    const bool is_element = is_subscript(it, place);
    begin_place(it, is_element ? "at" : "*", place);
    put_value(it, is_element ? place->pointer->left : place->pointer);
    if (is_element) {
      put(it, " ");
      put_value(it, place->pointer->right);
    }
    put_type(it, place->type,
             body_type_word(it, pointer->kind == CLEAVE_BODY_POINTER ? pointer->element : pointer));
    break;
  }
  case CLEAVE_BODY_MEMBER:
    begin_place(it, ".", place);
    put_place(it, place->record);
    put(it, " ");
    body_put_string(it, place->member ? place->member : "");
    cleave_text_format(it->out, " %s", body_type_word(it, place->type));
    if (place->member_index)
      cleave_text_format(it->out, " :index %u", place->member_index);
    put_if(it, place->is_kept, " :is-kept");
    put_if(it, place->is_assigned, " :assigned");
    put_if(it, place->is_accessible, " :accessible");
    if (place->is_capture)
      cleave_text_format(it->out, " :capture %llu", (unsigned long long)place->offset);
    break;
  case CLEAVE_BODY_CHOICE:
    begin_place(it, "choose", place);
    put_value(it, place->pointer);
    put(it, " ");
    put_place(it, place->record);
    put(it, " ");
    put_place(it, place->other);
    put_type(it, place->type, body_type_word(it, place->record->type));
    break;
  case CLEAVE_BODY_AFTER:
    begin_place(it, "after", place);
    put_value(it, place->pointer);
    put(it, " ");
    put_place(it, place->record);
    put_type(it, place->type, body_type_word(it, place->record->type));
    break;
  case CLEAVE_BODY_TEMPORARY:
    begin_place(it, "temporary", place);
    put_value(it, place->pointer);
    put_type(it, place->type, body_type_word(it, place->pointer->type));
    break;
  case CLEAVE_BODY_UNKNOWN:
    begin_place(it, "unknown", place);
    cleave_text_format(it->out, "%s ", body_type_word(it, place->type));
    put_opaque(it, place->opaque);
    break;
  }
  put(it, ")");
}

/* ---- Values --------------------------------------------------------------------------------------------------------- */

static void begin_value(struct body_writer *it, const char *word, const Value *value) {
  cleave_text_format(it->out, "(%s", word);
  put_range(it, &value->text, &value->whole);
}

static void put_constant_value(struct body_writer *it, const Value *value) {
  if (value->has_constant)
    cleave_text_format(it->out, " :value %lld", (long long)value->constant);
}

/* Ends a value with what does not follow from its operands. */
static void end_value(struct body_writer *it, const Value *value, const char *usual) {
  put_type(it, value->type, usual);
  put_constant_value(it, value);
  put(it, ")");
}

/* A value whose place says it. */
static bool put_as_place(struct body_writer *it, const Value *value) {
  const Place *place = value->place;
  const bool is_array = place->type->kind == CLEAVE_BODY_ARRAY;
  if (value->has_constant || is_array != (value->kind == CLEAVE_BODY_DECAY) ||
      !have_same_text(it, &place->text, &value->text, &value->whole))
    return false;
  const char *usual =
      is_array ? pointer_word(it, place->type->element) : body_type_word(it, place->type->unqualified);
  if (strcmp(usual, body_type_word(it, value->type)) != 0)
    return false;
  put_place(it, place);
  return true;
}

static void put_constant(struct body_writer *it, const Value *value) {
  bool has_constant;
  int64_t constant;
  const char *usual = value->name ? body_literal_type(value->name, &has_constant, &constant) : NULL;
  if (usual && !strpbrk(value->name, " ()\";@") && has_constant == value->has_constant &&
      (!has_constant || constant == value->constant) && !strcmp(usual, body_type_word(it, value->type))) {
    put(it, value->name);
    put_range(it, &value->text, &value->whole);
    return;
  }
  begin_value(it, "constant", value);
  put(it, " ");
  body_put_string(it, value->name);
  cleave_text_format(it->out, " %s", body_type_word(it, value->type));
  if (value->has_constant)
    cleave_text_format(it->out, " %lld", (long long)value->constant);
  put(it, ")");
}

static void put_operands(struct body_writer *it, const Value *one, const Value *other) {
  put(it, " ");
  put_value(it, one);
  if (other) {
    put(it, " ");
    put_value(it, other);
  }
}

static void put_contraction(struct body_writer *it, const Value *value, bool is_usual) {
  if (value->may_contract == is_usual && value->contracts_in_statement == is_usual)
    return;
  put(it, " :contract ");
  put(it, value->may_contract             ? value->contracts_in_statement ? "statement" : "expression"
          : value->contracts_in_statement ? "later"
                                          : "off");
}

/* The type of a comparison; notes whether it is bool. */
static const char *truth_type(struct body_writer *it, const Value *value) {
  it->has_bool |= !strcmp(body_type_word(it, value->type), "bool");
  return it->truth;
}

static void put_operator(struct body_writer *it, const Value *value) {
  const bool is_truth = value->kind == CLEAVE_BODY_LOGICAL || value->operation == CLEAVE_BODY_NOT ||
                        (value->operation >= CLEAVE_BODY_LESS && value->operation <= CLEAVE_BODY_NOT_EQUAL);
  begin_value(it, body_operation_words[value->operation], value);
  put_operands(it, value->left, value->right);
  if (value->kind != CLEAVE_BODY_UNARY) {
    put_if(it, value->is_written, " :subscript");
    put_if(it, value->is_reversed, " :reversed");
    put_contraction(it, value, !value->is_written);
  }
  end_value(it, value, is_truth ? truth_type(it, value) : body_type_word(it, value->left->type));
}

static void put_assignment(struct body_writer *it, const Value *value) {
  const char *usual = body_type_word(it, value->place->type->unqualified);
  begin_value(it, cleave_arena_format(it->arena, "%s=", body_operation_words[value->operation]), value);
  put(it, " ");
  put_place(it, value->place);
  put_operands(it, value->right, NULL);
  const char *type = body_type_word(it, value->type),
             *computed = value->computed ? body_type_word(it, value->computed) : type;
  if (strcmp(computed, usual) != 0 && value->operation)
    cleave_text_format(it->out, " :computed %s", computed);
  put_contraction(it, value, value->operation != CLEAVE_BODY_NO_OPERATION);
  end_value(it, value, usual);
}

/* (WORD NAME TYPE ITEMS... */
static void put_call(struct body_writer *it, const char *word, const Value *value) {
  begin_value(it, word, value);
  put(it, " ");
  body_put_string(it, value->name ? value->name : "");
  cleave_text_format(it->out, " %s", body_type_word(it, value->type));
  for (size_t i = 0; i < value->item_count; i++)
    put_operands(it, value->items[i], NULL);
}

static void put_convert(struct body_writer *it, const Value *value) {
  static const char *const words[] = {"same", "integer", "numeric", "discarded"};
  begin_value(it, "convert", value);
  cleave_text_format(it->out, " %s", body_type_word(it, value->type));
  put_operands(it, value->left, NULL);
  put_if(it, value->is_written, " :cast");
  if (value->conversion != body_usual_conversion(value->type, value->left->type))
    cleave_text_format(it->out, " :as %s", words[value->conversion]);
  put_constant_value(it, value);
  put(it, ")");
}

static void put_list(struct body_writer *it, const Value *value) {
  begin_value(it, value->kind == CLEAVE_BODY_OPAQUE ? "opaque" : "list", value);
  cleave_text_format(it->out, " %s", body_type_word(it, value->type));
  if (value->kind == CLEAVE_BODY_OPAQUE) {
    put(it, " ");
    put_opaque(it, value->opaque);
  }
  for (size_t i = 0; i < value->item_count; i++)
    put_operands(it, value->items[i], NULL);
  put_constant_value(it, value);
  put(it, ")");
}

static void put_value_of_place(struct body_writer *it, const Value *value) {
  if (value->kind != CLEAVE_BODY_ADDRESS && put_as_place(it, value))
    return;
  const Type *type = value->place->type;
  const bool is_decay = value->kind == CLEAVE_BODY_DECAY;
  begin_value(it, value->kind == CLEAVE_BODY_READ ? "read" : is_decay ? "decay" : "&", value);
  put(it, " ");
  put_place(it, value->place);
  end_value(it, value,
            value->kind == CLEAVE_BODY_READ ? body_type_word(it, type->unqualified)
                                            : pointer_word(it, is_decay ? type->element : type));
}

static void put_value(struct body_writer *it, const Value *value) {
  switch (value->kind) {
  case CLEAVE_BODY_CONSTANT:
    return put_constant(it, value);
  case CLEAVE_BODY_READ:
  case CLEAVE_BODY_ADDRESS:
  case CLEAVE_BODY_DECAY:
    return put_value_of_place(it, value);
  case CLEAVE_BODY_UNARY:
  case CLEAVE_BODY_BINARY:
  case CLEAVE_BODY_LOGICAL:
    return put_operator(it, value);
  case CLEAVE_BODY_CONVERT:
    return put_convert(it, value);
  case CLEAVE_BODY_SELECT:
    begin_value(it, "?", value);
    put_operands(it, value->condition, value->left);
    put_operands(it, value->right, NULL);
    return end_value(it, value, body_type_word(it, value->left->type));
  case CLEAVE_BODY_COMMA:
    begin_value(it, "comma", value);
    put_operands(it, value->left, value->right);
    return end_value(it, value, body_type_word(it, value->right->type));
  case CLEAVE_BODY_ASSIGN:
    return put_assignment(it, value);
  case CLEAVE_BODY_STEP:
    begin_value(it,
                cleave_arena_format(it->arena, "%s%s", value->is_prefix ? "" : "post",
                                    value->is_decrement ? "--" : "++"),
                value);
    put(it, " ");
    put_place(it, value->place);
    return end_value(it, value, body_type_word(it, value->place->type->unqualified));
  case CLEAVE_BODY_CALL:
    put_call(it, "call", value);
    put_if(it, value->has_no_effects, " :no-effects");
    put_if(it, value->is_mathematical, " :mathematical");
    put_if(it, value->is_cheap, " :cheap");
    put_constant_value(it, value);
    put(it, ")");
    return;
  case CLEAVE_BODY_INLINED:
    put_call(it, "inline", value);
    it->depth += 2;
    new_line(it);
    put_statement(it, value->body);
    it->depth -= 2;
    put_constant_value(it, value);
    put(it, ")");
    return;
  case CLEAVE_BODY_LIST:
  case CLEAVE_BODY_OPAQUE:
    return put_list(it, value);
  }
}

/* ---- Statements ----------------------------------------------------------------------------------------------------- */

static void begin_statement(struct body_writer *it, const char *word, const Statement *statement) {
  cleave_text_format(it->out, "(%s", word);
  put_range(it, &statement->text, &statement->whole);
}

/* A statement in a line of its own. */
static void put_child(struct body_writer *it, const Statement *child) {
  it->depth++;
  new_line(it);
  put_statement(it, child);
  it->depth--;
}

/* A line that begins with WORD. */
static void put_word(struct body_writer *it, const char *word) {
  it->depth++;
  new_line(it);
  put(it, word);
  it->depth--;
}

static void put_optional(struct body_writer *it, const Value *value) {
  put(it, " ");
  if (value)
    put_value(it, value);
  else
    put(it, "()");
}

static void put_for(struct body_writer *it, const Statement *statement) {
  put(it, " ");
  put_statement(it, statement->children[0]);
  put_optional(it, statement->value);
  put_optional(it, statement->step);
  if (it->with_ranges)
    cleave_text_format(it->out, " :keyword %u", statement->keyword);
  put_child(it, statement->children[1]);
}

static void put_declaration(struct body_writer *it, const Statement *statement) {
  const bool has_operand = statement->value || statement->place;
  cleave_text_format(it->out, " %s", it->labels[statement->variable->index]);
  if (statement->value)
    put_optional(it, statement->value);
  if (statement->place) {
    put(it, " ");
    put_place(it, statement->place);
  }
  if (statement->has_equals != (has_operand && !statement->variable->is_callees))
    put(it, statement->has_equals ? " :equals" : " :parenthesized");
}

/* Whether the text of a statement that evaluates VALUE is that of the value. */
static bool is_value_alone(const struct body_writer *it, const Statement *statement) {
  const Value *value = statement->value;
  return !it->with_ranges || (body_is_same_text(&statement->text, &value->text) &&
                              body_is_same_text(&statement->whole, &value->whole));
}

static void put_statement(struct body_writer *it, const Statement *statement) {
  static const char *const words[] = {"empty",    "block",  "declare", "declare-other",   "evaluate", "if",
                                      "for",      "while",  "do",      "switch",          "case",     "break",
                                      "continue", "return", "atomic",  "opaque-statement"};
  const char *word = words[statement->kind];
  if (statement->kind == CLEAVE_BODY_EVALUATE && !statement->has_hint && is_value_alone(it, statement))
    return put_value(it, statement->value);
  if (statement->kind == CLEAVE_BODY_SEQUENCE && statement->is_declaration)
    word = "declarations";
  if (statement->kind == CLEAVE_BODY_RETURN && statement->place)
    word = "return-place";
  begin_statement(it, word, statement);
  put_if(it, statement->has_hint, " :hint");
  if (statement->kind == CLEAVE_BODY_ATOMIC) {
    put_if(it, statement->has_other_clause, " :other-clause");
    put_if(it, statement->is_pragma_operator, " :pragma-operator");
  }
  if (statement->kind == CLEAVE_BODY_DECLARE) {
    put_declaration(it, statement);
  } else if (statement->kind == CLEAVE_BODY_FOR) {
    put_for(it, statement);
  } else if (statement->kind == CLEAVE_BODY_UNKNOWN_STATEMENT) {
    put(it, " ");
    put_opaque(it, statement->opaque);
  } else if (statement->kind == CLEAVE_BODY_RETURN && statement->place) {
    put(it, " ");
    put_place(it, statement->place);
  } else {
    if (statement->value && statement->kind != CLEAVE_BODY_DO)
      put_optional(it, statement->value);
    for (size_t i = 0; i < statement->child_count; i++) {
      if (statement->kind == CLEAVE_BODY_IF && i == 1)
        put_word(it, "else");
      put_child(it, statement->children[i]);
    }
    if (statement->value && statement->kind == CLEAVE_BODY_DO) {
      put_word(it, "");
      put_value(it, statement->value);
    }
  }
  put(it, ")");
}

/* ---- The body --------------------------------------------------------------------------------------------------------- */

static void put_variable(struct body_writer *it, const struct cleave_body_variable *variable) {
  const bool is_ordered = !variable->is_callees && !variable->is_this;
  new_line(it);
  cleave_text_format(it->out, "(variable %s %s", it->labels[variable->index],
                     body_type_word(it, variable->type));
  if (variable->in_region != CLEAVE_NO_VARIABLE)
    cleave_text_format(it->out, " v%u", variable->in_region);
  if (variable->sharing == CLEAVE_BODY_REDUCTION) {
    put(it, " :reduction ");
    body_put_string(it, variable->operation ? variable->operation : "");
  } else if (variable->sharing != CLEAVE_BODY_SHARED) {
    cleave_text_format(it->out, " %s", body_sharing_words[variable->sharing]);
  }
  if (variable->operation && variable->sharing != CLEAVE_BODY_REDUCTION) {
    put(it, " :operation ");
    body_put_string(it, variable->operation);
  }
  put_if(it, variable->is_callees, " :callees");
  put_if(it, !variable->is_local, " :global");
  put_if(it, variable->keeps_value, " :kept");
  put_if(it, variable->is_this, " :this");
  if (variable->order != (is_ordered ? variable->index : UINT32_MAX))
    cleave_text_format(it->out, " :order %u", variable->order);
  if (it->with_ranges)
    cleave_text_format(it->out, " :declared %u", variable->declared_at);
  put(it, ")");
}

static void put_section(struct body_writer *it, const struct cleave_body_section *section) {
  new_line(it);
  put(it, "(section ");
  if (section->variable)
    put(it, it->labels[section->variable->index]);
  else
    put_place(it, section->place);
  for (size_t i = 0; i < section->dimension_count; i++) {
    put(it, " (dimension");
    put_optional(it, section->first[i]);
    put_optional(it, section->length[i]);
    put(it, ")");
  }
  if (section->map)
    cleave_text_format(it->out, " :map %u", section->map);
  put(it, ")");
}

/* The name of a variable, with its index if another one has the same or it has none. */
static const char *label_of(struct cleave_arena *arena, const struct cleave_body *body,
                            const struct cleave_body_variable *variable) {
  bool is_unique = *variable->name;
  for (size_t i = 0; i < body->variable_count; i++)
    is_unique &= body->variables[i] == variable || strcmp(body->variables[i]->name, variable->name) != 0;
  return is_unique ? variable->name : cleave_arena_format(arena, "%s#%u", variable->name, variable->index);
}

/* The body, with TRUTH as the type of comparisons that is left out. Sets *HAS_BOOL if there is one of the type bool. */
static const char *write_body(struct cleave_arena *arena, const struct cleave_body *body, bool with_ranges,
                              const char *truth, bool *has_bool) {
  struct cleave_text rest = {.arena = arena}, result = {.arena = arena};
  struct body_writer it = {.arena = arena,
                           .body = body,
                           .with_ranges = with_ranges,
                           .depth = 1,
                           .out = &rest,
                           .put_value = put_value,
                           .types = {.arena = arena},
                           .truth = truth,
                           .labels =
                               cleave_arena_allocate(arena, (body->variable_count + 1) * sizeof *it.labels)};
  for (size_t i = 0; i < body->variable_count; i++)
    it.labels[i] = label_of(arena, body, body->variables[i]);
  for (size_t i = 0; i < body->variable_count; i++)
    put_variable(&it, body->variables[i]);
  for (size_t i = 0; i < body->section_count; i++)
    put_section(&it, &body->sections[i]);
  new_line(&it);
  put_statement(&it, body->statement);
  cleave_text_add(&result, "(body");
  cleave_text_add(&result, body->has_directive ? " :directive" : "");
  if (body->associated != 1)
    cleave_text_format(&result, " :associated %u", body->associated);
  cleave_text_add(&result, body->is_header ? " :header" : "");
  cleave_text_add(&result, body->has_other_clause ? " :other-clause" : "");
  cleave_text_add(&result, body->overflow_wraps ? " :wraps" : "");
  cleave_text_add(&result, body->types_may_alias ? " :types-may-alias" : "");
  if (strcmp(truth, "int") != 0)
    cleave_text_format(&result, " :truth %s", truth);
  cleave_text_format(&result, "%s%s)\n", cleave_text_get(&it.types), cleave_text_get(&rest));
  *has_bool = it.has_bool;
  return cleave_text_get(&result);
}

const char *cleave_body_text(struct cleave_arena *arena, const struct cleave_body *body, bool with_ranges) {
  bool has_bool;
  const char *text = write_body(arena, body, with_ranges, "int", &has_bool);
  return has_bool ? write_body(arena, body, with_ranges, "bool", &has_bool) : text;
}
