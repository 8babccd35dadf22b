/* FILE: lib/model/dump.c
 * WHAT: see dump.h.
 */
#include "model/dump.h"

#include <string.h>

#include "model/body_text.h"
#include "model/region.h"
#include "model/text.h"

enum { LONGEST_EXCERPT = 60 };

static const char *const construct_names[] = {"target", "teams", "distribute", "parallel", "for",
                                              "simd",   "loop",  "once",       "barrier",  "needless"};

static const char *const region_flag_names[] = {"macro",  "header",        "template",
                                                "lambda", "member",        "target-function",
                                                "shared", "has-instances", "operator"};

static const char *const hint_names[] = {
    "split(off)",     "widen(off)",       "widen(assume)",          "serial(host)",      "serial(device)",
    "transfers(off)", "pin(off)",         "pipeline(off)",          "pipeline(devices)", "geometry(off)",
    "no_alias(off)",  "environment(off)", "callee(no_openmp)",      "map(off)",          "reassociate(on)",
    "uneven",         "reduction(off)",   "reduction(reproducible)"};

static const char *const use_flag_names[] = {"read",          "write",   "element-read",
                                             "element-write", "address", "protected"};

static const char *const clause_flag_names[] = {
    "chunk",      "static", "modifier",      "side-effects", "constant",   "not-plain", "concurrent",
    "not-shared", "none",   "user-operator", "macro",        "arithmetic", "runtime",   "other-dependence"};

static const char *const map_flag_names[] = {"always",         "present",       "close", "mapper",
                                             "member",         "side-effects",  "whole", "macro",
                                             "other-modifier", "pointer-member"};

static const char *const type_class_names[] = {[CLEAVE_TYPE_INTEGER] = "integer",
                                               [CLEAVE_TYPE_FLOATING] = "floating",
                                               [CLEAVE_TYPE_POINTER] = "pointer",
                                               [CLEAVE_TYPE_ARRAY] = "array",
                                               [CLEAVE_TYPE_VLA] = "vla",
                                               [CLEAVE_TYPE_RECORD] = "record",
                                               [CLEAVE_TYPE_REFERENCE] = "reference",
                                               [CLEAVE_TYPE_OTHER] = "other"};

static const char *const sharing_names[] = {[CLEAVE_SHARING_INSIDE] = "inside",
                                            [CLEAVE_SHARING_FIRSTPRIVATE] = "firstprivate",
                                            [CLEAVE_SHARING_PRIVATE] = "private",
                                            [CLEAVE_SHARING_MAPPED] = "mapped",
                                            [CLEAVE_SHARING_IMPLICIT_MAP] = "implicit-map",
                                            [CLEAVE_SHARING_POINTER] = "pointer",
                                            [CLEAVE_SHARING_IS_DEVICE_PTR] = "is-device-ptr",
                                            [CLEAVE_SHARING_HAS_DEVICE_ADDR] = "has-device-addr",
                                            [CLEAVE_SHARING_DECLARE_TARGET] = "declare-target",
                                            [CLEAVE_SHARING_OTHER] = "other"};

