// break and continue of a host loop that leave the data environments of variables declared in its body: the jump is held in a variable,
// and the block of each environment is a loop of one iteration.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s --implicit-check-not=CLV2
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s --input-file %t.rewritten.c --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
#include <stdio.h>
enum { N = 300 };
static double a[N], b[N];
int main(void) {
  int n = N, steps = 0, skipped = 0;
  for (int i = 0; i < n; i++) a[i] = i % 13 + 1;
// CHECK: split into 2 kernels of one parallel loop each, 2 kernels of other statements and 1 kernel of a condition
// TEXT: {{^ +}}int cleave_exit = 0;
// TEXT: {{^ +}}{ cleave_exit = 1; break; }
// TEXT: {{^ +}}{ cleave_exit = 2; break; }
// TEXT: {{^ +}}while (0);
// TEXT: {{^ +}}if (cleave_exit == 1) break;
// TEXT: {{^ +}}if (cleave_exit == 2) continue;
#pragma omp target map(tofrom: a, b, steps, skipped)
  for (int t = 0; t < 100; t++) {
    double err = 0;
#pragma omp parallel for reduction(max: err)
    for (int i = 0; i < n; i++) { b[i] = a[i] * 0.5; double d = a[i] - b[i]; if (d > err) err = d; }
    steps++;
    if (err < 0.01) break;
    if (t % 3 == 1) continue;
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] = b[i];
  }
  printf("%d %g\n", steps, a[7]);
// CHECK: split into 3 kernels
// TEXT: {{^ +}}int cleave_exit = 0;
// TEXT: {{^ +}}{ cleave_exit = 1; break; }
// TEXT: {{^ +}}{ cleave_exit = 2; break; }
// TEXT: {{^ +}}while (0);
// TEXT: {{^ +}}if (cleave_exit) break;
// TEXT: {{^ +}}if (cleave_exit) break;
// TEXT: {{^ +}}if (cleave_exit == 1) break;
#pragma omp target map(tofrom: a, b, steps, skipped)
  {
    int t = 0;
    while (1) {
      double sum = 0;
#pragma omp parallel for reduction(+: sum)
      for (int i = 0; i < n; i++) sum += a[i];
      double mean = sum / n;
      if (t++ > 4) break;
      {
        double most = 0;
#pragma omp parallel for reduction(max: most)
        for (int i = 0; i < n; i++) { b[i] = a[i] - mean; if (b[i] > most) most = b[i]; }
        if (most < 0.001) { skipped++; continue; }
      }
#pragma omp parallel for
      for (int i = 0; i < n; i++) a[i] = b[i];
    }
    steps += t;
  }
  printf("%d %d %g\n", steps, skipped, a[7]);
  /* A loop in the environment of another one; jumps of each leave its own environments alone. */
// CHECK: split into
#pragma omp target map(tofrom : a, b, steps)
  for (int t = 0; t < 3; t++) {
    double first = a[t];
    for (int u = 0; u < 4; u++) {
      double second = a[u];
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        b[i] += first * second;
      if (u == 2)
        break;
      if (u == t)
        continue;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += b[i] > second;
    }
    if (t == 1)
      break;
    steps++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += first;
  }
  printf("%d %g %g\n", steps, a[7], b[8]);
}
