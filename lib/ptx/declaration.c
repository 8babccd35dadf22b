/* FILE: lib/ptx/declaration.c
 * WHAT: parses declarations of variables and parameters.
 */
#include <string.h>

#include "ptx/parser.h"

enum { MOST_DIMENSIONS = 16, MOST_BYTES_LOG2 = 40, MOST_ALIGNMENT = 1 << 20 };

enum ptx_space ptx_space_of(const struct ptx_token *token) {
  static const struct {
    const char *name;
    enum ptx_space space;
  } spaces[] = {{"global", PTX_GLOBAL},
                {"shared", PTX_SHARED},
                {"local", PTX_LOCAL},
                {"const", PTX_CONSTANT},
                {"param", PTX_PARAMETER}};
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    if (token->kind == TOKEN_DOT && ptx_token_is(token, spaces[i].name))
      return spaces[i].space;
  return PTX_GENERIC;
}

void ptx_skip_attribute(struct ptx_parser *parser) {
  ptx_expect(parser, '(');
  for (size_t depth = 1; depth && parser->token.kind != TOKEN_END; ptx_advance(parser)) {
    depth += ptx_next_is(parser, '(');
    depth -= ptx_next_is(parser, ')');
  }
}

static size_t expect_alignment(struct ptx_parser *parser) {
  const uint64_t alignment = ptx_expect_integer(parser);
  if (!alignment || alignment & (alignment - 1) || alignment > MOST_ALIGNMENT) {
    ptx_fail(parser, "expected an alignment that is a power of two");
    return 1;
  }
  return (size_t)alignment;
}

/* ".ptr .global .align 8": it describes the object pointed to, which nothing here uses. */
static void skip_pointee(struct ptx_parser *parser) {
  if (ptx_space_of(&parser->token) != PTX_GENERIC)
    ptx_advance(parser);
  if (ptx_accept_dot(parser, "align"))
    expect_alignment(parser);
}

/* The directives between the space and the name. Returns the number of elements of a vector type. */
static size_t parse_type(struct ptx_parser *parser, struct ptx_variable *variable) {
  size_t vector = 1;
  for (; parser->token.kind == TOKEN_DOT && !parser->error;) {
    char suffix[16] = "";
    if (parser->token.length < sizeof suffix)
      memcpy(suffix, parser->token.text, parser->token.length);
    const enum ptx_type type = ptx_type_of(suffix);
    if (type != PTX_NO_TYPE && type != PTX_PRED && !variable->type) {
      ptx_advance(parser);
      variable->type = type;
    } else if (ptx_accept_dot(parser, "align")) {
      variable->alignment = expect_alignment(parser);
    } else if (ptx_accept_dot(parser, "attribute")) {
      ptx_skip_attribute(parser);
    } else if (ptx_accept_dot(parser, "ptr")) {
      skip_pointee(parser);
    } else if (ptx_accept_dot(parser, "v2")) {
      vector = 2;
    } else if (ptx_accept_dot(parser, "v4")) {
      vector = 4;
    } else if (!variable->type && (ptx_accept_dot(parser, "texref") || ptx_accept_dot(parser, "samplerref") ||
                                   ptx_accept_dot(parser, "surfref"))) {
      variable->type = PTX_B64;
    } else {
      ptx_fail(parser, "unexpected %s in a declaration", ptx_token_text(parser));
    }
  }
  if (!variable->type)
    ptx_fail(parser, "expected a type instead of %s", ptx_token_text(parser));
  return vector;
}

/* "[2][3]". Returns their number; the first may be 0. */
static size_t parse_dimensions(struct ptx_parser *parser, size_t *dimensions) {
  size_t count = 0;
  while (ptx_accept(parser, '[')) {
    if (count + 1 == MOST_DIMENSIONS) {
      ptx_fail(parser, "too many dimensions");
      return count;
    }
    dimensions[count] = 0;
    if (count || !ptx_next_is(parser, ']'))
      dimensions[count] = ptx_expect_expression(parser);
    ptx_expect(parser, ']');
    count++;
  }
  return count;
}

/* The bytes of DIMENSIONS; 0 if the first one is empty. The other ones are checked before it. */
static size_t size_of(struct ptx_parser *parser, enum ptx_type type, const size_t *dimensions, size_t count) {
  uint64_t bytes = ptx_type_bytes(type);
  for (size_t i = count; i-- > 0;)
    if (__builtin_mul_overflow(bytes, (uint64_t)dimensions[i], &bytes) || bytes >> MOST_BYTES_LOG2) {
      ptx_fail(parser, "the variable is too large");
      return 0;
    }
  return bytes;
}

void ptx_parse_variable(struct ptx_parser *parser, struct ptx_variable *variable, bool may_initialize) {
  size_t dimensions[MOST_DIMENSIONS];
  const size_t vector = parse_type(parser, variable);
  variable->line = parser->token.line;
  const struct ptx_name *name = ptx_expect_name(parser);
  variable->name = name ? name->text : "";
  size_t count = parse_dimensions(parser, dimensions);
  if (vector > 1)
    dimensions[count++] = vector;
  if (!variable->alignment)
    variable->alignment = vector * ptx_type_bytes(variable->type);
  if (!variable->alignment)
    variable->alignment = 1;
  variable->bytes = size_of(parser, variable->type, dimensions, count);
  if (!may_initialize || !ptx_accept(parser, '='))
    return;
  ptx_parse_initializer(parser, variable, dimensions, count);
  variable->bytes = size_of(parser, variable->type, dimensions, count);
}

size_t ptx_parse_parameters(struct ptx_parser *parser, struct ptx_variable **parameters, size_t *count) {
  size_t bytes = 0;
  ptx_expect(parser, '(');
  while (!ptx_next_is(parser, ')') && !parser->error) {
    struct ptx_variable variable = {.space = PTX_PARAMETER};
    if (!ptx_accept_dot(parser, "param")) {
      ptx_fail(parser, "expected '.param' instead of %s", ptx_token_text(parser));
      break;
    }
    ptx_parse_variable(parser, &variable, false);
    variable.offset = (bytes + variable.alignment - 1) / variable.alignment * variable.alignment;
    bytes = variable.offset + variable.bytes;
    if (bytes >> MOST_BYTES_LOG2)
      ptx_fail(parser, "the parameters are too large");
    CLEAVE_APPEND(parser->arena, *parameters, *count, variable);
    if (!ptx_next_is(parser, ')'))
      ptx_expect(parser, ',');
  }
  ptx_expect(parser, ')');
  return bytes;
}
