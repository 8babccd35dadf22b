/* FILE: lib/ptx/function_parser.c
 * WHAT: parses functions: their header, declarations, labels and instructions.
 */
#include <string.h>

#include "ptx/parser.h"

enum { MOST_THREADS = 1 << 20, MOST_VARIABLES = 1 << 12 };

/* NULL after an error. */
static struct ptx_binding *bind(struct ptx_parser *parser, struct ptx_name *name, enum ptx_binding_kind kind,
                                size_t index) {
  if (!name || parser->error)
    return NULL;
  struct ptx_binding *binding = ptx_bind(&parser->names, name, kind, parser->names.scope, index);
  if (!binding)
    ptx_fail(parser, "'%.60s' is declared twice", name->text);
  return binding;
}

static struct ptx_name *name_of(struct ptx_parser *parser, const char *text) {
  return ptx_name_of(&parser->names, text, strlen(text));
}

/* "128, 1, 1" after .maxntid or .reqntid; missing numbers are 1. */
static void parse_threads(struct ptx_parser *parser, uint32_t *threads) {
  for (unsigned i = 0; i < 3; i++) {
    threads[i] = 1;
    if (i && !ptx_accept(parser, ','))
      continue;
    const uint64_t value = ptx_expect_integer(parser);
    if (value > MOST_THREADS)
      ptx_fail(parser, "too many threads");
    threads[i] = (uint32_t)value;
  }
}

/* ".pragma "nounroll";" after the directive. */
static void skip_pragma(struct ptx_parser *parser) {
  while (parser->token.kind == TOKEN_STRING) {
    ptx_advance(parser);
    ptx_accept(parser, ',');
  }
  ptx_expect(parser, ';');
}

/* A directive between the parameters and the body. Those of performance alone are skipped with their numbers. */
static void parse_directive(struct ptx_parser *parser) {
  static const char *const skipped[] = {
      "maxnreg",        "maxnctapersm", "reqnctapercluster",   "explicitcluster",
      "maxclusterrank", "abi_preserve", "abi_preserve_control"};
  struct ptx_function *function = parser->function;
  if (ptx_accept_dot(parser, "maxntid")) {
    parse_threads(parser, function->maximum_threads);
  } else if (ptx_accept_dot(parser, "reqntid")) {
    parse_threads(parser, function->required_threads);
  } else if (ptx_accept_dot(parser, "minnctapersm")) {
    function->minimum_blocks = (uint32_t)ptx_expect_integer(parser);
  } else if (ptx_accept_dot(parser, "noreturn")) {
    function->noreturn = true;
  } else if (ptx_accept_dot(parser, "pragma")) {
    skip_pragma(parser);
  } else if (ptx_accept_dot(parser, "attribute") || ptx_accept_dot(parser, "unified")) {
    ptx_skip_attribute(parser);
  } else {
    size_t i = 0;
    while (i < sizeof skipped / sizeof *skipped && !ptx_accept_dot(parser, skipped[i]))
      i++;
    if (i == sizeof skipped / sizeof *skipped)
      ptx_fail(parser, "unexpected %s before the body of a function", ptx_token_text(parser));
    while (parser->token.kind == TOKEN_NUMBER || ptx_next_is(parser, ','))
      ptx_advance(parser);
  }
}

/* ".v2", ".v4" or nothing. Returns the number of elements. */
static unsigned parse_vector(struct ptx_parser *parser) {
  return ptx_accept_dot(parser, "v2") ? 2 : ptx_accept_dot(parser, "v4") ? 4 : 1;
}

/* One register, or one for each of the COUNT elements of a vector. */
static void declare_register(struct ptx_parser *parser, struct ptx_name *name, enum ptx_type type,
                             unsigned count) {
  struct ptx_function *function = parser->function;
  struct ptx_binding *binding =
      bind(parser, name, count > 1 ? BOUND_VECTOR : BOUND_REGISTER, function->register_count);
  if (binding)
    binding->count = count;
  for (unsigned i = 0; i < count; i++) {
    const struct ptx_register entry = {name->text, type};
    CLEAVE_APPEND(parser->arena, function->registers, function->register_count, entry);
  }
}

