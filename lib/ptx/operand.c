/* FILE: lib/ptx/operand.c
 * WHAT: parses operands, and resolves the names in them.
 *
 * Registers are declared before their use. All other names are collected as references and resolved when the scope that
 * declares them ends. Until then ptx_operand.label holds the number of the reference plus 1.
 */
#include <string.h>

#include "ptx/parser.h"

static bool is_special(const char *name) {
  static const char *const names[] = {"%tid",
                                      "%ntid",
                                      "%laneid",
                                      "%warpid",
                                      "%nwarpid",
                                      "%ctaid",
                                      "%nctaid",
                                      "%smid",
                                      "%nsmid",
                                      "%gridid",
                                      "%clusterid",
                                      "%nclusterid",
                                      "%cluster_ctaid",
                                      "%cluster_nctaid",
                                      "%cluster_ctarank",
                                      "%cluster_nctarank",
                                      "%is_explicit_cluster",
                                      "%lanemask_eq",
                                      "%lanemask_le",
                                      "%lanemask_lt",
                                      "%lanemask_ge",
                                      "%lanemask_gt",
                                      "%clock",
                                      "%clock_hi",
                                      "%clock64",
                                      "%globaltimer",
                                      "%globaltimer_lo",
                                      "%globaltimer_hi",
                                      "%total_smem_size",
                                      "%aggr_smem_size",
                                      "%dynamic_smem_size",
                                      "%current_graph_exec",
                                      "WARP_SZ"};
  static const char *const numbered[] = {"%pm", "%envreg", "%reserved_smem_offset_"};
  const size_t length = strcspn(name, ".");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i]) == length && !memcmp(names[i], name, length))
      return true;
  for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
    if (!strncmp(name, numbered[i], strlen(numbered[i])))
      return true;
  return false;
}

static unsigned add_register(struct ptx_parser *parser, const char *name, enum ptx_type type) {
  struct ptx_function *function = parser->function;
  const struct ptx_register entry = {name, type};
  CLEAVE_APPEND(parser->arena, function->registers, function->register_count, entry);
  return (unsigned)(function->register_count - 1);
}

/* The range "%r<91>" that declares NAME; NULL: none. */
static const struct ptx_binding *find_range(struct ptx_parser *parser, const struct ptx_name *name) {
  enum { MOST_DIGITS = 9 };
  size_t prefix = name->length;
  while (prefix && name->text[prefix - 1] >= '0' && name->text[prefix - 1] <= '9')
    prefix--;
  const size_t digits = name->length - prefix;
  if (!digits || !prefix || digits > MOST_DIGITS || (digits > 1 && name->text[prefix] == '0'))
    return NULL;
  size_t number = 0;
  for (size_t i = prefix; i < name->length; i++)
    number = 10 * number + (size_t)(name->text[i] - '0');
  const struct ptx_binding *range = ptx_name_of(&parser->names, name->text, prefix)->range;
  while (range && number >= range->index)
    range = range->outer;
  return range;
}

/* Whether NAME is an element "%r5.x" of a vector; sets the number of its register. */
static bool find_element(struct ptx_parser *parser, const struct ptx_name *name, unsigned *number) {
  static const char letters[] = "xyzw";
  if (name->length < 3 || name->text[name->length - 2] != '.')
    return false;
  const char *letter = strchr(letters, name->text[name->length - 1]);
  const struct ptx_binding *vector = ptx_name_of(&parser->names, name->text, name->length - 2)->binding;
  if (!letter || !vector || vector->kind != BOUND_VECTOR || letter - letters >= (long)vector->count)
    return false;
  *number = (unsigned)(vector->index + (size_t)(letter - letters));
  return true;
}

/* Whether NAME is a register; sets its number. */
static bool find_register(struct ptx_parser *parser, struct ptx_name *name, unsigned *number) {
  const struct ptx_binding *binding = name->binding;
  if (!binding || binding->scope < parser->names.scope) {
    const struct ptx_binding *range = find_range(parser, name);
    if (range && (!binding || binding->scope < range->scope)) {
      *number = add_register(parser, name->text, (enum ptx_type)range->type);
      ptx_bind(&parser->names, name, BOUND_REGISTER, range->scope, *number);
      return true;
    }
  }
  if (!binding || binding->kind != BOUND_REGISTER)
    return false;
  *number = (unsigned)binding->index;
  return true;
}

