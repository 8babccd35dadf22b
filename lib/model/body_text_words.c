/* FILE: lib/model/body_text_words.c
 * WHAT: words of body_text.h: operators, flags, types and literals.
 */
#include <stdlib.h>
#include <string.h>

#include "model/body_text_internal.h"

const char *const body_operation_words[BODY_OPERATIONS] = {
    [CLEAVE_BODY_NO_OPERATION] = "", [CLEAVE_BODY_ADD] = "+",          [CLEAVE_BODY_SUBTRACT] = "-",
    [CLEAVE_BODY_MULTIPLY] = "*",    [CLEAVE_BODY_DIVIDE] = "/",       [CLEAVE_BODY_REMAINDER] = "%",
    [CLEAVE_BODY_SHIFT_LEFT] = "<<", [CLEAVE_BODY_SHIFT_RIGHT] = ">>", [CLEAVE_BODY_AND] = "&",
    [CLEAVE_BODY_OR] = "|",          [CLEAVE_BODY_XOR] = "^",          [CLEAVE_BODY_LESS] = "<",
    [CLEAVE_BODY_GREATER] = ">",     [CLEAVE_BODY_LESS_EQUAL] = "<=",  [CLEAVE_BODY_GREATER_EQUAL] = ">=",
    [CLEAVE_BODY_EQUAL] = "==",      [CLEAVE_BODY_NOT_EQUAL] = "!=",   [CLEAVE_BODY_LOGICAL_AND] = "&&",
    [CLEAVE_BODY_LOGICAL_OR] = "||", [CLEAVE_BODY_PLUS] = "+",         [CLEAVE_BODY_MINUS] = "-",
    [CLEAVE_BODY_COMPLEMENT] = "~",  [CLEAVE_BODY_NOT] = "!"};

const char *const body_use_words[BODY_USE_FLAGS] = {"read",    "write",     "element-read",  "element-write",
                                                    "address", "protected", "assigned-first"};

const char *const body_kind_words[BODY_TYPE_KINDS] = {"void",     "boolean", "integer", "enumeration",
                                                      "floating", "complex", "pointer", "reference",
                                                      "array",    "record",  "other"};

const char *const body_sharing_words[] = {"", ":private", ":firstprivate", ":lastprivate", ":reduction"};

/* ---- Types ------------------------------------------------------------------------------------------------- */

static const struct builtin {
  const char *word, *name, *spelling;
  enum cleave_body_type_kind kind;
  unsigned bits;
  uint64_t bytes;
  bool is_signed, is_plain;
} builtins[] = {
    {"void", "void", "void", CLEAVE_BODY_VOID, 0, 0, false, false},
    {"_Bool", "_Bool", "_Bool", CLEAVE_BODY_BOOLEAN, 1, 1, false, true},
    {"bool", "_Bool", "bool", CLEAVE_BODY_BOOLEAN, 1, 1, false, true},
    {"char", "char", "char", CLEAVE_BODY_INTEGER, 8, 1, true, true},
    {"signed_char", "signed char", "signed char", CLEAVE_BODY_INTEGER, 8, 1, true, true},
    {"unsigned_char", "unsigned char", "unsigned char", CLEAVE_BODY_INTEGER, 8, 1, false, true},
    {"short", "short", "short", CLEAVE_BODY_INTEGER, 16, 2, true, true},
    {"unsigned_short", "unsigned short", "unsigned short", CLEAVE_BODY_INTEGER, 16, 2, false, true},
    {"int", "int", "int", CLEAVE_BODY_INTEGER, 32, 4, true, true},
    {"unsigned_int", "unsigned int", "unsigned int", CLEAVE_BODY_INTEGER, 32, 4, false, true},
    {"long", "long", "long", CLEAVE_BODY_INTEGER, 64, 8, true, true},
    {"unsigned_long", "unsigned long", "unsigned long", CLEAVE_BODY_INTEGER, 64, 8, false, true},
    {"long_long", "long long", "long long", CLEAVE_BODY_INTEGER, 64, 8, true, true},
    {"unsigned_long_long", "unsigned long long", "unsigned long long", CLEAVE_BODY_INTEGER, 64, 8, false,
     true},
    {"float", "float", "float", CLEAVE_BODY_FLOATING, 32, 4, false, true},
    {"double", "double", "double", CLEAVE_BODY_FLOATING, 64, 8, false, true},
    {"long_double", "long double", "long double", CLEAVE_BODY_FLOATING, 128, 16, false, false},
};

