/* FILE: lib/engine/cuda_device.c
 * WHAT: the device kind "cuda": copies by the CUDA driver, in the context that the OpenMP run time uses.
 *
 * Each direction has a separate stream, which waits for no other stream. Only the thread that calls cuda_copy
 * for that direction uses it.
 */
#include "engine/cuda_device.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "device/device_sharing.h"
#include "device/process_devices.h"
#include "device/transfer_measurement.h"
#include "process/omptarget.h"
#include "process/threads.h"
#include "process/settings.h"
#include "trace/recorder.h"
#include "transfermodel/transfermodel.h"

enum { CHUNK_BYTES = 8 << 20, CHUNKS = 3, MOST_STAGING_THREADS = 8, ASSUMED_STAGING_THREADS = 4 };

/* The measurement of unknown rates: its copies, and the bytes that must be copied before it is made. */
enum { MEASURED_BYTES = 8 << 20, MEASURED_REPEATS = 3, MEASURED_LEAST = 1 << 20, MEASURED_AFTER = 256 << 20 };

/* The state of one direction. */
struct lane {
  CUstream stream; /* NULL: not made yet */
  CUevent done[CHUNKS];
  struct cleave_ring *ring;
  atomic_bool has_ring, has_no_ring; /* the ring was created; it could not be created */
  double missed; /* the additional time of transfers so far, because there was no ring yet */
};

struct cuda_device {
  struct cleave_engine_device base;
  struct cleave_cuda cuda;
  CUdevice device;
  CUcontext context;                            /* NULL: closed */
  struct cleave_transfer_rates known, measured; /* base.rates is one of them */
  atomic_bool may_measure;                      /* the rates are not known, and have not been measured */
  _Atomic size_t least;                         /* copies of fewer bytes are left to libomptarget */
  _Atomic size_t not_taken;                     /* bytes of copies while the rates were not known */
  unsigned staging_threads;
  bool is_alone; /* no other device's copies could use the same memory */
  struct lane lanes[2];
  pthread_mutex_t lock; /* guards all below, and `missed` */
  /* Streams with events only, of threads with a region and of threads that copy. An event of a region comes after its kernels
   * (lib/interposer); the end of a copy must not. NULL: not created yet. */
  CUstream time[2];
  struct cleave_device_event *free;
};

struct cleave_device_event {
  CUevent event;
  struct cleave_device_event *next;
};

static _Thread_local bool copies; /* this thread copies */

static struct cuda_device *as_cuda(struct cleave_engine_device *device) {
  return (struct cuda_device *)device;
}

/* Makes the device's context current in this thread, as the OpenMP run time does in every thread that calls
 * it. */
static bool enter(const struct cuda_device *it) {
  CUcontext current;
  return (!it->cuda.cuCtxGetCurrent(&current) && current == it->context) ||
         !it->cuda.cuCtxSetCurrent(it->context);
}

/* ---- events ------------------------------------------------------------------------------------------ */

/* Returns an event that is not recorded, or NULL. The lock is held. */
static struct cleave_device_event *new_event(struct cuda_device *it) {
  struct cleave_device_event *event = it->free;
  if (event) {
    it->free = event->next;
    return event;
  }
  event = malloc(sizeof *event);
  if (event && it->cuda.cuEventCreate(&event->event, CLEAVE_EVENT_FLAGS)) {
    free(event);
    event = NULL;
  }
  return event;
}

static void free_event(struct cleave_engine_device *device, struct cleave_device_event *event) {
  struct cuda_device *it = as_cuda(device);
  if (!event)
    return;
  pthread_mutex_lock(&it->lock);
  event->next = it->free;
  it->free = event;
  pthread_mutex_unlock(&it->lock);
}

/* Whether this thread's stream for events exists. The lock is held. */
static bool has_time(struct cuda_device *it) {
  CUstream *time = &it->time[copies];
  if (!*time && it->cuda.cuStreamCreate(time, CU_STREAM_NON_BLOCKING))
    *time = NULL;
  return *time;
}

