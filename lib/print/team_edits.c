/* FILE: lib/print/team_edits.c
 * WHAT: the text of a kernel whose teams execute an iteration each, and whose threads share the loops in its body
 *       (fission/team_loops.c).
 *
 *   #pragma omp target teams thread_limit(128) num_teams(cleave_thread_end) ...
 *   #pragma omp parallel
 *   { const int cleave_thread = omp_get_thread_num(), cleave_thread_count = omp_get_num_threads(), ...;
 *     for (int cleave_thread_team = omp_get_team_num(); cleave_thread_team < cleave_thread_end; ... += the number of teams) {
 *       int i = cleave_first_0 + cleave_thread_team * 1;
 *       { for (int t = 0; t < steps; t++) {
 *           { const long cleave_thread_first = 1, cleave_thread_total = m - 2;
 *             for (long cleave_position = cleave_thread; cleave_position < cleave_thread_total; ... += cleave_thread_count) {
 *               int j = cleave_thread_first + cleave_position * 1; { BODY } }
 *   #pragma omp barrier
 *           } } } } }
 *
 * Any number of teams and of threads is right.
 */
#include "print/team_edits.h"

#include "abi/entry_points.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

const char *cleave_print_team_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  return cleave_arena_format(unit->arena, " thread_limit(%u) num_teams(%s_end)", mapping->threads,
                             mapping->thread_name);
}

static void add_shared_loop(struct cleave_text *out, const struct cleave_unit *unit,
                            const struct cleave_mapping *mapping, const struct cleave_team_loop *loop) {
  const char *thread = mapping->thread_name, *position = mapping->position_name;
  cleave_text_format(out, "{ const long %s_first = %s, %s_total = %s; ", thread,
                     cleave_expression_text(unit, loop->first), thread,
                     cleave_expression_text(unit, loop->count));
  cleave_text_format(
      out, "_Pragma(\"clang loop unroll(disable)\") for (long %s = %s; %s < %s_total; %s += %s_count) { ",
      position, thread, position, thread, position, thread);
  cleave_text_format(out, CLEAVE_NO_DEBUG "%s %s = (%s)(%s_first + %s * %ldL); ", loop->type, loop->counter,
                     loop->type, thread, position, (long)loop->step);
  cleave_print_tiled_source(out, unit, NULL, loop->body.begin, loop->body.end);
  cleave_text_add(out, " } _Pragma(\"omp barrier\") } ");
}

const char *cleave_print_team_body(const struct cleave_unit *unit, const struct cleave_region *region,
                                   const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  const struct cleave_mapped_loop *loop = &mapping->loops[0];
  const char *thread = mapping->thread_name;
  cleave_text_format(
      &out,
      "{ cleave_version(); const int %s = omp_get_thread_num(), %s_count = omp_get_num_threads(), "
      "%s_teams = omp_get_num_teams(); ",
      thread, thread, thread);
  cleave_text_format(&out, "for (int %s_team = omp_get_team_num(); %s_team < %s_end; %s_team += %s_teams) { ",
                     thread, thread, thread, thread, thread);
  cleave_add_counter(&out, loop, loop->counter, loop->type,
                     cleave_arena_format(unit->arena, "%s_team", thread));
  cleave_text_add(&out, "{ ");
  if (mapping->disjoint)
    cleave_print_assumptions(&out, region, mapping->disjoint);
  uint32_t at = mapping->body.begin;
  for (size_t i = 0; i < mapping->team_loop_count; i++) {
    cleave_print_tiled_source(&out, unit, NULL, at, mapping->team_loops[i].begin);
    add_shared_loop(&out, unit, mapping, &mapping->team_loops[i]);
    at = mapping->team_loops[i].body.end;
  }
  cleave_print_tiled_source(&out, unit, NULL, at, mapping->body.end);
  cleave_text_add(&out, " } } } }");
  return cleave_text_get(&out);
}
