/* FILE: lib/runtime/launch.c
 * WHAT: the entry point by which a program launches a kernel: chooses the grid if the user does not specify
 *       it and the kernel's information suffices, and the threads of teams whose number the user specifies.
 */
#include <stdatomic.h>

#include "engine/engine.h"
#include "engine/multi_device.h"
#include "image/grid.h"
#include "runtime/checked_construct.h"
#include "runtime/kernel_table.h"
#include "runtime/launch_report.h"
#include "device/process_devices.h"
#include "process/omptarget.h"
#include "runtime/runtime.h"
#include "process/settings.h"
#include "trace/trace_construct.h"

enum { MAX_ARGUMENTS = 128 /* the values of further arguments are unknown */ };

/* The values of the kernel's parameters, as far as the launch contains them. */
struct values {
  uint64_t values[MAX_ARGUMENTS];
  bool known[MAX_ARGUMENTS];
  size_t count;
};

static bool is_value(const struct cleave_launch_arguments *launch, uint32_t index) {
  const int64_t both = CLEAVE_ARGUMENT_IS_PARAMETER | CLEAVE_ARGUMENT_IS_LITERAL;
  return (launch->types[index] & both) == both;
}

static void read_values(const struct cleave_launch_arguments *launch, struct values *values) {
  values->count = 0;
  for (uint32_t i = 0; i < launch->argument_count && values->count < MAX_ARGUMENTS; i++) {
    if (!(launch->types[i] & CLEAVE_ARGUMENT_IS_PARAMETER))
      continue;
    values->known[values->count] = is_value(launch, i);
    values->values[values->count++] = (uint64_t)(uintptr_t)launch->base_pointers[i];
  }
}

/* A launch and the grid that was chosen for it. Most programs launch a kernel again and again with the
 * same values, and comparing them costs less than choosing. */
struct decision {
  const struct cleave_kernel_record *record; /* NULL: none */
  uint64_t serial;                           /* of the record, which may be freed */
  int64_t device;
  uint64_t trip_count;
  uint64_t digest; /* of the values; on a collision the grid is valid, but may be slower */
  uint32_t thread_limit, dynamic_shared_bytes, num_teams;
  uint32_t teams, threads; /* 0: the launch does not change in that */
};

enum { DECISIONS = 16 };
static _Thread_local struct decision decisions[DECISIONS];

static struct decision key_of(const struct cleave_kernel_record *record, int64_t device,
                              const struct cleave_launch_arguments *launch) {
  struct decision key = {.record = record,
                         .serial = record->serial,
                         .device = device,
                         .trip_count = launch->trip_count,
                         .digest = UINT64_C(0xcbf29ce484222325),
                         .thread_limit = launch->thread_limit[0],
                         .num_teams = launch->teams[0],
                         .dynamic_shared_bytes = launch->dynamic_shared_bytes};
  for (uint32_t i = 0; i < launch->argument_count; i++)
    if (is_value(launch, i)) {
      key.digest = (key.digest ^ (uintptr_t)launch->base_pointers[i]) * UINT64_C(0x9e3779b97f4a7c15);
      key.digest ^= key.digest >> 32;
    }
  return key;
}

static bool is_same(const struct decision *a, const struct decision *b) {
  return a->record == b->record && a->serial == b->serial && a->device == b->device &&
         a->trip_count == b->trip_count && a->digest == b->digest && a->thread_limit == b->thread_limit &&
         a->dynamic_shared_bytes == b->dynamic_shared_bytes && a->num_teams == b->num_teams;
}

/* This thread's entry for the decision about a launch like KEY. */
static struct decision *place_of(const struct decision *key) {
  const uint64_t hash =
      ((uintptr_t)key->record >> 4 ^ key->digest ^ key->trip_count) * UINT64_C(0x9e3779b97f4a7c15);
  return &decisions[hash >> 32 & (DECISIONS - 1)];
}

/* Whether something may be chosen for LAUNCH: it has one dimension, and num_teams or thread_limit is missing. TEAMS is -1 for a region
 * without a teams construct, which runs in one team and never in more. */
