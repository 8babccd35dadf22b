/* FILE: test/engine/threads.c
 * WHAT: several threads execute scheduled regions and plain constructs on the same objects at the same
 *       time, for ThreadSanitizer (threads.sh).
 *
 * Each array has a part for each thread, and all threads map all of it. A thread adds 1 to its parts on the
 * device in each of its regions; the last thread to release an array copies it back. So whatever the order, no
 * addition may be lost, no part may be seen before it has arrived, and no two accesses may race.
 *
 * First, two of them meet where it matters: one names an array while the other's region ends, or while the
 * array is copied back. Then two threads have regions whose loops are spread over several devices, where no other
 * thread has mapped the arrays.
 *
 * USE: threads THREADS REGIONS BYTES
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "device.h"
#include "engine/engine.h"
#include "engine/multi_device.h"
#include "process/omptarget.h"
#include "engine/engine.h"
#include "engine/engine_objects.h"
#include "runtime/runtime.h"

enum { ARRAYS = 3, MOST_THREADS = 16 };

static int threads, regions;
static size_t bytes;
static unsigned *arrays[ARRAYS];
static unsigned *constant; /* only read */
static unsigned additions[MOST_THREADS][ARRAYS];

static unsigned next_random(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 16;
}

static size_t elements(void) { return bytes / sizeof(unsigned); }

/* A target region that adds 1 to THREAD's part of ARRAY. Of OBJECT, if it is not NULL, the first half is final
 * and on its way back when it begins with the other one. */
static void kernel(int thread, int array, struct cleave_engine_object *object) {
  void *pointer = arrays[array], *mapper = NULL;
  int64_t size = (int64_t)bytes, type = CLEAVE_ARGUMENT_IS_TO | CLEAVE_ARGUMENT_IS_FROM;
  const struct cleave_engine_arguments arguments = {NULL,  -1,    1,    &pointer, &pointer,
                                                    &size, &type, NULL, &mapper};
  struct cleave_engine_call call;
  const struct cleave_omptarget *real = cleave_omptarget();
  cleave_engine_enter(&call, CLEAVE_ENGINE_KERNEL, true, &arguments);
  real->data_begin(NULL, 0, 1, &pointer, &pointer, &size, &type, NULL, NULL);
  unsigned *there = real->mapped(pointer, 0);
  for (size_t i = (size_t)thread; i < elements(); i += (size_t)threads) {
    if (there[i] != additions[thread][array]) {
      printf("thread %d, array %d, element %zu: %u after %u additions\n", thread, array, i, there[i],
             additions[thread][array]);
      exit(1);
    }
    there[i]++;
    if (object && i >= elements() / 2) {
      cleave_engine_send_back(object, 0, elements() / 2 * sizeof(unsigned));
      object = NULL;
    }
  }
  additions[thread][array]++;
  real->data_end(NULL, 0, 1, &pointer, &pointer, &size, &type, NULL, NULL);
  cleave_engine_leave(&call);
}

static void check_constant(void) {
  const unsigned *there = cleave_omptarget()->mapped(constant, 0);
  for (size_t i = 0; i < elements(); i++)
    if (there[i] != i) {
      printf("element %zu of the constant is %u\n", i, there[i]);
      exit(1);
    }
}

/* A region with a stage for each array, in an order of its own. */
static void region(int thread, unsigned *random) {
  int order[ARRAYS], count = 0;
  const int first = (int)(next_random(random) % ARRAYS);
  for (int i = 0; i < ARRAYS; i++)
    if (next_random(random) % 4)
      order[count++] = (first + i) % ARRAYS;
  void *pointers[ARRAYS + 1];
  int64_t sizes[ARRAYS + 1], types[ARRAYS + 1];
  for (int i = 0; i < count; i++) {
    pointers[i] = arrays[order[i]];
    sizes[i] = (int64_t)bytes;
    types[i] = CLEAVE_ARGUMENT_IS_TO | CLEAVE_ARGUMENT_IS_FROM;
  }
  pointers[count] = constant;
  sizes[count] = (int64_t)bytes;
  types[count] = CLEAVE_ARGUMENT_IS_TO;
  const int last = count;
  count++;
  /* Arguments that are not counted do no harm. */
  const int use = next_random(random) % 2 ? last : 0;
  cleave_transfers_begin(-1, count, last > 0 ? pointers[0] : constant, 0, last > 0 ? 0 : -1,
                         last > 1 ? pointers[1] : constant, last > 1 ? 1 : use, last > 1 ? 1 : -1,
                         last > 2 ? pointers[2] : constant, last > 2 ? 2 : use, last > 2 ? 2 : -1, constant,
                         use, -1);
  __tgt_target_data_begin_mapper(NULL, -1, count, pointers, pointers, sizes, types, NULL, NULL);
  for (int i = 0; i < last; i++) {
    cleave_transfers_stage(i);
    if (use <= i)
      check_constant();
    usleep(next_random(random) % 200);
    kernel(thread, order[i], next_random(random) % 2 ? cleave_engine_find(arrays[order[i]]) : NULL);
  }
  cleave_transfers_stage(last);
  check_constant();
  __tgt_target_data_end_mapper(NULL, -1, count, pointers, pointers, sizes, types, NULL, NULL);
  cleave_transfers_end();
}

