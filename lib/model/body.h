/* FILE: lib/model/body.h
 * WHAT: the body of a loop as a typed tree: statements, values and places. The reader (passes/frontend) fills it in and takes no
 *       decision; lib/analysis reads it. body_text.h has its textual form.
 *
 * The tree holds what the code does, not how it is written: parentheses, materialized temporaries and other forms without a meaning are
 * not in it, and a call of a function with a visible body is the body of that function. Code that the reader does not support is
 * opaque: the
 * tree lists what it may use. So the tree never contains fewer accesses than the code executes.
 *
 * The unit's arena owns everything. Two types of one body are equal if their pointers are, and so are two variables.
 */
#ifndef CLEAVE_MODEL_BODY_H
#define CLEAVE_MODEL_BODY_H

#include "model/region.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_body_place;
struct cleave_body_statement;
struct cleave_body_value;

/* The text of a part of the code, as offsets. It is exact if it can be edited: it begins and ends in the unit's file, in no macro,
 * and in no
 * body of a called function. AT is the first token; in a macro, or in a called function, it is the use of the macro or the call. */
struct cleave_body_text {
  uint32_t begin, end, at;
  bool is_exact;
};

/* ---- Types -------------------------------------------------------------------------------------- */

enum cleave_body_type_kind {
  CLEAVE_BODY_VOID,
  CLEAVE_BODY_BOOLEAN,
  CLEAVE_BODY_INTEGER,
  CLEAVE_BODY_ENUMERATION,
  CLEAVE_BODY_FLOATING,
  CLEAVE_BODY_COMPLEX, /* of C */
  CLEAVE_BODY_POINTER,
  CLEAVE_BODY_REFERENCE,
  CLEAVE_BODY_ARRAY,
  CLEAVE_BODY_RECORD,
  CLEAVE_BODY_OTHER
};

struct cleave_body_type {
  enum cleave_body_type_kind kind;
  bool is_signed; /* BOOLEAN, INTEGER, ENUMERATION */
  bool is_scoped; /* ENUMERATION: it does not convert to integers */
  bool is_const, is_volatile, is_atomic;
  bool
      is_plain; /* FLOATING: float or double; INTEGER: a built-in type. They have the same size on host and device */
  bool is_union;        /* RECORD: its members share memory */
  bool holds_pointers;  /* a part of it is a pointer, or a character, which may be a part of anything */
  unsigned bits;        /* the width of its values; 0 if it is no number */
  uint64_t bytes;       /* of an object; 0 if that is not known */
  const char *name;     /* its canonical spelling, without qualifiers */
  const char *spelling; /* the same, such that `spelling x` declares a variable; "": there is none */
  const struct cleave_body_type *element; /* POINTER, REFERENCE, ARRAY: what it points to or consists of */
  const struct cleave_body_value *extent; /* ARRAY: the number of its elements; NULL: not known */
  const struct cleave_body_type *unqualified; /* itself, if it has no qualifiers */
};

/* ---- Variables ---------------------------------------------------------------------------------- */

/* What a clause of the loop says about a variable. */
enum cleave_body_sharing {
  CLEAVE_BODY_SHARED, /* nothing */
  CLEAVE_BODY_PRIVATE,
  CLEAVE_BODY_FIRSTPRIVATE,
  CLEAVE_BODY_LASTPRIVATE,
  CLEAVE_BODY_REDUCTION
};

struct cleave_body_variable {
  uint32_t index; /* in the list of the body */
  const char *name;
  const struct cleave_body_type *type;
  uint32_t in_region;   /* index into region->variables, or CLEAVE_NO_VARIABLE */
  uint32_t declared_at; /* offset of the name; 0 if it is in no editable text */
  uint32_t order;       /* ascending in the order of declarations in the translation unit */
  bool is_local;        /* it has automatic storage */
  bool is_callees;      /* a parameter or a variable of a called function; each call has its own */
  bool keeps_value;     /* the enclosing function does not change it after its declaration */
  bool is_this; /* the pointer `this` of the function that contains the region; it has no name otherwise */
  enum cleave_body_sharing sharing;
  const char
      *operation; /* REDUCTION: as the clause spells it, "+", "max"; the name of a declared operation */
};

/* How opaque code uses a variable: cleave_use_flags. */
struct cleave_body_use {
  struct cleave_body_variable *variable;
  uint32_t flags;
};

/* What code that is not in the tree may do. */
struct cleave_body_opaque {
  const char *reason; /* Clang's name of its kind, or the name of the called function */
  struct cleave_body_use *uses;
  size_t use_count;
  unsigned loop_count; /* loops in it */
  bool has_jump;       /* it contains break, continue, goto, a label or return */
};

/* ---- Places ------------------------------------------------------------------------------------- */

enum cleave_body_place_kind {
  CLEAVE_BODY_VARIABLE,  /* `variable`; of a reference, what it refers to */
  CLEAVE_BODY_TARGET,    /* what `pointer` points to: *p, and p[i] as *(p + i) */
  CLEAVE_BODY_MEMBER,    /* member `member` of the record at `record` */
  CLEAVE_BODY_CHOICE,    /* `pointer` (a condition) ? `record` : `other` */
  CLEAVE_BODY_AFTER,     /* `record`, after the evaluation of `pointer` */
  CLEAVE_BODY_TEMPORARY, /* an object that holds `pointer`, a value, and ends with the expression */
  CLEAVE_BODY_UNKNOWN    /* `opaque` */
};

