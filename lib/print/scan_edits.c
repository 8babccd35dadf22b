/* FILE: lib/print/scan_edits.c
 * WHAT: the text of a serial loop that all teams execute as a scan (fission/scan_versions.c).
 *
 *   { const int cleave_thread_total = n, cleave_thread_share = the tiles of a virtual team, cleave_thread_end = the number of virtual teams;
 *     struct cleave_thread_record { double cleave_0; } cleave_thread_results;
 *     struct cleave_thread_memory { unsigned next, finished, is_there[1024]; ... double cleave_0[1024]; } *cleave_thread_buffer = ...;
 *     double *cleave_thread_place_0 = ..., cleave_thread_original_0 = sum, cleave_thread_scan_0[2048 and gaps], ...;
 *   #pragma omp target teams private(cleave_thread_scan_0, ...) allocate(omp_pteam_mem_alloc: ...) num_teams(cleave_thread_end) ...
 *   #pragma omp parallel
 *     { for (;;) {
 *         the first thread takes the number of the next virtual team; all leave the loop after the last one
 *         for (each pass) for (each tile) {
 *           for (each iteration) { double sum = 0; UPDATES; cleave_thread_scan_0[iteration] = sum; }
 *           replace the elements of the scan by the sums of those before
 *           if (the sum of the virtual team is known now) { the first thread stores it, with the first value of the loop for team 0 }
 *           if (the second pass begins) { wait for the sums of all virtual teams before, and combine them }
 *           if (it is the second pass) for (each iteration) { double sum = what is before it; BODY }
 *         } }
 *       the last team resets the control words }
 *     cleave_reduction_end(...); if (!cleave_thread_place_0) sum = cleave_thread_results.cleave_0; }
 *
 * A virtual team of one tile needs the second pass alone. With more tiles, the first pass computes their sum. If the iterations are nothing but
 * updates there is no second pass, and the last virtual team alone waits for the others.
 *
 * Progress. A team waits for virtual teams with lower numbers only. Numbers are taken in ascending order, so the team that took one of
 * these is running or has finished. It stores the sum of its virtual team before it waits itself. By induction over the numbers, every wait
 * ends, in whatever order and number the device executes teams.
 *
 * Memory order. A sum is written, then its flag, with a flush between (OpenMP 5.1, 1.4.4). A reader loads the flag atomically until it is set,
 * flushes, and reads the sum. The initial thread's value of a present variable is read before the sum of virtual team 0 is stored, and
 * written after the last virtual team has read that sum. Clang 19 compiles no release operations for GPUs.
 *
 * The order of all operations depends on the number of iterations only: neither on the number of teams nor on that of threads.
 *
 * If an array carries the value, `a[i] = a[i - 1] + e`, the variable cleave_thread_carried takes the place of `a[i - 1]`.
 *
 * A lane scans consecutive elements, and stores and loads elements of different lanes: gaps in the array avoid bank conflicts.
 */
#include "print/scan_edits.h"

#include "abi/entry_points.h"
#include "model/affine.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

enum { LANES = CLEAVE_SCAN_THREADS, GROUP = 8, GROUPS = LANES / GROUP };

#define FULL_UNROLL "_Pragma(\"clang loop unroll(full)\") "
#define BARRIER "_Pragma(\"omp barrier\") "

/* What the functions below print. */
struct printer {
  struct cleave_text *out;
  const struct cleave_unit *unit;
  const struct cleave_region *region;
  const struct cleave_mapping *mapping;
  const struct cleave_team_scan *scan;
  const char *thread; /* the prefix of generated names */
};

static struct printer printer_of(struct cleave_text *out, const struct cleave_unit *unit,
                                 const struct cleave_region *region, const struct cleave_mapping *mapping) {
  return (struct printer){.out = out,
                          .unit = unit,
                          .region = region,
                          .mapping = mapping,
                          .scan = mapping->scan,
                          .thread = mapping->thread_name};
}

static size_t count_of(const struct printer *it) { return it->scan->value_count; }

static const struct cleave_scanned_value *value_of(const struct printer *it, size_t index) {
  return &it->scan->values[index];
}

