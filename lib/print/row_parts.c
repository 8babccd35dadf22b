/* FILE: lib/print/row_parts.c
 * WHAT: see row_parts.h.
 */
#include "print/row_parts.h"

#include "abi/entry_points.h"
#include "model/affine.h"
#include "model/arena.h"
#include "model/text.h"
#include "print/mapping_parts.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

#include <stdarg.h>
#include <stdio.h>

/* Lanes whose sums one thread combines. */
enum { COMBINED_LANES = 16 };

void cleave_add_row_text(const struct cleave_row_printer *it, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const size_t size = (size_t)vsnprintf(NULL, 0, format, arguments) + 1;
  char *line = cleave_arena_allocate(it->unit->arena, size);
  vsnprintf(line, size, format, again);
  va_end(again);
  va_end(arguments);
  const char *begin = line;
  for (const char *at = line; *at; at++)
    if (*at == '@') {
      cleave_text_format(it->out, "%.*s%s", (int)(at - begin), begin, it->mapping->thread_name);
      begin = at + 1;
    }
  cleave_text_add(it->out, begin);
}

void cleave_add_row_source(const struct cleave_row_printer *it, uint32_t begin, uint32_t end) {
  if (begin < end)
    cleave_print_tiled_source(it->out, it->unit, NULL, begin, end);
  cleave_text_add(it->out, " ");
}

/* Declares the counter of the row with number PREFIX_row of the block, and executes what precedes its elements. */
void cleave_begin_row(const struct cleave_row_printer *it) {
  const struct cleave_mapped_loop *loop = &it->mapping->loops[0];
  cleave_add_counter(it->out, loop, loop->counter, loop->type,
                     cleave_arena_format(it->unit->arena, "%s_block * %s + %s_row", it->mapping->thread_name,
                                         it->mapping->span_name, it->mapping->thread_name));
  cleave_add_row_source(it, it->rows->before_begin, it->rows->before_end);
}

const char *cleave_row_neutral(const struct cleave_row_printer *it, const struct cleave_row_sum *sum) {
  return cleave_neutral_value(it->unit, sum->combiner, sum->type, sum->is_floating, sum->is_unsigned,
                              sum->bytes);
}

/* `@_sum_N[INDEX] = sum`, or the other way. */
void cleave_move_row_sums(const struct cleave_row_printer *it, const char *index, bool to_memory) {
  for (size_t i = 0; i < it->rows->sum_count; i++) {
    const char *name = it->rows->sums[i].name;
    if (to_memory)
      cleave_add_row_text(it, "@_sum_%zu[%s] = %s; ", i, index, name);
    else
      cleave_add_row_text(it, "%s = @_sum_%zu[%s]; ", name, i, index);
  }
}

static void add_combination(const struct cleave_row_printer *it, const char *target, const char *index) {
  for (size_t i = 0; i < it->rows->sum_count; i++) {
    const char *thread = it->mapping->thread_name;
    cleave_add_operation(
        it->out, it->rows->sums[i].combiner,
        target ? cleave_arena_format(it->unit->arena, "%s_sum_%zu[%s%s]", thread, i, thread, target)
               : it->rows->sums[i].name,
        cleave_arena_format(it->unit->arena, "%s_sum_%zu[%s%s]", thread, i, thread, index));
  }
}

void cleave_add_row_lanes(const struct cleave_row_printer *it) {
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
  cleave_add_row_text(
      it,
      "_Pragma(\"clang loop unroll_count(4)\") for (int @_element = @_lane; @_element < @_stop; "
      "@_element += @_lanes) { %s %s = @_begin + (%s)@_element; ",
      it->rows->type, it->rows->counter, it->rows->type);
  cleave_add_row_source(it, it->rows->body_begin, it->rows->body_end);
  cleave_add_row_text(it, "} ");
  cleave_move_row_sums(it, cleave_arena_format(it->unit->arena, "%s_slot", it->mapping->thread_name), true);
  cleave_add_row_text(it, "} } _Pragma(\"omp barrier\") ");
}

void cleave_combine_row_lanes(const struct cleave_row_printer *it,
                              void (*begin)(const struct cleave_row_printer *),
                              void (*end)(const struct cleave_row_printer *)) {
  cleave_add_row_text(
      it,
      "if (@_lanes > %d) { for (int @_slot = @; @_slot < @_members << @_lane_shift; @_slot += @_count) "
      "if ((@_slot & (@_lanes - 1)) < %d) for (int @_other = @_slot + %d; @_other >> @_lane_shift == @_slot >> "
      "@_lane_shift; @_other += %d) { ",
      COMBINED_LANES, COMBINED_LANES, COMBINED_LANES, COMBINED_LANES);
  add_combination(it, "_slot", "_other");
  cleave_add_row_text(
      it,
      "} _Pragma(\"omp barrier\") } for (int @_member = @; @_member < @_members; @_member += @_count) { "
      "const int @_row = @_order[@_base + @_member], @_place = @_member << @_lane_shift, "
      "@_combined = @_lanes < %d ? @_lanes : %d; ",
      COMBINED_LANES, COMBINED_LANES);
  cleave_begin_row(it);
  begin(it);
  cleave_add_row_text(it, "for (int @_lane = 0; @_lane < @_combined; @_lane++) { ");
  add_combination(it, NULL,
                  cleave_arena_format(it->unit->arena, "_place + %s_lane", it->mapping->thread_name));
  cleave_add_row_text(it, "} ");
  end(it);
  cleave_add_row_text(it, "} _Pragma(\"omp barrier\") ");
}