static struct cleave_body_type *new_type(struct cleave_arena *arena, enum cleave_body_type_kind kind) {
  struct cleave_body_type *type = cleave_arena_allocate(arena, sizeof *type);
  type->kind = kind;
  type->unqualified = type;
  return type;
}

struct cleave_body_type *body_builtin_type(struct cleave_arena *arena, const char *word) {
  for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
    if (!strcmp(builtins[i].word, word)) {
      struct cleave_body_type *type = new_type(arena, builtins[i].kind);
      type->bits = builtins[i].bits;
      type->bytes = builtins[i].bytes;
      type->is_signed = builtins[i].is_signed;
      type->is_plain = builtins[i].is_plain;
      type->holds_pointers = builtins[i].bytes == 1 && builtins[i].kind == CLEAVE_BODY_INTEGER;
      type->name = builtins[i].name;
      type->spelling = builtins[i].spelling;
      return type;
    }
  return NULL;
}

const char *body_builtin_word(const struct cleave_body_type *type) {
  for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
    if (!strcmp(builtins[i].name, type->name) && !strcmp(builtins[i].spelling, type->spelling))
      return builtins[i].word;
  return NULL;
}

/* Inserts DECLARATOR into the spelling TYPE, at the place where a declared name would be, as Clang spells types. */
static const char *spell(struct cleave_arena *arena, const struct cleave_body_type *type, const char *extent,
                         const char *declarator) {
  const bool is_pointer = type->kind == CLEAVE_BODY_POINTER || type->kind == CLEAVE_BODY_REFERENCE;
  if (type->kind == CLEAVE_BODY_ARRAY && type->element) {
    if (!extent) {
      const char *begin = strchr(type->name, '['), *end = begin ? strchr(begin, ']') : NULL;
      extent = end ? cleave_arena_copy(arena, begin + 1, (size_t)(end - begin - 1)) : "";
    }
    return spell(arena, type->element, NULL, cleave_arena_format(arena, "%s[%s]", declarator, extent));
  }
  const bool is_named = !is_pointer || !type->element || type->is_atomic;
  if (is_named) {
    const char *space = *declarator && *declarator != '[' ? " " : "";
    return cleave_arena_format(arena, "%s%s%s%s%s", type->is_const ? "const " : "",
                               type->is_volatile ? "volatile " : "", type->name, space, declarator);
  }
  const size_t length = type->name ? strlen(type->name) : 0;
  const bool is_rvalue = type->kind == CLEAVE_BODY_REFERENCE && length > 1 && type->name[length - 2] == '&';
  const char *mark = type->kind == CLEAVE_BODY_POINTER ? "*" : is_rvalue ? "&&" : "&";
  const char *inner =
      cleave_arena_format(arena, "%s%s%s%s", mark, type->is_const ? "const" : "",
                          type->is_volatile ? type->is_const ? " volatile" : "volatile" : "", declarator);
  if (type->element->kind == CLEAVE_BODY_ARRAY)
    inner = cleave_arena_format(arena, "(%s)", inner);
  return spell(arena, type->element, NULL, inner);
}

/* As in spellType (passes/frontend/reader_variables.cpp): what wraps the name has no spelling. */
static const char *spelling_of(struct cleave_arena *arena, const struct cleave_body_type *type) {
  if (strpbrk(type->name, "(["))
    return "";
  const struct cleave_body_type *named = type;
  while (named->element)
    named = named->element;
  if (!named->spelling || !*named->spelling || !strcmp(named->spelling, named->name))
    return type->name;
  const char *at = strstr(type->name, named->name);
  return at ? cleave_arena_format(arena, "%.*s%s%s", (int)(at - type->name), type->name, named->spelling,
                                  at + strlen(named->name))
            : type->name;
}

