/* FILE: lib/print/mapping_edits.c
 * WHAT: the text of a loop nest mapped to the grid: one loop over the threads, with 32-bit numbers.
 *
 *   { const long cleave_first_0 = 0, cleave_first_1 = 1; const int cleave_count_0 = n, cleave_count_1 = m - 2;
 *     const int cleave_skew = 1, cleave_lanes = m;
 *     const int cleave_span = cleave_mapping_span(...);
 *     const int cleave_thread_end = ((cleave_count_0 - 1) / cleave_span + 1) * cleave_lanes;
 *   #pragma omp target ...
 *     for (int cleave_thread = 0; cleave_thread < cleave_thread_end; cleave_thread++) {
 *       const int cleave_thread_row = cleave_thread / cleave_lanes;
 *       const int cleave_thread_lane = cleave_thread % cleave_lanes - cleave_skew;
 *       int j = cleave_first_1 + cleave_thread_lane * 1;
 *       if (the lane is inside) for (int cleave_position = cleave_thread_row * cleave_span, its end; ...) {
 *         int i = cleave_first_0 + cleave_position * 1; { BODY } } } }
 *
 * Lanes. The iterations of the loop that consecutive threads follow are extended to whole warps, if that adds at most a quarter. A
 * warp then accesses elements of one row, and begins at a multiple of 32: the skew is the number of lanes before the first iteration.
 *
 * Tiles. If the body has loops, a thread executes one iteration, and the span is the number of rows of a tile: consecutive warps
 * execute consecutive rows of 32 columns.
 *
 * Fused loops. The counters of the mapped loops are generated, and each part declares its own:
 *
 *   { int i = cleave_counter_0; int j = cleave_counter_1; if (cleave_position >= 1) { BODY } }
 *
 * Threads whose iterations belong to all parts have code without these conditions, in which the compiler loads once what several parts
 * read.
 *
 * Without iterations the span is 1, so the loop over threads has none either. The loop over a span is not unrolled: in most
 * launches it is short, and an unrolled one has more tests. If iterations read the same elements, the longest span is also there as
 * straight code, in which the compiler loads each of them once. There the counter goes up by its step: LLVM 19 does not find that
 * addresses are equal if their counters are computed from positions. No product overflows: libcleave returns 0 for more than half of
 * INT_MAX iterations, and the loop of the version then does not run; lanes and rows of tiles add at most a third.
 */
#include "print/mapping_edits.h"

#include "abi/entry_points.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/reduction_edits.h"
#include "print/row_edits.h"
#include "print/scan_edits.h"
#include "print/shared_tile_edits.h"
#include "print/team_edits.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

static void add_thread_count(struct cleave_text *out, const struct cleave_mapping *mapping) {
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s_end = ((%s - 1) / %s + 1) * %s", mapping->thread_name,
                     mapping->loops[mapping->walk].count_name, mapping->span_name, mapping->lanes_name);
  if (mapping->has_loops)
    cleave_text_format(out, " * %s", mapping->span_name);
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (i != mapping->walk && i != mapping->lane)
      cleave_text_format(out, " * %s", mapping->loops[i].count_name);
  cleave_text_add(out, "; ");
}

static void add_divisors(struct cleave_text *out, const struct cleave_mapping *mapping) {
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (i != mapping->walk && i != mapping->lane)
      cleave_add_divisor(out, mapping->loops[i].count_name);
  if (!mapping->has_loops) {
    cleave_add_divisor(out, mapping->lanes_name);
    return;
  }
  cleave_add_divisor(out, mapping->width_name);
  cleave_add_divisor(out, mapping->columns_name);
  cleave_add_divisor(out, mapping->span_name);
}

