/* FILE: lib/print/reduction_edits.c
 * WHAT: the text of a kernel whose teams combine its reductions (fission/team_reductions.c).
 *
 *   { const int cleave_thread_total = n, cleave_thread_end = the number of virtual teams;
 *     struct cleave_thread_record { double cleave_0; } cleave_thread_results;
 *     struct cleave_thread_memory { unsigned count; struct cleave_thread_record results; double cleave_0[1024]; } *cleave_thread_buffer = ...;
 *     double *cleave_thread_place_0 = ..., cleave_thread_part_0[256]; int cleave_thread_last[1];
 *   #pragma omp target teams private(cleave_thread_part_0, cleave_thread_last) allocate(omp_pteam_mem_alloc: ...) num_teams(...) ...
 *   #pragma omp parallel
 *     { int cleave_thread_is_last = 0;
 *       for (each virtual team of this team) {
 *         for (each lane of this thread) { double s = 0; for (each tile) BODY; cleave_thread_part_0[lane] = s; }
 *         combine the lanes
 *         the first thread stores the result in the buffer, and counts the virtual teams that have done so
 *       }
 *       if (this team is the last one) {
 *         for (each lane) combine the results of every 256th virtual team
 *         combine the lanes
 *         the first thread updates the variable on the device, or stores the result in the buffer, and resets the count
 *       } }
 *     cleave_reduction_end(...); if (!cleave_thread_place_0) s = s + cleave_thread_results.cleave_0; }
 *
 * Memory order. The results of a team become visible before it is counted, and the last team reads them after it has counted. For GPUs, clang 19
 * compiles an acq_rel capture as a relaxed one. So there is a flush before it and one before the last team reads (OpenMP 5.1,
 * 1.4.4); barriers order them with the other threads of the team.
 *
 * Initializers that read the original variable read it by cleave_thread_place_0, or, if that is NULL, in the parameter
 * cleave_thread_original_0, a copy of the host's value.
 *
 * The lanes are combined by a tree of radix 8: each level needs a barrier, and the loads of a level are independent. Its shape does not depend
 * on the number of threads.
 *
 * The arrays in shared memory are accessed by pointers. On the host, clang 19 assumes the alignment of the array, of which the run time gives
 * only that of the elements.
 *
 * Whole tiles are straight code, in which the compiler loads the operands of all steps before it uses them. The counter of a step is
 * computed from that of the first one in the counter's own type: LLVM 19 then finds that the addresses differ by constants.
 */
#include "print/reduction_edits.h"

#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/reduction_arrays.h"
#include "print/row_edits.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

/* The number of values that a lane combines in a level of the tree. */
enum { RADIX = 8 };

/* The least number of iterations of a thread, if the device has enough threads: a team adds all its elements at the end. */
enum { SHARE_OF_ATOMICS = 4 };

#define FULL_UNROLL "_Pragma(\"clang loop unroll(full)\") "

/* What the functions below print. */
struct printer {
  struct cleave_text *out;
  const struct cleave_unit *unit;
  const struct cleave_region *region;
  const struct cleave_mapping *mapping;
  const struct cleave_team_reduction *reduction;
  const char *thread; /* the prefix of generated names */
};

static struct printer printer_of(struct cleave_text *out, const struct cleave_unit *unit,
                                 const struct cleave_region *region, const struct cleave_mapping *mapping) {
  return (struct printer){.out = out,
                          .unit = unit,
                          .region = region,
                          .mapping = mapping,
                          .reduction = mapping->reduction,
                          .thread = mapping->thread_name};
}

static const struct cleave_variable *variable_of(const struct printer *it, size_t index) {
  return &it->region->variables[it->reduction->variables[index]];
}

static long tile_of(const struct cleave_team_reduction *reduction) {
  return (long)reduction->threads * reduction->steps;
}

/* Declares THREAD_share, the least number of iterations of a virtual team: a tile, and twice as many as it initializes and combines elements of
 * arrays. With atomic constructs, at least SHARE_OF_ATOMICS for each thread. Of an array without a known length, most elements of the window may be unused. */
