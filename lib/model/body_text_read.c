/* FILE: lib/model/body_text_read.c
 * WHAT: reads a body from its text (body_text.h): types, variables, sections.
 */
#include "model/body_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/body_text_internal.h"
#include "model/clause.h"

enum { LONGEST_TYPE = 200, MOST_ASSOCIATED = 64 };

/* ---- Forms ---------------------------------------------------------------------------------------------------- */

void body_check_count(struct body_builder *it, const struct body_form *form, size_t least, size_t most) {
  if (form->kind != BODY_LIST)
    body_fail(it->reader, form->line, "a list is expected instead of '%.40s'", form->word);
  if (form->item_count < least || form->item_count > most)
    body_fail(it->reader, form->line, "'%.40s' has %zu operands, not %s%zu", form->word, form->item_count,
              form->item_count < least ? least == most ? "" : "at least "
              : least == most          ? ""
                                       : "at most ",
              form->item_count < least ? least : most);
}

static size_t find_property(const struct body_form *form, const char *property) {
  size_t i = 0;
  while (i < form->property_count && (!form->properties[i] || form->properties[i]->kind != BODY_WORD ||
                                      strcmp(form->properties[i]->word, property) != 0))
    i++;
  return i;
}

bool body_take_flag(struct body_form *form, const char *property) {
  const size_t at = find_property(form, property);
  if (at == form->property_count)
    return false;
  form->properties[at] = NULL;
  return true;
}

struct body_form *body_take_property(struct body_form *form, const char *property) {
  const size_t at = find_property(form, property);
  if (at == form->property_count)
    return NULL;
  struct body_form *value = form->properties[at + 1];
  form->properties[at] = form->properties[at + 1] = NULL;
  return value;
}

const char *body_take_word(struct body_builder *it, struct body_form *form, const char *property) {
  const struct body_form *value = body_take_property(form, property);
  if (value && value->kind == BODY_LIST)
    body_fail(it->reader, value->line, "the value of '%s' is a list", property);
  return value ? value->word : NULL;
}

int64_t body_number(struct body_builder *it, const struct body_form *form) {
  char *end;
  errno = 0;
  const long long number = strtoll(form->word, &end, 10);
  if (form->kind != BODY_WORD || !*form->word || isspace((unsigned char)*form->word) || *end || errno)
    body_fail(it->reader, form->line, "a number is expected instead of '%.40s'", form->word);
  return number;
}

int64_t body_take_number(struct body_builder *it, struct body_form *form, const char *property, int64_t least,
                         int64_t default_value) {
  const struct body_form *value = body_take_property(form, property);
  if (!value)
    return default_value;
  const int64_t number = body_number(it, value);
  if (number < least)
    body_fail(it->reader, value->line, "the value of '%s' is too small", property);
  return number;
}

/* The same for a number of 32 bits. */
static uint32_t take_index(struct body_builder *it, struct body_form *form, const char *property,
                           uint32_t default_value) {
  const int64_t number = body_take_number(it, form, property, 0, default_value);
  if (number > UINT32_MAX)
    body_fail(it->reader, form->line, "the value of '%s' is too large", property);
  return (uint32_t)number;
}

void body_check_properties(struct body_builder *it, const struct body_form *form) {
  for (size_t i = 0; i < form->property_count; i++)
    if (form->properties[i])
      body_fail(it->reader, form->properties[i]->line, "'%.40s' is no property of '%.40s'",
                form->properties[i]->word, form->word);
}

/* ---- Types ---------------------------------------------------------------------------------------------------- */

static bool ends_with(const char *word, size_t length, const char *end) {
  return length > strlen(end) && !memcmp(word + length - strlen(end), end, strlen(end));
}

static void add_type(struct body_builder *it, struct body_named_type added) {
  CLEAVE_APPEND(it->reader->arena, it->types, it->type_count, added);
}

static struct cleave_body_value *constant_extent(struct body_builder *it, const char *digits, unsigned line) {
  struct cleave_body_value *extent = cleave_arena_allocate(it->reader->arena, sizeof *extent);
  const struct body_form number = {.kind = BODY_WORD, .word = digits, .line = line};
  extent->kind = CLEAVE_BODY_CONSTANT;
  extent->has_constant = true;
  extent->constant = body_number(it, &number);
  extent->type = body_type_named(it, "unsigned_long", line);
  extent->name = "";
  return extent;
}

