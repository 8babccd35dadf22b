/* FILE: lib/transfermodel/transfermodel.h
 * WHAT: what a transfer between host and device costs by each way there is, and which way is the
 *       cheapest; into how many tiles a loop is cut so that its transfers hide behind it.
 *
 * All of it is arithmetic on rates. Times in ns, sizes in bytes, rates in bytes per ns (GB/s).
 *
 *   transfer_way.c  the way of one transfer
 *   tile_model.c    the number of tiles
 */
#ifndef CLEAVE_TRANSFERMODEL_TRANSFERMODEL_H
#define CLEAVE_TRANSFERMODEL_TRANSFERMODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device_facts.h"

/* By which way bytes move. */
enum cleave_way {
  CLEAVE_WAY_PLAIN,    /* as libomptarget does it: the thread that executes the region waits for it */
  CLEAVE_WAY_PAGEABLE, /* a thread of the engine's hands the memory to the driver as it is */
  CLEAVE_WAY_STAGED,   /* through a ring of page-locked buffers, which several threads fill or empty */
  CLEAVE_WAY_PINNED,   /* the memory is page-locked first, unless it is, and then read by the device */
  CLEAVE_WAY_COUNT
};

/* One transfer that is to be done. */
struct cleave_transfer_question {
  bool to_device;
  size_t bytes;
  double hidden;      /* how long kernels are expected to run beside it; 0: all of it is waited for */
  double transfers;   /* how often these bytes are expected to move from now on, this time included; >= 1 */
  bool is_pinned;     /* they are page-locked already */
  bool ring_exists;   /* the staging ring is there */
  bool no_page_locks; /* they must not be page-locked for the sake of it */
};

struct cleave_transfer_answer {
  enum cleave_way way;
  double cost[CLEAVE_WAY_COUNT]; /* what the region's thread waits, for each way; infinite: not possible */
};

/* The way with the least cost per transfer over all that are expected; among equals the first. PLAIN unless
 * another one is better by more than the model's uncertainty (5 %). */
struct cleave_transfer_answer cleave_transfer_choose(const struct cleave_transfer_rates *rates,
                                                     const struct cleave_transfer_question *question);

/* Whether some way of the engine's takes at most 1.5 % longer than the plain one even if nothing hides it: then it may
 * be chosen for kernels whose duration is not known. */
bool cleave_transfer_risks_little(const struct cleave_transfer_answer *answer);

/* A loop that is to run tile by tile. */
struct cleave_tile_question {
  double transfer_to, transfer_from; /* how long all of its bytes take, each way */
  double kernel;                     /* how long the loop runs as a whole; 0: not known */
  double least_kernel;               /* how long a tile runs at least, be it as short as it may: one that does
                                        not fill the device */
  double per_tile;                   /* what each tile costs besides: launch, handover, copies' latency */
  uint64_t most;                     /* the largest number of tiles there can be */
};

/* The number of tiles with the shortest time; 1 if none is shorter than the loop as a whole after all of its
 * transfers. */
uint64_t cleave_tile_count(const struct cleave_tile_question *question);

/* The time of N tiles; N = 1 is the loop as a whole. Tile s computes while s+1 comes and s-1 goes. With
 * x = transfer_to, y = transfer_from, k = kernel, and t = max(k/n, least_kernel), but never more than k:
 * x/n + (n-1) * max(x/n, t, y/n) + t + y/n + n * per_tile. */
double cleave_tile_time(const struct cleave_tile_question *question, uint64_t tiles);

#endif
