/* FILE: lib/model/body_text_read_types.c
 * WHAT: types and variables by their words (body_text.h).
 */
#include <ctype.h>
#include <string.h>

#include "model/body_text_internal.h"

enum { LONGEST_TYPE = 200 };

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
void body_define_type(struct body_builder *it, struct body_form *form) {
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
  type->holds_pointers = body_take_flag(form, ":holds-pointers");
  type->bits = body_take_index(it, form, ":bits", 0);
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

struct cleave_body_variable *body_variable_labelled(struct body_builder *it, const char *label,
                                                    unsigned line) {
  for (size_t i = 0; i < it->label_count; i++)
    if (!strcmp(it->labels[i], label))
      return it->body->variables[i];
  body_fail(it->reader, line, "'%.40s' is no variable", label);
}
