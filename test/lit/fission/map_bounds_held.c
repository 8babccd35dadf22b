// Bounds of map clauses are evaluated once, at the start, whatever the region does to what they name.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
#include <stdio.h>
#include <stdlib.h>
#define LENGTH (n - from)
// CHECK-LABEL: region in hidden_in_macro
// CHECK: CLV001
// TEXT: const int cleave_bound = from;
// TEXT: const int cleave_bound_2 = LENGTH;
// TEXT: target data map(tofrom: a[cleave_bound:cleave_bound_2])
// TEXT:      #pragma omp target teams distribute parallel for {{.$}}
// TEXT-NEXT: map(tofrom: a[cleave_bound:cleave_bound_2])
// TEXT:      #pragma omp target teams distribute parallel for {{.$}}
// TEXT-NEXT: map(tofrom: a[cleave_bound:cleave_bound_2])
static void hidden_in_macro(int *a, int from, int n) {
#pragma omp target map(tofrom : a[from:LENGTH])
  {
#pragma omp parallel for
    for (int i = from; i < n; i++)
      a[i] = i;
    n -= 20;
    from += 10;
#pragma omp parallel for
    for (int i = from; i < n; i++)
      a[i] += 1000;
  }
  printf("%d %d\n", from, n);
}
// CHECK-LABEL: region in wide
// CHECK: CLV001
// TEXT: const size_t cleave_bound = 2 * n;
static void wide(int *a, size_t n) {
#pragma omp target map(tofrom : a[:2 * n])
  {
#pragma omp parallel for
    for (size_t i = 0; i < 2 * n; i++)
      a[i] = (int)i;
    n = 3;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
      a[i] += 1000;
  }
  printf("%zu\n", n);
}
// CHECK-LABEL: region in on_device
// CHECK: CLV001
// TEXT: const int cleave_bound = n;
static void on_device(int *a, int n) {
#pragma omp target map(tofrom : a[0:n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
    n = a[12];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1000;
  }
  printf("%d\n", n);
}
static void show(const int *a) {
  for (int i = 0; i < 100; i++)
    printf("%d ", a[i]);
  printf("\n");
}
int main(void) {
  int *a = calloc(100, sizeof *a);
  hidden_in_macro(a, 5, 90);
  show(a);
  wide(a, 40);
  show(a);
  on_device(a, 100);
  show(a);
  free(a);
}