static void add_share(const struct printer *it) {
  const struct cleave_team_reduction *reduction = it->reduction;
  const long tile = tile_of(reduction), least = (long)reduction->threads * SHARE_OF_ATOMICS;
  cleave_text_format(it->out, CLEAVE_NO_DEBUG "const long %s_elements = 0", it->thread);
  for (size_t i = 0; i < reduction->array_count; i++)
    if (reduction->arrays[i].window)
      cleave_text_format(it->out, " + %s_window_%zu%s", it->thread, i,
                         reduction->arrays[i].has_length ? "" : " / 8");
    else
      cleave_text_format(it->out, " + %u", reduction->arrays[i].length);
  const long share = reduction->atomics && least > tile ? least : tile;
  cleave_text_format(it->out,
                     "; " CLEAVE_NO_DEBUG
                     "const int %s_share = 2 * %s_elements > %ld ? (int)(2 * %s_elements) : %ld; ",
                     it->thread, it->thread, share, it->thread, share);
}

/* ---- Operations ----------------------------------------------------------------------------------- */

/* Adds a statement that combines VALUE into TARGET, for variable INDEX. TARGET is the left operand. */
static void add_combination(const struct printer *it, size_t index, const char *target, const char *value) {
  const struct cleave_reduction *operation = it->reduction->operations[index];
  if (operation->combiner == CLEAVE_COMBINER_DECLARED)
    cleave_text_format(it->out, "{ %s omp_out = %s, omp_in = %s; %s; %s = omp_out; } ",
                       variable_of(it, index)->type, target, value, operation->combination, target);
  else
    cleave_add_operation(it->out, operation->combiner, target, value);
}

/* The same as add_initial for a declared operation whose initializer is a call, or reads the original variable. */
static void add_declared_initial(const struct printer *it, size_t index, const char *name) {
  const char *type = variable_of(it, index)->type;
  const struct cleave_reduction *operation = it->reduction->operations[index];
  cleave_text_format(it->out, "%s %s; { ", type, name);
  if (operation->uses_original)
    cleave_text_format(it->out, "%s omp_orig = %s_place_%zu ? *%s_place_%zu : %s_original_%zu; ", type,
                       it->thread, index, it->thread, index, it->thread, index);
  if (operation->initialization)
    cleave_text_format(it->out, "%s omp_priv; %s; ", type, operation->initialization);
  else
    cleave_text_format(it->out, "%s omp_priv = %s; ", type, operation->initializer);
  cleave_text_format(it->out, "%s = omp_priv; } ", name);
}

/* Declares NAME with the initial value of a private copy (OpenMP 5.1, table 2.11). */
static void add_initial(const struct printer *it, size_t index, const char *name) {
  const struct cleave_variable *variable = variable_of(it, index);
  const struct cleave_reduction *operation = it->reduction->operations[index];
  const char *value = operation->initializer ? operation->initializer : it->unit->cplusplus ? "{}" : "{0}";
  if (operation->initialization || operation->uses_original) {
    add_declared_initial(it, index, name);
    return;
  }
  if (operation->combiner != CLEAVE_COMBINER_DECLARED)
    value = cleave_neutral_value(it->unit, operation->combiner, variable->type,
                                 variable->type_class == CLEAVE_TYPE_FLOATING, variable->is_unsigned,
                                 (unsigned)variable->size);
  cleave_text_format(it->out, "%s %s = %s; ", variable->type, name, value);
}

/* ---- Head ----------------------------------------------------------------------------------------- */

/* Declares the number of iterations. */
static void add_total(const struct printer *it) {
  const struct cleave_mapping *mapping = it->mapping;
  cleave_text_format(it->out, CLEAVE_NO_DEBUG "const int %s_total = ", it->thread);
  for (size_t i = 0; i < mapping->loop_count; i++)
    cleave_text_format(it->out, "%s%s", i ? " * " : "", mapping->loops[i].count_name);
  cleave_text_add(it->out, "; ");
}

