/* FILE: lib/print/shared_tile_edits.c
 * WHAT: the text of a mapped nest in tiles whose data is in shared memory.
 *
 *   { const int cleave_columns = the number of tiles along the columns, cleave_thread_end = that of all tiles;
 *     float cleave_thread_tile_0[2][16][64 + 4], ...;
 *   #pragma omp target teams private(cleave_thread_tile_0, ...) allocate(omp_pteam_mem_alloc: ...) num_teams(cleave_thread_end) ...
 *   #pragma omp parallel
 *     { for (each tile of this team)
 *         if (the team has another number of threads) execute the points of the tile one by one;
 *         else {
 *           float cleave_thread_sum[8][4];
 *           FOR EACH POINT { BEFORE; cleave_thread_sum[r][q] = c[i * m + j]; }
 *           for (cleave_thread_step = -1; it is below the number of steps; cleave_thread_step++) {
 *             load the operands of the next step
 *             if (there is a step) for (each of its iterations) {
 *               copy the operands of the thread's rows and columns to registers
 *               FOR EACH POINT cleave_thread_sum[r][q] += cleave_thread_value_0[r] * cleave_thread_value_1[q]; }
 *             store the operands of the next step in the other half of shared memory
 *   #pragma omp barrier
 *           }
 *           FOR EACH POINT { c[i * m + j] = cleave_thread_sum[r][q]; AFTER } } } }
 *
 * One barrier per step is enough. Between two barriers threads read one half and write the other. A thread writes a half only after
 * the barrier that follows the last read of it. All threads reach each barrier: the loops around it have the same bounds for all of them.
 *
 * The arrays need the allocate clause. Without it, clang 19 gives each thread its own copy. The parallel construct has no num_threads
 * clause: more threads than the code expects would wait at another barrier.
 *
 * The last step begins so early that it ends with the last iteration; it skips those of the step before. So no index is
 * limited within the loop.
 */
#include "print/shared_tile_edits.h"

#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

#define UNROLL "_Pragma(\"clang loop unroll(full)\") "
/* Of a whole step: with more, ptxas would need more than 128 registers for numbers of 8 bytes. */
#define UNROLL_SOME "_Pragma(\"clang loop unroll_count(4)\") "
#define NO_UNROLL "_Pragma(\"clang loop unroll(disable)\") "

/* What the functions below print. */
struct printer {
  struct cleave_text *out;
  const struct cleave_unit *unit;
  const struct cleave_mapping *mapping;
  const struct cleave_shared_tile *tile;
  const struct cleave_mapped_loop *rows, *columns;
  const char *thread; /* the prefix of generated names */
};

static struct printer printer_of(struct cleave_text *out, const struct cleave_unit *unit,
                                 const struct cleave_mapping *mapping) {
  return (struct printer){.out = out,
                          .unit = unit,
                          .mapping = mapping,
                          .tile = mapping->tile,
                          .rows = &mapping->loops[mapping->walk],
                          .columns = &mapping->loops[mapping->lane],
                          .thread = mapping->thread_name};
}

static const char *name(const struct printer *it, const char *suffix) {
  return cleave_arena_format(it->unit->arena, "%s_%s", it->thread, suffix);
}

static unsigned threads_per_row(const struct cleave_shared_tile *tile) {
  return tile->columns / tile->thread_columns;
}

static unsigned threads_of(const struct cleave_shared_tile *tile) {
  return tile->rows / tile->thread_rows * threads_per_row(tile);
}

static unsigned extent_of(const struct cleave_shared_tile *tile,
                          const struct cleave_staged_operand *operand) {
  return operand->is_of_row ? tile->rows : tile->columns;
}

static unsigned padding_of(const struct cleave_staged_operand *operand) {
  return CLEAVE_VECTOR_BYTES / operand->bytes;
}

/* Threads side by side read groups of that many neighboring columns, in one access each. */
static unsigned group_of(const struct cleave_shared_tile *tile) {
  unsigned bytes = 1;
  for (size_t i = 0; i < tile->operand_count; i++)
    if (!tile->operands[i].is_of_row && tile->operands[i].bytes > bytes)
      bytes = tile->operands[i].bytes;
  const unsigned group = CLEAVE_VECTOR_BYTES / bytes;
  return group < tile->thread_columns ? group : tile->thread_columns;
}

/* ---- Before the directives -------------------------------------------------------------------------- */

