/* FILE: lib/engine/multi_device.c
 * WHAT: loops whose tiles several devices share; see multi_device.h and docs/design/tiles.md.
 *
 * The plan guarantees (transfers/device_partition.c): except for numbers that are passed by value, the loop
 * uses two kinds of objects: objects in chunks, which no other part of the region uses, and objects that the
 * region does not write. So no tile needs results of another one, and all devices need the host's values at
 * the begin of the region. This requires that the objects are absent from the region's device, which is
 * tested here.
 */
#include "engine/multi_device.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "abi/offload.h"
#include "engine/copies.h"
#include "engine/engine_wait.h"
#include "engine/state.h"
#include "engine/streaming_buffer.h"
#include "engine/transfer_queue.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/threads.h"

struct cleave_engine_device *const *cleave_partition_devices(const struct cleave_engine_object *object,
                                                             unsigned *count) {
  struct cleave_region *region = object->region;
  *count = region->device_count ? region->device_count : 1;
  return region->device_count ? region->devices : &region->device;
}

/* ---- a loop ---------------------------------------------------------------------------------------------- */

/* The copy of an object that the loop reads, on a device other than the region's. */
struct replicated {
  char *buffer;
  struct cleave_transfer_chunk *transfer; /* in progress, or NULL */
};

/* A recorded launch. It owns its lists. */
struct launch {
  struct launch *next; /* of the same tile */
  struct cleave_partition_launch what;
  struct cleave_launch_arguments arguments;
};

enum { MOST_OBJECTS = 16 };

struct cleave_partition {
  struct cleave_region *region;
  const struct cleave_engine_object *object; /* one of those in chunks */
  struct cleave_engine_device *devices[CLEAVE_MOST_DEVICES];
  unsigned device_count, used;
  struct cleave_engine_object *read[MOST_OBJECTS];
  int read_count;
  struct replicated replicated[CLEAVE_MOST_DEVICES][MOST_OBJECTS];
  void *loop;
  void (*enter)(void *loop, unsigned slot, uint64_t index);
  void (*leave)(void *loop, unsigned slot, uint64_t index);
  unsigned running;   /* threads; the lock is held */
  fenv_t environment; /* of the region's thread: kernels on the host use the same rounding mode */
  uint64_t tiles;
  struct launch *launches[]; /* per tile; NULL: the host has executed it */
};

struct cleave_partition *cleave_partition_new(const struct cleave_engine_object *object, uint64_t tiles) {
  struct cleave_partition *partition =
      tiles < SIZE_MAX / sizeof partition->launches[0] - sizeof *partition
          ? calloc(1, sizeof *partition + (size_t)tiles * sizeof partition->launches[0])
          : NULL;
  if (!partition)
    return NULL;
  partition->region = object->region;
  partition->object = object;
  partition->devices[partition->device_count++] = object->region->device;
  partition->tiles = tiles;
  return partition;
}

bool cleave_partition_read(struct cleave_partition *partition, struct cleave_engine_object *object) {
  if (partition->read_count == MOST_OBJECTS)
    return false;
  partition->read[partition->read_count++] = object;
  return true;
}

/* Waits until the copy to the replicated buffer has ended. Returns whether it succeeded. */
static bool finish(struct replicated *replicated) {
  bool good = replicated->transfer;
  pthread_mutex_lock(&cleave_engine_lock);
  if (replicated->transfer) {
    cleave_copies_finish(replicated->transfer);
    good = replicated->transfer->state == CLEAVE_CHUNK_DONE;
    replicated->transfer->state = CLEAVE_CHUNK_DONE;
    replicated->transfer = NULL;
  }
  pthread_mutex_unlock(&cleave_engine_lock);
  return good;
}

static void free_replicated(struct cleave_partition *partition, unsigned slot) {
  for (int i = 0; i < partition->read_count; i++) {
    struct replicated *replicated = &partition->replicated[slot][i];
    if (replicated->transfer)
      finish(replicated);
    if (replicated->buffer)
      cleave_omptarget()->release(replicated->buffer, (int)partition->devices[slot]->number);
    *replicated = (struct replicated){NULL, NULL};
  }
}

