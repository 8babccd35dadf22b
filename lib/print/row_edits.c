/* FILE: lib/print/row_edits.c
 * WHAT: the text of a kernel whose iterations are rows (fission/row_loops.c).
 *
 *   { const int cleave_span = the rows of a block, cleave_thread_lanes = 256 / cleave_span, cleave_thread_end = the number of blocks;
 *     int cleave_thread_is_long[32 + 1]; double cleave_thread_part_0[256], cleave_thread_all_0[256];
 *   #pragma omp target teams private(...) allocate(omp_pteam_mem_alloc: ...) num_teams(cleave_thread_end) thread_limit(256) ...
 *   #pragma omp parallel
 *     { for (each block of this team) {
 *         for (each row and lane of this thread) {
 *           int i = ...; BEFORE; sum = 0; for (each element of the lane, at most 128) BODY; cleave_thread_part_0[...] = sum; }
 *         for (each row with more elements) { all threads execute the others, and add their sums to the lanes' parts }
 *         for (each row of this thread) { int i = ...; BEFORE; combine the parts in sum; AFTER } } } }
 *
 * The threads execute all barriers together: whether a row is long is read from shared memory.
 */
#include "print/row_edits.h"

#include "abi/entry_points.h"
#include "model/affine.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

/* The most elements that a lane executes before all threads of the team share the rest of the row. */
enum { LANE_ELEMENTS = 128 };

/* What the functions below print. */
struct printer {
  struct cleave_text *out;
  const struct cleave_unit *unit;
  const struct cleave_mapping *mapping;
  const struct cleave_row_loop *rows;
  const char *thread; /* the prefix of generated names */
};

void cleave_add_row_head(struct cleave_text *out, const struct cleave_unit *unit,
                         const struct cleave_mapping *mapping) {
  const struct cleave_row_loop *rows = mapping->rows;
  const char *thread = mapping->thread_name, *span = mapping->span_name,
             *count = mapping->loops[0].count_name;
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s = %s; ", span,
                     cleave_expression_text(unit, mapping->span));
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s_end = %s > 0 ? (%s - 1) / %s + 1 : 1; ", thread,
                     count, count, span);
  cleave_text_format(out,
                     CLEAVE_NO_DEBUG
                     "const int %s_lanes = %d / %s, %s_shift = __builtin_ctz(%s_lanes); " CLEAVE_NO_DEBUG
                     "int %s_is_long[%d + 1]; ",
                     thread, CLEAVE_ROW_THREADS, span, thread, thread, thread, CLEAVE_MOST_ROWS);
  for (size_t i = 0; i < rows->sum_count; i++)
    cleave_text_format(out, CLEAVE_NO_DEBUG "%s %s_part_%zu[%d], %s_all_%zu[%d]; ", rows->sums[i].type,
                       thread, i, CLEAVE_ROW_THREADS, thread, i, CLEAVE_ROW_THREADS);
}

const char *cleave_print_row_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena}, shared = {.arena = unit->arena};
  const char *thread = mapping->thread_name;
  cleave_text_format(&shared, "%s_is_long", thread);
  for (size_t i = 0; i < mapping->rows->sum_count; i++)
    cleave_text_format(&shared, ", %s_part_%zu, %s_all_%zu", thread, i, thread, i);
  const char *list = cleave_text_get(&shared);
  cleave_text_format(
      &out,
      " private(%s) allocate(omp_pteam_mem_alloc: %s) uses_allocators(omp_pteam_mem_alloc) thread_limit(%d) "
      "num_teams(%s_end)",
      list, list, CLEAVE_ROW_THREADS, thread);
  return cleave_text_get(&out);
}

/* ---- Parts of an iteration ------------------------------------------------------------------------ */

static void add_source(const struct printer *it, uint32_t begin, uint32_t end) {
  if (begin < end)
    cleave_print_tiled_source(it->out, it->unit, NULL, begin, end);
  cleave_text_add(it->out, " ");
}