static const struct cleave_carried_element *element_of(const struct printer *it) {
  return it->scan->loop->element;
}

/* The name of a value in the text of the loop. */
static const char *name_of(const struct printer *it, size_t index) {
  const char *name = value_of(it, index)->name;
  return name ? name : cleave_arena_format(it->unit->arena, "%s_carried", it->thread);
}

/* Whether the iterations are nothing but updates. */
static bool is_sum(const struct printer *it) { return !element_of(it) && !it->scan->loop->removed_count; }

static unsigned tile_of(const struct printer *it) { return LANES * it->scan->steps; }

static const char *type_of(const struct printer *it, size_t index) {
  return value_of(it, index)->combined_type;
}

static const char *neutral_of(const struct printer *it, size_t index) {
  const struct cleave_scanned_value *value = value_of(it, index);
  return cleave_neutral_value(it->unit, value->combiner, value->combined_type, value->is_floating,
                              value->is_unsigned, value->bytes);
}

/* The text FORMAT, in which $ is the prefix of generated names, @ the number of the value INDEX, and ~ its type. */
static void add(const struct printer *it, size_t index, const char *format) {
  for (const char *at = format; *at; at++)
    if (*at == '$')
      cleave_text_add(it->out, it->thread);
    else if (*at == '@')
      cleave_text_format(it->out, "%zu", index);
    else if (*at == '~')
      cleave_text_add(it->out, type_of(it, index));
    else
      cleave_text_format(it->out, "%c", *at);
}

/* The same as a string. */
static const char *text_of_parts(const struct printer *it, size_t index, const char *format) {
  struct cleave_text out = {.arena = it->unit->arena};
  struct printer own = *it;
  own.out = &out;
  add(&own, index, format);
  return cleave_text_get(&out);
}

/* Adds a statement that combines VALUE into TARGET, two texts as for add. */
static void combine(const struct printer *it, size_t index, const char *target, const char *value) {
  cleave_add_operation(it->out, value_of(it, index)->combiner, text_of_parts(it, index, target),
                       text_of_parts(it, index, value));
}

/* ---- Head ----------------------------------------------------------------------------------------- */

/* The shift that tells how many gaps precede an element: one for each row of the 32 banks, which have 4 bytes each. */
static int gap_shift(const struct printer *it, size_t index) {
  return value_of(it, index)->bytes == 8 ? 4 : 5;
}

void cleave_add_scan_head(struct cleave_text *out, const struct cleave_unit *unit,
                          const struct cleave_region *region, const struct cleave_mapping *mapping) {
  const struct printer it = printer_of(out, unit, region, mapping);
  const char *thread = it.thread;
  const unsigned tile = tile_of(&it), teams = it.scan->most_teams;
  cleave_text_format(out,
                     CLEAVE_NO_DEBUG
                     "const int %s_total = %s, %s_share = %s_total > 0 ? (%s_total - 1) / %u + 1 : 1, "
                     "%s_end = %s_total > 0 ? (%s_total - 1) / (%s_share * %u) + 1 : 1; ",
                     thread, mapping->loops[0].count_name, thread, thread, thread, tile * teams, thread,
                     thread, thread, thread, tile);
  cleave_text_format(out, CLEAVE_STRUCTURES "struct %s_record { ", thread);
  for (size_t i = 0; i < count_of(&it); i++)
    add(&it, i, "~ cleave_@; ");
  cleave_text_format(
      out,
      "} %s_results; struct %s_memory { unsigned next, finished, is_there[%u]; struct %s_record results; ",
      thread, thread, teams, thread);
  for (size_t i = 0; i < count_of(&it); i++) {
    add(&it, i, "~ cleave_@");
    cleave_text_format(out, "[%u]; ", teams);
  }
  add(&it, 0,
      "}; " CLEAVE_STRUCTURES_END CLEAVE_NO_DEBUG
      "struct $_memory *const $_buffer = (struct $_memory *)cleave_reduction_buffer(); "
      "int $_number[2]; ");
  for (size_t i = 0; i < count_of(&it); i++) {
    if (element_of(&it)) {
      add(&it, i, CLEAVE_NO_DEBUG "~ *const $_place_@ = 0; ");
    } else {
      add(&it, i,
          CLEAVE_NO_DEBUG "~ *const $_place_@ = (~ *)cleave_reduction_place(@); " CLEAVE_NO_DEBUG
                          "~ $_original_@ = (~)");
      cleave_text_format(out, "%s; ", name_of(&it, i));
    }
    add(&it, i, CLEAVE_NO_DEBUG "~ $_scan_@");
    cleave_text_format(out, "[%u]", tile + (tile >> gap_shift(&it, i)));
    add(&it, i, ", $_lanes_@[256], $_groups_@[32], $_parts_@[256], $_base_@[3]; ");
  }
}

