/* FILE: tools/simulation_report.c
 * WHAT: the report of `cleave simulate` as text.
 */
#include <inttypes.h>
#include <string.h>

#include "model/arena.h"
#include "quantities.h"
#include "simulation.h"

static const char *range(uint64_t smallest, uint64_t largest, struct cleave_arena *arena) {
  return smallest == largest ? cleave_arena_format(arena, "%" PRIu64, largest)
                             : cleave_arena_format(arena, "%" PRIu64 "-%" PRIu64, smallest, largest);
}

/* "scale:12" */
static const char *place(const struct cleave_simulated_kernel *kernel, struct cleave_arena *arena) {
  return kernel->line ? cleave_arena_format(arena, "%s:%" PRIu32, kernel->function, kernel->line)
                      : kernel->function;
}

/* Lines have at most so many columns, unless a single name is longer. */
enum { REPORT_WIDTH = 100, SHORT_NAME = 32 };

static const char kernel_columns[] = "  %8s %9s %8s %8s %5s  %-8s %9s %7s %5s";

static void write_kernel(const struct cleave_simulation *simulation,
                         const struct cleave_simulated_kernel *kernel, struct cleave_text *out) {
  struct cleave_arena *arena = out->arena;
  const bool known = kernel->executed > 0;
  const char *name = place(kernel, arena);
  const char *row = cleave_arena_format(
      arena, kernel_columns, cleave_count_text((double)kernel->launches, arena),
      range(kernel->fewest_teams, kernel->most_teams, arena),
      range(kernel->fewest_threads, kernel->most_threads, arena), cleave_time_text(kernel->time, arena),
      cleave_percent_text(simulation->kernel_time > 0 ? kernel->time / simulation->kernel_time : 0, arena),
      *kernel->bound ? kernel->bound : "-", cleave_percent_text(kernel->occupancy, arena),
      cleave_decimal_text(known ? cleave_simulated_sectors(kernel) : -1, arena),
      cleave_percent_text(known ? cleave_simulated_lanes(kernel) : -1, arena));
  const bool fits = strlen(row) + 2 + strlen(name) <= REPORT_WIDTH;
  if (!fits) /* a line of its own for a long name */
    cleave_text_format(out, "  %s\n", name);
  cleave_text_format(out, "%s%s%s\n", row, fits ? "  " : "", fits ? name : "");
}

/* The next most frequent class of instructions after COUNT of them, which are in SHOWN; NULL: there is none. */
static const char *next_class(json_t *classes, const char *const *shown, size_t count) {
  const char *key, *next = NULL;
  json_t *value;
  double most = 0;
  json_object_foreach(classes, key, value) {
    bool done = false;
    for (size_t i = 0; i < count; i++)
      done |= !strcmp(shown[i], key);
    if (!done && json_number_value(value) > most) {
      most = json_number_value(value);
      next = key;
    }
  }
  return next;
}

/* "main:8: 138 k warp instructions (integer 61 %, control 20 %, ...)": the most frequent classes that fit in the line. */
static void write_instructions(const struct cleave_simulated_kernel *kernel, struct cleave_text *out) {
  enum { SHOWN = 4 };
  static const char rest[] = ", ...)";
  struct cleave_arena *arena = out->arena;
  struct cleave_text line = {.arena = arena};
  json_t *classes = json_object_get(kernel->counts, "warp_instructions");
  const double all = cleave_simulated_count(kernel, "warp_instructions");
  const char *name = place(kernel, arena), *shown[SHOWN + 1] = {NULL};
  const bool is_short = strlen(name) <= SHORT_NAME;
  if (!is_short)
    cleave_text_format(out, "  %s:\n", name);
  cleave_text_add(&line, is_short ? cleave_arena_format(arena, "  %s: ", name) : "    ");
  cleave_text_format(&line, "%s warp instructions", cleave_count_text(all, arena));
  for (size_t i = 0; (shown[i] = next_class(classes, shown, i)); i++) {
    const double part = json_number_value(json_object_get(classes, shown[i])) / all;
    const char *text =
        cleave_arena_format(arena, "%s%s %s", i ? ", " : " (", shown[i], cleave_percent_text(part, arena));
    if (i == SHOWN || line.length + strlen(text) + sizeof rest - 1 > REPORT_WIDTH) {
      cleave_text_add(&line, ", ...");
      break;
    }
    cleave_text_add(&line, text);
  }
  cleave_text_format(out, "%s%s\n", cleave_text_get(&line), *shown ? ")" : "");
}

