/* FILE: lib/runtime/driver_front.c
 * WHAT: puts libcleave-cuda.so in front of the CUDA driver, and talks to it.
 */
#include "runtime/driver_front.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "driverfront/driverfront.h"
#include "runtime/omptarget.h"
#include "runtime/settings.h"
#include "runtime/trace_construct.h"

static struct cleave_driver_queue queue; /* filled in before the first region, or all NULL */
static bool holds_back;

/* With unified shared memory a kernel's results are there without a copy, so that nothing would tell when
 * the host needs them. */
static bool shares_memory(const struct cleave_descriptor *descriptor) {
  enum { REQUIRES = 0x10, UNIFIED_SHARED_MEMORY = 0x8 };
  for (const struct cleave_entry *entry = descriptor->entries; entry < descriptor->entries_end; entry++)
    if (entry->flags == REQUIRES && entry->data & UNIFIED_SHARED_MEMORY)
      return true;
  return false;
}

static void load(bool traces, bool queues) {
  static const struct cleave_driver_recorder recorder = {cleave_operation,
                                                         cleave_construct_begin_wait,
                                                         cleave_construct_waits_not,
                                                         cleave_trace_begin,
                                                         cleave_trace_end,
                                                         cleave_trace_add,
                                                         cleave_trace_now};
  Dl_info ours;
  char path[4096];
  /* A program that has opened the driver under this name gets that one again. */
  void *known = dlopen("libcuda.so", RTLD_LAZY | RTLD_NOLOAD);
  if (known || !dladdr(&recorder, &ours)) {
    if (known)
      dlclose(known);
    return;
  }
  const char *slash = strrchr(ours.dli_fname, '/');
  const int folder = slash ? (int)(slash - ours.dli_fname) + 1 : 0;
  const int length = snprintf(path, sizeof path, "%.*slibcleave-cuda.so", folder, ours.dli_fname);
  void *library = length < (int)sizeof path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library)
    return; /* there is no driver */
  bool (*start)(const struct cleave_driver_recorder *, struct cleave_driver_queue *) = NULL;
  void *address = dlsym(library, "cleave_driver_front_start");
  memcpy(&start, &address, sizeof address);
  if (start && start(traces ? &recorder : NULL, queues ? &queue : NULL))
    holds_back = queues;
  else
    dlclose(library);
}

void cleave_driver_front_load(const struct cleave_descriptor *descriptor) {
  static bool was_here;
  const bool traces = cleave_trace_is_on();
  const bool queues = cleave_settings()->waits_for_regions && !shares_memory(descriptor);
  if (!was_here && (traces || queues))
    load(traces, queues);
  was_here = true;
  holds_back &= queues;
}

void cleave_waits_begin(void) {
  if (holds_back)
    queue.begin();
}

/* Gives the OpenMP run time something to do that fails by the error that is waiting for it. */
static void report_failure(void) {
  char byte = 0;
  void *object = &byte;
  int64_t bytes = 1, type = CLEAVE_ARGUMENT_IS_TO;
  cleave_omptarget()->data_begin(NULL, -1, 1, &object, &object, &bytes, &type, NULL, NULL);
}

void cleave_waits_end(void) {
  if (holds_back && !queue.end())
    report_failure();
}

void cleave_waits_settle(void) {
  if (holds_back)
    queue.settle();
}

void cleave_waits_set_independent(void) {
  if (holds_back)
    queue.set_independent();
}
