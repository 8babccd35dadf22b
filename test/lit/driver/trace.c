// On a GPU a trace has the device's own times, from the driver's events. The simulated driver knows when
// each copy and kernel ended, and the trace says the same.
// RUN: %clang -O2 -gline-directives-only %link_sm90 %libcleave %s -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log CLEAVE_TRACE=%t.json OMP_TARGET_OFFLOAD=MANDATORY %launches %t one
// RUN: python3 %S/Inputs/trace_ends.py %t.log %t.json | FileCheck %s --check-prefix=ENDS
// ENDS: 8 ends agree
// RUN: %cleave trace %t.json | FileCheck %s
// CHECK:      times of kernels and transfers are the device's
// CHECK:      enqueue 7
// CHECK:      to device 2 {{.*}} 4194352
// CHECK:      from device 2 {{.*}} 4194704
// CHECK:      kernel 4 40.92 us
// Kernels wait for copies here, as each construct waits for what it does.
// CHECK:      overlap 0.0 %
// CHECK-DAG:  {{^ *}}a 1 0 4194304 0 422.43 us
// CHECK-DAG:  {{^ *}}b 0 1 0 4194304
// CHECK-DAG:  {{^ *}}b[0:100] 0 1 0 400
// CHECK-DAG:  {{^ *}}(run time) 1 0 48 0
// CHECK-DAG:  trace.c:[[#@LINE + 42]] 4 40.92 us
//
// The program does the same to its device as without a trace, apart from events.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.plain OMP_TARGET_OFFLOAD=MANDATORY %launches %t one
// RUN: grep -oE "cu(Mem|Launch|Stream|Module)[A-Za-z]+ .*(bytes|function)=[^ ]*" %t.plain > %t.plain-calls
// RUN: grep -oE "cu(Mem|Launch|Stream|Module)[A-Za-z]+ .*(bytes|function)=[^ ]*" %t.log > %t.traced-calls
// RUN: diff %t.plain-calls %t.traced-calls
//
// Several streams, and threads that never made a context current: all is measured, and pins are there.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log CLEAVE_TRACE=%t.json OMP_TARGET_OFFLOAD=MANDATORY %launches %t nowait
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=NOWAIT
// NOWAIT: to device 3 {{.*}} 8388656
// NOWAIT: from device 2 {{.*}} 8388608
// NOWAIT: kernel 7
// NOWAIT: pin 2
// RUN: jq -r "[.traceEvents[] | select(.pid == 2 and .ph == \"X\") | .tid] | unique | length" %t.json \
// RUN:   | FileCheck %s --check-prefix=STREAMS
// STREAMS: {{^([2-9]|[1-9][0-9]+)$}}
//
// Where the driver has not the name that NVIDIA's has, libcuda.so.1, the times are the host's.
// RUN: rm -rf %t.only && mkdir %t.only && cp %driver_folder/libcuda.so %t.only
// RUN: env CLEAVE_TRACE=%t.json OMP_TARGET_OFFLOAD=MANDATORY LD_LIBRARY_PATH=%t.only %t one
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=ONLY
// ONLY: times are those of the host's calls
// ONLY: to device 1 {{.*}} 4194304
// ONLY: kernel 4
// Without a driver the regions run on the host, and constructs are all there is.
// RUN: env CLEAVE_TRACE=%t.json CLEAVE_QUIET=1 LD_LIBRARY_PATH= %t one
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=NONE
// NONE: 7 events in
// NONE: construct 7
// NONE-NOT: kernel
#include <dlfcn.h>
#include <string.h>

enum { N = 1 << 20 };
static float a[N], b[N];

static void one(void) {
#pragma omp target data map(to : a) map(from : b)
  {
    for (int k = 0; k < 4; k++)
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
#pragma omp target update from(b[0 : 100])
  }
}

static void nowait(void) {
#pragma omp target
  {}
  void *driver = dlopen("libcuda.so", RTLD_NOW);
  int (*pin)(void *, size_t, unsigned) = dlsym(driver, "cuMemHostRegister_v2");
  int (*unpin)(void *) = dlsym(driver, "cuMemHostUnregister");
  pin(a, sizeof a, 1);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target enter data map(to : a) nowait depend(out : a)
#pragma omp target enter data map(to : b) nowait depend(out : b)
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for nowait depend(inout : a)
      for (int i = 0; i < N; i++)
        a[i] *= 2;
#pragma omp target teams distribute parallel for nowait depend(inout : b)
      for (int i = 0; i < N; i++)
        b[i] *= 2;
    }
#pragma omp target exit data map(from : a) nowait depend(inout : a)
#pragma omp target exit data map(from : b) nowait depend(inout : b)
  }
  unpin(a);
}

int main(int count, char **arguments) {
  strcmp(arguments[count - 1], "nowait") ? one() : nowait();
  return 0;
}
