/* FILE: test/fuzz/planner/decode.c
 * WHAT: the decoder. It writes the source text and the model of it side by side, so that every range
 *       of the model is the place of what it speaks of. What the text says and what the model says of
 *       it need not agree in meaning: uses and facts come from the bytes.
 */
#include "decode.h"

#include "model/arena.h"
#include "model/text.h"

enum { MAX_DEPTH = 5, MAX_NODES = 80, MAX_OUTER = 6 };

struct decoder {
  struct cleave_arena *arena;
  const uint8_t *bytes, *end;
  struct cleave_text text;
  struct cleave_region *region;
  unsigned locals;
};

/* The next byte below LIMIT; 0 when there are no more. */
static unsigned take(struct decoder *decoder, unsigned limit) {
  return decoder->bytes < decoder->end ? *decoder->bytes++ % limit : 0;
}

static bool maybe(struct decoder *decoder, unsigned one_in) { return take(decoder, one_in) == one_in - 1; }

static uint32_t here(const struct decoder *decoder) { return (uint32_t)decoder->text.length; }

static void say(struct decoder *decoder, const char *text) { cleave_text_add(&decoder->text, text); }

static const char *name_of(const struct decoder *decoder, uint32_t variable) {
  return decoder->region->variables[variable].name;
}

static uint32_t any_variable(struct decoder *decoder) {
  return take(decoder, (unsigned)decoder->region->variable_count);
}

/* ---- Variables --------------------------------------------------------------------------------------- */

static uint32_t add_variable(struct decoder *decoder, const char *name, enum cleave_sharing sharing,
                             uint32_t declared_by) {
  struct cleave_region *region = decoder->region;
  static const char *const types[] = {"int", "double", "int *", NULL, NULL, "struct record", NULL, NULL};
  const unsigned type_class = take(decoder, 16);
  struct cleave_variable variable = {
      .name = name,
      .type_class = type_class < 8 ? type_class : type_class % 2, /* mostly numbers */
      .sharing = sharing,
      .declared_at = here(decoder),
      .declared_by = declared_by,
  };
  variable.type = types[variable.type_class];
  const unsigned oddity = take(decoder, 40);
  variable.is_global = oddity == 39;
  variable.is_static_local = oddity == 38;
  variable.is_const = oddity == 37 || oddity == 36;
  variable.is_volatile = oddity == 35;
  variable.is_thread_local = oddity == 34;
  variable.address_taken = oddity >= 30 && oddity < 34;
  variable.has_destructor_or_constructor = oddity == 29;
  CLEAVE_APPEND(decoder->arena, region->variables, region->variable_count, variable);
  return (uint32_t)region->variable_count - 1;
}

static struct cleave_use any_use(struct decoder *decoder) {
  static const uint32_t flags[] = {CLEAVE_USE_READ,
                                   CLEAVE_USE_WRITE,
                                   CLEAVE_USE_READ | CLEAVE_USE_WRITE,
                                   CLEAVE_USE_ELEMENT_READ,
                                   CLEAVE_USE_ELEMENT_WRITE,
                                   CLEAVE_USE_READ,
                                   CLEAVE_USE_ADDRESS,
                                   CLEAVE_USE_WRITE | CLEAVE_USE_PROTECTED};
  struct cleave_use use = {.variable = any_variable(decoder), .offset = here(decoder)};
  use.flags = flags[take(decoder, 8)];
  return use;
}

/* Adds uses to a list and the names to the text, as an expression. */
static void add_uses(struct decoder *decoder, struct cleave_use **uses, size_t *count, unsigned most,
                     uint32_t allowed) {
  const unsigned wanted = take(decoder, most + 1);
  say(decoder, "1");
  for (unsigned i = 0; i < wanted; i++) {
    say(decoder, " + ");
    struct cleave_use use = any_use(decoder);
    use.flags &= allowed;
    if (!use.flags)
      use.flags = CLEAVE_USE_READ;
    say(decoder, name_of(decoder, use.variable));
    struct cleave_use *list = *uses;
    CLEAVE_APPEND(decoder->arena, list, *count, use);
    *uses = list;
  }
}

/* ---- Clauses ------------------------------------------------------------------------------------------ */

