/* FILE: test/engine/device.c
 * WHAT: what the transfer engine needs of the rest of libcleave, for threads.c: a libomptarget whose
 *       device is a table of copies in memory, with reference counts as OpenMP has them, under one lock.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine_device.h"
#include "engine/engine.h"
#include "interposer/interposer_loader.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/rank_device.h"
#include "process/settings.h"
#include "runtime/checked_construct.h"
#include "trace/trace_construct.h"

struct mapping {
  struct mapping *next;
  char *host, *device;
  size_t bytes;
  int references;
};

#include "device.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mapping *mappings;

static struct mapping *find(const char *host) {
  struct mapping *mapping = mappings;
  while (mapping && !(host >= mapping->host && host < mapping->host + mapping->bytes))
    mapping = mapping->next;
  return mapping;
}

/* So that other threads come in between. */
static void pause_now_and_then(void) {
  static atomic_uint calls;
  const unsigned call = atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
  if (call % 4 == 0)
    usleep(call % 8 ? 200 : 3000);
}

void cleave_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
}

void (*at_end)(void);
void (*at_return)(void);
bool keep_types;
int64_t types_at_begin[MOST_TYPES], types_at_end[MOST_TYPES];

static void keep(int64_t *kept, const int64_t *types, int32_t count) {
  for (int32_t i = 0; keep_types && i < count && i < MOST_TYPES; i++)
    kept[i] = types[i];
}

static void data_begin(CLEAVE_DATA_PARAMETERS) {
  (void)location, (void)device, (void)base_pointers, (void)names, (void)mappers;
  keep(types_at_begin, types, count);
  pause_now_and_then();
  pthread_mutex_lock(&lock);
  for (int32_t i = 0; i < count; i++) {
    struct mapping *mapping = find(pointers[i]);
    if (!mapping) {
      mapping = calloc(1, sizeof *mapping);
      *mapping = (struct mapping){mappings, pointers[i], malloc((size_t)sizes[i]), (size_t)sizes[i], 0};
      mappings = mapping;
      memset(mapping->device, 0xee, mapping->bytes);
      if (types[i] & CLEAVE_ARGUMENT_IS_TO)
        memcpy(mapping->device, mapping->host, mapping->bytes);
    }
    mapping->references++;
  }
  pthread_mutex_unlock(&lock);
}

static void data_end(CLEAVE_DATA_PARAMETERS) {
  (void)location, (void)device, (void)base_pointers, (void)sizes, (void)names, (void)mappers;
  keep(types_at_end, types, count);
  if (at_end)
    at_end();
  pause_now_and_then();
  pthread_mutex_lock(&lock);
  for (int32_t i = count - 1; i >= 0; i--) {
    struct mapping *mapping = find(pointers[i]), **link = &mappings;
    if (!mapping || --mapping->references)
      continue;
    if (types[i] & CLEAVE_ARGUMENT_IS_FROM)
      memcpy(mapping->host, mapping->device, mapping->bytes);
    while (*link != mapping)
      link = &(*link)->next;
    *link = mapping->next;
    free(mapping->device);
    free(mapping);
  }
  pthread_mutex_unlock(&lock);
}

static void data_update(CLEAVE_DATA_PARAMETERS) {
  (void)location, (void)device, (void)base_pointers, (void)names, (void)mappers;
  pthread_mutex_lock(&lock);
  for (int32_t i = 0; i < count; i++) {
    struct mapping *mapping = find(pointers[i]);
    if (!mapping)
      continue;
    char *there = mapping->device + ((char *)pointers[i] - mapping->host);
    if (types[i] & CLEAVE_ARGUMENT_IS_TO)
      memcpy(there, pointers[i], (size_t)sizes[i]);
    if (types[i] & CLEAVE_ARGUMENT_IS_FROM)
      memcpy(pointers[i], there, (size_t)sizes[i]);
  }
  pthread_mutex_unlock(&lock);
}

static void *mapped(const void *pointer, int device) {
  (void)device;
  pthread_mutex_lock(&lock);
  struct mapping *mapping = find(pointer);
  char *there = mapping ? mapping->device + ((char *)(uintptr_t)pointer - mapping->host) : NULL;
  pthread_mutex_unlock(&lock);
  return there;
}

/* ---- how the engine copies: as for the host's device, but slowly, and now and then not at all ---- */

static struct cleave_engine_device *host;