void cleave_add_tile_head(struct cleave_text *out, const struct cleave_unit *unit,
                          const struct cleave_mapping *mapping) {
  const struct printer it = printer_of(out, unit, mapping);
  const struct cleave_shared_tile *tile = it.tile;
  cleave_add_loop_values(out, unit, &tile->inner);
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s = %s > 0 ? (%s - 1) / %u + 1 : 0; ",
                     mapping->columns_name, it.columns->count_name, it.columns->count_name, tile->columns);
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s_end = %s > 0 ? ((%s - 1) / %u + 1) * %s : 0; ",
                     it.thread, it.rows->count_name, it.rows->count_name, tile->rows, mapping->columns_name);
  cleave_add_divisor(out, mapping->columns_name);
  for (size_t i = 0; i < tile->operand_count; i++) {
    const struct cleave_staged_operand *operand = &tile->operands[i];
    const char *text = cleave_unit_text(unit, operand->text);
    cleave_text_format(out, CLEAVE_NO_DEBUG "__typeof__(({ %s %s = 0; %s %s = 0; %s %s = 0; (%s); })) ",
                       mapping->loops[0].type, mapping->loops[0].counter, tile->type, tile->counter,
                       tile->inner.type, tile->inner.counter, text);
    cleave_text_format(out, "%s_tile_%zu[2][%u][%u] __attribute__((aligned(%d))); ", it.thread, i,
                       tile->depth, extent_of(tile, operand) + padding_of(operand), CLEAVE_VECTOR_BYTES);
  }
}

const char *cleave_print_tile_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena}, names = {.arena = unit->arena};
  for (size_t i = 0; i < mapping->tile->operand_count; i++)
    cleave_text_format(&names, "%s%s_tile_%zu", i ? ", " : "", mapping->thread_name, i);
  const char *list = cleave_text_get(&names);
  cleave_text_format(&out,
                     " private(%s) allocate(omp_pteam_mem_alloc: %s) uses_allocators(omp_pteam_mem_alloc) "
                     "thread_limit(%u) num_teams(%s_end)",
                     list, list, threads_of(mapping->tile), mapping->thread_name);
  return cleave_text_get(&out);
}

/* ---- Points ----------------------------------------------------------------------------------------- */

/* Declares the counter of the outer loop at ROW or COLUMN, and that of the other loop. */
static void add_outer_counter(const struct printer *it, const char *row, const char *column) {
  const struct cleave_mapped_loop *loop = &it->mapping->loops[0];
  cleave_add_counter(it->out, loop, loop->counter, loop->type, it->mapping->walk == 0 ? row : column);
}

static void add_inner_counter(const struct printer *it, const char *row, const char *column) {
  cleave_add_counter(it->out, &it->mapping->loops[1], it->tile->counter, it->tile->type,
                     it->mapping->walk == 0 ? column : row);
}

static void add_counters(const struct printer *it, const char *row, const char *column) {
  add_outer_counter(it, row, column);
  add_inner_counter(it, row, column);
}

/* Adds the loops over the points of a thread. */
static void add_points(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  cleave_text_format(it->out,
                     UNROLL "for (int %s_r = 0; %s_r < %u; %s_r++) " UNROLL
                            "for (int %s_q = 0; %s_q < %u; %s_q++) { ",
                     it->thread, it->thread, tile->thread_rows, it->thread, it->thread, it->thread,
                     tile->thread_columns, it->thread);
}

/* Declares the row and the column of a point of add_points. */
static void add_position(const struct printer *it) {
  const unsigned group = group_of(it->tile);
  cleave_text_format(it->out, "const int %s_row = %s_row_0 + %s_y * %u + %s_r; ", it->thread, it->thread,
                     it->thread, it->tile->thread_rows, it->thread);
  cleave_text_format(it->out, "const int %s_column = %s_column_0 + %s_q / %u * %u + %s_x * %u + %s_q %% %u; ",
                     it->thread, it->thread, it->thread, group, threads_per_row(it->tile) * group, it->thread,
                     group, it->thread, group);
}

/* Adds the text RANGE of the body for the point at ROW and COLUMN, after the counter of the outer loop. Between aligned loops, the
 * name of their counter may be that of another variable: cleave_add_point declares it in each of them. */
static void add_part(const struct printer *it, struct cleave_range range, const char *row,
                     const char *column) {
  if (range.begin == range.end)
    return;
  if (!it->mapping->aligned_count)
    add_inner_counter(it, row, column);
  cleave_add_point(it->out, it->unit, it->mapping, range, it->mapping->walk == 0 ? column : row);
}