const char *cleave_print_mapping_head(const struct cleave_unit *unit, const struct cleave_region *region,
                                      const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  cleave_text_add(&out, "{ ");
  for (size_t i = 0; i < mapping->loop_count; i++)
    cleave_add_loop_values(&out, unit, &mapping->loops[i]);
  if (mapping->reduction) {
    cleave_add_reduction_head(&out, unit, region, mapping);
    return cleave_text_get(&out);
  }
  if (mapping->scan) {
    cleave_add_scan_head(&out, unit, region, mapping);
    return cleave_text_get(&out);
  }
  if (mapping->rows) {
    cleave_add_row_head(&out, unit, mapping);
    return cleave_text_get(&out);
  }
  if (mapping->tile) {
    cleave_add_tile_head(&out, unit, mapping);
    return cleave_text_get(&out);
  }
  const struct cleave_mapped_loop *lane = &mapping->loops[mapping->lane];
  const char *count = lane->count_name, *lanes = mapping->lanes_name;
  if (mapping->loop_count == 1) {
    cleave_text_format(&out, CLEAVE_NO_DEBUG "const int %s_end = %s; ", mapping->thread_name, count);
    return cleave_text_get(&out);
  }
  /* Elements of neighboring iterations are neighbors only if the loop counts by one. */
  const char *skew = lane->step == 1 ? cleave_arena_format(unit->arena, "(int)(%s & %d)", lane->first_name,
                                                           CLEAVE_TILE_LANES - 1)
                                     : "0";
  const char *whole = cleave_arena_format(unit->arena, "((%s + %s + %d) & ~%d)", skew, count,
                                          CLEAVE_TILE_LANES - 1, CLEAVE_TILE_LANES - 1);
  cleave_text_format(&out, CLEAVE_NO_DEBUG "const int %s = %s <= %s + %s / 4 ? %s : %s; ", lanes, whole,
                     count, count, whole, count);
  cleave_text_format(&out, CLEAVE_NO_DEBUG "const int %s = %s == %s ? 0 : %s; ", mapping->skew_name, lanes,
                     count, skew);
  cleave_text_format(&out, CLEAVE_NO_DEBUG "const int %s = ", mapping->span_name);
  if (mapping->has_loops) /* a tile has whole warps */
    cleave_text_format(&out, "%s & %d ? 1 : ", lanes, CLEAVE_TILE_LANES - 1);
  cleave_text_format(&out, "%s; ", cleave_expression_text(unit, mapping->span));
  if (mapping->has_loops) /* with one row, the tile has all lanes */
    cleave_text_format(&out,
                       CLEAVE_NO_DEBUG "const int %s = %s > 1 ? %d : %s; " CLEAVE_NO_DEBUG
                                       "const int %s = %s ? %s / %s : 0; ",
                       mapping->width_name, mapping->span_name, CLEAVE_TILE_LANES, lanes,
                       mapping->columns_name, lanes, lanes, mapping->width_name);
  add_thread_count(&out, mapping);
  add_divisors(&out, mapping);
  return cleave_text_get(&out);
}

/* Declares the counter of loop INDEX in iteration POSITION. cleave_add_point declares those of aligned loops. */
static void add_counter(struct cleave_text *out, const struct cleave_mapping *mapping, size_t index,
                        const char *position) {
  const struct cleave_mapped_loop *loop = &mapping->loops[index];
  if (!loop->start && (!mapping->aligned_count || index + 1 < mapping->loop_count))
    cleave_add_counter(out, loop, loop->counter, loop->type, position);
}

/* The counters of the loops that are neither walked nor the lanes. REST: what is left of the thread's number; returns
 * what is left then. */
static const char *add_other_counters(struct cleave_text *out, const struct cleave_mapping *mapping,
                                      const char *rest) {
  for (size_t i = mapping->loop_count; i--;)
    if (i != mapping->walk && i != mapping->lane) {
      const char *left = cleave_arena_format(out->arena, "%s_rest_%zu", mapping->thread_name, i),
                 *position = cleave_arena_format(out->arena, "%s_of_%zu", mapping->thread_name, i);
      cleave_add_division(out, left, position, rest, mapping->loops[i].count_name, NULL);
      add_counter(out, mapping, i, position);
      rest = left;
    }
  return rest;
}