unsigned ptx_refer(struct ptx_parser *parser, struct ptx_name *name) {
  struct ptx_reference reference = {.name = name, .line = parser->token.line};
  const struct ptx_binding *binding = name->binding;
  if (binding && binding->kind >= BOUND_PARAMETER && binding->kind <= BOUND_VARIABLE) {
    reference.is_resolved = true;
    reference.kind = binding->kind;
    reference.index = binding->index;
  } else {
    if (parser->pending_count == parser->pending_capacity) {
      parser->pending_capacity = parser->pending_capacity ? 2 * parser->pending_capacity : 64;
      size_t *larger = cleave_arena_allocate(parser->arena, parser->pending_capacity * sizeof *larger);
      if (parser->pending_count)
        memcpy(larger, parser->pending, parser->pending_count * sizeof *larger);
      parser->pending = larger;
    }
    parser->pending[parser->pending_count++] = parser->reference_count;
  }
  CLEAVE_APPEND(parser->arena, parser->references, parser->reference_count, reference);
  return (unsigned)parser->reference_count;
}

/* The registers of a vector, as if they were written in braces. */
static void list_elements(struct ptx_parser *parser, const struct ptx_binding *vector,
                          struct ptx_operand *operand) {
  operand->kind = PTX_VECTOR;
  operand->count = vector->count;
  operand->items = cleave_arena_allocate(parser->arena, vector->count * sizeof *operand->items);
  for (unsigned i = 0; i < vector->count; i++)
    operand->items[i] = (struct ptx_operand){
        .kind = PTX_REGISTER, .reg = (unsigned)vector->index + i, .name = vector->name->text};
}

/* A register, special register or symbol; "_" where it stands for no operand. */
static void parse_name(struct ptx_parser *parser, struct ptx_operand *operand) {
  struct ptx_name *name = ptx_expect_name(parser);
  if (!name)
    return;
  operand->name = name->text;
  if (!strcmp(name->text, "_")) {
    operand->kind = PTX_NOTHING;
  } else if (find_register(parser, name, &operand->reg) || find_element(parser, name, &operand->reg)) {
    operand->kind = PTX_REGISTER;
  } else if (name->binding && name->binding->kind == BOUND_VECTOR) {
    list_elements(parser, name->binding, operand);
  } else if (is_special(name->text)) {
    operand->kind = PTX_SPECIAL;
  } else if (*name->text == '%' && !name->binding) {
    ptx_fail(parser, "register '%.60s' is not declared", name->text);
  } else {
    operand->kind = PTX_SYMBOL;
    operand->label = ptx_refer(parser, name);
  }
}

static void parse_literal(struct ptx_parser *parser, struct ptx_operand *operand) {
  struct ptx_lexer start = parser->lexer;
  const struct ptx_token first = parser->token;
  bool is_negative = false;
  for (; ptx_next_is(parser, '-') || ptx_next_is(parser, '+'); ptx_advance(parser))
    is_negative ^= ptx_next_is(parser, '-');
  enum ptx_number_kind kind = NUMBER_INVALID;
  if (parser->token.kind == TOKEN_NUMBER)
    kind = ptx_read_number(&parser->token, &operand->bits);
  if (kind == NUMBER_INVALID) {
    ptx_fail(parser, "expected an operand instead of %s", ptx_token_text(parser));
  } else if (kind == NUMBER_INTEGER) {
    parser->lexer = start;
    parser->token = first;
    operand->kind = PTX_INTEGER;
    operand->bits = ptx_expect_expression(parser);
  } else {
    operand->kind = kind == NUMBER_FLOAT32 ? PTX_FLOAT32 : PTX_FLOAT64;
    if (is_negative)
      operand->bits ^= (uint64_t)1 << (kind == NUMBER_FLOAT32 ? 31 : 63);
    ptx_advance(parser);
  }
}

/* An operand without brackets and braces. */
static void parse_simple(struct ptx_parser *parser, struct ptx_operand *operand) {
  const bool is_inverted = ptx_accept(parser, '!');
  if (parser->token.kind == TOKEN_WORD) {
    parse_name(parser, operand);
  } else if (ptx_next_is(parser, '-') && !is_inverted) {
    struct ptx_lexer ahead = parser->lexer;
    struct ptx_token token;
    ptx_next_token(&ahead, &token);
    if (token.kind != TOKEN_WORD) {
      parse_literal(parser, operand);
      return;
    }
    ptx_advance(parser);
    parse_name(parser, operand);
    operand->negated = true;
  } else {
    parse_literal(parser, operand);
  }
  operand->negated |= is_inverted;
  if (operand->negated && operand->kind != PTX_REGISTER && operand->kind != PTX_SPECIAL)
    ptx_fail(parser, "expected a register after the sign");
  if (operand->kind == PTX_SYMBOL && (ptx_next_is(parser, '+') || ptx_next_is(parser, '-')))
    operand->bits = ptx_expect_expression(parser);
}

