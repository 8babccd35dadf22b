/* FILE: lib/engine/cuda.c
 * WHAT: the device kind "cuda": copies by the CUDA driver, in the context that the OpenMP run time uses.
 *
 * Each direction has a stream of its own, which waits for no other one, and is used by the one thread that
 * calls cuda_copy for that direction.
 */
#include "engine/cuda_device.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "engine/threads.h"
#include "runtime/limits.h"
#include "runtime/settings.h"
#include "runtime/trace.h"
#include "transfermodel/transfermodel.h"

enum { PIECE_BYTES = 8 << 20, PIECES = 3, MOST_STAGING_THREADS = 4 };

/* What is done in one direction. */
struct lane {
  CUstream stream; /* NULL: not made yet */
  CUevent done[PIECES];
  struct cleave_ring *ring;
  atomic_bool has_ring, has_no_ring; /* it was made; it could not be */
  double missed; /* how much time transfers have taken longer because there was no ring yet */
};

struct cuda_device {
  struct cleave_engine_device base;
  struct cleave_cuda cuda;
  CUcontext context;
  struct cleave_transfer_rates rates;
  size_t least; /* copies of fewer bytes are never taken */
  unsigned staging_threads;
  bool is_alone; /* there is no other device whose copies could use the same memory */
  struct lane lanes[2];
  pthread_mutex_t lock; /* of what follows, and of `missed` */
  /* Nothing but events, of threads with a region and of those that copy: what a region records is behind
   * its kernels (lib/driverfront), and a copy's end must not be. NULL: not made yet. */
  CUstream time[2];
  struct cleave_moment *free;
};

struct cleave_moment {
  CUevent event;
  struct cleave_moment *next;
};

static _Thread_local bool copies; /* this thread is one that copies */

static struct cuda_device *as_cuda(struct cleave_engine_device *device) {
  return (struct cuda_device *)device;
}

/* Makes the device's context the thread's, as the OpenMP run time does with every thread that calls it. */
static bool enter(const struct cuda_device *it) {
  CUcontext current;
  return (!it->cuda.cuCtxGetCurrent(&current) && current == it->context) ||
         !it->cuda.cuCtxSetCurrent(it->context);
}

/* ---- moments ----------------------------------------------------------------------------------------- */

/* A moment without a meaning, or NULL. The lock is held. */
static struct cleave_moment *new_moment(struct cuda_device *it) {
  struct cleave_moment *moment = it->free;
  if (moment) {
    it->free = moment->next;
    return moment;
  }
  moment = malloc(sizeof *moment);
  if (moment && it->cuda.cuEventCreate(&moment->event, CLEAVE_EVENT_FLAGS)) {
    free(moment);
    moment = NULL;
  }
  return moment;
}

static void cuda_forget(struct cleave_engine_device *device, struct cleave_moment *moment) {
  struct cuda_device *it = as_cuda(device);
  if (!moment)
    return;
  pthread_mutex_lock(&it->lock);
  moment->next = it->free;
  it->free = moment;
  pthread_mutex_unlock(&it->lock);
}

/* Whether there is this thread's stream for events. The lock is held. */
static bool has_time(struct cuda_device *it) {
  CUstream *time = &it->time[copies];
  if (!*time && it->cuda.cuStreamCreate(time, CU_STREAM_NON_BLOCKING))
    *time = NULL;
  return *time;
}

static struct cleave_moment *cuda_moment(struct cleave_engine_device *device) {
  struct cuda_device *it = as_cuda(device);
  if (!enter(it))
    return NULL;
  pthread_mutex_lock(&it->lock);
  struct cleave_moment *moment = has_time(it) ? new_moment(it) : NULL;
  CUstream time = it->time[copies];
  pthread_mutex_unlock(&it->lock);
  if (moment && it->cuda.cuEventRecord(moment->event, time)) {
    cuda_forget(device, moment);
    moment = NULL;
  }
  return moment;
}

