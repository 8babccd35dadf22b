/* FILE: lib/engine/spread.c
 * WHAT: loops whose tiles several devices share; see spread.h and docs/design/tiles.md.
 *
 * What the plan promises (transfers/device_partition.c): besides numbers that are passed by value, the loop uses objects in
 * chunks, which nothing else of the region uses, and objects that nothing in the region writes. So no tile needs
 * what another one has done, and what is on the host when the region begins is what all devices need: only if
 * nothing of it is on the region's device already, which is looked at here.
 */
#include "engine/spread.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "engine/state.h"
#include "engine/threads.h"
#include "runtime/descriptor.h"
#include "runtime/message.h"
#include "runtime/omptarget.h"
#include "runtime/settings.h"

enum { MOST_NUMBERS = 64 }; /* of devices, as OpenMP counts them */

/* ---- which devices ------------------------------------------------------------------------------------- */

/* Whether kernels for one are kernels for the other, and objects get to both in the same way. */
static bool are_alike(const struct cleave_engine_device *one, const struct cleave_engine_device *other) {
  return one->kind == other->kind && one->architecture == other->architecture;
}

static void find_devices(struct cleave_region *region) {
  const int count = cleave_omptarget()->device_count();
  region->devices[region->device_count++] = region->device;
  for (int64_t number = 0; number < count && region->device_count < CLEAVE_MOST_DEVICES; number++) {
    struct cleave_engine_device *device = number == region->number ? NULL : cleave_engine_device(number);
    if (device && are_alike(device, region->device))
      region->devices[region->device_count++] = device;
  }
}

bool cleave_spread_choose(struct cleave_region *region, const struct cleave_engine_arguments *items) {
  const size_t least = cleave_engine_least_copy(region->device);
  bool pays = false, any = false;
  for (int i = 0; i < region->object_count; i++) {
    any |= region->objects[i].spreads;
    pays |= region->objects[i].spreads && region->objects[i].bytes >= least;
  }
  if (!any || !pays)
    return false;
  for (int i = 0; i < region->object_count; i++) {
    const struct cleave_engine_object *object = &region->objects[i];
    /* Device data of an object that is present may be newer than the host's; and of one that another list item
     * names as well, nobody has said what the loop does under that name. */
    if (object->entry < 0 || items->types[object->entry] & CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT ||
        !cleave_engine_is_absent(object))
      return false;
  }
  find_devices(region);
  if (region->device_count < 2)
    region->device_count = 0;
  return region->device_count;
}

struct cleave_engine_device *const *cleave_spread_devices(const struct cleave_engine_object *object,
                                                          unsigned *count) {
  struct cleave_region *region = object->region;
  *count = region->device_count ? region->device_count : 1;
  return region->device_count ? region->devices : &region->device;
}

/* ---- a loop ---------------------------------------------------------------------------------------------- */

/* What a device other than the region's has of an object that the loop reads. */
struct replica {
  char *buffer;
  struct cleave_engine_piece *piece; /* on its way, or NULL */
};

/* A launch that is kept. The lists that it leads to are its own. */
struct launch {
  struct launch *next; /* of the same tile */
  struct cleave_spread_launch what;
  struct cleave_launch_arguments arguments;
};

enum { MOST_OBJECTS = 16 };

struct cleave_spread {
  struct cleave_region *region;
  const struct cleave_engine_object *object; /* one of those in chunks */
  struct cleave_engine_device *devices[CLEAVE_MOST_DEVICES];
  unsigned device_count, used;
  struct cleave_engine_object *read[MOST_OBJECTS];
  int read_count;
  struct replica replicas[CLEAVE_MOST_DEVICES][MOST_OBJECTS];
  void *loop;
  void (*enter)(void *loop, unsigned view, uint64_t index);
  void (*leave)(void *loop, unsigned view, uint64_t index);
  unsigned running;   /* threads; the lock is held */
  fenv_t environment; /* of the region's thread: kernels for the host round as it does */
  uint64_t tiles;
  struct launch *launches[]; /* per tile; NULL: the host has executed it */
};

struct cleave_spread *cleave_spread_new(const struct cleave_engine_object *object, uint64_t tiles) {
  struct cleave_spread *spread = tiles < SIZE_MAX / sizeof spread->launches[0] - sizeof *spread
                                     ? calloc(1, sizeof *spread + (size_t)tiles * sizeof spread->launches[0])
                                     : NULL;
  if (!spread)
    return NULL;
  spread->region = object->region;
  spread->object = object;
  spread->devices[spread->device_count++] = object->region->device;
  spread->tiles = tiles;
  return spread;
}

bool cleave_spread_read(struct cleave_spread *spread, struct cleave_engine_object *object) {
  if (spread->read_count == MOST_OBJECTS)
    return false;
  spread->read[spread->read_count++] = object;
  return true;
}