/* One or more of "%r<91>" and "%SP" after the type. */
static void parse_registers(struct ptx_parser *parser) {
  char suffix[16] = "";
  const unsigned elements = parse_vector(parser);
  if (parser->token.kind == TOKEN_DOT && parser->token.length < sizeof suffix)
    memcpy(suffix, parser->token.text, parser->token.length);
  const enum ptx_type type = ptx_type_of(suffix);
  if (type == PTX_NO_TYPE) {
    ptx_fail(parser, "expected the type of a register instead of %s", ptx_token_text(parser));
    return;
  }
  ptx_advance(parser);
  do {
    struct ptx_name *name = ptx_expect_name(parser);
    if (!name)
      return;
    if (elements > 1 || !ptx_accept(parser, '<')) {
      declare_register(parser, name, type, elements);
      continue;
    }
    struct ptx_binding *range = bind(parser, name, BOUND_REGISTERS, ptx_expect_integer(parser));
    if (range)
      range->type = type;
    ptx_expect(parser, '>');
  } while (ptx_accept(parser, ','));
  ptx_expect(parser, ';');
}

static void parse_body_variable(struct ptx_parser *parser, enum ptx_linkage linkage) {
  struct ptx_function *function = parser->function;
  const enum ptx_space space = ptx_space_of(&parser->token);
  ptx_advance(parser);
  struct ptx_variable variable = {.space = space, .linkage = linkage};
  ptx_parse_variable(parser, &variable, true);
  const char *prefix = variable.name;
  const bool is_range = ptx_accept(parser, '<'); /* ".param .u64 %P<2>;" declares %P0 and %P1 */
  const uint64_t count = is_range ? ptx_expect_integer(parser) : 1;
  if (count > MOST_VARIABLES)
    ptx_fail(parser, "too many variables");
  for (uint64_t i = 0; i < count && !parser->error; i++) {
    if (is_range)
      variable.name = cleave_arena_format(parser->arena, "%s%u", prefix, (unsigned)i);
    bind(parser, name_of(parser, variable.name), BOUND_VARIABLE, function->variable_count);
    CLEAVE_APPEND(parser->arena, function->variables, function->variable_count, variable);
  }
  if (is_range)
    ptx_expect(parser, '>');
  ptx_expect(parser, ';');
}

/* After "NAME:". */
static void parse_table(struct ptx_parser *parser, struct ptx_name *name) {
  struct ptx_table table = {.name = name->text};
  if (ptx_accept_dot(parser, "callprototype")) {
    if (ptx_next_is(parser, '('))
      ptx_parse_parameters(parser, &table.results, &table.result_count);
    ptx_expect_name(parser); /* "_" */
    if (ptx_next_is(parser, '('))
      ptx_parse_parameters(parser, &table.parameters, &table.parameter_count);
    while (parser->token.kind == TOKEN_DOT) {
      ptx_advance(parser); /* .noreturn, .abi_preserve N */
      if (parser->token.kind == TOKEN_NUMBER)
        ptx_advance(parser);
    }
  } else {
    const bool has_labels = ptx_accept_dot(parser, "branchtargets");
    if (!has_labels)
      ptx_advance(parser); /* .calltargets */
    do {
      struct ptx_name *target = ptx_expect_name(parser);
      if (target && has_labels)
        CLEAVE_APPEND(parser->arena, table.labels, table.label_count, ptx_refer(parser, target));
    } while (ptx_accept(parser, ','));
  }
  ptx_expect(parser, ';');
  bind(parser, name, BOUND_TABLE, parser->function->table_count);
  CLEAVE_APPEND(parser->arena, parser->function->tables, parser->function->table_count, table);
}

static void parse_label(struct ptx_parser *parser, struct ptx_name *name) {
  struct ptx_function *function = parser->function;
  if (parser->token.kind == TOKEN_DOT &&
      (ptx_token_is(&parser->token, "callprototype") || ptx_token_is(&parser->token, "branchtargets") ||
       ptx_token_is(&parser->token, "calltargets"))) {
    parse_table(parser, name);
    return;
  }
  const struct ptx_label label = {name->text, function->instruction_count};
  bind(parser, name, BOUND_LABEL, function->label_count);
  CLEAVE_APPEND(parser->arena, function->labels, function->label_count, label);
}