static void write_counts(const struct cleave_simulated_kernel *kernel, struct cleave_text *out) {
  struct cleave_arena *arena = out->arena;
  const double sector = 32, atomics = cleave_simulated_count(kernel, "atomic_lanes");
  const double barriers = cleave_simulated_count(kernel, "block_barriers");
  const double branches = cleave_simulated_count(kernel, "branches");
  const double shared = cleave_simulated_count(kernel, "shared_ideal_wavefronts");
  write_instructions(kernel, out);
  cleave_text_format(
      out, "    global memory: %s read, %s written; %s and %s of different addresses\n",
      cleave_bytes_text(sector * cleave_simulated_count(kernel, "global_load_sectors"), arena),
      cleave_bytes_text(sector * cleave_simulated_count(kernel, "global_store_sectors"), arena),
      cleave_bytes_text(sector * cleave_simulated_count(kernel, "unique_read_sectors"), arena),
      cleave_bytes_text(sector * cleave_simulated_count(kernel, "unique_written_sectors"), arena));
  cleave_text_format(out, "    divergent branches: %s of %s",
                     cleave_count_text(cleave_simulated_count(kernel, "divergent_branches"), arena),
                     cleave_count_text(branches, arena));
  if (barriers > 0)
    cleave_text_format(out, "; barriers: %s", cleave_count_text(barriers, arena));
  if (atomics > 0)
    cleave_text_format(out, "; atomics: %s", cleave_count_text(atomics, arena));
  cleave_text_add(out, "\n");
  if (shared > 0)
    cleave_text_format(out, "    shared memory: %.2f times the accesses without bank conflicts\n",
                       cleave_simulated_count(kernel, "shared_wavefronts") / shared);
  if (kernel->sampled)
    cleave_text_format(out,
                       "    counts are extrapolated from a sample of the teams in %" PRIu64 " of %" PRIu64
                       " launches\n",
                       kernel->sampled, kernel->launches);
}

static const char *const direction_names[] = {"to device", "from device", "between"};

static void write_copies(const struct cleave_simulation *simulation, struct cleave_text *out) {
  struct cleave_arena *arena = out->arena;
  for (int i = 0; i < CLEAVE_COPY_DIRECTIONS; i++) {
    const struct cleave_simulated_copies *copies = &simulation->copies[i];
    if (copies->count)
      cleave_text_format(
          out, "  %-12s %9s  %s in %" PRIu64 " cop%s, %s of it page-locked\n", direction_names[i],
          cleave_time_text(copies->time, arena), cleave_bytes_text((double)copies->bytes, arena),
          copies->count, copies->count == 1 ? "y" : "ies",
          cleave_percent_text(copies->bytes ? (double)copies->pinned_bytes / (double)copies->bytes : 0,
                              arena));
  }
}

void cleave_simulation_print(const struct cleave_simulation *simulation, size_t sites,
                             struct cleave_text *out) {
  struct cleave_arena *arena = out->arena;
  bool any = false;
  cleave_text_format(out, "%s on a simulated %s (sm_%" PRIu32 ")\n\n", simulation->program,
                     simulation->device, simulation->architecture);
  cleave_text_format(out, kernel_columns, "launches", "teams", "threads", "time", "share", "bound by",
                     "occupancy", "sectors", "lanes");
  cleave_text_add(out, "  kernel\n");
  for (size_t i = 0; i < simulation->kernel_count; i++)
    write_kernel(simulation, &simulation->kernels[i], out);
  cleave_text_add(out, "\n");
  for (size_t i = 0; i < simulation->kernel_count; i++)
    if (simulation->kernels[i].executed) {
      write_counts(&simulation->kernels[i], out);
      if (sites)
        cleave_simulated_sites_print(&simulation->kernels[i], sites, out);
      any = true;
    }
  if (sites && cleave_simulation_lacks_lines(simulation))
    cleave_text_add(out, "  source lines are unknown: compile with -gline-directives-only\n");
  cleave_text_format(out, "%s  %-12s %9s\n", any ? "\n" : "", "kernels",
                     cleave_time_text(simulation->kernel_time, arena));
  write_copies(simulation, out);
  cleave_text_format(out, "  %-12s %9s  from the first operation of the device to its last\n", "elapsed",
                     cleave_time_text(simulation->end - simulation->begin, arena));
}

