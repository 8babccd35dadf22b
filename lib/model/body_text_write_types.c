/* FILE: lib/model/body_text_write_types.c
 * WHAT: the types of a body as words, and strings (body_text.h). The extent of an array is a value, which the writer puts by `put_value`.
 */
#include <string.h>

#include "model/body_text_internal.h"

typedef struct cleave_body_type Type;
typedef struct cleave_body_value Value;

/* ---- Strings ------------------------------------------------------------------------------------------------- */

void body_put_string(struct body_writer *it, const char *text) {
  if (!text) {
    cleave_text_add(it->out, "()");
    return;
  }
  cleave_text_add(it->out, "\"");
  for (; *text; text++)
    if (*text == '\n')
      cleave_text_add(it->out, "\\n");
    else
      cleave_text_format(it->out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
  cleave_text_add(it->out, "\"");
}

bool body_is_same_text(const struct cleave_body_text *one, const struct cleave_body_text *other) {
  return one->begin == other->begin && one->end == other->end && one->at == other->at &&
         one->is_exact == other->is_exact;
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static bool are_same_strings(const char *one, const char *other) {
  return one == other || (one && other && !strcmp(one, other));
}

/* Whether DERIVED, which a word describes, says everything about TYPE but the extent. */
static bool is_described(const Type *type, const Type *derived) {
  return type->kind == derived->kind && type->is_signed == derived->is_signed &&
         type->is_scoped == derived->is_scoped && type->is_const == derived->is_const &&
         type->is_volatile == derived->is_volatile && type->is_atomic == derived->is_atomic &&
         type->is_plain == derived->is_plain && type->is_union == derived->is_union &&
         type->holds_pointers == derived->holds_pointers && type->bits == derived->bits &&
         type->bytes == derived->bytes && are_same_strings(type->name, derived->name) &&
         are_same_strings(type->spelling, derived->spelling) && type->element == derived->element &&
         (type->unqualified == type ? derived->unqualified == derived
                                    : type->unqualified == derived->unqualified);
}

/* What is between the brackets of an array type; NULL: it is not simple. */
static const char *extent_word(struct body_writer *it, const Value *extent) {
  static const struct cleave_body_text no_text;
  if (!extent)
    return "";
  if ((it->with_ranges &&
       (!body_is_same_text(&extent->text, &no_text) || !body_is_same_text(&extent->whole, &no_text))))
    return NULL;
  if (extent->kind == CLEAVE_BODY_CONSTANT && extent->has_constant && extent->constant >= 0 && extent->name &&
      !*extent->name && !strcmp(body_type_word(it, extent->type), "unsigned_long"))
    return cleave_arena_format(it->arena, "%lld", (long long)extent->constant);
  if (extent->kind != CLEAVE_BODY_READ || extent->has_constant ||
      extent->place->kind != CLEAVE_BODY_VARIABLE || extent->place->type != extent->place->variable->type ||
      extent->type != extent->place->type->unqualified ||
      (it->with_ranges && !body_is_same_text(&extent->place->text, &no_text)))
    return NULL;
  return it->labels[extent->place->variable->index];
}

static bool is_free(const struct body_writer *it, const char *word) {
  for (size_t i = 0; i < it->known_count; i++)
    if (!strcmp(it->known[i].word, word))
      return false;
  return true;
}

/* Whether the array type has the elements of its unqualified one, with the qualifier END, and the same extent. */
static bool is_qualified_array(struct body_writer *it, const Type *type, const char *end) {
  const Type *bare = type->unqualified;
  if (!type->element || !bare->element)
    return false;
  const char *element = cleave_arena_format(it->arena, "%s%s", body_type_word(it, bare->element), end);
  const char *one = extent_word(it, type->extent), *other = extent_word(it, bare->extent);
  return !strcmp(element, body_type_word(it, type->element)) && one && other && !strcmp(one, other);
}

/* A word that describes TYPE; NULL: none does. */
static const char *describing_word(struct body_writer *it, const Type *type) {
  const char *word = NULL, *builtin = type->name && type->spelling ? body_builtin_word(type) : NULL;
  const Type *derived = NULL;
  if (type->unqualified != type) {
    const Type *bare = type->unqualified;
    const bool is_const = type->is_const && !bare->is_const,
               is_volatile = type->is_volatile && !bare->is_volatile;
    if (is_const && is_volatile)
      return NULL;
    const char *end = is_const ? ".const" : is_volatile ? ".volatile" : ".restrict";
    word = cleave_arena_format(it->arena, "%s%s", body_type_word(it, bare), end);
    if (type->kind == CLEAVE_BODY_ARRAY && !is_qualified_array(it, type, end))
      return NULL;
    derived =
        body_qualified_type(it->arena, bare, type->kind == CLEAVE_BODY_ARRAY ? type->element : bare->element,
                            is_const, is_volatile);
  } else if (builtin) {
    word = builtin;
    derived = body_builtin_type(it->arena, builtin);
  } else if ((type->kind == CLEAVE_BODY_POINTER || type->kind == CLEAVE_BODY_REFERENCE) && type->element &&
             type->name) {
    const bool is_rvalue = type->kind == CLEAVE_BODY_REFERENCE && strstr(type->name, "&&");
    word = cleave_arena_format(it->arena, "%s%s", body_type_word(it, type->element),
                               type->kind == CLEAVE_BODY_POINTER ? "*"
                               : is_rvalue                       ? "&&"
                                                                 : "&");
    derived = body_pointer_type(it->arena, type->kind, type->element, is_rvalue);
  } else if (type->kind == CLEAVE_BODY_ARRAY && type->element) {
    const char *element = body_type_word(it, type->element), *extent = extent_word(it, type->extent);
    if (!extent)
      return NULL;
    const size_t run = body_bracket_run(element);
    word = cleave_arena_format(it->arena, "%.*s[%s]%s", (int)run, element, extent, element + run);
    derived = body_array_type(it->arena, type->element, extent);
  }
  return word && derived && is_described(type, derived) && is_free(it, word) ? word : NULL;
}

static void add_if(struct cleave_text *text, bool is_set, const char *added) {
  if (is_set)
    cleave_text_add(text, added);
}

static void define_type(struct body_writer *it, const Type *type, const char *word) {
  struct cleave_text text = {.arena = it->arena}, *outside = it->out;
  const char *element = type->element ? body_type_word(it, type->element) : NULL;
  const char *bare = type->unqualified != type ? body_type_word(it, type->unqualified) : NULL;
  it->out = &text;
  cleave_text_format(&text, "\n  (type %s %s ", word, body_kind_words[type->kind]);
  body_put_string(it, type->name ? type->name : "");
  add_if(&text, type->is_signed, " :signed");
  add_if(&text, type->is_scoped, " :scoped");
  add_if(&text, type->is_const, " :const");
  add_if(&text, type->is_volatile, " :volatile");
  add_if(&text, type->is_atomic, " :atomic");
  add_if(&text, type->is_plain, " :plain");
  add_if(&text, type->is_union, " :union");
  add_if(&text, type->holds_pointers, " :holds-pointers");
  if (type->bits)
    cleave_text_format(&text, " :bits %u", type->bits);
  if (type->bytes)
    cleave_text_format(&text, " :bytes %llu", (unsigned long long)type->bytes);
  if (!are_same_strings(type->spelling, type->name)) {
    cleave_text_add(&text, " :spelling ");
    body_put_string(it, type->spelling ? type->spelling : "");
  }
  if (element)
    cleave_text_format(&text, " :element %s", element);
  if (bare)
    cleave_text_format(&text, " :unqualified %s", bare);
  if (type->extent) {
    cleave_text_add(&text, " :extent ");
    it->put_value(it, type->extent);
  }
  cleave_text_add(&text, ")");
  it->out = outside;
  cleave_text_add(&it->types, cleave_text_get(&text));
}

const char *body_type_word(struct body_writer *it, const Type *type) {
  for (size_t i = 0; i < it->known_count; i++)
    if (it->known[i].type == type)
      return it->known[i].word;
  const char *word = describing_word(it, type);
  const bool is_defined = !word;
  if (is_defined) {
    /* Those that its definition needs come first. */
    if (type->element)
      body_type_word(it, type->element);
    if (type->unqualified != type)
      body_type_word(it, type->unqualified);
    word = cleave_arena_format(it->arena, "T%zu", it->defined++);
  }
  const struct body_known_type added = {type, word};
  CLEAVE_APPEND(it->arena, it->known, it->known_count, added);
  if (is_defined)
    define_type(it, type, word);
  return word;
}
