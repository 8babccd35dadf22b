/* FILE: lib/ptx/parser.h
 * WHAT: the state of the parser, and what its files call of each other.
 *
 * The first error is kept; after it every token is TOKEN_END, so that all loops end.
 */
#ifndef CLEAVE_PTX_PARSER_H
#define CLEAVE_PTX_PARSER_H

#include "ptx/lexer.h"
#include "ptx/names.h"
#include "ptx/ptx.h"

/* A name in an operand or a table that is no register. It is resolved at the end of the scope that declares it, because a
 * label may be declared after its use. */
struct ptx_reference {
  struct ptx_name *name;
  bool is_resolved;
  enum ptx_binding_kind kind;
  size_t index;
  unsigned line;
};

struct ptx_parser {
  struct cleave_arena *arena;
  struct ptx_module *module;
  const char *error;
  struct ptx_lexer lexer;
  struct ptx_token token; /* the next one */
  struct ptx_names names;
  size_t initialized_bytes; /* of all variables */

  /* Of the current function. */
  struct ptx_function *function;
  struct ptx_reference *references;
  size_t reference_count;
  size_t *pending; /* references that are not resolved, by number */
  size_t pending_count, pending_capacity;
  size_t scope_pending[PTX_SCOPES]; /* pending_count when the scope was opened */
  struct ptx_operand *operands;     /* a stack of those that are being parsed */
  size_t operand_count, operand_capacity;
  unsigned file, source_line, inlined_at; /* by .loc */

  /* Operands whose symbol is not declared in their function. */
  struct ptx_outside {
    struct ptx_operand *operand;
    struct ptx_name *name;
    unsigned line;
  } *outside;
  size_t outside_count;
};

/* tokens.c */

/* Keeps the message, with the line of the next token in front, if there is none. */
void ptx_fail(struct ptx_parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ptx_fail_at(struct ptx_parser *parser, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ptx_advance(struct ptx_parser *parser);
/* If the next token is MARK, goes past it. */
bool ptx_accept(struct ptx_parser *parser, char mark);
bool ptx_next_is(const struct ptx_parser *parser, char mark);
bool ptx_accept_dot(struct ptx_parser *parser, const char *directive);
void ptx_expect(struct ptx_parser *parser, char mark);
/* NULL after an error. */
struct ptx_name *ptx_expect_name(struct ptx_parser *parser);
/* An integer without sign; 0 after an error. */
uint64_t ptx_expect_integer(struct ptx_parser *parser);
/* The sum of products at the next token, with signs: "4", "-1", "4*2+1". */
uint64_t ptx_expect_expression(struct ptx_parser *parser);
const char *ptx_token_text(struct ptx_parser *parser);

/* declaration.c */

/* ".align 4 .b8 name[8]" after its space; 0 bytes if a dimension is empty. MAY_INITIALIZE: "= {...}" may follow. */
void ptx_parse_variable(struct ptx_parser *parser, struct ptx_variable *variable, bool may_initialize);
/* "(.param ..., ...)", with offsets. Returns the number of bytes. */
size_t ptx_parse_parameters(struct ptx_parser *parser, struct ptx_variable **parameters, size_t *count);
/* The space of the next token, which is TOKEN_DOT; PTX_GENERIC: it names none. */
enum ptx_space ptx_space_of(const struct ptx_token *token);
/* Skips ".attribute(...)". */
void ptx_skip_attribute(struct ptx_parser *parser);

/* initializer.c */

/* The initial value of VARIABLE after "=". DIMENSIONS has COUNT numbers of elements; the first is 0 if it is empty, and is set
 * then. */
void ptx_parse_initializer(struct ptx_parser *parser, struct ptx_variable *variable, size_t *dimensions,
                           size_t count);

/* operand.c */

/* All operands of INSTRUCTION up to ";". */
void ptx_parse_operands(struct ptx_parser *parser, struct ptx_instruction *instruction);
/* "@%p1" or "@!%p1", after "@". */
void ptx_parse_guard(struct ptx_parser *parser, struct ptx_instruction *instruction);
/* A use of NAME; returns the number of the reference plus 1. */
unsigned ptx_refer(struct ptx_parser *parser, struct ptx_name *name);

/* resolve.c */

/* Resolves what the current scope declares; to be called before it is closed. */
void ptx_resolve_scope(struct ptx_parser *parser);
/* Stores the resolved names in the operands of the function. */
void ptx_resolve_function(struct ptx_parser *parser);
/* The same for the symbols of the module. */
void ptx_resolve_module(struct ptx_parser *parser);

/* function_parser.c */

/* A function after ".entry" or ".func". */
void ptx_parse_function(struct ptx_parser *parser, enum ptx_linkage linkage, bool is_entry);

/* debug.c */

/* ".file" and ".loc" after the directive; ".section" with its block. */
void ptx_parse_file(struct ptx_parser *parser);
void ptx_parse_location(struct ptx_parser *parser);
void ptx_skip_section(struct ptx_parser *parser);

#endif
