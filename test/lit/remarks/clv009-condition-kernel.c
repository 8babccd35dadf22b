// CLV009: conditions on what only the device knows are computed there, by one thread.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
// RUN: %cleave rewrite %s > %t.rewritten.c
// RUN: %clang %host_offload -O1 -Wall -Wextra -Wshadow -Werror %t.rewritten.c -o %t.rewritten
// RUN: %clang %host_offload -O1 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <stdio.h>

static int more(int t) {
  return t < 3;
}

void relax(int n, double *x, const int *flag, int *steps) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: target region split into 7 kernels of one parallel loop each, 2 kernels of other statements and 9 kernels of one condition each [-Rpass=cleave]
#pragma omp target map(tofrom : x[0 : n], steps[0 : 1]) map(to : flag[0 : 2])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV009: condition of 'while' evaluated by one device thread; its result is copied to the host [-Rpass-analysis=cleave]
    while (x[0] > 1e-3) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        x[i] /= 2;
      steps[0]++;
// CHECK: {{.*}}:[[#@LINE+1]]:7: remark: CLV009: condition of 'if'
      if (steps[0] == 3)
        continue;
// CHECK: {{.*}}:[[#@LINE+1]]:7: remark: CLV009: condition of 'if'
      if (flag[0] && x[1] < 4) {
#pragma omp parallel for
        for (int i = 1; i < n; i++)
          x[i] += 1;
// CHECK: {{.*}}:[[#@LINE+1]]:14: remark: CLV009: condition of 'if'
      } else if (flag[1])
#pragma omp parallel for
        for (int i = 1; i < n; i++)
          x[i] += 2;
    }
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV009: condition of 'for'
    for (int k = 0; x[2] < 100 && k < 20; k++) {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        x[i] += i + k;
    }
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV009: condition of 'do'
    do {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        x[i] -= i;
      if (x[3] < 7)
        break;
    } while (x[2] > 20);
    int first = x[1] > 0;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV009: condition of 'if'
    if (first) {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        x[i] += 1;
    }
// A function may have another answer on the device.
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV009: condition of 'for'
    for (int t = 0; more(t); t++) {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        x[i] *= 2;
    }
  }
}

int main(void) {
  enum { N = 64 };
  double x[N];
  int flag[2] = {1, 1}, steps = 0;
  for (int i = 0; i < N; i++)
    x[i] = i + 1;
  relax(N, x, flag, &steps);
  for (int i = 0; i < N; i++)
    printf("%g\n", x[i]);
  printf("%d\n", steps);
}
