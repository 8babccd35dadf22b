/* FILE: lib/ptx/tokens.c
 * WHAT: the parser's view of the tokens: expectations and errors.
 */
#include <stdarg.h>
#include <string.h>

#include "ptx/parser.h"

static void keep_error(struct ptx_parser *parser, unsigned line, const char *format, va_list arguments) {
  if (parser->error)
    return;
  const char *message = cleave_arena_vformat(parser->arena, format, arguments);
  parser->error = cleave_arena_format(parser->arena, "%u: %s", line, message);
  parser->lexer.at = parser->lexer.end;
  ptx_advance(parser);
}

void ptx_fail(struct ptx_parser *parser, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  keep_error(parser, parser->token.line, format, arguments);
  va_end(arguments);
}

void ptx_fail_at(struct ptx_parser *parser, unsigned line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  keep_error(parser, line, format, arguments);
  va_end(arguments);
}

void ptx_advance(struct ptx_parser *parser) { ptx_next_token(&parser->lexer, &parser->token); }

bool ptx_next_is(const struct ptx_parser *parser, char mark) {
  return parser->token.kind == TOKEN_MARK && *parser->token.text == mark;
}

bool ptx_accept(struct ptx_parser *parser, char mark) {
  if (!ptx_next_is(parser, mark))
    return false;
  ptx_advance(parser);
  return true;
}

bool ptx_accept_dot(struct ptx_parser *parser, const char *directive) {
  if (parser->token.kind != TOKEN_DOT || !ptx_token_is(&parser->token, directive))
    return false;
  ptx_advance(parser);
  return true;
}

/* Printable, for a message; of at most 40 characters. */
const char *ptx_token_text(struct ptx_parser *parser) {
  enum { MOST = 40 };
  const struct ptx_token *token = &parser->token;
  if (token->kind == TOKEN_END)
    return "the end of the text";
  char *text = cleave_arena_format(parser->arena, "'%s%.*s'", token->kind == TOKEN_DOT ? "." : "",
                                   token->length > MOST ? MOST : (int)token->length, token->text);
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
      *c = '?';
  return text;
}

void ptx_expect(struct ptx_parser *parser, char mark) {
  if (!ptx_accept(parser, mark))
    ptx_fail(parser, "expected '%c' instead of %s", mark, ptx_token_text(parser));
}

struct ptx_name *ptx_expect_name(struct ptx_parser *parser) {
  if (parser->token.kind != TOKEN_WORD) {
    ptx_fail(parser, "expected a name instead of %s", ptx_token_text(parser));
    return NULL;
  }
  struct ptx_name *name = ptx_name_of(&parser->names, parser->token.text, parser->token.length);
  ptx_advance(parser);
  return name;
}

uint64_t ptx_expect_integer(struct ptx_parser *parser) {
  uint64_t value = 0;
  if (parser->token.kind != TOKEN_NUMBER || ptx_read_number(&parser->token, &value) != NUMBER_INTEGER) {
    ptx_fail(parser, "expected an integer instead of %s", ptx_token_text(parser));
    return 0;
  }
  ptx_advance(parser);
  return value;
}

static uint64_t expect_factor(struct ptx_parser *parser) {
  bool is_negative = false;
  for (; ptx_next_is(parser, '-') || ptx_next_is(parser, '+'); ptx_advance(parser))
    is_negative ^= ptx_next_is(parser, '-');
  const uint64_t value = ptx_expect_integer(parser);
  return is_negative ? 0 - value : value;
}

static uint64_t expect_product(struct ptx_parser *parser) {
  uint64_t value = expect_factor(parser);
  while (ptx_accept(parser, '*'))
    value *= expect_factor(parser);
  return value;
}

uint64_t ptx_expect_expression(struct ptx_parser *parser) {
  uint64_t value = expect_product(parser);
  while (ptx_next_is(parser, '+') || ptx_next_is(parser, '-')) {
    const bool is_difference = ptx_next_is(parser, '-');
    ptx_advance(parser);
    const uint64_t term = expect_product(parser);
    value += is_difference ? 0 - term : term;
  }
  return value;
}
