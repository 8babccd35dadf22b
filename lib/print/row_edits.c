/* FILE: lib/print/row_edits.c
 * WHAT: the text of a kernel whose iterations are rows (fission/row_loops.c).
 *
 *   { const int cleave_span = the rows of a block, cleave_thread_end = the number of blocks;
 *     int cleave_thread_first[256], cleave_thread_size[256]; short cleave_thread_order[256]; ...
 *   #pragma omp target teams private(...) allocate(omp_pteam_mem_alloc: ...) num_teams(cleave_thread_end) thread_limit(256) ...
 *   #pragma omp parallel
 *     { for (each block of this team) {
 *         for (each row of this thread) { int i = ...; BEFORE; first[row] = FIRST; size[row] = ...; }
 *         for (each row of this thread) if (all rows are short, or this one is) { int i = ...; BEFORE; LOOP AFTER; size[row] = 0; }
 *         if (there are other rows) {
 *           order[] = rows of moderate length from the front, long ones from the back
 *           for (each group of at most 32 moderate rows, or of one long row) GROUP } } } }
 *
 * With a sum for each lane, GROUP is
 *
 *   for (each row and lane of this thread) { int i = ...; BEFORE; sum = 0; for (each element of the lane) BODY; part[...] = sum; }
 *   for (each row of this thread) { int i = ...; BEFORE; combine the parts in sum; AFTER }
 *
 * BODY may store to memory. Without sums there is nothing to combine.
 *
 * With sums in the order of the source, GROUP is a pipeline. In each pass, lanes evaluate the operands of one chunk, while one thread for
 * each row executes the updates of the chunk before:
 *
 *   for (each chunk, and one pass more) {
 *     for (each row and lane of this thread) { int i = ...; BEFORE; for (each element of the lane in the chunk) BODY, but instead of each
 *       update `sum += a * b`: operand_0[...] = a; operand_1[...] = b; }
 *     for (each row of this thread) { int i = ...; BEFORE; sum = saved[...]; for (each element of the chunk before)
 *       sum += operand_0[...] * operand_1[...]; saved[...] = sum, or AFTER }
 *     barrier }
 *
 * With several inner loops, GROUP is such a part for each loop. BEFORE then contains the statements between the loops, and loads the sums of the
 * earlier loops.
 *
 * A fused kernel has several parts (fission/fused_rows.c): all BEFORE, then `{ BODY } { BODY }` for each element, then `{ AFTER } { AFTER }`.
 *
 * The threads execute all barriers together: the sizes of groups and chunks are computed from shared memory.
 */
#include "print/row_edits.h"

#include "abi/entry_points.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/huge_row_edits.h"
#include "print/mapping_parts.h"
#include "print/row_groups.h"
#include "print/row_parts.h"
#include "print/value_printer.h"

/* If a row of a block has more than LANES_ROW elements, or LANES_ROW_IDLE if the device has idle threads, lanes share those with more than
 * SHORT_ROW. Otherwise a thread executes each row. A row beyond LONG_ROW may be a group of its own. */
enum { LANES_ROW = 16, LANES_ROW_IDLE = 8, SHORT_ROW = 4, LONG_ROW = 1024 };
/* No row with more elements is shared, so all element numbers are ints. */
#define MOST_ELEMENTS "0x7fff0000"

/* ---- Shared memory -------------------------------------------------------------------------------------- */

static void declare(const struct row_printer *it, const char *type, const char *name, unsigned count) {
  cleave_add_row_text(it, CLEAVE_NO_DEBUG "%s @_%s$[%u]; ", type, name, count);
}

static void list(const struct row_printer *it, const char *type, const char *name, unsigned count) {
  (void)type, (void)count;
  cleave_add_row_text(it, "%s@_%s$", *cleave_text_get(it->out) ? ", " : "", name);
}

void cleave_add_row_head(struct cleave_text *out, const struct cleave_unit *unit,
                         const struct cleave_mapping *mapping) {
  const struct row_printer it = {.out = out, .unit = unit, .mapping = mapping, .rows = mapping->rows};
  const char *span = mapping->span_name, *count = mapping->loops[0].count_name;
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s = %s; ", span,
                     cleave_expression_text(unit, mapping->span));
  cleave_add_row_text(&it,
                      CLEAVE_NO_DEBUG "const int @_blocks = %s > 0 ? (%s - 1) / %s + 1 : 1, @_end = @_blocks",
                      count, count, span);
  if (mapping->huge_row_teams)
    cleave_text_format(out, " + %s", cleave_expression_text(unit, mapping->huge_row_teams));
  if (mapping->reduction)
    cleave_add_row_text(&it, " < %u ? @_blocks : %u", mapping->reduction->most_teams,
                        mapping->reduction->most_teams);
  cleave_add_row_text(&it, "; ");
  if (mapping->huge_row_teams)
    cleave_add_huge_row_head(&it);
  cleave_for_each_row_array(&it, declare);
}

