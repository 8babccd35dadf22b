/* FILE: test/fuzz/programs/generate_accesses_program.c
 * WHAT: programs over all expression forms: variables, one or two regions, and what stands around them.
 *
 * A program is one function (or a method, or an instance of a template) with the classes and functions that it needs:
 * it gives values to five to eight variables, executes its regions, with statements of the host between them, and
 * prints one digest of all elements of all variables.
 */
#include "accesses.h"

#include <inttypes.h>
#include <string.h>

#include "model/arena.h"

struct making {
  struct accesses accesses;
  struct node *members, *declarations, *begins, *clauses, *ends, *digests;
  bool combined, instance; /* one combined construct; an instance of a template */
};

/* ---- Variables --------------------------------------------------------------------------------------------- */

static void add_following(struct making *making, struct node *list, struct node *anchor, const char *text) {
  if (!*text)
    return;
  struct node *node = node_new(making->accesses.generator->arena,
                               list == making->clauses ? ROLE_CLAUSE : ROLE_STATEMENT, "%s", text);
  node->follows = anchor;
  node_add(making->accesses.generator->arena, list, node);
}

static void add_access_variable(struct making *making, unsigned with) {
  struct generator *generator = making->accesses.generator;
  struct cleave_arena *arena = generator->arena;
  struct access_variable *variable = &making->accesses.variables[making->accesses.variable_count];
  const unsigned without =
      (making->accesses.method ? NO_METHOD : MEMBER) | (making->combined ? INSIDE | DEFINED : 0);
  *variable = (struct access_variable){
      .kind = any_row(generator, TABLE_KIND,
                      with | (making->accesses.method && chance(generator, 60) ? MEMBER : 0), without, 0),
      .type = chance(generator, with & SCALAR ? 85 : 40)
                  ? below(generator, ACCESS_P)
                  : below(generator, generator->cxx ? ACCESS_TYPES : ACCESS_A2),
      .name = cleave_arena_format(arena, "v%s", fresh_number(generator))};
  if (!variable->kind)
    return;
  making->accesses.variable_count++;
  const struct filling filling = {.name = variable->name, .type = access_types[variable->type]};
  const bool inside = variable->kind->flags & INSIDE;
  const char *declaration = filled(generator, variable->kind->before, "", &filling);
  variable->anchor = STATEMENT(arena, "%s", inside || (variable->kind->flags & MEMBER) ? "" : declaration);
  node_add(arena, making->declarations, variable->anchor);
  if (variable->kind->flags & MEMBER)
    add_following(making, making->members, variable->anchor, declaration);
  add_following(making, generator->file_scope, variable->anchor,
                filled(generator, variable->kind->scope, "", &filling));
  if (inside)
    return;
  add_following(making, making->begins, variable->anchor,
                filled(generator, variable->kind->begin, "", &filling));
  add_following(making, making->ends, variable->anchor, filled(generator, variable->kind->end, "", &filling));
  add_following(making, making->clauses, variable->anchor,
                filled(generator, variable->kind->clause, "", &filling));
  struct filling element = filling;
  element.index = "i";
  const char *each = variable->kind->flags & ARRAY ? "for (int i = 0; i < N; i++)\n" : "";
  const char *text = filled(generator, variable->kind->text, "", &element);
  add_following(making, making->declarations, variable->anchor,
                cleave_arena_format(arena, "%s%s = make_%s(%s%u);", each, text, filling.type,
                                    *each ? "i * 7 + " : "", 3 + below(generator, 60)));
  add_following(making, making->digests, variable->anchor,
                cleave_arena_format(arena, "%sdigest_long(sum_%s(&%s));", each, filling.type, text));
}

/* ---- Loops ------------------------------------------------------------------------------------------------- */

static void forget_roles(struct making *making) {
  for (unsigned v = 0; v < making->accesses.variable_count; v++)
    making->accesses.variables[v].role = ROLE_FREE;
}