bool cleave_partition_add(struct cleave_partition *partition, struct cleave_engine_device *device) {
  const unsigned slot = partition->device_count;
  partition->devices[slot] = device;
  for (int i = 0; i < partition->read_count; i++) {
    struct replicated *replicated = &partition->replicated[slot][i];
    replicated->buffer = cleave_omptarget()->allocate(partition->read[i]->bytes, (int)device->number);
    if (!replicated->buffer) {
      free_replicated(partition, slot);
      return false;
    }
  }
  pthread_mutex_lock(&cleave_engine_lock);
  for (int i = 0; i < partition->read_count; i++)
    partition->replicated[slot][i].transfer =
        cleave_queue_add_apart(partition->read[i], device, partition->replicated[slot][i].buffer,
                               CLEAVE_TO_DEVICE, 0, partition->read[i]->bytes);
  pthread_mutex_unlock(&cleave_engine_lock);
  partition->device_count++;
  return true;
}

void cleave_partition_free(struct cleave_partition *partition) {
  for (uint64_t tile = 0; tile < partition->tiles; tile++)
    while (partition->launches[tile]) {
      struct launch *launch = partition->launches[tile];
      partition->launches[tile] = launch->next;
      free(launch);
    }
  for (unsigned slot = 1; slot < partition->device_count; slot++)
    free_replicated(partition, slot);
  free(partition);
}

/* ---- launches ------------------------------------------------------------------------------------------- */

static _Thread_local struct {
  struct cleave_partition *partition;
  uint64_t tile;
} current;

void cleave_partition_set(struct cleave_partition *partition, uint64_t tile) {
  current.partition = partition;
  current.tile = tile;
}

/* Copies COUNT bytes of FROM to *AT, and advances *AT. */
static void *take(char **at, const void *from, size_t count) {
  void *copy = *at;
  if (!from)
    return NULL;
  memcpy(copy, from, count);
  *at += (count + 15) / 16 * 16;
  return copy;
}

/* The item is a number, or a copy that the program makes for each kernel. The launch keeps its bytes, since
 * they may have changed, or been freed, when the launch is made. */
static bool is_private(const struct cleave_launch_arguments *arguments, uint32_t i) {
  return arguments->types[i] & CLEAVE_ARGUMENT_IS_PRIVATE &&
         !(arguments->types[i] & CLEAVE_ARGUMENT_IS_LITERAL) && arguments->sizes[i] > 0;
}

static size_t bytes_of(const struct cleave_launch_arguments *arguments) {
  size_t bytes = sizeof(struct launch) + 16 + 6 * ((size_t)arguments->argument_count * 8 + 16);
  for (uint32_t i = 0; i < arguments->argument_count; i++)
    bytes += is_private(arguments, i) ? (size_t)arguments->sizes[i] + 16 : 0;
  return bytes;
}

static struct launch *keep(const struct cleave_partition_launch *what) {
  const struct cleave_launch_arguments *from = what->arguments;
  const size_t list = (size_t)from->argument_count * 8;
  struct launch *launch = malloc(bytes_of(from));
  if (!launch) {
    cleave_say("error: no memory for the arguments of a kernel");
    abort();
  }
  char *at = (char *)launch + (sizeof *launch + 15) / 16 * 16;
  *launch = (struct launch){.what = *what, .arguments = *from};
  struct cleave_launch_arguments *to = launch->what.arguments = &launch->arguments;
  to->base_pointers = take(&at, from->base_pointers, list);
  to->pointers = take(&at, from->pointers, list);
  to->sizes = take(&at, from->sizes, list);
  to->types = take(&at, from->types, list);
  to->names = take(&at, from->names, list);
  to->mappers = take(&at, from->mappers, list);
  for (uint32_t i = 0; i < to->argument_count; i++)
    if (is_private(to, i)) {
      const uintptr_t before = (uintptr_t)to->pointers[i];
      to->pointers[i] = take(&at, to->pointers[i], (size_t)to->sizes[i]);
      to->base_pointers[i] =
          (void *)((uintptr_t)to->base_pointers[i] + ((uintptr_t)to->pointers[i] - before));
    }
  return launch;
}