static bool is_open(int32_t teams, const struct cleave_launch_arguments *launch) {
  return launch->version == CLEAVE_LAUNCH_VERSION && teams >= 0 && (uint32_t)teams == launch->teams[0] &&
         (!teams || !launch->thread_limit[0]) && !launch->teams[1] && !launch->teams[2] &&
         !launch->thread_limit[1] && !launch->thread_limit[2];
}

/* Fills in the grid of the launch that KEY identifies. */
static void decide(const struct cleave_launch_arguments *launch, struct decision *key) {
  const struct cleave_device *device = cleave_device_find(key->device);
  const struct cleave_kernel *kernel =
      device ? cleave_kernel_for(key->record, device->limits.architecture) : NULL;
  if (!kernel)
    return;
  if (launch->teams[0]) {
    key->threads =
        cleave_grid_fewer_threads(&device->limits, kernel, launch->teams[0], launch->dynamic_shared_bytes);
    return;
  }
  struct values values;
  read_values(launch, &values);
  const struct cleave_grid_launch it = {
      .trip_count = launch->trip_count,
      .threads = launch->thread_limit[0],
      .dynamic_shared_bytes = launch->dynamic_shared_bytes,
      .arguments = {values.values, values.known, values.count},
  };
  struct cleave_geometry grid;
  cleave_grid_choose(&device->limits, kernel, &it, &grid);
  key->teams = grid.teams;
  key->threads = grid.threads;
  if (!key->teams && !launch->thread_limit[0])
    key->threads =
        cleave_grid_fewer_threads(&device->limits, kernel, launch->trip_count, launch->dynamic_shared_bytes);
  if (cleave_settings()->verbose)
    cleave_launches_note(kernel, key->device, launch->trip_count, &grid);
}

/* Whether LAUNCH is one of a loop without iterations, for which the OpenMP run time would choose its largest
 * grid. A launch without a trip count passes 0 as well, but the code of one kernel passes a trip count either
 * always or never. */
static bool is_empty(struct cleave_kernel_record *record, const struct cleave_launch_arguments *launch) {
  if (launch->trip_count)
    atomic_store_explicit(&record->counts_iterations, true, memory_order_relaxed);
  return !launch->trip_count && atomic_load_explicit(&record->counts_iterations, memory_order_relaxed);
}

/* Stores the grid for a launch in *CHOSEN, a copy of the launch. Returns false if the launch is not
 * changed. */
static bool choose(int64_t device, const void *host_pointer, const struct cleave_launch_arguments *launch,
                   struct cleave_launch_arguments *chosen) {
  struct cleave_kernel_record *record = cleave_kernels_find(host_pointer);
  if (!record)
    return false;
  if (!launch->teams[0] && is_empty(record, launch)) {
    *chosen = *launch;
    chosen->teams[0] = 1;
    return true;
  }
  if (device == -1)
    device = cleave_omptarget()->default_device();
  struct decision key = key_of(record, device, launch);
  struct decision *known = place_of(&key);
  if (!is_same(known, &key)) {
    decide(launch, &key);
    *known = key;
  }
  if (!known->teams && !known->threads)
    return false;
  *chosen = *launch;
  if (known->teams)
    chosen->teams[0] = known->teams;
  if (known->threads && !launch->thread_limit[0])
    chosen->thread_limit[0] = known->threads;
  return true;
}

/* libomptarget modifies its arguments, so it gets a copy of those changed here; the others are passed
 * through. */
static int launch_kernel(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                         void *host_pointer, struct cleave_launch_arguments *launch) {
  const struct cleave_omptarget *real = cleave_omptarget();
  struct cleave_launch_arguments chosen;
  if (cleave_settings()->geometry && is_open(teams, launch) && choose(device, host_pointer, launch, &chosen))
    return real->target_kernel(location, device, (int32_t)chosen.teams[0], (int32_t)chosen.thread_limit[0],
                               host_pointer, &chosen);
  return real->target_kernel(location, device, teams, thread_limit, host_pointer, launch);
}