const char *cleave_print_scan_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena}, shared = {.arena = unit->arena},
                     pointers = {.arena = unit->arena};
  const char *thread = mapping->thread_name;
  for (size_t i = 0; i < mapping->scan->value_count; i++) {
    cleave_text_format(&shared, ", %s_scan_%zu, %s_lanes_%zu, %s_groups_%zu, %s_parts_%zu, %s_base_%zu",
                       thread, i, thread, i, thread, i, thread, i, thread, i);
    cleave_text_format(&pointers, ", %s_place_%zu", thread, i);
  }
  const char *list = cleave_text_get(&shared);
  cleave_text_format(
      &out,
      " is_device_ptr(%s_buffer%s) private(%s_number%s) allocate(omp_pteam_mem_alloc: %s_number%s) "
      "uses_allocators(omp_pteam_mem_alloc) thread_limit(%u) num_teams(%s_end)",
      thread, cleave_text_get(&pointers), thread, list, thread, list, mapping->threads, thread);
  return cleave_text_get(&out);
}

/* ---- Iterations ----------------------------------------------------------------------------------- */

static void add_assumptions(const struct printer *it) {
  if (it->mapping->disjoint)
    cleave_print_assumptions(it->out, it->region, it->mapping->disjoint);
}

/* Adds the source from *AT to END, which becomes *AT. */
static void add_source_until(const struct printer *it, uint32_t *at, uint32_t end) {
  if (*at < end)
    cleave_print_tiled_source(it->out, it->unit, NULL, *at, end);
  *at = end;
}

/* Adds the source from *AT to the statement that carries an element, if that precedes END, and the update of its value instead. */
static void add_element_update(const struct printer *it, uint32_t *at, uint32_t end) {
  const struct cleave_carried_element *element = element_of(it);
  if (!element || element->begin < *at || element->begin >= end)
    return;
  add_source_until(it, at, element->begin);
  const char *operand = cleave_arena_format(
      it->unit->arena, "(%s)",
      cleave_unit_text(it->unit, (struct cleave_range){element->operand_begin, element->operand_end}));
  if (element->subtracts)
    cleave_text_format(it->out, "%s = %s - %s; ", name_of(it, 0), name_of(it, 0), operand);
  else
    cleave_add_operation(it->out, element->combiner, name_of(it, 0), operand);
  *at = element->end;
}

/* Adds the body without the statements that the updates do not need. */
static void add_updates(const struct printer *it) {
  uint32_t at = it->mapping->body.begin;
  add_assumptions(it);
  cleave_text_add(it->out, "{ ");
  for (size_t i = 0; i < it->scan->loop->removed_count; i++) {
    const struct cleave_removed_text *removed = &it->scan->loop->removed[i];
    add_element_update(it, &at, removed->begin);
    add_source_until(it, &at, removed->begin);
    if (removed->kept_begin < removed->kept_end)
      cleave_print_tiled_source(it->out, it->unit, NULL, removed->kept_begin, removed->kept_end);
    cleave_text_add(it->out, "; ");
    at = removed->end;
  }
  add_element_update(it, &at, it->mapping->body.end);
  add_source_until(it, &at, it->mapping->body.end);
  cleave_text_add(it->out, "} ");
}