/* Room for one more on the stack. */
static void push(struct ptx_parser *parser, const struct ptx_operand *operand) {
  if (parser->operand_count == parser->operand_capacity) {
    parser->operand_capacity = parser->operand_capacity ? 2 * parser->operand_capacity : 64;
    struct ptx_operand *larger =
        cleave_arena_allocate(parser->arena, parser->operand_capacity * sizeof *larger);
    if (parser->operand_count)
      memcpy(larger, parser->operands, parser->operand_count * sizeof *larger);
    parser->operands = larger;
  }
  parser->operands[parser->operand_count++] = *operand;
}

/* Takes those from FIRST on off the stack. */
static struct ptx_operand *pop(struct ptx_parser *parser, size_t first, size_t *count) {
  *count = parser->operand_count - first;
  parser->operand_count = first;
  if (!*count)
    return NULL;
  struct ptx_operand *items = cleave_arena_allocate(parser->arena, *count * sizeof *items);
  memcpy(items, parser->operands + first, *count * sizeof *items);
  return items;
}

static void parse_operand(struct ptx_parser *parser, struct ptx_operand *operand, unsigned level);

/* Operands up to END. */
static void parse_items(struct ptx_parser *parser, struct ptx_operand *operand, char end, unsigned level) {
  const size_t first = parser->operand_count;
  while (!ptx_next_is(parser, end) && !parser->error) {
    struct ptx_operand item = {0};
    parse_operand(parser, &item, level);
    push(parser, &item);
    if (!ptx_next_is(parser, end))
      ptx_expect(parser, ',');
  }
  operand->items = pop(parser, first, &operand->count);
}

/* "[base+4]" after "["; of a tensor or texture, coordinates may follow the base. */
static void parse_address(struct ptx_parser *parser, struct ptx_operand *operand, unsigned level) {
  parse_simple(parser, operand);
  operand->of = operand->kind;
  if (operand->of != PTX_REGISTER && operand->of != PTX_SYMBOL && operand->of != PTX_INTEGER)
    ptx_fail(parser, "expected an address");
  operand->kind = PTX_ADDRESS;
  if (operand->of == PTX_REGISTER && (ptx_next_is(parser, '+') || ptx_next_is(parser, '-')))
    operand->bits = ptx_expect_expression(parser);
  if (ptx_accept(parser, ','))
    parse_items(parser, operand, ']', level);
  ptx_expect(parser, ']');
}

static void parse_operand(struct ptx_parser *parser, struct ptx_operand *operand, unsigned level) {
  enum { MOST_LEVELS = 4 };
  if (level == MOST_LEVELS) {
    ptx_fail(parser, "operands are nested too deeply");
  } else if (ptx_accept(parser, '[')) {
    parse_address(parser, operand, level + 1);
  } else if (ptx_next_is(parser, '{') || ptx_next_is(parser, '(')) {
    const char end = ptx_next_is(parser, '{') ? '}' : ')';
    ptx_advance(parser);
    operand->kind = PTX_VECTOR;
    parse_items(parser, operand, end, level + 1);
    ptx_expect(parser, end);
  } else {
    parse_simple(parser, operand);
  }
}

void ptx_parse_operands(struct ptx_parser *parser, struct ptx_instruction *instruction) {
  const size_t first = parser->operand_count;
  while (!ptx_next_is(parser, ';') && !parser->error) {
    struct ptx_operand operand = {0};
    parse_operand(parser, &operand, 0);
    push(parser, &operand);
    if (parser->operand_count == first + 1 && ptx_accept(parser, '|')) {
      instruction->pair = true;
      continue;
    }
    if (!ptx_next_is(parser, ';'))
      ptx_expect(parser, ',');
  }
  ptx_expect(parser, ';');
  instruction->operands = pop(parser, first, &instruction->operand_count);
}

void ptx_parse_guard(struct ptx_parser *parser, struct ptx_instruction *instruction) {
  struct ptx_operand operand = {0};
  parse_simple(parser, &operand);
  if (!parser->error &&
      (operand.kind != PTX_REGISTER || parser->function->registers[operand.reg].type != PTX_PRED)) {
    ptx_fail(parser, "expected a predicate register after '@'");
    return;
  }
  instruction->guard = (int)operand.reg;
  instruction->guard_negated = operand.negated;
}
