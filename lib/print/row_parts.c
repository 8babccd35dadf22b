/* FILE: lib/print/row_parts.c
 * WHAT: see row_parts.h.
 */
#include "print/row_parts.h"

#include "abi/entry_points.h"
#include "model/arena.h"
#include "model/text.h"
#include "print/mapping_parts.h"
#include "print/tile_edits.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void cleave_add_row_text(const struct row_printer *it, const char *format, ...) {
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

bool cleave_is_ordered_loop(const struct row_printer *it) { return it->mapping->row_order >> it->number & 1; }

struct row_printer cleave_later_row_loop(const struct row_printer *it) {
  struct row_printer later = *it;
  later.rows = it->rows->later;
  later.number++;
  return later;
}

/* ---- Shared memory -------------------------------------------------------------------------------------- */

bool cleave_has_row_flags(const struct cleave_row_loop *rows) {
  for (size_t i = 0; i < rows->update_count; i++)
    if (!rows->updates[i].is_certain)
      return true;
  return false;
}

unsigned cleave_row_operand_count(const struct cleave_row_loop *rows) {
  unsigned count = 0;
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count; j++)
      count += rows->updates[i].operands[j].same_as == j;
  return count;
}

unsigned cleave_half_of_row_buffer(const struct cleave_mapping *mapping) {
  return CLEAVE_ROW_STAGERS * mapping->row_steps + CLEAVE_ROW_GROUP;
}

/* Calls TAKE with the arrays of an inner loop. */
static void take_arrays(const struct row_printer *it,
                        void (*take)(const struct row_printer *it, const char *type, const char *name,
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
  const unsigned elements = 2 * cleave_half_of_row_buffer(it->mapping);
  for (size_t i = 0; i < rows->update_count; i++)
    for (uint32_t j = 0; j < rows->updates[i].operand_count; j++)
      if (rows->updates[i].operands[j].same_as == j)
        take(it, rows->updates[i].operands[j].type, cleave_arena_format(arena, "operand_%zu_%u", i, j),
             elements);
  if (cleave_has_row_flags(rows))
    take(it, "unsigned char", "flags", elements);
}

void cleave_for_each_row_array(const struct row_printer *it,
                               void (*take)(const struct row_printer *it, const char *type, const char *name,
                                            unsigned count)) {
  take(it, "int", "state", 5 + CLEAVE_MOST_ROWS / CLEAVE_ROW_GROUP);
  take(it, it->rows->type, "first", CLEAVE_MOST_ROWS);
  take(it, "int", "size", CLEAVE_MOST_ROWS);
  take(it, "short", "order", CLEAVE_MOST_ROWS);
  for (struct row_printer inner = *it; inner.rows; inner = cleave_later_row_loop(&inner))
    take_arrays(&inner, take);
}

/* ---- Parts of an iteration ------------------------------------------------------------------------------ */

void cleave_add_row_source(const struct row_printer *it, uint32_t begin, uint32_t end) {
  if (begin < end)
    cleave_print_tiled_source(it->out, it->unit, NULL, begin, end);
  cleave_text_add(it->out, " ");
}

bool cleave_is_fused_row(const struct row_printer *it) { return it->rows->next != NULL; }

/* Whether an earlier part than PART has a counter of the same name, and so of the same value. */
static bool is_declared(const struct cleave_mapping *mapping, size_t part) {
  bool found = false;
  for (size_t i = 0; i < part; i++)
    found |= !strcmp(mapping->parts[i].loops[0].counter, mapping->parts[part].loops[0].counter);
  return found;
}

/* Loads the sums of an inner loop into its variables. */
static void load_sums(const struct row_printer *it) {
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_add_row_text(it, "%s = @_%s_%zu$[@_member]; ", it->rows->sums[i].name,
                        cleave_is_ordered_loop(it) ? "sum" : "result", i);
}

void cleave_begin_row(const struct row_printer *it) {
  const struct cleave_mapped_loop *loop = &it->mapping->loops[0];
  cleave_add_counter(it->out, loop, loop->counter, loop->type,
                     cleave_arena_format(it->unit->arena, "%s_block * %s + %s_row", it->mapping->thread_name,
                                         it->mapping->span_name, it->mapping->thread_name));
  for (size_t i = 0; i < it->mapping->part_count; i++)
    if (!is_declared(it->mapping, i))
      cleave_add_part_counters(it->out, it->mapping, &it->mapping->parts[i]);
  struct row_printer inner = *it;
  inner.rows = it->mapping->rows;
  inner.number = 0;
  for (; inner.number < it->number; inner = cleave_later_row_loop(&inner)) {
    cleave_add_row_source(it, inner.rows->before_begin, inner.rows->before_end);
    load_sums(&inner);
  }
  for (const struct cleave_row_loop *rows = it->rows; rows; rows = rows->next)
    cleave_add_row_source(it, rows->before_begin, rows->before_end);
}

/* The counter has its first value, or, after iterations, the one that ended the loop. */
static void add_last_value(const struct row_printer *it, const struct cleave_row_loop *rows) {
  cleave_text_format(it->out, "%s = ", rows->counter);
  cleave_add_row_source(it, rows->first_begin, rows->first_end);
  cleave_text_format(it->out, "; if (%s %s (", rows->counter, rows->bound_is_last ? "<=" : "<");
  cleave_add_row_source(it, rows->bound_begin, rows->bound_end);
  cleave_text_format(it->out, ")) %s = (", rows->counter);
  cleave_add_row_source(it, rows->bound_begin, rows->bound_end);
  cleave_text_format(it->out, ")%s; ", rows->bound_is_last ? " + 1" : "");
}

void cleave_end_row(const struct row_printer *it) {
  for (const struct cleave_row_loop *rows = it->rows; rows; rows = rows->next) {
    cleave_add_row_text(it, cleave_is_fused_row(it) ? "do { " : ""); /* `continue` ends this part only */
    if (rows->keeps_counter && rows->after_end)
      add_last_value(it, rows);
    cleave_add_row_source(it, rows->after_begin, rows->after_end);
    cleave_add_row_text(it, cleave_is_fused_row(it) ? "} while (0); " : "");
  }
}

void cleave_add_row_element(const struct row_printer *it, const char *number) {
  for (const struct cleave_row_loop *rows = it->rows; rows; rows = rows->next) {
    cleave_add_row_text(it, cleave_is_fused_row(it) ? "{ " : "");
    cleave_text_format(it->out, "%s %s = %s; ", rows->type, rows->counter, number);
    cleave_add_row_text(it, cleave_is_fused_row(it) ? "do { " : ""); /* `continue` ends this part only */
    cleave_add_row_source(it, rows->body_begin, rows->body_end);
    cleave_add_row_text(it, cleave_is_fused_row(it) ? "} while (0); } " : "");
  }
}