const char *cleave_print_row_arrays(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text names = {.arena = unit->arena};
  cleave_for_each_row_array(
      &(const struct row_printer){.out = &names, .unit = unit, .mapping = mapping, .rows = mapping->rows},
      list);
  return cleave_text_get(&names);
}

const char *cleave_print_row_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  const char *shared = cleave_print_row_arrays(unit, mapping);
  return cleave_arena_format(
      unit->arena,
      "%s private(%s) allocate(omp_pteam_mem_alloc: %s) uses_allocators(omp_pteam_mem_alloc) thread_limit(%u) "
      "num_teams(%s_end)",
      mapping->huge_row_teams
          ? cleave_arena_format(unit->arena, " is_device_ptr(%s_buffer)", mapping->thread_name)
          : "",
      shared, shared, mapping->threads, mapping->thread_name);
}

/* ---- Blocks ------------------------------------------------------------------------------------------------ */

/* A loop over the rows of the block that this thread computes. */
static void begin_own_rows(const struct row_printer *it) {
  cleave_add_row_text(it, "for (int @_row = @; @_row < %s; @_row += @_count) ", it->mapping->span_name);
}

/* Stores where the rows begin and how many elements they have, and whether one of them has many. */
static void add_sizes(const struct row_printer *it) {
  const struct cleave_row_loop *rows = it->rows;
  begin_own_rows(it);
  cleave_add_row_text(it, "{ int @_elements = 0; if (@_block * %s + @_row < %s) { ", it->mapping->span_name,
                      it->mapping->loops[0].count_name);
  cleave_begin_row(it);
  cleave_add_row_text(it, "const %s @_begin = (", rows->type);
  cleave_add_row_source(it, rows->first_begin, rows->first_end);
  cleave_add_row_text(it, "); const %s @_bound = (%s)(", rows->compared, rows->compared);
  cleave_add_row_source(it, rows->bound_begin, rows->bound_end);
  cleave_add_row_text(it,
                      "); const unsigned long @_total = (%s)@_begin %s @_bound ? (unsigned long)@_bound - "
                      "(unsigned long)@_begin%s : 0; if (@_total > 0 && @_total <= " MOST_ELEMENTS
                      ") { @_elements = (int)@_total; @_first[@_row] = @_begin; ",
                      rows->compared, rows->bound_is_last ? "<=" : "<", rows->bound_is_last ? " + 1" : "");
  if (it->mapping->huge_row_teams)
    cleave_add_huge_row_choice(it);
  cleave_add_row_text(it,
                      "if (@_elements > (%s < %d ? %d : %d)) "
                      "{ _Pragma(\"omp atomic write\") @_state[4] = 1; } } } "
                      "@_size[@_row] = @_elements; } _Pragma(\"omp barrier\") ",
                      it->mapping->span_name, CLEAVE_ROW_GROUP, LANES_ROW_IDLE, LANES_ROW);
  if (it->mapping->huge_row_teams)
    cleave_add_end_of_choice(it);
}

/* Executes the rows that one thread has alone, and sets their size to 0. Counts the others and their elements. */
static void add_short_rows(const struct row_printer *it) {
  const struct cleave_row_loop *rows = it->rows;
  struct row_printer last = *it;
  while (last.rows->later)
    last = cleave_later_row_loop(&last);
  begin_own_rows(it);
  cleave_add_row_text(
      it,
      "if (@_state[4] && @_size[@_row] > %d) { const int @_elements = @_size[@_row] < 0x400000 ? "
      "@_size[@_row] : 0x400000; _Pragma(\"omp atomic\") @_state[0] += 1; _Pragma(\"omp atomic\") "
      "@_state[1] += @_elements; } else %sif (@_block * %s + @_row < %s) { @_size[@_row] = 0; ",
      SHORT_ROW, it->mapping->huge_row_teams ? "if (@_size[@_row] < 0) @_size[@_row] = 0; else " : "",
      it->mapping->span_name, it->mapping->loops[0].count_name);
  cleave_begin_row(it);
  cleave_add_row_text(it, CLEAVE_UNROLL("4"));
  if (cleave_is_fused_row(it)) {
    cleave_add_row_text(it, "for (%s @_element = ", rows->type);
    cleave_add_row_source(it, rows->first_begin, rows->first_end);
    cleave_add_row_text(it, "; (%s)@_element %s (%s)(", rows->compared, rows->bound_is_last ? "<=" : "<",
                        rows->compared);
    cleave_add_row_source(it, rows->bound_begin, rows->bound_end);
    cleave_add_row_text(it, "); @_element++) { ");
    cleave_add_row_element(it, cleave_arena_format(it->unit->arena, "%s_element", it->mapping->thread_name));
    cleave_add_row_text(it, "} ");
  } else {
    cleave_add_row_source(it, rows->loop_begin, last.rows->loop_end);
  }
  cleave_end_row(&last);
  cleave_add_row_text(it, "} _Pragma(\"omp barrier\") ");
}