/* Adds the body. The variable of a carried element takes its place. */
static void add_body(const struct printer *it) {
  uint32_t at = it->mapping->body.begin;
  cleave_text_add(it->out, "{ ");
  if (element_of(it)) {
    add_source_until(it, &at, element_of(it)->read_begin);
    cleave_text_format(it->out, "%s ", name_of(it, 0));
    at = element_of(it)->read_end;
  }
  add_source_until(it, &at, it->mapping->body.end);
  cleave_text_add(it->out, "} ");
}

/* Declares the variables of the carried values, with the value that the operation ignores. */
static void declare_values(const struct printer *it) {
  for (size_t i = 0; i < count_of(it); i++)
    cleave_text_format(it->out, "%s %s = %s; ", type_of(it, i), name_of(it, i), neutral_of(it, i));
}

/* Declares PREFIX_at: the place in the scan of the element that a lane executes in a step. */
static void add_place_of_step(const struct printer *it, size_t index) {
  const int shift = gap_shift(it, index);
  add(it, index, "const int $_at = $_lane");
  cleave_text_format(it->out, " + (%s_lane >> %d) + %s_step * %d; ", it->thread, shift, it->thread,
                     LANES + (LANES >> shift));
}

/* The same for the elements that it scans, one in each step. No gap separates them. */
static void add_place_of_lane(const struct printer *it, size_t index) {
  cleave_text_format(it->out, "const int %s_at = %s_lane * %u + (%s_lane * %u >> %d) + %s_step; ", it->thread,
                     it->thread, it->scan->steps, it->thread, it->scan->steps, gap_shift(it, index),
                     it->thread);
}

static void store_values(const struct printer *it) {
  for (size_t i = 0; i < count_of(it); i++) {
    cleave_text_add(it->out, "{ ");
    add_place_of_step(it, i);
    add(it, i, "$_scan_@[$_at] = ");
    cleave_text_format(it->out, "%s; } ", name_of(it, i));
  }
}

/* Adds the steps of a tile's lanes: BEGIN, then ITERATION if the loop has it, then END. Whole tiles are straight code, in which the compiler
 * loads all operands before it uses them; the counter of a step is computed from that of the first one. */
static void add_steps(const struct printer *it, void (*begin)(const struct printer *),
                      void (*iteration)(const struct printer *), void (*end)(const struct printer *)) {
  const struct cleave_mapped_loop *loop = &it->mapping->loops[0];
  const char *thread = it->thread, *first = cleave_arena_format(it->unit->arena, "%s_begin", thread);
  add(it, 0, "for (int $_lane = $; $_lane < 256; $_lane += $_count) ");
  cleave_text_format(it->out, "if (%s_tile <= %s_limit - %u) { ", thread, thread, tile_of(it));
  cleave_add_counter(it->out, loop, first, loop->type,
                     cleave_arena_format(it->unit->arena, "%s_tile + %s_lane", thread, thread));
  cleave_text_format(it->out, FULL_UNROLL "for (int %s_step = 0; %s_step < %u; %s_step++) { ", thread, thread,
                     it->scan->steps, thread);
  cleave_text_format(it->out, "%s %s = %s + (%s)%s_step * (%s)(%ldL); ", loop->type, loop->counter, first,
                     loop->type, thread, loop->type, (long)loop->step * LANES);
  begin(it);
  iteration(it);
  end(it);
  cleave_text_format(it->out, "} } else for (int %s_step = 0; %s_step < %u; %s_step++) { ", thread, thread,
                     it->scan->steps, thread);
  add(it, 0, "const int $_position = $_tile + $_lane + $_step * 256; ");
  begin(it);
  add(it, 0, "if ($_position < $_limit) { ");
  cleave_add_counter(it->out, loop, loop->counter, loop->type,
                     cleave_arena_format(it->unit->arena, "%s_position", thread));
  iteration(it);
  cleave_text_add(it->out, "} ");
  end(it);
  cleave_text_add(it->out, "} ");
}

static void add_nothing(const struct printer *it) { (void)it; }

