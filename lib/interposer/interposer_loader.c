/* FILE: lib/interposer/interposer_loader.c
 * WHAT: loads libcleave-cuda.so before CUDA, and calls it.
 */
#include "interposer/interposer_loader.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "interposer/interposer.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/settings.h"
#include "trace/trace_construct.h"

static struct cleave_deferred_waits waits; /* filled in before the first region, or all NULL */
static bool defers_waits;

/* With unified shared memory the host reads the results of a kernel without a copy, so no call shows when it needs
 * them. */
static bool shares_memory(const struct cleave_descriptor *descriptor) {
  enum { UNIFIED_SHARED_MEMORY = 0x8 };
  struct cleave_entry entry;
  for (const void *at = descriptor->entries; at < descriptor->entries_end;) {
    at = cleave_next_entry(at, descriptor->entries_end, &entry);
    if (entry.flags == CLEAVE_ENTRY_IS_REQUIRES && entry.data & UNIFIED_SHARED_MEMORY)
      return true;
  }
  return false;
}

/* CUDA cannot load an image. The OpenMP run time then ends the program. */
static void explain_refused_image(CUresult error, int version) {
  static atomic_flag explained = ATOMIC_FLAG_INIT;
  const char *why;
  switch (error) {
  case CUDA_ERROR_INVALID_IMAGE:
  case CUDA_ERROR_INVALID_PTX:
  case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    why =
        "it is older than the CUDA toolkit that made the image; update the NVIDIA driver, or compile with an older CUDA toolkit";
    break;
  case CUDA_ERROR_NO_BINARY_FOR_GPU:
    why =
        "the image has no code for this GPU; compile with the --offload-arch= that nvidia-smi or 'cleave inspect' names";
    break;
  default:
    why = "check the image with 'cleave inspect' and the driver with nvidia-smi";
    break;
  }
  if (!cleave_settings()->quiet && !atomic_flag_test_and_set(&explained))
    cleave_warn("the CUDA driver, of CUDA %d.%d, does not load a device image (error %d): %s", version / 1000,
                version % 1000 / 10, error, why);
}

static void load(bool traces, bool defers, bool spins) {
  static const struct cleave_interposer_recorder recorder = {cleave_operation,
                                                             cleave_construct_begin_wait,
                                                             cleave_construct_waits_not,
                                                             cleave_trace_begin,
                                                             cleave_trace_end,
                                                             cleave_trace_add,
                                                             cleave_trace_now};
  Dl_info ours;
  char path[4096];
  /* If the program has opened CUDA under this name, dlopen returns that library again. */
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
    return; /* there is no CUDA */
  bool (*start)(const struct cleave_interposer_recorder *, struct cleave_deferred_waits *, bool, bool,
                void (*)(CUresult, int)) = NULL;
  void *address = dlsym(library, "cleave_interposer_start");
  memcpy(&start, &address, sizeof address);
  if (start && start(traces ? &recorder : NULL, defers ? &waits : NULL, spins, cleave_settings()->graphs,
                     explain_refused_image))
    defers_waits = defers;
  else
    dlclose(library);
}

void cleave_interposer_load(const struct cleave_descriptor *descriptor) {
  static bool was_here;
  const bool traces = cleave_trace_is_on();
  const bool defers = cleave_settings()->waits_for_regions && !shares_memory(descriptor);
  const bool spins = cleave_settings()->spin;
  if (!was_here && (traces || defers || spins))
    load(traces, defers, spins);
  was_here = true;
  defers_waits &= defers;
}

/* Regions that this thread has begun and not ended. */
static _Thread_local unsigned open_regions;

void cleave_waits_begin(void) {
  if (!defers_waits)
    return;
  open_regions++;
  waits.begin();
}

bool cleave_waits_begin_outermost(void) {
  if (!defers_waits || open_regions)
    return false;
  cleave_waits_begin();
  return true;
}

/* Calls the OpenMP run time so that it gets the pending error. */
static void report_failure(void) {
  char byte = 0;
  void *object = &byte;
  int64_t bytes = 1, type = CLEAVE_ARGUMENT_IS_TO;
  cleave_omptarget()->data_begin(NULL, -1, 1, &object, &object, &bytes, &type, NULL, NULL);
}

void cleave_waits_end(void) {
  if (!defers_waits)
    return;
  open_regions--;
  if (!waits.end())
    report_failure();
}

void cleave_waits_synchronize(void) {
  if (defers_waits)
    waits.synchronize();
}

void cleave_waits_set_independent(void) {
  if (defers_waits)
    waits.set_independent();
}
