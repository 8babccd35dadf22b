/* FILE: lib/print/tile_edits.c
 * WHAT: the texts around and in a loop that may run tile by tile.
 *
 *   { const int cleave_loop_first = FIRST, cleave_loop_end = END;
 *     const long cleave_tiles = cleave_tiles_begin ? cleave_tiles_begin(...) : 1;
 *     for (long cleave_tile = 0; cleave_tile < cleave_tiles; cleave_tile++) {
 *       const int cleave_first = cleave_tiles > 1 ? cleave_tile_first(cleave_tile) : cleave_loop_first;
 *       const int cleave_end = cleave_tiles > 1 ? cleave_tile_first(cleave_tile + 1) : cleave_loop_end;
 *       if (cleave_tiles > 1) cleave_tile_begin(cleave_tile);
 *   #pragma omp target ...
 *       for (int i = cleave_first; i < cleave_end; i++) ...
 *       if (cleave_tiles > 1) cleave_tile_end(cleave_tile); }
 *     if (cleave_tiles_end) cleave_tiles_end(); }
 *
 * All text except the loop is on the lines of its directive and of its end. The variables have the types of
 * the expressions after integer promotion, so that the loop compares and converts as before. One tile has the
 * loop's own bounds: only then may they exceed the range of long.
 */
#include "print/tile_edits.h"

#include "model/text.h"
#include "print/calls.h"
#include "print/value_printer.h"

#include <string.h>

/* A constant NAME of the type of the expression TEXT. */
static void add_constant(struct cleave_text *out, const char *text, const char *name) {
  cleave_text_format(out, CLEAVE_NO_DEBUG "const __typeof__((%s) + 0) %s = ", text, name);
}

static void add_object(struct cleave_text *out, const struct cleave_unit *unit,
                       const struct cleave_region *region, const struct cleave_tiling *tiling,
                       const struct cleave_tiled_object *object) {
  const char *address = cleave_expression_text(unit, object->address),
             *bytes = cleave_expression_text(unit, object->unit),
             *stride = cleave_expression_text(unit, object->stride);
  cleave_text_format(out,
                     ", (const volatile void *)(%s), (long)((const volatile char *)%s - (const volatile "
                     "char *)(%s)) + %s * (%s * (long)%s + %s), %s * %s, %d",
                     address, region->variables[object->variable].name, address, bytes, stride,
                     tiling->loop_first_name, cleave_expression_text(unit, object->base), bytes, stride,
                     object->is_final);
}

const char *cleave_print_tiles_head(const struct cleave_unit *unit, const struct cleave_region *region,
                                    const struct cleave_tiling *tiling) {
  const char *first = cleave_unit_text(unit, tiling->first), *bound = cleave_unit_text(unit, tiling->bound);
  struct cleave_text out = {.arena = unit->arena};
  cleave_text_add(&out, "{ ");
  add_constant(&out, first, tiling->loop_first_name);
  cleave_text_format(&out, "%s; ", first);
  add_constant(&out, bound, tiling->loop_bound_name);
  cleave_text_format(&out, "%s; ", bound);
  cleave_text_format(&out,
                     CLEAVE_NO_DEBUG "const long %s = %s ? cleave_tiles_begin((%s), %u, (long)%s, "
                                     "(long)((unsigned long)%s + %d), %zu",
                     tiling->count_name, tiling->condition ? tiling->condition : "cleave_tiles_begin",
                     cleave_device_text(unit, tiling->device),
                     tiling->stage | (tiling->is_collapsed ? CLEAVE_COLLAPSED : 0) |
                         (tiling->is_spread ? CLEAVE_SPREAD : 0),
                     tiling->loop_first_name, tiling->loop_bound_name, tiling->bound_is_last,
                     tiling->object_count + (tiling->is_spread ? tiling->read_count : 0));
  for (size_t i = 0; i < tiling->object_count; i++)
    add_object(&out, unit, region, tiling, &tiling->objects[i]);
  for (size_t i = 0; tiling->is_spread && i < tiling->read_count; i++)
    cleave_text_format(&out, ", (const volatile void *)(%s), 0L, 0L, 0",
                       cleave_expression_text(unit, tiling->read[i]));
  cleave_text_format(&out, ") : 1; for (" CLEAVE_NO_DEBUG "long %s = 0; %s < %s; %s++) { ", tiling->tile_name,
                     tiling->tile_name, tiling->count_name, tiling->tile_name);
  add_constant(&out, first, tiling->first_name);
  cleave_text_format(&out, "%s > 1 ? (__typeof__((%s) + 0))cleave_tile_first(%s) : %s; ", tiling->count_name,
                     first, tiling->tile_name, tiling->loop_first_name);
  add_constant(&out, bound, tiling->bound_name);
  cleave_text_format(&out, "%s > 1 ? (__typeof__((%s) + 0))(cleave_tile_first(%s + 1) - %d) : %s; ",
                     tiling->count_name, bound, tiling->tile_name, tiling->bound_is_last,
                     tiling->loop_bound_name);
  cleave_text_format(&out, "if (%s > 1) cleave_tile_begin(%s); ", tiling->count_name, tiling->tile_name);
  return cleave_text_get(&out);
}