/* Adds a condition that is true for points of the nest. */
static void add_inside(const struct printer *it) {
  cleave_text_format(it->out, "if (%s_row < %s && %s_column < %s) { ", it->thread, it->rows->count_name,
                     it->thread, it->columns->count_name);
}

static void add_first_part(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  const char *row = name(it, "row"), *column = name(it, "column");
  if (tile->sum_is_element)
    cleave_text_format(it->out, "__typeof__(({ %s %s = 0; %s %s = 0; %s; })) ", it->mapping->loops[0].type,
                       it->mapping->loops[0].counter, tile->type, tile->counter, tile->sum);
  else
    cleave_text_format(it->out, tile->sum_type ? "%s " : "__typeof__(%s) ",
                       tile->sum_type ? tile->sum_type : tile->sum);
  cleave_text_format(it->out, "%s_sum[%u][%u]; ", it->thread, tile->thread_rows, tile->thread_columns);
  add_points(it);
  add_position(it);
  cleave_text_format(it->out, "%s_sum[%s_r][%s_q] = 0; ", it->thread, it->thread, it->thread);
  add_inside(it);
  add_outer_counter(it, row, column);
  add_part(it, tile->before, row, column);
  if (it->mapping->aligned_count || tile->before.begin == tile->before.end)
    add_inner_counter(it, row, column);
  cleave_text_format(it->out, " %s_sum[%s_r][%s_q] = %s; } } ", it->thread, it->thread, it->thread,
                     tile->sum);
}

static void add_last_part(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  const char *row = name(it, "row"), *column = name(it, "column");
  /* Else the compiler keeps the addresses and conditions of the first part in registers, and these are too few. */
  cleave_text_format(it->out, "__asm__(\"\" : \"+r\"(%s_row_0), \"+r\"(%s_column_0)); ", it->thread,
                     it->thread);
  add_points(it);
  add_position(it);
  add_inside(it);
  add_outer_counter(it, row, column);
  if (tile->sum_is_element) {
    cleave_text_add(it->out, "{ ");
    add_inner_counter(it, row, column);
  }
  cleave_text_format(it->out, "%s %s = %s_sum[%s_r][%s_q]; ", tile->sum_type ? tile->sum_type : "", tile->sum,
                     it->thread, it->thread, it->thread);
  if (tile->sum_is_element)
    cleave_text_add(it->out, "} ");
  add_part(it, tile->after, row, column);
  cleave_text_add(it->out, " } } ");
}

/* The points of a tile, dealt out to any number of threads. */
static void add_single_points(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  const char *row = name(it, "row"), *column = name(it, "column");
  cleave_text_format(it->out,
                     NO_UNROLL "for (int %s_point = (int)%s; %s_point < %u; %s_point += %s_count) { ",
                     it->thread, it->thread, it->thread, tile->rows * tile->columns, it->thread, it->thread);
  cleave_text_format(it->out, "const int %s = %s_row_0 + %s_point / %u, %s = %s_column_0 + %s_point %% %u; ",
                     row, it->thread, it->thread, tile->columns, column, it->thread, it->thread,
                     tile->columns);
  add_inside(it);
  add_outer_counter(it, row, column);
  add_part(it, it->mapping->body, row, column);
  cleave_text_add(it->out, " } } ");
}

/* ---- Steps ------------------------------------------------------------------------------------------ */

/* Declares which iteration of the inner loop (cleave_thread_k) and which point (cleave_thread_p) thread t loads as its element e. */
static void add_element(const struct printer *it, const struct cleave_staged_operand *operand) {
  const char *thread = it->thread;
  const unsigned threads = threads_of(it->tile), points = extent_of(it->tile, operand),
                 fast = operand->follows_loop ? it->tile->depth : points;
  const char *const names[] = {operand->follows_loop ? "k" : "p", operand->follows_loop ? "p" : "k"};
  if (threads % fast == 0)
    cleave_text_format(it->out, "const int %s_%s = (int)(%s %% %u), %s_%s = (int)(%s / %u) + %s_e * %u; ",
                       thread, names[0], thread, fast, thread, names[1], thread, fast, thread,
                       threads / fast);
  else
    cleave_text_format(
        it->out, "const int %s_%s = (int)((%s + %s_e * %uu) %% %u), %s_%s = (int)((%s + %s_e * %uu) / %u); ",
        thread, names[0], thread, thread, threads, fast, thread, names[1], thread, thread, threads, fast);
}