/* Executes an iteration with the values before it. */
static void add_iteration(const struct printer *it) {
  for (size_t i = 0; i < count_of(it); i++) {
    cleave_text_format(it->out, "%s %s_value_%zu = %s_lanes_%zu[(%s_lane >> %d) + %s_step * %u]; { ",
                       type_of(it, i), it->thread, i, it->thread, i, it->thread,
                       __builtin_ctz(it->scan->steps), it->thread, LANES / it->scan->steps);
    add_place_of_step(it, i);
    combine(it, i, "$_value_@", "$_scan_@[$_at]");
    cleave_text_format(it->out, "} %s %s = (%s)%s_value_%zu; ", value_of(it, i)->type, name_of(it, i),
                       value_of(it, i)->type, it->thread, i);
  }
  add_assumptions(it);
  add_body(it);
}

/* Executes the iterations of a tile. */
static void add_iterations(const struct printer *it) {
  add(it, 0, BARRIER "for (int $_lane = $; $_lane < 256; $_lane += $_count) { ");
  for (size_t i = 0; i < count_of(it); i++) {
    add(it, i, "{ ~ $_value = $_base_@[0]; ");
    combine(it, i, "$_value", "$_groups_@[$_lane >> 3]");
    combine(it, i, "$_value", "$_lanes_@[$_lane]");
    add(it, i, "$_lanes_@[$_lane] = $_value; } ");
  }
  cleave_text_add(it->out, "} " BARRIER);
  add_steps(it, add_nothing, add_iteration, add_nothing);
  add(it, 0, BARRIER "if ($ == 0) { ");
  for (size_t i = 0; i < count_of(it); i++)
    combine(it, i, "$_base_@[0]", "$_base_@[1]");
  cleave_text_add(it->out, "} ");
}

/* ---- The scan of a tile --------------------------------------------------------------------------- */

/* Replaces COUNT elements of ARRAY, of which PLACE is that of PREFIX_step (NULL: those that a lane scans), by the combinations of those before, and leaves
 * the combination of all in PREFIX_sum. */
static void add_exclusive(const struct printer *it, size_t index, unsigned count, const char *array,
                          const char *place) {
  cleave_text_format(
      it->out, "%s %s_sum = %s; " FULL_UNROLL "for (int %s_step = 0; %s_step < %u; %s_step++) { ",
      type_of(it, index), it->thread, neutral_of(it, index), it->thread, it->thread, count, it->thread);
  if (place)
    cleave_text_format(it->out, "const int %s_at = %s; ", it->thread, text_of_parts(it, index, place));
  else
    add_place_of_lane(it, index);
  cleave_text_format(it->out, "const %s %s_value = %s_%s_%zu[%s_at]; %s_%s_%zu[%s_at] = %s_sum; ",
                     type_of(it, index), it->thread, it->thread, array, index, it->thread, it->thread, array,
                     index, it->thread, it->thread);
  combine(it, index, "$_sum", "$_value");
  cleave_text_add(it->out, "} ");
}

static void add_scan(const struct printer *it) {
  add(it, 0, BARRIER "for (int $_lane = $; $_lane < 256; $_lane += $_count) { ");
  for (size_t i = 0; i < count_of(it); i++) {
    cleave_text_add(it->out, "{ ");
    add_exclusive(it, i, it->scan->steps, "scan", NULL);
    add(it, i, "$_lanes_@[$_lane] = $_sum; } ");
  }
  add(it, 0, "} " BARRIER "for (int $_group = $; $_group < 32; $_group += $_count) { ");
  for (size_t i = 0; i < count_of(it); i++) {
    cleave_text_add(it->out, "{ ");
    add_exclusive(it, i, GROUP, "lanes", "$_group * 8 + $_step");
    add(it, i, "$_groups_@[$_group] = $_sum; } ");
  }
  add(it, 0, "} " BARRIER "if ($ == 0) { ");
  for (size_t i = 0; i < count_of(it); i++) {
    cleave_text_add(it->out, "{ ");
    add_exclusive(it, i, GROUPS, "groups", "$_step");
    add(it, i, "$_base_@[1] = $_sum; if ($_pass == 0 || $_share == 1) { ");
    combine(it, i, "$_base_@[2]", "$_sum");
    cleave_text_add(it->out, "} } ");
  }
}