const char *cleave_print_tiles_tail(const struct cleave_unit *unit, const struct cleave_tiling *tiling) {
  return cleave_arena_format(unit->arena,
                             " if (%s > 1) cleave_tile_end(%s); } "
                             "if (%s) cleave_tiles_end(); }",
                             tiling->count_name, tiling->tile_name,
                             tiling->condition ? tiling->condition : "cleave_tiles_end");
}

const char *cleave_print_tile_clause(const struct cleave_unit *unit, const struct cleave_tiling *tiling) {
  struct cleave_clauses list = {0};
  cleave_add_clause(unit->arena, &list, (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_FIRSTPRIVATE});
  cleave_add_list_item(unit->arena, &list, cleave_make_name(unit->arena, tiling->first_name));
  cleave_add_list_item(unit->arena, &list, cleave_make_name(unit->arena, tiling->bound_name));
  return cleave_clauses_text(unit, &list);
}

/* The directive `#pragma omp ...` in RANGE as an operator, which may share its line with other text. */
static void add_pragma(struct cleave_text *out, const struct cleave_unit *unit, struct cleave_range range) {
  static const char keyword[] = "pragma";
  const char *at = strstr(cleave_unit_text(unit, range), keyword);
  cleave_text_add(out, "_Pragma(\"");
  for (at += sizeof keyword - 1; *at; at++)
    cleave_text_format(out, "%s%c", *at == '"' || *at == '\\' ? "\\" : "", *at == '\n' ? ' ' : *at);
  cleave_text_add(out, "\") ");
}

static void add_source(struct cleave_text *out, const struct cleave_unit *unit, uint32_t begin,
                       uint32_t end) {
  const struct cleave_token *directive;
  while ((directive = cleave_find_token(&unit->tokens, (struct cleave_range){begin, end},
                                        1 << CLEAVE_TOKEN_OPENMP_PRAGMA, NULL))) {
    cleave_text_format(out, "%s ",
                       cleave_unit_text(unit, (struct cleave_range){begin, directive->range.begin}));
    add_pragma(out, unit, directive->range);
    begin = directive->range.end;
  }
  cleave_text_format(out, "%s ", cleave_unit_text(unit, (struct cleave_range){begin, end}));
}

void cleave_print_tiled_source(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_tiling *tiling, uint32_t begin, uint32_t end) {
  if (tiling) {
    const struct cleave_range ranges[] = {tiling->first, tiling->bound};
    const char *const names[] = {tiling->first_name, tiling->bound_name};
    /* `for (i = first; ...; ...)`, or `end > i`: the first value always comes before the counter's bound */
    for (size_t i = 0; i < 2; i++)
      if (begin <= ranges[i].begin && ranges[i].end <= end) {
        add_source(out, unit, begin, ranges[i].begin);
        cleave_text_format(out, "%s ", names[i]);
        begin = ranges[i].end;
      }
  }
  add_source(out, unit, begin, end);
}

void cleave_print_marked_source(struct cleave_text *out, const struct cleave_unit *unit,
                                struct cleave_range range, const struct cleave_offsets *marked,
                                const char *mark) {
  for (size_t i = 0; i < marked->count; i++)
    if (marked->items[i] >= range.begin && marked->items[i] < range.end) {
      add_source(out, unit, range.begin, marked->items[i]);
      cleave_text_add(out, mark);
      range.begin = marked->items[i];
    }
  add_source(out, unit, range.begin, range.end);
}

void cleave_print_unrolled_source(struct cleave_text *out, const struct cleave_unit *unit,
                                  struct cleave_range range, const struct cleave_offsets *unrolled) {
  cleave_print_marked_source(out, unit, range, unrolled, CLEAVE_UNROLL("8"));
}