static void add_elements(const struct printer *it, size_t operand) {
  const struct cleave_staged_operand *staged = &it->tile->operands[operand];
  cleave_text_format(it->out, UNROLL "for (int %s_e = 0; %s_e < %u; %s_e++) { ", it->thread, it->thread,
                     extent_of(it->tile, staged) * it->tile->depth / threads_of(it->tile), it->thread);
  add_element(it, staged);
}

/* Loads the operands of the step that begins with iteration cleave_thread_first. */
static void add_loads(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  const char *thread = it->thread;
  for (size_t i = 0; i < tile->operand_count; i++) {
    const struct cleave_staged_operand *operand = &tile->operands[i];
    const char *base = operand->is_of_row ? "row" : "column";
    const struct cleave_mapped_loop *points = operand->is_of_row ? it->rows : it->columns;
    add_elements(it, i);
    cleave_text_format(it->out, "const int %s_at = %s_%s_0 + %s_p < %s ? %s_%s_0 + %s_p : %s - 1; ", thread,
                       thread, base, thread, points->count_name, thread, base, thread, points->count_name);
    /* Only one of the counters of the point occurs in the operand. */
    add_counters(it, name(it, "at"), name(it, "at"));
    cleave_add_counter(it->out, &tile->inner, tile->inner.counter, tile->inner.type,
                       cleave_arena_format(it->unit->arena, "%s_first + %s_k", thread, thread));
    cleave_text_format(it->out, "%s_loaded_%zu[%s_e] = ", thread, i, thread);
    cleave_print_tiled_source(it->out, it->unit, NULL, operand->text.begin, operand->text.end);
    cleave_text_add(it->out, "; } ");
  }
}

static void add_stores(const struct printer *it) {
  for (size_t i = 0; i < it->tile->operand_count; i++) {
    add_elements(it, i);
    cleave_text_format(it->out, "%s_tile_%zu[1 - %s_half][%s_k][%s_p] = %s_loaded_%zu[%s_e]; } ", it->thread,
                       i, it->thread, it->thread, it->thread, it->thread, i, it->thread);
  }
}

/* Adds the text of the site. */
static void add_site(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  uint32_t at = tile->site.begin;
  for (size_t i = 0; i < tile->use_count; i++) {
    const struct cleave_tile_use *use = &tile->uses[i];
    cleave_print_tiled_source(it->out, it->unit, NULL, at, use->range.begin);
    if (use->operand == CLEAVE_NO_OPERAND)
      cleave_text_format(it->out, "%s_sum[%s_r][%s_q] ", it->thread, it->thread, it->thread);
    else
      cleave_text_format(it->out, "%s_value_%zu[%s_%c] ", it->thread, use->operand, it->thread,
                         tile->operands[use->operand].is_of_row ? 'r' : 'q');
    at = use->range.end;
  }
  cleave_print_tiled_source(it->out, it->unit, NULL, at, tile->site.end);
}

/* Adds iteration cleave_thread_k of a step. */
static void add_iteration(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  const char *thread = it->thread;
  const unsigned group = group_of(tile);
  for (size_t i = 0; i < tile->operand_count; i++) {
    const struct cleave_staged_operand *operand = &tile->operands[i];
    const unsigned count = operand->is_of_row ? tile->thread_rows : tile->thread_columns,
                   together = operand->is_of_row ? count : group;
    unsigned alignment = together * operand->bytes;
    if (alignment > CLEAVE_VECTOR_BYTES)
      alignment = CLEAVE_VECTOR_BYTES;
    cleave_text_format(it->out, "__typeof__(%s_tile_%zu[0][0][0]) %s_value_%zu[%u]; ", thread, i, thread, i,
                       count);
    cleave_text_format(
        it->out,
        "{ const __typeof__(%s_tile_%zu[0][0][0]) *%s_from = (const __typeof__(%s_tile_%zu[0][0][0]) *)"
        "__builtin_assume_aligned(&%s_tile_%zu[%s_half][%s_k][%s_%c * %u], %u); ",
        thread, i, thread, thread, i, thread, i, thread, thread, thread, operand->is_of_row ? 'y' : 'x',
        together, alignment);
    cleave_text_format(it->out, UNROLL "for (int %s_e = 0; %s_e < %u; %s_e++) %s_value_%zu[%s_e] = %s_from[",
                       thread, thread, count, thread, thread, i, thread, thread);
    if (operand->is_of_row)
      cleave_text_format(it->out, "%s_e]; } ", thread);
    else
      cleave_text_format(it->out, "%s_e / %u * %u + %s_e %% %u]; } ", thread, group,
                         threads_per_row(tile) * group, thread, group);
  }
  cleave_add_counter(it->out, &tile->inner, tile->inner.counter, tile->inner.type,
                     cleave_arena_format(it->unit->arena, "%s_begin + %s_k", thread, thread));
  add_points(it);
  add_position(it);
  add_counters(it, name(it, "row"), name(it, "column"));
  add_site(it);
  cleave_text_add(it->out, " } ");
}

