/* FILE: lib/model/body_text_read.c
 * WHAT: reads a body from its text (body_text.h): extents, variables, sections.
 */
#include "model/body_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/body_text_internal.h"
#include "model/clause.h"

enum { MOST_ASSOCIATED = 64 };

/* ---- Extents ------------------------------------------------------------------------------------------------- */

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
  variable->order = body_take_index(it, form, ":order",
                                    variable->is_callees || variable->is_this ? UINT32_MAX : variable->index);
  variable->declared_at = body_take_index(it, form, ":declared", variable->is_callees ? 0 : label->begin);
  read_sharing(it, form, variable);
  body_check_properties(it, form);
  CLEAVE_APPEND(it->reader->arena, it->body->variables, it->body->variable_count, variable);
  CLEAVE_APPEND(it->reader->arena, it->labels, it->label_count, label->word);
}

/* (section VARIABLE (dimension FIRST LENGTH)... :map N), or a member instead of the variable */
static void read_section(struct body_builder *it, struct body_form *form) {
  body_check_count(it, form, 2, 64);
  struct cleave_body_section section = {.dimension_count = form->item_count - 1,
                                        .map = body_take_index(it, form, ":map", 0)};
  if (form->items[0]->kind == BODY_LIST)
    section.place = body_build_place(it, form->items[0]);
  else
    section.variable = body_variable_labelled(it, form->items[0]->word, form->line);
  const struct cleave_body_type *element = section.place ? section.place->type : section.variable->type;
  if (element->kind != CLEAVE_BODY_POINTER && (element->kind != CLEAVE_BODY_ARRAY || section.place))
    body_fail(it->reader, form->line, "'%.40s' is no pointer and no array", form->items[0]->word);
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
  body->types_may_alias = body_take_flag(form, ":types-may-alias");
  body->members = cleave_arena_allocate(it->reader->arena, sizeof *body->members);
  body->associated = body_take_index(it, form, ":associated", 1);
  if (!body->associated || body->associated > MOST_ASSOCIATED)
    body_fail(it->reader, form->line, "the number of associated loops is not between 1 and %d",
              MOST_ASSOCIATED);
  const char *truth = body_take_word(it, form, ":truth");
  body_check_properties(it, form);
  size_t at = 0;
  for (; at < form->item_count; at++)
    if (is_list(form->items[at], "type"))
      body_define_type(it, form->items[at]);
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
