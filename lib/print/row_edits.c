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
#include "print/row_parts.h"
#include "print/value_printer.h"

/* If a row of a block has more than LANES_ROW elements, or LANES_ROW_IDLE if the device has idle threads, lanes share those with more than
 * SHORT_ROW. Otherwise a thread executes each row. A row beyond LONG_ROW may be a group of its own. */
enum { LANES_ROW = 16, LANES_ROW_IDLE = 8, SHORT_ROW = 4, LONG_ROW = 1024 };
/* No row with more elements is shared, so all element numbers are ints. */
#define MOST_ELEMENTS "0x7fff0000"
/* Elements whose operands one thread loads before it executes their updates: in a long chunk with few operands, and in a short one. */
enum { MANY_UPDATES = 32, FEW_UPDATES = 4, FEW_OPERANDS = 2 };

/* ---- Shared memory -------------------------------------------------------------------------------------- */

static bool has_flags(const struct cleave_row_loop *rows) {
  for (size_t i = 0; i < rows->update_count; i++)
    if (!rows->updates[i].is_certain)
      return true;
  return false;
}

static unsigned operand_count(const struct cleave_row_loop *rows) {
  unsigned count = 0;
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count; j++)
      count += rows->updates[i].operands[j].same_as == j;
  return count;
}

static unsigned half_of_buffer(const struct cleave_mapping *mapping) {
  return CLEAVE_ROW_STAGERS * mapping->row_steps + CLEAVE_ROW_GROUP;
}

/* Calls TAKE with the arrays of an inner loop. */
static void take_arrays(const struct cleave_row_printer *it,
                        void (*take)(const struct cleave_row_printer *it, const char *type, const char *name,
                                     unsigned count)) {
  const struct cleave_row_loop *rows = it->rows;
  struct cleave_arena *arena = it->unit->arena;
  const bool ordered = cleave_is_ordered_loop(it);
  for (size_t i = 0; i < rows->sum_count; i++) {
    take(it, rows->sums[i].type, cleave_arena_format(arena, "sum_%zu", i),
         ordered ? CLEAVE_ROW_GROUP : CLEAVE_ROW_THREADS);
    if (rows->later && !ordered)
      take(it, rows->sums[i].type, cleave_arena_format(arena, "result_%zu", i), CLEAVE_ROW_GROUP);
  }
  if (!ordered)
    return;
  const unsigned elements = 2 * half_of_buffer(it->mapping);
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count; j++)
      if (rows->updates[i].operands[j].same_as == j)
        take(it, rows->updates[i].operands[j].type, cleave_arena_format(arena, "operand_%zu_%u", i, j),
             elements);
  if (has_flags(rows))
    take(it, "unsigned char", "flags", elements);
}

/* Calls TAKE with the type, name and number of elements of each array in shared memory. */
static void for_each_array(const struct cleave_row_printer *it,
                           void (*take)(const struct cleave_row_printer *it, const char *type,
                                        const char *name, unsigned count)) {
  take(it, "int", "state", 5 + CLEAVE_MOST_ROWS / CLEAVE_ROW_GROUP);
  take(it, it->rows->type, "first", CLEAVE_MOST_ROWS);
  take(it, "int", "size", CLEAVE_MOST_ROWS);
  take(it, "short", "order", CLEAVE_MOST_ROWS);
  for (struct cleave_row_printer inner = *it; inner.rows; inner = cleave_later_row_loop(&inner))
    take_arrays(&inner, take);
}

static void declare(const struct cleave_row_printer *it, const char *type, const char *name, unsigned count) {
  cleave_add_row_text(it, CLEAVE_NO_DEBUG "%s @_%s$[%u]; ", type, name, count);
}

static void list(const struct cleave_row_printer *it, const char *type, const char *name, unsigned count) {
  (void)type, (void)count;
  cleave_add_row_text(it, "%s@_%s$", *cleave_text_get(it->out) ? ", " : "", name);
}

void cleave_add_row_head(struct cleave_text *out, const struct cleave_unit *unit,
                         const struct cleave_mapping *mapping) {
  const struct cleave_row_printer it = {.out = out, .unit = unit, .mapping = mapping, .rows = mapping->rows};
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
  for_each_array(&it, declare);
}

