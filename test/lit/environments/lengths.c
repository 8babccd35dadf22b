// Two functions map an array with lengths that are different members. The environment compares them when it begins. If they
// differ, each region copies as before.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %clang %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain 100 > %t.equal
// RUN: %run %t.plain 60 > %t.less
// RUN: %run %t 100 | cmp %t.equal
// RUN: %run4 %t 100 | cmp %t.equal
// RUN: %run %t 60 | cmp %t.less
// RUN: %run4 %t 60 | cmp %t.less
// RUN: bash %S/Inputs/bytes.sh "%t.plain 100" | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh "%t 100" | FileCheck %s --check-prefix=BYTES
// RUN: bash %S/Inputs/bytes.sh "%t.plain 60" | FileCheck %s --check-prefix=LESS_PLAIN
// RUN: bash %S/Inputs/bytes.sh "%t 60" | FileCheck %s --check-prefix=LESS
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=on | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang %host_offload -O2 -Wall -Werror %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten 100 | cmp %t.equal
// RUN: %run4 %t.rewritten 60 | cmp %t.less
// RUN: %cleave_cc -fplugin-arg-cleave-environments=on -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu 100 | cmp %t.equal
// RUN: %gpu %t.gpu 60 | cmp %t.less
// CHECK: remark: CLV014: data environment: 'b->sums' kept on the device
// CHECK: remark: CLV014: data environment: 'a->values' kept on the device
// PLAIN: to device 20000 in 15, from device 20000 in 15
// BYTES: to device 2400 in 2, from device 2400 in 2
// `sums` has an environment of its own, which does not depend on the comparison.
// LESS_PLAIN: to device 16800 in 15, from device 16800 in 15
// LESS: to device 13600 in 11, from device 13600 in 11
// TEXT: const int cleave_same = {{.*}}a->out * 2 == b->in * 2;
// TEXT-NEXT: #pragma omp target data map(tofrom: cleave_values[0:a->out * 2]) if(cleave_same)
//
// A length changes between the regions, or one length is computed from the other.
// RUN: %cleave_cc -DCHANGED -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.CHANGED -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=SECTION
// RUN: %clang -DCHANGED %host_offload -O2 %s -o %t.CHANGED.plain
// RUN: %run %t.CHANGED.plain 100 > %t.CHANGED.expected
// RUN: %run4 %t.CHANGED 100 | cmp %t.CHANGED.expected
// RUN: %cleave_cc -DHALF -fplugin-arg-cleave-environments=on %host_offload -O2 -c %s -o %t.HALF.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=SECTION
// SECTION: remark: CLV509: '{{.*}}values' is copied by each region
#include <stdio.h>
#include <stdlib.h>
struct layer {
  int in, out;
  double *values, *sums;
};
static void fill(struct layer *l) {
  const int out = l->out;
  double *values = l->values;
#pragma omp target teams distribute parallel for map(tofrom : values[0 : out * 2])
  for (int i = 0; i < out; i++) values[i] = values[i] * 0.5 + i;
}
static void sum(struct layer *l, const struct layer *input) {
#ifdef HALF
  const int in = input->out / 2;
#else
  const int in = l->in;
#endif
  double *values = input->values, *sums = l->sums;
#pragma omp target teams distribute parallel for map(tofrom : values[0 : in * 2]) map(tofrom : sums[0 : 100])
  for (int i = 0; i < in; i++) {
    sums[i % 100] += values[i];
    values[i] += 1;
  }
}
static void train(struct layer *a, struct layer *b, int steps) {
  for (int t = 0; t < steps; t++) {
    fill(a);
#ifdef CHANGED
    if (t == 2) b->in = 50;
#endif
    sum(b, a);
  }
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  struct layer a = {10, 100, calloc(200, sizeof(double)), NULL};
  struct layer b = {n, 10, NULL, calloc(100, sizeof(double))};
  train(&a, &b, 5);
  double total = 0;
  for (int i = 0; i < 100; i++) total += a.values[i] + 3 * b.sums[i];
  printf("%.10g\n", total);
  return 0;
}
