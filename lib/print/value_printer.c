/* FILE: lib/print/value_printer.c
 * WHAT: see print.h.
 */
#include "print/value_printer.h"

#include <inttypes.h>
#include <string.h>

#include "model/arena.h"
#include "model/text.h"
#include "print/functions.h"

/* ---- Expressions ---------------------------------------------------------------------------------- */

/* The precedence of the outermost operation of an expression. */
enum binding { COMMA, CONDITIONAL, OR, AND, EQUALITY, COMPARISON, SUM, PRODUCT, UNARY, POSTFIX };

static const struct {
  const char *text;
  enum binding binding;
} operations[] = {
    [CLEAVE_ADD] = {" + ", SUM},          [CLEAVE_SUBTRACT] = {" - ", SUM},
    [CLEAVE_MULTIPLY] = {" * ", PRODUCT}, [CLEAVE_DIVIDE] = {" / ", PRODUCT},
    [CLEAVE_LESS] = {" < ", COMPARISON},  [CLEAVE_GREATER] = {" > ", COMPARISON},
    [CLEAVE_EQUAL] = {" == ", EQUALITY},  [CLEAVE_AND] = {" && ", AND},
    [CLEAVE_OR] = {" || ", OR},           [CLEAVE_COMMA] = {", ", COMMA},
    [CLEAVE_NOT] = {"!", UNARY},          [CLEAVE_ADDRESS_OF] = {"&", UNARY},
    [CLEAVE_DEREFERENCE] = {"*", UNARY},  [CLEAVE_SIZEOF] = {"sizeof ", UNARY},
};

static const char *const types[] = {[CLEAVE_TYPE_LONG] = "long",
                                    [CLEAVE_TYPE_DOUBLE] = "double",
                                    [CLEAVE_TYPE_SIZE] = "__SIZE_TYPE__",
                                    [CLEAVE_TYPE_ADDRESS] = "const volatile void *"};

static enum binding binding_of(const struct cleave_expression *it) {
  switch (it->kind) {
  case CLEAVE_EXPRESSION_SOURCE: /* it may contain any operation */
    return COMMA;
  case CLEAVE_EXPRESSION_CONDITIONAL:
    return CONDITIONAL;
  case CLEAVE_EXPRESSION_UNARY:
  case CLEAVE_EXPRESSION_BINARY:
    return operations[it->operation].binding;
  case CLEAVE_EXPRESSION_CAST:
    return UNARY;
  default:
    return POSTFIX;
  }
}

static void print_expression(struct cleave_text *out, const struct cleave_unit *unit,
                             const struct cleave_expression *it);

/* Prints an operand of an operation whose operands must have at least the precedence LEAST. */
static void print_operand(struct cleave_text *out, const struct cleave_unit *unit,
                          const struct cleave_expression *it, enum binding least) {
  const bool loose = binding_of(it) < least;
  if (loose)
    cleave_text_add(out, "(");
  print_expression(out, unit, it);
  if (loose)
    cleave_text_add(out, ")");
}

static void print_arguments(struct cleave_text *out, const struct cleave_unit *unit,
                            const struct cleave_expression *call) {
  cleave_text_format(out, "%s(", cleave_function_name(call->function));
  for (size_t i = 0; i < call->operand_count; i++) {
    cleave_text_add(out, i ? ", " : "");
    print_operand(out, unit, call->operands[i], CONDITIONAL);
  }
  cleave_text_add(out, ")");
}

/* The user's list item, with replaced bounds. */
static void print_item(struct cleave_text *out, const struct cleave_unit *unit,
                       const struct cleave_expression *it) {
  uint32_t at = it->item->range.begin;
  for (size_t i = 0; i < it->operand_count; i++) {
    if (!it->operands[i])
      continue;
    const struct cleave_range bound = it->item->bounds[i].range;
    cleave_text_add(out, cleave_unit_text(unit, (struct cleave_range){at, bound.begin}));
    print_expression(out, unit, it->operands[i]);
    at = bound.end;
  }
  cleave_text_add(out, cleave_unit_text(unit, (struct cleave_range){at, it->item->range.end}));
}

static void print_operation(struct cleave_text *out, const struct cleave_unit *unit,
                            const struct cleave_expression *it) {
  const enum binding binding = operations[it->operation].binding;
  const char *text = operations[it->operation].text;
  if (it->kind == CLEAVE_EXPRESSION_UNARY) {
    cleave_text_add(out, text);
    print_operand(out, unit, it->operands[0], UNARY);
    return;
  }
  print_operand(out, unit, it->operands[0], binding);
  cleave_text_add(out, text);
  print_operand(out, unit, it->operands[1], binding + 1);
}