static const char *const fact_names[CLEAVE_FACT_KINDS] = {[CLEAVE_FACT_CALL] = "call",
                                                          [CLEAVE_FACT_CALL_VISIBLE] = "call-visible",
                                                          [CLEAVE_FACT_GOTO] = "goto",
                                                          [CLEAVE_FACT_LABEL] = "label",
                                                          [CLEAVE_FACT_SWITCH] = "switch",
                                                          [CLEAVE_FACT_RETURN] = "return",
                                                          [CLEAVE_FACT_BREAK] = "break",
                                                          [CLEAVE_FACT_CONTINUE] = "continue",
                                                          [CLEAVE_FACT_ASM] = "asm",
                                                          [CLEAVE_FACT_TRY_THROW] = "try-throw",
                                                          [CLEAVE_FACT_NEW_DELETE] = "new-delete",
                                                          [CLEAVE_FACT_LAMBDA] = "lambda",
                                                          [CLEAVE_FACT_STATEMENT_EXPRESSION] =
                                                              "statement-expression",
                                                          [CLEAVE_FACT_STATIC_LOCAL] = "static-local",
                                                          [CLEAVE_FACT_VOLATILE] = "volatile",
                                                          [CLEAVE_FACT_INDIRECTION] = "indirection",
                                                          [CLEAVE_FACT_MEMBER] = "member",
                                                          [CLEAVE_FACT_FLOAT_ARITHMETIC] = "float-arithmetic",
                                                          [CLEAVE_FACT_OMP_ATOMIC] = "omp-atomic",
                                                          [CLEAVE_FACT_OMP_CRITICAL] = "omp-critical",
                                                          [CLEAVE_FACT_OMP_BARRIER] = "omp-barrier",
                                                          [CLEAVE_FACT_OMP_FLUSH] = "omp-flush",
                                                          [CLEAVE_FACT_OMP_ORDERED] = "omp-ordered",
                                                          [CLEAVE_FACT_OMP_CANCEL] = "omp-cancel",
                                                          [CLEAVE_FACT_OMP_TASK] = "omp-task",
                                                          [CLEAVE_FACT_OMP_PARALLEL] = "omp-parallel",
                                                          [CLEAVE_FACT_OMP_WORKSHARING] = "omp-worksharing",
                                                          [CLEAVE_FACT_OMP_SIMD] = "omp-simd",
                                                          [CLEAVE_FACT_OMP_DISTRIBUTE] = "omp-distribute",
                                                          [CLEAVE_FACT_OMP_OTHER] = "omp-other",
                                                          [CLEAVE_FACT_THIS] = "this",
                                                          [CLEAVE_FACT_MACRO_BOUNDARY] = "macro-boundary",
                                                          [CLEAVE_FACT_INITIAL_DEVICE] = "initial-device",
                                                          [CLEAVE_FACT_UNKNOWN_MEMORY] = "unknown-memory",
                                                          [CLEAVE_FACT_UNKNOWN_KIND] = "unknown-kind"};

const char *cleave_fact_name(enum cleave_fact_kind kind) { return fact_names[kind]; }

static const char *const if_names[] = {[CLEAVE_IF_ANY] = "any",
                                       [CLEAVE_IF_TARGET] = "target",
                                       [CLEAVE_IF_PARALLEL] = "parallel",
                                       [CLEAVE_IF_SIMD] = "simd",
                                       [CLEAVE_IF_OTHER] = "other"};

static const char *const map_type_names[] = {[CLEAVE_MAP_TO] = "to",
                                             [CLEAVE_MAP_FROM] = "from",
                                             [CLEAVE_MAP_TOFROM] = "tofrom",
                                             [CLEAVE_MAP_ALLOC] = "alloc",
                                             [CLEAVE_MAP_OTHER] = "other"};

static const char *const node_names[] = {[CLEAVE_NODE_COMPOUND] = "compound",
                                         [CLEAVE_NODE_DECLARATION] = "declaration",
                                         [CLEAVE_NODE_EXPRESSION] = "expression",
                                         [CLEAVE_NODE_EMPTY] = "empty",
                                         [CLEAVE_NODE_FOR] = "for",
                                         [CLEAVE_NODE_WHILE] = "while",
                                         [CLEAVE_NODE_DO] = "do",
                                         [CLEAVE_NODE_IF] = "if",
                                         [CLEAVE_NODE_BREAK] = "break",
                                         [CLEAVE_NODE_CONTINUE] = "continue",
                                         [CLEAVE_NODE_LOOP] = "LOOP",
                                         [CLEAVE_NODE_PARALLEL] = "PARALLEL",
                                         [CLEAVE_NODE_TEAMS] = "TEAMS",
                                         [CLEAVE_NODE_OPAQUE] = "OPAQUE"};

struct dumper {
  const struct cleave_unit *unit;
  const struct cleave_region *region;
  struct cleave_text text;
};

#define NAME_COUNT(names) (sizeof(names) / sizeof *(names))