/* Declares the number of virtual teams. */
static void add_team_count(const struct printer *it) {
  const char *thread = it->thread;
  add_share(it);
  cleave_text_format(
      it->out, CLEAVE_NO_DEBUG "const int %s_end = %s_total > %s_share * %uL ? %u : %s_total > 0 ? ", thread,
      thread, thread, it->reduction->most_teams - 1, it->reduction->most_teams, thread);
  cleave_text_format(it->out, "(%s_total - 1) / %s_share + 1 : 1; ", thread, thread);
}

void cleave_add_reduction_head(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_region *region, const struct cleave_mapping *mapping) {
  const struct printer it = printer_of(out, unit, region, mapping);
  const char *thread = it.thread;
  if (mapping->rows)
    cleave_add_row_head(out, unit, mapping);
  else
    add_total(&it);
  cleave_add_array_declarations(out, unit, it.reduction, thread);
  if (!mapping->rows)
    add_team_count(&it);
  for (size_t i = 0; mapping->loop_count > 1 && i < mapping->loop_count; i++)
    cleave_add_divisor(out, mapping->loops[i].count_name);
  if (!it.reduction->count)
    return;
  cleave_text_format(out, CLEAVE_STRUCTURES "struct %s_record { ", thread);
  for (size_t i = 0; i < it.reduction->count; i++)
    cleave_text_format(out, "%s cleave_%zu; ", variable_of(&it, i)->type, i);
  cleave_text_format(out, "} %s_results; struct %s_memory { unsigned count; struct %s_record results; ",
                     thread, thread, thread);
  for (size_t i = 0; i < it.reduction->count; i++)
    cleave_text_format(out, "%s cleave_%zu[%u]; ", variable_of(&it, i)->type, i, it.reduction->most_teams);
  cleave_text_format(out,
                     "}; " CLEAVE_STRUCTURES_END CLEAVE_NO_DEBUG
                     "struct %s_memory *const %s_buffer = (struct %s_memory *)cleave_reduction_buffer(); ",
                     thread, thread, thread);
  for (size_t i = 0; i < it.reduction->count; i++) {
    const char *type = variable_of(&it, i)->type;
    cleave_text_format(out, CLEAVE_NO_DEBUG "%s *const %s_place_%zu = (%s *)cleave_reduction_place(%zu); ",
                       type, thread, i, type, i);
    cleave_text_format(out, CLEAVE_NO_DEBUG "%s %s_part_%zu[%u]; ", type, thread, i, it.reduction->threads);
    if (it.reduction->operations[i]->uses_original)
      cleave_text_format(out, CLEAVE_NO_DEBUG "%s %s_original_%zu = %s; ", type, thread, i,
                         variable_of(&it, i)->name);
  }
  cleave_text_format(out, CLEAVE_NO_DEBUG "int %s_last[1]; ", thread);
}

const char *cleave_print_reduction_clauses(const struct cleave_unit *unit,
                                           const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena}, shared = {.arena = unit->arena},
                     pointers = {.arena = unit->arena}, originals = {.arena = unit->arena};
  const char *thread = mapping->thread_name;
  const struct cleave_team_reduction *reduction = mapping->reduction;
  if (mapping->rows)
    cleave_text_format(&shared, "%s, ", cleave_print_row_arrays(unit, mapping));
  for (size_t i = 0; i < reduction->array_count; i++)
    cleave_text_format(&shared, "%s%s_array_%zu", i ? ", " : "", thread, i);
  for (size_t i = 0; i < reduction->count; i++) {
    cleave_text_format(&shared, "%s%s_part_%zu, ", !i && reduction->array_count ? ", " : "", thread, i);
    cleave_text_format(&pointers, ", %s_place_%zu", thread, i);
    /* Without the clause a record would be mapped. */
    if (reduction->operations[i]->uses_original)
      cleave_text_format(&originals, " firstprivate(%s_original_%zu)", thread, i);
  }
  if (reduction->count) {
    cleave_text_format(&shared, "%s_last", thread);
    cleave_text_format(&out, " is_device_ptr(%s_buffer%s)", thread, cleave_text_get(&pointers));
  }
  const char *list = cleave_text_get(&shared);
  cleave_text_format(&out,
                     " private(%s) allocate(omp_pteam_mem_alloc: %s) uses_allocators(omp_pteam_mem_alloc) "
                     "thread_limit(%u) num_teams(%s_end)%s",
                     list, list, mapping->threads, thread, cleave_text_get(&originals));
  return cleave_text_get(&out);
}

