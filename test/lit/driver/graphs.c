// CLEAVE_GRAPHS=on: launches of a time loop in a region with deferred waits become CUDA graphs. Results and the order of all work
// stay as they are. Kernels execute.
// RUN: %clang -O2 -ffp-contract=off %link_sm90 %libcleave %s -o %t
// DEFINE: %{kind} =
// DEFINE: %{off} = env CLEAVE_SIMULATOR_LOG=%t.off.log CLEAVE_SIMULATOR_SUMMARY=%t.off.sum %gpu %t %{kind} > %t.off
// DEFINE: %{on} = env CLEAVE_GRAPHS=on CLEAVE_SIMULATOR_LOG=%t.log CLEAVE_SIMULATOR_SUMMARY=%t.sum
// DEFINE: %{same} = diff %t.off %t.on && python3 %S/Inputs/uses.py %t.log
//
// 200 launches with a period of 2: 64 prove the period, four graphs have 32 each, and the end of the region releases 8.
// REDEFINE: %{kind} = loop
// RUN: %{off}
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.off
// RESULT: loop: {{[0-9.]+}}
// RUN: FileCheck %s --check-prefix=OFF --input-file=%t.off.sum
// OFF:      launches = 200
// OFF-NEXT: graph launches = 0
// OFF-NEXT: graph kernels = 0
// RUN: %{on} %gpu %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=LOOP --input-file=%t.sum
// LOOP:      launches = 72
// LOOP-NEXT: graph launches = 4
// LOOP-NEXT: graph kernels = 128
// The graph is made once. In each further batch, 16 of 32 kernels get another number of the step.
// RUN: grep -c ' cuGraphInstantiateWithFlags .* nodes=32 -> 0' %t.log | FileCheck %s --check-prefix=ONCE
// ONCE: {{^1$}}
// RUN: grep -c ' cuGraphExecKernelNodeSetParams ' %t.log | FileCheck %s --check-prefix=SET
// SET: {{^48$}}
// Waits of the stream for events of the arrays are dropped once the first copies are complete.
// RUN: grep -c ' cuStreamWaitEvent ' %t.off.log | FileCheck %s --check-prefix=WAITS-OFF
// WAITS-OFF: {{^40[0-9]$}}
// RUN: grep -c ' cuStreamWaitEvent ' %t.log | FileCheck %s --check-prefix=WAITS-ON
// WAITS-ON: {{^[0-9]$}}
//
// The same kernels in the same order: the graph's in place of single launches.
// RUN: sed -nE 's/.* cu(LaunchKernel|GraphKernel) (.*) start=.*/\2/p' %t.off.log > %t.off.kernels
// RUN: sed -nE 's/.* cu(LaunchKernel|GraphKernel) (.*) start=.*/\2/p' %t.log > %t.on.kernels
// RUN: diff %t.off.kernels %t.on.kernels
//
// The sequence changes, and the host reads a value in between.
// REDEFINE: %{kind} = changes
// RUN: %{off}
// RUN: %{on} %gpu %t changes > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=CHANGES --input-file=%t.sum
// Two graphs with 32 kernels, two with 33.
// CHANGES:      graph launches = 4
// CHANGES-NEXT: graph kernels = 130
// RUN: sed -nE 's/.* cu(LaunchKernel|GraphKernel) (.*) start=.*/\2/p' %t.off.log > %t.off.kernels
// RUN: sed -nE 's/.* cu(LaunchKernel|GraphKernel) (.*) start=.*/\2/p' %t.log > %t.on.kernels
// RUN: diff %t.off.kernels %t.on.kernels
//
// If the host needs a value in each step, or each launch sends data, no launch is held.
// REDEFINE: %{kind} = condition
// RUN: %{off}
// RUN: %{on} %gpu %t condition > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t.sum
// REDEFINE: %{kind} = firstprivate
// RUN: %{off}
// RUN: %{on} %gpu %t firstprivate > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t.sum
// NONE: graph launches = 0
//
// Threads beside the region launch kernels with memory of the pool, as constructs and as tasks; then two threads in regions.
// REDEFINE: %{kind} = threads
// RUN: %{off}
// RUN: %{on} %gpu %t threads > %t.on
// RUN: %{same}
// REDEFINE: %{kind} = regions
// RUN: %{off}
// RUN: %{on} %gpu %t regions > %t.on
// RUN: %{same}
//
// Each function for graphs fails once: all is launched one by one, and no graph is used again.
// REDEFINE: %{kind} = loop
// RUN: %{off}
// RUN: %{on} CLEAVE_SIMULATOR_FAULTS=cuGraphCreate:1=2 %gpu %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=FAULT --input-file=%t.sum
// RUN: %{on} CLEAVE_SIMULATOR_FAULTS=cuGraphAddKernelNode:9=2 %gpu %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=FAULT --input-file=%t.sum
// RUN: %{on} CLEAVE_SIMULATOR_FAULTS=cuGraphInstantiateWithFlags:1=2 %gpu %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=FAULT --input-file=%t.sum
// RUN: %{on} CLEAVE_SIMULATOR_FAULTS=cuGraphLaunch:1=1 %gpu %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=FAULT --input-file=%t.sum
// FAULT:      launches = 200
// FAULT-NEXT: graph launches = 0
// RUN: %{on} CLEAVE_SIMULATOR_FAULTS=cuGraphExecKernelNodeSetParams:20=2 %gpu %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=LATER --input-file=%t.sum
// LATER:      launches = 136
// LATER-NEXT: graph launches = 2
//
// The last launches fail when they are released: the call that releases them returns the error, and the program ends.
// RUN: %{on} CLEAVE_SIMULATOR_FAULTS=cuLaunchKernel:70=719 not --crash %gpu %t loop 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=loop:
// ERROR: Error in cuMemcpyDtoHAsync: unspecified launch failure
// A kernel of a graph fails.
// RUN: %{on} not --crash %gpu %t fault 2>&1 | FileCheck %s --check-prefix=KERNEL --implicit-check-not=fault:
// KERNEL: outside of all device memory
// KERNEL: Error in {{.*}}: an illegal memory access was encountered
// RUN: grep -c ' cuGraphKernel ' %t.log | FileCheck %s --check-prefix=SEVENTH
// SEVENTH: {{^7$}}
//
// Without deferred waits, with a trace, and with a driver that has no graphs, the launches are single.
// RUN: %{on} CLEAVE_WAITS=kernel %gpu %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=OFF --input-file=%t.sum
// RUN: %{on} CLEAVE_TRACE=%t.json %gpu %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=OFF --input-file=%t.sum
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=TRACE
// TRACE: kernel 200
// RUN: rm -rf %t.old && mkdir %t.old
// RUN: sed s/cuGraphInstantiateWithFlags/cuGraphInstantiateOtherwise/g %driver_folder/libcuda.so > %t.old/libcuda.so.1
// RUN: cp %t.old/libcuda.so.1 %t.old/libcuda.so
// RUN: %{on} OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_PROFILE=%S/../../../lib/simulator_driver/devices/h200.profile LD_LIBRARY_PATH=%t.old timeout 120 %t loop > %t.on
// RUN: %{same}
// RUN: FileCheck %s --check-prefix=OFF --input-file=%t.sum
#include <stdio.h>
#include <string.h>

