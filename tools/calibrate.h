/* FILE: tools/calibrate.h
 * WHAT: what the files of `cleave calibrate` share: calibrate.c (the command), calibrate_sweep.c (the
 *       program that measures, and reading what it prints).
 */
#ifndef CLEAVE_TOOLS_CALIBRATE_H
#define CLEAVE_TOOLS_CALIBRATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "geometry/geometry.h"

struct cleave_arena;

struct cleave_calibrate_options {
  const char *output;                /* -o, or NULL */
  const char *from;                  /* --from, or NULL */
  const char *size, *rows, *seconds; /* for the program that measures, or NULL */
  bool no_kernels;
};

/* What micro-k_matrix measured (bench/synthetic/k_matrix.c). */
struct cleave_sweep {
  char device[64];
  uint32_t architecture, multiprocessors, size;
  struct cleave_sweep_grid {
    uint32_t streams, teams;
    double milliseconds;
  } *grids;
  size_t count;
};

/* Builds micro-k_matrix for the first GPU of this machine and runs it. Returns what it printed, in
 * ARENA; or NULL, and the user has been told why. */
const char *cleave_sweep_run(struct cleave_arena *arena, const struct cleave_calibrate_options *options);

/* Reads TEXT, what micro-k_matrix printed, into SWEEP. NAME is for messages. Returns false if it is
 * not that, and the user has been told. */
bool cleave_sweep_read(struct cleave_arena *arena, const char *name, const char *text,
                       struct cleave_sweep *sweep);

/* The largest grid that is as fast as the fastest for STREAMS uncoalesced streams (0: a coalesced one),
 * but for noise; 0 if none was measured. */
uint32_t cleave_sweep_best(const struct cleave_sweep *sweep, uint32_t streams);

struct cleave_transfer_rates;

/* Measures transfers to and from the first GPU of this machine; what could not be measured is 0. Returns
 * false if nothing could. To be called once. */
bool cleave_transfers_measure(struct cleave_transfer_rates *rates);

#endif