/* ---- Iterations ----------------------------------------------------------------------------------- */

/* Adds the text of RANGE. Updates of arrays are atomic. */
static void add_source(const struct printer *it, struct cleave_range range) {
  const struct cleave_team_reduction *reduction = it->reduction;
  const struct cleave_offsets *unrolled = &it->mapping->unrolled;
  const struct cleave_atomic_updates *atomics = reduction->atomics;
  for (size_t i = 0; atomics && i < atomics->update_count; i++) {
    const struct cleave_atomic_update *update = &atomics->updates[i];
    if (update->begin < range.begin || update->end > range.end)
      continue;
    cleave_print_unrolled_source(it->out, it->unit, (struct cleave_range){range.begin, update->begin},
                                 unrolled);
    cleave_add_atomic_update(it->out, it->unit, it->region, reduction, update, it->thread);
    range.begin = update->end;
  }
  for (size_t i = 0; i < reduction->update_count; i++) {
    const struct cleave_range text = reduction->updates[i].update->text;
    if (text.begin < range.begin || text.end > range.end)
      continue;
    cleave_print_unrolled_source(it->out, it->unit, (struct cleave_range){range.begin, text.begin}, unrolled);
    cleave_add_element_update(it->out, it->unit, it->region, reduction, &reduction->updates[i], it->thread);
    range.begin = text.end;
  }
  cleave_print_unrolled_source(it->out, it->unit, range, unrolled);
}

/* Adds the parts of a fused kernel, which have the same iterations. */
static void add_parts(const struct printer *it) {
  for (size_t p = 0; p < it->mapping->part_count; p++) {
    const struct cleave_fused_part *part = &it->mapping->parts[p];
    cleave_text_add(it->out, "{ ");
    cleave_add_part_counters(it->out, it->mapping, part);
    for (size_t i = 0; i < it->mapping->loop_count; i++)
      if (part->loops[i].is_inside)
        cleave_text_format(it->out, "if (%s) ", cleave_expression_text(it->unit, part->loops[i].is_inside));
    cleave_add_part_body(it->out, it->unit, part);
    cleave_text_add(it->out, "} ");
  }
}

/* Adds the text of an iteration. The counters are declared. */
static void add_iteration(const struct printer *it) {
  const struct cleave_mapping *mapping = it->mapping;
  for (size_t i = 0; i < mapping->loop_count; i++)
    if (mapping->loops[i].is_inside)
      cleave_text_format(it->out, "if (%s) ", cleave_expression_text(it->unit, mapping->loops[i].is_inside));
  cleave_text_add(it->out, "{ ");
  if (mapping->disjoint)
    cleave_print_assumptions(it->out, it->region, mapping->disjoint);
  if (mapping->part_count) {
    add_parts(it);
    cleave_text_add(it->out, "} ");
    return;
  }
  for (size_t i = 0; i < mapping->value_count; i++) {
    add_source(it, mapping->values[i]);
    cleave_text_add(it->out, " { ");
  }
  add_source(it, mapping->body);
  for (size_t i = 0; i < mapping->value_count; i++)
    cleave_text_add(it->out, " }");
  cleave_text_add(it->out, " } ");
}

