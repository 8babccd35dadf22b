/* FILE: lib/print/block_edits.c
 * WHAT: the text of a nest in register blocks of 8 rows by 4 columns.
 *
 *   for (int cleave_thread = 0; cleave_thread < cleave_thread_end; cleave_thread++) {
 *     the first row and column of the block: four warps of a tile have consecutive blocks of rows; lanes have consecutive columns,
 *     and the columns of a block are a warp apart
 *     if (they are in the nest) {
 *       double cleave_thread_block[8][4];
 *       FOR EACH POINT cleave_thread_block[r][q] = c[i * m + j];
 *       for (int k = 0; k < n; k++)
 *         FOR EACH POINT cleave_thread_block[r][q] += a[i * n + k] * b[k * m + j];
 *       FOR EACH POINT if (it is in the nest) c[i * m + j] = cleave_thread_block[r][q];
 *     } }
 *
 * FOR EACH POINT is two loops that the compiler unrolls, and the counters of the point. A point outside of the nest repeats the last row,
 * or the first column of the block.
 */
#include "print/block_edits.h"

#include "abi/entry_points.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

enum { WARPS = 4 }; /* of a tile */

void cleave_add_block_head(struct cleave_text *out, const struct cleave_mapping *mapping) {
  const struct cleave_register_block *block = mapping->block;
  const char *columns = mapping->columns_name, *count = mapping->loops[mapping->lane].count_name,
             *rows = mapping->loops[mapping->walk].count_name;
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s = %s > 0 ? (%s - 1) / %u + 1 : 0; ", columns, count,
                     count, CLEAVE_TILE_LANES * block->columns);
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s_end = %s > 0 ? ((%s - 1) / %u + 1) * %s * %d : 0; ",
                     mapping->thread_name, rows, rows, WARPS * block->rows, columns,
                     WARPS * CLEAVE_TILE_LANES);
  cleave_add_divisor(out, columns);
}

/* Adds the loops over the points of a block, and their counters. COUNTER, TYPE: of the aligned loop. */
static void add_points(struct cleave_text *out, const struct cleave_mapping *mapping, const char *counter,
                       const char *type) {
  const struct cleave_register_block *block = mapping->block;
  const char *thread = mapping->thread_name, *position = mapping->position_name;
  const char *const counters[] = {mapping->loops[0].counter, counter}, *const types[] = {
                                                                           mapping->loops[0].type, type};
  cleave_text_format(out,
                     "_Pragma(\"clang loop unroll(full)\") for (int %s_r = 0; %s_r < %u; %s_r++) "
                     "_Pragma(\"clang loop unroll(full)\") for (int %s_q = 0; %s_q < %u; %s_q++) { ",
                     thread, thread, block->rows, thread, thread, thread, block->columns, thread);
  const char *rows = mapping->loops[mapping->walk].count_name,
             *lanes = mapping->loops[mapping->lane].count_name;
  cleave_text_format(out, "const int %s_row = %s + %s_r < %s ? %s + %s_r : %s - 1; ", thread, position,
                     thread, rows, position, thread, rows);
  cleave_text_format(out, "const int %s_column = %s_lane + %s_q * %d < %s ? %s_lane + %s_q * %d : %s_lane; ",
                     thread, thread, thread, CLEAVE_TILE_LANES, lanes, thread, thread, CLEAVE_TILE_LANES,
                     thread);
  for (size_t i = 0; i < 2; i++)
    cleave_text_format(out, "%s %s = (%s)(%s + (long)%s_%s * %ldL); ", types[i], counters[i], types[i],
                       mapping->loops[i].first_name, thread, i == mapping->walk ? "row" : "column",
                       (long)mapping->loops[i].step);
}

