// An update whose value is used reads what earlier iterations have left: the loop is no reduction, whatever is around the update.
// RUN: %clang -O1 -w %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -w %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s --implicit-check-not=CLV045
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
#include <stdio.h>

enum { N = 100 };

int main(void) {
  unsigned flag[N], place[N], sum[N], any[N], count = 0, total = 0, bits = 0, plain = 0;
  for (int i = 0; i < N; i++)
    flag[i] = i % 3;
#pragma omp target map(to : flag) map(tofrom : place, sum, any, count, total, bits, plain)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      place[i] = sum[i] = any[i] = 0;
    for (int i = 0; i < N; i++)
      place[i] = flag[i] ? count++ : 999;
    for (int i = 0; i < N; i++)
      sum[i] = (0, total += flag[i]);
    for (int i = 0; i < N; i++)
      any[i] = flag[i] && (bits ^= flag[i]);
// CHECK: line [[#@LINE+1]]: CLV045: serial loop distributed
    for (int i = 0; i < N; i++)
      plain += flag[i];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      sum[i] += any[i];
  }
  for (int i = 0; i < N; i++)
    printf("%u %u %u\n", place[i], sum[i], any[i]);
  printf("%u %u %u %u\n", count, total, bits, plain);
}