/* The type that the word names, or NULL. It is added to the list. */
static struct cleave_body_type *derived_type(struct body_builder *it, const char *word, unsigned line) {
  struct cleave_arena *arena = it->reader->arena;
  const size_t length = strlen(word);
  struct body_named_type added = {.word = word, .line = line};
  size_t rest = 0;
  const bool is_const = ends_with(word, length, ".const"), is_volatile = ends_with(word, length, ".volatile");
  const struct {
    const char *end;
    enum cleave_body_type_kind kind;
    bool is_rvalue;
  } ends[] = {{"*", CLEAVE_BODY_POINTER, false},
              {"&&", CLEAVE_BODY_REFERENCE, true},
              {"&", CLEAVE_BODY_REFERENCE, false}};
  for (size_t i = 0; !added.type && i < sizeof ends / sizeof *ends; i++)
    if (ends_with(word, length, ends[i].end)) {
      rest = length - strlen(ends[i].end);
      added.type = body_pointer_type(arena, ends[i].kind,
                                     body_type_named(it, cleave_arena_copy(arena, word, rest), line),
                                     ends[i].is_rvalue);
    }
  if (!added.type && (is_const || is_volatile || ends_with(word, length, ".restrict"))) {
    rest = (size_t)(strrchr(word, '.') - word);
    const struct cleave_body_type *bare = body_type_named(it, cleave_arena_copy(arena, word, rest), line),
                                  *element = bare->element;
    if (bare->kind == CLEAVE_BODY_ARRAY)
      element = body_type_named(
          it, cleave_arena_format(arena, "%s%s", body_word_of_type(it, element), word + rest), line);
    added.type = body_qualified_type(arena, bare, element, is_const, is_volatile);
  }
  const size_t run = added.type ? length : body_bracket_run(word);
  const char *close = run < length ? strchr(word + run, ']') : NULL;
  if (run && close) { /* double[10][n]: the first of the brackets is that of the array */
    const char *extent = cleave_arena_copy(arena, word + run + 1, (size_t)(close - word) - run - 1);
    const char *element = cleave_arena_format(arena, "%.*s%s", (int)run, word, close + 1);
    added.type = body_array_type(arena, body_type_named(it, element, line), extent);
    if (isdigit((unsigned char)*extent))
      added.type->extent = constant_extent(it, extent, line);
    else if (*extent)
      added.extent_variable = extent;
  }
  if (!added.type)
    added.type = body_builtin_type(arena, word);
  if (added.type)
    add_type(it, added);
  return added.type;
}

const char *body_word_of_type(struct body_builder *it, const struct cleave_body_type *type) {
  size_t i = 0;
  while (it->types[i].type != type)
    i++;
  return it->types[i].word;
}

const struct cleave_body_type *body_type_named(struct body_builder *it, const char *word, unsigned line) {
  for (size_t i = 0; i < it->type_count; i++)
    if (!strcmp(it->types[i].word, word))
      return it->types[i].type;
  struct cleave_body_type *type = strlen(word) > LONGEST_TYPE ? NULL : derived_type(it, word, line);
  if (!type)
    body_fail(it->reader, line, "'%.40s' is no type", word);
  return type;
}

/* (type NAME KIND "name" :properties) */
static void define_type(struct body_builder *it, struct body_form *form) {
  body_check_count(it, form, 3, 3);
  struct cleave_body_type *type = cleave_arena_allocate(it->reader->arena, sizeof *type);
  size_t kind = 0;
  while (kind < BODY_TYPE_KINDS && strcmp(body_kind_words[kind], form->items[1]->word) != 0)
    kind++;
  if (kind == BODY_TYPE_KINDS || form->items[0]->kind != BODY_WORD || form->items[2]->kind == BODY_LIST)
    body_fail(it->reader, form->line,
              "a type is defined by (type NAME KIND \"name\"), and '%.40s' is no kind", form->items[1]->word);
  for (size_t i = 0; i < it->type_count; i++)
    if (!strcmp(it->types[i].word, form->items[0]->word))
      body_fail(it->reader, form->line, "the type '%.40s' is defined twice, or after its use",
                form->items[0]->word);
  type->kind = (enum cleave_body_type_kind)kind;
  type->name = form->items[2]->word;
  type->is_signed = body_take_flag(form, ":signed");
  type->is_scoped = body_take_flag(form, ":scoped");
  type->is_const = body_take_flag(form, ":const");
  type->is_volatile = body_take_flag(form, ":volatile");
  type->is_atomic = body_take_flag(form, ":atomic");
  type->is_plain = body_take_flag(form, ":plain");
  type->is_union = body_take_flag(form, ":union");
  type->bits = take_index(it, form, ":bits", 0);
  type->bytes = (uint64_t)body_take_number(it, form, ":bytes", 0, 0);
  const char *spelling = body_take_word(it, form, ":spelling"),
             *element = body_take_word(it, form, ":element"),
             *unqualified = body_take_word(it, form, ":unqualified");
  type->spelling = spelling ? spelling : type->name;
  const bool has_element =
      kind == CLEAVE_BODY_POINTER || kind == CLEAVE_BODY_REFERENCE || kind == CLEAVE_BODY_ARRAY;
  if (has_element != (element != NULL))
    body_fail(it->reader, form->line, "%s", has_element ? ":element is missing" : "the type has no elements");
  type->element = element ? body_type_named(it, element, form->line) : NULL;
  type->unqualified = unqualified ? body_type_named(it, unqualified, form->line) : type;
  add_type(it, (struct body_named_type){
                   form->items[0]->word, type,
                   kind == CLEAVE_BODY_ARRAY ? body_take_property(form, ":extent") : NULL, NULL, form->line});
  body_check_properties(it, form);
}

