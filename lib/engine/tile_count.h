/* FILE: lib/engine/tile_count.h
 * WHAT: the number of tiles of a loop, from its measured time and the rates of the device.
 */
#ifndef CLEAVE_ENGINE_TILE_COUNT_H
#define CLEAVE_ENGINE_TILE_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transfermodel/transfermodel.h"

/* A loop that is about to run. */
struct cleave_tile_work {
  const void *site;    /* identifies the loop in the program */
  uint64_t iterations; /* at least 1 */
  size_t bytes_to;     /* of the objects of which it accesses chunks: not copied to the device yet, */
  size_t bytes_from;   /*   to be copied back, */
  size_t bytes_used;   /*   and in total */
  double filling;      /* iterations that fill the device: fewer take the same time. 0: any number fills it */
};

/* The number of tiles, from 1 to the number of iterations: REQUESTED, or if that is 0, the result of the model. RATES may be
 * NULL: nothing is known of the device. */
uint64_t cleave_tile_count_for(const struct cleave_tile_work *work, const struct cleave_transfer_rates *rates,
                               uint64_t requested);

/* Whether the loop at SITE is to be timed. True only for its first runs, because timing it adds waits. */
bool cleave_tile_wants_time(const void *site);
/* The loop at SITE has executed ITERATIONS in KERNEL ns. */
void cleave_tile_note_time(const void *site, uint64_t iterations, double kernel);

#endif
