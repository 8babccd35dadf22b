// Work that only the run time of LLVM 22 submits, memory that is set and functions of the host, is ordered after the region's other
// work, and the wait after it is performed. The program calls the interposed functions as that run time does.
// RUN: %clang -D_GNU_SOURCE -I%S/../../../lib %s -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log %simulator %t %built_libraries/libcleave-cuda.so
// RUN: sed -nE 's/.* (cu(Memset|LaunchHost|EventRecord|StreamWait|StreamAdd|StreamSync)[A-Za-z0-9]*) .*(stream=S[12]).*/\1 \3/p' %t.log | FileCheck %s
// CHECK:      cuMemsetD8Async stream=S1
// CHECK-NEXT: cuEventRecord stream=S1
// CHECK-NEXT: cuStreamWaitEvent stream=S2
// CHECK-NEXT: cuMemsetD16Async stream=S2
// CHECK-NEXT: cuEventRecord stream=S2
// CHECK-NEXT: cuStreamWaitEvent stream=S1
// CHECK-NEXT: cuMemsetD32Async stream=S1
// CHECK-NEXT: cuEventRecord stream=S1
// CHECK-NEXT: cuStreamWaitEvent stream=S2
// CHECK-NEXT: cuMemsetD2D8Async stream=S2
// CHECK-NEXT: cuEventRecord stream=S2
// CHECK-NEXT: cuStreamWaitEvent stream=S1
// CHECK-NEXT: cuMemsetD2D16Async stream=S1
// CHECK-NEXT: cuEventRecord stream=S1
// CHECK-NEXT: cuStreamWaitEvent stream=S2
// CHECK-NEXT: cuMemsetD2D32Async stream=S2
// CHECK-NEXT: cuEventRecord stream=S2
// CHECK-NEXT: cuStreamWaitEvent stream=S1
// CHECK-NEXT: cuLaunchHostFunc stream=S1
// CHECK-NEXT: cuEventRecord stream=S1
// CHECK-NEXT: cuStreamWaitEvent stream=S2
// CHECK-NEXT: cuStreamAddCallback stream=S2
// CHECK-NEXT: cuStreamSynchronize stream=S2
// CHECK-NOT:  {{.}}
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interposer/interposer.h"

static void *library;

static void *find(const char *name) {
  void *address = dlsym(library, name);
  if (!address) {
    puts(dlerror());
    exit(1);
  }
  return address;
}

#define CALL(name, parameters, ...)                                                                          \
  do {                                                                                                       \
    CUresult(*function) parameters;                                                                          \
    void *address = find(#name);                                                                             \
    memcpy(&function, &address, sizeof function);                                                            \
    const CUresult result = function(__VA_ARGS__);                                                           \
    if (result && strcmp(#name, "cuStreamAddCallback")) /* which the simulated driver does not support */    \
      return printf("%s: %d\n", #name, result);                                                              \
  } while (0)

static void call_host(void *data) { ++*(int *)data; }

int main(int count, char **arguments) {
  struct cleave_deferred_waits waits;
  CUdevice device;
  CUcontext context;
  CUstream first, second;
  CUdeviceptr memory;
  int calls = 0;
  library = dlopen(arguments[count - 1], RTLD_NOW);
  if (!library)
    return puts(dlerror());
  bool (*begin)(const struct cleave_interposer_recorder *, struct cleave_deferred_waits *, bool, bool,
                void (*)(CUresult, int));
  void *address = find("cleave_interposer_start");
  memcpy(&begin, &address, sizeof begin);
  if (!begin(NULL, &waits, false, false, NULL))
    return puts("a function of CUDA is missing");
  CALL(cuInit, (unsigned), 0);
  CALL(cuDeviceGet, (CUdevice *, int), &device, 0);
  CALL(cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice), &context, device);
  CALL(cuCtxSetCurrent, (CUcontext), context);
  CALL(cuStreamCreate, (CUstream *, unsigned), &first, CU_STREAM_NON_BLOCKING);
  CALL(cuStreamCreate, (CUstream *, unsigned), &second, CU_STREAM_NON_BLOCKING);
  CALL(cuMemAlloc_v2, (CUdeviceptr *, size_t), &memory, 1024);
  waits.begin();
  CALL(cuMemsetD8Async, (CUdeviceptr, unsigned char, size_t, CUstream), memory, 1, 64, first);
  CALL(cuMemsetD16Async, (CUdeviceptr, unsigned short, size_t, CUstream), memory, 1, 32, second);
  CALL(cuMemsetD32Async, (CUdeviceptr, unsigned, size_t, CUstream), memory, 1, 16, first);
  CALL(cuMemsetD2D8Async, (CUdeviceptr, size_t, unsigned char, size_t, size_t, CUstream), memory, 64, 1, 8, 2, second);
  CALL(cuMemsetD2D16Async, (CUdeviceptr, size_t, unsigned short, size_t, size_t, CUstream), memory, 64, 1, 8, 2, first);
  CALL(cuMemsetD2D32Async, (CUdeviceptr, size_t, unsigned, size_t, size_t, CUstream), memory, 64, 1, 8, 2, second);
  CALL(cuLaunchHostFunc, (CUstream, void (*)(void *), void *), first, call_host, &calls);
  CALL(cuStreamAddCallback, (CUstream, void (*)(CUstream, CUresult, void *), void *, unsigned), second, NULL, NULL, 0);
  CALL(cuStreamSynchronize, (CUstream), second);
  return !waits.end() || calls != 1;
}