/* The transfer engine needs the list items of a kernel. */
static int launch_with_engine(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                              void *host_pointer, struct cleave_launch_arguments *launch) {
  if (!cleave_engine_is_on() || launch->version != CLEAVE_LAUNCH_VERSION)
    return launch_kernel(location, device, teams, thread_limit, host_pointer, launch);
  const struct cleave_engine_arguments arguments = {location,
                                                    device,
                                                    (int32_t)launch->argument_count,
                                                    launch->base_pointers,
                                                    launch->pointers,
                                                    launch->sizes,
                                                    launch->types,
                                                    launch->names,
                                                    launch->mappers};
  struct cleave_engine_call call;
  if (!cleave_engine_enter(&call, CLEAVE_ENGINE_KERNEL, !(launch->flags & CLEAVE_LAUNCH_NOWAIT), &arguments))
    return 0; /* the process exits */
  struct cleave_launch_arguments changed;
  if (call.types) {
    changed = *launch;
    changed.base_pointers = call.base_pointers;
    changed.types = call.types;
    launch = &changed;
  }
  const int result = launch_kernel(location, device, teams, thread_limit, host_pointer, launch);
  cleave_engine_leave(&call);
  return result;
}

typedef int launcher(void *location, int64_t device, int32_t teams, int32_t thread_limit, void *host_pointer,
                     struct cleave_launch_arguments *launch);

/* Makes LAUNCH, and records it if there is a trace. */
static int trace_launch(launcher *run, void *location, int64_t device, int32_t teams, int32_t thread_limit,
                        void *host_pointer, struct cleave_launch_arguments *launch) {
  if (!cleave_trace_is_observed())
    return run(location, device, teams, thread_limit, host_pointer, launch);
  struct cleave_construct construct;
  struct cleave_construct_items items = {0};
  bool waits = true;
  if (launch->version == CLEAVE_LAUNCH_VERSION) {
    items = (struct cleave_construct_items){launch->argument_count, launch->pointers, launch->sizes,
                                            launch->names};
    waits = !(launch->flags & CLEAVE_LAUNCH_NOWAIT);
  }
  cleave_construct_begin(&construct, waits ? "target" : "target nowait", location, device, host_pointer,
                         &items, waits);
  const int result = run(location, device, teams, thread_limit, host_pointer, launch);
  cleave_construct_end(&construct);
  return result;
}

/* A launch that the engine has recorded, with its list items. Any thread may call this. */
static int launch_kept(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                       void *host_pointer, struct cleave_launch_arguments *launch) {
  return trace_launch(launch_kernel, location, device, teams, thread_limit, host_pointer, launch);
}

/* A launch with CLEAVE_CHECK=data. */
static int launch_checked(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                          void *host_pointer, struct cleave_launch_arguments *launch) {
  struct cleave_checked_construct checked;
  struct cleave_check_construct construct = {.device = device};
  if (launch->version == CLEAVE_LAUNCH_VERSION) {
    construct.count = launch->argument_count;
    construct.pointers = launch->pointers;
    construct.sizes = launch->sizes;
    construct.types = launch->types;
    construct.names = launch->names;
  }
  cleave_checked_begin(&checked, location, host_pointer, &construct);
  const int result =
      trace_launch(launch_with_engine, location, device, teams, thread_limit, host_pointer, launch);
  cleave_checked_end(&checked, !result);
  return result;
}

int __tgt_target_kernel(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                        void *host_pointer, struct cleave_launch_arguments *launch) {
  if (cleave_data_check())
    return launch_checked(location, device, teams, thread_limit, host_pointer, launch);
  if (cleave_engine_is_on() && launch->version == CLEAVE_LAUNCH_VERSION &&
      cleave_partition_keeps(&(struct cleave_partition_launch){.location = location,
                                                               .host_pointer = host_pointer,
                                                               .teams = teams,
                                                               .thread_limit = thread_limit,
                                                               .arguments = launch,
                                                               .run = launch_kept}))
    return 0;
  return trace_launch(launch_with_engine, location, device, teams, thread_limit, host_pointer, launch);
}