static void append(struct ptx_parser *parser, const struct ptx_instruction *instruction) {
  struct ptx_function *function = parser->function;
  CLEAVE_APPEND(parser->arena, function->instructions, function->instruction_count, *instruction);
}

/* "mov.v2.u32 {%r1,%r2},{0,1};" */
static bool moves_vector(const struct ptx_instruction *instruction) {
  return !strcmp(instruction->opcode, "mov") && instruction->modifier_count == 2 &&
         instruction->modifiers[0][0] == 'v' && instruction->operand_count == 2;
}

/* A move of a vector is one move for each element, so no source may be a register that an earlier element overwrites. */
static void split_move(struct ptx_parser *parser, const struct ptx_instruction *instruction) {
  const struct ptx_operand *to = &instruction->operands[0], *from = &instruction->operands[1];
  if (to->kind != PTX_VECTOR || from->kind != PTX_VECTOR || to->count != from->count) {
    ptx_fail_at(parser, instruction->line, "expected two vectors of the same size");
    return;
  }
  for (size_t i = 0; i < to->count; i++) {
    for (size_t j = 0; j < i; j++)
      if (from->items[i].kind == PTX_REGISTER && from->items[i].reg == to->items[j].reg)
        ptx_fail_at(parser, instruction->line, "a vector is moved to itself in another order");
    struct ptx_instruction element = *instruction;
    element.modifiers[0] = instruction->modifiers[1];
    element.modifier_count = 1;
    element.operands = cleave_arena_allocate(parser->arena, 2 * sizeof *element.operands);
    element.operands[0] = to->items[i];
    element.operands[1] = from->items[i];
    append(parser, &element);
  }
}

/* After the opcode. */
static void parse_instruction(struct ptx_parser *parser, struct ptx_instruction *instruction) {
  while (parser->token.kind == TOKEN_DOT) {
    if (instruction->modifier_count == PTX_MODIFIERS) {
      ptx_fail(parser, "too many modifiers");
      return;
    }
    instruction->modifiers[instruction->modifier_count++] =
        ptx_name_of(&parser->names, parser->token.text, parser->token.length)->text;
    ptx_advance(parser);
  }
  ptx_parse_operands(parser, instruction);
  if (moves_vector(instruction))
    split_move(parser, instruction);
  else
    append(parser, instruction);
}

/* A label or an instruction. */
static void parse_word(struct ptx_parser *parser) {
  struct ptx_instruction instruction = {.guard = -1,
                                        .line = parser->token.line,
                                        .file = parser->file,
                                        .source_line = parser->source_line,
                                        .inlined_at = parser->inlined_at};
  const bool has_guard = ptx_accept(parser, '@');
  if (has_guard)
    ptx_parse_guard(parser, &instruction);
  struct ptx_name *name = ptx_expect_name(parser);
  if (!name)
    return;
  if (!has_guard && ptx_accept(parser, ':')) {
    parse_label(parser, name);
    return;
  }
  instruction.opcode = name->text;
  parse_instruction(parser, &instruction);
}

static void parse_body_directive(struct ptx_parser *parser) {
  if (ptx_accept_dot(parser, "reg")) {
    parse_registers(parser);
  } else if (ptx_space_of(&parser->token) != PTX_GENERIC) {
    parse_body_variable(parser, PTX_INTERNAL);
  } else if (ptx_accept_dot(parser, "extern")) {
    if (ptx_space_of(&parser->token) == PTX_GENERIC)
      ptx_fail(parser, "expected a variable instead of %s", ptx_token_text(parser));
    parse_body_variable(parser, PTX_EXTERNAL);
  } else if (ptx_accept_dot(parser, "loc")) {
    ptx_parse_location(parser);
  } else if (ptx_accept_dot(parser, "file")) {
    ptx_parse_file(parser);
  } else if (ptx_accept_dot(parser, "section")) {
    ptx_skip_section(parser);
  } else if (ptx_accept_dot(parser, "pragma")) {
    skip_pragma(parser);
  } else {
    ptx_fail(parser, "unknown directive %s", ptx_token_text(parser));
  }
}

