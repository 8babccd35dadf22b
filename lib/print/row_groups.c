/* FILE: lib/print/row_groups.c
 * WHAT: a group of rows whose lanes share the elements (see row_edits.c).
 */
#include "print/row_groups.h"

#include "abi/entry_points.h"
#include "model/arena.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/row_parts.h"

/* Lanes whose sums one thread combines. */
enum { COMBINED_LANES = 16 };
/* Elements whose operands one thread loads before it executes their updates: in a long chunk with few operands, and in a short one. */
enum { MANY_UPDATES = 32, FEW_UPDATES = 4, FEW_OPERANDS = 2 };

const char *cleave_row_neutral(const struct row_printer *it, const struct cleave_row_sum *sum) {
  return cleave_neutral_value(it->unit, sum->combiner, sum->type, sum->is_floating, sum->is_unsigned,
                              sum->bytes);
}

/* `@_sum_N[INDEX] = sum`, or the other way. */
static void move_sums(const struct row_printer *it, const char *index, bool to_memory) {
  for (size_t i = 0; i < it->rows->sum_count; i++) {
    const char *name = it->rows->sums[i].name;
    if (to_memory)
      cleave_add_row_text(it, "@_sum_%zu$[%s] = %s; ", i, index, name);
    else
      cleave_add_row_text(it, "%s = @_sum_%zu$[%s]; ", name, i, index);
  }
}

/* The value of the inner counter in element PREFIX_element from PREFIX_begin on. */
static const char *number_of_element(const struct row_printer *it) {
  return cleave_arena_format(it->unit->arena, "%s_begin + (%s)%s_element", it->mapping->thread_name,
                             it->rows->type, it->mapping->thread_name);
}

