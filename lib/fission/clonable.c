/* FILE: lib/fission/clonable.c
 * WHAT: whether user text keeps its meaning when it is repeated on one line: additional versions share the
 *       line of existing text.
 */
#include "fission/fission_internal.h"

const char *layout_clone_obstacle(const struct cleave_unit *unit, struct cleave_range range) {
  static const char *const obstacles[] = {
      [CLEAVE_TOKEN_CONTINUATION] = "a continued line",
      [CLEAVE_TOKEN_TRIGRAPH] = "a trigraph",
      [CLEAVE_TOKEN_RAW_STRING] = "a raw string",
      [CLEAVE_TOKEN_OPENMP_PRAGMA] = "a preprocessing directive",
      [CLEAVE_TOKEN_CLEAVE_PRAGMA] = "a preprocessing directive",
      [CLEAVE_TOKEN_OTHER_DIRECTIVE] = "a preprocessing directive",
      [CLEAVE_TOKEN_DIGIT_SEPARATOR] = "a digit separator",
  };
  uint32_t kinds = 0;
  for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++)
    kinds |= (uint32_t)(obstacles[i] != NULL) << i;
  const struct cleave_token *token = cleave_find_token(&unit->tokens, range, kinds, NULL);
  return token ? obstacles[token->kind] : NULL;
}

const char *word_clone_obstacle(const struct planner *planner, struct cleave_range range) {
  static const char *const words[] = {"__COUNTER__",    "__LINE__",         "__builtin_LINE",
                                      "_Pragma",        "__builtin_COLUMN", "__builtin_source_location",
                                      "source_location"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (cleave_mentions(&planner->unit->tokens, range, words[i]))
      return words[i];
  return NULL;
}

const char *clone_obstacle(const struct planner *planner, struct cleave_range range) {
  const char *obstacle = layout_clone_obstacle(planner->unit, range);
  return obstacle ? obstacle : word_clone_obstacle(planner, range);
}

/* A repeated lambda has another type. So a template that is called with it has another instance, with static variables of its own. */
static bool has_lambda(const struct cleave_node *node) {
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind == CLEAVE_FACT_LAMBDA)
      return true;
  return false;
}

const char *fact_clone_obstacle(const struct cleave_node *node, bool has_own_labels, uint32_t *offset) {
  const bool lambda = has_lambda(node);
  for (size_t i = 0; i < node->fact_count; i++) {
    const struct cleave_fact *fact = &node->facts[i];
    *offset = fact->offset;
    if (fact->kind == CLEAVE_FACT_MACRO_BOUNDARY)
      return "parts of it come from a macro";
    if (fact->in_callee && !(lambda && fact->kind == CLEAVE_FACT_STATIC_LOCAL))
      continue;
    if (!has_own_labels && (fact->kind == CLEAVE_FACT_LABEL || fact->kind == CLEAVE_FACT_GOTO))
      return "a label";
    if (fact->kind == CLEAVE_FACT_STATIC_LOCAL)
      return "a static variable";
    if (fact->kind == CLEAVE_FACT_ASM)
      return "assembler code";
    if (fact->kind == CLEAVE_FACT_UNKNOWN_KIND)
      return "an expression of unknown kind";
  }
  return NULL;
}
