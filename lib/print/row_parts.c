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
#include <string.h>

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
    if (*at == '@' || *at == '$') {
      cleave_text_format(it->out, "%.*s", (int)(at - begin), begin);
      if (*at == '@')
        cleave_text_add(it->out, it->mapping->thread_name);
      else if (it->number)
        cleave_text_format(it->out, "_loop_%u", it->number);
      begin = at + 1;
    }
  cleave_text_add(it->out, begin);
}

struct cleave_row_printer cleave_later_row_loop(const struct cleave_row_printer *it) {
  struct cleave_row_printer later = *it;
  later.rows = it->rows->later;
  later.number++;
  return later;
}

bool cleave_is_ordered_loop(const struct cleave_row_printer *it) {
  return it->mapping->row_order >> it->number & 1;
}

void cleave_add_row_source(const struct cleave_row_printer *it, uint32_t begin, uint32_t end) {
  if (begin < end)
    cleave_print_tiled_source(it->out, it->unit, NULL, begin, end);
  cleave_text_add(it->out, " ");
}

bool cleave_rows_are_fused(const struct cleave_row_printer *it) { return it->rows->next != NULL; }

/* Whether an earlier part than PART has a counter of the same name, and so of the same value. */
static bool is_declared(const struct cleave_mapping *mapping, size_t part) {
  bool found = false;
  for (size_t i = 0; i < part; i++)
    found |= !strcmp(mapping->parts[i].loops[0].counter, mapping->parts[part].loops[0].counter);
  return found;
}

/* Loads the sums of an inner loop into its variables. */
static void load_sums(const struct cleave_row_printer *it) {
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_add_row_text(it, "%s = @_%s_%zu$[@_member]; ", it->rows->sums[i].name,
                        cleave_is_ordered_loop(it) ? "sum" : "result", i);
}

void cleave_begin_row(const struct cleave_row_printer *it) {
  const struct cleave_mapped_loop *loop = &it->mapping->loops[0];
  cleave_add_counter(it->out, loop, loop->counter, loop->type,
                     cleave_arena_format(it->unit->arena, "%s_block * %s + %s_row", it->mapping->thread_name,
                                         it->mapping->span_name, it->mapping->thread_name));
  for (size_t i = 0; i < it->mapping->part_count; i++)
    if (!is_declared(it->mapping, i))
      cleave_add_part_counters(it->out, it->mapping, &it->mapping->parts[i]);
  struct cleave_row_printer earlier = *it;
  earlier.rows = it->mapping->rows;
  for (earlier.number = 0; earlier.number < it->number; earlier = cleave_later_row_loop(&earlier)) {
    cleave_add_row_source(it, earlier.rows->before_begin, earlier.rows->before_end);
    load_sums(&earlier);
  }
  for (const struct cleave_row_loop *rows = it->rows; rows; rows = rows->next)
    cleave_add_row_source(it, rows->before_begin, rows->before_end);
}

void cleave_end_row(const struct cleave_row_printer *it) {
  for (const struct cleave_row_loop *rows = it->rows; rows; rows = rows->next) {
    cleave_add_row_text(it, cleave_rows_are_fused(it) ? "do { " : ""); /* `continue` ends this part only */
    cleave_add_row_source(it, rows->after_begin, rows->after_end);
    cleave_add_row_text(it, cleave_rows_are_fused(it) ? "} while (0); " : "");
  }
}

void cleave_add_row_element(const struct cleave_row_printer *it, const char *number) {
  for (const struct cleave_row_loop *rows = it->rows; rows; rows = rows->next) {
    cleave_add_row_text(it, cleave_rows_are_fused(it) ? "{ " : "");
    cleave_text_format(it->out, "%s %s = %s; ", rows->type, rows->counter, number);
    cleave_add_row_text(it, cleave_rows_are_fused(it) ? "do { " : ""); /* `continue` ends this part only */
    cleave_add_row_source(it, rows->body_begin, rows->body_end);
    cleave_add_row_text(it, cleave_rows_are_fused(it) ? "} while (0); } " : "");
  }
}

const char *cleave_row_neutral(const struct cleave_row_printer *it, const struct cleave_row_sum *sum) {
  return cleave_neutral_value(it->unit, sum->combiner, sum->type, sum->is_floating, sum->is_unsigned,
                              sum->bytes);
}

void cleave_move_row_sums(const struct cleave_row_printer *it, const char *index, bool to_memory) {
  for (size_t i = 0; i < it->rows->sum_count; i++) {
    const char *name = it->rows->sums[i].name;
    if (to_memory)
      cleave_add_row_text(it, "@_sum_%zu$[%s] = %s; ", i, index, name);
    else
      cleave_add_row_text(it, "%s = @_sum_%zu$[%s]; ", name, i, index);
  }
}

const char *cleave_row_element_number(const struct cleave_row_printer *it) {
  return cleave_arena_format(it->unit->arena, "%s_begin + (%s)%s_element", it->mapping->thread_name,
                             it->rows->type, it->mapping->thread_name);
}

static void add_combination(const struct cleave_row_printer *it, const char *target, const char *index) {
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
      it, "_Pragma(\"clang loop unroll_count(4)\") for (int @_element = @_lane; @_element < @_stop; "
          "@_element += @_lanes) { ");
  cleave_add_row_element(it, cleave_row_element_number(it));
  cleave_add_row_text(it, "} ");
  cleave_move_row_sums(it, cleave_arena_format(it->unit->arena, "%s_slot", it->mapping->thread_name), true);
  cleave_add_row_text(it, "} } _Pragma(\"omp barrier\") ");
}

/* Up to COMBINED_LANES lanes of each row combine their sums with those of the others. */
static void combine_lanes(const struct cleave_row_printer *it) {
  cleave_add_row_text(
      it,
      "if (@_lanes > %d) { for (int @_slot = @; @_slot < @_members << @_lane_shift; @_slot += @_count) "
      "if ((@_slot & (@_lanes - 1)) < %d) for (int @_other = @_slot + %d; @_other >> @_lane_shift == @_slot >> "
      "@_lane_shift; @_other += %d) { ",
      COMBINED_LANES, COMBINED_LANES, COMBINED_LANES, COMBINED_LANES);
  add_combination(it, "_slot", "_other");
  cleave_add_row_text(it, "} _Pragma(\"omp barrier\") } ");
}

void cleave_combine_row_lanes(const struct cleave_row_printer *it,
                              void (*begin)(const struct cleave_row_printer *),
                              void (*end)(const struct cleave_row_printer *)) {
  if (it->rows->sum_count)
    combine_lanes(it);
  cleave_add_row_text(it, "for (int @_member = @; @_member < @_members; @_member += @_count) { "
                          "const int @_row = @_order[@_base + @_member]; ");
  cleave_begin_row(it);
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
