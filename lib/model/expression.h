/* FILE: lib/model/expression.h
 * WHAT: expressions of a plan as values: parts of the source, variables, names that the plan declares,
 *       constants, operations, and calls of library functions. lib/print prints them.
 *
 * Expressions are immutable, except for a call to which arguments are being added. An expression may be an operand of
 * several others. The arena owns it.
 */
#ifndef CLEAVE_MODEL_EXPRESSION_H
#define CLEAVE_MODEL_EXPRESSION_H

#include "model/region.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cleave_expression_kind {
  CLEAVE_EXPRESSION_SOURCE,   /* the source in `range` */
  CLEAVE_EXPRESSION_ITEM,     /* the user's list item `item`; operand i, if not NULL, replaces its bound i */
  CLEAVE_EXPRESSION_VARIABLE, /* `variable`, by its name */
  CLEAVE_EXPRESSION_NAME,     /* `name`, which the plan declares */
  CLEAVE_EXPRESSION_INTEGER,  /* `integer`, an int */
  CLEAVE_EXPRESSION_LONG,     /* `integer`, a long */
  CLEAVE_EXPRESSION_FLOATING, /* the value of `integer`, not negative, as a double */
  CLEAVE_EXPRESSION_PARENTHESES, /* operand 0 */
  CLEAVE_EXPRESSION_UNARY,       /* `operation` on operand 0 */
  CLEAVE_EXPRESSION_BINARY,      /* operand 0 `operation` operand 1 */
  CLEAVE_EXPRESSION_CONDITIONAL, /* operand 0 ? operand 1 : operand 2 */
  CLEAVE_EXPRESSION_CAST,        /* operand 0 converted to `type` */
  CLEAVE_EXPRESSION_SUBSCRIPT,   /* operand 0 [operand 1] */
  CLEAVE_EXPRESSION_MEMBER,      /* member `name` of operand 0, or, if `arrow`, of the record it points to */
  CLEAVE_EXPRESSION_SECTION,     /* operand 0 [operand 1 : operand 2]; operand 1 may be NULL */
  CLEAVE_EXPRESSION_FUNCTION, /* the address of `function`, as a condition: not 0 if the program is linked with it */
  CLEAVE_EXPRESSION_CALL /* `function` called with the operands */
};

enum cleave_operation {
  CLEAVE_ADD,
  CLEAVE_SUBTRACT,
  CLEAVE_MULTIPLY,
  CLEAVE_DIVIDE,
  CLEAVE_LESS,
  CLEAVE_GREATER,
  CLEAVE_EQUAL,
  CLEAVE_AND,
  CLEAVE_OR,
  CLEAVE_COMMA,
  CLEAVE_NOT,
  CLEAVE_ADDRESS_OF,
  CLEAVE_DEREFERENCE,
  CLEAVE_SIZEOF
};

enum cleave_built_type {
  CLEAVE_TYPE_LONG,
  CLEAVE_TYPE_DOUBLE,
  CLEAVE_TYPE_SIZE,   /* size_t */
  CLEAVE_TYPE_ADDRESS /* const volatile void * */
};

/* Functions of libcleave, of generated text, and of the OpenMP run time. */
enum cleave_function {
  CLEAVE_CALL_DISJOINT,
  CLEAVE_CALL_DISJOINT_ACCESSES,
  CLEAVE_CALL_SPLIT_PAYS,
  CLEAVE_CALL_NESTED_SPLIT_PAYS,
  CLEAVE_CALL_TEAMS_SPLIT_PAYS,
  CLEAVE_CALL_TRANSFERS_PAY,
  CLEAVE_CALL_TRANSFERS_IDLE,
  CLEAVE_CALL_TRANSFERS_BEGIN,
  CLEAVE_CALL_TRANSFERS_STAGE,
  CLEAVE_CALL_TRANSFERS_END,
  CLEAVE_CALL_TILES_BEGIN,
  CLEAVE_CALL_TILE_FIRST,
  CLEAVE_CALL_TILE_BEGIN,
  CLEAVE_CALL_TILE_END,
  CLEAVE_CALL_TILES_END,
  CLEAVE_CALL_ENVIRONMENT_FITS,
  CLEAVE_CALL_MAPPING_SPAN,
  CLEAVE_CALL_REDUCTION_BEGIN,
  CLEAVE_CALL_REDUCTION_BUFFER,
  CLEAVE_CALL_REDUCTION_PLACE,
  CLEAVE_CALL_REDUCTION_END,
  CLEAVE_CALL_UNSHARED,
  CLEAVE_CALL_QUOTIENT,
  CLEAVE_CALL_VERSION,
  CLEAVE_CALL_ALLOCATORS,
  CLEAVE_CALL_GET_THREAD_NUM,
  CLEAVE_CALL_GET_NUM_THREADS,
  CLEAVE_CALL_GET_TEAM_NUM,
  CLEAVE_CALL_GET_NUM_TEAMS,
  CLEAVE_CALL_GET_THREAD_LIMIT,
  CLEAVE_CALL_GET_MAX_THREADS,
  CLEAVE_CALL_SET_NUM_THREADS,
  CLEAVE_CALL_IS_PRESENT,
  CLEAVE_CALL_GET_DEFAULT_DEVICE,
  CLEAVE_CALLS
};

