/* FILE: lib/runtime/trace_driver.c
 * WHAT: puts libcleave-cuda-trace.so in front of the CUDA driver.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "drivertrace/drivertrace.h"
#include "runtime/trace_construct.h"

void cleave_trace_measure_driver(void) {
  static const struct cleave_driver_recorder recorder = {
      cleave_operation, cleave_construct_begin_wait, cleave_trace_begin,
      cleave_trace_end, cleave_trace_add,            cleave_trace_now};
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
  const int length = snprintf(path, sizeof path, "%.*slibcleave-cuda-trace.so", folder, ours.dli_fname);
  void *library = length < (int)sizeof path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library)
    return; /* there is no driver */
  bool (*start)(const struct cleave_driver_recorder *) = NULL;
  void *address = dlsym(library, "cleave_driver_trace_start");
  memcpy(&start, &address, sizeof address);
  if (!start || !start(&recorder))
    dlclose(library);
}
