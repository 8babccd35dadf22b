/* FILE: lib/engine/tile_count.h
 * WHAT: how long loops take, and into how many tiles they are cut. Between tile_execution.c and tile_count.c.
 */
#ifndef CLEAVE_ENGINE_TILE_COUNT_H
#define CLEAVE_ENGINE_TILE_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transfermodel/transfermodel.h"

/* A loop that is about to run. */
struct cleave_tile_work {
  const void *site;    /* where in the program */
  uint64_t iterations; /* at least 1 */
  size_t bytes_to;     /* of the objects that it uses in chunks: still to come, */
  size_t bytes_from;   /*   and to go back */
  size_t bytes_used;   /* all of them */
  double filling;      /* iterations that fill the device; fewer take as long as these. 0: a few do */
};

/* The number of tiles for it, at least 1 and at most as many as iterations: REQUESTED, or with 0 what the
 * model says. RATES may be NULL for a device of which nothing is known. */
uint64_t cleave_tile_count_for(const struct cleave_tile_work *work, const struct cleave_transfer_rates *rates,
                               uint64_t requested);

/* Whether the time of the loop at SITE is to be measured: only the first times that it runs, since that takes
 * time itself. */
bool cleave_tile_wants_time(const void *site);
/* The loop at SITE has run ITERATIONS in KERNEL ns. */
void cleave_tile_note_time(const void *site, uint64_t iterations, double kernel);

#endif
