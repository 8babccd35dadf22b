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
 * The text requires no alignment: the run time of the host gives the arrays that of their elements. A device pass aligns them for vector
 * loads (passes/device/register_limit.cpp).
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
#define NO_UNROLL "_Pragma(\"clang loop unroll(disable)\") "

/* What the functions below print. */
struct printer {
  struct cleave_text *out;
  const struct cleave_unit *unit;
  const struct cleave_mapping *mapping;
  const struct cleave_shared_tile *tile;
  const struct cleave_mapped_loop
      *loops; /* those of the mapping; of a triangle, without iterations that have no point */
  const struct cleave_mapped_loop *rows, *columns;
  const char *thread; /* the prefix of generated names */
};

static struct printer printer_of(struct cleave_text *out, const struct cleave_unit *unit,
                                 const struct cleave_mapping *mapping) {
  struct cleave_mapped_loop *loops = cleave_arena_allocate(unit->arena, mapping->loop_count * sizeof *loops);
  for (size_t i = 0; i < mapping->loop_count; i++)
    loops[i] = mapping->loops[i];
  if (mapping->tile->triangle.is_there) {
    loops->first_name = cleave_arena_format(unit->arena, "%s_points_first", mapping->thread_name);
    loops->count_name = cleave_arena_format(unit->arena, "%s_points_count", mapping->thread_name);
  }
  return (struct printer){.out = out,
                          .unit = unit,
                          .mapping = mapping,
                          .tile = mapping->tile,
                          .loops = loops,
                          .rows = &loops[mapping->walk],
                          .columns = &loops[mapping->lane],
                          .thread = mapping->thread_name};
}

static const char *name(const struct printer *it, const char *suffix) {
  return cleave_arena_format(it->unit->arena, "%s_%s", it->thread, suffix);
}

static unsigned threads_per_row(const struct cleave_shared_tile *tile) {
  return tile->columns / tile->thread_columns;
}

static unsigned thread_points(const struct cleave_shared_tile *tile) {
  return tile->thread_rows * tile->thread_columns;
}

/* How many iterations of a step the compiler is asked to unroll. With more of them, ptxas would need more than 128 registers for the sums
 * of a thread. A thread with few sums waits for its additions, and loads ahead if more iterations are unrolled. */
enum { MANY_POINTS = 16 };
static unsigned unrolled_iterations(const struct cleave_shared_tile *tile) {
  return thread_points(tile) >= MANY_POINTS ? 4 : thread_points(tile) > 1 ? 8 : tile->depth;
}

/* The threads that have points. */
static unsigned adders_of(const struct cleave_shared_tile *tile) {
  return tile->rows / tile->thread_rows * threads_per_row(tile);
}

static unsigned extent_of(const struct cleave_shared_tile *tile,
                          const struct cleave_staged_operand *operand) {
  return operand->is_of_row ? tile->rows : tile->columns;
}

/* In elements. */
static unsigned padding_of(const struct cleave_staged_operand *operand) {
  return CLEAVE_VECTOR_BYTES / operand->bytes;
}

/* Adds the element of an operand for iteration K and point P. A thread reads it together with those of other points in one access; without
 * columns, with those of other iterations. */
