/* FILE: tools/simulation.h
 * WHAT: `cleave simulate`: the launches and copies of one program on a simulated GPU, and their reports.
 *
 *   simulation.c         reads the records of the simulated driver (CLEAVE_SIMULATOR_COUNTS)
 *   simulation_report.c  the report of one program, and of two side by side
 *   simulation_output.c  the report as JSON, and the trace
 */
#ifndef CLEAVE_TOOLS_SIMULATION_H
#define CLEAVE_TOOLS_SIMULATION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/text.h"

/* All launches of one kernel. Times are in ns of the simulated device. */
struct cleave_simulated_kernel {
  const char *name;     /* symbol */
  const char *function; /* demangled name of the function with the region; of other kernels their own name */
  uint32_t line;        /* source line of the kernel's directive; 0: not known */
  uint64_t launches, executed, sampled, faults;
  uint64_t fewest_teams, most_teams, fewest_threads, most_threads;
  double time;
  double occupancy;  /* average over time: resident threads of the threads that a multiprocessor holds */
  const char *bound; /* the limit of the longest launch; "": not known */
  double longest;    /* launch */
  json_t *counts;    /* sums of the counts, with their names */
  json_t *parts;     /* sums of the parts of the time, with their names */
};

enum { CLEAVE_COPY_TO, CLEAVE_COPY_FROM, CLEAVE_COPY_BETWEEN, CLEAVE_COPY_DIRECTIONS };

struct cleave_simulated_copies {
  uint64_t count, bytes, pinned_bytes;
  double time;
};

struct cleave_simulation {
  const char *program; /* for messages */
  const char *device;  /* "" if the program has not used one */
  uint32_t architecture;
  struct cleave_simulated_kernel *kernels; /* in the order of their first launches */
  size_t kernel_count;
  struct cleave_simulated_copies copies[CLEAVE_COPY_DIRECTIONS];
  uint64_t launches;
  double kernel_time, copy_time;
  double begin, end; /* of the first and the last event */
  json_t *events;    /* array of the launches and copies, as recorded */
};

/* Reads the records in TEXT of LENGTH bytes. ARENA owns the strings; free the rest with cleave_simulation_free. Returns NULL or
 * an error message of one line. */
const char *cleave_simulation_read(const char *text, size_t length, struct cleave_arena *arena,
                                   struct cleave_simulation *simulation);
void cleave_simulation_free(struct cleave_simulation *simulation);

/* The sum NAME of a kernel's counts: a number, or the sum over all classes of instructions. 0 if there is none. */
double cleave_simulated_count(const struct cleave_simulated_kernel *kernel, const char *name);
/* The sum of instructions NAME ("warp_instructions") of CLASS ("load.global"). */
double cleave_simulated_class(const struct cleave_simulated_kernel *kernel, const char *name,
                              const char *class);

/* Ratios that characterize a kernel; negative: not known. */
double cleave_simulated_lanes(const struct cleave_simulated_kernel *kernel); /* active lanes of 32, 0 to 1 */
double cleave_simulated_sectors(
    const struct cleave_simulated_kernel *kernel); /* 32-byte sectors per global access */

void cleave_simulation_print(const struct cleave_simulation *simulation, struct cleave_text *out);
void cleave_simulation_compare(const struct cleave_simulation *first, const struct cleave_simulation *second,
                               struct cleave_text *out);

/* The report of COUNT programs as JSON. */
json_t *cleave_simulation_json(const struct cleave_simulation *simulations, size_t count);
/* The events of the program in the format of CLEAVE_TRACE. */
json_t *cleave_simulation_trace(const struct cleave_simulation *simulation);

#endif