/* ---- Parts of a fused kernel ---------------------------------------------------------------------- */

/* The variable with the position of a thread's iteration in loop INDEX. */
static const char *position_of(const struct cleave_unit *unit, const struct cleave_mapping *mapping,
                               size_t index) {
  if (mapping->loop_count == 1)
    return mapping->thread_name;
  if (index == mapping->walk)
    return mapping->position_name;
  return index == mapping->lane ? cleave_arena_format(unit->arena, "%s_lane", mapping->thread_name)
                                : cleave_arena_format(unit->arena, "%s_of_%zu", mapping->thread_name, index);
}

/* The condition that iterations FROM to TO of loop INDEX, two variables, are not among the first BEFORE and the last AFTER ones; "" if
 * it holds always. */
static const char *range_condition(const struct cleave_unit *unit, const struct cleave_mapping *mapping,
                                   size_t index, const char *from, const char *to, unsigned before,
                                   unsigned after) {
  struct cleave_text out = {.arena = unit->arena};
  if (before)
    cleave_text_format(&out, "%s >= %u", from, before);
  if (after)
    cleave_text_format(&out, "%s%s < %s - %u", before ? " && " : "", to, mapping->loops[index].count_name,
                       after);
  return cleave_text_get(&out);
}

/* The condition that iterations belong to all parts; "" if it holds always. LAST: of the walked loop, a variable; NULL: a thread
 * executes one. */
static const char *condition_of_all(const struct cleave_unit *unit, const struct cleave_mapping *mapping,
                                    const char *last) {
  struct cleave_text out = {.arena = unit->arena};
  const char *separator = "";
  for (size_t i = 0; mapping->part_count && i < mapping->loop_count; i++) {
    unsigned before = 0, after = 0;
    for (size_t p = 0; p < mapping->part_count; p++) {
      const struct cleave_fused_loop *loop = &mapping->parts[p].loops[i];
      before = loop->before > before ? loop->before : before;
      after = loop->after > after ? loop->after : after;
    }
    const char *position = position_of(unit, mapping, i);
    const char *condition = range_condition(unit, mapping, i, position,
                                            last && i == mapping->walk ? last : position, before, after);
    if (*condition) {
      cleave_text_format(&out, "%s%s", separator, condition);
      separator = " && ";
    }
  }
  return cleave_text_get(&out);
}

/* IS_IN_ALL: the iteration belongs to all parts. */
static void add_parts(struct cleave_text *out, const struct cleave_unit *unit,
                      const struct cleave_mapping *mapping, bool is_in_all) {
  for (size_t p = 0; p < mapping->part_count; p++) {
    const struct cleave_fused_part *part = &mapping->parts[p];
    cleave_text_add(out, "{ ");
    cleave_add_part_counters(out, mapping, part);
    for (size_t i = 0; i < mapping->loop_count; i++) {
      const char *position = position_of(unit, mapping, i);
      const char *condition =
          range_condition(unit, mapping, i, position, position, part->loops[i].before, part->loops[i].after);
      if (*condition && !is_in_all)
        cleave_text_format(out, "if (%s) ", condition);
      if (part->loops[i].is_inside)
        cleave_text_format(out, "if (%s) ", cleave_expression_text(unit, part->loops[i].is_inside));
    }
    cleave_add_part_body(out, unit, part);
    cleave_text_add(out, "} ");
  }
}

/* ---- Iterations ------------------------------------------------------------------------------------- */

/* The statement for an iteration of the loops whose counters are declared. IS_IN_ALL: as for add_parts. */
static void add_fused_body(struct cleave_text *out, const struct cleave_unit *unit,
                           const struct cleave_region *region, const struct cleave_mapping *mapping,
                           bool is_in_all) {
  const char *condition = is_in_all ? "" : condition_of_all(unit, mapping, NULL);
  cleave_text_add(out, "{ ");
  if (mapping->disjoint)
    cleave_print_assumptions(out, region, mapping->disjoint);
  if (*condition)
    cleave_text_format(out, "if (%s) { ", condition);
  add_parts(out, unit, mapping, true);
  if (*condition) {
    cleave_text_add(out, "} else { ");
    add_parts(out, unit, mapping, false);
    cleave_text_add(out, "} ");
  }
  cleave_text_add(out, "} ");
}