static struct cleave_device_event *record_event(struct cleave_engine_device *device) {
  struct cuda_device *it = as_cuda(device);
  if (!enter(it))
    return NULL;
  pthread_mutex_lock(&it->lock);
  struct cleave_device_event *event = has_time(it) ? new_event(it) : NULL;
  CUstream time = it->time[copies];
  pthread_mutex_unlock(&it->lock);
  if (event && it->cuda.cuEventRecord(event->event, time)) {
    free_event(device, event);
    event = NULL;
  }
  return event;
}

static void wait_for_event(struct cleave_engine_device *device, struct cleave_device_event *event) {
  struct cuda_device *it = as_cuda(device);
  if (event)
    it->cuda.cuEventSynchronize(event->event);
  free_event(device, event);
}

/* ---- timers ------------------------------------------------------------------------------------------ */

struct cleave_timer {
  CUevent start, stop;
};

static void free_timer(struct cuda_device *it, struct cleave_timer *timer) {
  if (timer->start)
    it->cuda.cuEventDestroy(timer->start);
  if (timer->stop)
    it->cuda.cuEventDestroy(timer->stop);
  free(timer);
}

static struct cleave_timer *cuda_start_timer(struct cleave_engine_device *device) {
  struct cuda_device *it = as_cuda(device);
  struct cleave_timer *timer = calloc(1, sizeof *timer);
  pthread_mutex_lock(&it->lock);
  const bool runs = timer && enter(it) && has_time(it) && !it->cuda.cuEventCreate(&timer->start, 0) &&
                    !it->cuda.cuEventCreate(&timer->stop, 0) &&
                    !it->cuda.cuEventRecord(timer->start, it->time[copies]);
  pthread_mutex_unlock(&it->lock);
  if (timer && !runs) {
    free_timer(it, timer);
    timer = NULL;
  }
  return timer;
}

static double cuda_stop_timer(struct cleave_engine_device *device, struct cleave_timer *timer) {
  struct cuda_device *it = as_cuda(device);
  float milliseconds = -1;
  if (!timer)
    return -1;
  if (it->cuda.cuEventRecord(timer->stop, it->time[copies]) || it->cuda.cuEventSynchronize(timer->stop) ||
      it->cuda.cuEventElapsedTime(&milliseconds, timer->start, timer->stop))
    milliseconds = -1;
  free_timer(it, timer);
  return milliseconds * 1e6;
}

/* ---- which way --------------------------------------------------------------------------------------- */

/* The best method for a copy without overlap. */
static struct cleave_transfer_answer ask(const struct cuda_device *it, enum cleave_direction direction,
                                         size_t bytes, bool no_page_locks, bool is_pinned, bool ring_exists,
                                         double transfers) {
  struct cleave_transfer_rates rates = *atomic_load(&it->base.rates);
  if (it->lanes[direction].has_no_ring)
    rates.staged_to_device = rates.staged_from_device = 0;
  return cleave_transfer_choose(
      &rates, &(struct cleave_transfer_question){.to_device = direction == CLEAVE_TO_DEVICE,
                                                 .bytes = bytes,
                                                 .transfers = transfers,
                                                 .is_pinned = is_pinned,
                                                 .ring_exists = ring_exists,
                                                 .no_page_locks = no_page_locks ||
                                                                  cleave_settings()->pin == CLEAVE_PIN_OFF});
}

/* Whether to assume the ring: it exists, or its absence has cost as much time so far as its creation
 * would. */
static bool counts_on_ring(struct cuda_device *it, struct lane *lane) {
  pthread_mutex_lock(&it->lock);
  bool counts = lane->has_ring || lane->missed >= atomic_load(&it->base.rates)->staging_setup;
  pthread_mutex_unlock(&it->lock);
  return counts;
}