#define CLEAVE_BODY_BASE_CLASS UINT32_MAX

struct cleave_body_place {
  enum cleave_body_place_kind kind;
  const struct cleave_body_type *type;
  struct cleave_body_text text;
  struct cleave_body_variable *variable;
  struct cleave_body_value *pointer;
  struct cleave_body_place *record, *other;
  const char *member;
  uint32_t
      member_index; /* of the field in its record; CLEAVE_BODY_BASE_CLASS: the place is the part of a base class */
  /* An integer member, read through members of a variable or of `this`, that no assignment of the region changes (reader_headers.h). */
  bool is_kept;
  bool
      is_assigned; /* MEMBER: the region assigns a member of this declaration by its name, or it is a bit-field */
  bool is_accessible; /* MEMBER: the region may name it */
  bool is_bit_field;  /* MEMBER: it may hold another value than its type */
  bool is_capture;    /* MEMBER: of a closure; it has no name, and is at byte OFFSET of the object */
  uint64_t offset;
  struct cleave_body_opaque *opaque;
};

/* ---- Values ------------------------------------------------------------------------------------- */

enum cleave_body_value_kind {
  CLEAVE_BODY_CONSTANT, /* a literal, an enumerator, a null pointer, a size */
  CLEAVE_BODY_READ,     /* of `place` */
  CLEAVE_BODY_ADDRESS,  /* of `place` */
  CLEAVE_BODY_DECAY,    /* the address of the first element of the array `place` */
  CLEAVE_BODY_UNARY,    /* `operation` on left */
  CLEAVE_BODY_BINARY, /* left `operation` right, not LOGICAL_*. A pointer and an integer: counted in elements */
  CLEAVE_BODY_LOGICAL, /* left && right, left || right */
  CLEAVE_BODY_CONVERT, /* left as another type */
  CLEAVE_BODY_SELECT,  /* condition ? left : right */
  CLEAVE_BODY_COMMA,   /* left, right */
  CLEAVE_BODY_ASSIGN,  /* `place` = right, or `place` `operation`= right */
  CLEAVE_BODY_STEP,    /* `place`++ and the like */
  CLEAVE_BODY_CALL,    /* a function without a visible body, by `name`, with `items`; see has_no_effects */
  CLEAVE_BODY_LIST,    /* a record or an array with the values `items` */
  CLEAVE_BODY_INLINED, /* a call of a function: its `body`; the value is that of its RETURN statements */
  CLEAVE_BODY_OPAQUE   /* `opaque`, with `items`: parts that it certainly evaluates */
};

enum cleave_body_operation {
  CLEAVE_BODY_NO_OPERATION,
  CLEAVE_BODY_ADD,
  CLEAVE_BODY_SUBTRACT,
  CLEAVE_BODY_MULTIPLY,
  CLEAVE_BODY_DIVIDE,
  CLEAVE_BODY_REMAINDER,
  CLEAVE_BODY_SHIFT_LEFT,
  CLEAVE_BODY_SHIFT_RIGHT,
  CLEAVE_BODY_AND,
  CLEAVE_BODY_OR,
  CLEAVE_BODY_XOR,
  CLEAVE_BODY_LESS,
  CLEAVE_BODY_GREATER,
  CLEAVE_BODY_LESS_EQUAL,
  CLEAVE_BODY_GREATER_EQUAL,
  CLEAVE_BODY_EQUAL,
  CLEAVE_BODY_NOT_EQUAL,
  CLEAVE_BODY_LOGICAL_AND,
  CLEAVE_BODY_LOGICAL_OR,
  CLEAVE_BODY_PLUS,
  CLEAVE_BODY_MINUS,
  CLEAVE_BODY_COMPLEMENT,
  CLEAVE_BODY_NOT
};

enum cleave_body_conversion {
  CLEAVE_BODY_SAME,       /* of the same value: qualifiers, pointers to other types */
  CLEAVE_BODY_TO_INTEGER, /* from an integer to an integer that is no bool */
  CLEAVE_BODY_NUMERIC,    /* between other arithmetic types */
  CLEAVE_BODY_DISCARDED   /* to void */
};