static const struct {
  enum cleave_clause_kind kind;
  const char *name;
  bool takes_variables;
  uint32_t flags;
} clauses[] = {
    {CLEAVE_CLAUSE_FIRSTPRIVATE, "firstprivate", true, 0},
    {CLEAVE_CLAUSE_PRIVATE, "private", true, 0},
    {CLEAVE_CLAUSE_LASTPRIVATE, "lastprivate", true, 0},
    {CLEAVE_CLAUSE_REDUCTION, "reduction", true, 0},
    {CLEAVE_CLAUSE_IF, "if", false, 0},
    {CLEAVE_CLAUSE_DEVICE, "device", false, CLEAVE_CLAUSE_SIDE_EFFECTS},
    {CLEAVE_CLAUSE_NUM_THREADS, "num_threads", false, 0},
    {CLEAVE_CLAUSE_SCHEDULE, "schedule", false, CLEAVE_CLAUSE_HAS_CHUNK | CLEAVE_CLAUSE_IS_STATIC},
    {CLEAVE_CLAUSE_SCHEDULE, "schedule", false, 0},
    {CLEAVE_CLAUSE_COLLAPSE, "collapse", false, CLEAVE_CLAUSE_IS_CONSTANT},
    {CLEAVE_CLAUSE_ORDER, "order", false, CLEAVE_CLAUSE_CONCURRENT},
    {CLEAVE_CLAUSE_LINEAR, "linear", true, 0},
    {CLEAVE_CLAUSE_NOWAIT, "nowait", false, 0},
    {CLEAVE_CLAUSE_THREAD_LIMIT, "thread_limit", false, 0},
    {CLEAVE_CLAUSE_NUM_TEAMS, "num_teams", false, 0},
    {CLEAVE_CLAUSE_DEFAULT, "default", false, CLEAVE_CLAUSE_DEFAULT_NOT_SHARED},
    {CLEAVE_CLAUSE_SHARED, "shared", true, 0},
    {CLEAVE_CLAUSE_OTHER, "allocate", false, 0},
    {CLEAVE_CLAUSE_REDUCTION, "reduction", true, CLEAVE_CLAUSE_NOT_PLAIN},
    {CLEAVE_CLAUSE_IF, "if", false, CLEAVE_CLAUSE_IN_MACRO},
};