static void open_scope(struct ptx_parser *parser) {
  if (!ptx_open_scope(&parser->names)) {
    ptx_fail(parser, "blocks are nested too deeply");
    return;
  }
  parser->scope_pending[parser->names.scope] = parser->pending_count;
}

/* After "{"; nested blocks are scopes, without recursion. */
static void parse_body(struct ptx_parser *parser) {
  for (unsigned depth = 1; depth;) {
    if (ptx_accept(parser, '{')) {
      depth++;
      open_scope(parser);
    } else if (ptx_next_is(parser, '}')) {
      depth--;
      ptx_resolve_scope(parser);
      if (depth)
        ptx_close_scope(&parser->names);
      ptx_advance(parser);
    } else if (parser->token.kind == TOKEN_DOT) {
      parse_body_directive(parser);
    } else if (parser->token.kind == TOKEN_WORD || ptx_next_is(parser, '@')) {
      parse_word(parser);
    } else if (!ptx_accept(parser, ';')) {
      ptx_fail(parser, "expected an instruction instead of %s", ptx_token_text(parser));
    }
    if (parser->error)
      return;
  }
}

static void bind_parameters(struct ptx_parser *parser) {
  const struct ptx_function *function = parser->function;
  for (size_t i = 0; i < function->result_count; i++)
    bind(parser, name_of(parser, function->results[i].name), BOUND_RESULT, i);
  for (size_t i = 0; i < function->parameter_count; i++)
    bind(parser, name_of(parser, function->parameters[i].name), BOUND_PARAMETER, i);
}

static void parse_header(struct ptx_parser *parser, struct ptx_name **name) {
  struct ptx_function *function = parser->function;
  while (ptx_accept_dot(parser, "attribute") || ptx_accept_dot(parser, "unified"))
    ptx_skip_attribute(parser);
  if (!function->entry && ptx_next_is(parser, '('))
    ptx_parse_parameters(parser, &function->results, &function->result_count);
  function->line = parser->token.line;
  *name = ptx_expect_name(parser);
  if (ptx_next_is(parser, '('))
    function->parameter_bytes =
        ptx_parse_parameters(parser, &function->parameters, &function->parameter_count);
  while (parser->token.kind == TOKEN_DOT)
    parse_directive(parser);
}

/* Puts FUNCTION in the place of its declaration, or at the end. A declaration of a known function is dropped. */
static void add_function(struct ptx_parser *parser, struct ptx_name *name, struct ptx_function *function) {
  struct ptx_module *module = parser->module;
  function->name = name->text;
  if (!name->function) {
    CLEAVE_APPEND(parser->arena, module->functions, module->function_count, *function);
    name->function = module->function_count;
    return;
  }
  struct ptx_function *known = &module->functions[name->function - 1];
  if (!function->defined)
    return;
  if (known->defined)
    ptx_fail_at(parser, function->line, "function '%.60s' is defined twice", name->text);
  *known = *function;
}

void ptx_parse_function(struct ptx_parser *parser, enum ptx_linkage linkage, bool is_entry) {
  struct ptx_function function = {.linkage = linkage, .entry = is_entry};
  struct ptx_name *name = NULL;
  parser->function = &function;
  parser->reference_count = parser->pending_count = parser->operand_count = 0;
  parser->references = NULL;
  parser->file = parser->source_line = parser->inlined_at = 0;
  parse_header(parser, &name);
  if (ptx_next_is(parser, '{') && !parser->error) {
    /* Before the body: a function may call itself. */
    if (!name->function)
      add_function(parser, name, &function);
    bind_parameters(parser);
    ptx_advance(parser);
    function.defined = true;
    parse_body(parser);
    ptx_resolve_function(parser);
    ptx_close_function(&parser->names);
  } else {
    ptx_expect(parser, ';');
  }
  if (!parser->error)
    add_function(parser, name, &function);
  parser->function = NULL;
}