/* Adds the additional time of a copy without the ring. */
static void note_missed(struct cuda_device *it, struct lane *lane, enum cleave_direction direction,
                        size_t bytes) {
  const struct cleave_transfer_answer answer = ask(it, direction, bytes, true, false, true, 1);
  const double saving = answer.cost[CLEAVE_WAY_PLAIN] - answer.cost[CLEAVE_WAY_STAGED];
  if (!(saving > 0) || isinf(saving))
    return;
  pthread_mutex_lock(&it->lock);
  lane->missed += saving;
  pthread_mutex_unlock(&it->lock);
}

static unsigned count_staging_threads(void) {
  uint64_t threads = cleave_settings()->staging_threads;
  if (!threads)
    threads = cleave_processors() / 2;
  if (threads > MOST_STAGING_THREADS && !cleave_settings()->staging_threads)
    threads = MOST_STAGING_THREADS;
  return threads ? (unsigned)threads : 1;
}

static size_t least_taken(const struct cuda_device *it);

/* Makes RATES, of this device's struct, its rates, with the existing number of staging threads. */
static void set_rates(struct cuda_device *it, struct cleave_transfer_rates *rates) {
  if (it->staging_threads < rates->staging_threads) {
    rates->staged_to_device *= it->staging_threads / rates->staging_threads;
    rates->staged_from_device *= it->staging_threads / rates->staging_threads;
  }
  atomic_store(&it->base.rates, rates);
  atomic_store(&it->least, least_taken(it));
}

/* The rates that are not measured. All assumed: staging as on devices that are known by name, times as on the
 * slowest of them. */
static void assume_rates(struct cleave_transfer_rates *rates) {
  rates->handover = 30e3;
  rates->kernel_launch = 15e3;
  rates->staging_threads = ASSUMED_STAGING_THREADS;
  rates->staging_setup = 6e6;
  rates->staged_to_device = 0.9 * sqrt(rates->pageable_to_device * rates->pinned_to_device);
  rates->staged_from_device = 0.9 * sqrt(rates->pageable_from_device * rates->pinned_from_device);
}

/* The engine could make a copy of BYTES bytes, but the rates are not known. Measures them once such copies
 * have taken as long as the measurement: so the program waits for the measurement at most as long as for its
 * own copies. Returns whether the rates are known. */
static bool measure_rates(struct cuda_device *it, size_t bytes) {
  struct cleave_transfer_bench bench;
  if (atomic_fetch_add(&it->not_taken, bytes) + bytes < MEASURED_AFTER)
    return false;
  if (!atomic_exchange(&it->may_measure, false) || !enter(it) ||
      !cleave_transfer_bench_open(&bench, &it->cuda, MEASURED_BYTES, MEASURED_REPEATS))
    return false;
  it->measured = it->known;
  cleave_transfer_bench_measure(&bench, &it->measured);
  cleave_transfer_bench_close(&bench);
  if (!(it->measured.pageable_to_device > 0) || !(it->measured.pageable_from_device > 0))
    return false;
  assume_rates(&it->measured);
  set_rates(it, &it->measured);
  return true;
}

/* The time of kernels is not known. So the engine makes copies that are faster even without overlap. If
 * something may overlap, it also makes copies that are as fast as libomptarget's within the stake. */
static bool cuda_takes(struct cleave_engine_device *device, enum cleave_direction direction, const void *host,
                       size_t bytes, bool exposed, bool no_page_locks) {
  struct cuda_device *it = as_cuda(device);
  struct lane *lane = &it->lanes[direction];
  if (cleave_settings()->pin == CLEAVE_PIN_ALWAYS && !no_page_locks && it->is_alone)
    return true;
  if (atomic_load(&it->may_measure) && !measure_rates(it, bytes))
    return false;
  /* The device is unknown, or the copy is too small for a decision. */
  const double plain = ask(it, direction, bytes, no_page_locks, false, true, 1).cost[CLEAVE_WAY_PLAIN];
  if (isinf(plain) || plain <= atomic_load(&it->base.rates)->handover)
    return false;
  bool pinned = enter(it) && cleave_locked_by_driver(&it->cuda, host, bytes) == CLEAVE_LOCKED_ALL;
  bool ring = counts_on_ring(it, lane);
  const struct cleave_transfer_answer answer = ask(it, direction, bytes, no_page_locks, pinned, ring, 1);
  const bool takes = answer.way != CLEAVE_WAY_PLAIN || (!exposed && cleave_transfer_risks_little(&answer));
  /* Also for a copy that is made for a possible overlap: the length of the overlap is not known. */
  if (!pinned && !ring && (answer.way == CLEAVE_WAY_PLAIN || answer.way == CLEAVE_WAY_PAGEABLE))
    note_missed(it, lane, direction, bytes);
  return takes;
}