struct cleave_expression {
  enum cleave_expression_kind kind;
  struct cleave_range range;
  const struct cleave_map_item *item;
  const struct cleave_variable *variable;
  const char *name;
  bool arrow;
  int64_t integer;
  enum cleave_operation operation;
  enum cleave_built_type type;
  enum cleave_function function;
  const struct cleave_expression **operands;
  size_t operand_count;
};

const struct cleave_expression *cleave_make_source(struct cleave_arena *arena, struct cleave_range range);
/* BOUNDS has an element for each bound of ITEM: its replacement, or NULL. */
const struct cleave_expression *cleave_make_item(struct cleave_arena *arena,
                                                 const struct cleave_map_item *item,
                                                 const struct cleave_expression **bounds);
const struct cleave_expression *cleave_make_variable(struct cleave_arena *arena,
                                                     const struct cleave_variable *variable);
const struct cleave_expression *cleave_make_name(struct cleave_arena *arena, const char *name);
/* KIND: INTEGER, LONG or FLOATING. */
const struct cleave_expression *cleave_make_constant(struct cleave_arena *arena,
                                                     enum cleave_expression_kind kind, int64_t value);
const struct cleave_expression *cleave_make_unary(struct cleave_arena *arena, enum cleave_operation operation,
                                                  const struct cleave_expression *operand);
const struct cleave_expression *cleave_make_binary(struct cleave_arena *arena,
                                                   enum cleave_operation operation,
                                                   const struct cleave_expression *left,
                                                   const struct cleave_expression *right);
const struct cleave_expression *cleave_make_conditional(struct cleave_arena *arena,
                                                        const struct cleave_expression *condition,
                                                        const struct cleave_expression *yes,
                                                        const struct cleave_expression *no);
/* Explicit parentheses: printed even if the precedence of operators does not need them. */
const struct cleave_expression *cleave_make_parentheses(struct cleave_arena *arena,
                                                        const struct cleave_expression *operand);
const struct cleave_expression *cleave_make_cast(struct cleave_arena *arena, enum cleave_built_type type,
                                                 const struct cleave_expression *operand);
const struct cleave_expression *cleave_make_subscript(struct cleave_arena *arena,
                                                      const struct cleave_expression *base,
                                                      const struct cleave_expression *index);
const struct cleave_expression *cleave_make_member(struct cleave_arena *arena,
                                                   const struct cleave_expression *base, bool arrow,
                                                   const char *name);
/* FIRST may be NULL: 0. */
const struct cleave_expression *cleave_make_section(struct cleave_arena *arena,
                                                    const struct cleave_expression *base,
                                                    const struct cleave_expression *first,
                                                    const struct cleave_expression *length);
const struct cleave_expression *cleave_make_function(struct cleave_arena *arena,
                                                     enum cleave_function function);

/* A call under construction: arguments may be added until the call becomes part of another expression. */
struct cleave_expression *cleave_make_call(struct cleave_arena *arena, enum cleave_function function);
void cleave_add_argument(struct cleave_arena *arena, struct cleave_expression *call,
                         const struct cleave_expression *argument);
/* Adds DEVICE as an argument; NULL: the default device. */
void cleave_add_device_argument(struct cleave_arena *arena, struct cleave_expression *call,
                                const struct cleave_expression *device);
/* Adds ADDRESS and the size BYTES as two arguments. */
void cleave_add_memory(struct cleave_arena *arena, struct cleave_expression *call,
                       const struct cleave_expression *address, const struct cleave_expression *bytes);
/* Adds an int as an argument. */
void cleave_add_number(struct cleave_arena *arena, struct cleave_expression *call, int64_t number);

/* A variable that the plan declares, and others of the same type without a value. */
struct cleave_declaration {
  bool is_constant;
  const char *type; /* as the source names it; NULL: int */
  const char *name;
  const char **others;
  size_t other_count;
  const struct cleave_expression *value; /* NULL: none */
};

#ifdef __cplusplus
}
#endif
#endif
