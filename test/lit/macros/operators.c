// Directives that are written with _Pragma in the source, with clauses of several kinds, and with macros in
// them.
// RUN: %clang -O1 %host_offload %s -o %t.plain -lm
// RUN: %cleave_cc -O1 -Wall -Wextra -Wpedantic -Wunused-macros -Werror %host_offload %s -o %t.split -lm
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck --check-prefix=TEXT %s <%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -I%S %host_offload %t.rewritten.c -o %t.rewritten -lm
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <stdio.h>
enum { N = 1000 };
#define ITEMS a[0 : n], b[0 : n]
#define COUNT n
#define RUN_CHECKS 1

int main(void) {
  int n = N, a[N], b[N], sum = 0, offset = 3;
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i % 7;
// CHECK: :[[#@LINE+2]]: target region in main
// CHECK-NEXT: + line [[#@LINE+1]]: CLV001: target region split into 2 kernels
  _Pragma("omp target map(tofrom: a[0:n])  map(tofrom : sum) firstprivate(offset)")
  {
// TEXT: #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) schedule(static)
    _Pragma("omp parallel for num_threads(4) schedule(static)") for (int i = 0; i < n; i++) a[i] += offset;
    a[3] = 4;
// TEXT: #pragma omp target teams distribute parallel for map(tofrom: a[0:n], sum) reduction(+ : sum)
    _Pragma(
        "omp parallel for reduction(+ : sum)")
    for (int i = 0; i < n; i++)
      sum += a[i];
    _Pragma("omp atomic") sum += 1;
  }
// CHECK: :[[#@LINE+2]]: target region in main
// CHECK-NEXT: + line [[#@LINE+1]]: CLV001:
  _Pragma("omp target map(tofrom : ITEMS) if (RUN_CHECKS && n > 3)")
  {
// TEXT: #pragma omp target teams distribute parallel for map(tofrom: a[0 : n], b[0 : n])
    _Pragma("omp parallel for")
    for (int i = 0; i < COUNT; i++)
      b[i] += a[i];
    _Pragma("omp parallel for default(shared)")
    for (int i = 0; i < COUNT; i++)
      a[i] -= b[i];
  }
// CHECK: :[[#@LINE+3]]: target parallel for region in main
// CHECK-NEXT: line [[#@LINE+2]]: CLV003:
// CHECK-NEXT: + line [[#@LINE+1]]: CLV002:
  _Pragma("omp target parallel for map(tofrom : a[0 : COUNT])") for (int i = 0; i < n; i++) a[i] *= 3;
  printf("%d\n", sum);
  for (int i = 0; i < n; i++)
    printf("%d %d\n", a[i], b[i]);
}