/* Forms the groups of the other rows: the counts of moderate and of long rows, and the longest row of each group. */
static void add_groups(const struct row_printer *it) {
  begin_own_rows(it);
  cleave_add_row_text(it, "if (@_size[@_row]) { int @_at; ");
  cleave_add_row_text(it, "if (@_size[@_row] > %d", LONG_ROW);
  if (it->mapping
          ->row_order) /* one thread executes its updates, for a moderate row next to those of the group's other rows */
    cleave_add_row_text(it, " && (long)@_size[@_row] * (@_state[0] + 3) >= 4L * @_state[1]");
  cleave_add_row_text(
      it,
      ") { _Pragma(\"omp atomic capture\") { @_at = @_state[3]; @_state[3] += 1; } @_order[%d - @_at] = "
      "(short)@_row; } else { _Pragma(\"omp atomic capture\") { @_at = @_state[2]; @_state[2] += 1; } "
      "@_order[@_at] = (short)@_row; } } _Pragma(\"omp barrier\") ",
      CLEAVE_MOST_ROWS - 1);
  cleave_add_row_text(
      it,
      "const int @_moderate = @_state[2], @_groups = (@_moderate + %d) / %d, @_all = @_groups + @_state[3]; "
      "for (int @_group = @; @_group < @_groups; @_group += @_count) { int @_longest = 0; "
      "for (int @_at = @_group * %d; @_at < @_moderate && @_at < @_group * %d + %d; @_at++) "
      "@_longest = @_size[@_order[@_at]] > @_longest ? @_size[@_order[@_at]] : @_longest; "
      "@_state[5 + @_group] = @_longest; } _Pragma(\"omp barrier\") ",
      CLEAVE_ROW_GROUP - 1, CLEAVE_ROW_GROUP, CLEAVE_ROW_GROUP, CLEAVE_ROW_GROUP, CLEAVE_ROW_GROUP);
  cleave_add_row_text(
      it,
      "for (int @_group = 0; @_group < @_all; @_group++) { const int @_is_long = @_group >= @_groups; "
      "const int @_base = @_is_long ? %d - (@_group - @_groups) : @_group * %d, "
      "@_members = @_is_long ? 1 : @_moderate - @_base < %d ? @_moderate - @_base : %d, "
      "@_shift = @_members > 1 ? 32 - __builtin_clz(@_members - 1) : 0; ",
      CLEAVE_MOST_ROWS - 1, CLEAVE_ROW_GROUP, CLEAVE_ROW_GROUP, CLEAVE_ROW_GROUP);
}

/* Clears the counters. All threads have read them, and meet a barrier before one changes them again. */
static void add_reset(const struct row_printer *it) {
  cleave_add_row_text(it, "for (int @_at = @; @_at < 5; @_at += @_count) @_state[@_at] = 0; ");
}

void cleave_add_row_blocks(struct cleave_text *out, const struct cleave_unit *unit,
                           const struct cleave_mapping *mapping, const char *first, const char *step) {
  const struct row_printer it = {.out = out, .unit = unit, .mapping = mapping, .rows = mapping->rows};
  add_reset(&it);
  cleave_add_row_text(&it,
                      "_Pragma(\"omp barrier\") for (int @_block = %s; @_block < @_blocks; @_block += %s) { ",
                      first, step);
  add_sizes(&it);
  add_short_rows(&it);
  cleave_add_row_text(&it, "if (@_state[0]) { ");
  add_groups(&it);
  cleave_add_row_group(&it);
  cleave_add_row_text(&it, "} ");
  add_reset(&it);
  cleave_add_row_text(&it, "} _Pragma(\"omp barrier\") } ");
}

const char *cleave_print_row_body(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  const struct row_printer it = {.out = &out, .unit = unit, .mapping = mapping, .rows = mapping->rows};
  cleave_add_row_text(
      &it, "{ cleave_version(); const int @ = omp_get_thread_num(), @_count = omp_get_num_threads(), "
           "@_teams = omp_get_num_teams(); ");
  cleave_add_row_blocks(&out, unit, mapping, "omp_get_team_num()",
                        cleave_arena_format(unit->arena, "%s_teams", mapping->thread_name));
  if (mapping->huge_row_teams)
    cleave_add_huge_rows(&it);
  cleave_add_row_text(&it, "} }");
  return cleave_text_get(&out);
}