static void add_steps(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  const char *thread = it->thread, *count = tile->inner.count_name;
  for (size_t i = 0; i < tile->operand_count; i++)
    cleave_text_format(it->out, "__typeof__(%s_tile_%zu[0][0][0]) %s_loaded_%zu[%u]; ", thread, i, thread, i,
                       extent_of(tile, &tile->operands[i]) * tile->depth / threads_of(tile));
  cleave_text_format(
      it->out,
      "const int %s_steps = (%s - 1) / %u + 1; " NO_UNROLL
      "for (int %s_step = -1; %s_step < %s_steps; %s_step++) { const int %s_half = %s_step & 1; ",
      thread, count, tile->depth, thread, thread, thread, thread, thread, thread);
  cleave_text_format(
      it->out,
      "if (%s_step + 1 < %s_steps) { const int %s_first = (%s_step + 1) * %u < %s - %u ? (%s_step + 1) "
      "* %u : %s - %u; ",
      thread, thread, thread, thread, tile->depth, count, tile->depth, thread, tile->depth, count,
      tile->depth);
  add_loads(it);
  cleave_text_format(
      it->out, "} if (%s_step >= 0) { const int %s_begin = %s_step * %u < %s - %u ? %s_step * %u : %s - %u; ",
      thread, thread, thread, tile->depth, count, tile->depth, thread, tile->depth, count, tile->depth);
  cleave_text_format(
      it->out, "if (%s_begin == %s_step * %u) { " UNROLL_SOME "for (int %s_k = 0; %s_k < %u; %s_k++) { ",
      thread, thread, tile->depth, thread, thread, tile->depth, thread);
  add_iteration(it);
  cleave_text_format(it->out,
                     "} } else { " NO_UNROLL "for (int %s_k = %s_step * %u - %s_begin; %s_k < %u; %s_k++) { ",
                     thread, thread, tile->depth, thread, thread, tile->depth, thread);
  add_iteration(it);
  cleave_text_format(it->out, "} } } if (%s_step + 1 < %s_steps) { ", thread, thread);
  add_stores(it);
  cleave_text_add(it->out, "} _Pragma(\"omp barrier\") } ");
}

const char *cleave_print_tile_body(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  const struct printer it = printer_of(&out, unit, mapping);
  const struct cleave_shared_tile *tile = it.tile;
  const char *thread = it.thread;
  cleave_text_format(
      &out,
      "{ const unsigned %s = (unsigned)omp_get_thread_num(); const int %s_count = omp_get_num_threads(), "
      "%s_teams = omp_get_num_teams(), %s_x = (int)(%s %% %u), %s_y = (int)(%s / %u); ",
      thread, thread, thread, thread, thread, threads_per_row(tile), thread, thread, threads_per_row(tile));
  cleave_text_format(
      &out, NO_UNROLL "for (int %s_tile = omp_get_team_num(); %s_tile < %s_end; %s_tile += %s_teams) { ",
      thread, thread, thread, thread, thread);
  cleave_add_division(&out, name(&it, "tile_row"), name(&it, "tile_column"), name(&it, "tile"),
                      mapping->columns_name, NULL);
  cleave_text_format(&out, "int %s_row_0 = %s_tile_row * %u, %s_column_0 = %s_tile_column * %u; ", thread,
                     thread, tile->rows, thread, thread, tile->columns);
  cleave_text_format(&out, "if (%s_count != %u) { ", thread, threads_of(tile));
  add_single_points(&it);
  cleave_text_add(&out, "} else { ");
  add_first_part(&it);
  add_steps(&it);
  add_last_part(&it);
  cleave_text_add(&out, "} } } }");
  return cleave_text_get(&out);
}