/* Waits until the copy to REPLICA of OBJECT has ended. Returns whether it is there. */
static bool finish(struct replica *replica) {
  bool good = replica->piece;
  pthread_mutex_lock(&cleave_engine_lock);
  if (replica->piece) {
    cleave_engine_finish(replica->piece);
    good = replica->piece->state == CLEAVE_PIECE_DONE;
    replica->piece->state = CLEAVE_PIECE_DONE;
    replica->piece = NULL;
  }
  pthread_mutex_unlock(&cleave_engine_lock);
  return good;
}

static void free_replicas(struct cleave_spread *spread, unsigned view) {
  for (int i = 0; i < spread->read_count; i++) {
    struct replica *replica = &spread->replicas[view][i];
    if (replica->piece)
      finish(replica);
    if (replica->buffer)
      cleave_omptarget()->release(replica->buffer, (int)spread->devices[view]->number);
    *replica = (struct replica){NULL, NULL};
  }
}

bool cleave_spread_add(struct cleave_spread *spread, struct cleave_engine_device *device) {
  const unsigned view = spread->device_count;
  spread->devices[view] = device;
  for (int i = 0; i < spread->read_count; i++) {
    struct replica *replica = &spread->replicas[view][i];
    replica->buffer = cleave_omptarget()->allocate(spread->read[i]->bytes, (int)device->number);
    if (!replica->buffer) {
      free_replicas(spread, view);
      return false;
    }
  }
  pthread_mutex_lock(&cleave_engine_lock);
  for (int i = 0; i < spread->read_count; i++)
    spread->replicas[view][i].piece =
        cleave_queue_add_apart(spread->read[i], device, spread->replicas[view][i].buffer, CLEAVE_TO_DEVICE, 0,
                               spread->read[i]->bytes);
  pthread_mutex_unlock(&cleave_engine_lock);
  spread->device_count++;
  return true;
}

void cleave_spread_free(struct cleave_spread *spread) {
  for (uint64_t tile = 0; tile < spread->tiles; tile++)
    while (spread->launches[tile]) {
      struct launch *launch = spread->launches[tile];
      spread->launches[tile] = launch->next;
      free(launch);
    }
  for (unsigned view = 1; view < spread->device_count; view++)
    free_replicas(spread, view);
  free(spread);
}

/* ---- launches ------------------------------------------------------------------------------------------- */

static _Thread_local struct {
  struct cleave_spread *spread;
  uint64_t tile;
} current;

void cleave_spread_set(struct cleave_spread *spread, uint64_t tile) {
  current.spread = spread;
  current.tile = tile;
}

/* COUNT bytes of FROM at *AT, which moves behind them. */
static void *take(char **at, const void *from, size_t count) {
  void *copy = *at;
  if (!from)
    return NULL;
  memcpy(copy, from, count);
  *at += (count + 15) / 16 * 16;
  return copy;
}

/* The item is a number, or a copy of the program's that each kernel gets: its bytes are kept with the launch, since
 * they may be different, or gone, when that is made. */
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

static struct launch *keep(const struct cleave_spread_launch *what) {
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

bool cleave_spread_keeps(const struct cleave_spread_launch *what) {
  if (!current.spread)
    return false;
  struct launch **link = &current.spread->launches[current.tile];
  while (*link)
    link = &(*link)->next;
  *link = keep(what);
  return true;
}

/* The lists of LAUNCH, to be changed. */
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

/* Whether the kernel can use item I on any device: it is no address of the host's, or one of an object that has a
 * window or is replicated, or the kernel does not know it. */
static bool is_movable(const struct cleave_spread *spread, const struct cleave_engine_arguments *items,
                       int32_t i) {
  const int64_t type = items->types[i];
  if (type & (CLEAVE_ARGUMENT_IS_LITERAL | CLEAVE_ARGUMENT_IS_PRIVATE) ||
      !(type & CLEAVE_ARGUMENT_IS_PARAMETER))
    return true;
  for (int j = 0; j < spread->read_count; j++)
    if (cleave_window_is_item(spread->read[j], items, i))
      return true;
  for (int j = 0; j < spread->region->object_count; j++)
    if (cleave_window_hides(&spread->region->objects[j]) &&
        cleave_window_is_item(&spread->region->objects[j], items, i))
      return true;
  return false;
}

unsigned cleave_spread_settle(struct cleave_spread *spread) {
  spread->used = spread->device_count;
  for (uint64_t tile = 0; tile < spread->tiles; tile++)
    for (struct launch *launch = spread->launches[tile]; launch; launch = launch->next) {
      const struct cleave_engine_arguments items = items_of(launch);
      for (int32_t i = 0; i < items.count; i++)
        if (!is_movable(spread, &items, i))
          spread->used = 1;
    }
  return spread->used;
}

/* Sets in LAUNCH what kernels on the device of VIEW, another one than the region's, have to get. */
static void move(struct cleave_spread *spread, unsigned view, struct launch *launch) {
  struct cleave_engine_arguments items = items_of(launch);
  for (int j = 0; j < spread->read_count; j++)
    for (int32_t i = 0; i < items.count; i++)
      cleave_window_replace(spread->read[j], &items, i,
                            (uintptr_t)spread->replicas[view][j].buffer - (uintptr_t)spread->read[j]->host);
  /* What the region maps and the kernel does not know is not this device's business. */
  for (int32_t i = 0; i < items.count; i++)
    if (!(items.types[i] & CLEAVE_ARGUMENT_IS_PARAMETER))
      items.types[i] = CLEAVE_ARGUMENT_IS_LITERAL;
}

static void make(struct cleave_spread *spread, unsigned view, struct launch *launch) {
  const struct cleave_engine_arguments items = items_of(launch);
  cleave_windows_move(spread->region, view, &items);
  if (view)
    move(spread, view, launch);
  const int64_t device = spread->devices[view]->number;
  if (launch->what.run(launch->what.location, device, launch->what.teams, launch->what.thread_limit,
                       launch->what.host_pointer, &launch->arguments)) {
    /* libomptarget wants the host to run it, whose turn is long past. Where offload is mandatory, or there are
     * devices, it ends the program itself. */
    cleave_say("error: a kernel could not be launched on device %d", (int)device);
    abort();
  }
}

/* Waits until what the loop reads is on the device of VIEW. */
static void await_replicas(struct cleave_spread *spread, unsigned view) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  const int device = (int)spread->devices[view]->number;
  for (int i = 0; i < spread->read_count; i++) {
    const struct cleave_engine_object *object = spread->read[i];
    struct replica *replica = &spread->replicas[view][i];
    if (!finish(replica) &&
        openmp->copy(replica->buffer, object->host, object->bytes, 0, 0, device, openmp->device_count())) {
      cleave_say("error: %zu bytes of an array could not be copied to device %d", object->bytes, device);
      abort();
    }
  }
}

