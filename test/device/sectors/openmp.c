/* FILE: test/device/sectors/openmp.c
 * WHAT: as much of the OpenMP run time as the host's versions of target regions call.
 *
 * No thread is made: a parallel region is called once for each thread that a GPU would run it with, so
 * that each gets one chunk. Threads are numbered like lanes: number modulo 32.
 */
#include "sectors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

struct offload_entry {
  void *address;
  char *name;
  size_t size;
  int32_t flags, reserved;
};
extern struct offload_entry __start_omp_offloading_entries[], __stop_omp_offloading_entries[];

struct kernel_arguments { /* as clang 19 passes them, version 3 */
  uint32_t version, count;
  void **bases, **pointers;
  int64_t *sizes, *types;
};
enum { ARGUMENT_IS_VALUE = 0x100 };

static long thread_number, thread_count;

/* The region does not run here: the program calls the host's version. */
int __tgt_target_kernel(void *where, int64_t device, int32_t teams, int32_t threads, void *host,
                        struct kernel_arguments *arguments) {
  (void)where, (void)device, (void)teams, (void)threads;
  compare_at_exit();
  static struct launch launch;
  memset(&launch, 0, sizeof launch);
  for (struct offload_entry *entry = __start_omp_offloading_entries; entry < __stop_omp_offloading_entries;
       entry++)
    if (entry->address == host)
      launch.kernel = entry->name;
  if (!launch.kernel || arguments->count > MAX_ARGUMENTS) {
    fprintf(stderr, "sectors: a kernel without a name\n");
    exit(EXIT_FAILURE);
  }
  launch.count = arguments->count;
  for (size_t i = 0; i < launch.count; i++) {
    launch.values[i] = (uint64_t)(uintptr_t)arguments->bases[i];
    launch.known[i] = arguments->types[i] & ARGUMENT_IS_VALUE;
  }
  accesses_begin_kernel(&launch);
  return 1;
}

typedef void region(int *thread, int *team, void *, void *, void *, void *, void *, void *, void *, void *,
                    void *, void *, void *, void *, void *, void *, void *, void *);

static void call(region *body, int count, va_list list) {
  enum { MOST = 16 };
  void *a[MOST] = {0};
  int zero = 0;
  if (count > MOST) {
    fprintf(stderr, "sectors: a region with %d arguments\n", count);
    exit(EXIT_FAILURE);
  }
  for (int i = 0; i < count; i++)
    a[i] = va_arg(list, void *);
  body(&zero, &zero, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13],
       a[14], a[15]);
}

void __kmpc_fork_teams(void *where, int count, region *body, ...) {
  (void)where;
  va_list list;
  va_start(list, body);
  call(body, count, list);
  va_end(list);
}

void __kmpc_fork_call(void *where, int count, region *body, ...) {
  (void)where;
  thread_count = 1;
  for (thread_number = 0; thread_number < thread_count; thread_number++) {
    va_list list;
    va_start(list, body);
    accesses_begin_thread(thread_number);
    call(body, count, list);
    accesses_begin_thread(-1);
    va_end(list);
  }
}

/* Gives the one team all iterations, a thread its chunk: one iteration, if the program does not say. */
static void share(int schedule, int64_t *lower, int64_t *upper, int64_t *stride, int64_t step,
                  int64_t chunk) {
  enum { STATIC_CHUNKED = 33, DISTRIBUTE_CHUNKED = 91, DISTRIBUTE = 92, MODIFIERS = 3 << 29 };
  schedule &= ~MODIFIERS;
  *stride = *upper - *lower + 1;
  if (schedule == DISTRIBUTE_CHUNKED || schedule == DISTRIBUTE)
    return;
  if (schedule != STATIC_CHUNKED)
    chunk = 1;
  long threads = (long)((*upper - *lower) / step / chunk + 1);
  if (threads > thread_count)
    thread_count = threads;
  int64_t last = *upper;
  *lower += thread_number * chunk * step;
  *upper = *lower + (chunk - 1) * step < last ? *lower + (chunk - 1) * step : last;
}

#define STATIC_INIT(suffix, type, wide)                                                                      \
  void __kmpc_for_static_init_##suffix(void *where, int thread, int schedule, int *last, type *lower,        \
                                       type *upper, type *stride, type step, type chunk) {                   \
    (void)where, (void)thread;                                                                               \
    int64_t from = (int64_t)(wide) * lower, to = (int64_t)(wide) * upper, by = 0;                            \
    share(schedule, &from, &to, &by, (int64_t)(wide)step, (int64_t)(wide)chunk);                             \
    *lower = (type)from, *upper = (type)to, *stride = (type)by, *last = 0;                                   \
  }
STATIC_INIT(4, int32_t, int32_t)
STATIC_INIT(4u, uint32_t, uint32_t)
STATIC_INIT(8, int64_t, int64_t)
STATIC_INIT(8u, uint64_t, uint64_t)

int __kmpc_global_thread_num(void *where) { return (void)where, 0; }
int __kmpc_reduce_nowait(void) { return 1; }
int __kmpc_reduce(void) { return 1; }

#define DOES_NOTHING(name)                                                                                   \
  void name(void) {}
DOES_NOTHING(__kmpc_for_static_fini)
DOES_NOTHING(__kmpc_push_num_teams)
DOES_NOTHING(__kmpc_push_num_teams_51)
DOES_NOTHING(__kmpc_push_num_threads)
DOES_NOTHING(__kmpc_end_reduce_nowait)
DOES_NOTHING(__kmpc_end_reduce)
DOES_NOTHING(__kmpc_barrier)
DOES_NOTHING(__tgt_target_data_begin_mapper)
DOES_NOTHING(__tgt_target_data_end_mapper)
DOES_NOTHING(__tgt_target_data_update_mapper)
/* What the benchmark programs' harness calls where it does more than run the program once. */
DOES_NOTHING(omp_get_default_device)
DOES_NOTHING(omp_get_num_devices)
DOES_NOTHING(omp_is_initial_device)
DOES_NOTHING(omp_target_alloc)
DOES_NOTHING(omp_target_free)
DOES_NOTHING(kmp_get_blocktime)
DOES_NOTHING(kmp_set_blocktime)