#pragma weak cleave_transfers_begin
#pragma weak cleave_transfers_end
void cleave_transfers_begin(int device, int count, ...);
void cleave_transfers_end(void);

enum { N = 1000, THREADS = 3, SMALL = 300 };
static float arrays[THREADS][2][N];

static void loop(float *a, float *b, int steps) {
#pragma omp target data map(tofrom : a[0 : N], b[0 : N])
  for (int t = 0; t < steps; t++) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[(i + 1) % N] + (float)t;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      a[i] = b[i] * 0.75f + 1;
  }
}

/* A value after 75 steps, other kernels, and as many steps with another period. */
static void changes(float *a, float *b) {
  float value = 0;
#pragma omp target data map(tofrom : a[0 : N], b[0 : N])
  {
    loop(a, b, 75);
#pragma omp target map(from : value)
    value = a[0];
    for (int t = 0; t < 70; t++) {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        b[i] += value + (float)t;
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        a[i] = b[(i + 1) % N] * 0.5f;
      if (t % 35 == 34) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
          a[i] -= 3;
      }
    }
    for (int t = 0; t < 50; t++) {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        b[i] = a[i] * 0.5f;
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        b[i] += (float)t;
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        a[i] = b[(i + 2) % N];
    }
  }
}

static void condition(float *a, float *b) {
  int goes_on = 1;
#pragma omp target data map(tofrom : a[0 : N], b[0 : N])
  for (int t = 0; goes_on; t++) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + (float)t;
#pragma omp target map(from : goes_on)
    goes_on = b[0] < 100;
  }
}

