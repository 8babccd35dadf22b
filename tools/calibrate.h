/* FILE: tools/calibrate.h
 * WHAT: declarations that the files of `cleave calibrate` share: calibrate.c (the command), calibrate_sweep.c
 *       (runs the measuring program and reads its output).
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
  const char *size, *rows, *seconds; /* for the measuring program, or NULL */
  bool no_kernels;
};

/* The results of micro-k_matrix (bench/synthetic/k_matrix.c). */
struct cleave_sweep {
  char device[64];
  uint32_t architecture, multiprocessors, size;
  struct cleave_sweep_grid {
    uint32_t streams, teams;
    double milliseconds;
  } *grids;
  size_t count;
};

/* Builds micro-k_matrix for the first GPU of this machine and runs it. Returns its output, in ARENA; or NULL
 * after printing an error. */
const char *cleave_sweep_run(struct cleave_arena *arena, const struct cleave_calibrate_options *options);

/* Reads TEXT, the output of micro-k_matrix, into SWEEP. NAME is for messages. Returns false after printing an
 * error if TEXT is invalid. */
bool cleave_sweep_read(struct cleave_arena *arena, const char *name, const char *text,
                       struct cleave_sweep *sweep);

/* The largest grid whose time for STREAMS uncoalesced streams (0: a coalesced one) equals the shortest time
 * within the noise; 0 if none was measured. */
uint32_t cleave_sweep_best(const struct cleave_sweep *sweep, uint32_t streams);

struct cleave_transfer_rates;

/* Measures transfers to and from the first GPU of this machine; rates that could not be measured are 0.
 * Returns false if all are. To be called once. */
bool cleave_transfers_measure(struct cleave_transfer_rates *rates);

#endif