/* Declares the counters of the iteration at POSITION. The loop of the lanes advances fastest, then the others from the innermost one. */
static void add_counters(const struct printer *it, const char *position) {
  const struct cleave_mapping *mapping = it->mapping;
  const char *rest = position;
  for (size_t k = 0; k < mapping->loop_count; k++) {
    size_t i = mapping->loop_count - k; /* the lanes, then those before and after them */
    i = !k ? mapping->lane : i - 1 < mapping->lane ? i - 1 : i;
    const struct cleave_mapped_loop *loop = &mapping->loops[i];
    if (k + 1 == mapping->loop_count) {
      cleave_add_counter(it->out, loop, loop->counter, loop->type, rest);
      return;
    }
    const char *left = cleave_arena_format(it->unit->arena, "%s_rest_%zu", it->thread, k),
               *own = cleave_arena_format(it->unit->arena, "%s_of_%zu", it->thread, k);
    cleave_add_division(it->out, left, own, rest, loop->count_name, NULL);
    cleave_add_counter(it->out, loop, loop->counter, loop->type, own);
    rest = left;
  }
}

/* Adds the steps of a whole tile, whose first position of the lane is PREFIX_tile + PREFIX_lane. */
static void add_whole_tile(const struct printer *it) {
  const char *thread = it->thread;
  const struct cleave_mapped_loop *loop = &it->mapping->loops[0];
  const bool is_single = it->mapping->loop_count == 1;
  const char *begin = cleave_arena_format(it->unit->arena, "%s_begin", thread);
  if (is_single)
    cleave_add_counter(it->out, loop, begin, loop->type,
                       cleave_arena_format(it->unit->arena, "%s_tile + %s_lane", thread, thread));
  cleave_text_format(it->out, FULL_UNROLL "for (int %s_step = 0; %s_step < %u; %s_step++) { ", thread, thread,
                     it->reduction->steps, thread);
  if (is_single) {
    cleave_text_format(it->out, "%s %s = %s + (%s)%s_step * (%s)(%ldL); ", loop->type, loop->counter, begin,
                       loop->type, thread, loop->type, (long)loop->step * it->reduction->threads);
  } else {
    cleave_text_format(it->out, "const int %s_position = %s_tile + %s_lane + %s_step * %u; ", thread, thread,
                       thread, thread, it->reduction->threads);
    add_counters(it, cleave_arena_format(it->unit->arena, "%s_position", thread));
  }
  add_iteration(it);
  cleave_text_add(it->out, "} ");
}

/* Adds the iterations of a lane. */
static void add_lane(const struct printer *it) {
  const char *thread = it->thread;
  const long tile = tile_of(it->reduction);
  const bool has_steps = it->reduction->steps > 1;
  cleave_text_format(it->out,
                     "for (int %s_tile = %s_team * %ld; %s_tile < %s_total; %s_tile += %s_end * %ld) ",
                     thread, thread, tile, thread, thread, thread, thread, tile);
  if (has_steps) {
    cleave_text_format(it->out, "if (%s_tile <= %s_total - %ld) { ", thread, thread, tile);
    add_whole_tile(it);
    cleave_text_add(it->out, "} else ");
  }
  cleave_text_format(
      it->out,
      "for (int %s_position = %s_tile + %s_lane; %s_position < %s_total && %s_position < %s_tile + "
      "%ld; %s_position += %u) { ",
      thread, thread, thread, thread, thread, thread, thread, tile, thread, it->reduction->threads);
  add_counters(it, cleave_arena_format(it->unit->arena, "%s_position", thread));
  add_iteration(it);
  cleave_text_add(it->out, "} ");
}

/* ---- The tree ------------------------------------------------------------------------------------- */

static const char *part_of(const struct printer *it, size_t index, const char *lane) {
  return cleave_arena_format(it->unit->arena, "%s_lanes_%zu[%s]", it->thread, index, lane);
}

