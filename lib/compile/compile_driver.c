/* FILE: lib/compile/compile_driver.c
 * WHAT: compiles one translation unit, and writes the host's stamp.
 */
#include "compile/compile_driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "environments/environment_choice.h"
#include "fission/fission.h"
#include "model/arena.h"
#include "model/reasons.h"
#include "model/text.h"
#include "print/print.h"

static void add_remark(const struct cleave_unit *unit, struct cleave_result *result,
                       struct cleave_remark remark) {
  CLEAVE_APPEND(unit->arena, result->remarks, result->remark_count, remark);
  /* In source order; stable for equal offsets. */
  for (size_t i = result->remark_count - 1;
       i && result->remarks[i - 1].region == remark.region && result->remarks[i - 1].offset > remark.offset;
       i--) {
    result->remarks[i] = result->remarks[i - 1];
    result->remarks[i - 1] = remark;
  }
}

/* Adds the remarks on the pragmas of one region, or on those of none. Returns false if one of them is an
 * error. */
static bool add_pragma_remarks(const struct cleave_unit *unit, struct cleave_result *result,
                               uint32_t region) {
  bool correct = true;
  for (size_t i = 0; i < unit->pragma_count; i++) {
    const struct cleave_pragma *pragma = &unit->pragmas[i];
    if (pragma->region != region)
      continue;
    const char *word = NULL;
    const bool for_function = pragma->hints & CLEAVE_HINT_CALLEE_NO_OPENMP;
    if (pragma->place == CLEAVE_PRAGMA_NOWHERE || (for_function && pragma->place != CLEAVE_PRAGMA_FUNCTION))
      add_remark(
          unit, result,
          cleave_reason_remark(unit->arena, CLEAVE_REASON_PRAGMA_NOWHERE, region, pragma->offset, NULL));
    else if (pragma->place == CLEAVE_PRAGMA_LOOP && (word = cleave_hints_not_for_loop(pragma->hints)))
      add_remark(unit, result,
                 cleave_reason_remark(unit->arena, CLEAVE_REASON_PRAGMA_PLACE, region, pragma->offset, word));
    correct &= !word;
  }
  return correct;
}

/* Whether the remark was added before: a function and its callers have the same regions. */
static bool has_remark(const struct cleave_result *result, const struct cleave_remark *remark) {
  for (size_t i = 0; i < result->remark_count; i++)
    if (result->remarks[i].code == remark->code && result->remarks[i].offset == remark->offset &&
        !strcmp(result->remarks[i].message, remark->message))
      return true;
  return false;
}

/* The text of the environments of FUNCTION. */
static struct cleave_edits print_environments(const struct cleave_unit *unit,
                                              const struct cleave_host_function *function,
                                              const struct cleave_environments *environments) {
  struct cleave_edits edits = {0};
  for (size_t i = 0; i < environments->count; i++) {
    cleave_print_environment(unit, function, &environments->items[i], CLEAVE_BEGIN_FOR_READER, &edits);
    cleave_print_environment(unit, function, &environments->items[i], CLEAVE_BEGIN_FOR_COMPILER, &edits);
    cleave_print_environment(unit, function, &environments->items[i], CLEAVE_ENVIRONMENT_END, &edits);
  }
  return edits;
}

/* Replaces the environments and remarks of FUNCTION by a remark at its first region. */
static void refuse_environments(const struct cleave_unit *unit, const struct cleave_host_function *function,
                                struct cleave_environments *environments, unsigned reason,
                                const char *subject) {
  *environments = (struct cleave_environments){0};
  for (size_t i = 0; i < function->node_count; i++) {
    const struct cleave_host_node *node = &function->nodes[i];
    if (node->kind != CLEAVE_HOST_REGION || node->region == CLEAVE_NO_REGION)
      continue;
    const struct cleave_remark remark =
        cleave_reason_remark(unit->arena, reason, node->region, unit->regions[node->region].offset, subject);
    CLEAVE_APPEND(unit->arena, environments->remarks, environments->remark_count, remark);
    return;
  }
}

