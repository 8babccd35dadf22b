/* FILE: test/fuzz/programs/generate_clauses.c
 * WHAT: the clauses of parallel loops, and the statements that make use of them.
 */
#include <string.h>

#include "generate.h"
#include "model/arena.h"

static void add_to(struct generator *generator, struct node *list, struct node *node) {
  node_add(generator->arena, list, node);
}

static void close_storage(struct loop *loop, unsigned storage) {
  if (loop->closed_count < sizeof loop->closed / sizeof *loop->closed)
    loop->closed[loop->closed_count++] = storage;
}

/* A scalar that a data-sharing clause of the loop may name; no other clause of it names it then. */
static struct variable *scalar_to_name(struct generator *generator, struct parts *parts,
                                       bool must_have_value) {
  if (parts->loop.closed_count == sizeof parts->loop.closed / sizeof *parts->loop.closed)
    return NULL;
  struct variable *variable = any_writable(generator, 1 << KIND_SCALAR);
  if (!variable || (must_have_value && !variable->readable) || (parts->combined && variable->clause))
    return NULL;
  return variable;
}

/* Whether TEXT of NODE or below mentions NAME as a word: expressions that were made before a clause
 * gave the name another meaning. */
static bool mentions(const struct node *node, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = node->text; at && (at = strstr(at, name)); at++) {
    char before = at == node->text ? ' ' : at[-1], after = at[length];
    if (!strchr("abcdefghijklmnopqrstuvwxyz_0123456789", before) &&
        (!after || !strchr("abcdefghijklmnopqrstuvwxyz_0123456789", after)))
      return true;
  }
  for (size_t i = 0; i < node->child_count; i++)
    if (mentions(node->children[i], name))
      return true;
  return false;
}

/* The same for VARIABLE and all that shares its memory. */
static bool mentions_storage(const struct generator *generator, const struct node *node,
                             const struct variable *variable) {
  bool found = false;
  for (size_t i = 0; i < generator->variable_count; i++)
    found |= generator->variables[i]->storage == variable->storage &&
             mentions(node, generator->variables[i]->name);
  return found;
}

static void add_private(struct generator *generator, struct parts *parts) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = scalar_to_name(generator, parts, false);
  if (!variable || mentions(parts->body, variable->name))
    return;
  struct node *clause = CLAUSE(arena, " private(%s)", variable->name);
  close_storage(&parts->loop, variable->storage);
  struct node *statement;
  if (parts->loop.write_count && parts->loop.writes[0].element) {
    const char *element = parts->loop.writes[0].element;
    statement = STATEMENT(arena, "%s = (@) %% 97;\nif ((int)%s > @)\n  %s = (int)%s;", variable->name,
                          variable->name, element, variable->name);
    add_to(generator, statement, integer_expression(generator, 2));
    add_to(generator, statement, integer_expression(generator, 1));
  } else {
    statement = STATEMENT(arena, "%s = @;", variable->name);
    add_to(generator, statement, integer_expression(generator, 1));
  }
  statement->follows = clause;
  add_to(generator, parts->clauses, clause);
  add_to(generator, parts->body, statement);
}

static void add_lastprivate(struct generator *generator, struct parts *parts) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = parts->whole ? scalar_to_name(generator, parts, false) : NULL;
  if (!variable || mentions(parts->body, variable->name))
    return;
  struct node *clause = CLAUSE(arena, " lastprivate(%s)", variable->name);
  close_storage(&parts->loop, variable->storage);
  struct node *statement = STATEMENT(arena, "%s = @;", variable->name);
  add_to(generator, statement, value_for(generator, variable->type, 2));
  statement->follows = clause;
  statement->removable = false; /* the value of the last iteration has to come from somewhere */
  add_to(generator, parts->clauses, clause);
  add_to(generator, parts->body, statement);
  variable->readable = true;
  variable->host = false;
}

static void add_firstprivate(struct generator *generator, struct parts *parts) {
  struct variable *variable = any_readable(generator, 1 << KIND_SCALAR);
  if (!variable || (parts->combined && variable->clause))
    return;
  /* What a thread has for itself in an enclosing parallel construct cannot be named by its loops. */
  if ((!strstr(parts->form, "parallel") || strstr(parts->form, "distribute")) && !variable->writable)
    return;
  for (size_t i = 0; i < parts->loop.closed_count; i++)
    if (parts->loop.closed[i] == variable->storage)
      return;
  add_to(generator, parts->clauses, CLAUSE(generator->arena, " firstprivate(%s)", variable->name));
  /* No other clause may name it, though it may be read: it counts as written from now on. */
  close_storage(&parts->loop, variable->storage);
}

static void add_reduction(struct generator *generator, struct parts *parts) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = scalar_to_name(generator, parts, true);
  if (!variable || variable->type == &types[TYPE_SHORT] || mentions(parts->body, variable->name))
    return;
  static const struct {
    const char *name, *statement;
  } operations[] = {
      {"+", "%s += (@) %% 101;"},
      {"+", "%s += (@) %% 13 * 3;"},
      {"max", "if ((@) %% 499 > %s)\n  %s = 7;"},
      {"min", "%s = (int)%s < 5 ? %s : 5;"},
      {"-", "%s -= (@) %% 101;"},
      {"^", "%s ^= (@) & 255;"},
      {"|", "%s |= (@) & 127;"},
      {"&", "%s &= (@) | 96;"},
  };
  const unsigned which = below(generator, variable->type->floating ? 2 : 8);
  if (which == 2 || which == 3) { /* written so that it is one maximum or minimum */
    const char *value = fresh_name(generator, "v");
    struct node *clause = CLAUSE(arena, " reduction(%s: %s)", operations[which].name, variable->name);
    struct node *statement =
        STATEMENT(arena, "{\n%s %s = (@) %% 499;\n%s = %s %s %s ? %s : %s;\n}", variable->type->name, value,
                  variable->name, value, which == 2 ? ">" : "<", variable->name, value, variable->name);
    close_storage(&parts->loop, variable->storage);
    add_to(generator, statement, integer_expression(generator, 2));
    statement->follows = clause;
    add_to(generator, parts->clauses, clause);
    add_to(generator, parts->body, statement);
  } else {
    struct node *clause = CLAUSE(arena, " reduction(%s: %s)", operations[which].name, variable->name);
    struct node *statement = STATEMENT(arena, operations[which].statement, variable->name);
    close_storage(&parts->loop, variable->storage);
    add_to(generator, statement, integer_expression(generator, 2));
    statement->follows = clause;
    add_to(generator, parts->clauses, clause);
    add_to(generator, parts->body, statement);
  }
  variable->small = false;
  variable->host = false;
}