/* The extents that are not constant name variables, so they are read after these. New types may be added meanwhile. */
static void read_extents(struct body_builder *it) {
  for (; it->extent_count < it->type_count; it->extent_count++) {
    const struct body_named_type named = it->types[it->extent_count];
    struct body_form word = {
        .kind = BODY_WORD, .word = named.extent_variable, .line = named.line, .has_range = true};
    if (named.extent || named.extent_variable)
      named.type->extent = body_build_value(it, named.extent ? (struct body_form *)named.extent : &word);
    else if (strchr(named.word, '.') && !named.type->extent)
      named.type->extent = named.type->unqualified->extent;
  }
}

/* ---- Variables ------------------------------------------------------------------------------------------------- */

struct cleave_body_variable *body_variable_labelled(struct body_builder *it, const char *label,
                                                    unsigned line) {
  for (size_t i = 0; i < it->label_count; i++)
    if (!strcmp(it->labels[i], label))
      return it->body->variables[i];
  body_fail(it->reader, line, "'%.40s' is no variable", label);
}

static void read_sharing(struct body_builder *it, struct body_form *form,
                         struct cleave_body_variable *variable) {
  const char *reduction = body_take_word(it, form, ":reduction"),
             *operation = body_take_word(it, form, ":operation");
  if (reduction)
    variable->sharing = CLEAVE_BODY_REDUCTION;
  variable->operation = reduction && *reduction ? reduction : operation;
  for (int i = CLEAVE_BODY_PRIVATE; i < CLEAVE_BODY_REDUCTION; i++)
    if (body_take_flag(form, body_sharing_words[i]))
      variable->sharing = (enum cleave_body_sharing)i;
}

/* (variable LABEL TYPE vN :properties) */
static void declare_variable(struct body_builder *it, struct body_form *form) {
  body_check_count(it, form, 2, 3);
  const struct body_form *label = form->items[0];
  if (label->kind != BODY_WORD || isdigit((unsigned char)*label->word) || form->items[1]->kind != BODY_WORD)
    body_fail(it->reader, form->line, "a variable is declared by (variable NAME TYPE)");
  for (size_t i = 0; i < it->label_count; i++)
    if (!strcmp(it->labels[i], label->word))
      body_fail(it->reader, form->line, "two variables have the label '%.40s'", label->word);
  struct cleave_body_variable *variable = cleave_arena_allocate(it->reader->arena, sizeof *variable);
  variable->index = (uint32_t)it->label_count;
  variable->name = cleave_arena_copy(it->reader->arena, label->word, strcspn(label->word, "#"));
  variable->type = body_type_named(it, form->items[1]->word, form->line);
  variable->in_region = CLEAVE_NO_VARIABLE;
  if (form->item_count == 3) {
    struct body_form number = *form->items[2];
    if (number.kind != BODY_WORD || number.word[0] != 'v')
      body_fail(it->reader, form->line, "the index in the region is vN, not '%.40s'", number.word);
    number.word++;
    const int64_t index = body_number(it, &number);
    if (index < 0 || index >= CLEAVE_NO_VARIABLE)
      body_fail(it->reader, form->line, "there is no index '%.40s'", number.word);
    variable->in_region = (uint32_t)index;
  }
  variable->is_callees = body_take_flag(form, ":callees");
  variable->is_local = !body_take_flag(form, ":global");
  variable->keeps_value = body_take_flag(form, ":kept");
  variable->is_this = body_take_flag(form, ":this");
  variable->order = take_index(it, form, ":order",
                               variable->is_callees || variable->is_this ? UINT32_MAX : variable->index);
  variable->declared_at = take_index(it, form, ":declared", variable->is_callees ? 0 : label->begin);
  read_sharing(it, form, variable);
  body_check_properties(it, form);
  CLEAVE_APPEND(it->reader->arena, it->body->variables, it->body->variable_count, variable);
  CLEAVE_APPEND(it->reader->arena, it->labels, it->label_count, label->word);
}