/* Whether the engine could make a copy of this size under the most favourable conditions. */
static bool may_take(const struct cuda_device *it, enum cleave_direction direction, size_t bytes,
                     bool is_pinned) {
  const struct cleave_transfer_answer answer = ask(it, direction, bytes, false, is_pinned, true, 1);
  const double plain = ask(it, direction, bytes, false, false, true, 1).cost[CLEAVE_WAY_PLAIN];
  const bool takes = answer.way != CLEAVE_WAY_PLAIN || cleave_transfer_risks_little(&answer);
  return takes && !isinf(plain) && plain > atomic_load(&it->base.rates)->handover;
}

/* A size below which cuda_takes never returns true. It is not exact: half of the first size at which it
 * may. */
static size_t least_taken(const struct cuda_device *it) {
  if (cleave_settings()->pin == CLEAVE_PIN_ALWAYS && it->is_alone)
    return 0;
  for (size_t bytes = 1024; bytes < (size_t)1 << 40; bytes *= 2)
    for (int kind = 0; kind < 4; kind++)
      if (may_take(it, kind & 1 ? CLEAVE_TO_DEVICE : CLEAVE_FROM_DEVICE, bytes, kind & 2))
        return bytes / 2;
  return SIZE_MAX;
}

static size_t cuda_least(const struct cleave_engine_device *device) {
  return atomic_load(&((const struct cuda_device *)device)->least);
}

/* ---- copies ------------------------------------------------------------------------------------------ */

static bool prepare(struct cuda_device *it, struct lane *lane) {
  if (lane->stream)
    return true;
  for (int i = 0; i < CHUNKS; i++)
    if (!lane->done[i] && it->cuda.cuEventCreate(&lane->done[i], CLEAVE_EVENT_FLAGS)) {
      lane->done[i] = NULL;
      return false;
    }
  if (!it->cuda.cuStreamCreate(&lane->stream, CU_STREAM_NON_BLOCKING))
    return true;
  lane->stream = NULL;
  return false;
}

/* The ring of LANE, created if necessary, or NULL. */
static struct cleave_ring *ring_of(struct cuda_device *it, struct lane *lane) {
  if (!lane->ring && !lane->has_no_ring) {
    lane->ring = cleave_ring_new(&it->cuda, it->staging_threads, cleave_device_sharers(it->base.number));
    *(lane->ring ? &lane->has_ring : &lane->has_no_ring) = true;
  }
  return lane->ring;
}

static bool issue(const struct cuda_device *it, const struct lane *lane, const struct cleave_copy *copy,
                  size_t chunk) {
  size_t at = chunk * CHUNK_BYTES, left = copy->bytes - at;
  size_t bytes = left < CHUNK_BYTES ? left : CHUNK_BYTES;
  char *host = (char *)copy->host + at;
  CUdeviceptr address = (uintptr_t)copy->device + at;
  CUresult result = copy->direction == CLEAVE_TO_DEVICE
                        ? it->cuda.cuMemcpyHtoDAsync(address, host, bytes, lane->stream)
                        : it->cuda.cuMemcpyDtoHAsync(host, address, bytes, lane->stream);
  return !result && !it->cuda.cuEventRecord(lane->done[chunk % CHUNKS], lane->stream);
}