struct cleave_body_type *body_pointer_type(struct cleave_arena *arena, enum cleave_body_type_kind kind,
                                           const struct cleave_body_type *element, bool is_rvalue) {
  struct cleave_body_type *type = new_type(arena, kind);
  type->element = element;
  type->bytes = kind == CLEAVE_BODY_POINTER ? sizeof(void *) : 0;
  type->holds_pointers = true;
  type->name = is_rvalue ? "&&" : "";
  type->name = spell(arena, type, NULL, "");
  type->spelling = spelling_of(arena, type);
  return type;
}

struct cleave_body_type *body_array_type(struct cleave_arena *arena, const struct cleave_body_type *element,
                                         const char *extent) {
  struct cleave_body_type *type = new_type(arena, CLEAVE_BODY_ARRAY);
  const uint64_t count = strtoull(extent, NULL, 10);
  type->element = element;
  if (__builtin_mul_overflow(count, element->bytes, &type->bytes))
    type->bytes = 0;
  type->is_const = element->is_const;
  type->holds_pointers = element->holds_pointers;
  type->name = spell(arena, type, extent, "");
  type->spelling = "";
  return type;
}

struct cleave_body_type *body_qualified_type(struct cleave_arena *arena, const struct cleave_body_type *type,
                                             const struct cleave_body_type *element, bool is_const,
                                             bool is_volatile) {
  struct cleave_body_type *qualified = cleave_arena_allocate(arena, sizeof *qualified);
  *qualified = *type;
  qualified->is_const |= is_const;
  qualified->is_volatile |= is_volatile;
  qualified->element = element;
  qualified->unqualified = type;
  return qualified;
}

size_t body_bracket_run(const char *word) {
  size_t begin = strlen(word);
  while (begin && word[begin - 1] == ']') {
    size_t open = begin - 1;
    while (open && word[open] != '[')
      open--;
    if (word[open] != '[')
      break;
    begin = open;
  }
  return begin;
}

/* ---- Literals ------------------------------------------------------------------------------------------------ */

const char *body_literal_type(const char *word, bool *has_constant, int64_t *constant) {
  const bool is_negative = *word == '-';
  const char *digits = word + is_negative;
  const bool is_hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  *has_constant = false;
  *constant = 0;
  if (*digits < '0' || *digits > '9' || strlen(digits) > 60)
    return NULL;
  char *end;
  if (!is_hexadecimal && strpbrk(digits, ".eE")) {
    (void)strtod(digits, &end);
    return !*end                                     ? "double"
           : (*end == 'f' || *end == 'F') && !end[1] ? "float"
           : (*end == 'l' || *end == 'L') && !end[1] ? "long_double"
                                                     : NULL;
  }
  const unsigned long long value = strtoull(digits, &end, 0);
  unsigned longs = 0, unsigneds = 0;
  for (; *end; end++)
    if (*end == 'l' || *end == 'L')
      longs++;
    else if (*end == 'u' || *end == 'U')
      unsigneds++;
    else
      return NULL;
  if (longs > 2 || unsigneds > 1)
    return NULL;
  *has_constant = value <= INT64_MAX;
  *constant = *has_constant ? is_negative ? -(int64_t)value : (int64_t)value : 0;
  if (longs == 2)
    return unsigneds ? "unsigned_long_long" : "long_long";
  const bool is_long = longs || value > (unsigneds ? UINT32_MAX : (unsigned long long)INT32_MAX);
  return unsigneds || !*has_constant ? is_long ? "unsigned_long" : "unsigned_int" : is_long ? "long" : "int";
}

static bool is_integer_of_c(const struct cleave_body_type *type) {
  return type->kind == CLEAVE_BODY_BOOLEAN || type->kind == CLEAVE_BODY_INTEGER ||
         type->kind == CLEAVE_BODY_ENUMERATION;
}

enum cleave_body_conversion body_usual_conversion(const struct cleave_body_type *to,
                                                  const struct cleave_body_type *from) {
  if (to->kind == CLEAVE_BODY_VOID)
    return CLEAVE_BODY_DISCARDED;
  if (is_integer_of_c(to) && is_integer_of_c(from) && to->kind != CLEAVE_BODY_BOOLEAN &&
      to->unqualified != from->unqualified)
    return CLEAVE_BODY_TO_INTEGER;
  return to->kind == CLEAVE_BODY_POINTER || to->unqualified == from->unqualified ? CLEAVE_BODY_SAME
                                                                                 : CLEAVE_BODY_NUMERIC;
}