static void print_brackets(struct cleave_text *out, const struct cleave_unit *unit,
                           const struct cleave_expression *it) {
  print_operand(out, unit, it->operands[0], POSTFIX);
  cleave_text_add(out, "[");
  if (it->operands[1])
    print_expression(out, unit, it->operands[1]);
  if (it->kind == CLEAVE_EXPRESSION_SECTION) {
    cleave_text_add(out, ":");
    print_expression(out, unit, it->operands[2]);
  }
  cleave_text_add(out, "]");
}

static void print_expression(struct cleave_text *out, const struct cleave_unit *unit,
                             const struct cleave_expression *it) {
  switch (it->kind) {
  case CLEAVE_EXPRESSION_SOURCE:
    cleave_text_add(out, cleave_unit_text(unit, it->range));
    return;
  case CLEAVE_EXPRESSION_ITEM:
    print_item(out, unit, it);
    return;
  case CLEAVE_EXPRESSION_VARIABLE:
    cleave_text_add(out, it->variable->name);
    return;
  case CLEAVE_EXPRESSION_NAME:
    cleave_text_add(out, it->name);
    return;
  case CLEAVE_EXPRESSION_INTEGER:
    cleave_text_format(out, "%" PRId64, it->integer);
    return;
  case CLEAVE_EXPRESSION_LONG:
    cleave_text_format(out, "%" PRId64 "L", it->integer);
    return;
  case CLEAVE_EXPRESSION_FLOATING:
    cleave_text_format(out, "%" PRIu64 ".", (uint64_t)it->integer);
    return;
  case CLEAVE_EXPRESSION_PARENTHESES:
    cleave_text_add(out, "(");
    print_expression(out, unit, it->operands[0]);
    cleave_text_add(out, ")");
    return;
  case CLEAVE_EXPRESSION_UNARY:
  case CLEAVE_EXPRESSION_BINARY:
    print_operation(out, unit, it);
    return;
  case CLEAVE_EXPRESSION_CONDITIONAL:
    print_operand(out, unit, it->operands[0], OR);
    cleave_text_add(out, " ? ");
    print_operand(out, unit, it->operands[1], CONDITIONAL);
    cleave_text_add(out, " : ");
    print_operand(out, unit, it->operands[2], CONDITIONAL);
    return;
  case CLEAVE_EXPRESSION_CAST:
    cleave_text_format(out, "(%s)", types[it->type]);
    print_operand(out, unit, it->operands[0], UNARY);
    return;
  case CLEAVE_EXPRESSION_SUBSCRIPT:
  case CLEAVE_EXPRESSION_SECTION:
    print_brackets(out, unit, it);
    return;
  case CLEAVE_EXPRESSION_MEMBER:
    print_operand(out, unit, it->operands[0], POSTFIX);
    cleave_text_format(out, "%s%s", it->arrow ? "->" : ".", it->name);
    return;
  case CLEAVE_EXPRESSION_FUNCTION:
    cleave_text_add(out, cleave_function_name(it->function));
    return;
  case CLEAVE_EXPRESSION_CALL:
    print_arguments(out, unit, it);
    return;
  }
}

const char *cleave_expression_text(const struct cleave_unit *unit,
                                   const struct cleave_expression *expression) {
  struct cleave_text out = {.arena = unit->arena};
  print_expression(&out, unit, expression);
  return cleave_text_get(&out);
}

const char *cleave_declaration_text(const struct cleave_unit *unit, const struct cleave_declaration *it) {
  struct cleave_text out = {.arena = unit->arena};
  cleave_text_format(&out, "%s%s %s", it->is_constant ? "const " : "", it->type ? it->type : "int", it->name);
  if (it->value) {
    cleave_text_add(&out, " = ");
    print_expression(&out, unit, it->value);
  }
  for (size_t i = 0; i < it->other_count; i++)
    cleave_text_format(&out, ", %s", it->others[i]);
  cleave_text_add(&out, ";");
  return cleave_text_get(&out);
}

/* ---- Directives ------------------------------------------------------------------------------------- */

/* The names of a set of cleave_construct, in the order in which OpenMP combines them. */
static const char *construct_text(struct cleave_arena *arena, uint32_t construct) {
  static const struct {
    enum cleave_construct construct;
    const char *name;
  } names[] = {
      {CLEAVE_CONSTRUCT_TARGET, "target"},
      {CLEAVE_CONSTRUCT_TEAMS, "teams"},
      {CLEAVE_CONSTRUCT_DISTRIBUTE, "distribute"},
      {CLEAVE_CONSTRUCT_PARALLEL, "parallel"},
      {CLEAVE_CONSTRUCT_FOR, "for"},
      {CLEAVE_CONSTRUCT_LOOP, "loop"},
      {CLEAVE_CONSTRUCT_SIMD, "simd"},
  };
  struct cleave_text out = {.arena = arena};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (construct & names[i].construct)
      cleave_text_format(&out, "%s%s", out.length ? " " : "", names[i].name);
  return cleave_text_get(&out);
}