static void begin_line(struct dumper *dumper, unsigned depth) {
  for (unsigned i = 0; i < depth; i++)
    cleave_text_add(&dumper->text, "  ");
}

static void end_line(struct dumper *dumper) { cleave_text_add(&dumper->text, "\n"); }

/* " first second" for the bits set in FLAGS. */
static void put_flags(struct dumper *dumper, uint32_t flags, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (flags >> i & 1)
      cleave_text_format(&dumper->text, " %s", names[i]);
}

static void put_place(struct dumper *dumper, uint32_t offset) {
  uint32_t column = 1;
  while (column <= offset && dumper->unit->text[offset - column] != '\n')
    column++;
  cleave_text_format(&dumper->text, "%u:%u", cleave_unit_line(dumper->unit, offset), column);
}

/* " 3:1-4:7 `text`" */
static void put_range(struct dumper *dumper, struct cleave_range range) {
  cleave_text_add(&dumper->text, " ");
  put_place(dumper, range.begin);
  cleave_text_add(&dumper->text, "-");
  put_place(dumper, range.end);
  if (range.begin >= range.end)
    return;
  const char *excerpt = cleave_unit_text(dumper->unit, range);
  if (strlen(excerpt) <= LONGEST_EXCERPT)
    cleave_text_format(&dumper->text, " `%s`", excerpt);
  else
    cleave_text_format(&dumper->text, " `%.*s...`", LONGEST_EXCERPT, excerpt);
}

static const char *variable_name(const struct dumper *dumper, uint32_t variable) {
  return variable == CLEAVE_NO_VARIABLE ? "nothing" : dumper->region->variables[variable].name;
}

static void put_uses(struct dumper *dumper, unsigned depth, const char *title, const struct cleave_use *uses,
                     size_t count) {
  for (size_t i = 0; i < count; i++) {
    begin_line(dumper, depth);
    cleave_text_format(&dumper->text, "%s %s:", title, variable_name(dumper, uses[i].variable));
    put_flags(dumper, uses[i].flags, use_flag_names, NAME_COUNT(use_flag_names));
    cleave_text_add(&dumper->text, " at ");
    put_place(dumper, uses[i].offset);
    end_line(dumper);
  }
}

static void put_facts(struct dumper *dumper, unsigned depth, const struct cleave_fact *facts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    begin_line(dumper, depth);
    cleave_text_format(&dumper->text, "fact %s", fact_names[facts[i].kind]);
    if (facts[i].name)
      cleave_text_format(&dumper->text, " '%s'", facts[i].name);
    if (facts[i].in_callee)
      cleave_text_add(&dumper->text, " in-callee");
    cleave_text_add(&dumper->text, " at ");
    put_place(dumper, facts[i].offset);
    end_line(dumper);
  }
}

static void put_clauses(struct dumper *dumper, unsigned depth, const struct cleave_clause *clauses,
                        size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct cleave_clause *clause = &clauses[i];
    begin_line(dumper, depth);
    cleave_text_format(&dumper->text, "clause %s", cleave_clause_name(clause->kind));
    put_range(dumper, clause->range);
    put_flags(dumper, clause->flags, clause_flag_names, NAME_COUNT(clause_flag_names));
    if (clause->kind == CLEAVE_CLAUSE_IF)
      cleave_text_format(&dumper->text, " of %s", if_names[clause->modifier]);
    end_line(dumper);
    if (clause->argument.end) {
      begin_line(dumper, depth + 1);
      cleave_text_add(&dumper->text, "argument");
      put_range(dumper, clause->argument);
      end_line(dumper);
    }
    for (size_t v = 0; v < clause->variable_count; v++) {
      begin_line(dumper, depth + 1);
      cleave_text_format(&dumper->text, "lists %s\n", variable_name(dumper, clause->variables[v]));
    }
    put_uses(dumper, depth + 1, "use", clause->uses, clause->use_count);
  }
}