static void run_view(struct cleave_spread *spread, unsigned view) {
  if (view)
    await_replicas(spread, view);
  for (uint64_t tile = view; tile < spread->tiles; tile += spread->used) {
    if (!spread->launches[tile])
      continue;
    spread->enter(spread->loop, view, tile / spread->used);
    for (struct launch *launch = spread->launches[tile]; launch; launch = launch->next)
      make(spread, view, launch);
    spread->leave(spread->loop, view, tile / spread->used);
  }
}

/* ---- threads ---------------------------------------------------------------------------------------------- */

/* The thread that launches kernels on a device other than the region's. One region in the process has windows, so
 * each has one loop to look after. It is made when it is needed first, and never ends. */
static struct worker {
  pthread_cond_t filled;
  bool has_thread;
  struct cleave_spread *spread; /* NULL: nothing to do */
  unsigned view;
} workers[MOST_NUMBERS];

static void *serve(void *argument) {
  struct worker *worker = argument;
  pthread_mutex_lock(&cleave_engine_lock);
  for (;;) {
    while (!worker->spread)
      pthread_cond_wait(&worker->filled, &cleave_engine_lock);
    struct cleave_spread *spread = worker->spread;
    pthread_mutex_unlock(&cleave_engine_lock);
    fesetenv(&spread->environment);
    struct cleave_engine_call call;
    cleave_engine_begin_call(&call);
    run_view(spread, worker->view);
    cleave_engine_end_call(&call);
    pthread_mutex_lock(&cleave_engine_lock);
    worker->spread = NULL;
    spread->running--;
    pthread_cond_broadcast(&cleave_engine_changed);
  }
  return NULL;
}

/* Has a thread run VIEW. False if there is none. The lock is held. */
static bool hand_over(struct cleave_spread *spread, unsigned view) {
  struct worker *worker = &workers[spread->devices[view]->number];
  if (!worker->has_thread) {
    pthread_cond_init(&worker->filled, NULL);
    worker->has_thread = cleave_thread_start(serve, worker);
  }
  if (!worker->has_thread || !cleave_engine_is_on())
    return false;
  worker->spread = spread;
  worker->view = view;
  spread->running++;
  pthread_cond_signal(&worker->filled);
  return true;
}

void cleave_spread_run(struct cleave_spread *spread, void *loop,
                       void (*enter)(void *loop, unsigned view, uint64_t index),
                       void (*leave)(void *loop, unsigned view, uint64_t index)) {
  bool left[CLEAVE_MOST_DEVICES] = {true}; /* for this thread */
  spread->loop = loop;
  spread->enter = enter;
  spread->leave = leave;
  fegetenv(&spread->environment);
  pthread_mutex_lock(&cleave_engine_lock);
  for (unsigned view = 1; view < spread->used; view++)
    left[view] = !hand_over(spread, view);
  pthread_mutex_unlock(&cleave_engine_lock);
  for (unsigned view = 0; view < spread->used; view++)
    if (left[view])
      run_view(spread, view);
  struct cleave_trace_event *wait = NULL;
  pthread_mutex_lock(&cleave_engine_lock);
  while (spread->running)
    cleave_queue_wait(spread->object, &wait);
  pthread_mutex_unlock(&cleave_engine_lock);
  cleave_trace_end(wait);
}

void cleave_spread_forked(void) {
  for (int i = 0; i < MOST_NUMBERS; i++)
    workers[i] = (struct worker){.has_thread = false};
}