static void print_items(struct cleave_text *out, const struct cleave_unit *unit,
                        const struct cleave_plan_clause *clause) {
  for (size_t i = 0; i < clause->item_count; i++) {
    cleave_text_add(out, i ? ", " : "");
    print_expression(out, unit, clause->items[i]);
  }
}

/* The modifiers of a clause, before its argument or its items. */
static void print_modifiers(struct cleave_text *out, const struct cleave_plan_clause *clause) {
  static const char *const types_of_maps[] = {"to: ", "from: ", "tofrom: ", "alloc: ", "release: "};
  static const char *const dependences[] = {"in: ", "out: ", "inout: "};
  if (clause->is_motion)
    return;
  if (clause->kind == CLEAVE_CLAUSE_MAP)
    cleave_text_format(out, "%s%s%s%s%s%s%s", clause->modifiers & CLEAVE_MAP_ALWAYS ? "always, " : "",
                       clause->modifiers & CLEAVE_MAP_CLOSE ? "close, " : "",
                       clause->modifiers & CLEAVE_MAP_PRESENT ? "present, " : "",
                       clause->mapper ? "mapper(" : "", clause->mapper ? clause->mapper : "",
                       clause->mapper ? "), " : "", types_of_maps[clause->map_type]);
  else if (clause->kind == CLEAVE_CLAUSE_DEPEND)
    cleave_text_add(out, dependences[clause->dependence]);
  else if (clause->kind == CLEAVE_CLAUSE_REDUCTION)
    cleave_text_format(out, "%s: ", clause->operation);
  else if (clause->kind == CLEAVE_CLAUSE_IF && clause->modifier != CLEAVE_IF_ANY)
    cleave_text_add(out, clause->modifier == CLEAVE_IF_TARGET ? "target: " : "parallel: ");
}

static void print_clause(struct cleave_text *out, const struct cleave_unit *unit,
                         const struct cleave_plan_clause *clause) {
  if (clause->user) {
    cleave_text_format(out, " %s", cleave_unit_text(unit, clause->user->range));
  } else if (clause->kind == CLEAVE_CLAUSE_NOWAIT) {
    cleave_text_add(out, " nowait");
  } else if (clause->kind == CLEAVE_CLAUSE_DIST_SCHEDULE) {
    cleave_text_add(out, " dist_schedule(static)");
  } else {
    const char *motion = clause->map_type == CLEAVE_MAP_TO ? "to" : "from";
    cleave_text_format(out, " %s(", clause->is_motion ? motion : cleave_clause_name(clause->kind));
    print_modifiers(out, clause);
    if (clause->argument)
      print_expression(out, unit, clause->argument);
    print_items(out, unit, clause);
    cleave_text_add(out, ")");
  }
}

const char *cleave_clauses_text(const struct cleave_unit *unit, const struct cleave_clauses *clauses) {
  struct cleave_text out = {.arena = unit->arena};
  for (size_t i = 0; i < clauses->count; i++)
    print_clause(&out, unit, &clauses->items[i]);
  return cleave_text_get(&out);
}

static const char *directive_name(const struct cleave_unit *unit, const struct cleave_directive *it) {
  const char *words;
  switch (it->kind) {
  case CLEAVE_DIRECTIVE_SOURCE:
    words = cleave_unit_text(unit, it->source);
    return words + strspn(words, " ");
  case CLEAVE_DIRECTIVE_DATA:
    return "target data";
  case CLEAVE_DIRECTIVE_ENTER:
    return "target enter data";
  case CLEAVE_DIRECTIVE_EXIT:
    return "target exit data";
  case CLEAVE_DIRECTIVE_UPDATE:
    return "target update";
  case CLEAVE_DIRECTIVE_TASKWAIT:
    return "taskwait";
  case CLEAVE_DIRECTIVE_TASKGROUP:
    return "taskgroup";
  case CLEAVE_DIRECTIVE_CONSTRUCT:
    break;
  }
  return construct_text(unit->arena, it->construct);
}

const char *cleave_directive_text(const struct cleave_unit *unit, const struct cleave_directive *directive) {
  return cleave_arena_format(unit->arena, "%s%s", directive_name(unit, directive),
                             cleave_clauses_text(unit, &directive->clauses));
}