/* The instances of a template share its text: the first one keeps its environments if all instances have them. */
static void unite_instances(const struct cleave_unit *unit, struct cleave_environments *all, uint32_t first) {
  const struct cleave_host_function *function = &unit->functions[first];
  const struct cleave_edits text = print_environments(unit, function, &all[first]);
  bool alike = true;
  for (uint32_t i = first + 1; i < unit->function_count; i++)
    if (unit->functions[i].pattern == function->pattern) {
      const struct cleave_edits other = print_environments(unit, &unit->functions[i], &all[i]);
      alike &= cleave_print_edits_digest(unit, 0, text.items, text.count) ==
               cleave_print_edits_digest(unit, 0, other.items, other.count);
      all[i] = (struct cleave_environments){0};
    }
  if (!alike)
    refuse_environments(unit, function, &all[first], CLEAVE_REASON_OUTSIDE_INSTANCES, function->name);
}

/* Whether an earlier function of the file is an instance of the same template. */
static bool is_later_instance(const struct cleave_unit *unit, uint32_t index) {
  for (uint32_t i = 0; i < index; i++)
    if (unit->functions[i].pattern == unit->functions[index].pattern)
      return unit->functions[index].pattern != NULL;
  return false;
}

/* Plans the data environments of one file, and adds the text before their statements to EDITS. */
static struct cleave_environments *plan_environments(const struct cleave_unit *unit,
                                                     const struct cleave_options *options,
                                                     struct cleave_decisions *decisions,
                                                     struct cleave_result *result, struct cleave_edits *edits,
                                                     struct cleave_text *stamp) {
  struct cleave_environments *all =
      cleave_arena_allocate(unit->arena, (unit->function_count + 1) * sizeof *all);
  for (uint32_t i = 0; i < unit->function_count; i++) {
    const struct cleave_host_function *function = &unit->functions[i];
    all[i] = cleave_environments_plan(unit, i, options, decisions);
    const struct cleave_edits text = print_environments(unit, function, &all[i]);
    const char *macro =
        text.count ? cleave_print_find_macro_in(unit, (struct cleave_range){0, function->nodes[0].range.end},
                                                text.items, text.count)
                   : NULL;
    if (macro)
      refuse_environments(unit, function, &all[i], CLEAVE_REASON_OUTSIDE_MACRO, macro);
  }
  for (uint32_t i = 0; i < unit->function_count; i++)
    if (unit->functions[i].pattern && !is_later_instance(unit, i))
      unite_instances(unit, all, i);
  for (uint32_t i = 0; i < unit->function_count; i++) {
    for (size_t j = 0; j < all[i].remark_count; j++)
      if (!has_remark(result, &all[i].remarks[j]))
        add_remark(unit, result, all[i].remarks[j]);
    for (size_t j = 0; j < all[i].count; j++) {
      const size_t first = edits->count;
      cleave_print_environment(unit, &unit->functions[i], &all[i].items[j], CLEAVE_BEGIN_FOR_READER, edits);
      const uint32_t begin = unit->functions[i].nodes[all[i].items[j].first].range.begin;
      cleave_text_format(stamp, " %" PRIu32 ":%016" PRIx64,
                         cleave_unit_line((struct cleave_unit *)unit, begin),
                         cleave_print_edits_digest(unit, begin, edits->items + first, edits->count - first));
    }
  }
  return all;
}