/* ---- Teams ---------------------------------------------------------------------------------------- */

/* Sets $_base_@[0] to the value before the loop. */
static void add_first_value(const struct printer *it, size_t index) {
  const struct cleave_carried_element *element = element_of(it);
  const struct cleave_mapped_loop *loop = &it->mapping->loops[0];
  if (!element) {
    add(it, index, "$_base_@[0] = $_place_@ ? *$_place_@ : $_original_@; ");
    return;
  }
  add(it, index, "if ($_total > 0) { ");
  cleave_add_counter(it->out, loop, loop->counter, loop->type, "0");
  add(it, index, "$_base_@[0] = (~)(");
  cleave_print_tiled_source(it->out, it->unit, NULL, element->read_begin, element->read_end);
  cleave_text_format(it->out, "); } else %s_base_%zu[0] = %s; ", it->thread, index, neutral_of(it, index));
}

/* The first thread makes the sum of its virtual team visible when it is known: $_base_@[2]. Closes the block of the first thread. */
static void add_publication(const struct printer *it) {
  cleave_text_format(it->out, "if (%s_pass == 0 ? %s_tile >= %s_limit - %u : %s_share == 1) { ", it->thread,
                     it->thread, it->thread, tile_of(it), it->thread);
  for (size_t i = 0; i < count_of(it); i++) {
    add(it, i, "~ $_own_@ = $_base_@[2]; if ($_team == 0) { ");
    add_first_value(it, i);
    add(it, i, "$_own_@ = $_base_@[0]; ");
    combine(it, i, "$_own_@", "$_base_@[2]");
    add(it, i, "} $_buffer->cleave_@[$_team] = $_own_@; ");
  }
  add(it, 0, "_Pragma(\"omp flush\") _Pragma(\"omp atomic write\") $_buffer->is_there[$_team] = 1; } } ");
}

/* Combines the sums of all virtual teams before: $_base_@[0]. */
static void add_wait(const struct printer *it) {
  if (is_sum(it))
    cleave_text_format(it->out, "if (%s_tile >= %s_limit - %u && %s_team == %s_end - 1 && %s_team > 0) { ",
                       it->thread, it->thread, tile_of(it), it->thread, it->thread, it->thread);
  else
    add(it, 0, "if ($_pass == 1 && $_tile == $_first && $_team > 0) { ");
  add(it, 0,
      "for (int $_lane = $; $_lane < 256; $_lane += $_count) { "
      "for (int $_other = $_lane; $_other < $_team; $_other += 256) { unsigned $_is_there; do { "
      "_Pragma(\"omp atomic read\") $_is_there = $_buffer->is_there[$_other]; } while (!$_is_there); } "
      "_Pragma(\"omp flush\") ");
  for (size_t i = 0; i < count_of(it); i++) {
    cleave_text_format(it->out, "{ %s %s_sum = %s; ", type_of(it, i), it->thread, neutral_of(it, i));
    add(it, i, "for (int $_other = $_lane; $_other < $_team; $_other += 256) { ");
    combine(it, i, "$_sum", "$_buffer->cleave_@[$_other]");
    add(it, i, "} $_parts_@[$_lane] = $_sum; } ");
  }
  add(it, 0, "} ");
  for (unsigned lanes = LANES; lanes > 1;) {
    const unsigned left = lanes > GROUP ? lanes / GROUP : 1;
    cleave_text_format(it->out, BARRIER "for (int %s_lane = %s; %s_lane < %u; %s_lane += %s_count) { ",
                       it->thread, it->thread, it->thread, left, it->thread, it->thread);
    for (size_t i = 0; i < count_of(it); i++) {
      add(it, i, "{ ~ $_sum = $_parts_@[$_lane]; ");
      cleave_text_format(it->out, FULL_UNROLL "for (int %s_step = %u; %s_step < %u; %s_step += %u) { ",
                         it->thread, left, it->thread, lanes, it->thread, left);
      combine(it, i, "$_sum", "$_parts_@[$_lane + $_step]");
      add(it, i, left > 1 ? "} $_parts_@[$_lane] = $_sum; } " : "} $_base_@[0] = $_sum; } ");
    }
    cleave_text_add(it->out, "} ");
    lanes = left;
  }
  cleave_text_add(it->out, "} ");
}

