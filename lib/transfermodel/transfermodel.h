/* FILE: lib/transfermodel/transfermodel.h
 * WHAT: the cost of a transfer between host and device for each way to make it, and the number of tiles with which a loop
 *       overlaps best with its transfers.
 *
 * Pure functions of rates (device/device_facts.h). Times in ns, sizes in bytes, rates in bytes per ns (GB/s). The folder may
 * include device.
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

/* The ways to make a transfer. */
enum cleave_way {
  CLEAVE_WAY_PLAIN,    /* by libomptarget: the thread that executes the region waits for it */
  CLEAVE_WAY_PAGEABLE, /* a thread of the engine passes the memory to CUDA as it is */
  CLEAVE_WAY_STAGED,   /* through a ring of page-locked buffers that several threads fill or empty */
  CLEAVE_WAY_PINNED,   /* the memory is page-locked, and the device accesses it directly */
  CLEAVE_WAY_COUNT
};

/* A transfer to be made. */
struct cleave_transfer_question {
  bool to_device;
  size_t bytes;
  double hidden;      /* the time of kernels that are expected to overlap with it; 0: none */
  double transfers;   /* the expected number of transfers of these bytes, this one included; >= 1 */
  bool is_pinned;     /* they are page-locked already */
  bool ring_exists;   /* the staging ring is there */
  bool no_page_locks; /* they must not be page-locked for it */
};

struct cleave_transfer_answer {
  enum cleave_way way;
  double cost
      [CLEAVE_WAY_COUNT]; /* the time that the region's thread waits, for each way; infinite: not possible */
};

/* The way with the least cost per transfer over all that are expected; among equals the first. PLAIN unless
 * another one is better by more than the model's uncertainty (5 %). */
struct cleave_transfer_answer cleave_transfer_choose(const struct cleave_transfer_rates *rates,
                                                     const struct cleave_transfer_question *question);

/* Whether some way of the engine takes at most 1.5 % longer than the plain one even without overlap. Then it may be chosen
 * although the duration of kernels is not known. */
bool cleave_transfer_risks_little(const struct cleave_transfer_answer *answer);

/* A loop to be cut into tiles. */
struct cleave_tile_question {
  double transfer_to, transfer_from; /* the time of all its transfers, in each direction */
  double kernel;                     /* the time of the loop as a whole; 0: not known */
  double least_kernel;               /* the least time of a tile: of one that does not fill the device */
  double per_tile;                   /* the further cost of a tile: launch, handover, latency of copies */
  uint64_t most;                     /* the largest possible number of tiles */
};

/* The number of tiles with the least time; 1 if the loop as a whole, after all of its transfers, takes no longer. */
uint64_t cleave_tile_count(const struct cleave_tile_question *question);

/* The time of N tiles; N = 1 is the loop as a whole. Tile s computes while s+1 comes and s-1 goes. With
 * x = transfer_to, y = transfer_from, k = kernel, and t = max(k/n, least_kernel), but never more than k:
 * x/n + (n-1) * max(x/n, t, y/n) + t + y/n + n * per_tile. */
double cleave_tile_time(const struct cleave_tile_question *question, uint64_t tiles);

#endif
