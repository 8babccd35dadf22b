// CLV261: regions stay as they are with a sanitizer under which clang 19 cannot compile 'target data'.
// RUN: %cleave_cc -fsanitize=undefined -fsanitize-trap=all %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fsanitize=undefined -fsanitize-trap=all %host_offload -O2 -c %s -o %t.o
// RUN: mv %t.o %t.cleave.o
// RUN: %clang -fsanitize=undefined -fsanitize-trap=all %host_offload -O2 -c %s -o %t.o
// RUN: cmp %t.o %t.cleave.o
// RUN: %cleave_cc -ftrapv %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fsanitize=signed-integer-overflow -fsanitize-trap=all %host_offload -O1 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fsanitize=signed-integer-overflow %host_offload -O0 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fsanitize=integer -fsanitize-trap=all %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// The other parts of the sanitizer change nothing.
// RUN: %same_results %s -fsanitize=undefined -fno-sanitize=pointer-overflow,signed-integer-overflow -fsanitize-trap=all
#include <stdio.h>

int main(void) {
  int a[1000], n = 1000, one = 1;
  int *p = a;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV261: target region not transformed: clang 19 cannot compile 'target data' with checks of overflow; add -fno-sanitize=pointer-overflow,signed-integer-overflow, and remove -ftrapv [-Rpass-missed=cleave]
#pragma omp target map(from : p[0 : n * one])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] *= 2;
  }
  for (int i = 0; i < n; i++)
    printf("%d\n", a[i]);
}
