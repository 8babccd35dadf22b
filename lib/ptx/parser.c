/* FILE: lib/ptx/parser.c
 * WHAT: parses the directives of a module.
 */
#include <string.h>

#include "ptx/parser.h"

/* ".version 8.5" is 85; the token is a decimal number with one digit after the point. */
static void parse_version(struct ptx_parser *parser) {
  unsigned version = 0;
  const struct ptx_token *token = &parser->token;
  size_t digits = 0;
  for (size_t i = 0; i < token->length && token->kind == TOKEN_NUMBER && version < 100; i++)
    if (token->text[i] >= '0' && token->text[i] <= '9') {
      version = 10 * version + (unsigned)(token->text[i] - '0');
      digits++;
    }
  if (digits < 2)
    ptx_fail(parser, "expected the version of PTX instead of %s", ptx_token_text(parser));
  parser->module->version = version;
  ptx_advance(parser);
}

/* ".target sm_90, debug" */
static void parse_target(struct ptx_parser *parser) {
  do {
    const char *text = parser->token.text;
    unsigned architecture = 0;
    if (parser->token.kind == TOKEN_WORD && parser->token.length > 3 && !memcmp(text, "sm_", 3))
      for (size_t i = 3; i < parser->token.length && text[i] >= '0' && text[i] <= '9' && architecture < 1000;
           i++)
        architecture = 10 * architecture + (unsigned)(text[i] - '0');
    if (architecture)
      parser->module->architecture = architecture;
    ptx_expect_name(parser);
  } while (ptx_accept(parser, ','));
}

static void parse_variables(struct ptx_parser *parser, enum ptx_linkage linkage) {
  struct ptx_module *module = parser->module;
  const enum ptx_space space = ptx_space_of(&parser->token);
  if (space == PTX_GENERIC || space == PTX_PARAMETER || space == PTX_LOCAL) {
    ptx_fail(parser, "unexpected %s in a module", ptx_token_text(parser));
    return;
  }
  ptx_advance(parser);
  struct ptx_variable variable = {.space = space, .linkage = linkage};
  ptx_parse_variable(parser, &variable, true);
  ptx_expect(parser, ';');
  if (parser->error)
    return;
  struct ptx_name *name = ptx_name_of(&parser->names, variable.name, strlen(variable.name));
  struct ptx_variable *known = name->variable ? &module->variables[name->variable - 1] : NULL;
  if (!known) {
    CLEAVE_APPEND(parser->arena, module->variables, module->variable_count, variable);
    name->variable = module->variable_count;
  } else if (known->linkage == PTX_EXTERNAL) {
    *known = variable;
  } else if (linkage != PTX_EXTERNAL) {
    ptx_fail_at(parser, variable.line, "variable '%.60s' is defined twice", variable.name);
  }
}

static void parse_alias(struct ptx_parser *parser) {
  struct ptx_module *module = parser->module;
  struct ptx_name *name = ptx_expect_name(parser);
  ptx_expect(parser, ',');
  const struct ptx_name *target = ptx_expect_name(parser);
  ptx_expect(parser, ';');
  if (parser->error)
    return;
  const struct ptx_alias alias = {name->text, target->text};
  CLEAVE_APPEND(parser->arena, module->aliases, module->alias_count, alias);
  name->alias = module->alias_count;
}

/* A function or variable, with its linkage in front. */
static void parse_declaration(struct ptx_parser *parser) {
  static const struct {
    const char *directive;
    enum ptx_linkage linkage;
  } linkages[] = {
      {"visible", PTX_VISIBLE}, {"weak", PTX_WEAK}, {"common", PTX_COMMON}, {"extern", PTX_EXTERNAL}};
  enum ptx_linkage linkage = PTX_INTERNAL;
  for (size_t i = 0; i < sizeof linkages / sizeof *linkages; i++)
    if (ptx_accept_dot(parser, linkages[i].directive)) {
      linkage = linkages[i].linkage;
      break;
    }
  if (ptx_accept_dot(parser, "entry"))
    ptx_parse_function(parser, linkage, true);
  else if (ptx_accept_dot(parser, "func"))
    ptx_parse_function(parser, linkage, false);
  else
    parse_variables(parser, linkage);
}

static void parse_pragma(struct ptx_parser *parser) {
  while (!ptx_next_is(parser, ';') && parser->token.kind != TOKEN_END)
    ptx_advance(parser);
  ptx_expect(parser, ';');
}

static void parse_module(struct ptx_parser *parser) {
  while (parser->token.kind != TOKEN_END && !parser->error) {
    if (ptx_accept(parser, ';'))
      continue;
    if (parser->token.kind != TOKEN_DOT)
      ptx_fail(parser, "expected a directive instead of %s", ptx_token_text(parser));
    else if (ptx_accept_dot(parser, "version"))
      parse_version(parser);
    else if (ptx_accept_dot(parser, "target"))
      parse_target(parser);
    else if (ptx_accept_dot(parser, "address_size"))
      ptx_expect_integer(parser);
    else if (ptx_accept_dot(parser, "file"))
      ptx_parse_file(parser);
    else if (ptx_accept_dot(parser, "loc"))
      ptx_parse_location(parser);
    else if (ptx_accept_dot(parser, "section"))
      ptx_skip_section(parser);
    else if (ptx_accept_dot(parser, "pragma"))
      parse_pragma(parser);
    else if (ptx_accept_dot(parser, "alias"))
      parse_alias(parser);
    else
      parse_declaration(parser);
  }
}

const char *ptx_parse(const char *text, size_t size, struct cleave_arena *arena, struct ptx_module *module) {
  struct ptx_parser *parser = cleave_arena_allocate(arena, sizeof *parser);
  *module = (struct ptx_module){0};
  parser->arena = parser->names.arena = arena;
  parser->module = module;
  parser->lexer = (struct ptx_lexer){text, text + size, 1};
  ptx_advance(parser);
  parse_module(parser);
  if (!parser->error && !module->version)
    ptx_fail(parser, "expected '.version'");
  if (!parser->error)
    ptx_resolve_module(parser);
  return parser->error;
}
