/* FILE: test/unit/sample.h
 * WHAT: makes small units by hand, as the reader would from Clang's AST, for tests of the core.
 *       Places are found by their text: write every piece of the sample's source once.
 */
#ifndef CLEAVE_TEST_SAMPLE_H
#define CLEAVE_TEST_SAMPLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compile/compile_driver.h"
#include "fission/fission.h"
#include "model/arena.h"
#include "model/reasons.h"

struct sample {
  struct cleave_unit unit;
  struct cleave_region region;
  struct cleave_options options;
};

static inline struct cleave_range sample_find(const struct sample *sample, const char *text) {
  const char *at = strstr(sample->unit.text, text);
  if (!at)
    fail_msg("the sample does not hold '%s'", text);
  uint32_t begin = (uint32_t)(at - sample->unit.text);
  return (struct cleave_range){begin, begin + (uint32_t)strlen(text)};
}

/* Adds a token in its place in the order. */
static inline void sample_token(struct cleave_unit *unit, enum cleave_token_kind kind,
                                struct cleave_range range, const char *name) {
  const struct cleave_token token = {kind, range, name};
  CLEAVE_APPEND(unit->arena, unit->tokens.items, unit->tokens.count, token);
  for (size_t i = unit->tokens.count - 1; i && unit->tokens.items[i - 1].range.begin > range.begin; i--) {
    unit->tokens.items[i] = unit->tokens.items[i - 1];
    unit->tokens.items[i - 1] = token;
  }
}

/* Adds the words and the directives of the text. */
static inline void sample_tokens(struct sample *sample) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  const char *text = sample->unit.text;
  for (uint32_t at = 0; text[at]; at++) {
    const uint32_t length = (uint32_t)strspn(text + at, letters);
    if (text[at] == '#')
      sample_token(&sample->unit,
                   strncmp(text + at, "#pragma omp", 11) ? CLEAVE_TOKEN_OTHER_DIRECTIVE
                                                         : CLEAVE_TOKEN_OPENMP_PRAGMA,
                   cleave_unit_directive_line(&sample->unit, at), NULL);
    if (!length)
      continue;
    sample_token(&sample->unit, CLEAVE_TOKEN_WORD, (struct cleave_range){at, at + length},
                 cleave_arena_format(sample->unit.arena, "%.*s", (int)length, text + at));
    at += length - 1;
  }
}

/* A sample with one region under DIRECTIVE and nothing in it yet. Free it with sample_free. */
static inline struct sample *sample_new(const char *text, const char *directive, uint32_t construct) {
  struct cleave_arena *arena = cleave_arena_new();
  struct sample *sample = cleave_arena_allocate(arena, sizeof *sample);
  sample->unit = (struct cleave_unit){
      .arena = arena,
      .file = "sample.c",
      .text = text,
      .length = strlen(text),
      .openmp_version = 51,
      .regions = &sample->region,
      .region_count = 1,
  };
  struct cleave_range range = sample_find(sample, directive);
  sample->region = (struct cleave_region){
      .function = "sample",
      .construct = construct,
      .offset = range.begin,
      .directive = range,
      .line = cleave_unit_line(&sample->unit, range.begin),
  };
  cleave_options_defaults(&sample->options);
  sample_tokens(sample);
  return sample;
}

/* Adds the comment that the text holds. */
static inline void sample_comment(struct sample *sample, const char *text) {
  sample_token(&sample->unit, CLEAVE_TOKEN_COMMENT, sample_find(sample, text), NULL);
}

static inline void sample_free(struct sample *sample) { cleave_arena_free(sample->unit.arena); }

static inline uint32_t sample_variable(struct sample *sample, const char *name, const char *type,
                                       enum cleave_type_class type_class, enum cleave_sharing sharing) {
  struct cleave_region *region = &sample->region;
  struct cleave_variable variable = {
      .name = name,
      .type = type,
      .type_class = type_class,
      .sharing = sharing,
      .declared_by = CLEAVE_NO_NODE,
  };
  CLEAVE_APPEND(sample->unit.arena, region->variables, region->variable_count, variable);
  return (uint32_t)region->variable_count - 1;
}

