/* FILE: lib/print/mapping_edits.c
 * WHAT: the text of a loop nest mapped to the grid: one loop over the threads, with 32-bit numbers.
 *
 *   { const long cleave_first_0 = 0, cleave_first_1 = 1; const int cleave_count_0 = n, cleave_count_1 = m - 2;
 *     const int cleave_span = cleave_mapping_span(...);
 *   #pragma omp target ...
 *     for (int cleave_thread = 0; cleave_thread < ((count_0 - 1) / span + 1) * count_1; cleave_thread++) {
 *       int j = cleave_first_1 + cleave_thread % cleave_count_1 * 1;
 *       for (int cleave_position = cleave_thread / cleave_count_1 * cleave_span, its end; ...; cleave_position++) {
 *         int i = cleave_first_0 + cleave_position * 1; { BODY } } } }
 *
 * Without iterations the span is 1, so the loop over threads has none either. A thread divides once for the iterations of its span. No product overflows: libcleave returns 0 for more than half of INT_MAX
 * iterations, and the loop of the version then does not run.
 */
#include "print/mapping_edits.h"

#include "model/text.h"
#include "print/calls.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

const char *cleave_print_mapping_head(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  cleave_text_add(&out, "{ ");
  for (size_t i = 0; i < mapping->loop_count; i++) {
    const struct cleave_mapped_loop *loop = &mapping->loops[i];
    const char *count = cleave_expression_text(unit, loop->count);
    cleave_text_format(
        &out,
        CLEAVE_NO_DEBUG "const long %s = %s; " CLEAVE_NO_DEBUG "const int %s = (%s) > 0 ? (int)(%s) : 0; ",
        loop->first_name, cleave_expression_text(unit, loop->first), loop->count_name, count, count);
  }
  cleave_text_format(&out, CLEAVE_NO_DEBUG "const int %s = %s; ", mapping->span_name,
                     cleave_expression_text(unit, mapping->span));
  return cleave_text_get(&out);
}

void cleave_print_assumptions(struct cleave_text *out, const struct cleave_region *region,
                              const struct cleave_disjoint *disjoint) {
  for (size_t i = 0; i < disjoint->written_count; i++)
    for (size_t j = i + 1; j < disjoint->object_count; j++)
      cleave_text_format(out, "__builtin_assume_separate_storage(%s, %s); ",
                         region->variables[disjoint->objects[i].variable].name,
                         region->variables[disjoint->objects[j].variable].name);
}

static void add_counter(struct cleave_text *out, const struct cleave_mapped_loop *loop,
                        const char *position) {
  cleave_text_format(out, "%s %s = (%s)(%s + (long)(%s) * %ldL); ", loop->type, loop->counter, loop->type,
                     loop->first_name, position, (long)loop->step);
}

const char *cleave_print_mapping_loop(const struct cleave_unit *unit, const struct cleave_region *region,
                                      const struct cleave_mapping *mapping) {
  struct cleave_arena *arena = unit->arena;
  const struct cleave_mapped_loop *walk = &mapping->loops[mapping->walk],
                                  *lane = &mapping->loops[mapping->lane];
  const char *thread = mapping->thread_name, *position = mapping->position_name, *span = mapping->span_name;
  const char *groups = cleave_arena_format(arena, "((%s - 1) / %s + 1)", walk->count_name, span);
  struct cleave_text out = {.arena = arena};
  cleave_text_format(&out, "for (int %s = 0; %s < %s * %s", thread, thread, groups, lane->count_name);
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (i != mapping->walk && i != mapping->lane)
      cleave_text_format(&out, " * %s", mapping->loops[i].count_name);
  cleave_text_format(&out, "; %s++) { ", thread);
  add_counter(&out, lane, cleave_arena_format(arena, "%s %% %s", thread, lane->count_name));
  const char *rest = cleave_arena_format(arena, "%s / %s", thread, lane->count_name);
  for (size_t i = mapping->loop_count; i--;)
    if (i != mapping->walk && i != mapping->lane) {
      add_counter(&out, &mapping->loops[i],
                  cleave_arena_format(arena, "%s %% %s", rest, mapping->loops[i].count_name));
      rest = cleave_arena_format(arena, "%s / %s", rest, mapping->loops[i].count_name);
    }
  cleave_text_format(&out,
                     "for (int %s = %s * %s, %s_end = %s - %s < %s ? %s : %s + %s; %s < %s_end; %s++) { ",
                     position, rest, span, position, walk->count_name, position, span, walk->count_name,
                     position, span, position, position, position);
  add_counter(&out, walk, position);
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (mapping->loops[i].is_inside)
      cleave_text_format(&out, "if (%s) ", cleave_expression_text(unit, mapping->loops[i].is_inside));
  cleave_text_add(&out, "{ ");
  if (mapping->disjoint)
    cleave_print_assumptions(&out, region, mapping->disjoint);
  cleave_print_unrolled_source(&out, unit, mapping->body, &mapping->unrolled);
  cleave_text_add(&out, " } } } }");
  return cleave_text_get(&out);
}