bool cleave_partition_keeps(const struct cleave_partition_launch *what) {
  if (!current.partition)
    return false;
  struct launch **link = &current.partition->launches[current.tile];
  while (*link)
    link = &(*link)->next;
  *link = keep(what);
  return true;
}

/* The lists of LAUNCH, which may be changed. */
static struct cleave_engine_arguments items_of(struct launch *launch) {
  struct cleave_launch_arguments *it = &launch->arguments;
  return (struct cleave_engine_arguments){launch->what.location,
                                          0,
                                          (int32_t)it->argument_count,
                                          it->base_pointers,
                                          it->pointers,
                                          it->sizes,
                                          it->types,
                                          it->names,
                                          it->mappers};
}

/* Whether the kernel can use item I on any device: it is not a host address, or its object has a streaming or
 * replicated buffer, or it is not a parameter of the kernel. */
static bool is_movable(const struct cleave_partition *partition, const struct cleave_engine_arguments *items,
                       int32_t i) {
  const int64_t type = items->types[i];
  if (type & (CLEAVE_ARGUMENT_IS_LITERAL | CLEAVE_ARGUMENT_IS_PRIVATE) ||
      !(type & CLEAVE_ARGUMENT_IS_PARAMETER))
    return true;
  for (int j = 0; j < partition->read_count; j++)
    if (cleave_streaming_is_item(partition->read[j], items, i))
      return true;
  for (int j = 0; j < partition->region->object_count; j++)
    if (cleave_streaming_hides(&partition->region->objects[j]) &&
        cleave_streaming_is_item(&partition->region->objects[j], items, i))
      return true;
  return false;
}

unsigned cleave_partition_settle(struct cleave_partition *partition) {
  partition->used = partition->device_count;
  for (uint64_t tile = 0; tile < partition->tiles; tile++)
    for (struct launch *launch = partition->launches[tile]; launch; launch = launch->next) {
      const struct cleave_engine_arguments items = items_of(launch);
      for (int32_t i = 0; i < items.count; i++)
        if (!is_movable(partition, &items, i))
          partition->used = 1;
    }
  return partition->used;
}

/* Changes the lists of LAUNCH for the device of SLOT, which is not the region's. */
static void move(struct cleave_partition *partition, unsigned slot, struct launch *launch) {
  struct cleave_engine_arguments items = items_of(launch);
  for (int j = 0; j < partition->read_count; j++)
    for (int32_t i = 0; i < items.count; i++)
      cleave_streaming_replace(partition->read[j], &items, i,
                               (uintptr_t)partition->replicated[slot][j].buffer -
                                   (uintptr_t)partition->read[j]->host);
  /* This device does not need items that the region maps and the kernel does not use. */
  for (int32_t i = 0; i < items.count; i++)
    if (!(items.types[i] & CLEAVE_ARGUMENT_IS_PARAMETER))
      items.types[i] = CLEAVE_ARGUMENT_IS_LITERAL;
}

static void make(struct cleave_partition *partition, unsigned slot, struct launch *launch) {
  const struct cleave_engine_arguments items = items_of(launch);
  cleave_streaming_move(partition->region, slot, &items);
  if (slot)
    move(partition, slot, launch);
  const int64_t device = partition->devices[slot]->number;
  if (launch->what.run(launch->what.location, device, launch->what.teams, launch->what.thread_limit,
                       launch->what.host_pointer, &launch->arguments)) {
    /* libomptarget requests execution on the host, which is no longer possible. If offload is mandatory, or
     * there are devices, libomptarget itself ends the program. */
    cleave_say("error: a kernel could not be launched on device %d", (int)device);
    abort();
  }
}