const char *cleave_print_row_arrays(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text names = {.arena = unit->arena};
  for_each_array(
      &(const struct cleave_row_printer){
          .out = &names, .unit = unit, .mapping = mapping, .rows = mapping->rows},
      list);
  return cleave_text_get(&names);
}

const char *cleave_print_row_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  const char *shared = cleave_print_row_arrays(unit, mapping);
  return cleave_arena_format(
      unit->arena,
      "%s private(%s) allocate(omp_pteam_mem_alloc: %s) uses_allocators(omp_pteam_mem_alloc) thread_limit(%d) "
      "num_teams(%s_end)",
      mapping->huge_row_teams
          ? cleave_arena_format(unit->arena, " is_device_ptr(%s_buffer)", mapping->thread_name)
          : "",
      shared, shared, CLEAVE_ROW_THREADS, mapping->thread_name);
}

/* ---- Parts of an iteration ------------------------------------------------------------------------------ */

/* Adds the body of PART, with stores of operands to PREFIX_place in place of the updates. FLAGS: the marks of earlier updates. */
static void add_staged_part(const struct cleave_row_printer *it, const struct cleave_row_loop *part,
                            unsigned *flags) {
  const struct cleave_row_loop *rows = it->rows;
  uint32_t at = part->body_begin;
  for (size_t i = 0; i < rows->update_count; i++) {
    const struct cleave_row_update *update = &rows->updates[i];
    if (update->begin < part->body_begin || update->end > part->body_end)
      continue;
    cleave_add_row_source(it, at, update->begin);
    cleave_add_row_text(it, "{ ");
    for (uint32_t j = 0; j < update->operand_count; j++)
      if (update->operands[j].same_as == j) {
        cleave_add_row_text(it, update->is_certain ? "@_operand_%zu_%u$[@_place] = " : "@_value_%zu_%u = ", i,
                            j);
        cleave_add_row_source(it, update->operands[j].begin, update->operands[j].end);
        cleave_add_row_text(it, "; ");
      }
    if (!update->is_certain)
      cleave_add_row_text(it, "@_flag |= %u; ", 1u << (*flags)++);
    cleave_add_row_text(it, "} ");
    at = update->end;
  }
  cleave_add_row_source(it, at, part->body_end);
}

/* The bodies of the inner loops. Updates that the iteration does not execute have operands as well, because the updating thread loads them
 * before it reads the flags. A `continue` ends the generated loop. NUMBER: of the element. */
static void add_staged_body(const struct cleave_row_printer *it, const char *number) {
  const struct cleave_row_loop *rows = it->rows;
  const bool flagged = has_flags(rows);
  unsigned flags = 0;
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count && !rows->updates[i].is_certain; j++)
      if (rows->updates[i].operands[j].same_as == j)
        cleave_add_row_text(it, "%s @_value_%zu_%u = 0; ", rows->updates[i].operands[j].type, i, j);
  if (flagged)
    cleave_add_row_text(it, "unsigned @_flag = 0; ");
  for (const struct cleave_row_loop *part = rows; part; part = part->next) {
    cleave_add_row_text(it, flagged || cleave_rows_are_fused(it) ? "do { " : "{ ");
    cleave_text_format(it->out, "%s %s = %s; ", part->type, part->counter, number);
    add_staged_part(it, part, &flags);
    cleave_add_row_text(it, flagged || cleave_rows_are_fused(it) ? "} while (0); " : "} ");
  }
  if (flagged)
    cleave_add_row_text(it, "@_flags$[@_place] = (unsigned char)@_flag; ");
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count && !rows->updates[i].is_certain; j++)
      if (rows->updates[i].operands[j].same_as == j)
        cleave_add_row_text(it, "@_operand_%zu_%u$[@_place] = @_value_%zu_%u; ", i, j, i, j);
}

/* The part of a fused kernel that contains UPDATE. */
static const struct cleave_row_loop *part_of(const struct cleave_row_loop *rows,
                                             const struct cleave_row_update *update) {
  while (rows->next && (update->begin < rows->body_begin || update->end > rows->body_end))
    rows = rows->next;
  return rows;
}