/* Declares the counter of the row with number PREFIX_row of the block, and executes what precedes its elements. */
static void begin_row(const struct printer *it) {
  const struct cleave_mapped_loop *loop = &it->mapping->loops[0];
  cleave_add_counter(it->out, loop, loop->counter, loop->type,
                     cleave_arena_format(it->unit->arena, "%s_block * %s + %s_row", it->thread,
                                         it->mapping->span_name, it->thread));
  add_source(it, it->rows->before_begin, it->rows->before_end);
}

/* The same for one that all lanes of the row execute: declares PREFIX_first and PREFIX_total, and resets the sums. */
static void begin_lanes(const struct printer *it) {
  const char *thread = it->thread;
  begin_row(it);
  cleave_text_format(it->out, "const %s %s_first = (", it->rows->type, thread);
  add_source(it, it->rows->first_begin, it->rows->first_end);
  cleave_text_format(it->out, "); const long %s_bound = (", thread);
  add_source(it, it->rows->bound_begin, it->rows->bound_end);
  const bool is_last = it->rows->bound_is_last;
  cleave_text_format(it->out, "), %s_total = %s_bound %s %s_first ? %s_bound - %s_first%s : 0; ", thread,
                     thread, is_last ? ">=" : ">", thread, thread, thread, is_last ? " + 1" : "");
  for (size_t i = 0; i < it->rows->sum_count; i++) {
    const struct cleave_row_sum *sum = &it->rows->sums[i];
    cleave_text_format(it->out, "%s = %s; ", sum->name,
                       cleave_neutral_value(it->unit, sum->combiner, sum->type, sum->is_floating,
                                            sum->is_unsigned, sum->bytes));
  }
}

/* Executes the elements from number FROM to END of the row, every STEP-th one. TYPE: of the numbers. */
static void add_elements(const struct printer *it, const char *type, const char *from, const char *end,
                         const char *step) {
  const char *thread = it->thread;
  cleave_text_format(
      it->out,
      "_Pragma(\"clang loop unroll_count(4)\") for (%s %s_element = %s; %s_element < %s; %s_element += "
      "%s) { %s %s = %s_first + (%s)%s_element; ",
      type, thread, from, thread, end, thread, step, it->rows->type, it->rows->counter, thread,
      it->rows->type, thread);
  add_source(it, it->rows->body_begin, it->rows->body_end);
  cleave_text_add(it->out, "} ");
}

static void store_sums(const struct printer *it, const char *array, const char *index) {
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_text_format(it->out, "%s_%s_%zu[%s] = %s; ", it->thread, array, i, index, it->rows->sums[i].name);
}

/* Clears the marks of long rows. All threads have read them, and meet a barrier before one sets them again. */
static void reset_marks(const struct printer *it) {
  const char *thread = it->thread;
  cleave_text_format(it->out,
                     "for (int %s_row = %s; %s_row <= %d; %s_row += %s_count) %s_is_long[%s_row] = 0; ",
                     thread, thread, thread, CLEAVE_MOST_ROWS, thread, thread, thread, thread);
}

/* ---- Phases --------------------------------------------------------------------------------------- */

static void add_lanes(const struct printer *it) {
  const char *thread = it->thread, *count = it->mapping->loops[0].count_name;
  cleave_text_format(
      it->out,
      "for (int %s_slot = %s; %s_slot < %d; %s_slot += %s_count) { const int %s_row = %s_slot >> %s_shift, "
      "%s_lane = %s_slot & (%s_lanes - 1); if (%s_block * %s + %s_row < %s) { ",
      thread, thread, thread, CLEAVE_ROW_THREADS, thread, thread, thread, thread, thread, thread, thread,
      thread, thread, it->mapping->span_name, thread, count);
  begin_lanes(it);
  cleave_text_format(
      it->out,
      "const int %s_piece = %s_total < %d << %s_shift ? (int)%s_total : %d << %s_shift; if (%s_lane == 0 && "
      "%s_total > %s_piece) { %s_is_long[%s_row] = 1; _Pragma(\"omp atomic write\") %s_is_long[%d] = 1; } ",
      thread, thread, LANE_ELEMENTS, thread, thread, LANE_ELEMENTS, thread, thread, thread, thread, thread,
      thread, thread, CLEAVE_MOST_ROWS);
  add_elements(it, "int", cleave_arena_format(it->unit->arena, "%s_lane", thread),
               cleave_arena_format(it->unit->arena, "%s_piece", thread),
               cleave_arena_format(it->unit->arena, "%s_lanes", thread));
  store_sums(it, "part", cleave_arena_format(it->unit->arena, "%s_slot", thread));
  cleave_text_add(it->out, "} } _Pragma(\"omp barrier\") ");
}

