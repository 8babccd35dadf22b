// Minima and maxima of integers whose operand has another type: the comparison and the assignment differ, so the order of the elements decides
// the value. Such a loop keeps its order.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 %host_offload %s -o %t -fplugin-arg-cleave-reassociate=on -Rpass=cleave 2>%t.remarks
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: FileCheck %s --implicit-check-not=CLV058 <%t.remarks
#include <stdio.h>

enum { ROWS = 40, ELEMENTS = 4000 };
static int row[ROWS + 1];
static long v[ELEMENTS];
static short narrow[ELEMENTS];
static unsigned least[ROWS];
static int greatest[ROWS], fine[ROWS];

int main(void) {
  unsigned all = 7;
  int most = -5;
  for (int i = 0; i < ROWS; i++)
    row[i + 1] = row[i] + (i % 5 ? 20 * (i % 5) + 3 * (i % 3) : 0);
  const int elements = row[ROWS];
  for (int k = 0; k < ELEMENTS; k++) {
    v[k] = (k * 7919L % 1009 - 500) * (k % 3 ? 1 : 5000000000L);
    narrow[k] = (short)(k * 31 % 201 - 100);
  }
#pragma omp target teams distribute parallel for map(to : row, v) map(from : least, greatest)
  for (int i = 0; i < ROWS; i++) {
    unsigned s = 7;
    int g = -5;
    for (int k = row[i]; k < row[i + 1]; k++) {
      s = v[k] <= s ? v[k] : s;
      if (v[k] > g)
        g = v[k];
    }
    least[i] = s;
    greatest[i] = g;
  }
#pragma omp target map(to : v) map(tofrom : all, most)
  {
    for (int k = 0; k < elements; k++)
      all = v[k] <= all ? v[k] : all;
    for (int k = 0; k < elements; k++)
      if (v[k] > most)
        most = v[k];
  }
// A narrower type has the same order.
// CHECK: [[#@LINE+1]]:1: remark: CLV053
#pragma omp target teams distribute parallel for map(to : row, narrow) map(from : fine)
  for (int i = 0; i < ROWS; i++) {
    int g = -1000;
    for (int k = row[i]; k < row[i + 1]; k++)
      if (narrow[k] > g)
        g = narrow[k];
    fine[i] = g;
  }
  unsigned long hash = all * 31ul + (unsigned)most;
  for (int i = 0; i < ROWS; i++)
    hash = hash * 31 + least[i] + 3 * (unsigned)greatest[i] + 7 * (unsigned)fine[i];
  printf("%lu\n", hash);
}
