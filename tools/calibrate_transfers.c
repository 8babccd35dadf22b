/* FILE: tools/calibrate_transfers.c
 * WHAT: `cleave calibrate`: what transfers between the host and the first GPU cost, by each way that the run
 *       time has.
 *
 * Times are the device's, from events around what is measured, on a stream that has nothing else to do: so
 * they are also those of a driver whose time is virtual. Only how long threads take to wake each other up is
 * measured by the host's clock.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "calibrate.h"
#include "engine/cuda_device.h"
#include "engine/threads.h"
#include "process.h"
#include "transfermodel/transfermodel.h"

enum { BYTES = 64 << 20, SMALL = 64 << 10, REPEATS = 5, HANDOVERS = 200, THREADS = 4 };

/* Nobody ends a measurement before its end. */
bool cleave_engine_is_stopping(void) { return false; }

/* ---- times of the device ------------------------------------------------------------------------- */

static struct cleave_cuda cuda;
static CUstream stream;
static CUevent start, end;
static char *host;         /* BYTES, pageable */
static void *pinned;       /* BYTES */
static CUdeviceptr device; /* BYTES */
static struct cleave_ring *ring;

static void no_news(void *context, size_t done) { (void)context, (void)done; }

static bool stage(bool to_device) {
  return cleave_ring_copy(
      ring, stream,
      &(struct cleave_copy){.direction = to_device ? CLEAVE_TO_DEVICE : CLEAVE_FROM_DEVICE,
                            .host = host,
                            .device = (void *)(uintptr_t)device,
                            .bytes = BYTES,
                            .arrived = no_news});
}

static bool stage_to(void) { return stage(true); }
static bool stage_from(void) { return stage(false); }
static bool pageable_to(void) { return !cuda.cuMemcpyHtoDAsync(device, host, BYTES, stream); }
static bool pageable_from(void) { return !cuda.cuMemcpyDtoHAsync(host, device, BYTES, stream); }
static bool pinned_to(void) { return !cuda.cuMemcpyHtoDAsync(device, pinned, BYTES, stream); }
static bool pinned_from(void) { return !cuda.cuMemcpyDtoHAsync(pinned, device, BYTES, stream); }
static bool tiny_to(void) { return !cuda.cuMemcpyHtoDAsync(device, pinned, 8, stream); }

static bool registered(size_t bytes) {
  return !cuda.cuMemHostRegister(host, bytes, 0) && !cuda.cuMemHostUnregister(host);
}
static bool register_all(void) { return registered(BYTES); }
static bool register_little(void) { return registered(SMALL); }

/* On the default stream, which waits for no other: ours is none of the blocking ones. */
static bool fill_all(void) { return !cuda.cuMemsetD8(device, 1, BYTES); }
static bool fill_little(void) { return !cuda.cuMemsetD8(device, 1, 1); }

static bool make_ring(void) { return !ring && (ring = cleave_ring_new(&cuda, THREADS)); }

/* How long WORK takes, in ns, with its events in WHERE; 0 if it fails. */
static double once(bool (*work)(void), CUstream where) {
  float milliseconds;
  if (cuda.cuEventRecord(start, where) || !work() || cuda.cuEventRecord(end, where) ||
      cuda.cuEventSynchronize(end) || cuda.cuEventElapsedTime(&milliseconds, start, end))
    return 0;
  return milliseconds * 1e6;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median of several; the first one does not count. */
static double times(bool (*work)(void), CUstream where) {
  double values[REPEATS];
  once(work, where);
  for (int i = 0; i < REPEATS; i++)
    if (!(values[i] = once(work, where)))
      return 0;
  qsort(values, REPEATS, sizeof *values, ascending);
  return values[REPEATS / 2];
}

static double rate(bool (*work)(void), CUstream where) {
  double time = times(work, where);
  return time > 0 ? BYTES / time : 0;
}

/* ---- times of the host --------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn; /* odd: the other thread's */

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

/* Waking a thread up, and being woken up by it: the median. */
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

static bool prepare(void) {
  CUdevice first;
  CUcontext context;
  host = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (host == MAP_FAILED)
    return false;
  memset(host, 1, BYTES);
  return !cuda.cuDeviceGet(&first, 0) && !cuda.cuDevicePrimaryCtxRetain(&context, first) &&
         !cuda.cuCtxSetCurrent(context) && !cuda.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) &&
         !cuda.cuEventCreate(&start, CU_EVENT_DEFAULT) && !cuda.cuEventCreate(&end, CU_EVENT_DEFAULT) &&
         !cuda.cuMemAllocHost(&pinned, BYTES) && !cuda.cuMemAlloc(&device, BYTES);
}

static void page_locking(struct cleave_transfer_rates *rates) {
  const double page = rates->page_size = (double)sysconf(_SC_PAGESIZE);
  const double all = times(register_all, stream), little = times(register_little, stream);
  if (!(little > 0) || !(all > little))
    return;
  rates->registration_per_page = (all - little) / ((BYTES - SMALL) / page);
  const double call = little - SMALL / page * rates->registration_per_page;
  rates->registration = call > 0 ? call : 0;
}

static void staging(struct cleave_transfer_rates *rates) {
  rates->staging_setup = once(make_ring, stream);
  if (!ring)
    return;
  rates->staging_threads = THREADS;
  rates->staged_to_device = rate(stage_to, stream);
  rates->staged_from_device = rate(stage_from, stream);
}

/* What is left is the ring, which is small, and lives as long as the process. */
static void clean_up(void) {
  cuda.cuMemFree(device);
  cuda.cuMemFreeHost(pinned);
  munmap(host, BYTES);
}

bool cleave_transfers_measure(struct cleave_transfer_rates *rates) {
  *rates = (struct cleave_transfer_rates){0};
  if (cleave_cuda_open(&cuda, false) || cuda.cuInit(0))
    return false; /* the sweep will say so */
  if (!prepare()) {
    cleave_complain("transfers are not measured: the CUDA driver gives no memory or no stream");
    return false;
  }
  rates->pageable_to_device = rate(pageable_to, stream);
  rates->pageable_from_device = rate(pageable_from, stream);
  rates->pinned_to_device = rate(pinned_to, stream);
  rates->pinned_from_device = rate(pinned_from, stream);
  rates->copy_latency = times(tiny_to, stream);
  staging(rates);
  page_locking(rates);
  rates->handover = handover();
  rates->kernel_launch = times(fill_little, NULL);
  rates->memory_bandwidth = rate(fill_all, NULL);
  clean_up();
  return true;
}