static void add_long_rows(const struct printer *it) {
  const char *thread = it->thread;
  cleave_text_format(
      it->out,
      "if (%s_is_long[%d]) { for (int %s_row = 0; %s_row < %s; %s_row++) if (%s_is_long[%s_row]) { { ",
      thread, CLEAVE_MOST_ROWS, thread, thread, it->mapping->span_name, thread, thread, thread);
  begin_lanes(it);
  add_elements(it, "long",
               cleave_arena_format(it->unit->arena, "(%dL << %s_shift) + %s", LANE_ELEMENTS, thread, thread),
               cleave_arena_format(it->unit->arena, "%s_total", thread),
               cleave_arena_format(it->unit->arena, "%s_count", thread));
  store_sums(it, "all", thread);
  cleave_text_format(
      it->out,
      "} _Pragma(\"omp barrier\") for (int %s_lane = %s; %s_lane < %s_lanes; %s_lane += %s_count) for (int "
      "%s_other = %s_lane; %s_other < %s_count; %s_other += %s_lanes) { ",
      thread, thread, thread, thread, thread, thread, thread, thread, thread, thread, thread, thread);
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_add_operation(it->out, it->rows->sums[i].combiner,
                         cleave_arena_format(it->unit->arena, "%s_part_%zu[(%s_row << %s_shift) + %s_lane]",
                                             thread, i, thread, thread, thread),
                         cleave_arena_format(it->unit->arena, "%s_all_%zu[%s_other]", thread, i, thread));
  cleave_text_add(it->out, "} _Pragma(\"omp barrier\") } _Pragma(\"omp barrier\") ");
  reset_marks(it);
  cleave_text_add(it->out, "} ");
}

static void add_rest(const struct printer *it) {
  const char *thread = it->thread;
  cleave_text_format(
      it->out, "for (int %s_row = %s; %s_row < %s; %s_row += %s_count) if (%s_block * %s + %s_row < %s) { ",
      thread, thread, thread, it->mapping->span_name, thread, thread, thread, it->mapping->span_name, thread,
      it->mapping->loops[0].count_name);
  begin_row(it);
  cleave_text_format(it->out, "for (int %s_lane = 0; %s_lane < %s_lanes; %s_lane++) { ", thread, thread,
                     thread, thread);
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_add_operation(it->out, it->rows->sums[i].combiner, it->rows->sums[i].name,
                         cleave_arena_format(it->unit->arena, "%s_part_%zu[(%s_row << %s_shift) + %s_lane]",
                                             thread, i, thread, thread, thread));
  cleave_text_add(it->out, "} ");
  add_source(it, it->rows->after_begin, it->rows->after_end);
  cleave_text_add(it->out, "} _Pragma(\"omp barrier\") ");
}

const char *cleave_print_row_body(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  const struct printer it = {
      .out = &out, .unit = unit, .mapping = mapping, .rows = mapping->rows, .thread = mapping->thread_name};
  const char *thread = it.thread;
  cleave_text_format(
      &out,
      "{ cleave_version(); const int %s = omp_get_thread_num(), %s_count = omp_get_num_threads(), "
      "%s_teams = omp_get_num_teams(); ",
      thread, thread, thread);
  reset_marks(&it);
  cleave_text_add(&out, "_Pragma(\"omp barrier\") ");
  cleave_text_format(&out,
                     "for (int %s_block = omp_get_team_num(); %s_block < %s_end; %s_block += %s_teams) { ",
                     thread, thread, thread, thread, thread);
  add_lanes(&it);
  add_long_rows(&it);
  add_rest(&it);
  cleave_text_add(&out, "} } }");
  return cleave_text_get(&out);
}