static void add_linear(struct generator *generator, struct parts *parts) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = scalar_to_name(generator, parts, true);
  if (!variable || variable->type != &types[TYPE_INT] || !parts->loop.write_count ||
      !parts->loop.writes[0].element || mentions(parts->body, variable->name))
    return;
  struct node *clause = CLAUSE(arena, " linear(%s: 2)", variable->name);
  close_storage(&parts->loop, variable->storage);
  struct node *statement = STATEMENT(arena, "if (%s > @)\n  %s = %s %% 97;\n%s += 2;", variable->name,
                                     parts->loop.writes[0].element, variable->name, variable->name);
  add_to(generator, statement, integer_expression(generator, 1));
  statement->follows = clause;
  add_to(generator, parts->clauses, clause);
  add_to(generator, parts->body, statement);
  variable->small = variable->host = false;
}

static void add_atomic(struct generator *generator, struct parts *parts, bool critical) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = any_writable(generator, 1 << KIND_SCALAR | 1 << KIND_ARRAY | 1 << KIND_POINTER);
  if (!variable || !variable->readable || variable->type == &types[TYPE_SHORT] ||
      mentions_storage(generator, parts->body, variable) ||
      mentions_storage(generator, parts->clauses, variable))
    return;
  const char *element = variable->kind == KIND_SCALAR
                            ? variable->name
                            : cleave_arena_format(arena, "%s[%s + %s %% (N - %s) / 2]", variable->name,
                                                  variable->low, parts->loop.index, variable->low);
  close_storage(&parts->loop, variable->storage);
  struct node *statement = STATEMENT(arena,
                                     critical ? "#pragma omp critical\n{\n%s += (@) %% 17;\n}"
                                              : "#pragma omp atomic\n%s += (@) %% 17;",
                                     element);
  add_to(generator, statement, integer_expression(generator, 2));
  add_to(generator, parts->body, statement);
  parts->has_directives = true;
  variable->small = variable->host = false;
}

void add_loop_clauses(struct generator *generator, struct parts *parts) {
  struct cleave_arena *arena = generator->arena;
  const bool simd = strstr(parts->form, "simd"), parallel = strstr(parts->form, "parallel");
  const bool distribute = strstr(parts->form, "distribute");
  if (wants(generator, SHAPE_private, 10))
    add_private(generator, parts);
  if (!distribute && wants(generator, SHAPE_reduction, 15))
    add_reduction(generator, parts);
  if (wants(generator, SHAPE_lastprivate, 8))
    add_lastprivate(generator, parts);
  if (!distribute && !simd && !parts->combined && wants(generator, SHAPE_linear, 3))
    add_linear(generator, parts);
  if (wants(generator, SHAPE_firstprivate, 10))
    add_firstprivate(generator, parts);
  if (!simd && wants(generator, SHAPE_atomic, 8))
    add_atomic(generator, parts, false);
  else if (!simd && !distribute && wants(generator, SHAPE_critical, 3))
    add_atomic(generator, parts, true);
  else if (!parts->has_directives && wants(generator, SHAPE_order, 5)) {
    add_to(generator, parts->clauses, CLAUSE(arena, " order(concurrent)"));
    return;
  }
  /* With schedule(dynamic) the run time of LLVM 19 loses the last value now and then. */
  const bool last = mentions(parts->clauses, "lastprivate") || mentions(parts->clauses, "linear");
  /* With distribute and schedule(static, 1), teams of one thread execute one iteration in clang 19. */
  static const char *const kinds[] = {"static", "guided", "dynamic", "auto", "runtime"};
  if (wants(generator, SHAPE_chunk, 7))
    add_to(generator, parts->clauses,
           CLAUSE(arena, " schedule(%s, %u)", schedule(generator, kinds[below(generator, last ? 1 : 3)]),
                  1 + distribute + below(generator, 8)));
  else if (wants(generator, SHAPE_schedule, 12))
    add_to(generator, parts->clauses,
           CLAUSE(arena, " schedule(%s)", schedule(generator, kinds[below(generator, last ? 1 : 5)])));
  if (parallel && wants(generator, SHAPE_num_threads, 5))
    add_to(generator, parts->clauses,
           chance(generator, 70) ? CLAUSE(arena, " num_threads(%u)", 1 + below(generator, 4))
                                 : CLAUSE(arena, " num_threads(n %% 3 + 1)"));
  if (parallel && !parts->combined && wants(generator, SHAPE_if_parallel, 5))
    add_to(generator, parts->clauses,
           chance(generator, 50) ? CLAUSE(arena, " if(n > %u)", below(generator, 100))
                                 : CLAUSE(arena, " if(parallel: m > %u)", below(generator, 10)));
  if (parallel && !parts->combined && chance(generator, 3))
    add_to(generator, parts->clauses, CLAUSE(arena, " proc_bind(close)"));
}