/* Waits until the objects that the loop reads are on the device of SLOT. */
static void await_replicated(struct cleave_partition *partition, unsigned slot) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  const int device = (int)partition->devices[slot]->number;
  for (int i = 0; i < partition->read_count; i++) {
    const struct cleave_engine_object *object = partition->read[i];
    struct replicated *replicated = &partition->replicated[slot][i];
    if (!finish(replicated) &&
        openmp->copy(replicated->buffer, object->host, object->bytes, 0, 0, device, openmp->device_count())) {
      cleave_say("error: %zu bytes of an array could not be copied to device %d", object->bytes, device);
      abort();
    }
  }
}

static void run_slot(struct cleave_partition *partition, unsigned slot) {
  if (slot)
    await_replicated(partition, slot);
  for (uint64_t tile = slot; tile < partition->tiles; tile += partition->used) {
    if (!partition->launches[tile])
      continue;
    partition->enter(partition->loop, slot, tile / partition->used);
    for (struct launch *launch = partition->launches[tile]; launch; launch = launch->next)
      make(partition, slot, launch);
    partition->leave(partition->loop, slot, tile / partition->used);
  }
}

/* ---- threads ---------------------------------------------------------------------------------------------- */

/* The thread that launches kernels on a device other than the region's. Only one region in the process has
 * streaming buffers, so each thread executes one loop at a time. It is created at its first use, and never
 * ends. */
static struct worker {
  pthread_cond_t filled;
  bool has_thread;
  struct cleave_partition *partition; /* NULL: idle */
  unsigned slot;
} workers[CLEAVE_MOST_DEVICE_NUMBERS];

static void *serve(void *argument) {
  struct worker *worker = argument;
  pthread_mutex_lock(&cleave_engine_lock);
  for (;;) {
    while (!worker->partition)
      pthread_cond_wait(&worker->filled, &cleave_engine_lock);
    struct cleave_partition *partition = worker->partition;
    pthread_mutex_unlock(&cleave_engine_lock);
    fesetenv(&partition->environment);
    struct cleave_engine_call call;
    cleave_engine_begin_call(&call);
    run_slot(partition, worker->slot);
    cleave_engine_end_call(&call);
    pthread_mutex_lock(&cleave_engine_lock);
    worker->partition = NULL;
    partition->running--;
    pthread_cond_broadcast(&cleave_engine_changed);
  }
  return NULL;
}

/* Starts a thread for SLOT. False if there is none. The lock is held. */
static bool hand_over(struct cleave_partition *partition, unsigned slot) {
  struct worker *worker = &workers[partition->devices[slot]->number];
  if (!worker->has_thread) {
    pthread_cond_init(&worker->filled, NULL);
    worker->has_thread = cleave_thread_start(serve, worker);
  }
  if (!worker->has_thread || !cleave_engine_is_on())
    return false;
  worker->partition = partition;
  worker->slot = slot;
  partition->running++;
  pthread_cond_signal(&worker->filled);
  return true;
}

void cleave_partition_run(struct cleave_partition *partition, void *loop,
                          void (*enter)(void *loop, unsigned slot, uint64_t index),
                          void (*leave)(void *loop, unsigned slot, uint64_t index)) {
  bool left[CLEAVE_MOST_DEVICES] = {true}; /* slots that this thread executes */
  partition->loop = loop;
  partition->enter = enter;
  partition->leave = leave;
  fegetenv(&partition->environment);
  pthread_mutex_lock(&cleave_engine_lock);
  for (unsigned slot = 1; slot < partition->used; slot++)
    left[slot] = !hand_over(partition, slot);
  pthread_mutex_unlock(&cleave_engine_lock);
  for (unsigned slot = 0; slot < partition->used; slot++)
    if (left[slot])
      run_slot(partition, slot);
  struct cleave_trace_event *wait = NULL;
  pthread_mutex_lock(&cleave_engine_lock);
  while (partition->running)
    cleave_engine_wait(partition->object, &wait);
  pthread_mutex_unlock(&cleave_engine_lock);
  cleave_trace_end(wait);
}

void cleave_partition_forked(void) {
  for (int i = 0; i < CLEAVE_MOST_DEVICE_NUMBERS; i++)
    workers[i] = (struct worker){.has_thread = false};
}