static void add_body(struct cleave_text *out, const struct cleave_unit *unit,
                     const struct cleave_region *region, const struct cleave_mapping *mapping,
                     bool is_in_all) {
  if (mapping->part_count) {
    add_fused_body(out, unit, region, mapping, is_in_all);
    return;
  }
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (mapping->loops[i].is_inside)
      cleave_text_format(out, "if (%s) ", cleave_expression_text(unit, mapping->loops[i].is_inside));
  cleave_text_add(out, "{ ");
  if (mapping->labels) /* the text has several copies in the function */
    cleave_text_format(out, "__label__ %s; ", mapping->labels);
  if (mapping->disjoint)
    cleave_print_assumptions(out, region, mapping->disjoint);
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (mapping->loops[i].start && !mapping->loops[i].start->value_count)
      cleave_add_start(out, unit, mapping->loops[i].start, position_of(unit, mapping, i));
  for (size_t v = 0; v < mapping->value_count; v++) {
    cleave_print_tiled_source(out, unit, NULL, mapping->values[v].begin, mapping->values[v].end);
    cleave_text_add(out, " { ");
    for (size_t i = 0; i < mapping->loop_count; i++)
      if (mapping->loops[i].start && mapping->loops[i].start->value_count == v + 1)
        cleave_add_start(out, unit, mapping->loops[i].start, position_of(unit, mapping, i));
  }
  const char *position = mapping->loop_count - 1 == mapping->lane
                             ? cleave_arena_format(unit->arena, "%s_lane", mapping->thread_name)
                             : mapping->position_name;
  cleave_add_point(out, unit, mapping, mapping->body, position);
  for (size_t i = 0; i < mapping->value_count; i++)
    cleave_text_add(out, " }");
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (mapping->loops[i].start)
      cleave_text_add(out, " } }");
  cleave_text_add(out, " } ");
}

/* A thread executes consecutive iterations of the walked loop. */
static void add_spans(struct cleave_text *out, const struct cleave_unit *unit,
                      const struct cleave_region *region, const struct cleave_mapping *mapping) {
  const struct cleave_mapped_loop *walk = &mapping->loops[mapping->walk],
                                  *lane_loop = &mapping->loops[mapping->lane];
  const char *thread = mapping->thread_name, *position = mapping->position_name, *span = mapping->span_name;
  const char *row = cleave_arena_format(out->arena, "%s_row", thread),
             *lane = cleave_arena_format(out->arena, "%s_lane", thread);
  cleave_add_division(out, row, lane, thread, mapping->lanes_name, mapping->skew_name);
  add_counter(out, mapping, mapping->lane, lane);
  const char *rest = add_other_counters(out, mapping, row);
  cleave_text_format(out, "if ((unsigned)%s < (unsigned)%s) { ", lane, lane_loop->count_name);
  cleave_text_format(out, "int %s = %s * %s; const int %s_end = %s - %s < %s ? %s : %s + %s; ", position,
                     rest, span, position, walk->count_name, position, span, walk->count_name, position,
                     span);
  if (mapping->shares_reads) {
    add_counter(out, mapping, mapping->walk, position);
    const char *condition =
        condition_of_all(unit, mapping, cleave_arena_format(out->arena, "%s_end - 1", position));
    cleave_text_format(
        out,
        "if (%s_end - %s == %d%s%s) { _Pragma(\"clang loop unroll(full)\") for (int %s_of_span = 0; "
        "%s_of_span < %d; %s_of_span++, %s += %ld) ",
        position, position, CLEAVE_MOST_SPAN, *condition ? " && " : "", condition, position, position,
        CLEAVE_MOST_SPAN, position, walk->counter, (long)walk->step);
    add_body(out, unit, region, mapping, true);
    cleave_text_add(out, "} else ");
  }
  cleave_text_format(out, "_Pragma(\"clang loop unroll(disable)\") for (; %s < %s_end; %s++) { ", position,
                     position, position);
  add_counter(out, mapping, mapping->walk, position);
  add_body(out, unit, region, mapping, false);
  cleave_text_add(out, "} } ");
}