/* Passes the program's memory to the driver, chunk by chunk. */
static bool copy_directly(const struct cuda_device *it, const struct lane *lane,
                          const struct cleave_copy *copy) {
  const size_t chunks = (copy->bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
  size_t issued = 0;
  for (size_t done = 0; done < chunks; done++) {
    bool good = !cleave_engine_is_stopping();
    while (good && issued < chunks && issued < done + CHUNKS)
      good = issue(it, lane, copy, issued++);
    if (!good || it->cuda.cuEventSynchronize(lane->done[done % CHUNKS])) {
      it->cuda.cuStreamSynchronize(lane->stream);
      return false;
    }
    copy->arrived(copy->context, done + 1 < chunks ? (done + 1) * CHUNK_BYTES : copy->bytes);
  }
  return true;
}

/* Page-locks the object's memory if that is profitable. Returns its range, or NULL. */
static struct cleave_range *pin(struct cuda_device *it, const struct cleave_copy *copy,
                                const struct cleave_transfer_answer *answer) {
  const struct cleave_run_time_options *options = cleave_settings();
  const uint64_t limit = cleave_pin_limit(options->pin_limit);
  const double *cost = answer->cost;
  if (options->pin == CLEAVE_PIN_OFF || copy->no_page_locks || !it->is_alone ||
      (options->pin == CLEAVE_PIN_AUTO &&
       !(cost[CLEAVE_WAY_PINNED] < fmin(cost[CLEAVE_WAY_PAGEABLE], cost[CLEAVE_WAY_STAGED]))) ||
      cleave_locked_by_driver(&it->cuda, copy->object, copy->object_bytes) != CLEAVE_LOCKED_NONE ||
      !cleave_range_may_pin(copy->object, copy->object_bytes, limit))
    return NULL;
  return cleave_range_pin(&it->cuda, copy->object, copy->object_bytes, limit);
}

static bool copy_by_best_way(struct cuda_device *it, struct lane *lane, const struct cleave_copy *copy) {
  struct cleave_range *range = cleave_range_join(copy->host, copy->bytes);
  const enum cleave_locked locked =
      range ? CLEAVE_LOCKED_ALL : cleave_locked_by_driver(&it->cuda, copy->host, copy->bytes);
  const double transfers = cleave_range_expect(copy->object, copy->object_bytes, copy->bytes);
  if (locked != CLEAVE_LOCKED_ALL) {
    const struct cleave_transfer_answer answer =
        ask(it, copy->direction, copy->object_bytes, copy->no_page_locks, false, counts_on_ring(it, lane),
            transfers);
    if (locked == CLEAVE_LOCKED_NONE) {
      range = pin(it, copy, &answer);
      if (!range && !(answer.cost[CLEAVE_WAY_STAGED] < answer.cost[CLEAVE_WAY_PAGEABLE] && ring_of(it, lane)))
        range = cleave_range_use(copy->host, copy->bytes);
    }
    if (!range) /* only staging passes none of the program's memory to the driver */
      return ring_of(it, lane) && cleave_ring_copy(lane->ring, lane->stream, copy);
  }
  const bool good = copy_directly(it, lane, copy);
  cleave_range_leave(range);
  return good;
}

static bool cuda_copy(struct cleave_engine_device *device, const struct cleave_copy *copy) {
  struct cuda_device *it = as_cuda(device);
  copies = true;
  struct lane *lane = &it->lanes[copy->direction];
  const bool entered = enter(it);
  wait_for_event(device, copy->after);
  const bool good = entered && prepare(it, lane) && copy_by_best_way(it, lane, copy);
  if (cleave_trace_is_on() && lane->stream)
    it->cuda.cuStreamQuery(lane->stream); /* at this call, a trace detects completed work */
  return good;
}

static void cuda_release(struct cleave_engine_device *device, const void *host, size_t bytes) {
  struct cuda_device *it = as_cuda(device);
  if (enter(it))
    cleave_range_release(&it->cuda, host, bytes);
}

static size_t cuda_free_memory(struct cleave_engine_device *device) {
  struct cuda_device *it = as_cuda(device);
  size_t available, total;
  if (!enter(it) || it->cuda.cuMemGetInfo(&available, &total))
    return SIZE_MAX;
  /* Ranks that share the device ask at the same time, and each must be able to use the answer. */
  const size_t part = total / cleave_device_sharers(device->number);
  return part < available ? part : available;
}

/* ---- the device -------------------------------------------------------------------------------------- */

static void close_lane(const struct cuda_device *it, struct lane *lane) {
  if (lane->stream)
    it->cuda.cuStreamDestroy(lane->stream);
  for (int i = 0; i < CHUNKS; i++)
    if (lane->done[i])
      it->cuda.cuEventDestroy(lane->done[i]);
  cleave_ring_free(lane->ring);
  *lane = (struct lane){.stream = NULL};
}

static void cuda_close(struct cleave_engine_device *device) {
  struct cuda_device *it = as_cuda(device);
  if (enter(it)) {
    cleave_ranges_unlock(&it->cuda);
    for (int i = 0; i < 2; i++) {
      close_lane(it, &it->lanes[i]);
      if (it->time[i])
        it->cuda.cuStreamDestroy(it->time[i]);
      it->time[i] = NULL;
    }
    while (it->free) {
      struct cleave_device_event *event = it->free;
      it->free = event->next;
      it->cuda.cuEventDestroy(event->event);
      free(event);
    }
  }
  it->cuda.cuDevicePrimaryCtxRelease(it->device);
  it->context = NULL;
}

static const struct cleave_engine_device_kind cuda_kind = {.name = "cuda",
                                                           .has_streams = true,
                                                           .takes = cuda_takes,
                                                           .least = cuda_least,
                                                           .copy = cuda_copy,
                                                           .record_event = record_event,
                                                           .wait_for_event = wait_for_event,
                                                           .free_event = free_event,
                                                           .release = cuda_release,
                                                           .close = cuda_close,
                                                           .start_timer = cuda_start_timer,
                                                           .stop_timer = cuda_stop_timer,
                                                           .free_memory = cuda_free_memory};

struct cleave_engine_device *cleave_cuda_device(int64_t number) {
  static struct cuda_device *made[CLEAVE_MOST_DEVICE_NUMBERS];
  if (made[number])
    return made[number]->cuda.cuDevicePrimaryCtxRetain(&made[number]->context, made[number]->device)
               ? NULL
               : &made[number]->base;
  /* If it is known, it is CUDA's device of the same number. */
  const struct cleave_device *known = cleave_device_find(number);
  struct cuda_device *it = known ? calloc(1, sizeof *it) : NULL;
  int count;
  if (!it)
    return NULL;
  if (cleave_cuda_open(&it->cuda, false) || it->cuda.cuInit(0) || it->cuda.cuDeviceGetCount(&count) ||
      it->cuda.cuDeviceGet(&it->device, (int)number) ||
      it->cuda.cuDevicePrimaryCtxRetain(&it->context, it->device)) {
    free(it);
    return NULL;
  }
  it->base = (struct cleave_engine_device){
      .kind = &cuda_kind, .number = number, .rates = &it->known, .architecture = known->limits.architecture};
  /* A quarter of the threads that it can hold fills it (docs/design/runtime.md). */
  it->base.filling =
      (double)known->limits.multiprocessors * (double)known->limits.threads_per_multiprocessor / 4;
  it->is_alone = count == 1;
  cleave_device_announce(number);
  pthread_mutex_init(&it->lock, NULL);
  it->staging_threads = count_staging_threads();
  it->known = known->rates;
  set_rates(it, &it->known);
  if (!(it->known.pageable_to_device > 0) && cleave_settings()->measure) {
    atomic_store(&it->may_measure, true);
    atomic_store(&it->least, MEASURED_LEAST);
  }
  made[number] = it;
  return &it->base;
}