/* for (...) of a parallel loop, without what it may write. */
static const char *header(struct making *making) {
  struct generator *generator = making->accesses.generator;
  struct cleave_arena *arena = generator->arena;
  const struct access_place place = {.index = "0", .parallel = true, .direct = true};
  switch (below(generator, 50)) {
  case 0:
    return "for (int i = N - 1; i >= 0; i--)";
  case 1:
    return "for (unsigned i = 0; i < N; i++)";
  case 2:
    return cleave_arena_format(arena, "for (int i = 0; i < (int)(%s %% (N + 1u)); i++)",
                               access_value(&making->accesses, &place));
  case 3:
    return cleave_arena_format(arena, "for (int i = (int)(%s %% 2u); i < N; i++)",
                               access_value(&making->accesses, &place));
  default:
    return "for (int i = 0; i < N; i++)";
  }
}

/* A scalar for a reduction, which nothing else in the loop uses, its header included; NULL if there is none. On a COMBINED
 * construct it is not firstprivate as well. In instances of templates clang 19 takes a declare target variable for its
 * private copy. */
static struct access_variable *reduced(struct making *making, bool combined) {
  struct accesses *accesses = &making->accesses;
  struct access_variable *variable =
      &accesses->variables[below(accesses->generator, accesses->variable_count)];
  const char *text = variable->kind->text;
  const bool named = text[0] == '$' && text[1] == 'v' && !text[2] && !(variable->kind->flags & MEMBER);
  const bool copied = strstr(variable->kind->clause, "firstprivate") != NULL;
  const bool shared = making->instance && variable->kind->flags & STATIC;
  return named && !shared && !(combined && copied) && !variable->hidden && variable->role == ROLE_FREE &&
                 variable->type <= ACCESS_u64 && chance(accesses->generator, 40)
             ? variable
             : NULL;
}

static struct node *access_loop(struct making *making, const char *directive, struct node *clauses,
                                struct node *first) {
  struct accesses *accesses = &making->accesses;
  struct generator *generator = accesses->generator;
  struct cleave_arena *arena = generator->arena;
  static const char *const singles[] = {"0", "1", "N / 2"};
  const struct access_place place = {
      .index = "i", .single = singles[below(generator, 3)], .parallel = true, .direct = clauses != NULL};
  const char *const schedules[] = {
      "",
      "",
      "",
      "",
      " schedule(static)",
      cleave_arena_format(arena, " schedule(%s, 2)", schedule(generator, "dynamic")),
      " order(concurrent)"};
  forget_roles(making);
  struct node *loop = STATEMENT(arena, "#pragma omp %s%s@@\n%s {\n@@}", directive,
                                schedules[below(generator, 6)], header(making));
  struct node *reduction = node_list(arena), *body = node_list(arena);
  struct access_variable *sum = reduced(making, clauses != NULL);
  if (sum) {
    sum->hidden = true;
    struct node *statement = STATEMENT(arena, "%s += (%s)(%s %% 61u);", sum->name, access_types[sum->type],
                                       access_value(accesses, &place));
    struct node *clause = node_new(arena, ROLE_CLAUSE, " reduction(+: %s)", sum->name);
    clause->follows = statement;
    node_add(arena, reduction, clause);
    node_add(arena, body, statement);
  }
  for (unsigned n = 1 + below(generator, 3); n > 0; n--)
    node_add(arena, body, access_statement(accesses, &place));
  if (sum)
    sum->hidden = false;
  node_add(arena, loop, clauses ? clauses : node_list(arena));
  node_add(arena, loop, reduction);
  node_add(arena, loop, first ? first : node_list(arena));
  return node_add(arena, loop, body);
}

/* ---- Serial code ------------------------------------------------------------------------------------------- */

static struct access_place serial_place(struct making *making) {
  static const char *const indices[] = {"0", "1", "N - 1", "N / 2"};
  return (struct access_place){.index = indices[below(making->accesses.generator, 4)], .direct = true};
}

static struct node *serial_item(struct making *making) {
  struct accesses *accesses = &making->accesses;
  struct generator *generator = accesses->generator;
  struct cleave_arena *arena = generator->arena;
  struct access_place place = serial_place(making);
  struct node *node;
  switch (below(generator, 8)) {
  case 0:
    node = STATEMENT(arena, "for (int k = 0; k < 2; k++) {\n@}");
    place.index = "k";
    break;
  case 1:
    node = STATEMENT(arena, "if (%s %% 3u) {\n@}", access_value(accesses, &place));
    break;
  case 2:
    if (accesses->local_count < 8) {
      const char *name = cleave_arena_format(arena, "t%s", fresh_number(generator));
      node = STATEMENT(arena, "u32 %s = %s;", name, access_value(accesses, &place));
      accesses->locals[accesses->local_count++] = name;
      return node;
    } /* fallthrough */
  default:
    return access_statement(accesses, &place);
  }
  struct node *body = node_list(arena);
  for (unsigned n = 1 + below(generator, 2); n > 0; n--)
    node_add(arena, body, access_statement(accesses, &place));
  return node_add(arena, node, body);
}