/* Adds the body of PART, with stores of operands to PREFIX_place in place of the updates. FLAGS: the marks of earlier updates. */
static void add_staged_part(const struct row_printer *it, const struct cleave_row_loop *part,
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
static void add_staged_body(const struct row_printer *it, const char *number) {
  const struct cleave_row_loop *rows = it->rows;
  const bool flagged = cleave_has_row_flags(rows);
  unsigned flags = 0;
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count && !rows->updates[i].is_certain; j++)
      if (rows->updates[i].operands[j].same_as == j)
        cleave_add_row_text(it, "%s @_value_%zu_%u = 0; ", rows->updates[i].operands[j].type, i, j);
  if (flagged)
    cleave_add_row_text(it, "unsigned @_flag = 0; ");
  for (const struct cleave_row_loop *part = rows; part; part = part->next) {
    cleave_add_row_text(it, flagged || cleave_is_fused_row(it) ? "do { " : "{ ");
    cleave_text_format(it->out, "%s %s = %s; ", part->type, part->counter, number);
    add_staged_part(it, part, &flags);
    cleave_add_row_text(it, flagged || cleave_is_fused_row(it) ? "} while (0); " : "} ");
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
static void add_updates(const struct row_printer *it, const char *number) {
  const struct cleave_row_loop *rows = it->rows;
  cleave_add_row_text(it, "{ const int @_place = @_from + %s; ", number);
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count; j++)
      if (rows->updates[i].operands[j].same_as == j)
        cleave_add_row_text(it, "const %s @_value_%zu_%u = @_operand_%zu_%u$[@_place]; ",
                            rows->updates[i].operands[j].type, i, j, i, j);
  if (cleave_has_row_flags(rows))
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
static void add_update_loop(const struct row_printer *it, unsigned count) {
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

/* ---- A group whose updates keep their order --------------------------------------------------------------- */

/* Lanes evaluate the operands of the elements from PREFIX_chunk on. If there are more warps, the first one only executes updates. */
static void add_stagers(const struct row_printer *it) {
  cleave_add_row_text(
      it,
      "if (@_chunk < @_most && @ >= @_updaters) for (int @_slot = @ - @_updaters; @_slot < %d; @_slot += "
      "@_count - @_updaters) { const int @_member = (@_slot >> (%d - @_shift)) / %d, @_lane = @_slot - "
      "@_member * @_lanes; if (@_member < @_members) { const int @_row = @_order[@_base + @_member], "
      "@_left = @_size[@_row] - @_chunk, @_stop = @_left < @_piece ? @_left : @_piece; "
      "if (@_lane < @_stop) { ",
      CLEAVE_ROW_STAGERS, __builtin_ctz(CLEAVE_ROW_GROUP), CLEAVE_ROW_STAGERS / CLEAVE_ROW_GROUP);
  cleave_begin_row(it);
  cleave_add_row_text(it,
                      "const %s @_begin = @_first[@_row] + (%s)@_chunk; " CLEAVE_UNROLL(
                          "%u") "for (int @_element = @_lane; @_element < @_stop; @_element += @_lanes) { "
                                "const int @_place = @_half + @_member * @_stride + @_element; ",
                      it->rows->type, it->rows->type, it->mapping->row_steps);
  add_staged_body(it, number_of_element(it));
  cleave_add_row_text(it, "} } } } ");
}

/* A thread for each row executes the updates of the chunk before PREFIX_chunk. */
static void add_updaters(const struct row_printer *it) {
  cleave_add_row_text(
      it,
      "if (@_chunk) for (int @_member = @; @_member < @_members; @_member += @_count) { "
      "const int @_row = @_order[@_base + @_member], @_before = @_chunk - @_piece, "
      "@_left = @_size[@_row] - @_before, @_stop = @_left < @_piece ? @_left : @_piece; if (@_left > 0) { ");
  cleave_begin_row(it);
  cleave_add_row_text(it, "if (@_before) { ");
  move_sums(it, cleave_arena_format(it->unit->arena, "%s_member", it->mapping->thread_name), false);
  cleave_add_row_text(
      it,
      "} const %s @_begin = @_first[@_row] + (%s)@_before; const int @_from = %u - @_half + @_member * "
      "@_stride; int @_element = 0; ",
      it->rows->type, it->rows->type, cleave_half_of_row_buffer(it->mapping));
  add_update_loop(it, cleave_row_operand_count(it->rows) <= FEW_OPERANDS ? MANY_UPDATES : MANY_UPDATES / 2);
  add_update_loop(it, FEW_UPDATES);
  add_update_loop(it, 1);
  if (!it->rows->later)
    cleave_add_row_text(it, "if (@_left > @_piece) ");
  cleave_add_row_text(it, "{ ");
  move_sums(it, cleave_arena_format(it->unit->arena, "%s_member", it->mapping->thread_name), true);
  cleave_add_row_text(it, "} ");
  if (!it->rows->later) {
    cleave_add_row_text(it, "else { ");
    cleave_end_row(it);
    cleave_add_row_text(it, "} ");
  }
  cleave_add_row_text(it, "} } ");
}

static void add_ordered_group(const struct row_printer *it) {
  cleave_add_row_text(
      it,
      "const int @_lanes = %d >> @_shift, @_piece = @_lanes * %u, @_stride = @_piece | 1, "
      "@_most = @_is_long ? @_size[@_order[@_base]] : @_state[5 + @_group], @_updaters = @_count > %d ? %d : 0; "
      "int @_half = 0; for (int @_chunk = 0; @_chunk < @_most + @_piece; @_chunk += @_piece) { ",
      CLEAVE_ROW_STAGERS, it->mapping->row_steps, CLEAVE_ROW_GROUP, CLEAVE_ROW_GROUP);
  add_stagers(it);
  add_updaters(it);
  cleave_add_row_text(it, "@_half = %u - @_half; _Pragma(\"omp barrier\") } ",
                      cleave_half_of_row_buffer(it->mapping));
}

/* ---- A group whose lanes have their own sums -------------------------------------------------------------- */

static void add_combination(const struct row_printer *it, const char *target, const char *index) {
  const char *suffix = it->number ? cleave_arena_format(it->unit->arena, "_loop_%u", it->number) : "";
  for (size_t i = 0; i < it->rows->sum_count; i++) {
    const char *thread = it->mapping->thread_name;
    cleave_add_operation(
        it->out, it->rows->sums[i].combiner,
        target ? cleave_arena_format(it->unit->arena, "%s_sum_%zu%s[%s%s]", thread, i, suffix, thread, target)
               : it->rows->sums[i].name,
        cleave_arena_format(it->unit->arena, "%s_sum_%zu%s[%s%s]", thread, i, suffix, thread, index));
  }
}

void cleave_add_row_lanes(const struct row_printer *it) {
  cleave_add_row_text(
      it,
      "const int @_lane_shift = %d - @_shift, @_lanes = 1 << @_lane_shift; "
      "for (int @_slot = @; @_slot < %d; @_slot += @_count) { const int @_member = @_slot >> @_lane_shift, "
      "@_lane = @_slot & (@_lanes - 1); if (@_member < @_members) { const int @_row = @_order[@_base + "
      "@_member], @_stop = @_size[@_row]; ",
      __builtin_ctz(CLEAVE_ROW_THREADS), CLEAVE_ROW_THREADS);
  cleave_begin_row(it);
  cleave_add_row_text(it, "const %s @_begin = @_first[@_row]; ", it->rows->type);
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_text_format(it->out, "%s = %s; ", it->rows->sums[i].name,
                       cleave_row_neutral(it, &it->rows->sums[i]));
  cleave_add_row_text(it, CLEAVE_UNROLL("4") "for (int @_element = @_lane; @_element < @_stop; "
                                             "@_element += @_lanes) { ");
  cleave_add_row_element(it, number_of_element(it));
  cleave_add_row_text(it, "} ");
  move_sums(it, cleave_arena_format(it->unit->arena, "%s_slot", it->mapping->thread_name), true);
  cleave_add_row_text(it, "} } _Pragma(\"omp barrier\") ");
}

/* Up to COMBINED_LANES lanes of each row combine their sums with those of the others. */
static void combine_lanes(const struct row_printer *it) {
  cleave_add_row_text(
      it,
      "if (@_lanes > %d) { for (int @_slot = @; @_slot < @_members << @_lane_shift; @_slot += @_count) "
      "if ((@_slot & (@_lanes - 1)) < %d) for (int @_other = @_slot + %d; @_other >> @_lane_shift == @_slot >> "
      "@_lane_shift; @_other += %d) { ",
      COMBINED_LANES, COMBINED_LANES, COMBINED_LANES, COMBINED_LANES);
  add_combination(it, "_slot", "_other");
  cleave_add_row_text(it, "} _Pragma(\"omp barrier\") } ");
}

void cleave_combine_row_lanes(const struct row_printer *it, void (*begin)(const struct row_printer *),
                              void (*end)(const struct row_printer *)) {
  if (it->rows->sum_count)
    combine_lanes(it);
  cleave_add_row_text(it, "for (int @_member = @; @_member < @_members; @_member += @_count) { "
                          "const int @_row = @_order[@_base + @_member]; ");
  cleave_begin_row(it);
  if (begin)
    begin(it);
  if (it->rows->sum_count) {
    cleave_add_row_text(
        it,
        "const int @_place = @_member << @_lane_shift, @_combined = @_lanes < %d ? @_lanes : %d; "
        "for (int @_lane = 0; @_lane < @_combined; @_lane++) { ",
        COMBINED_LANES, COMBINED_LANES);
    add_combination(it, NULL,
                    cleave_arena_format(it->unit->arena, "_place + %s_lane", it->mapping->thread_name));
    cleave_add_row_text(it, "} ");
  }
  end(it);
  cleave_add_row_text(it, "} _Pragma(\"omp barrier\") ");
}

/* Whether one thread for each row has something to do after the elements of this inner loop. */
static bool has_ends(const struct cleave_row_loop *rows) {
  bool found = rows->sum_count != 0;
  for (const struct cleave_row_loop *part = rows; part && !rows->later; part = part->next)
    found |= part->after_begin != part->after_end;
  return found;
}

/* Executes the rest of the iteration. After an inner loop that is not the last one, keeps its sums. */
static void end_loop(const struct row_printer *it) {
  for (size_t i = 0; it->rows->later && i < it->rows->sum_count; i++)
    cleave_add_row_text(it, "@_result_%zu$[@_member] = %s; ", i, it->rows->sums[i].name);
  if (!it->rows->later)
    cleave_end_row(it);
}

void cleave_add_row_group(const struct row_printer *it) {
  for (struct row_printer inner = *it; inner.rows; inner = cleave_later_row_loop(&inner)) {
    cleave_add_row_text(it, "{ ");
    if (cleave_is_ordered_loop(&inner)) {
      add_ordered_group(&inner);
    } else {
      cleave_add_row_lanes(&inner);
      if (has_ends(inner.rows))
        cleave_combine_row_lanes(&inner, NULL, end_loop);
    }
    cleave_add_row_text(it, "} ");
  }
}