/* ---- Two programs ------------------------------------------------------------------------------ */

enum { NAME_WIDTH = 24 };

static void write_row(struct cleave_text *out, const char *name, const char *first, const char *second,
                      double a, double b) {
  const bool fits = strlen(name) <= NAME_WIDTH;
  if (!fits) /* a row of its own for a long name */
    cleave_text_format(out, "  %s\n", name);
  cleave_text_format(out, "  %-*s  %12s  %12s  %9s\n", NAME_WIDTH, fits ? name : "", first, second,
                     a > 0 && b > 0 ? cleave_arena_format(out->arena, "%.3g", a / b) : "-");
}

static void write_times(struct cleave_text *out, const char *name, double a, double b) {
  write_row(out, name, cleave_time_text(a, out->arena), cleave_time_text(b, out->arena), a, b);
}

static void write_numbers(struct cleave_text *out, const char *name, double a, double b) {
  write_row(out, name, cleave_count_text(a, out->arena), cleave_count_text(b, out->arena), a, b);
}

static double sum_of(const struct cleave_simulation *simulation, const char *count) {
  double sum = 0;
  for (size_t i = 0; i < simulation->kernel_count; i++)
    sum += cleave_simulated_count(&simulation->kernels[i], count);
  return sum;
}

/* The time of all kernels of FUNCTION. */
static double function_time(const struct cleave_simulation *simulation, const char *function) {
  double time = 0;
  for (size_t i = 0; i < simulation->kernel_count; i++)
    if (!strcmp(simulation->kernels[i].function, function))
      time += simulation->kernels[i].time;
  return time;
}

static bool is_first_of_function(const struct cleave_simulation *simulation, size_t kernel) {
  for (size_t i = 0; i < kernel; i++)
    if (!strcmp(simulation->kernels[i].function, simulation->kernels[kernel].function))
      return false;
  return true;
}

static void write_functions(const struct cleave_simulation *first, const struct cleave_simulation *second,
                            struct cleave_text *out) {
  for (size_t i = 0; i < first->kernel_count; i++)
    if (is_first_of_function(first, i))
      write_times(out, cleave_arena_format(out->arena, "kernels of %s", first->kernels[i].function),
                  function_time(first, first->kernels[i].function),
                  function_time(second, first->kernels[i].function));
  for (size_t i = 0; i < second->kernel_count; i++)
    if (is_first_of_function(second, i) && !(function_time(first, second->kernels[i].function) > 0))
      write_times(out, cleave_arena_format(out->arena, "kernels of %s", second->kernels[i].function), 0,
                  function_time(second, second->kernels[i].function));
}

void cleave_simulation_compare(const struct cleave_simulation *first, const struct cleave_simulation *second,
                               size_t sites, struct cleave_text *out) {
  struct cleave_arena *arena = out->arena;
  cleave_simulation_print(first, sites, out);
  cleave_text_add(out, "\n");
  cleave_simulation_print(second, sites, out);
  cleave_text_format(out, "\n  1: %s\n  2: %s\n\n  %-24s  %12s  %12s  %9s\n", first->program, second->program,
                     "", "1", "2", "1 / 2");
  write_functions(first, second, out);
  write_times(out, "all kernels", first->kernel_time, second->kernel_time);
  for (int i = 0; i < CLEAVE_COPY_DIRECTIONS; i++) {
    const struct cleave_simulated_copies *a = &first->copies[i], *b = &second->copies[i];
    if (!a->count && !b->count)
      continue;
    write_times(out, cleave_arena_format(arena, "copies %s", direction_names[i]), a->time, b->time);
    write_row(out, cleave_arena_format(arena, "bytes %s", direction_names[i]),
              cleave_bytes_text((double)a->bytes, arena), cleave_bytes_text((double)b->bytes, arena),
              (double)a->bytes, (double)b->bytes);
  }
  write_times(out, "elapsed", first->end - first->begin, second->end - second->begin);
  write_numbers(out, "launches", (double)first->launches, (double)second->launches);
  write_numbers(out, "warp instructions", sum_of(first, "warp_instructions"),
                sum_of(second, "warp_instructions"));
  write_numbers(out, "global sectors",
                sum_of(first, "global_load_sectors") + sum_of(first, "global_store_sectors"),
                sum_of(second, "global_load_sectors") + sum_of(second, "global_store_sectors"));
}
