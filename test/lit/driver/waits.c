// By default (CLEAVE_WAITS=region), the host launches all kernels of a region without waiting after each one. It waits only where it
// needs a result, and the order of all operations is preserved.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
//
// Three kernels: the last wait is that for the copy back.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t three
// RUN: python3 %S/Inputs/calls.py %t.log | FileCheck %s --check-prefix=THREE
// THREE:      to 4194304 S1
// THREE-NEXT: wait S1
// THREE-NEXT: behind
// THREE-NEXT: launch [[L:l[0-9]+]] S1
// THREE-NEXT: behind
// THREE-NEXT: launch l{{.*}} S1
// THREE-NEXT: behind
// THREE-NEXT: launch l{{.*}} S1
// THREE-NEXT: from 4194304 S1
// THREE-NEXT: wait S1
// THREE-NEXT: free 4194304
// THREE-NEXT: free 4194304
// THREE-NOT:  {{.}}
// RUN: %S/../../simulator_driver/account.sh %t.log | FileCheck %s --check-prefix=THREE-SUM
// THREE-SUM: launches=3 {{.*}} to=4194304 from=4194304 {{.*}} waits=2
//
// With CLEAVE_WAITS=kernel the host waits after each kernel. The driver then sees the same calls as for a program that marks no
// region.
// RUN: env CLEAVE_TRANSFERS=off CLEAVE_WAITS=kernel CLEAVE_SIMULATOR_LOG=%t.kernel OMP_TARGET_OFFLOAD=MANDATORY %launches %t three
// RUN: %S/../../simulator_driver/account.sh %t.kernel | FileCheck %s --check-prefix=KERNEL-SUM
// KERNEL-SUM: launches=3 {{.*}} to=4194304 from=4194304 {{.*}} waits=5
// RUN: env CLEAVE_WAITS=kernel CLEAVE_SIMULATOR_LOG=%t.same OMP_TARGET_OFFLOAD=MANDATORY %launches %t three-plain
// RUN: diff %t.kernel %t.same
// Outside of a region it does, too.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t three-plain
// RUN: %S/../../simulator_driver/account.sh %t.log | FileCheck %s --check-prefix=KERNEL-SUM
//
// A value that the host reads is there when it does: one wait for it in each iteration, 3 of them.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t condition
// RUN: python3 %S/Inputs/calls.py %t.log | FileCheck %s --check-prefix=CONDITION
// CONDITION:      launch [[FIRST:l[0-9]+]] S1
// CONDITION:      launch [[SECOND:l[0-9]+]] S1
// CONDITION-NEXT: launch [[ASK:l[0-9]+]] S1
// CONDITION-NEXT: from 4 S1
// CONDITION-NEXT: wait S1
// CONDITION:      launch [[FIRST]] S1
// CONDITION-NOT:  wait
// CONDITION:      from 4 S1
// CONDITION-NEXT: wait S1
// RUN: %S/../../simulator_driver/account.sh %t.log | FileCheck %s --check-prefix=CONDITION-SUM
// CONDITION-SUM: launches=9 {{.*}} waits=5
//
// A time loop has one wait for all of its 100 steps.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t loop
// RUN: %S/../../simulator_driver/account.sh %t.log | FileCheck %s --check-prefix=LOOP-SUM
// LOOP-SUM: launches=200 {{.*}} waits=2
//
// What a launch sends to the device goes along: the environment of a reduction, a firstprivate array. The
// memory for it is used again by the next launch, and that is behind.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t reduction
// RUN: python3 %S/Inputs/calls.py %t.log | FileCheck %s --check-prefix=REDUCTION
// REDUCTION:      launch l
// REDUCTION:      to 16 S1
// REDUCTION-NEXT: launch l
// REDUCTION-NOT:  wait
// REDUCTION:      launch l
// REDUCTION:      from 4194304 S1
// REDUCTION-NEXT: wait S1
// RUN: python3 %S/Inputs/uses.py %t.log
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t firstprivate
// RUN: %S/../../simulator_driver/account.sh %t.log | FileCheck %s --check-prefix=FIRSTPRIVATE-SUM
// FIRSTPRIVATE-SUM: launches=5000 {{.*}} waits=6 allocations=3
// RUN: python3 %S/Inputs/uses.py %t.log
//
// Memory that is too large for the run time's pool is freed behind the kernel that used it.
// RUN: env LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=8192 CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t large
// RUN: python3 %S/Inputs/uses.py %t.log
// RUN: python3 %S/Inputs/calls.py %t.log | FileCheck %s --check-prefix=LARGE
// LARGE:      to 40000 S1
// LARGE-NEXT: launch l{{.*}} S1
// LARGE-NEXT: wait S1
// LARGE-NEXT: free 40000
//
// Where nothing is copied back, the end of the region waits, and the rest of the program finds all done.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t resident
// RUN: python3 %S/Inputs/calls.py %t.log | FileCheck %s --check-prefix=RESIDENT
// RESIDENT:      to 4194304
// RESIDENT-NEXT: wait
// RESIDENT-NOT:  wait
// RESIDENT:      launch
// RESIDENT-NOT:  wait
// RESIDENT:      launch
// RESIDENT-NOT:  wait
// RESIDENT:      launch
// RESIDENT-NEXT: wait S1
// RESIDENT-NEXT: launch l
// RESIDENT-NEXT: wait S1
//
// With unified shared memory nothing is copied, so that each kernel is waited for.
// RUN: %clang -O2 %link_sm90 %libcleave -DSHARED %s -o %t.shared
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t.shared three
// RUN: %S/../../simulator_driver/account.sh %t.log | FileCheck %s --check-prefix=SHARED
// RUN: %clang -O2 %link_sm90 %libcleave -fopenmp-force-usm %s -o %t.shared
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t.shared three
// RUN: %S/../../simulator_driver/account.sh %t.log | FileCheck %s --check-prefix=SHARED
// SHARED: launches=3 {{.*}} to=0 from=0 {{.*}} waits=3
//
// A trace has the same kernels with their times on the device, and each wait once.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log CLEAVE_TRACE=%t.json OMP_TARGET_OFFLOAD=MANDATORY %launches %t three
// RUN: python3 %S/Inputs/trace_ends.py %t.log %t.json | FileCheck %s --check-prefix=ENDS
// ENDS: 6 ends agree
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=TRACE
// TRACE: kernel 3
// TRACE: wait 2
#include <string.h>

