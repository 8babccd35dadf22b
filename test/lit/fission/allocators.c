// uses_allocators with predefined allocators: every kernel repeats the clause. Allocators with traits, and the clause allocate,
// stay refused.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: grep -v "^//" %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// CHECK-COUNT-3: CLV001
// CHECK: region in hidden
// CHECK-NEXT: CLV252: target region not transformed: 'omp_thread_mem_alloc' hides an allocator that a clause uses
// CHECK: region in on_loop
// CHECK-NEXT: CLV220: target region not transformed: clause 'allocate(
// CHECK: region in own
// CHECK-NEXT: CLV220: target region not transformed: clause 'uses_allocators(mine(traits))'
#include <omp.h>
#include <stdio.h>
// TEXT-LABEL: predefined(
// TEXT: target data map(tofrom: a[0 : n])
// TEXT-NOT: uses_allocators
// TEXT: target teams distribute parallel for
// TEXT: uses_allocators(omp_default_mem_alloc, omp_thread_mem_alloc)
// TEXT: target parallel num_threads(1)
// TEXT: uses_allocators(omp_default_mem_alloc, omp_thread_mem_alloc)
// TEXT: target teams distribute parallel for
// TEXT: uses_allocators(omp_default_mem_alloc, omp_thread_mem_alloc)
static void predefined(int *a, int n) {
#pragma omp target uses_allocators(omp_default_mem_alloc, omp_thread_mem_alloc) map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
    a[0] = a[1];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}
// A kernel that reads a bound on the device has two directives: the clause is of target.
static void two_directives(int *a, int n) {
  int m = n / 2;
#pragma omp target uses_allocators(omp_default_mem_alloc) map(tofrom : a[0 : n]) map(tofrom : m)
  {
    m += 1;
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      a[i] *= 2;
  }
}
static void distributed(double *x, double *y, int n) {
#pragma omp target teams distribute uses_allocators(omp_default_mem_alloc) map(tofrom : x[0 : n], y[0 : n])
  for (int r = 0; r < n; r++) {
    double sum = x[r];
#pragma omp parallel for
    for (int i = 0; i < 1; i++)
      y[r + i] += r;
    sum += y[r];
#pragma omp parallel for
    for (int i = 0; i < 1; i++)
      x[r + i] = sum + y[r];
  }
}
static void hidden(int *a, int n) {
#pragma omp target uses_allocators(omp_thread_mem_alloc) map(tofrom : a[0 : n])
  {
    int omp_thread_mem_alloc = 3;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += omp_thread_mem_alloc;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}
static void on_loop(int *a, int n) {
  int x = 0;
#pragma omp target uses_allocators(omp_default_mem_alloc) map(tofrom : a[0 : n])
  {
#pragma omp parallel for private(x) allocate(omp_default_mem_alloc : x)
    for (int i = 0; i < n; i++) {
      x = i;
      a[i] += x;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
  (void)x;
}
static void own(int *a, int n) {
  omp_alloctrait_t traits[1] = {{omp_atk_alignment, 64}};
  omp_allocator_handle_t mine;
#pragma omp target uses_allocators(mine(traits)) map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}
int main(int count, char **arguments) {
  int a[100] = {1, 2, 3};
  double x[10] = {1}, y[10] = {2};
  long sum = 0;
  predefined(a, 100);
  two_directives(a, 100);
  distributed(x, y, 10);
  hidden(a, 100);
  on_loop(a, 100);
  if (count > 5) // clang 19 compiles it, and the run time of the host device has no place for its allocator
    own(a, 100);
  for (int i = 0; i < 100; i++)
    sum += (i + 1) * a[i];
  printf("%ld %g %g\n", sum, x[0], x[9]);
}