static void put_hints(struct dumper *dumper, unsigned depth, uint32_t hints) {
  if (!hints)
    return;
  begin_line(dumper, depth);
  cleave_text_add(&dumper->text, "hints");
  put_flags(dumper, hints, hint_names, NAME_COUNT(hint_names));
  end_line(dumper);
}

static void put_maps(struct dumper *dumper) {
  for (size_t i = 0; i < dumper->region->map_count; i++) {
    const struct cleave_map_item *item = &dumper->region->maps[i];
    begin_line(dumper, 1);
    cleave_text_format(&dumper->text, "map %s %s", map_type_names[item->type],
                       variable_name(dumper, item->variable));
    if (item->mapper)
      cleave_text_format(&dumper->text, " by %s", item->mapper);
    put_range(dumper, item->range);
    put_flags(dumper, item->flags, map_flag_names, NAME_COUNT(map_flag_names));
    end_line(dumper);
    put_uses(dumper, 2, "use", item->uses, item->use_count);
  }
}

static void put_variable(struct dumper *dumper, const struct cleave_variable *variable) {
  const struct {
    bool set;
    const char *name;
  } properties[] = {
      {variable->is_global, "global"},
      {variable->is_static_local, "static-local"},
      {variable->is_thread_local, "thread-local"},
      {variable->has_allocator, "allocator"},
      {variable->is_const, "const"},
      {variable->is_volatile, "volatile"},
      {variable->is_linked, "linked"},
      {variable->is_atomic, "atomic"},
      {variable->address_taken, "address-taken"},
      {variable->may_be_partly_present, "partly-present"},
      {variable->has_host_value, "host-value"},
      {variable->holds_pointers, "holds-pointers"},
      {variable->has_default_mapper, "default-mapper"},
      {variable->has_destructor_or_constructor, "not-trivial"},
      {variable->is_structured_binding_or_capture, "capture"},
      {variable->is_lambda_capture, "lambda-capture"},
      {variable->by_reference, "by-reference"},
      {variable->is_reference, "reference"},
      {variable->is_closure, "closure"},
      {variable->is_captured, "captured"},
  };
  begin_line(dumper, 1);
  cleave_text_format(&dumper->text, "variable %s: %s %s", variable->name, sharing_names[variable->sharing],
                     type_class_names[variable->type_class]);
  if (variable->type)
    cleave_text_format(&dumper->text, " '%s'", variable->type);
  for (size_t i = 0; i < NAME_COUNT(properties); i++)
    if (properties[i].set)
      cleave_text_format(&dumper->text, " %s", properties[i].name);
  if (variable->declared_at) {
    cleave_text_add(&dumper->text, " declared ");
    put_place(dumper, variable->declared_at);
  }
  if (variable->declared_by != CLEAVE_NO_NODE)
    cleave_text_format(&dumper->text, " by node %u", variable->declared_by);
  end_line(dumper);
}

static void put_part(struct dumper *dumper, unsigned depth, const char *title, struct cleave_range range) {
  if (!range.end)
    return;
  begin_line(dumper, depth);
  cleave_text_add(&dumper->text, title);
  put_range(dumper, range);
  end_line(dumper);
}

/* The lines of BODY, each indented. */
static void put_body(struct dumper *dumper, unsigned depth, const struct cleave_body *body) {
  const char *line = cleave_body_text(dumper->unit->arena, body, /*with_ranges=*/false);
  while (*line) {
    const size_t length = strcspn(line, "\n");
    begin_line(dumper, depth);
    cleave_text_append(&dumper->text, line, length);
    end_line(dumper);
    line += length + (line[length] == '\n');
  }
}