/* ---- loops that several devices share ---------------------------------------------------------------- */

static atomic_uint launches[MOST_DEVICES]; /* on each */
static unsigned *table;                    /* only read, by these loops alone */

/* Where the kernel finds list item I. */
static unsigned *place_of(const struct cleave_launch_arguments *launch, uint32_t i) {
  return launch->types[i] & CLEAVE_ARGUMENT_IS_LITERAL ? launch->base_pointers[i]
                                                       : cleave_omptarget()->mapped(launch->pointers[i], 0);
}

/* Adds 1 to a thread's part of the iterations of a tile. The last four items are numbers: the thread, how often it has
 * added, and the tile's first and last iteration. */
static int add(void *location, int64_t device, int32_t teams, int32_t thread_limit, void *host_pointer,
               struct cleave_launch_arguments *launch) {
  (void)location, (void)teams, (void)thread_limit, (void)host_pointer;
  const uintptr_t *numbers = (const uintptr_t *)(void *)(launch->base_pointers + 2);
  unsigned *there = place_of(launch, 0);
  const unsigned *read = place_of(launch, 1);
  atomic_fetch_add(&launches[device], 1);
  for (size_t i = numbers[2]; i < numbers[3]; i++)
    if (i % (size_t)threads == numbers[0]) {
      if (there[i] != numbers[1] || read[i / 2] != i / 2) {
        printf("thread %u, element %zu on device %d: %u after %u additions, and %u\n", (unsigned)numbers[0],
               i, (int)device, there[i], (unsigned)numbers[1], read[i / 2]);
        exit(1);
      }
      there[i]++;
    }
  return 0;
}

static void launch_tile(int thread, int array, size_t first, size_t end) {
  void *pointers[6] = {arrays[array], table};
  const uintptr_t numbers[] = {(uintptr_t)thread, additions[thread][array], first, end};
  int64_t sizes[6] = {(int64_t)bytes, (int64_t)bytes};
  int64_t types[6] = {CLEAVE_ARGUMENT_IS_PARAMETER | CLEAVE_ARGUMENT_IS_TO | CLEAVE_ARGUMENT_IS_FROM,
                      CLEAVE_ARGUMENT_IS_PARAMETER | CLEAVE_ARGUMENT_IS_TO};
  for (int i = 0; i < 4; i++) {
    pointers[2 + i] = (void *)numbers[i];
    types[2 + i] = CLEAVE_ARGUMENT_IS_PARAMETER | CLEAVE_ARGUMENT_IS_LITERAL;
  }
  struct cleave_launch_arguments launch = {
      CLEAVE_LAUNCH_VERSION, 6, pointers, pointers, sizes, types, NULL, NULL, 0, 0, {0}, {0}, 0};
  if (cleave_partition_keeps(&(struct cleave_partition_launch){.arguments = &launch, .run = add}))
    return;
  const struct cleave_engine_arguments arguments = {NULL,  -1,    6,    pointers, pointers,
                                                    sizes, types, NULL, NULL};
  struct cleave_engine_call call;
  cleave_engine_enter(&call, CLEAVE_ENGINE_KERNEL, true, &arguments);
  launch.base_pointers = call.types ? call.base_pointers : pointers;
  launch.types = call.types ? call.types : types;
  add(NULL, 0, 0, 0, NULL, &launch);
  cleave_engine_leave(&call);
}

/* A region of one loop, an iteration for each element of an array. */
static void spread(int thread, int array) {
  void *pointers[] = {arrays[array], table};
  int64_t sizes[] = {(int64_t)bytes, (int64_t)bytes};
  int64_t types[] = {CLEAVE_ARGUMENT_IS_TO | CLEAVE_ARGUMENT_IS_FROM, CLEAVE_ARGUMENT_IS_TO};
  const long count = (long)elements();
  cleave_transfers_begin(-1, 2, pointers[0], CLEAVE_IN_TILES | CLEAVE_ONLY_IN_TILES | CLEAVE_SPREAD,
                         CLEAVE_IN_TILES, pointers[1], 0, -1);
  __tgt_target_data_begin_mapper(NULL, -1, 2, pointers, pointers, sizes, types, NULL, NULL);
  const long tiles = cleave_tiles_begin(-1, CLEAVE_SPREAD, 0, count, 2, pointers[0], 0L,
                                        (long)sizeof(unsigned), 1, pointers[1], 0L, 0L, 0);
  for (long tile = 0; tile < tiles; tile++) {
    if (tiles > 1)
      cleave_tile_begin(tile);
    launch_tile(thread, array, tiles > 1 ? (size_t)cleave_tile_first(tile) : 0,
                (size_t)(tiles > 1 ? cleave_tile_first(tile + 1) : count));
    if (tiles > 1)
      cleave_tile_end(tile);
  }
  cleave_tiles_end();
  additions[thread][array]++;
  __tgt_target_data_end_mapper(NULL, -1, 2, pointers, pointers, sizes, types, NULL, NULL);
  cleave_transfers_end();
}