static void cuda_go_on(struct cleave_engine_device *device, struct cleave_moment *moment) {
  struct cuda_device *it = as_cuda(device);
  if (moment)
    it->cuda.cuEventSynchronize(moment->event);
  cuda_forget(device, moment);
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

/* Of a copy that no kernel hides. NO_PAGE_LOCKS: the region wants none. */
static struct cleave_transfer_answer ask(const struct cuda_device *it, enum cleave_direction direction,
                                         size_t bytes, bool no_page_locks, bool is_pinned, bool ring_exists,
                                         double transfers) {
  struct cleave_transfer_rates rates = it->rates;
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

/* Whether to reckon with the ring: it is there, or all that its lack has cost so far would have paid for
 * it. */
static bool counts_on_ring(struct cuda_device *it, struct lane *lane) {
  pthread_mutex_lock(&it->lock);
  bool counts = lane->has_ring || lane->missed >= it->rates.staging_setup;
  pthread_mutex_unlock(&it->lock);
  return counts;
}

/* A copy is done without the ring: what that costs more. */
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

/* How long kernels will run is not known. So the engine takes what is done sooner even if nothing hides it,
 * and what is done as soon as by libomptarget, but for the stake, if something may. */
static bool cuda_takes(struct cleave_engine_device *device, enum cleave_direction direction, const void *host,
                       size_t bytes, bool exposed, bool no_page_locks) {
  struct cuda_device *it = as_cuda(device);
  struct lane *lane = &it->lanes[direction];
  if (cleave_settings()->pin == CLEAVE_PIN_ALWAYS && !no_page_locks && it->is_alone)
    return true;
  /* Nothing is known of the device, or it is not worth a thought. */
  const double plain = ask(it, direction, bytes, no_page_locks, false, true, 1).cost[CLEAVE_WAY_PLAIN];
  if (isinf(plain) || plain <= it->rates.handover)
    return false;
  bool pinned = enter(it) && cleave_locked_by_driver(&it->cuda, host, bytes) == CLEAVE_LOCKED_ALL;
  bool ring = counts_on_ring(it, lane);
  const struct cleave_transfer_answer answer = ask(it, direction, bytes, no_page_locks, pinned, ring, 1);
  const bool takes = answer.way != CLEAVE_WAY_PLAIN || (!exposed && cleave_transfer_risks_little(&answer));
  /* Also of a copy that is taken for what may hide it: how much is hidden, is not known. */
  if (!pinned && !ring && (answer.way == CLEAVE_WAY_PLAIN || answer.way == CLEAVE_WAY_PAGEABLE))
    note_missed(it, lane, direction, bytes);
  return takes;
}

/* Whether a copy of so many bytes could be taken, if all speaks for it but its size. */
static bool may_take(const struct cuda_device *it, enum cleave_direction direction, size_t bytes,
                     bool is_pinned) {
  const struct cleave_transfer_answer answer = ask(it, direction, bytes, false, is_pinned, true, 1);
  const double plain = ask(it, direction, bytes, false, false, true, 1).cost[CLEAVE_WAY_PLAIN];
  const bool takes = answer.way != CLEAVE_WAY_PLAIN || cleave_transfer_risks_little(&answer);
  return takes && !isinf(plain) && plain > it->rates.handover;
}

/* A size below which cuda_takes never says yes: it is not exact, but the half of one where it may. */
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
  return ((const struct cuda_device *)device)->least;
}

/* ---- copies ------------------------------------------------------------------------------------------ */

static bool prepare(struct cuda_device *it, struct lane *lane) {
  if (lane->stream)
    return true;
  for (int i = 0; i < PIECES; i++)
    if (!lane->done[i] && it->cuda.cuEventCreate(&lane->done[i], CLEAVE_EVENT_FLAGS)) {
      lane->done[i] = NULL;
      return false;
    }
  if (!it->cuda.cuStreamCreate(&lane->stream, CU_STREAM_NON_BLOCKING))
    return true;
  lane->stream = NULL;
  return false;
}

/* The ring of LANE, made now if need be, or NULL. */
static struct cleave_ring *ring_of(struct cuda_device *it, struct lane *lane) {
  if (!lane->ring && !lane->has_no_ring) {
    lane->ring = cleave_ring_new(&it->cuda, it->staging_threads);
    *(lane->ring ? &lane->has_ring : &lane->has_no_ring) = true;
  }
  return lane->ring;
}

static bool issue(const struct cuda_device *it, const struct lane *lane, const struct cleave_copy *copy,
                  size_t piece) {
  size_t at = piece * PIECE_BYTES, left = copy->bytes - at;
  size_t bytes = left < PIECE_BYTES ? left : PIECE_BYTES;
  char *host = (char *)copy->host + at;
  CUdeviceptr address = (uintptr_t)copy->device + at;
  CUresult result = copy->direction == CLEAVE_TO_DEVICE
                        ? it->cuda.cuMemcpyHtoDAsync(address, host, bytes, lane->stream)
                        : it->cuda.cuMemcpyDtoHAsync(host, address, bytes, lane->stream);
  return !result && !it->cuda.cuEventRecord(lane->done[piece % PIECES], lane->stream);
}

/* Hands the program's memory to the driver, piece by piece. */
static bool copy_directly(const struct cuda_device *it, const struct lane *lane,
                          const struct cleave_copy *copy) {
  const size_t pieces = (copy->bytes + PIECE_BYTES - 1) / PIECE_BYTES;
  size_t issued = 0;
  for (size_t done = 0; done < pieces; done++) {
    bool good = !cleave_engine_is_stopping();
    while (good && issued < pieces && issued < done + PIECES)
      good = issue(it, lane, copy, issued++);
    if (!good || it->cuda.cuEventSynchronize(lane->done[done % PIECES])) {
      it->cuda.cuStreamSynchronize(lane->stream);
      return false;
    }
    copy->arrived(copy->context, done + 1 < pieces ? (done + 1) * PIECE_BYTES : copy->bytes);
  }
  return true;
}

/* The object's memory, page-locked now, if that pays; or NULL. */
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
    if (!range) /* only staging gives the driver nothing of the program's memory */
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
  cuda_go_on(device, copy->after);
  const bool good = entered && prepare(it, lane) && copy_by_best_way(it, lane, copy);
  if (cleave_trace_is_on() && lane->stream)
    it->cuda.cuStreamQuery(lane->stream); /* which is when a trace gets to know of what is done */
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
  return enter(it) && !it->cuda.cuMemGetInfo(&available, &total) ? available : SIZE_MAX;
}