static void firstprivate(float *a, int steps) {
  char numbers[SMALL];
#pragma omp target data map(tofrom : a[0 : N])
  for (int t = 0; t < steps; t++) {
    memset(numbers, t, sizeof numbers);
#pragma omp target teams distribute parallel for firstprivate(numbers)
    for (int i = 0; i < N; i++)
      a[i] += numbers[i % SMALL];
  }
}

static void fault(float *a) {
#pragma omp target data map(tofrom : a[0 : N])
  for (int t = 0; t < 200; t++) {
    const int at = t == 70 ? 1 << 28 : 0;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      a[i + at] += 1;
  }
}

static void tasks(float *a) {
  char numbers[SMALL] = {1};
#pragma omp target enter data map(to : a[0 : N])
  for (int t = 0; t < 20; t++) {
#pragma omp target teams distribute parallel for firstprivate(numbers) nowait depend(inout : a[0])
    for (int i = 0; i < N; i++)
      a[i] += numbers[i % SMALL];
  }
#pragma omp taskwait
#pragma omp target exit data map(from : a[0 : N])
}

static void with_threads(int regions) {
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
  for (int thread = 0; thread < THREADS; thread++) {
    float *a = arrays[thread][0], *b = arrays[thread][1];
    for (int round = 0; round < 3; round++) {
      const int is_region = thread < regions;
      if (is_region)
        cleave_transfers_begin(-1, 0);
      if (is_region || thread == 1)
        firstprivate(a, 10);
      if (is_region)
        loop(a, b, 100);
      else if (thread == 2)
        tasks(a);
      if (is_region)
        cleave_transfers_end();
    }
  }
}

int main(int count, char **arguments) {
  const char *what = arguments[count - 1];
  float *a = arrays[0][0], *b = arrays[0][1];
  double sum = 0;
  for (int thread = 0; thread < THREADS; thread++)
    for (int i = 0; i < N; i++)
      arrays[thread][0][i] = arrays[thread][1][i] = (float)(i % 17);
  if (!strcmp(what, "threads") || !strcmp(what, "regions")) {
    with_threads(!strcmp(what, "threads") ? 1 : 2);
  } else {
    cleave_transfers_begin(-1, 0);
    if (!strcmp(what, "loop"))
      loop(a, b, 100);
    else if (!strcmp(what, "changes"))
      changes(a, b);
    else if (!strcmp(what, "condition"))
      condition(a, b);
    else if (!strcmp(what, "firstprivate"))
      firstprivate(a, 100);
    else
      fault(a);
    cleave_transfers_end();
  }
  for (int thread = 0; thread < THREADS; thread++)
    for (int i = 0; i < N; i++)
      sum += arrays[thread][0][i] * (i % 13) + arrays[thread][1][i] * (i % 7);
  printf("%s: %.9f\n", what, sum);
  return 0;
}
