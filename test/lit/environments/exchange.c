// A time loop calls a function with a region and exchanges two arrays; the host reads one every four steps.
// RUN: %cleave_cc %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clang %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | cmp %t.expected
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang %host_offload -O2 -Wall -Werror %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: {{.*}}:[[#@LINE+23]]:3: remark: CLV014: data environment: 'a', 'b' kept on the device from line [[#@LINE+23]] to line [[#@LINE+34]] [-Rpass=cleave]
// PLAIN: to device 163840 in 20, from device 81920 in 10
// Both arrays once each way, and two updates of one array.
// BYTES: to device 16384 in 2, from device 32768 in 4
// TEXT:      #pragma omp target data map(tofrom: a[0:n * n], b[0:n * n])
// TEXT-NEXT: {
// TEXT-NEXT:   for (int t = 0; t < 10; t++) {
// TEXT:          double sum = 0;
// TEXT-NEXT:     #pragma omp target update from(a[0:n * n])
// TEXT-NEXT:     for (int i = 0; i < n * n; i++)
#include <stdio.h>
#include <stdlib.h>
static void step(const double *in, double *out, int n) {
#pragma omp target teams distribute parallel for map(to: in[0:n*n]) map(tofrom: out[0:n*n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      out[i * n + j] = 0.25 * (in[(i - 1) * n + j] + in[(i + 1) * n + j] + in[i * n + j - 1] + in[i * n + j + 1]);
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 32;
  double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n);
  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = i % 7;
  for (int t = 0; t < 10; t++) {
    step(a, b, n);
    double *tmp = a;
    a = b;
    b = tmp;
    if (t % 4 == 3) {
      double sum = 0;
      for (int i = 0; i < n * n; i++)
        sum += a[i];
      printf("%d %.10f\n", t, sum);
    }
  }
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += a[i] + 2 * b[i];
  printf("%.10f\n", sum);
  free(a);
  free(b);
}
