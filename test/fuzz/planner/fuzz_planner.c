/* FILE: test/fuzz/planner/fuzz_planner.c
 * WHAT: random region models -> plan -> edits -> text: nothing crashes, and the plan is a partition of
 *       the region.
 * USE:  fuzz_planner -runs=100000 -seed=1      (a libFuzzer program; -help=1 for its options)
 *       fuzz_planner FILE                      one input again, e.g. a crash-... file
 *
 * What is checked of every plan that transforms:
 *   - each statement of the region lies in exactly one step, in the order of the source;
 *   - the edits do not overlap and stay inside the region, and open as many braces as they close;
 *   - the text for the compiler has as many lines as before;
 *   - the same unit planned again gives the same text: host and device have to agree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "compile/compile_driver.h"
#include "fission/fission.h"
#include "model/arena.h"
#include "model/dump.h"
#include "model/reasons.h"
#include "print/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Said at the end, so that one sees whether plans were checked at all. */
static unsigned long planned, transformed;

static void print_counts(void) {
  fprintf(stderr, "fuzz_planner: %lu regions planned, %lu of them transformed\n", planned, transformed);
}

static void expect(bool holds, const struct cleave_unit *unit, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "fuzz_planner: %s\n%s\n%s", what, unit->text, cleave_unit_dump(unit));
  abort();
}

/* ---- The plan is a partition --------------------------------------------------------------------------- */

static void check_children(const struct cleave_unit *unit, const struct cleave_plan_node *step);

/* Checks STEP, which must begin at NODE. Returns the sibling behind it. */
static uint32_t check_step(const struct cleave_unit *unit, const struct cleave_plan_node *step,
                           uint32_t node) {
  const struct cleave_node *nodes = unit->regions[0].nodes;
  expect(node != CLEAVE_NO_NODE, unit, "more steps than statements");
  expect(step->node == node, unit, "a step is not at the next statement");
  switch (step->kind) {
  case CLEAVE_PLAN_KERNEL:
    expect(nodes[node].kind == CLEAVE_NODE_LOOP, unit, "a kernel without a loop");
    expect(step->directive != NULL, unit, "a kernel without a directive");
    return nodes[node].next;
  case CLEAVE_PLAN_SERIAL:
    expect(step->directive != NULL, unit, "a serial kernel without a directive");
    while (node != step->last) {
      node = nodes[node].next;
      expect(node != CLEAVE_NO_NODE, unit, "a serial kernel ends outside of its block");
    }
    return nodes[node].next;
  case CLEAVE_PLAN_DECLARATION:
    expect(nodes[node].kind == CLEAVE_NODE_DECLARATION, unit, "no declaration");
    /* Its initializers are the first statements of the serial kernel behind it. */
    return step->initializes_on_device ? node : nodes[node].next;
  case CLEAVE_PLAN_HOST:
  case CLEAVE_PLAN_REMOVED:
    return nodes[node].next;
  case CLEAVE_PLAN_CONTROL:
  case CLEAVE_PLAN_FLATTENED:
  case CLEAVE_PLAN_ITERATIONS:
    check_children(unit, step);
    return nodes[node].next;
  }
  expect(false, unit, "an unknown step");
  return CLEAVE_NO_NODE;
}

static void check_children(const struct cleave_unit *unit, const struct cleave_plan_node *step) {
  uint32_t at = unit->regions[0].nodes[step->node].first_child;
  for (size_t i = 0; i < step->child_count; i++)
    at = check_step(unit, step->children[i], at);
  expect(at == CLEAVE_NO_NODE, unit, "a statement is in no step");
}

/* ---- The edits -------------------------------------------------------------------------------------------- */

static void check_edits(const struct cleave_unit *unit, const struct cleave_plan *plan) {
  const struct cleave_region *region = &unit->regions[0];
  struct cleave_edits edits = {0};
  cleave_print_plan(unit, plan, &edits);
  expect(edits.count > 0, unit, "a plan that transforms edits nothing");
  cleave_print_sort(&edits);
  long open = 0;
  for (size_t i = 0; i < edits.count; i++) {
    const struct cleave_edit *edit = &edits.items[i];
    expect(edit->range.begin <= edit->range.end, unit, "an edit ends before it begins");
    expect(edit->range.begin >= region->offset && edit->range.end <= region->nodes[0].range.end, unit,
           "an edit outside of the region");
    expect(!i || edits.items[i - 1].range.end <= edit->range.begin, unit, "edits overlap");
    for (size_t p = 0; p < edit->piece_count; p++) {
      open += edit->pieces[p].kind == CLEAVE_PIECE_OPEN;
      open -= edit->pieces[p].kind == CLEAVE_PIECE_CLOSE;
      expect(open >= 0, unit, "a brace is closed that nothing opened");
    }
  }
  expect(!open, unit, "a brace stays open");
}

static size_t count_lines(const char *text, size_t length) {
  size_t lines = 0;
  for (size_t i = 0; i < length; i++)
    lines += text[i] == '\n';
  return lines;
}

static void check_remarks(const struct cleave_unit *unit, const struct cleave_result *result) {
  for (size_t i = 0; i < result->remark_count; i++) {
    const struct cleave_remark *remark = &result->remarks[i];
    expect(cleave_reason_find(remark->code) != NULL, unit, "a remark without a row in the table");
    expect(remark->message && *remark->message, unit, "a remark without words");
    expect(remark->offset <= unit->length, unit, "a remark outside of the file");
  }
}

static void check_unit(const struct cleave_unit *unit, const struct cleave_options *options) {
  struct cleave_decisions decisions = {0};
  const struct cleave_plan *plan = cleave_fission_plan(unit, 0, options, &decisions);
  if (!planned++)
    atexit(print_counts);
  transformed += plan->transforms;
  if (plan->transforms) {
    expect(check_step(unit, plan->root, 0) == CLEAVE_NO_NODE, unit, "the root has a sibling");
    check_edits(unit, plan);
  }
  const struct cleave_result *first = cleave_compile(unit, options);
  const struct cleave_result *second = cleave_compile(unit, options);
  expect((first->text != NULL) == plan->transforms, unit, "text and plan do not agree");
  check_remarks(unit, first);
  if (first->text) {
    expect(count_lines(first->text, first->length) == count_lines(unit->text, unit->length), unit,
           "the text for the compiler has another number of lines");
    expect(first->length == second->length && !memcmp(first->text, second->text, first->length), unit,
           "planned again, the text is another one");
    expect(first->readable && strlen(first->readable) == first->readable_length, unit,
           "the text for readers has no end");
    expect(cleave_compile_check(unit, second, first->stamp) == NULL, unit, "the stamps do not agree");
  }
  const struct cleave_unit *const units[] = {unit};
  cleave_compile_report(units, 1, first);
  cleave_drive_summary(units, 1, first);
  cleave_unit_dump(unit);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_options options;
  const struct cleave_unit *unit = decode_unit(arena, bytes, size, &options);
  check_unit(unit, &options);
  cleave_arena_free(arena);
  return 0;
}