/* Combines the lanes in lane 0. Ends without a barrier. */
static void add_tree(const struct printer *it) {
  const char *thread = it->thread, *lane = cleave_arena_format(it->unit->arena, "%s_lane", thread),
             *value = cleave_arena_format(it->unit->arena, "%s_value", thread);
  for (unsigned lanes = it->reduction->threads; lanes > 1;) {
    const unsigned left = lanes > RADIX ? lanes / RADIX : 1;
    cleave_text_format(it->out, "_Pragma(\"omp barrier\") for (int %s = %s; %s < %u; %s += %s_count) { ",
                       lane, thread, lane, left, lane, thread);
    for (size_t i = 0; i < it->reduction->count; i++) {
      cleave_text_format(it->out, "{ %s %s = %s; ", variable_of(it, i)->type, value, part_of(it, i, lane));
      cleave_text_format(it->out, FULL_UNROLL "for (int %s_step = %u; %s_step < %u; %s_step += %u) { ",
                         thread, left, thread, lanes, thread, left);
      add_combination(it, i, value,
                      part_of(it, i, cleave_arena_format(it->unit->arena, "%s + %s_step", lane, thread)));
      cleave_text_format(it->out, "} %s = %s; } ", part_of(it, i, lane), value);
    }
    cleave_text_add(it->out, "} ");
    lanes = left;
  }
}

static void begin_lanes(const struct printer *it) {
  cleave_text_format(it->out, "for (int %s_lane = %s; %s_lane < %u; %s_lane += %s_count) { ", it->thread,
                     it->thread, it->thread, it->reduction->threads, it->thread, it->thread);
}

/* ---- Body ----------------------------------------------------------------------------------------- */

/* The lane of a thread has the rows that the thread ends. Lanes without a thread have none. */
static void add_rows(const struct printer *it) {
  const char *thread = it->thread, *lane = cleave_arena_format(it->unit->arena, "%s_lane", thread),
             *value = cleave_arena_format(it->unit->arena, "%s_value", thread);
  cleave_text_add(it->out, "{ ");
  for (size_t i = 0; i < it->reduction->count; i++)
    add_initial(it, i, variable_of(it, i)->name);
  cleave_add_row_blocks(it->out, it->unit, it->mapping,
                        cleave_arena_format(it->unit->arena, "%s_team", thread),
                        cleave_arena_format(it->unit->arena, "%s_end", thread));
  for (size_t i = 0; i < it->reduction->count; i++)
    cleave_text_format(it->out, "%s = %s; ", part_of(it, i, thread), variable_of(it, i)->name);
  cleave_text_format(it->out, "} for (int %s = %s + %s_count; %s < %u; %s += %s_count) { ", lane, thread,
                     thread, lane, it->reduction->threads, lane, thread);
  for (size_t i = 0; i < it->reduction->count; i++) {
    cleave_text_add(it->out, "{ ");
    add_initial(it, i, value);
    cleave_text_format(it->out, "%s = %s; } ", part_of(it, i, lane), value);
  }
  cleave_text_add(it->out, "} ");
}

static void add_iterations(const struct printer *it) {
  const char *lane = cleave_arena_format(it->unit->arena, "%s_lane", it->thread);
  begin_lanes(it);
  for (size_t i = 0; i < it->reduction->count; i++)
    add_initial(it, i, variable_of(it, i)->name);
  add_lane(it);
  for (size_t i = 0; i < it->reduction->count; i++)
    cleave_text_format(it->out, "%s = %s; ", part_of(it, i, lane), variable_of(it, i)->name);
  cleave_text_add(it->out, "} ");
}

static void add_virtual_team(const struct printer *it) {
  const char *thread = it->thread;
  it->mapping->rows ? add_rows(it) : add_iterations(it);
  if (!it->reduction->count)
    return;
  add_tree(it);
  cleave_text_format(it->out, "if (%s == 0) { unsigned %s_before; ", thread, thread);
  for (size_t i = 0; i < it->reduction->count; i++)
    cleave_text_format(it->out, "%s_buffer->cleave_%zu[%s_team] = %s; ", thread, i, thread,
                       part_of(it, i, "0"));
  cleave_text_format(
      it->out,
      "_Pragma(\"omp flush\") _Pragma(\"omp atomic capture acq_rel\") %s_before = %s_buffer->count++; %s_last[0] = %s_before == "
      "(unsigned)%s_end - 1; } ",
      thread, thread, thread, thread, thread);
  cleave_text_format(it->out, "_Pragma(\"omp barrier\") %s_is_last = %s_last[0]; ", thread, thread);
}

