/* FILE: lib/transfermodel/transfermodel.h
 * WHAT: the cost of a transfer between host and device by each method, and the number of tiles with which a loop
 *       overlaps best with its transfers.
 *
 * Pure functions of rates (device/device_facts.h). Times in ns, sizes in bytes, rates in bytes per ns (GB/s). The folder may
 * include device.
 *
 *   transfer_way.c  the method of one transfer
 *   tile_model.c    the number of tiles
 */
#ifndef CLEAVE_TRANSFERMODEL_TRANSFERMODEL_H
#define CLEAVE_TRANSFERMODEL_TRANSFERMODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device_facts.h"

/* The methods of a transfer. */
enum cleave_way {
  CLEAVE_WAY_PLAIN,    /* by libomptarget: the thread that executes the region waits for it */
  CLEAVE_WAY_PAGEABLE, /* a thread of the engine passes the memory to CUDA unchanged */
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
  bool ring_exists;   /* the staging ring has been allocated */
  bool no_page_locks; /* they must not be page-locked for it */
};

struct cleave_transfer_answer {
  enum cleave_way way;
  double cost
      [CLEAVE_WAY_COUNT]; /* the time that the region's thread waits, for each way; infinite: not possible */
};

/* Returns the method with the least cost per expected transfer; the first in case of a tie. Returns PLAIN unless another
 * method is better by more than the uncertainty of the model (5 %). */
struct cleave_transfer_answer cleave_transfer_choose(const struct cleave_transfer_rates *rates,
                                                     const struct cleave_transfer_question *question);

/* Whether some method of the engine takes at most 1.5 % longer than PLAIN even without overlap. Then it may be chosen
 * although the duration of kernels is not known. */
bool cleave_transfer_risks_little(const struct cleave_transfer_answer *answer);

/* A loop that may run tile by tile. */
struct cleave_tile_question {
  double transfer_to, transfer_from; /* the time of all its transfers, in each direction */
  double kernel;                     /* the time of the loop in one tile; 0: not known */
  double least_kernel;               /* the least time of a tile: of one that does not fill the device */
  double per_tile;                   /* the further cost of a tile: launch, handover, latency of copies */
  uint64_t most;                     /* the largest possible number of tiles */
};

/* Returns the number of tiles with the least time; 1 in case of a tie. */
uint64_t cleave_tile_count(const struct cleave_tile_question *question);

/* Returns the time of n = TILES tiles. Tile s computes while s+1 comes and s-1 goes. With
 * x = transfer_to, y = transfer_from, k = kernel, and t = max(k/n, least_kernel), but never more than k:
 * x/n + (n-1) * max(x/n, t, y/n) + t + y/n + n * per_tile. */
double cleave_tile_time(const struct cleave_tile_question *question, uint64_t tiles);

#endif