/* Plans one file. Adds its regions to STAMP. Returns false if the user has to correct something. */
static bool plan_file(const struct cleave_unit *unit, const struct cleave_options *options,
                      struct cleave_decisions *decisions, struct cleave_result *result,
                      struct cleave_edits *edits, struct cleave_text *stamp) {
  bool correct = add_pragma_remarks(unit, result, CLEAVE_NO_REGION);
  const struct cleave_environments *environments =
      plan_environments(unit, options, decisions, result, edits, stamp);
  result->transformed = cleave_arena_allocate(unit->arena, unit->region_count + 1);
  for (uint32_t i = 0; i < unit->region_count; i++) {
    correct &= add_pragma_remarks(unit, result, i);
    const struct cleave_decisions before = *decisions;
    const struct cleave_plan *plan = cleave_fission_plan(unit, i, options, decisions);
    const size_t first = edits->count;
    cleave_print_plan(unit, plan, edits);
    const char *macro =
        edits->count == first
            ? NULL
            : cleave_print_find_macro(unit, &unit->regions[i], edits->items + first, edits->count - first);
    if (macro) {
      edits->count = first;
      *decisions = before;
      plan = cleave_fission_refuse_word(unit, i, options, macro);
    }
    for (size_t j = 0; j < plan->remark_count; j++)
      add_remark(unit, result, plan->remarks[j]);
    result->transformed[i] = edits->count != first;
    if (result->transformed[i])
      cleave_text_format(
          stamp, " %" PRIu32 ":%016" PRIx64, unit->regions[i].line,
          cleave_print_digest(unit, &unit->regions[i], edits->items + first, edits->count - first));
  }
  for (uint32_t i = 0; i < unit->function_count; i++)
    for (size_t j = environments[i].count; j--;)
      cleave_print_environment(unit, &unit->functions[i], &environments[i].items[j], CLEAVE_ENVIRONMENT_END,
                               edits);
  for (uint32_t i = 0; i < unit->function_count; i++)
    for (size_t j = 0; j < environments[i].count; j++)
      cleave_print_environment(unit, &unit->functions[i], &environments[i].items[j],
                               CLEAVE_BEGIN_FOR_COMPILER, edits);
  return correct;
}

/* Lines of skip= without a region. With the first file, since a line may be that of a header. */
static void add_skip_remarks(const struct cleave_unit *const *units, size_t count,
                             const struct cleave_options *options, struct cleave_result *result) {
  for (size_t i = 0; i < options->skip_count; i++) {
    bool found = false;
    for (size_t file = 0; file < count; file++)
      for (size_t j = 0; j < units[file]->region_count; j++)
        found |= units[file]->regions[j].line == options->skips[i];
    if (!found)
      add_remark(units[0], result,
                 cleave_reason_remark(units[0]->arena, CLEAVE_REASON_SKIP_NOWHERE, CLEAVE_NO_REGION, 0,
                                      cleave_arena_format(units[0]->arena, "%" PRIu32, options->skips[i])));
  }
}

struct cleave_result *cleave_compile_files(const struct cleave_unit *const *units, size_t count,
                                           const struct cleave_options *options) {
  struct cleave_arena *arena = units[0]->arena;
  struct cleave_result *results = cleave_arena_allocate(arena, count * sizeof *results);
  struct cleave_edits *edits = cleave_arena_allocate(arena, count * sizeof *edits);
  struct cleave_decisions decisions = {0};
  struct cleave_text stamp = {.arena = arena};
  bool correct = true;
  for (size_t i = 0; i < count; i++)
    correct &= plan_file(units[i], options, &decisions, &results[i], &edits[i], &stamp);
  add_skip_remarks(units, count, options, &results[0]);
  if (!stamp.length || !correct)
    return results;
  for (size_t i = 0; i < options->differing_count; i++)
    cleave_text_format(&stamp, " %" PRIu32 ":0", options->differing[i]);
  for (size_t i = 0; i < count; i++) {
    if (!edits[i].count)
      continue;
    struct cleave_result *result = &results[i];
    cleave_print_include(units[i], &edits[i]);
    cleave_print_sort(&edits[i]);
    result->text = cleave_print_for_compiler(units[i], &edits[i], &result->length);
    result->readable = cleave_print_for_reader(units[i], &edits[i], &result->readable_length);
  }
  results[0].declarations = cleave_print_declarations(units[0], edits, count);
  results[0].stamp =
      cleave_arena_format(arena, "__asm__(\"/* %s%s */\");", CLEAVE_STAMP_MARK, cleave_text_get(&stamp));
  return results;
}

struct cleave_result *cleave_compile(const struct cleave_unit *unit, const struct cleave_options *options) {
  return cleave_compile_files(&unit, 1, options);
}