static void add_last_team(const struct printer *it) {
  const char *thread = it->thread, *lane = cleave_arena_format(it->unit->arena, "%s_lane", thread),
             *value = cleave_arena_format(it->unit->arena, "%s_value", thread);
  cleave_text_add(it->out, "_Pragma(\"omp flush\") ");
  begin_lanes(it);
  for (size_t i = 0; i < it->reduction->count; i++) {
    cleave_text_add(it->out, "{ ");
    add_initial(it, i, value);
    cleave_text_format(it->out, "for (int %s_team = %s; %s_team < %s_end; %s_team += %u) { ", thread, lane,
                       thread, thread, thread, it->reduction->threads);
    add_combination(
        it, i, value,
        cleave_arena_format(it->unit->arena, "%s_buffer->cleave_%zu[%s_team]", thread, i, thread));
    cleave_text_format(it->out, "} %s = %s; } ", part_of(it, i, lane), value);
  }
  cleave_text_add(it->out, "} ");
  add_tree(it);
  cleave_text_format(it->out, "if (%s == 0) { ", thread);
  for (size_t i = 0; i < it->reduction->count; i++) {
    cleave_text_format(it->out, "if (%s_place_%zu) { ", thread, i);
    add_combination(it, i, cleave_arena_format(it->unit->arena, "*%s_place_%zu", thread, i),
                    part_of(it, i, "0"));
    cleave_text_format(it->out, "} else %s_buffer->results.cleave_%zu = %s; ", thread, i,
                       part_of(it, i, "0"));
  }
  cleave_text_format(it->out, "%s_buffer->count = 0; } ", thread);
}

const char *cleave_print_reduction_body(const struct cleave_unit *unit, const struct cleave_region *region,
                                        const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  const struct printer it = printer_of(&out, unit, region, mapping);
  const char *thread = it.thread;
  cleave_text_format(&out, "{ %scleave_version(); ",
                     it.reduction->is_reproducible ? "_Pragma(\"clang fp contract(off)\") " : "");
  cleave_text_format(&out,
                     "const int %s = omp_get_thread_num(), %s_count = omp_get_num_threads(), %s_teams = "
                     "omp_get_num_teams(); ",
                     thread, thread, thread);
  if (it.reduction->count)
    cleave_text_format(&out, "int %s_is_last = 0; ", thread);
  for (size_t i = 0; i < it.reduction->count; i++)
    cleave_text_format(&out, "%s *const %s_lanes_%zu = %s_part_%zu; ", variable_of(&it, i)->type, thread, i,
                       thread, i);
  if (it.reduction->array_count)
    cleave_open_array_copies(&out, unit, region, it.reduction, thread);
  cleave_text_format(&out, "for (int %s_team = omp_get_team_num(); %s_team < %s_end; %s_team += %s_teams) { ",
                     thread, thread, thread, thread, thread);
  add_virtual_team(&it);
  cleave_text_add(&out, "} ");
  if (it.reduction->array_count)
    cleave_close_array_copies(&out, unit, it.reduction, thread);
  if (!it.reduction->count) {
    cleave_text_add(&out, "} }");
    return cleave_text_get(&out);
  }
  cleave_text_format(&out, "if (%s_is_last) { ", thread);
  add_last_team(&it);
  cleave_text_format(&out, "} } cleave_reduction_end(&%s_results, &%s_buffer->results, sizeof %s_results); ",
                     thread, thread, thread);
  for (size_t i = 0; i < it.reduction->count; i++) {
    cleave_text_format(&out, "if (!%s_place_%zu) { ", thread, i);
    add_combination(&it, i, variable_of(&it, i)->name,
                    cleave_arena_format(unit->arena, "%s_results.cleave_%zu", thread, i));
    cleave_text_add(&out, "} ");
  }
  cleave_text_add(&out, "}");
  return cleave_text_get(&out);
}