static bool copy(struct cleave_engine_device *device, const struct cleave_copy *what) {
  static atomic_uint copies;
  const unsigned number = atomic_fetch_add_explicit(&copies, 1, memory_order_relaxed);
  (void)device;
  usleep(number % 4 * 300);
  if (at_return && what->direction == CLEAVE_FROM_DEVICE)
    at_return();
  if (!at_return && !at_end && number % 16 == 7) {
    memset(what->direction == CLEAVE_TO_DEVICE ? what->device : what->host, 0xdd, what->bytes / 2);
    return false;
  }
  return host->kind->copy(host, what);
}

int device_total = 1;

struct cleave_engine_device *cleave_engine_device(int64_t number) {
  static const struct cleave_engine_device_kind kind = {.name = "slow", .copy = copy};
  static struct cleave_engine_device devices[MOST_DEVICES] = {
      {.kind = &kind}, {.kind = &kind, .number = 1}, {.kind = &kind, .number = 2}};
  return number >= 0 && number < device_total ? &devices[number] : NULL;
}

void cleave_engine_load_variables(void *location, int64_t number) {
  (void)location, (void)number; /* there are none */
}

void make_devices(void) {
  host = cleave_host_device(0);
  cleave_engine_start();
}

/* ---- the rest of libcleave ------------------------------------------------------------------------- */

static int zero(void) { return 0; }

int threads_of_kernels = 1, teams_of_kernels;

static int max_threads(void) { return threads_of_kernels; }

static int max_teams(void) { return teams_of_kernels; }

static int total(void) { return device_total; }

/* Memory on a device that is none of the table's; now and then there is none. */
static void *allocate(size_t bytes, int device) {
  static atomic_uint calls;
  const unsigned call = atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
  return device && call % 32 == 31 ? NULL : malloc(bytes);
}

static void release(void *address, int device) {
  (void)device;
  free(address);
}

static int copy_at_once(void *to, const void *from, size_t bytes, size_t to_offset, size_t from_offset,
                        int to_device, int from_device) {
  (void)to_device, (void)from_device;
  memcpy((char *)to + to_offset, (const char *)from + from_offset, bytes);
  return 0;
}

const struct cleave_omptarget *cleave_omptarget(void) {
  static const struct cleave_omptarget real = {.data_begin = data_begin,
                                               .data_end = data_end,
                                               .data_update = data_update,
                                               .device_count = total,
                                               .default_device = zero,
                                               .mapped = mapped,
                                               .allocate = allocate,
                                               .release = release,
                                               .copy = copy_at_once,
                                               .max_threads = max_threads,
                                               .max_teams = max_teams,
                                               .target_offload = total};
  return &real;
}

bool cleave_rank_device_is_mine(int device, int devices) { return device < devices; }

const struct cleave_run_time_options *cleave_settings(void) {
  static const struct cleave_run_time_options settings = {.transfers = CLEAVE_TRANSFERS_ALWAYS, .tiles = 7};
  return &settings;
}

/* No waits are held back. */
void cleave_waits_begin(void) {}

void cleave_waits_end(void) {}

void cleave_waits_synchronize(void) {}

void cleave_waits_set_independent(void) {}

/* No trace is written. */
atomic_uint cleave_trace_receivers;

struct cleave_trace_event *cleave_trace_begin(const struct cleave_trace_event *what) {
  (void)what;
  return NULL;
}

void cleave_trace_end(struct cleave_trace_event *event) { (void)event; }

void cleave_operation_begin_as(const struct cleave_trace_event *what) { (void)what; }

void cleave_operation_end(uint64_t device_address) { (void)device_address; }

struct cleave_trace_event *cleave_construct_begin_wait(void) { return NULL; }

void cleave_construct_item(const void *address, char **name, char **file, uint32_t *line) {
  (void)address, (void)name, (void)file, (void)line;
}

const struct cleave_data_check *cleave_data_check(void) { return NULL; }
void cleave_checked_begin(struct cleave_checked_construct *checked, const void *location, const void *kernel,
                          const struct cleave_check_construct *construct) {
  (void)checked, (void)location, (void)kernel, (void)construct;
}
void cleave_checked_end(const struct cleave_checked_construct *checked, bool has_run) {
  (void)checked, (void)has_run;
}
void cleave_construct_begin(struct cleave_construct *construct, const char *directive, const void *location,
                            int64_t device, const void *kernel, const struct cleave_construct_items *items,
                            bool waits) {
  (void)construct, (void)directive, (void)location, (void)device, (void)kernel, (void)items, (void)waits;
}

void cleave_construct_end(struct cleave_construct *construct) { (void)construct; }
