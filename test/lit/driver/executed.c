// Kernels execute on the simulated driver: regions without waits on two devices, in the order of their dependences, and copies
// between devices, with right results; by plain clang and by cleave, in real order of the threads and in that of virtual time.
// RUN: %clang -O2 %link_sm90 %s -o %t.plain
// RUN: %cleave_cc -O2 %link_sm90 %s -o %t
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 %gpu %t.plain | FileCheck %s
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 %gpu %t | FileCheck %s
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_SIMULATOR_THREADS=ordered KMP_BLOCKTIME=0 %gpu %t | FileCheck %s
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_SIMULATOR_HOST_THREADS=1 CLEAVE_TRANSFERS=always CLEAVE_WAITS=region %gpu %t | FileCheck %s
// CHECK: 2 devices, 0 wrong
//
// One object per launch and copy, in one line each.
// RUN: rm -f %t.counts && env CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_SIMULATOR_COUNTS=%t.counts %gpu %t.plain
// RUN: jq -c 'select(.type == "device") | [.name, .devices]' %t.counts | FileCheck %s --check-prefix=DEVICE
// RUN: jq -s -c 'map(select(.type == "launch")) | length, (map(.device) | unique), (map(.status) | unique), all(.counts.threads > 0)' %t.counts | FileCheck %s --check-prefix=LAUNCHES
// RUN: jq -c 'select(.type == "copy" and .direction == "between") | [.bytes, .pinned]' %t.counts | FileCheck %s --check-prefix=BETWEEN
// DEVICE: ["NVIDIA H200",2]
// LAUNCHES: 9
// LAUNCHES-NEXT: [0,1]
// LAUNCHES-NEXT: ["done"]
// LAUNCHES-NEXT: true
// BETWEEN: [16384,true]
//
// Without execution the arrays do not change.
// RUN: not env CLEAVE_SIMULATOR_DEVICES=2 OMP_TARGET_OFFLOAD=MANDATORY %launches %t | FileCheck %s --check-prefix=NOT
// NOT: 2 devices, {{[1-9][0-9]*}} wrong
// LABEL: fast
#include <omp.h>
#include <stdio.h>

enum { N = 4096, ARRAYS = 4 };

int main(void) {
  static int a[ARRAYS][N];
  int wrong = 0;
  for (int t = 0; t < ARRAYS; t++)
#pragma omp target teams distribute parallel for nowait device(t % 2) map(from : a[t][0 : N]) depend(out : a[t])
    for (int i = 0; i < N; i++)
      a[t][i] = i + t;
  for (int t = 0; t < ARRAYS; t++)
#pragma omp target teams distribute parallel for nowait device((t + 1) % 2) map(tofrom : a[t][0 : N])        \
    depend(inout : a[t])
    for (int i = 0; i < N; i++)
      a[t][i] *= 2;
#pragma omp taskwait
  for (int t = 0; t < ARRAYS; t++)
    for (int i = 0; i < N; i++)
      wrong += a[t][i] != 2 * (i + t);

  const int host = omp_get_initial_device();
  int *first = omp_target_alloc(sizeof a[0], 0), *second = omp_target_alloc(sizeof a[0], 1);
  omp_target_memcpy(first, a[1], sizeof a[0], 0, 0, 0, host);
  omp_target_memcpy(second, first, sizeof a[0], 0, 0, 1, 0);
#pragma omp target teams distribute parallel for is_device_ptr(second) device(1)
  for (int i = 0; i < N; i++)
    second[i] += 5;
  omp_target_memcpy(a[0], second, sizeof a[0], 0, 0, host, 1);
  for (int i = 0; i < N; i++)
    wrong += a[0][i] != 2 * (i + 1) + 5;
  printf("%d devices, %d wrong\n", omp_get_num_devices(), wrong);
  return wrong != 0;
}
