/* FILE: lib/model/body_text_internal.h
 * WHAT: what the writer and the reader of body_text.h share: words, types that a word describes, and the forms that a text consists of.
 */
#ifndef CLEAVE_MODEL_BODY_TEXT_INTERNAL_H
#define CLEAVE_MODEL_BODY_TEXT_INTERNAL_H

#include <setjmp.h>

#include "model/arena.h"
#include "model/body.h"
#include "model/text.h"

/* ---- body_text_words.c ------------------------------------------------------------------------------------- */

enum { BODY_OPERATIONS = CLEAVE_BODY_NOT + 1, BODY_USE_FLAGS = 7, BODY_TYPE_KINDS = CLEAVE_BODY_OTHER + 1 };

extern const char *const body_operation_words[BODY_OPERATIONS]; /* "" for none */
extern const char *const body_use_words[BODY_USE_FLAGS];
extern const char *const body_kind_words[BODY_TYPE_KINDS];
extern const char *const body_sharing_words[]; /* by cleave_body_sharing */

/* Types as a word tells them. Names and spellings are those of Clang. */
struct cleave_body_type *body_builtin_type(struct cleave_arena *arena, const char *word);
const char *body_builtin_word(const struct cleave_body_type *type); /* NULL: none */
struct cleave_body_type *body_pointer_type(struct cleave_arena *arena, enum cleave_body_type_kind kind,
                                           const struct cleave_body_type *element, bool is_rvalue);
/* EXTENT: its text between brackets. */
struct cleave_body_type *body_array_type(struct cleave_arena *arena, const struct cleave_body_type *element,
                                         const char *extent);
/* ELEMENT: of an array, with the same qualifiers; else that of TYPE. */
struct cleave_body_type *body_qualified_type(struct cleave_arena *arena, const struct cleave_body_type *type,
                                             const struct cleave_body_type *element, bool is_const,
                                             bool is_volatile);

/* Where the last brackets of WORD begin: 6 in `double[10][n]`, 8 in `double**[10]`; its length if it does not end with one. */
size_t body_bracket_run(const char *word);

/* The type of a literal of C as a word, with its value if it is an integer; NULL: WORD is no literal. */
const char *body_literal_type(const char *word, bool *has_constant, int64_t *constant);

/* The conversion that is meant if a text does not say it. */
enum cleave_body_conversion body_usual_conversion(const struct cleave_body_type *to,
                                                  const struct cleave_body_type *from);

/* ---- body_text_forms.c -------------------------------------------------------------------------------------- */

/* A list, a string or another word of a text. */
struct body_form {
  enum { BODY_WORD, BODY_STRING, BODY_LIST } kind;
  const char *word; /* without a range; of a list: its first word, or "" */
  bool has_range, has_whole;
  struct cleave_body_text range, whole;
  uint32_t begin, end; /* in the text; without the range of a word */
  unsigned line;
  struct body_form **items; /* of a list: after the first word, without properties */
  size_t item_count;
  struct body_form **properties; /* words with `:`, and the form after each that has a value */
  size_t property_count;
};

struct body_reader {
  struct cleave_arena *arena;
  const char *text;
  size_t position, length;
  unsigned line, depth;
  const char *error;
  jmp_buf failed;
};

/* Ends reading. */
void body_fail(struct body_reader *reader, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));
/* The form that is the whole text. */
struct body_form *body_read_form(struct body_reader *reader);

/* ---- body_text_properties.c ---------------------------------------------------------------------------------------- */

/* A type that words name. */
struct body_named_type {
  const char *word;
  struct cleave_body_type *type;
  const struct body_form *extent; /* a value that is read after all variables; NULL: none */
  const char *extent_variable;    /* the label of a variable that is the extent; NULL: none */
  unsigned line;
};

struct body_builder {
  struct body_reader *reader;
  struct cleave_body *body;
  struct body_named_type *types;
  size_t type_count, extent_count; /* EXTENT_COUNT: those whose extents are read */
  const char **labels;             /* of the variables */
  size_t label_count;
  const struct cleave_body_type *truth; /* of comparisons */
};

/* Ends reading if FORM has less than LEAST or more than MOST parts after its first word. */
void body_check_count(struct body_builder *it, const struct body_form *form, size_t least, size_t most);
/* Whether FORM has PROPERTY; removes it. */
bool body_take_flag(struct body_form *form, const char *property);
/* The value of PROPERTY, which is removed; NULL: FORM does not have it. */
struct body_form *body_take_property(struct body_form *form, const char *property);
const char *body_take_word(struct body_builder *it, struct body_form *form, const char *property);
/* A number from LEAST on; DEFAULT_VALUE if FORM does not have PROPERTY. */
int64_t body_take_number(struct body_builder *it, struct body_form *form, const char *property, int64_t least,
                         int64_t default_value);
/* The same for a number of 32 bits. */
uint32_t body_take_index(struct body_builder *it, struct body_form *form, const char *property,
                         uint32_t default_value);
int64_t body_number(struct body_builder *it, const struct body_form *form);
/* Ends reading if FORM still has properties. */
void body_check_properties(struct body_builder *it, const struct body_form *form);

/* ---- body_text_read_types.c ---------------------------------------------------------------------------------------- */

const struct cleave_body_type *body_type_named(struct body_builder *it, const char *word, unsigned line);
const char *body_word_of_type(struct body_builder *it, const struct cleave_body_type *type);
struct cleave_body_variable *body_variable_labelled(struct body_builder *it, const char *label,
                                                    unsigned line);
/* (type NAME KIND "name" :properties) */
void body_define_type(struct body_builder *it, struct body_form *form);

/* ---- body_text_build.c: values, places and statements ---------------------------------------------------------- */

struct cleave_body_place *body_build_place(struct body_builder *it, struct body_form *form);
struct cleave_body_value *body_build_value(struct body_builder *it, struct body_form *form);
struct cleave_body_statement *body_build_statement(struct body_builder *it, struct body_form *form);
/* `()`: nothing. */
bool body_is_nothing(const struct body_form *form);

/* ---- body_text_write_types.c; body_text_write.c calls it ----------------------------------------------------------------- */

struct body_known_type {
  const struct cleave_body_type *type;
  const char *word;
};

struct body_writer {
  void (*put_value)(struct body_writer *it, const struct cleave_body_value *value);
  struct cleave_arena *arena;
  const struct cleave_body *body;
  bool with_ranges;
  unsigned depth;
  struct cleave_text *out;
  struct cleave_text types; /* the definitions */
  struct body_known_type *known;
  size_t known_count, defined;
  const char *truth;   /* the type of comparisons that is left out */
  bool has_bool;       /* there is a comparison of the type bool */
  const char **labels; /* of the variables */
};

/* In quotes; `()` for NULL. */
void body_put_string(struct body_writer *it, const char *text);
bool body_is_same_text(const struct cleave_body_text *one, const struct cleave_body_text *other);
/* The word for TYPE, which is defined if there is none yet. */
const char *body_type_word(struct body_writer *it, const struct cleave_body_type *type);

#endif