/* Executes the updates of the element NUMBER of the chunk. Loads do not wait for a flag. A selection takes less time than a branch. */
static void add_updates(const struct cleave_row_printer *it, const char *number) {
  const struct cleave_row_loop *rows = it->rows;
  cleave_add_row_text(it, "{ const int @_place = @_from + %s; ", number);
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count; j++)
      if (rows->updates[i].operands[j].same_as == j)
        cleave_add_row_text(it, "const %s @_value_%zu_%u = @_operand_%zu_%u$[@_place]; ",
                            rows->updates[i].operands[j].type, i, j, i, j);
  if (has_flags(rows))
    cleave_add_row_text(it, "const unsigned @_flag = @_flags$[@_place]; ");
  for (size_t i = 0, flags = 0; i < rows->update_count; i++) {
    const struct cleave_row_update *update = &rows->updates[i];
    const unsigned flag = 1u << flags;
    flags += !update->is_certain;
    const bool is_selected = !update->is_certain && update->is_speculatable;
    if (!update->is_certain && !is_selected)
      cleave_add_row_text(it, "if (@_flag & %u) ", flag);
    cleave_add_row_text(it, "{ const %s %s = @_begin + (%s)(%s); ", rows->type,
                        part_of(rows, update)->counter, rows->type, number);
    for (size_t j = 0; j < rows->sum_count && is_selected; j++)
      cleave_add_row_text(it, "const %s @_old_%zu = %s; ", rows->sums[j].type, j, rows->sums[j].name);
    uint32_t at = update->begin;
    for (uint32_t j = 0; j < update->operand_count; j++) {
      cleave_add_row_source(it, at, update->operands[j].begin);
      cleave_add_row_text(it, "@_value_%zu_%u ", i, update->operands[j].same_as);
      at = update->operands[j].end;
    }
    cleave_add_row_source(it, at, update->end);
    for (size_t j = 0; j < rows->sum_count && is_selected; j++)
      cleave_add_row_text(it, "%s = @_flag & %u ? %s : @_old_%zu; ", rows->sums[j].name, flag,
                          rows->sums[j].name, j);
    cleave_add_row_text(it, "} ");
  }
  cleave_add_row_text(it, "} ");
}

/* Executes the updates of COUNT elements at a time, as long as there are so many. */
static void add_update_loop(const struct cleave_row_printer *it, unsigned count) {
  cleave_add_row_text(
      it, "_Pragma(\"clang loop unroll(disable)\") for (; @_element + %u <= @_stop; @_element += %u) ", count,
      count);
  if (count == 1) {
    add_updates(it, cleave_arena_format(it->unit->arena, "%s_element", it->mapping->thread_name));
    return;
  }
  cleave_add_row_text(
      it, "{ _Pragma(\"clang loop unroll(full)\") for (int @_next = 0; @_next < %u; @_next++) ", count);
  add_updates(it, cleave_arena_format(it->unit->arena, "(%s_element + %s_next)", it->mapping->thread_name,
                                      it->mapping->thread_name));
  cleave_add_row_text(it, "} ");
}

/* ---- Blocks ------------------------------------------------------------------------------------------------ */

/* A loop over the rows of the block that this thread computes. */
static void begin_own_rows(const struct cleave_row_printer *it) {
  cleave_add_row_text(it, "for (int @_row = @; @_row < %s; @_row += @_count) ", it->mapping->span_name);
}