static void add_alias(struct making *making, struct node *block) {
  struct accesses *accesses = &making->accesses;
  struct generator *generator = accesses->generator;
  struct access_variable *variable = &accesses->variables[below(generator, accesses->variable_count)];
  const struct access_row *row = any_row(generator, TABLE_ALIAS, 0, 0, 0);
  if (!row ||
      (variable->kind->flags & HOST_STATIC && (strchr(row->before, '{') || strstr(row->before, "&q$U"))) ||
      variable->kind->flags & APART || variable->hidden || variable->alias_count >= 3)
    return;
  const char *number = fresh_number(generator);
  const struct access_variable direct = {
      .kind = variable->kind, .type = variable->type, .name = variable->name};
  const char *first = cleave_arena_format(generator->arena, "(%s)", access_element(accesses, &direct, "0"));
  const struct filling filling = {.type = access_types[variable->type],
                                  .name = variable->name,
                                  .first = first,
                                  .pointer = cleave_arena_format(generator->arena, "&%s", first)};
  struct node *statement =
      STATEMENT(generator->arena, "%s", filled(generator, row->before, number, &filling));
  node_add(generator->arena, block, statement);
  add_following(making, generator->file_scope, statement, filled(generator, row->scope, number, &filling));
  variable->aliases[variable->alias_count] = row;
  variable->alias_numbers[variable->alias_count++] = number;
}

/* ---- Regions ----------------------------------------------------------------------------------------------- */

static struct node *loop_item(struct making *making) {
  struct generator *generator = making->accesses.generator;
  struct cleave_arena *arena = generator->arena;
  const struct access_place place = serial_place(making);
  struct node *control = NULL;
  switch (below(generator, 12)) {
  case 0:
    control = STATEMENT(arena, "for (int t = 0; t < 2; t++) {\n@}");
    break;
  case 1:
    control = STATEMENT(arena, "if (%s %% 3u) {\n@}", access_value(&making->accesses, &place));
    break;
  }
  struct node *loop = access_loop(making, "parallel for", NULL, NULL);
  if (!control)
    return loop;
  struct node *block = node_list(arena);
  if (chance(generator, 30))
    node_add(arena, block, access_statement(&making->accesses, &place));
  node_add(arena, block, loop);
  return node_add(arena, control, block);
}

/* Declarations in the region, and loops that write what has no value. */
static void add_definitions(struct making *making, struct node *block) {
  struct accesses *accesses = &making->accesses;
  struct generator *generator = accesses->generator;
  for (unsigned v = 0; v < accesses->variable_count; v++) {
    struct access_variable *variable = &accesses->variables[v];
    const struct filling filling = {
        .name = variable->name, .type = access_types[variable->type], .index = "i"};
    if (variable->kind->flags & INSIDE)
      add_following(making, block, variable->anchor, filled(generator, variable->kind->before, "", &filling));
    if (variable->kind->flags & DEFINED)
      add_following(making, block, variable->anchor,
                    cleave_arena_format(generator->arena,
                                        "#pragma omp parallel for\nfor (int i = 0; i < N; i++) "
                                        "{\n%s = make_%s((u32)i * %u);\n}",
                                        filled(generator, variable->kind->text, "", &filling), filling.type,
                                        1 + below(generator, 9)));
  }
}

