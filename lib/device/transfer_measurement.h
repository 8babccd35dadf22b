/* FILE: lib/device/transfer_measurement.h
 * WHAT: a measurement of what transfers between the host and one device cost.
 *
 * Times are the device's, from events on a stream that has no other work.
 */
#ifndef CLEAVE_DEVICE_TRANSFER_MEASUREMENT_H
#define CLEAVE_DEVICE_TRANSFER_MEASUREMENT_H

#include "cuda/cuda.h"
#include "device/device_facts.h"

struct cleave_transfer_bench {
  const struct cleave_cuda *cuda;
  size_t bytes;
  unsigned repeats; /* of each measurement, not counting the first run */
  CUstream stream;
  CUevent start, end;
  char *host;         /* BYTES each: pageable, */
  void *pinned;       /* page-locked, */
  CUdeviceptr device; /* on the device */
};

enum { CLEAVE_MOST_MEASUREMENT_REPEATS = 9 };

/* Allocates what the measurement needs. The context of the device is current. False, with nothing left allocated, if CUDA
 * or the system has no memory. */
bool cleave_transfer_bench_open(struct cleave_transfer_bench *bench, const struct cleave_cuda *cuda,
                                size_t bytes, unsigned repeats);
void cleave_transfer_bench_close(struct cleave_transfer_bench *bench);

/* The time of one run of WORK in ns, with its events in the stream WHERE; 0 if it fails. */
double cleave_transfer_bench_once(const struct cleave_transfer_bench *bench,
                                  bool (*work)(const struct cleave_transfer_bench *bench), CUstream where);
/* The median of `repeats` runs. */
double cleave_transfer_bench_time(const struct cleave_transfer_bench *bench,
                                  bool (*work)(const struct cleave_transfer_bench *bench), CUstream where);

/* Measures the pageable and pinned rates, the latency of a copy, and the cost of page locks. Sets a rate to 0 if it could
 * not be measured, and leaves the others as they are. */
void cleave_transfer_bench_measure(const struct cleave_transfer_bench *bench,
                                   struct cleave_transfer_rates *rates);

#endif
