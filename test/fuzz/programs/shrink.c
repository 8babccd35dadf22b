/* FILE: test/fuzz/programs/shrink.c
 * WHAT: greedy reduction: try a smaller program; keep it if it still shows the finding.
 *
 * Whether a smaller program is still defined is not reasoned about, but tried: its plain form must
 * print the same in all runs, whatever unwritten memory holds (checks.thorough). Nodes whose absence
 * would let iterations race are not removable.
 */
#include "shrink.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

struct shrinking {
  const struct tools *tools;
  struct program *const *programs;
  size_t count;
  struct checks checks;
  struct finding finding; /* of the smallest program so far */
  time_t end;
};

static bool is_over(const struct shrinking *shrinking) { return time(NULL) > shrinking->end; }

static bool still_shows(struct shrinking *shrinking) {
  struct finding finding =
      check_programs(shrinking->tools, shrinking->programs, shrinking->count, &shrinking->checks, NULL, NULL);
  if (finding.kind != shrinking->finding.kind)
    return false;
  shrinking->finding = finding;
  return true;
}

/* ---- Functions ------------------------------------------------------------------------------------------ */

static size_t list_functions(const struct shrinking *shrinking, struct function **list, size_t room) {
  size_t count = 0;
  for (size_t p = 0; p < shrinking->count; p++)
    for (size_t f = 0; f < shrinking->programs[p]->function_count; f++)
      if (!shrinking->programs[p]->functions[f].gone && count < room)
        list[count++] = &shrinking->programs[p]->functions[f];
  return count;
}

static void keep_only_suspect(struct shrinking *shrinking) {
  struct function *list[1024];
  const size_t count = list_functions(shrinking, list, 1024);
  char name[80] = "f";
  strcat(name, shrinking->finding.function);
  char *point = strchr(name, '.');
  if (!point)
    return;
  *point = '_';
  for (size_t i = 0; i < count; i++)
    list[i]->gone = strcmp(list[i]->name, name) != 0;
  if (still_shows(shrinking))
    return;
  for (size_t i = 0; i < count; i++)
    list[i]->gone = false;
}

static void drop_functions(struct shrinking *shrinking) {
  struct function *list[1024];
  size_t count = list_functions(shrinking, list, 1024);
  for (size_t step = (count + 1) / 2; count > 1 && step && !is_over(shrinking);) {
    for (size_t at = 0; at < count && !is_over(shrinking); at += step) {
      for (size_t i = at; i < at + step && i < count; i++)
        list[i]->gone = true;
      if (!still_shows(shrinking))
        for (size_t i = at; i < at + step && i < count; i++)
          list[i]->gone = false;
    }
    count = list_functions(shrinking, list, 1024);
    step = step > 1 ? (step + 1) / 2 : 0;
  }
}

/* ---- Nodes ------------------------------------------------------------------------------------------------- */

static bool try_instead(struct shrinking *shrinking, struct node *node, struct node *instead) {
  node->instead = instead;
  if (still_shows(shrinking))
    return true;
  node->instead = NULL;
  return false;
}

/* Returns whether anything became smaller. */
static bool shrink_node(struct shrinking *shrinking, struct node *node) {
  static struct node one = {.role = ROLE_EXPRESSION, .text = "1"};
  if (node->gone || is_over(shrinking))
    return false;
  if (node->instead)
    return node->instead != &one && shrink_node(shrinking, node->instead);
  bool smaller = false;
  if (node->removable) {
    node->gone = true;
    if (still_shows(shrinking))
      return true;
    node->gone = false;
  }
  if (node->role == ROLE_EXPRESSION && node->child_count) {
    if (try_instead(shrinking, node, &one))
      return true;
    for (size_t i = 0; i < node->child_count; i++)
      if (node->children[i]->role == ROLE_EXPRESSION && try_instead(shrinking, node, node->children[i]))
        return true;
  }
  /* What a branch or loop holds, without the branch or loop. */
  for (size_t i = 0; node->role == ROLE_STATEMENT && node->removable && i < node->child_count; i++)
    if (node->children[i]->role == ROLE_LIST && node->children[i]->child_count &&
        node->children[i]->children[0]->role == ROLE_STATEMENT &&
        try_instead(shrinking, node, node->children[i])) {
      shrink_node(shrinking, node->instead);
      return true;
    }
  for (size_t i = 0; i < node->child_count; i++)
    smaller |= shrink_node(shrinking, node->children[i]);
  return smaller;
}

static bool shrink_sizes(struct shrinking *shrinking, struct function *function) {
  static const unsigned sizes[] = {2, 4, 8, 16, 64};
  const unsigned size = function->size, side = function->side;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] < size && !is_over(shrinking); i++) {
    function->size = sizes[i];
    function->side = side < sizes[i] ? side : sizes[i];
    if (still_shows(shrinking))
      return true;
  }
  function->size = size;
  function->side = side;
  return false;
}

struct finding shrink_programs(const struct tools *tools, struct program *const *programs, size_t count,
                               const struct checks *checks, const struct finding *finding, unsigned seconds) {
  struct shrinking shrinking = {.tools = tools,
                                .programs = programs,
                                .count = count,
                                .checks = *checks,
                                .finding = *finding,
                                .end = time(NULL) + (time_t)seconds};
  shrinking.checks.readable = finding->kind == FINDING_READABLE;
  if (finding->kind > FINDING_PLAIN)
    shrinking.checks.forms = finding->kind == FINDING_READABLE ? 0 : 1u << finding->form;
  shrinking.checks.thorough = finding->kind > FINDING_PLAIN;
  if (programs[0]->expressions) /* to find the program is no part of making it smaller */
    shrinking.end += 600;
  keep_only_suspect(&shrinking);
  drop_functions(&shrinking);
  shrinking.end = time(NULL) + (time_t)seconds;
  struct function *list[1024];
  const size_t functions = list_functions(&shrinking, list, 1024);
  bool smaller = finding->kind > FINDING_PLAIN; /* the whole function says what the generator did */
  while (smaller && !is_over(&shrinking)) {
    smaller = false;
    for (size_t i = 0; i < functions; i++) {
      smaller |= shrink_sizes(&shrinking, list[i]);
      smaller |= shrink_node(&shrinking, list[i]->tree);
    }
  }
  return shrinking.finding;
}