static void add_staged(const struct printer *it, size_t operand, const char *half, const char *k,
                       const char *p) {
  const bool is_sum = it->tile->columns == 1;
  cleave_text_format(it->out, "%s_tile_%zu[%s][%s][%s]", it->thread, operand, half, is_sum ? p : k,
                     is_sum ? k : p);
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

/* Adds the type of the expression TEXT, which names the counters of a point, and perhaps that of the inner loop. */
static void add_type_of(const struct printer *it, const char *text, bool has_inner) {
  const struct cleave_mapped_loop *outer = &it->mapping->loops[0], *inner = &it->tile->inner;
  cleave_text_format(it->out, "__typeof__(({ %s %s = 0; ", outer->type, outer->counter);
  if (it->tile->counter)
    cleave_text_format(it->out, "%s %s = 0; ", it->tile->type, it->tile->counter);
  if (has_inner)
    cleave_text_format(it->out, "%s %s = 0; ", inner->type, inner->counter);
  cleave_text_format(it->out, "(%s); })) ", text);
}

/* ---- Before the directives -------------------------------------------------------------------------- */

/* Leaves out iterations of the outer loop that have no point. As many remain as the longest iteration has points, or all. So each remaining
 * value of a counter belongs to a point: one of the inner counter to a point of the longest iteration. */
static void add_rows_with_points(const struct printer *it) {
  const struct cleave_mapped_loop *outer = &it->mapping->loops[0], *inner = &it->mapping->loops[1];
  const char *first = it->loops->first_name, *count = it->loops->count_name;
  cleave_text_format(it->out, CLEAVE_NO_DEBUG "const int %s = %s < %s ? %s : %s; ", count, outer->count_name,
                     inner->count_name, outer->count_name, inner->count_name);
  if (it->tile->triangle.grows)
    cleave_text_format(it->out, CLEAVE_NO_DEBUG "const long %s = %s + (%s - %s); ", first, outer->first_name,
                       outer->count_name, count);
  else
    cleave_text_format(it->out, CLEAVE_NO_DEBUG "const long %s = %s; ", first, outer->first_name);
}

void cleave_add_tile_head(struct cleave_text *out, const struct cleave_unit *unit,
                          const struct cleave_mapping *mapping) {
  const struct printer it = printer_of(out, unit, mapping);
  const struct cleave_shared_tile *tile = it.tile;
  cleave_add_loop_values(out, unit, &tile->inner);
  if (tile->triangle.is_there)
    add_rows_with_points(&it);
  if (tile->columns > 1)
    cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s = %s > 0 ? (%s - 1) / %u + 1 : 0; ",
                       mapping->columns_name, it.columns->count_name, it.columns->count_name, tile->columns);
  cleave_text_format(out, CLEAVE_NO_DEBUG "const int %s_end = %s > 0 ? ((%s - 1) / %u + 1) * %s : 0; ",
                     it.thread, it.rows->count_name, it.rows->count_name, tile->rows,
                     tile->columns > 1 ? mapping->columns_name : "1");
  if (tile->columns > 1)
    cleave_add_divisor(out, mapping->columns_name);
  for (size_t i = 0; i < tile->operand_count; i++) {
    const struct cleave_staged_operand *operand = &tile->operands[i];
    cleave_text_add(out, CLEAVE_NO_DEBUG);
    add_type_of(&it, cleave_unit_text(unit, operand->text), true);
    const unsigned extent = extent_of(tile, operand), padding = padding_of(operand);
    cleave_text_format(out, "%s_tile_%zu[2][%u][%u]; ", it.thread, i,
                       tile->columns > 1 ? tile->depth : extent,
                       tile->columns > 1 ? extent + padding : tile->depth + padding);
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
                     list, list, mapping->threads, mapping->thread_name);
  return cleave_text_get(&out);
}

/* ---- Points ----------------------------------------------------------------------------------------- */

/* Declares the counter of the outer loop at ROW or COLUMN, and that of the other loop. */
static void add_outer_counter(const struct printer *it, const char *row, const char *column) {
  const struct cleave_mapped_loop *loop = it->loops;
  cleave_add_counter(it->out, loop, loop->counter, loop->type, it->mapping->walk == 0 ? row : column);
}