static void add_clauses(struct decoder *decoder, struct cleave_clause **list, size_t *count) {
  const unsigned wanted = take(decoder, 4);
  for (unsigned i = 0; i < wanted; i++) {
    const unsigned row = take(decoder, sizeof clauses / sizeof *clauses);
    struct cleave_clause clause = {.kind = clauses[row].kind};
    say(decoder, " ");
    clause.range.begin = here(decoder);
    clause.flags = maybe(decoder, 3) ? 0 : clauses[row].flags;
    clause.modifier = clause.kind == CLEAVE_CLAUSE_IF ? take(decoder, 4) : CLEAVE_IF_ANY;
    say(decoder, clauses[row].name);
    say(decoder, "(");
    clause.argument.begin = here(decoder);
    if (clauses[row].takes_variables && decoder->region->variable_count) {
      uint32_t variable = any_variable(decoder);
      say(decoder, name_of(decoder, variable));
      CLEAVE_APPEND(decoder->arena, clause.variables, clause.variable_count, variable);
    } else if (decoder->region->variable_count) {
      add_uses(decoder, &clause.uses, &clause.use_count, 2, ~0u);
    } else {
      say(decoder, "1");
    }
    clause.argument.end = here(decoder);
    say(decoder, ")");
    clause.range.end = here(decoder);
    struct cleave_clause *grown = *list;
    CLEAVE_APPEND(decoder->arena, grown, *count, clause);
    *list = grown;
  }
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static struct cleave_node *node_at(struct decoder *decoder, uint32_t index) {
  return &decoder->region->nodes[index];
}

static uint32_t add_node(struct decoder *decoder, enum cleave_node_kind kind, uint32_t parent) {
  struct cleave_region *region = decoder->region;
  struct cleave_node node = {
      .kind = kind, .parent = parent, .first_child = CLEAVE_NO_NODE, .next = CLEAVE_NO_NODE};
  node.range.begin = here(decoder);
  CLEAVE_APPEND(decoder->arena, region->nodes, region->node_count, node);
  const uint32_t index = (uint32_t)region->node_count - 1;
  if (parent != CLEAVE_NO_NODE) {
    uint32_t *link = &region->nodes[parent].first_child;
    while (*link != CLEAVE_NO_NODE)
      link = &region->nodes[*link].next;
    *link = index;
  }
  return index;
}

static void add_facts(struct decoder *decoder, uint32_t index) {
  static const char *const names[] = {"work", "omp_get_thread_num", "sqrt", "exit",
                                      NULL,   "omp_set_num_threads"};
  if (!maybe(decoder, 6))
    return;
  struct cleave_fact fact = {.kind = take(decoder, CLEAVE_FACT_KINDS),
                             .in_callee = maybe(decoder, 4),
                             .offset = node_at(decoder, index)->range.begin,
                             .name = names[take(decoder, 6)]};
  if (fact.kind == CLEAVE_FACT_CALL)
    fact.callee = cleave_callee_of(fact.name);
  struct cleave_node *node = node_at(decoder, index);
  CLEAVE_APPEND(decoder->arena, node->facts, node->fact_count, fact);
}

/* The uses of a node, with its text; the list may move while it grows. */
static void add_node_uses(struct decoder *decoder, uint32_t index, unsigned most, uint32_t allowed) {
  struct cleave_use *uses = node_at(decoder, index)->uses;
  size_t count = node_at(decoder, index)->use_count;
  add_uses(decoder, &uses, &count, most, allowed);
  node_at(decoder, index)->uses = uses;
  node_at(decoder, index)->use_count = count;
}

static void add_statement(struct decoder *decoder, uint32_t parent, unsigned depth);

static void add_block(struct decoder *decoder, uint32_t parent, unsigned depth) {
  const uint32_t index = add_node(decoder, CLEAVE_NODE_COMPOUND, parent);
  say(decoder, "{\n");
  const unsigned statements = 1 + take(decoder, 5);
  for (unsigned i = 0; i < statements && decoder->region->node_count < MAX_NODES; i++)
    add_statement(decoder, index, depth + 1);
  say(decoder, "}");
  node_at(decoder, index)->range.end = here(decoder);
}

static void end_statement(struct decoder *decoder, uint32_t index) {
  node_at(decoder, index)->range.end = here(decoder);
  say(decoder, "\n");
}

static void add_loop_text(struct decoder *decoder, uint32_t index) {
  node_at(decoder, index)->body.begin = here(decoder);
  say(decoder, "for (int i = 0; i < ");
  struct cleave_use *bounds = NULL;
  size_t count = 0;
  add_uses(decoder, &bounds, &count, 1, maybe(decoder, 12) ? ~0u : (uint32_t)CLEAVE_USE_READ);
  node_at(decoder, index)->bounds = bounds;
  node_at(decoder, index)->bound_count = count;
  for (size_t i = 0; i < count; i++) { /* they are uses of the loop as well */
    struct cleave_node *node = node_at(decoder, index);
    CLEAVE_APPEND(decoder->arena, node->uses, node->use_count, bounds[i]);
  }
  node_at(decoder, index)->bound_call = maybe(decoder, 20) ? "work" : NULL;
  say(decoder, "; i++)\n  work(");
  /* Most loops write no scalar they share: others are refused early. */
  add_node_uses(decoder, index, 4, maybe(decoder, 6) ? ~0u : ~(uint32_t)CLEAVE_USE_WRITE);
  say(decoder, ");");
  node_at(decoder, index)->body.end = here(decoder);
}

static void add_loop(struct decoder *decoder, uint32_t parent) {
  static const struct {
    const char *text;
    uint32_t construct;
  } directives[] = {
      {"parallel for", CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR},
      {"parallel for", CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR},
      {"for", CLEAVE_CONSTRUCT_FOR},
      {"distribute parallel for",
       CLEAVE_CONSTRUCT_DISTRIBUTE | CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR},
      {"parallel for simd", CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR | CLEAVE_CONSTRUCT_SIMD},
  };
  const uint32_t index = add_node(decoder, CLEAVE_NODE_LOOP, parent);
  const unsigned which = take(decoder, 5);
  node_at(decoder, index)->construct = directives[which].construct;
  node_at(decoder, index)->directive.begin = here(decoder);
  say(decoder, "#pragma omp ");
  say(decoder, directives[which].text);
  struct cleave_clause *list = NULL;
  size_t count = 0;
  add_clauses(decoder, &list, &count);
  node_at(decoder, index)->clauses = list;
  node_at(decoder, index)->clause_count = count;
  node_at(decoder, index)->directive.end = here(decoder);
  say(decoder, "\n");
  add_loop_text(decoder, index);
  add_facts(decoder, index);
  end_statement(decoder, index);
}

static void add_declarations(struct decoder *decoder, uint32_t index) {
  struct cleave_declarator *list = NULL;
  size_t count = 0;
  const unsigned wanted = 1 + maybe(decoder, 4);
  say(decoder, "int ");
  for (unsigned i = 0; i < wanted; i++) {
    struct cleave_declarator declarator = {0};
    if (i)
      say(decoder, ", ");
    /* Now and then the name of an outer variable. */
    const char *name = maybe(decoder, 6) && decoder->region->variable_count
                           ? name_of(decoder, any_variable(decoder))
                           : cleave_arena_format(decoder->arena, "l%u", decoder->locals++);
    declarator.variable = add_variable(decoder, name, CLEAVE_SHARING_INSIDE, index);
    say(decoder, name);
    if ((declarator.has_initializer = take(decoder, 2))) {
      say(decoder, " = ");
      declarator.list_initializer = maybe(decoder, 12);
      declarator.initializer.begin = here(decoder);
      add_uses(decoder, &declarator.uses, &declarator.use_count, 2, ~(uint32_t)CLEAVE_USE_WRITE);
      declarator.initializer.end = here(decoder);
      for (size_t u = 0; u < declarator.use_count; u++) {
        struct cleave_node *node = node_at(decoder, index);
        CLEAVE_APPEND(decoder->arena, node->uses, node->use_count, declarator.uses[u]);
      }
      struct cleave_use own = {declarator.variable, CLEAVE_USE_WRITE, declarator.initializer.begin};
      struct cleave_node *node = node_at(decoder, index);
      CLEAVE_APPEND(decoder->arena, node->uses, node->use_count, own);
    }
    CLEAVE_APPEND(decoder->arena, list, count, declarator);
  }
  node_at(decoder, index)->declarators = list;
  node_at(decoder, index)->declarator_count = count;
}

/* for, while, do, if: with their bodies. */
static void add_control(struct decoder *decoder, enum cleave_node_kind kind, uint32_t parent,
                        unsigned depth) {
  const uint32_t index = add_node(decoder, kind, parent);
  const uint32_t allowed = kind == CLEAVE_NODE_FOR ? ~0u : (uint32_t)CLEAVE_USE_READ;
  if (kind == CLEAVE_NODE_DO) {
    say(decoder, "do ");
    add_block(decoder, index, depth);
    say(decoder, " ");
  }
  node_at(decoder, index)->header.begin = here(decoder);
  say(decoder, kind == CLEAVE_NODE_IF ? "if (" : kind == CLEAVE_NODE_FOR ? "for (" : "while (");
  if (kind == CLEAVE_NODE_FOR)
    say(decoder, "; ");
  add_node_uses(decoder, index, 2, allowed);
  say(decoder, kind == CLEAVE_NODE_FOR ? "; )" : ")");
  node_at(decoder, index)->header.end = here(decoder);
  add_facts(decoder, index);
  if (kind == CLEAVE_NODE_DO) {
    say(decoder, ";");
    end_statement(decoder, index);
    return;
  }
  say(decoder, " ");
  add_block(decoder, index, depth);
  if (kind == CLEAVE_NODE_IF && maybe(decoder, 3)) {
    say(decoder, " else ");
    add_block(decoder, index, depth);
  }
  end_statement(decoder, index);
}

static void add_parallel(struct decoder *decoder, enum cleave_node_kind kind, uint32_t parent,
                         unsigned depth) {
  const uint32_t index = add_node(decoder, kind, parent);
  node_at(decoder, index)->construct =
      kind == CLEAVE_NODE_TEAMS ? CLEAVE_CONSTRUCT_TEAMS : CLEAVE_CONSTRUCT_PARALLEL;
  node_at(decoder, index)->directive.begin = here(decoder);
  say(decoder, kind == CLEAVE_NODE_TEAMS ? "#pragma omp teams" : "#pragma omp parallel");
  struct cleave_clause *list = NULL;
  size_t count = 0;
  add_clauses(decoder, &list, &count);
  node_at(decoder, index)->clauses = list;
  node_at(decoder, index)->clause_count = count;
  node_at(decoder, index)->directive.end = here(decoder);
  say(decoder, "\n");
  add_block(decoder, index, depth);
  end_statement(decoder, index);
}

static void add_statement(struct decoder *decoder, uint32_t parent, unsigned depth) {
  static const enum cleave_node_kind kinds[] = {
      CLEAVE_NODE_LOOP,   CLEAVE_NODE_LOOP,     CLEAVE_NODE_LOOP,        CLEAVE_NODE_EXPRESSION,
      CLEAVE_NODE_LOOP,   CLEAVE_NODE_LOOP,     CLEAVE_NODE_EXPRESSION,  CLEAVE_NODE_EXPRESSION,
      CLEAVE_NODE_EMPTY,  CLEAVE_NODE_FOR,      CLEAVE_NODE_WHILE,       CLEAVE_NODE_DO,
      CLEAVE_NODE_IF,     CLEAVE_NODE_BREAK,    CLEAVE_NODE_DECLARATION, CLEAVE_NODE_DECLARATION,
      CLEAVE_NODE_OPAQUE, CLEAVE_NODE_PARALLEL, CLEAVE_NODE_TEAMS,       CLEAVE_NODE_COMPOUND};
  enum cleave_node_kind kind = kinds[take(decoder, sizeof kinds / sizeof *kinds)];
  const bool has_children = kind == CLEAVE_NODE_FOR || kind == CLEAVE_NODE_WHILE || kind == CLEAVE_NODE_DO ||
                            kind == CLEAVE_NODE_IF || kind == CLEAVE_NODE_PARALLEL ||
                            kind == CLEAVE_NODE_TEAMS || kind == CLEAVE_NODE_COMPOUND;
  if (has_children && depth >= MAX_DEPTH)
    kind = CLEAVE_NODE_EXPRESSION;
  uint32_t index;
  switch (kind) {
  case CLEAVE_NODE_LOOP:
    add_loop(decoder, parent);
    return;
  case CLEAVE_NODE_FOR:
  case CLEAVE_NODE_WHILE:
  case CLEAVE_NODE_DO:
  case CLEAVE_NODE_IF:
    add_control(decoder, kind, parent, depth);
    return;
  case CLEAVE_NODE_PARALLEL:
  case CLEAVE_NODE_TEAMS:
    add_parallel(decoder, kind, parent, depth);
    return;
  case CLEAVE_NODE_COMPOUND:
    add_block(decoder, parent, depth);
    say(decoder, "\n");
    return;
  case CLEAVE_NODE_DECLARATION:
    index = add_node(decoder, kind, parent);
    add_declarations(decoder, index);
    say(decoder, ";");
    break;
  case CLEAVE_NODE_BREAK:
    index = add_node(decoder, maybe(decoder, 2) ? CLEAVE_NODE_CONTINUE : kind, parent);
    say(decoder, "break;");
    break;
  case CLEAVE_NODE_EMPTY:
    index = add_node(decoder, kind, parent);
    say(decoder, ";");
    break;
  default:
    index = add_node(decoder, kind, parent);
    say(decoder, kind == CLEAVE_NODE_OPAQUE && maybe(decoder, 3) ? "#pragma omp critical\n{ " : "");
    add_node_uses(decoder, index, 3, ~0u);
    say(decoder, decoder->text.data[node_at(decoder, index)->range.begin] == '#' ? "; }" : ";");
    add_facts(decoder, index);
  }
  end_statement(decoder, index);
}

/* ---- The region --------------------------------------------------------------------------------------------- */

static void add_outer_variables(struct decoder *decoder) {
  static const enum cleave_sharing sharings[] = {CLEAVE_SHARING_FIRSTPRIVATE,   CLEAVE_SHARING_FIRSTPRIVATE,
                                                 CLEAVE_SHARING_MAPPED,         CLEAVE_SHARING_IMPLICIT_MAP,
                                                 CLEAVE_SHARING_PRIVATE,        CLEAVE_SHARING_POINTER,
                                                 CLEAVE_SHARING_DECLARE_TARGET, CLEAVE_SHARING_IS_DEVICE_PTR,
                                                 CLEAVE_SHARING_MAPPED,         CLEAVE_SHARING_FIRSTPRIVATE};
  const unsigned count = 1 + take(decoder, MAX_OUTER);
  for (unsigned i = 0; i < count; i++) {
    say(decoder, "int ");
    const char *name = cleave_arena_format(decoder->arena, "v%u", i);
    add_variable(decoder, name, sharings[take(decoder, 10)], CLEAVE_NO_NODE);
    say(decoder, name);
    say(decoder, ";\n");
  }
}

static void add_maps(struct decoder *decoder) {
  struct cleave_region *region = decoder->region;
  for (uint32_t i = 0; i < region->variable_count; i++) {
    if (region->variables[i].sharing != CLEAVE_SHARING_MAPPED)
      continue;
    struct cleave_map_item item = {.variable = i, .type = take(decoder, 4)};
    say(decoder, " map(");
    item.range.begin = here(decoder);
    say(decoder, name_of(decoder, i));
    if (region->variables[i].type_class == CLEAVE_TYPE_POINTER || maybe(decoder, 3)) {
      say(decoder, "[0:");
      add_uses(decoder, &item.uses, &item.use_count, 1, CLEAVE_USE_READ);
      say(decoder, "]");
    } else {
      item.flags |= CLEAVE_MAP_WHOLE;
    }
    if (maybe(decoder, 10))
      item.flags |= 1u << take(decoder, 9);
    item.range.end = here(decoder);
    say(decoder, ")");
    CLEAVE_APPEND(decoder->arena, region->maps, region->map_count, item);
  }
}

struct cleave_unit *decode_unit(struct cleave_arena *arena, const uint8_t *bytes, size_t size,
                                struct cleave_options *options) {
  static const struct {
    const char *text;
    uint32_t construct;
  } directives[] = {
      {"target", CLEAVE_CONSTRUCT_TARGET},
      {"target", CLEAVE_CONSTRUCT_TARGET},
      {"target teams", CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS},
      {"target parallel", CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL},
      {"target parallel for", CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR},
      {"target simd", CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_SIMD},
  };
  struct cleave_unit *unit = cleave_arena_allocate(arena, sizeof *unit);
  struct cleave_region *region = cleave_arena_allocate(arena, sizeof *region);
  struct decoder decoder = {
      .arena = arena, .bytes = bytes, .end = bytes + size, .text = {.arena = arena}, .region = region};
  cleave_options_defaults(options);
  const unsigned option = take(&decoder, 16);
  options->split = option != 15;
  options->widen = option != 14;
  options->bisect = option >= 11 && option < 14 ? (long)option - 11 : -1;

  say(&decoder, "void f(void) {\n");
  add_outer_variables(&decoder);
  const unsigned which = take(&decoder, 6);
  region->function = "f";
  region->construct = directives[which].construct;
  region->flags = maybe(&decoder, 30) ? 1u << take(&decoder, 6) : 0;
  region->offset = region->directive.begin = here(&decoder);
  say(&decoder, "#pragma omp ");
  say(&decoder, directives[which].text);
  add_maps(&decoder);
  add_clauses(&decoder, &region->clauses, &region->clause_count);
  region->directive.end = here(&decoder);
  say(&decoder, "\n");
  if (region->construct & CLEAVE_CONSTRUCT_FOR) {
    const uint32_t root = add_node(&decoder, CLEAVE_NODE_LOOP, CLEAVE_NO_NODE);
    struct cleave_node *node = node_at(&decoder, root);
    node->construct = region->construct;
    node->directive = region->directive;
    node->range.begin = region->directive.begin;
    node->clauses = region->clauses;
    node->clause_count = region->clause_count;
    add_loop_text(&decoder, root);
    end_statement(&decoder, root);
  } else {
    add_block(&decoder, CLEAVE_NO_NODE, 0);
  }
  say(&decoder, "\n}\n");
  *unit = (struct cleave_unit){
      .arena = arena,
      .file = "fuzzed.c",
      .text = cleave_text_get(&decoder.text),
      .length = decoder.text.length,
      .openmp_version = maybe(&decoder, 8) ? 45 : 51,
      .cplusplus = maybe(&decoder, 8),
      .unified_shared_memory = maybe(&decoder, 30),
      .regions = region,
      .region_count = 1,
  };
  region->line = cleave_unit_line(unit, region->offset);
  return unit;
}
