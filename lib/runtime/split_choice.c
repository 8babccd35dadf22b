/* FILE: lib/runtime/split_choice.c
 * WHAT: whether a region runs split or as its single-kernel fallback.
 */
#include <stdarg.h>

#include "engine/engine.h"
#include "geometry/geometry.h"
#include "device/process_devices.h"
#include "process/omptarget.h"
#include "runtime/runtime.h"
#include "process/settings.h"

/* The speed of DEVICE (-1: the default device). Returns false if it is not known. */
static bool find_pace(int device, struct cleave_pace *pace) {
  device = (int)cleave_device_number(device);
  if (cleave_engine_is_host(device)) {
    const struct cleave_transfer_rates rates = cleave_device_rates_of_host();
    *pace = (struct cleave_pace){.kernel_launch = rates.kernel_launch,
                                 .threads = cleave_engine_host_threads(),
                                 .copies = rates.pageable_to_device,
                                 .is_host = true};
    return true;
  }
  const struct cleave_device *it = cleave_device_find(device);
  if (!it)
    return false;
  *pace = (struct cleave_pace){.kernel_launch = it->rates.kernel_launch,
                               .memory_bandwidth = it->rates.memory_bandwidth,
                               .threads =
                                   (double)it->limits.multiprocessors * it->limits.threads_per_multiprocessor,
                               .copies = it->rates.pageable_to_device};
  return true;
}

/* Whether only the split region fits into the device memory that the program may use
 * (engine/streaming_buffer.c). */
static bool must_split(double bytes) {
  const uint64_t memory = cleave_settings()->device_memory;
  return memory && bytes > (double)memory;
}

static void read_loops(struct cleave_split_loop *loops, int count, va_list *arguments) {
  for (int i = 0; i < count; i++) {
    loops[i].trip_count = va_arg(*arguments, double);
    loops[i].round_trips = va_arg(*arguments, double);
  }
}

int cleave_split_pays(int device, int kernels, double bytes, int count, ...) {
  if (cleave_settings()->split != CLEAVE_SPLIT_AUTO)
    return cleave_settings()->split == CLEAVE_SPLIT_ALWAYS;
  if (count < 0 || count > CLEAVE_MOST_SPLIT_LOOPS || kernels < 2 || must_split(bytes))
    return 1;
  struct cleave_split_loop loops[CLEAVE_MOST_SPLIT_LOOPS];
  va_list arguments;
  va_start(arguments, count);
  read_loops(loops, count, &arguments);
  va_end(arguments);
  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  struct cleave_pace pace;
  const bool one_team =
      find_pace(device, &pace) &&
      cleave_one_team_is_profitable(&pace, &(struct cleave_split_region){.kernels = (unsigned)kernels,
                                                                         .bytes = bytes,
                                                                         .loops = loops,
                                                                         .loop_count = (size_t)count});
  cleave_engine_end_call(&call);
  return !one_team;
}

/* The decision for GROUP_COUNT groups, described by ARGUMENTS. TEAMS: of the original form; 0: one. */
static bool is_split(int device, double bytes, double teams, int group_count, va_list *arguments) {
  if (cleave_settings()->split != CLEAVE_SPLIT_AUTO)
    return cleave_settings()->split == CLEAVE_SPLIT_ALWAYS;
  if (group_count < 0 || group_count > CLEAVE_MOST_SPLIT_LOOPS || must_split(bytes))
    return true;
  struct cleave_split_group groups[CLEAVE_MOST_SPLIT_LOOPS];
  struct cleave_split_loop loops[CLEAVE_MOST_SPLIT_LOOPS];
  int used = 0;
  for (int i = 0; i < group_count; i++) {
    const int kernels = va_arg(*arguments, int), count = va_arg(*arguments, int);
    if (kernels < 0 || count < 0 || count > CLEAVE_MOST_SPLIT_LOOPS - used)
      return true;
    groups[i] = (struct cleave_split_group){(unsigned)kernels, &loops[used], (size_t)count};
    read_loops(&loops[used], count, arguments);
    used += count;
  }
  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  struct cleave_pace pace;
  const bool original =
      find_pace(device, &pace) &&
      cleave_one_team_is_profitable_nested(
          &pace, &(struct cleave_nested_split){
                     .bytes = bytes, .teams = teams, .groups = groups, .group_count = (size_t)group_count});
  cleave_engine_end_call(&call);
  return !original;
}

int cleave_nested_split_pays(int device, double bytes, int group_count, ...) {
  va_list arguments;
  va_start(arguments, group_count);
  const bool split = is_split(device, bytes, 0, group_count, &arguments);
  va_end(arguments);
  return split;
}

int cleave_teams_split_pays(int device, double teams, int group_count, ...) {
  va_list arguments;
  va_start(arguments, group_count);
  const bool split = is_split(device, 0, teams > 1 ? teams : 1, group_count, &arguments);
  va_end(arguments);
  return split;
}