struct cleave_body_value {
  enum cleave_body_value_kind kind;
  const struct cleave_body_type *type;
  struct cleave_body_text text;  /* without parentheses around it */
  struct cleave_body_text whole; /* with them */
  bool has_constant;             /* of an integer type: its value is always CONSTANT */
  int64_t constant;
  const char *name; /* CONSTANT: its text; CALL: the function */
  enum cleave_body_operation operation;
  struct cleave_body_value *left, *right, *condition;
  struct cleave_body_place *place;
  enum cleave_body_conversion conversion;
  bool is_written;   /* CONVERT: a cast; BINARY, of a pointer: a subscript */
  bool is_decrement; /* STEP */
  bool is_prefix;    /* STEP: the value is the new one */
  bool is_reversed;  /* BINARY, of a pointer: the integer is evaluated first */
  /* BINARY, ASSIGN, of floating-point numbers: the compiler contracts a product with an addition in the same expression, or statement */
  bool may_contract, contracts_in_statement;
  const struct cleave_body_type *computed; /* ASSIGN with an operation: the type that it computes in */
  bool has_no_effects;                     /* CALL: its value depends on its arguments and on memory alone */
  bool is_mathematical;                    /* CALL: it reads no memory of the program */
  bool aborts;                             /* CALL: it ends the program */
  bool is_cheap;                           /* CALL: a built-in function of the compiler */
  struct cleave_body_value **items;
  size_t item_count;
  struct cleave_body_statement *body;
  struct cleave_body_opaque *opaque;
};

/* ---- Statements --------------------------------------------------------------------------------- */

enum cleave_body_statement_kind {
  CLEAVE_BODY_EMPTY,
  CLEAVE_BODY_SEQUENCE,      /* `children` */
  CLEAVE_BODY_DECLARE,       /* `variable`, with the initial `value`, or, of a reference, bound to `place` */
  CLEAVE_BODY_DECLARE_OTHER, /* a type or a constant */
  CLEAVE_BODY_EVALUATE,      /* `value` */
  CLEAVE_BODY_IF,            /* `value`: children 0, and 1 if there is an else */
  CLEAVE_BODY_FOR, /* children 0, the first statement, or EMPTY, and 1, the body; `value`, or NULL; `step`, or NULL */
  CLEAVE_BODY_WHILE,  /* `value`: child 0 */
  CLEAVE_BODY_DO,     /* child 0, then `value` */
  CLEAVE_BODY_SWITCH, /* `value`: child 0 with CASE statements */
  CLEAVE_BODY_CASE,   /* a label of a switch; child 0 follows it */
  CLEAVE_BODY_BREAK,
  CLEAVE_BODY_CONTINUE,
  CLEAVE_BODY_RETURN, /* from the innermost INLINED value, or from the function of the region; `value` or `place` may be NULL */
  CLEAVE_BODY_ATOMIC,           /* an atomic construct: child 0 */
  CLEAVE_BODY_UNKNOWN_STATEMENT /* `opaque` */
};

struct cleave_body_statement {
  enum cleave_body_statement_kind kind;
  struct cleave_body_text text;  /* with its semicolon and directive, without attributes */
  struct cleave_body_text whole; /* with attributes */
  bool has_hint;                 /* a pragma about it, `#pragma unroll` */
  uint32_t keyword;              /* FOR: the offset of the `for`; 0 in a macro */
  /* FOR: a range-based loop whose range has a member `begin`: `for (VARIABLE : RANGE)`. Child 0 declares the range and its ends, and the
   * first statement of child 1 the variable. */
  bool is_range;
  struct cleave_body_text range, declared;
  bool is_declaration;     /* SEQUENCE: the variables of one declaration */
  bool has_equals;         /* DECLARE: written as `variable = value` */
  bool has_other_clause;   /* ATOMIC: a clause other than `update` and `relaxed`, or another default */
  bool is_pragma_operator; /* ATOMIC: written with _Pragma */
  struct cleave_body_variable *variable;
  struct cleave_body_value *value, *step;
  struct cleave_body_place *place;
  struct cleave_body_statement **children;
  size_t child_count;
  struct cleave_body_opaque *opaque;
};

/* ---- The body ------------------------------------------------------------------------------------ */

/* A list item of an explicit map clause of the region: a section with these bounds in each dimension. FIRST, LENGTH: NULL: none. */
struct cleave_body_section {
  struct cleave_body_variable *variable; /* NULL: of what the pointer at PLACE points to, a member */
  struct cleave_body_place *place;
  uint32_t map;                               /* index into region->maps */
  struct cleave_body_value **first, **length; /* from the outermost dimension inwards */
  size_t dimension_count;
};

/* The first index of a member in place of a variable of the region, until all variables are known. */
#define CLEAVE_FIRST_MEMBER (UINT32_C(1) << 24)

/* The members that descriptions of a region's loops name. */
struct cleave_body_members {
  struct cleave_variable *items;
  size_t count;
};

struct cleave_body {
  struct cleave_body_statement *statement; /* the loop, or the outermost of the associated ones */
  unsigned associated;                     /* loops of the directive; 1 for a serial loop */
  bool has_directive;
  bool is_header; /* of a serial loop around directives: its body is opaque */
  bool
      has_other_clause; /* of the directive: it lists more than whole variables, or is none that the reader knows */
  bool overflow_wraps;                     /* -fwrapv: signed arithmetic is modular */
  bool types_may_alias;                    /* -fno-strict-aliasing */
  struct cleave_body_members *members;     /* of the region; shared by its bodies */
  struct cleave_body_variable **variables; /* by index */
  size_t variable_count;
  struct cleave_body_section *sections;
  size_t section_count;
  struct cleave_body *next_instance; /* the same loop in another instance of the template; NULL: none */
};

#ifdef __cplusplus
}
#endif
#endif