static struct node *access_region(struct making *making) {
  struct generator *generator = making->accesses.generator;
  struct cleave_arena *arena = generator->arena;
  static const char *const combined[] = {"target teams distribute parallel for map(tofrom: results)",
                                         "target parallel for map(tofrom: results)"};
  if (making->combined && chance(generator, 70))
    return access_loop(making, combined[chance(generator, 25)], making->clauses, NULL);
  struct node *region = STATEMENT(arena, "#pragma omp target map(tofrom: results)%s@\n{\n@}",
                                  chance(generator, 10) ? " defaultmap(tofrom: scalar)" : "");
  struct node *block = node_list(arena);
  add_definitions(making, block);
  for (unsigned loops = 2 + below(generator, 2); loops > 0; loops--) {
    if (chance(generator, 25))
      add_alias(making, block);
    for (unsigned n = below(generator, 3); n > 0; n--)
      node_add(arena, block, serial_item(making));
    node_add(arena, block, loop_item(making));
  }
  if (chance(generator, 50))
    node_add(arena, block, serial_item(making));
  for (unsigned v = 0; v < making->accesses.variable_count; v++)
    making->accesses.variables[v].alias_count = 0;
  making->accesses.local_count = 0;
  node_add(arena, region, making->clauses);
  return node_add(arena, region, block);
}

static void add_host_statements(struct making *making, struct node *block) {
  struct accesses *accesses = &making->accesses;
  for (unsigned v = 0; v < accesses->variable_count; v++)
    accesses->variables[v].hidden = accesses->variables[v].kind->flags & INSIDE;
  for (unsigned n = 1 + below(accesses->generator, 2); n > 0; n--) {
    const struct access_place place = serial_place(making);
    node_add(accesses->generator->arena, block, access_statement(accesses, &place));
  }
  for (unsigned v = 0; v < accesses->variable_count; v++)
    accesses->variables[v].hidden = false;
}

/* ---- The function ------------------------------------------------------------------------------------------ */

void make_accesses_function(struct generator *generator) {
  static const unsigned sizes[] = {2, 6, 8, 16, 34, 64};
  struct cleave_arena *arena = generator->arena;
  struct function *function = generator->function;
  struct making making = {.accesses = {.generator = generator}};
  struct node **lists[] = {&making.members, &making.declarations, &making.begins,
                           &making.clauses, &making.ends,         &making.digests};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    *lists[i] = node_list(arena);
  const unsigned way = below(generator, 20);
  making.accesses.method = generator->cxx && way < 2;
  making.combined = way % 7 == 6;
  making.instance = generator->cxx && way == 5;
  function->size = sizes[below(generator, 6)];
  function->side = 1;
  add_access_variable(&making, ARRAY);
  add_access_variable(&making, ARRAY);
  /* Many, so that some are used in one way alone: what is used in another way as well hides what was not seen. */
  for (unsigned n = 3 + below(generator, 4); n > 0; n--)
    add_access_variable(&making, chance(generator, 45) ? SCALAR : ARRAY);
  struct node *body = node_list(arena);
  for (unsigned regions = 1 + chance(generator, 30);; regions--) {
    node_add(arena, body, making.begins);
    node_add(arena, body, access_region(&making));
    node_add(arena, body, making.ends);
    if (regions == 1)
      break;
    if (chance(generator, 70))
      add_host_statements(&making, body);
  }
  const char *name = function->name + 1;
  const char *results = "u64 results[N];\nfor (int i = 0; i < N; i++)\nresults[i] = 0;";
  const char *digest = "for (int i = 0; i < N; i++)\ndigest_long(results[i]);";
  const char *report = cleave_arena_format(arena, "report(\"%" PRIu64 ".0\");", generator->seed);
  if (making.accesses.method)
    function->tree = node_new(arena, ROLE_STATEMENT,
                              "@struct M%s {\n@void run();\n};\nvoid M%s::run() {\n%s\n@@%s\n@}\n"
                              "static void %s() {\nstatic M%s m;\nm.run();\n%s\n}",
                              name, name, results, digest, function->name, name, report);
  else if (making.instance)
    function->tree =
        node_new(arena, ROLE_STATEMENT,
                 "@@template <int> static void t%s() {\n%s\n@@%s\n@}\nstatic void %s() {\nt%s<0>();\n%s\n}",
                 name, results, digest, function->name, name, report);
  else
    function->tree = node_new(arena, ROLE_STATEMENT, "@@static void %s(void) {\n%s\n@@%s\n@%s\n}",
                              function->name, results, digest, report);
  struct node *parts[] = {generator->file_scope, making.members, making.declarations, body, making.digests};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    node_add(arena, function->tree, parts[i]);
}
