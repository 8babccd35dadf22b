/* FILE: lib/ptx/debug.c
 * WHAT: parses source lines, and skips sections of debug information.
 */
#include <limits.h>

#include "ptx/parser.h"

/* Files are an array by number. */
enum { MOST_FILES = 1 << 16 };

static unsigned expect_number(struct ptx_parser *parser) {
  const uint64_t value = ptx_expect_integer(parser);
  if (value > INT_MAX)
    ptx_fail(parser, "the number is too large");
  return value > INT_MAX ? 0 : (unsigned)value;
}

/* ".file 1 "name"", optionally ", time, size". */
void ptx_parse_file(struct ptx_parser *parser) {
  struct ptx_module *module = parser->module;
  const unsigned number = expect_number(parser);
  if (number >= MOST_FILES)
    ptx_fail(parser, "the number of the file is too large");
  else if (parser->token.kind != TOKEN_STRING)
    ptx_fail(parser, "expected the name of a file instead of %s", ptx_token_text(parser));
  if (parser->error)
    return;
  while (module->file_count <= number)
    CLEAVE_APPEND(parser->arena, module->files, module->file_count, NULL);
  module->files[number] = cleave_arena_copy(parser->arena, parser->token.text, parser->token.length);
  ptx_advance(parser);
  while (ptx_accept(parser, ','))
    ptx_expect_integer(parser);
}

/* "inlined_at 1 20 3". If the call site was inlined as well, a .loc of the call site stands BEFORE this one when the compiler
 * names it first. A place refers to places with lower indices only. */
static void parse_place(struct ptx_parser *parser, const struct ptx_place *before) {
  struct ptx_function *function = parser->function;
  const unsigned file = expect_number(parser), line = expect_number(parser);
  expect_number(parser);
  if (!function)
    return;
  size_t known = function->place_count;
  while (known && (function->places[known - 1].file != file || function->places[known - 1].line != line))
    known--;
  struct ptx_place place = {file, line, known ? function->places[known - 1].inlined_at : 0};
  if (before->file == file && before->line == line)
    place.inlined_at = before->inlined_at;
  if (!known || function->places[known - 1].inlined_at != place.inlined_at) {
    CLEAVE_APPEND(parser->arena, function->places, function->place_count, place);
    known = function->place_count;
  }
  parser->inlined_at = (unsigned)known;
}

/* ".loc 1 10 5", optionally ", function_name LABEL+4, inlined_at 1 20 3". */
void ptx_parse_location(struct ptx_parser *parser) {
  const struct ptx_place before = {parser->file, parser->source_line, parser->inlined_at};
  parser->file = expect_number(parser);
  parser->source_line = expect_number(parser);
  parser->inlined_at = 0;
  if (parser->token.kind == TOKEN_NUMBER)
    expect_number(parser);
  while (ptx_accept(parser, ',')) {
    if (ptx_token_is(&parser->token, "inlined_at")) {
      ptx_advance(parser);
      parse_place(parser, &before);
    } else {
      ptx_expect_name(parser); /* function_name */
      ptx_expect_name(parser);
      if (ptx_accept(parser, '+'))
        ptx_expect_integer(parser);
    }
  }
}

void ptx_skip_section(struct ptx_parser *parser) {
  if (parser->token.kind == TOKEN_DOT || parser->token.kind == TOKEN_WORD)
    ptx_advance(parser);
  ptx_expect(parser, '{');
  while (!ptx_next_is(parser, '}') && parser->token.kind != TOKEN_END)
    ptx_advance(parser);
  ptx_expect(parser, '}');
}
