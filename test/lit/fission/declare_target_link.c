// A variable of `declare target link` that a map clause lists as a whole: the environment has the clause, and each kernel repeats
// it. Without a clause, with a section, and for pointers, the region stays as it is.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always CLEAVE_MAP=always CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %gpu %t.gpu | diff %t.expected -
// RUN: %cleave rewrite %s -- -O1 %host_offload | FileCheck %s --check-prefix=TEXT
#include <stdio.h>

int table[100], total, unmapped[4];
double grid[40][30];
int *pointer;
#pragma omp declare target link(table, total, grid, unmapped, pointer)

// CHECK: region in rounds: split into 3 kernels of one parallel loop each and 1 kernel of other statements
// TEXT: #pragma omp target data map(from: a) map(tofrom: table, total, grid)
// TEXT: #pragma omp target teams distribute parallel for map(from: a) map(tofrom: table)
// TEXT: #pragma omp target parallel num_threads(1) map(tofrom: table, total)
// TEXT: #pragma omp target teams distribute parallel for map(from: a) map(tofrom: table, total)
// TEXT: #pragma omp target teams distribute parallel for map(from: a) map(tofrom: grid)
static long rounds(void) {
  int a[100];
  long sum = 0;
  for (int round = 0; round < 3; round++) {
#pragma omp target map(from : a) map(tofrom : table, total, grid)
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] = i + table[i];
      table[7] += 2;
      total++;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += table[7] + total;
#pragma omp parallel for
      for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
          grid[i][j] += a[i] * 0.5 + j;
    }
    for (int i = 0; i < 100; i++)
      sum += a[i] * (i + 1L);
    table[9]++; // the host's copy is that of the device, and goes there again
  }
  return sum;
}

// CHECK: region in section: not transformed
// CHECK: CLV252: {{.*}}'table' is of 'declare target link', and no map clause of the region lists it as a whole
static void section(int *a) {
#pragma omp target map(tofrom : a[0 : 50]) map(to : table[0 : 50])
  {
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] = table[i];
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] += 1;
  }
}

// CHECK: region in implicit: not transformed
// CHECK: CLV252: {{.*}}'unmapped' is of 'declare target link'
static void implicit(int *a) {
#pragma omp target map(tofrom : a[0 : 50])
  {
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] += unmapped[i % 4];
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] += 1;
  }
}

// CHECK: region in through: not transformed
// CHECK: CLV252: {{.*}}'pointer' itself is mapped
static void through(int *a) {
#pragma omp target data map(to : pointer)
#pragma omp target map(tofrom : a[0 : 50]) map(to : pointer)
  {
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] += pointer != 0;
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] += 1;
  }
}

int main(void) {
  int a[50] = {0};
  for (int i = 0; i < 100; i++)
    table[i] = i * 3;
  total = 7;
  const long sum = rounds();
  double digest = 0;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 30; j++)
      digest = digest * 0.9 + grid[i][j];
  printf("%ld %d %d %d %.17g\n", sum, table[7], table[9], total, digest);
  section(a);
  implicit(a);
  through(a);
  printf("%d %d\n", a[1], a[49]);
  return 0;
}
