/* FILE: lib/compile/expanding.c
 * WHAT: expands macros that contain directives, clauses or ends of statements of a region, and reads the
 *       translation unit again. If a region still cannot be transformed, one more reading restores its
 *       macros.
 */
#include <string.h>

#include "compile/compile_driver.h"
#include "model/arena.h"
#include "model/reasons.h"

/* Whether REGION is refused because of macros. Further obstacles are found when they are expanded. */
static bool macros_are_in_the_way(const struct cleave_result *result, uint32_t region) {
  for (size_t i = 0; i < result->remark_count; i++) {
    const struct cleave_remark *remark = &result->remarks[i];
    if (remark->region == region &&
        (remark->code == CLEAVE_REASON_REGION_MACRO || remark->code == CLEAVE_REASON_CLAUSE_MACRO ||
         remark->code == CLEAVE_REASON_MACRO_BOUNDARY))
      return true;
  }
  return false;
}

/* Whether AGAIN has the regions of FIRST. */
static bool has_same_regions(const struct cleave_unit *first, const struct cleave_unit *again) {
  return first->region_count == again->region_count && !strcmp(first->file, again->file);
}

/* Reads the files again, with TEXTS. Returns NULL if their number or regions have changed. */
static struct cleave_unit **read_again(struct cleave_unit *const *units, size_t count,
                                       const struct cleave_reader *reader,
                                       const struct cleave_expanded *texts) {
  struct cleave_unit **again = reader->read_again(reader->context, texts);
  for (size_t i = 0; again && i < count; i++) {
    if (!has_same_regions(units[i], again[i]))
      return NULL;
    again[i]->original = units[i];
    again[i]->substitutions = texts[i].substitutions;
    again[i]->substitution_count = texts[i].substitution_count;
  }
  return again;
}

/* Maps the remarks to positions in the user's text. */
static void move_remarks(struct cleave_unit *const *units, size_t count, struct cleave_result *results) {
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < results[i].remark_count; j++)
      results[i].remarks[j].offset = cleave_print_origin(units[i], results[i].remarks[j].offset);
}

/* Replaces TO's remarks on REGION with FROM's. */
static void take_remarks(struct cleave_arena *arena, struct cleave_result *to,
                         const struct cleave_result *from, uint32_t region) {
  const struct cleave_remark *old = to->remarks;
  const size_t count = to->remark_count;
  bool taken = false;
  to->remarks = NULL;
  to->remark_count = 0;
  for (size_t i = 0; i < count; i++) {
    if (old[i].region != region)
      CLEAVE_APPEND(arena, to->remarks, to->remark_count, old[i]);
    for (size_t j = 0; old[i].region == region && !taken && j < from->remark_count; j++)
      if (from->remarks[j].region == region)
        CLEAVE_APPEND(arena, to->remarks, to->remark_count, from->remarks[j]);
    taken |= old[i].region == region;
  }
}

struct cleave_result *cleave_compile_expanding(struct cleave_unit *const *units, size_t count,
                                               const struct cleave_options *options,
                                               const struct cleave_reader *reader) {
  struct cleave_arena *arena = units[0]->arena;
  const struct cleave_unit *const *before = (const struct cleave_unit *const *)units;
  struct cleave_result *results = cleave_compile_files(before, count, options);
  struct cleave_expanded *texts = cleave_arena_allocate(arena, count * sizeof *texts);
  bool **wanted = cleave_arena_allocate(arena, count * sizeof *wanted);
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    wanted[i] = cleave_arena_allocate(arena, units[i]->region_count + 1);
    for (uint32_t r = 0; r < units[i]->region_count; r++)
      any |= wanted[i][r] = macros_are_in_the_way(&results[i], r);
  }
  if (!any)
    return results;
  reader->read_invocations(reader->context);

  const struct cleave_result *first = NULL; /* of the reading with all macros expanded */
  bool **refused = cleave_arena_allocate(arena, count * sizeof *refused);
  bool all = false;
  for (unsigned round = 0; round < 2 && !all; round++) {
    any = false;
    for (size_t i = 0; i < count; i++) {
      texts[i] = cleave_print_expand(units[i], wanted[i]);
      any |= texts[i].text != NULL;
    }
    struct cleave_unit **again = any ? read_again(units, count, reader, texts) : NULL;
    if (!again)
      break;
    struct cleave_result *second =
        cleave_compile_files((const struct cleave_unit *const *)again, count, options);
    move_remarks(again, count, second);
    all = true;
    for (size_t i = 0; i < count; i++) {
      if (!first)
        refused[i] = cleave_arena_allocate(arena, units[i]->region_count + 1);
      for (uint32_t r = 0; r < units[i]->region_count; r++) {
        const bool stays = wanted[i][r] && !second[i].transformed[r];
        all &= !stays;
        wanted[i][r] &= !stays;
        refused[i][r] |= !first && stays;
      }
    }
    first = first ? first : second;
    if (all)
      results = second;
  }
  /* An obstacle other than macros is more useful to the user. */
  for (size_t i = 0; first && i < count; i++)
    for (uint32_t r = 0; r < units[i]->region_count; r++)
      if (refused[i][r])
        take_remarks(arena, &results[i], &first[i], r);
  return results;
}