static void add_inner_counter(const struct printer *it, const char *row, const char *column) {
  if (it->mapping->loop_count > 1)
    cleave_add_counter(it->out, &it->loops[1], it->tile->counter, it->tile->type,
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

/* Adds the text RANGE of the body for the point at ROW and COLUMN, after its counters. */
static void add_part(const struct printer *it, struct cleave_range range, const char *row,
                     const char *column) {
  if (range.begin < range.end)
    cleave_add_point(it->out, it->unit, it->mapping, range, it->mapping->walk == 0 ? column : row);
}

/* Adds a condition that is true for points of a triangle. */
static void add_is_inside(const struct printer *it) {
  if (it->tile->is_inside)
    cleave_text_format(it->out, "if (%s) ", cleave_expression_text(it->unit, it->tile->is_inside));
}

/* Adds a condition that is true for points of the nest, and declares the counters of the point at ROW and COLUMN. Between aligned loops,
 * the name of their counter may be that of another variable: cleave_add_point declares it in each of them. */
static void add_inside(const struct printer *it, const char *row, const char *column) {
  cleave_text_format(it->out, "if (%s < %s", row, it->rows->count_name);
  if (it->tile->columns > 1)
    cleave_text_format(it->out, " && %s < %s", column, it->columns->count_name);
  cleave_text_add(it->out, ") { ");
  add_outer_counter(it, row, column);
  if (!it->mapping->aligned_count) {
    add_inner_counter(it, row, column);
    add_is_inside(it);
  }
  cleave_text_add(it->out, "{ ");
}

/* Skips a tile without points: one whose corner nearest to the triangle is outside of it. */
static void add_skip(const struct printer *it) {
  const struct cleave_triangle *triangle = &it->tile->triangle;
  const bool is_far_row = it->mapping->walk == 0 ? triangle->grows : triangle->is_right,
             is_far_column = it->mapping->walk == 0 ? triangle->is_right : triangle->grows;
  const char *corners[2], *const names[] = {"row", "column"};
  const bool is_far[] = {is_far_row, is_far_column};
  const struct cleave_mapped_loop *const loops[] = {it->rows, it->columns};
  const unsigned extents[] = {it->tile->rows, it->tile->columns};
  for (size_t i = 0; i < 2; i++) {
    const char *first = cleave_arena_format(it->unit->arena, "%s_%s_0", it->thread, names[i]);
    corners[i] = !is_far[i] ? first
                            : cleave_arena_format(it->unit->arena, "(%s < %s - %u ? %s + %u : %s - 1)", first,
                                                  loops[i]->count_name, extents[i], first, extents[i] - 1,
                                                  loops[i]->count_name);
  }
  cleave_text_add(it->out, "{ ");
  add_counters(it, corners[0], corners[1]);
  cleave_text_format(it->out, "if (!(%s)) continue; } ",
                     cleave_expression_text(it->unit, it->tile->is_inside));
}

/* Adds a condition that is true for the threads with points, if others only load. */
static void add_condition(const struct printer *it) {
  if (adders_of(it->tile) < it->tile->threads)
    cleave_text_format(it->out, "if (%s < %uu) ", it->thread, adders_of(it->tile));
}

/* Adds sum INDEX of a point. */
static void add_sum(const struct printer *it, size_t index) {
  cleave_text_format(it->out, "%s_sum_%zu[%s_r][%s_q] ", it->thread, index, it->thread, it->thread);
}

/* Copies the sums of a point to registers, or from them. */
static void add_copies(const struct printer *it, bool to_registers) {
  const struct cleave_shared_tile *tile = it->tile;
  for (size_t i = 0; i < tile->sum_count; i++) {
    const struct cleave_tile_sum *sum = &tile->sums[i];
    if (to_registers) {
      add_sum(it, i);
      cleave_text_format(it->out, "= %s; ", sum->text);
    } else {
      cleave_text_format(it->out, "%s %s = ", sum->type ? sum->type : "", sum->text);
      add_sum(it, i);
      cleave_text_add(it->out, "; ");
    }
  }
}

static void add_first_part(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  const char *row = name(it, "row"), *column = name(it, "column");
  for (size_t i = 0; i < tile->sum_count; i++) {
    if (tile->sums[i].type)
      cleave_text_format(it->out, "%s ", tile->sums[i].type);
    else
      add_type_of(it, tile->sums[i].text, false);
    cleave_text_format(it->out, "%s_sum_%zu[%u][%u]; ", it->thread, i, tile->thread_rows,
                       tile->thread_columns);
  }
  add_condition(it);
  add_points(it);
  add_position(it);
  for (size_t i = 0; i < tile->sum_count; i++) {
    add_sum(it, i);
    cleave_text_add(it->out, "= 0; ");
  }
  add_inside(it, row, column);
  add_part(it, tile->before, row, column);
  if (it->mapping->aligned_count) {
    add_inner_counter(it, row, column);
    add_is_inside(it);
  }
  cleave_text_add(it->out, "{ ");
  add_copies(it, true);
  cleave_text_add(it->out, "} } } } ");
}

static void add_last_part(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  const char *row = name(it, "row"), *column = name(it, "column");
  /* Else the compiler keeps the addresses and conditions of the first part in registers, and these are too few. */
  cleave_text_format(it->out, "__asm__(\"\" : \"+r\"(%s_row_0), \"+r\"(%s_column_0)); ", it->thread,
                     it->thread);
  add_condition(it);
  add_points(it);
  add_position(it);
  add_inside(it, row, column);
  if (it->mapping->aligned_count) { /* their sums are elements */
    cleave_text_add(it->out, "{ ");
    add_inner_counter(it, row, column);
    add_is_inside(it);
    cleave_text_add(it->out, "{ ");
    add_copies(it, false);
    cleave_text_add(it->out, "} } ");
    add_part(it, tile->after, row, column);
  } else {
    add_copies(it, false);
    cleave_text_add(it->out, "{ ");
    add_part(it, tile->after, row, column);
    cleave_text_add(it->out, "} ");
  }
  cleave_text_add(it->out, "} } } ");
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
  add_inside(it, row, column);
  add_part(it, it->mapping->body, row, column);
  cleave_text_add(it->out, " } } } ");
}

/* ---- Steps ------------------------------------------------------------------------------------------ */

/* The first thread that loads operands. In most shapes all threads do. */
static unsigned first_loader(const struct cleave_shared_tile *tile) { return tile->threads - tile->loaders; }

/* Declares which iteration of the inner loop (cleave_thread_k) and which point (cleave_thread_p) loader l loads as its element e. */
static void add_element(const struct printer *it, const struct cleave_staged_operand *operand) {
  const unsigned loaders = it->tile->loaders, points = extent_of(it->tile, operand),
                 fast = operand->follows_loop ? it->tile->depth : points;
  const char *const names[] = {operand->follows_loop ? "k" : "p", operand->follows_loop ? "p" : "k"};
  const char *thread = it->thread, *loader = name(it, "loader");
  if (loaders % fast == 0)
    cleave_text_format(it->out, "const int %s_%s = (int)(%s %% %u), %s_%s = (int)(%s / %u) + %s_e * %u; ",
                       thread, names[0], loader, fast, thread, names[1], loader, fast, thread,
                       loaders / fast);
  else
    cleave_text_format(
        it->out, "const int %s_%s = (int)((%s + %s_e * %uu) %% %u), %s_%s = (int)((%s + %s_e * %uu) / %u); ",
        thread, names[0], loader, thread, loaders, fast, thread, names[1], loader, thread, loaders, fast);
}

/* How many elements of an operand a loader loads in a step, at most. */
static unsigned elements_of(const struct printer *it, const struct cleave_staged_operand *operand) {
  return (extent_of(it->tile, operand) * it->tile->depth - 1) / it->tile->loaders + 1;
}

/* Adds a loop over the elements that a loader loads. */
static void add_elements(const struct printer *it, size_t operand) {
  const struct cleave_staged_operand *staged = &it->tile->operands[operand];
  const unsigned all = extent_of(it->tile, staged) * it->tile->depth;
  cleave_text_format(it->out, UNROLL "for (int %s_e = 0; %s_e < %u; %s_e++) ", it->thread, it->thread,
                     elements_of(it, staged), it->thread);
  if (all % it->tile->loaders)
    cleave_text_format(it->out, "if (%s_loader + %s_e * %uu < %u) ", it->thread, it->thread,
                       it->tile->loaders, all);
  cleave_text_add(it->out, "{ ");
  add_element(it, staged);
}

/* Opens a block that loaders execute if there is another step. */
static void add_loader_block(const struct printer *it) {
  cleave_text_format(it->out, "if (%s_step + 1 < %s_steps", it->thread, it->thread);
  if (first_loader(it->tile))
    cleave_text_format(it->out, " && %s >= %uu", it->thread, first_loader(it->tile));
  cleave_text_add(it->out, ") { ");
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
    add_staged(it, i, cleave_arena_format(it->unit->arena, "1 - %s_half", it->thread), name(it, "k"),
               name(it, "p"));
    cleave_text_format(it->out, " = %s_loaded_%zu[%s_e]; } ", it->thread, i, it->thread);
  }
}

/* Adds the text of the site. */
static void add_site(const struct printer *it) {
  const struct cleave_shared_tile *tile = it->tile;
  uint32_t at = tile->site.begin;
  for (size_t i = 0; i < tile->use_count; i++) {
    const struct cleave_tile_use *use = &tile->uses[i];
    cleave_print_tiled_source(it->out, it->unit, NULL, at, use->range.begin);
    if (use->is_sum)
      add_sum(it, use->index);
    else
      cleave_text_format(it->out, "%s_value_%zu[%s_%c] ", it->thread, use->index, it->thread,
                         tile->operands[use->index].is_of_row ? 'r' : 'q');
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
    cleave_text_format(it->out, "__typeof__(%s_tile_%zu[0][0][0]) %s_value_%zu[%u]; ", thread, i, thread, i,
                       count);
    cleave_text_format(it->out, "{ const __typeof__(%s_tile_%zu[0][0][0]) *const %s_from = &", thread, i,
                       thread);
    add_staged(
        it, i, name(it, "half"), name(it, "k"),
        cleave_arena_format(it->unit->arena, "%s_%c * %u", thread, operand->is_of_row ? 'y' : 'x', together));
    cleave_text_add(it->out, "; ");
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
                       elements_of(it, &tile->operands[i]));
  cleave_text_format(
      it->out,
      "const int %s_steps = (%s - 1) / %u + 1; " NO_UNROLL
      "for (int %s_step = -1; %s_step < %s_steps; %s_step++) { const int %s_half = %s_step & 1; ",
      thread, count, tile->depth, thread, thread, thread, thread, thread, thread);
  add_loader_block(it);
  cleave_text_format(
      it->out, "const int %s_first = (%s_step + 1) * %u < %s - %u ? (%s_step + 1) * %u : %s - %u; ", thread,
      thread, tile->depth, count, tile->depth, thread, tile->depth, count, tile->depth);
  add_loads(it);
  cleave_text_add(it->out, "} ");
  add_condition(it);
  cleave_text_format(
      it->out, "if (%s_step >= 0) { const int %s_begin = %s_step * %u < %s - %u ? %s_step * %u : %s - %u; ",
      thread, thread, thread, tile->depth, count, tile->depth, thread, tile->depth, count, tile->depth);
  cleave_text_format(it->out,
                     "if (%s_begin == %s_step * %u) { " CLEAVE_UNROLL("%d") "for (int %s_k = 0; %s_k < "
                                                                            "%u; %s_k++) { ",
                     thread, thread, tile->depth, unrolled_iterations(tile), thread, thread, tile->depth,
                     thread);
  add_iteration(it);
  cleave_text_format(
      it->out,
      "} } else { _Pragma(\"clang loop unroll%s\") for (int %s_k = %s_step * %u - %s_begin; %s_k < %u; %s_k++) { ",
      thread_points(tile) < MANY_POINTS ? "_count(4) distribute(disable)" : "(disable)", thread, thread,
      tile->depth, thread, thread, tile->depth, thread);
  add_iteration(it);
  cleave_text_add(it->out, "} } } ");
  add_loader_block(it);
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
      "{ cleave_version(); const unsigned %s = (unsigned)omp_get_thread_num(); const int %s_count = omp_get_num_threads(), "
      "%s_teams = omp_get_num_teams(), %s_x = (int)(%s %% %u), %s_y = (int)(%s / %u); ",
      thread, thread, thread, thread, thread, threads_per_row(tile), thread, thread, threads_per_row(tile));
  if (first_loader(tile))
    cleave_text_format(&out, "const unsigned %s_loader = %s - %uu; ", thread, thread, first_loader(tile));
  else
    cleave_text_format(&out, "const unsigned %s_loader = %s; ", thread, thread);
  cleave_text_format(
      &out, NO_UNROLL "for (int %s_tile = omp_get_team_num(); %s_tile < %s_end; %s_tile += %s_teams) { ",
      thread, thread, thread, thread, thread);
  if (tile->columns > 1)
    cleave_add_division(&out, name(&it, "tile_row"), name(&it, "tile_column"), name(&it, "tile"),
                        mapping->columns_name, NULL);
  else
    cleave_text_format(&out, "const int %s_tile_row = %s_tile, %s_tile_column = 0; ", thread, thread, thread);
  cleave_text_format(&out, "int %s_row_0 = %s_tile_row * %u, %s_column_0 = %s_tile_column * %u; ", thread,
                     thread, tile->rows, thread, thread, tile->columns);
  if (tile->triangle.is_there)
    add_skip(&it);
  cleave_text_format(&out, "if (%s_count != %u) { ", thread, tile->threads);
  add_single_points(&it);
  cleave_text_add(&out, "} else { ");
  add_first_part(&it);
  add_steps(&it);
  add_last_part(&it);
  cleave_text_add(&out, "} } } }");
  return cleave_text_get(&out);
}