/* (section VARIABLE (dimension FIRST LENGTH)...) */
static void read_section(struct body_builder *it, struct body_form *form) {
  body_check_count(it, form, 2, 64);
  struct cleave_body_section section = {.variable =
                                            body_variable_labelled(it, form->items[0]->word, form->line),
                                        .dimension_count = form->item_count - 1};
  const enum cleave_body_type_kind kind = section.variable->type->kind;
  if (kind != CLEAVE_BODY_POINTER && kind != CLEAVE_BODY_ARRAY)
    body_fail(it->reader, form->line, "'%.40s' is no pointer and no array", form->items[0]->word);
  const struct cleave_body_type *element = section.variable->type;
  for (size_t i = 0; i < section.dimension_count; i++, element = element->element)
    if (!element->element)
      body_fail(it->reader, form->line, "'%.40s' has fewer dimensions", form->items[0]->word);
  section.first = cleave_arena_allocate(it->reader->arena, section.dimension_count * sizeof *section.first);
  section.length = cleave_arena_allocate(it->reader->arena, section.dimension_count * sizeof *section.length);
  for (size_t i = 0; i < section.dimension_count; i++) {
    struct body_form *dimension = form->items[i + 1];
    body_check_count(it, dimension, 2, 2);
    section.first[i] =
        body_is_nothing(dimension->items[0]) ? NULL : body_build_value(it, dimension->items[0]);
    section.length[i] =
        body_is_nothing(dimension->items[1]) ? NULL : body_build_value(it, dimension->items[1]);
    body_check_properties(it, dimension);
  }
  body_check_properties(it, form);
  CLEAVE_APPEND(it->reader->arena, it->body->sections, it->body->section_count, section);
}

/* ---- The body --------------------------------------------------------------------------------------------------- */

static bool is_list(const struct body_form *form, const char *word) {
  return form->kind == BODY_LIST && !strcmp(form->word, word);
}

static void read_body(struct body_builder *it, struct body_form *form) {
  struct cleave_body *body = it->body;
  if (strcmp(form->word, "body") != 0)
    body_fail(it->reader, form->line, "a body begins with (body");
  body->has_directive = body_take_flag(form, ":directive");
  body->is_header = body_take_flag(form, ":header");
  body->has_other_clause = body_take_flag(form, ":other-clause");
  body->overflow_wraps = body_take_flag(form, ":wraps");
  body->associated = take_index(it, form, ":associated", 1);
  if (!body->associated || body->associated > MOST_ASSOCIATED)
    body_fail(it->reader, form->line, "the number of associated loops is not between 1 and %d",
              MOST_ASSOCIATED);
  const char *truth = body_take_word(it, form, ":truth");
  body_check_properties(it, form);
  size_t at = 0;
  for (; at < form->item_count; at++)
    if (is_list(form->items[at], "type"))
      define_type(it, form->items[at]);
    else if (is_list(form->items[at], "variable"))
      declare_variable(it, form->items[at]);
    else
      break;
  it->truth = body_type_named(it, truth ? truth : "int", form->line);
  read_extents(it);
  for (; at < form->item_count && is_list(form->items[at], "section"); at++)
    read_section(it, form->items[at]);
  if (at + 1 != form->item_count)
    body_fail(it->reader, at < form->item_count ? form->items[at + 1]->line : form->line,
              "a body has types and variables, then sections, then one statement");
  body->statement = body_build_statement(it, form->items[at]);
  read_extents(it);
}

struct cleave_body *cleave_body_read(struct cleave_arena *arena, const char *text, const char **error) {
  struct body_reader *reader = cleave_arena_allocate(arena, sizeof *reader);
  struct body_builder *builder = cleave_arena_allocate(arena, sizeof *builder);
  *error = NULL;
  reader->arena = arena;
  reader->text = text;
  builder->reader = reader;
  builder->body = cleave_arena_allocate(arena, sizeof *builder->body);
  if (setjmp(reader->failed)) {
    *error = reader->error;
    return NULL;
  }
  read_body(builder, body_read_form(reader));
  return builder->body;
}
