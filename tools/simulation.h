/* FILE: tools/simulation.h
 * WHAT: `cleave simulate`: the launches and copies of one program on a simulated GPU, and their reports.
 *
 *   simulation.c         reads the records of the simulated driver (CLEAVE_SIMULATOR_COUNTS)
 *   simulation_sites.c   the accesses of the source lines of a kernel
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

/* The accesses of one source line to global or local memory, in all launches of a kernel. */
struct cleave_simulated_site {
  const char *file;     /* NULL: the line is not known */
  uint32_t line;        /* 0: not known */
  const char *function; /* of the device code, if the line is not known; otherwise "" */
  const char *kind;     /* "load", "store" or "atomic" */
  const char *space;    /* "global" or "local" */
  uint64_t requests;    /* executions by warps */
  uint64_t lanes;       /* active ones of all requests */
  uint64_t bytes;       /* that these lanes ask for */
  uint64_t sectors;     /* of 32 bytes */
  uint64_t ideal_sectors;
};

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
  struct cleave_simulated_site *sites; /* the one with the most sectors first */
  size_t site_count;
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

/* Ratios that characterize a kernel; negative: not known. */
double cleave_simulated_lanes(const struct cleave_simulated_kernel *kernel); /* active lanes of 32, 0 to 1 */
double cleave_simulated_sectors(
    const struct cleave_simulated_kernel *kernel); /* 32-byte sectors per global access */

/* The report of one program, and of two side by side. SITES: how many source lines to list for each kernel; 0: none. */
void cleave_simulation_print(const struct cleave_simulation *simulation, size_t sites,
                             struct cleave_text *out);
void cleave_simulation_compare(const struct cleave_simulation *first, const struct cleave_simulation *second,
                               size_t sites, struct cleave_text *out);

/* ---- simulation_sites.c ---- */

/* Adds the sites of a launch's RECORD to KERNEL, extrapolated to all teams. */
void cleave_simulated_sites_add(struct cleave_simulated_kernel *kernel, const json_t *record,
                                struct cleave_arena *arena);
/* Orders the sites of KERNEL. */
void cleave_simulated_sites_sort(struct cleave_simulated_kernel *kernel);
/* Writes the MOST source lines of KERNEL with the most sectors. */
void cleave_simulated_sites_print(const struct cleave_simulated_kernel *kernel, size_t most,
                                  struct cleave_text *out);
/* Whether the program has accesses and the source line of none of them is known. */
bool cleave_simulation_lacks_lines(const struct cleave_simulation *simulation);
/* All sites of KERNEL as a JSON array. */
json_t *cleave_simulated_sites_json(const struct cleave_simulated_kernel *kernel);

/* The report of COUNT programs as JSON. */
json_t *cleave_simulation_json(const struct cleave_simulation *simulations, size_t count);
/* The events of the program in the format of CLEAVE_TRACE. */
json_t *cleave_simulation_trace(const struct cleave_simulation *simulation);

#endif