static void *spread_all(void *thread) {
  for (int i = 0; i < regions / 4 + 4; i++)
    spread((int)(size_t)thread, i % ARRAYS);
  return NULL;
}

/* Alone first, so that loops are spread for certain. */
static void spread_in_two_threads(void) {
  pthread_t thread;
  spread(0, 0);
  for (int i = 0; i < MOST_DEVICES; i++)
    if (!atomic_load(&launches[i])) {
      printf("device %d launches nothing\n", i);
      exit(1);
    }
  pthread_create(&thread, NULL, spread_all, (void *)(size_t)1);
  spread_all(NULL);
  pthread_join(thread, NULL);
}

/* Updates what belongs to it, in both directions: as far as anybody else knows, nothing happens. */
static void update(int thread, unsigned *random) {
  const int array = (int)(next_random(random) % ARRAYS);
  void *pointer = arrays[array] + thread;
  int64_t size = sizeof(unsigned), type = CLEAVE_ARGUMENT_IS_FROM;
  __tgt_target_data_update_mapper(NULL, -1, 1, &pointer, &pointer, &size, &type, NULL, NULL);
}

static void *work(void *argument) {
  const int thread = (int)(size_t)argument;
  unsigned random = (unsigned)thread * 7919u + 1;
  for (int i = 0; i < regions; i++) {
    usleep(next_random(&random) % 400);
    switch (next_random(&random) % 10) {
    case 8:
    case 9:
      spread(thread, (int)(next_random(&random) % ARRAYS));
      break;
    case 0:
    case 1:
    case 2:
      kernel(thread, (int)(next_random(&random) % ARRAYS), NULL);
      break;
    case 3:
      update(thread, &random);
      break;
    default:
      region(thread, &random);
    }
  }
  return NULL;
}

/* ---- two threads that meet ---------------------------------------------------------------------------- */

static atomic_bool here;

static void meet(void) {
  if (!atomic_exchange(&here, true))
    usleep(50000); /* the other one is not let in; if it is, it is through by then */
}

static void *other(void *nothing) {
  while (!atomic_load(&here))
    usleep(100);
  kernel(1, 0, NULL);
  return nothing;
}

static void meet_in_region(void (**where)(void)) {
  void *pointer = arrays[0];
  int64_t size = (int64_t)bytes, type = CLEAVE_ARGUMENT_IS_TO | CLEAVE_ARGUMENT_IS_FROM;
  pthread_t thread;
  *where = meet;
  atomic_store(&here, false);
  pthread_create(&thread, NULL, other, NULL);
  cleave_transfers_begin(-1, 1, pointer, 0, 0);
  __tgt_target_data_begin_mapper(NULL, -1, 1, &pointer, &pointer, &size, &type, NULL, NULL);
  cleave_transfers_stage(0);
  additions[0][0]++; /* its own part, without a construct that would end, too */
  unsigned *there = cleave_omptarget()->mapped(pointer, 0);
  for (size_t i = 0; i < elements(); i += (size_t)threads)
    there[i]++;
  cleave_transfers_stage(1);
  __tgt_target_data_end_mapper(NULL, -1, 1, &pointer, &pointer, &size, &type, NULL, NULL);
  cleave_transfers_end();
  pthread_join(thread, NULL);
  *where = NULL;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  threads = atoi(argv[1]);
  regions = atoi(argv[2]);
  bytes = (size_t)atol(argv[3]);
  constant = malloc(bytes);
  table = malloc(bytes);
  for (size_t i = 0; i < elements(); i++)
    constant[i] = table[i] = (unsigned)i;
  for (int i = 0; i < ARRAYS; i++)
    arrays[i] = calloc(1, bytes);
  device_total = MOST_DEVICES;
  make_devices();
  for (int i = 0; i < 3; i++) {
    meet_in_region(&at_end);
    meet_in_region(&at_return);
  }
  spread_in_two_threads();
  pthread_t all[MOST_THREADS];
  for (int i = 0; i < threads; i++)
    pthread_create(&all[i], NULL, work, (void *)(size_t)i);
  for (int i = 0; i < threads; i++)
    pthread_join(all[i], NULL);
  for (int array = 0; array < ARRAYS; array++)
    for (size_t i = 0; i < elements(); i++)
      if (arrays[array][i] != additions[i % (size_t)threads][array]) {
        printf("array %d, element %zu: %u instead of %u\n", array, i, arrays[array][i],
               additions[i % (size_t)threads][array]);
        return 1;
      }
  cleave_engine_stop();
  puts("all additions are there");
}
