// geometry(off) in front of regions and loops of all kinds: no warning, the results of plain clang with one team and
// with four, and no word of ours in what readers see but `#pragma cleave`.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cc -O1 -Wall -Wextra -Wunknown-pragmas -Werror %host_offload %s -o %t
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run4 %t | diff %t.expected -
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | diff %t.expected -
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off -O0 -g -Wall -Wextra -Wunknown-pragmas -Werror %host_offload -x c++ %s -o %t.cxx
// RUN: %run4 %t.cxx | diff %t.expected -
// RUN: %cleave rewrite %s -o %t.c -- -fplugin-arg-cleave-environments=off %host_offload
// RUN: grep -v RUN: %t.c > %t.readers
// RUN: not grep cleave_ %t.readers
// RUN: grep -c "#pragma cleave geometry(off)" %t.readers | FileCheck %s --check-prefix=WORDS
// WORDS: {{^}}8{{$}}
// RUN: %cleave_cc -O1 -Wall -Wextra -Werror %host_offload %t.c -o %t.again
// RUN: %run4 %t.again | diff %t.expected -
//
// Of two loops of a region, the one without the word is compiled for any number of threads.
// RUN: %cleave_cc -O1 %sm90 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// IR: @__omp_offloading_{{.*}}_kept_l[[#]]_kernel_environment = {{.*}} i32 128,
// IR: @__omp_offloading_{{.*}}_one_of_two_l[[#]]_kernel_environment = {{.*}} i32 128,
// IR: @__omp_offloading_{{.*}}_one_of_two_l[[#]]_kernel_environment = {{.*}} i8 2, i32 1, i32 0,
// IR: @__omp_offloading_{{.*}}_combined_l[[#]]_kernel_environment = {{.*}} i32 128,
#include <stdio.h>

enum { N = 1000 };

static void kept(int n, int *a, int *b) {
#pragma cleave geometry(off)
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += b[n - 1 - i];
    a[0] = 7;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] + i;
  }
}

static void one_of_two(int n, int *a, int *b) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma cleave geometry(off) no_alias(off)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 2 * b[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] -= a[i];
  }
}

static void combined(int n, int *a, int *b) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) map(to : b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] ^= b[i];
#pragma cleave geometry(off)
#pragma omp target parallel for map(tofrom : a[0 : n]) map(to : b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 3 * b[i];
}

static void stays(int n, int *a) {
#pragma cleave split(off)
#pragma omp target teams map(tofrom : a[0 : n]) // a comment
  {
#pragma cleave geometry(off)
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 3;
  }
}

static void later(int n, int *a) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) nowait
  for (int i = 0; i < n; i++)
    a[i] -= i;
#pragma omp taskwait
}

static void with_clauses(int n, int *a) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(3) map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 11;
}

int main(void) {
  int a[N], b[N];
  for (int i = 0; i < N; i++) {
    a[i] = i % 13;
    b[i] = i % 7;
  }
  kept(N, a, b);
  one_of_two(N, a, b);
  combined(N, a, b);
  stays(N, a);
  later(N, a);
  with_clauses(N, a);
  for (int i = 0; i < N; i++)
    printf("%d %d\n", a[i], b[i]);
}