/* Stores where the rows begin and how many elements they have, and whether one of them has many. */
static void add_sizes(const struct cleave_row_printer *it) {
  const struct cleave_row_loop *rows = it->rows;
  begin_own_rows(it);
  cleave_add_row_text(it, "{ int @_elements = 0; if (@_block * %s + @_row < %s) { ", it->mapping->span_name,
                      it->mapping->loops[0].count_name);
  cleave_begin_row(it);
  cleave_add_row_text(it, "const %s @_begin = (", rows->type);
  cleave_add_row_source(it, rows->first_begin, rows->first_end);
  cleave_add_row_text(it, "); const long @_bound = (");
  cleave_add_row_source(it, rows->bound_begin, rows->bound_end);
  cleave_add_row_text(it,
                      "), @_total = @_bound - @_begin%s; if (@_total > 0 && @_total <= " MOST_ELEMENTS
                      ") { @_elements = (int)@_total; @_first[@_row] = @_begin; ",
                      rows->bound_is_last ? " + 1" : "");
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
static void add_short_rows(const struct cleave_row_printer *it) {
  const struct cleave_row_loop *rows = it->rows;
  struct cleave_row_printer last = *it;
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
  cleave_add_row_text(it, "_Pragma(\"clang loop unroll_count(4)\") ");
  if (cleave_rows_are_fused(it)) {
    cleave_add_row_text(it, "for (%s @_element = ", rows->type);
    cleave_add_row_source(it, rows->first_begin, rows->first_end);
    cleave_add_row_text(it, rows->bound_is_last ? "; @_element <= " : "; @_element < ");
    cleave_add_row_source(it, rows->bound_begin, rows->bound_end);
    cleave_add_row_text(it, "; @_element++) { ");
    cleave_add_row_element(it, cleave_arena_format(it->unit->arena, "%s_element", it->mapping->thread_name));
    cleave_add_row_text(it, "} ");
  } else {
    cleave_add_row_source(it, rows->loop_begin, last.rows->loop_end);
  }
  cleave_end_row(&last);
  cleave_add_row_text(it, "} _Pragma(\"omp barrier\") ");
}

/* Forms the groups of the other rows: the counts of moderate and of long rows, and the longest row of each group. */
static void add_groups(const struct cleave_row_printer *it) {
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

/* ---- A group whose updates keep their order --------------------------------------------------------------- */

/* Lanes evaluate the operands of the elements from PREFIX_chunk on. If there are more warps, the first one only executes updates. */
static void add_stagers(const struct cleave_row_printer *it) {
  cleave_add_row_text(
      it,
      "if (@_chunk < @_most && @ >= @_updaters) for (int @_slot = @ - @_updaters; @_slot < %d; @_slot += "
      "@_count - @_updaters) { const int @_member = (@_slot >> (%d - @_shift)) / %d, @_lane = @_slot - "
      "@_member * @_lanes; if (@_member < @_members) { const int @_row = @_order[@_base + @_member], "
      "@_left = @_size[@_row] - @_chunk, @_stop = @_left < @_piece ? @_left : @_piece; "
      "if (@_lane < @_stop) { ",
      CLEAVE_ROW_STAGERS, __builtin_ctz(CLEAVE_ROW_GROUP), CLEAVE_ROW_STAGERS / CLEAVE_ROW_GROUP);
  cleave_begin_row(it);
  cleave_add_row_text(
      it,
      "const %s @_begin = @_first[@_row] + (%s)@_chunk; _Pragma(\"clang loop unroll_count(%u)\") "
      "for (int @_element = @_lane; @_element < @_stop; @_element += @_lanes) { "
      "const int @_place = @_half + @_member * @_stride + @_element; ",
      it->rows->type, it->rows->type, it->mapping->row_steps);
  add_staged_body(it, cleave_row_element_number(it));
  cleave_add_row_text(it, "} } } } ");
}

/* A thread for each row executes the updates of the chunk before PREFIX_chunk. */
static void add_updaters(const struct cleave_row_printer *it) {
  cleave_add_row_text(
      it,
      "if (@_chunk) for (int @_member = @; @_member < @_members; @_member += @_count) { "
      "const int @_row = @_order[@_base + @_member], @_before = @_chunk - @_piece, "
      "@_left = @_size[@_row] - @_before, @_stop = @_left < @_piece ? @_left : @_piece; if (@_left > 0) { ");
  cleave_begin_row(it);
  cleave_add_row_text(it, "if (@_before) { ");
  cleave_move_row_sums(it, cleave_arena_format(it->unit->arena, "%s_member", it->mapping->thread_name),
                       false);
  cleave_add_row_text(
      it,
      "} const %s @_begin = @_first[@_row] + (%s)@_before; const int @_from = %u - @_half + @_member * "
      "@_stride; int @_element = 0; ",
      it->rows->type, it->rows->type, half_of_buffer(it->mapping));
  add_update_loop(it, operand_count(it->rows) <= FEW_OPERANDS ? MANY_UPDATES : MANY_UPDATES / 2);
  add_update_loop(it, FEW_UPDATES);
  add_update_loop(it, 1);
  if (!it->rows->later)
    cleave_add_row_text(it, "if (@_left > @_piece) ");
  cleave_add_row_text(it, "{ ");
  cleave_move_row_sums(it, cleave_arena_format(it->unit->arena, "%s_member", it->mapping->thread_name), true);
  cleave_add_row_text(it, "} ");
  if (!it->rows->later) {
    cleave_add_row_text(it, "else { ");
    cleave_end_row(it);
    cleave_add_row_text(it, "} ");
  }
  cleave_add_row_text(it, "} } ");
}

static void add_ordered_group(const struct cleave_row_printer *it) {
  cleave_add_row_text(
      it,
      "const int @_lanes = %d >> @_shift, @_piece = @_lanes * %u, @_stride = @_piece | 1, "
      "@_most = @_is_long ? @_size[@_order[@_base]] : @_state[5 + @_group], @_updaters = @_count > %d ? %d : 0; "
      "int @_half = 0; for (int @_chunk = 0; @_chunk < @_most + @_piece; @_chunk += @_piece) { ",
      CLEAVE_ROW_STAGERS, it->mapping->row_steps, CLEAVE_ROW_GROUP, CLEAVE_ROW_GROUP);
  add_stagers(it);
  add_updaters(it);
  cleave_add_row_text(it, "@_half = %u - @_half; _Pragma(\"omp barrier\") } ", half_of_buffer(it->mapping));
}

/* A row begins with the sums that the statements before its elements set. */
static void begin_at_source(const struct cleave_row_printer *it) { (void)it; }

/* Whether one thread for each row has something to do after the elements of the inner loop. */
static bool has_ends(const struct cleave_row_loop *rows) {
  bool found = rows->sum_count != 0;
  for (const struct cleave_row_loop *part = rows; part; part = part->next)
    found |= part->after_begin != part->after_end;
  return found;
}

/* Executes the rest of the row, or stores the sums for the next inner loop. */
static void end_inner_loop(const struct cleave_row_printer *it) {
  if (!it->rows->later)
    cleave_end_row(it);
  for (size_t i = 0; it->rows->later && i < it->rows->sum_count; i++)
    cleave_add_row_text(it, "@_result_%zu$[@_member] = %s; ", i, it->rows->sums[i].name);
}

/* The lanes of a group execute the inner loops one after the other. */
static void add_group(const struct cleave_row_printer *it) {
  for (struct cleave_row_printer inner = *it; inner.rows; inner = cleave_later_row_loop(&inner)) {
    cleave_add_row_text(it, "{ ");
    if (cleave_is_ordered_loop(&inner)) {
      add_ordered_group(&inner);
    } else {
      cleave_add_row_lanes(&inner);
      if (has_ends(inner.rows))
        cleave_combine_row_lanes(&inner, begin_at_source, end_inner_loop);
    }
    cleave_add_row_text(it, "} ");
  }
}

/* Clears the counters. All threads have read them, and meet a barrier before one changes them again. */
static void add_reset(const struct cleave_row_printer *it) {
  cleave_add_row_text(it, "for (int @_at = @; @_at < 5; @_at += @_count) @_state[@_at] = 0; ");
}

void cleave_add_row_blocks(struct cleave_text *out, const struct cleave_unit *unit,
                           const struct cleave_mapping *mapping, const char *first, const char *step) {
  const struct cleave_row_printer it = {.out = out, .unit = unit, .mapping = mapping, .rows = mapping->rows};
  add_reset(&it);
  cleave_add_row_text(&it,
                      "_Pragma(\"omp barrier\") for (int @_block = %s; @_block < @_blocks; @_block += %s) { ",
                      first, step);
  add_sizes(&it);
  add_short_rows(&it);
  cleave_add_row_text(&it, "if (@_state[0]) { ");
  add_groups(&it);
  add_group(&it);
  cleave_add_row_text(&it, "} ");
  add_reset(&it);
  cleave_add_row_text(&it, "} _Pragma(\"omp barrier\") } ");
}

const char *cleave_print_row_body(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  const struct cleave_row_printer it = {.out = &out, .unit = unit, .mapping = mapping, .rows = mapping->rows};
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