/* Adds the bounds of a list item, `name` or `name[first:length]...`, that stands in RANGE. */
static inline void sample_bounds(struct sample *sample, struct cleave_map_item *item) {
  const char *text = sample->unit.text;
  for (uint32_t at = item->range.begin; at < item->range.end; at++) {
    if (text[at] != '[')
      continue;
    const uint32_t colon = at + (uint32_t)strcspn(text + at, ":"),
                   close = at + (uint32_t)strcspn(text + at, "]");
    const struct cleave_range ranges[] = {{at + 1, colon}, {colon + 1, close}};
    for (size_t i = 0; i < 2; i++) {
      struct cleave_bound bound = {.kind = i ? CLEAVE_BOUND_LENGTH : CLEAVE_BOUND_FIRST,
                                   .dimension = item->dimension_count,
                                   .is_zero = text[ranges[i].begin] == '0',
                                   .range = ranges[i],
                                   .type = "int"};
      CLEAVE_APPEND(sample->unit.arena, item->bounds, item->bound_count, bound);
    }
    item->dimension_count++;
    at = close;
  }
}

static inline struct cleave_map_item *sample_map(struct sample *sample, uint32_t variable,
                                                 enum cleave_map_type type, const char *text) {
  struct cleave_region *region = &sample->region;
  struct cleave_map_item item = {.variable = variable, .type = type, .range = sample_find(sample, text)};
  sample_bounds(sample, &item);
  CLEAVE_APPEND(sample->unit.arena, region->maps, region->map_count, item);
  return &region->maps[region->map_count - 1];
}

/* Adds a node under PARENT (CLEAVE_NO_NODE: the root), after its other children. */
static inline uint32_t sample_node(struct sample *sample, enum cleave_node_kind kind, uint32_t parent,
                                   const char *text) {
  struct cleave_region *region = &sample->region;
  struct cleave_node node = {
      .kind = kind,
      .parent = parent,
      .first_child = CLEAVE_NO_NODE,
      .next = CLEAVE_NO_NODE,
      .range = sample_find(sample, text),
  };
  CLEAVE_APPEND(sample->unit.arena, region->nodes, region->node_count, node);
  uint32_t index = (uint32_t)region->node_count - 1;
  if (parent != CLEAVE_NO_NODE) {
    uint32_t *link = &region->nodes[parent].first_child;
    while (*link != CLEAVE_NO_NODE)
      link = &region->nodes[*link].next;
    *link = index;
  }
  return index;
}

static inline void sample_use(struct sample *sample, uint32_t node, uint32_t variable, uint32_t flags) {
  struct cleave_node *it = &sample->region.nodes[node];
  struct cleave_use use = {variable, flags, it->range.begin};
  CLEAVE_APPEND(sample->unit.arena, it->uses, it->use_count, use);
}

/* NODE is `variable = ...`. */
static inline void sample_assignment(struct sample *sample, uint32_t node, uint32_t variable) {
  sample->region.nodes[node].assigns = true;
  sample->region.nodes[node].assigned = variable;
}

static inline void sample_fact(struct sample *sample, uint32_t node, enum cleave_fact_kind kind,
                               const char *name) {
  struct cleave_node *it = &sample->region.nodes[node];
  struct cleave_fact fact = {.kind = kind, .offset = it->range.begin, .name = name};
  if (kind == CLEAVE_FACT_CALL)
    fact.callee = cleave_callee_of(name);
  CLEAVE_APPEND(sample->unit.arena, it->facts, it->fact_count, fact);
}

/* A parallel loop: DIRECTIVE in front of BODY. */
static inline uint32_t sample_loop(struct sample *sample, uint32_t parent, uint32_t construct,
                                   const char *directive, const char *body) {
  uint32_t index = sample_node(sample, CLEAVE_NODE_LOOP, parent, directive);
  struct cleave_node *node = &sample->region.nodes[index];
  node->construct = construct;
  node->directive = node->range;
  node->body = sample_find(sample, body);
  node->range.end = node->body.end;
  return index;
}

static inline struct cleave_clause *sample_clause(struct sample *sample, uint32_t node,
                                                  enum cleave_clause_kind kind, const char *text) {
  struct cleave_node *it = &sample->region.nodes[node];
  struct cleave_clause clause = {.kind = kind, .range = sample_find(sample, text)};
  CLEAVE_APPEND(sample->unit.arena, it->clauses, it->clause_count, clause);
  return &it->clauses[it->clause_count - 1];
}

static inline void sample_clause_variable(struct sample *sample, struct cleave_clause *clause,
                                          uint32_t variable) {
  CLEAVE_APPEND(sample->unit.arena, clause->variables, clause->variable_count, variable);
}

static inline struct cleave_plan *sample_plan(struct sample *sample) {
  struct cleave_decisions decisions = {0};
  return cleave_fission_plan(&sample->unit, 0, &sample->options, &decisions);
}

/* The first remark with CODE, or NULL. */
static inline const struct cleave_remark *sample_remark(const struct cleave_plan *plan, unsigned code) {
  for (size_t i = 0; i < plan->remark_count; i++)
    if (plan->remarks[i].code == code)
      return &plan->remarks[i];
  return NULL;
}

#endif