/* A thread executes one iteration of the only loop. */
static void add_line(struct cleave_text *out, const struct cleave_unit *unit,
                     const struct cleave_region *region, const struct cleave_mapping *mapping) {
  add_counter(out, mapping, 0, mapping->thread_name);
  add_body(out, unit, region, mapping, false);
}

/* A thread executes one iteration. */
static void add_tiles(struct cleave_text *out, const struct cleave_unit *unit,
                      const struct cleave_region *region, const struct cleave_mapping *mapping) {
  const struct cleave_mapped_loop *walk = &mapping->loops[mapping->walk],
                                  *lane_loop = &mapping->loops[mapping->lane];
  const char *thread = mapping->thread_name, *position = mapping->position_name, *rows = mapping->span_name;
  const char *row = cleave_arena_format(out->arena, "%s_row", thread),
             *column = cleave_arena_format(out->arena, "%s_column", thread),
             *tile = cleave_arena_format(out->arena, "%s_tile", thread),
             *row_of_tile = cleave_arena_format(out->arena, "%s_row_of_tile", thread),
             *tile_row = cleave_arena_format(out->arena, "%s_tile_row", thread),
             *tile_column = cleave_arena_format(out->arena, "%s_tile_column", thread),
             *lane = cleave_arena_format(out->arena, "%s_lane", thread);
  cleave_add_division(out, row, column, thread, mapping->width_name, mapping->skew_name);
  cleave_add_division(out, tile, row_of_tile, row, rows, NULL);
  cleave_add_division(out, tile_row, tile_column, tile, mapping->columns_name, NULL);
  cleave_text_format(out, "const int %s = %s * %s + %s; ", lane, tile_column, mapping->width_name, column);
  add_counter(out, mapping, mapping->lane, lane);
  const char *rest = add_other_counters(out, mapping, tile_row);
  cleave_text_format(out, "const int %s = %s * %s + %s; ", position, rest, rows, row_of_tile);
  add_counter(out, mapping, mapping->walk, position);
  cleave_text_format(out, "if ((unsigned)%s < (unsigned)%s && %s < %s) { ", lane, lane_loop->count_name,
                     position, walk->count_name);
  add_body(out, unit, region, mapping, false);
  cleave_text_add(out, "} ");
}

const char *cleave_print_mapping_loop(const struct cleave_unit *unit, const struct cleave_region *region,
                                      const struct cleave_mapping *mapping) {
  if (mapping->tile)
    return cleave_print_tile_body(unit, mapping);
  if (mapping->reduction)
    return cleave_print_reduction_body(unit, region, mapping);
  if (mapping->scan)
    return cleave_print_scan_body(unit, region, mapping);
  if (mapping->rows)
    return cleave_print_row_body(unit, mapping);
  if (mapping->team_loop_count)
    return cleave_print_team_body(unit, region, mapping);
  const char *thread = mapping->thread_name;
  struct cleave_text out = {.arena = unit->arena};
  cleave_text_format(&out, "for (int %s = 0; %s < %s_end; %s++) { cleave_version(); ", thread, thread, thread,
                     thread);
  if (mapping->loop_count == 1)
    add_line(&out, unit, region, mapping);
  else if (mapping->has_loops)
    add_tiles(&out, unit, region, mapping);
  else
    add_spans(&out, unit, region, mapping);
  cleave_text_add(&out, "} }");
  return cleave_text_get(&out);
}