/* ---- the device -------------------------------------------------------------------------------------- */

static const struct cleave_engine_device_kind cuda_kind = {.name = "cuda",
                                                           .has_streams = true,
                                                           .takes = cuda_takes,
                                                           .least = cuda_least,
                                                           .copy = cuda_copy,
                                                           .moment = cuda_moment,
                                                           .go_on = cuda_go_on,
                                                           .forget = cuda_forget,
                                                           .release = cuda_release,
                                                           .start_timer = cuda_start_timer,
                                                           .stop_timer = cuda_stop_timer,
                                                           .free_memory = cuda_free_memory};

static void keep_silent(const char *line) {
  (void)line; /* said when the device's limits were asked for (runtime/limits.c) */
}

/* The rates of staging with so many threads as there are to be here. */
static void scale_staging(struct cuda_device *it) {
  uint64_t threads = cleave_settings()->staging_threads;
  if (!threads)
    threads = cleave_processors() / 2;
  if (threads > MOST_STAGING_THREADS && !cleave_settings()->staging_threads)
    threads = MOST_STAGING_THREADS;
  it->staging_threads = threads ? (unsigned)threads : 1;
  if (it->staging_threads < it->rates.staging_threads) {
    it->rates.staged_to_device *= it->staging_threads / it->rates.staging_threads;
    it->rates.staged_from_device *= it->staging_threads / it->rates.staging_threads;
  }
}

static void read_rates(struct cuda_device *it, CUdevice device, uint32_t architecture) {
  char name[256], path[CLEAVE_MAX_PATH];
  if (it->cuda.cuDeviceGetName(name, sizeof name, device))
    return;
  bool has_profile = cleave_profile_find(name, path, sizeof path);
  cleave_transfer_rates_read(name, architecture, has_profile ? path : NULL, &it->rates, keep_silent);
  scale_staging(it);
}

struct cleave_engine_device *cleave_cuda_device(int64_t number) {
  /* Who has limits is the driver's device of the same number. */
  const struct cleave_device_limits *limits = cleave_limits_of_device(number);
  struct cuda_device *it = limits ? calloc(1, sizeof *it) : NULL;
  CUdevice device;
  int count;
  if (!it)
    return NULL;
  if (cleave_cuda_open(&it->cuda, false) || it->cuda.cuInit(0) || it->cuda.cuDeviceGetCount(&count) ||
      it->cuda.cuDeviceGet(&device, (int)number) || it->cuda.cuDevicePrimaryCtxRetain(&it->context, device)) {
    free(it);
    return NULL;
  }
  it->base = (struct cleave_engine_device){
      .kind = &cuda_kind, .number = number, .rates = &it->rates, .architecture = limits->architecture};
  /* With a quarter of the threads that it can hold (docs/design/runtime.md). */
  it->base.filling = (double)limits->multiprocessors * (double)limits->threads_per_multiprocessor / 4;
  it->is_alone = count == 1;
  pthread_mutex_init(&it->lock, NULL);
  read_rates(it, device, limits->architecture);
  it->least = least_taken(it);
  return &it->base;
}
