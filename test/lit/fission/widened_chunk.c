// A loop with a chunk of one, proved independent: widened, the clause goes, for LLVM 19 runs one iteration for
// each team of one thread under `distribute parallel for schedule(static, 1)`.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave rewrite %s | FileCheck %s
// CHECK-COUNT-2: target teams distribute parallel for
// CHECK-NOT: schedule(static, 1)
// CHECK: int main
// RUN: %run %t.plain > %t.expected
// RUN: FileCheck %s --check-prefix=VALUES < %t.expected
// VALUES: 4950 9900
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run env OMP_NUM_TEAMS=3 OMP_NUM_THREADS=1 OMP_TEAMS_THREAD_LIMIT=1 KMP_TEAMS_THREAD_LIMIT=3 %t.split \
// RUN:   | diff %t.expected -
#include <stdio.h>

static void work(int n, int *a, long *sum, long *twice) {
  long s = 0;
#pragma omp target map(tofrom : a[0 : n], s)
  {
#pragma omp parallel for reduction(+ : s) schedule (static, 1)
    for (int i = 0; i < n; i++) {
      a[i] = i;
      s += i;
    }
  }
  *sum = s;
#pragma omp target parallel for map(tofrom : a[0 : n]) schedule (static, 1)
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  *twice = 0;
  for (int i = 0; i < n; i++)
    *twice += a[i];
}

int main(void) {
  int a[100];
  long sum, twice;
  work(100, a, &sum, &twice);
  printf("%ld %ld\n", sum, twice);
}
