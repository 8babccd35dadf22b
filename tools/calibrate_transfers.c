/* FILE: tools/calibrate_transfers.c
 * WHAT: `cleave calibrate`: measures the rates of transfers between the host and the first GPU, for each
 *       method of the run-time library.
 *
 * Times are the device's, from events before and after the measured work, on a stream without other work. So
 * they are also valid for a driver with virtual time. Only the time in which threads wake each other is
 * measured by the host's clock.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "calibrate.h"
#include "device/transfer_measurement.h"
#include "engine/cuda_device.h"
#include "process/threads.h"
#include "process.h"

enum { BYTES = 64 << 20, REPEATS = 5, HANDOVERS = 200, THREADS = 4 };

/* Measurements are not cancelled. */
bool cleave_engine_is_stopping(void) { return false; }

/* ---- times of the device ------------------------------------------------------------------------- */

static struct cleave_cuda cuda;
static struct cleave_ring *ring;

static void no_news(void *context, size_t done) { (void)context, (void)done; }

static bool stage(const struct cleave_transfer_bench *bench, enum cleave_direction direction) {
  return cleave_ring_copy(ring, bench->stream,
                          &(struct cleave_copy){.direction = direction,
                                                .host = bench->host,
                                                .device = (void *)(uintptr_t)bench->device,
                                                .bytes = bench->bytes,
                                                .arrived = no_news});
}

static bool stage_to(const struct cleave_transfer_bench *bench) { return stage(bench, CLEAVE_TO_DEVICE); }

static bool stage_from(const struct cleave_transfer_bench *bench) { return stage(bench, CLEAVE_FROM_DEVICE); }

/* On the default stream, which does not wait for the stream of BENCH. */
static bool fill_all(const struct cleave_transfer_bench *bench) {
  return !cuda.cuMemsetD8(bench->device, 1, bench->bytes);
}

static bool fill_little(const struct cleave_transfer_bench *bench) {
  return !cuda.cuMemsetD8(bench->device, 1, 1);
}

static bool make_ring(const struct cleave_transfer_bench *bench) {
  (void)bench;
  return !ring && (ring = cleave_ring_new(&cuda, THREADS, 1));
}

static double rate(const struct cleave_transfer_bench *bench,
                   bool (*work)(const struct cleave_transfer_bench *bench), CUstream where) {
  const double time = cleave_transfer_bench_time(bench, work, where);
  return time > 0 ? (double)bench->bytes / time : 0;
}

/* ---- times of the host --------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn; /* odd: it is the other thread's turn */

static void *answer(void *argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  while (turn < 2 * HANDOVERS) {
    if (turn % 2) {
      turn++;
      pthread_cond_signal(&changed);
    } else {
      pthread_cond_wait(&changed, &lock);
    }
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The time to wake a thread and to be woken by it: the median. */
static double handover(void) {
  double values[HANDOVERS];
  if (!cleave_thread_start(answer, NULL))
    return 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < HANDOVERS; i++) {
    double before = now();
    turn++;
    pthread_cond_signal(&changed);
    while (turn % 2)
      pthread_cond_wait(&changed, &lock);
    values[i] = now() - before;
  }
  pthread_mutex_unlock(&lock);
  qsort(values, HANDOVERS, sizeof *values, ascending);
  return values[HANDOVERS / 2];
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* The ring lives as long as the process. */
static void staging(const struct cleave_transfer_bench *bench, struct cleave_transfer_rates *rates) {
  rates->staging_setup = cleave_transfer_bench_once(bench, make_ring, bench->stream);
  if (!ring)
    return;
  rates->staging_threads = THREADS;
  rates->staged_to_device = rate(bench, stage_to, bench->stream);
  rates->staged_from_device = rate(bench, stage_from, bench->stream);
}

bool cleave_transfers_measure(struct cleave_transfer_rates *rates) {
  struct cleave_transfer_bench bench;
  CUdevice first;
  CUcontext context;
  *rates = (struct cleave_transfer_rates){0};
  if (cleave_cuda_open(&cuda, false) || cuda.cuInit(0))
    return false; /* the sweep prints the error */
  if (cuda.cuDeviceGet(&first, 0) || cuda.cuDevicePrimaryCtxRetain(&context, first) ||
      cuda.cuCtxSetCurrent(context) || !cleave_transfer_bench_open(&bench, &cuda, BYTES, REPEATS)) {
    cleave_complain("transfers are not measured: the CUDA driver gives no memory or no stream");
    return false;
  }
  cleave_transfer_bench_measure(&bench, rates);
  staging(&bench, rates);
  rates->handover = handover();
  rates->kernel_launch = cleave_transfer_bench_time(&bench, fill_little, NULL);
  rates->memory_bandwidth = rate(&bench, fill_all, NULL);
  cleave_transfer_bench_close(&bench);
  return true;
}