#ifdef SHARED
#pragma omp requires unified_shared_memory
#endif

#pragma weak cleave_transfers_begin
#pragma weak cleave_transfers_end
void cleave_transfers_begin(int device, int count, ...);
void cleave_transfers_end(void);

enum { N = 1 << 20 };
static float a[N], b[N];

static void three(void) {
#pragma omp target data map(to : a) map(from : b)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + 1;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] += a[i] + 1;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] *= a[i] + 1;
  }
}

static void condition(void) {
  int goes_on = 1;
#pragma omp target data map(to : a) map(from : b)
  for (int t = 0; t < 3; t++) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + 1;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] += a[i] + 1;
#pragma omp target map(from : goes_on)
    goes_on = b[0] < 5;
  }
}

static void loop(void) {
#pragma omp target data map(to : a) map(from : b)
  for (int t = 0; t < 100; t++) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + (float)t;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      a[i] = b[i] + 1;
  }
}

static void reduction(void) {
  float sum = 0;
#pragma omp target data map(to : a) map(from : b) map(tofrom : sum)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + 1;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += b[i];
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] += sum;
  }
}

/* 1000 bytes that each launch takes along, 5 MB in all: more than are kept without a wait. */
static void firstprivate(void) {
  char numbers[1000];
#pragma omp target data map(to : a) map(from : b)
  for (int t = 0; t < 5000; t++) {
    memset(numbers, t, sizeof numbers);
#pragma omp target teams distribute parallel for firstprivate(numbers)
    for (int i = 0; i < N; i++)
      b[i] = a[i] + numbers[i % 1000];
  }
}

static void large(void) {
  float numbers[10000] = {0};
#pragma omp target data map(to : a) map(from : b)
  for (int t = 0; t < 3; t++)
#pragma omp target teams distribute parallel for firstprivate(numbers)
    for (int i = 0; i < N; i++)
      b[i] = a[i] + numbers[i % 10000];
}

static void resident(int part) {
  if (part == 0) {
#pragma omp target enter data map(to : a) map(alloc : b)
  } else if (part == 1) {
    three();
  } else {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] += 1;
  }
}

int main(int count, char **arguments) {
  const char *what = arguments[count - 1];
  if (!strcmp(what, "three-plain")) {
    three();
    return 0;
  }
  if (!strcmp(what, "resident"))
    resident(0);
  if (cleave_transfers_begin)
    cleave_transfers_begin(-1, 0);
  if (!strcmp(what, "three"))
    three();
  else if (!strcmp(what, "condition"))
    condition();
  else if (!strcmp(what, "loop"))
    loop();
  else if (!strcmp(what, "reduction"))
    reduction();
  else if (!strcmp(what, "firstprivate"))
    firstprivate();
  else if (!strcmp(what, "large"))
    large();
  else if (!strcmp(what, "resident"))
    resident(1);
  if (cleave_transfers_end)
    cleave_transfers_end();
  if (!strcmp(what, "resident"))
    resident(2);
  return 0;
}