/* Adds the text of RANGE. The variable of the point replaces its element. */
static void add_site(struct cleave_text *out, const struct cleave_unit *unit,
                     const struct cleave_mapping *mapping, struct cleave_range range) {
  const struct cleave_register_block *block = mapping->block;
  const char *thread = mapping->thread_name;
  for (size_t i = 0; i < block->element_count; i++) {
    if (block->elements[i].begin < range.begin || block->elements[i].end > range.end)
      continue;
    cleave_print_tiled_source(out, unit, NULL, range.begin, block->elements[i].begin);
    cleave_text_format(out, "%s_block[%s_r][%s_q] ", thread, thread, thread);
    range.begin = block->elements[i].end;
  }
  cleave_print_tiled_source(out, unit, NULL, range.begin, range.end);
}

static void add_body(struct cleave_text *out, const struct cleave_unit *unit,
                     const struct cleave_mapping *mapping) {
  struct cleave_range rest = mapping->body;
  for (size_t i = 0; i < mapping->block->part_count; i++) {
    const struct cleave_block_part *part = &mapping->block->parts[i];
    cleave_print_tiled_source(out, unit, NULL, rest.begin, part->begin);
    rest.begin = part->body.begin;
    if (!part->is_site)
      continue;
    add_points(out, mapping, part->counter, part->type);
    add_site(out, unit, mapping, part->body);
    cleave_text_add(out, " } ");
    rest.begin = part->body.end;
  }
  cleave_print_tiled_source(out, unit, NULL, rest.begin, rest.end);
}

const char *cleave_print_block_loop(const struct cleave_unit *unit, const struct cleave_region *region,
                                    const struct cleave_mapping *mapping) {
  const struct cleave_register_block *block = mapping->block;
  struct cleave_arena *arena = unit->arena;
  struct cleave_text out = {.arena = arena};
  const char *thread = mapping->thread_name, *position = mapping->position_name,
             *element = cleave_unit_text(unit, block->element);
  const char *lanes = mapping->loops[mapping->lane].count_name,
             *rows = mapping->loops[mapping->walk].count_name;
  cleave_text_format(&out, "for (int %s = 0; %s < %s_end; %s++) { ", thread, thread, thread, thread);
  const char *tile = cleave_arena_format(arena, "%s_tile", thread);
  cleave_text_format(&out, "const int %s = %s / %d; ", tile, thread, WARPS * CLEAVE_TILE_LANES);
  cleave_add_division(&out, cleave_arena_format(arena, "%s_tile_row", thread),
                      cleave_arena_format(arena, "%s_tile_column", thread), tile, mapping->columns_name,
                      NULL);
  cleave_text_format(&out, "const int %s_lane = %s_tile_column * %u + (%s & %d); ", thread, thread,
                     CLEAVE_TILE_LANES * block->columns, thread, CLEAVE_TILE_LANES - 1);
  cleave_text_format(&out, "const int %s = (%s_tile_row * %d + (%s / %d & %d)) * %u; ", position, thread,
                     WARPS, thread, CLEAVE_TILE_LANES, WARPS - 1, block->rows);
  cleave_text_format(&out, "if (%s_lane < %s && %s < %s) { ", thread, lanes, position, rows);
  cleave_print_assumptions(&out, region, mapping->disjoint);
  cleave_text_format(&out, "__typeof__(({ %s %s = 0; %s %s = 0; %s; })) %s_block[%u][%u]; ",
                     mapping->loops[0].type, mapping->loops[0].counter, block->type, block->counter, element,
                     thread, block->rows, block->columns);
  add_points(&out, mapping, block->counter, block->type);
  cleave_text_format(&out, "%s_block[%s_r][%s_q] = %s; } ", thread, thread, thread, element);
  add_body(&out, unit, mapping);
  add_points(&out, mapping, block->counter, block->type);
  cleave_text_format(
      &out, "if (%s + %s_r < %s && %s_lane + %s_q * %d < %s) %s = %s_block[%s_r][%s_q]; } } } }", position,
      thread, rows, thread, thread, CLEAVE_TILE_LANES, lanes, element, thread, thread, thread);
  return cleave_text_get(&out);
}