/* The last virtual team has the values after the loop. */
static void add_results(const struct printer *it) {
  add(it, 0, "if ($_team == $_end - 1 && $ == 0) { ");
  for (size_t i = 0; i < count_of(it) && is_sum(it); i++)
    combine(it, i, "$_base_@[0]", "$_base_@[2]");
  for (size_t i = 0; i < count_of(it); i++)
    add(it, i, "if ($_place_@) *$_place_@ = $_base_@[0]; else $_buffer->results.cleave_@ = $_base_@[0]; ");
  cleave_text_add(it->out, "} ");
}

const char *cleave_print_scan_body(const struct cleave_unit *unit, const struct cleave_region *region,
                                   const struct cleave_mapping *mapping) {
  struct cleave_text out = {.arena = unit->arena};
  const struct printer it = printer_of(&out, unit, region, mapping);
  add(&it, 0,
      "{ cleave_version(); const int $ = omp_get_thread_num(), $_count = omp_get_num_threads(), "
      "$_teams = omp_get_num_teams(); for (;;) { " BARRIER "if ($ == 0) { unsigned $_next; "
      "_Pragma(\"omp atomic capture\") $_next = $_buffer->next++; "
      "$_number[0] = $_next < (unsigned)$_end ? (int)$_next : $_end; ");
  for (size_t i = 0; i < count_of(&it); i++) {
    add(&it, i, "$_base_@[2] = ");
    cleave_text_format(&out, "%s; ", neutral_of(&it, i));
  }
  add(&it, 0, "} " BARRIER "const int $_team = $_number[0]; if ($_team >= $_end) break; ");
  cleave_text_format(
      &out,
      "const int %s_first = %s_team * %s_share * %u, %s_limit = %s_total - %s_first < %s_share * %u ? "
      "%s_total : %s_first + %s_share * %u; ",
      it.thread, it.thread, it.thread, tile_of(&it), it.thread, it.thread, it.thread, it.thread, tile_of(&it),
      it.thread, it.thread, it.thread, tile_of(&it));
  add(&it, 0,
      is_sum(&it) ? "for (int $_pass = 0; $_pass < 1; $_pass++) "
                  : "for (int $_pass = $_share > 1 ? 0 : 1; $_pass < 2; $_pass++) ");
  add(&it, 0, "for (int $_tile = $_first; $_tile == $_first || $_tile < $_limit; ");
  cleave_text_format(&out, "%s_tile += %u) { ", it.thread, tile_of(&it));
  add_steps(&it, declare_values, add_updates, store_values);
  add_scan(&it);
  add_publication(&it);
  add_wait(&it);
  if (!is_sum(&it)) {
    add(&it, 0, "if ($_pass == 1) { ");
    add_iterations(&it);
    cleave_text_add(&out, "} ");
  }
  cleave_text_add(&out, "} ");
  add_results(&it);
  add(&it, 0,
      "} if ($ == 0) { unsigned $_before; _Pragma(\"omp flush\") _Pragma(\"omp atomic capture\") "
      "$_before = $_buffer->finished++; $_number[1] = $_before == (unsigned)$_teams - 1; } " BARRIER
      "if ($_number[1]) { for (int $_other = $; $_other < $_end; $_other += $_count) "
      "$_buffer->is_there[$_other] = 0; if ($ == 0) { $_buffer->next = 0; $_buffer->finished = 0; } } } "
      "cleave_reduction_end(&$_results, &$_buffer->results, sizeof $_results); ");
  for (size_t i = 0; i < count_of(&it) && !element_of(&it); i++) {
    add(&it, i, "if (!$_place_@) ");
    cleave_text_format(&out, "%s = (%s)%s_results.cleave_%zu; ", name_of(&it, i), value_of(&it, i)->type,
                       it.thread, i);
  }
  cleave_text_add(&out, "}");
  return cleave_text_get(&out);
}