static void put_node(struct dumper *dumper, uint32_t index) {
  const struct cleave_node *node = &dumper->region->nodes[index];
  unsigned depth = 1;
  for (uint32_t up = node->parent; up != CLEAVE_NO_NODE; up = dumper->region->nodes[up].parent)
    depth++;
  begin_line(dumper, depth);
  cleave_text_format(&dumper->text, "node %u %s", index, node_names[node->kind]);
  put_range(dumper, node->range);
  end_line(dumper);
  depth += 2;
  if (node->construct) {
    begin_line(dumper, depth);
    cleave_text_add(&dumper->text, "construct");
    put_flags(dumper, node->construct, construct_names, NAME_COUNT(construct_names));
    end_line(dumper);
  }
  put_hints(dumper, depth, node->hints);
  put_part(dumper, depth, "directive", node->directive);
  put_clauses(dumper, depth, node->clauses, node->clause_count);
  put_part(dumper, depth, "header", node->header);
  put_part(dumper, depth, "body", node->body);
  for (size_t i = 0; i < node->counter_count; i++) {
    begin_line(dumper, depth);
    cleave_text_format(&dumper->text, "counter %s\n", variable_name(dumper, node->counters[i]));
  }
  put_uses(dumper, depth, "bound", node->bounds, node->bound_count);
  for (size_t i = 0; i < node->header_value_count; i++)
    if (node->header_values[i].type && node->header_values[i].source.range.end) {
      begin_line(dumper, depth);
      cleave_text_format(&dumper->text, "header value %s", node->header_values[i].type);
      put_range(dumper, node->header_values[i].source.range);
      end_line(dumper);
    }
  if (node->bounds_may_trap) {
    begin_line(dumper, depth);
    cleave_text_add(&dumper->text, "bounds may trap\n");
  }
  if (node->has_member_of_no_variable) {
    begin_line(dumper, depth);
    cleave_text_add(&dumper->text, "member of no variable\n");
  }
  for (size_t i = 0; i < node->declarator_count; i++) {
    const struct cleave_declarator *declarator = &node->declarators[i];
    begin_line(dumper, depth);
    cleave_text_format(&dumper->text, "declares %s", variable_name(dumper, declarator->variable));
    if (declarator->has_initializer) {
      cleave_text_add(&dumper->text, declarator->list_initializer ? " list" : " =");
      put_range(dumper, declarator->initializer);
    }
    end_line(dumper);
    put_uses(dumper, depth + 1, "use", declarator->uses, declarator->use_count);
    put_facts(dumper, depth + 1, declarator->facts, declarator->fact_count);
  }
  put_uses(dumper, depth, "use", node->uses, node->use_count);
  put_facts(dumper, depth, node->facts, node->fact_count);
  if (node->code)
    put_body(dumper, depth, node->code);
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = dumper->region->nodes[child].next)
    put_node(dumper, child);
}

static void put_region(struct dumper *dumper) {
  const struct cleave_region *region = dumper->region;
  cleave_text_format(&dumper->text, "region line %u in '%s':", region->line, region->function);
  put_flags(dumper, region->construct, construct_names, NAME_COUNT(construct_names));
  end_line(dumper);
  if (region->flags) {
    begin_line(dumper, 1);
    cleave_text_add(&dumper->text, "flags");
    put_flags(dumper, region->flags, region_flag_names, NAME_COUNT(region_flag_names));
    end_line(dumper);
  }
  put_hints(dumper, 1, region->hints);
  if (!(region->flags & CLEAVE_REGION_IN_HEADER))
    put_part(dumper, 1, "directive", region->directive);
  put_clauses(dumper, 1, region->clauses, region->clause_count);
  put_maps(dumper);
  for (size_t i = 0; i < region->variable_count; i++)
    put_variable(dumper, &region->variables[i]);
  if (region->node_count)
    put_node(dumper, 0);
}

const char *cleave_unit_dump(const struct cleave_unit *unit) {
  struct dumper dumper = {unit, NULL, {unit->arena, NULL, 0, 0}};
  cleave_text_format(&dumper.text, "unit: %s, OpenMP %u.%u%s\n", unit->cplusplus ? "C++" : "C",
                     unit->openmp_version / 10, unit->openmp_version % 10,
                     unit->unified_shared_memory ? ", unified shared memory" : "");
  for (size_t i = 0; i < unit->region_count; i++) {
    dumper.region = &unit->regions[i];
    put_region(&dumper);
  }
  return cleave_text_get(&dumper.text);
}
