// Teams constructs whose code outside of distribute loops one team may execute: num_teams(1), or nothing that counts the teams.
// Refused are constructs that count them.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s --implicit-check-not=CLV2
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s --input-file %t.rewritten.c --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave explain --all %s -- -DREFUSED | FileCheck %s --check-prefix=NOT-SPLIT --implicit-check-not=CLV001
#include <omp.h>
#include <stdio.h>
enum { N = 300 };
static int a[N], b[N];

#ifndef REFUSED
// CHECK: region in one: split into 2 kernels of one parallel loop each and 2 kernels of other statements
static void one(int n) {
  int s = 0;
#pragma omp target teams num_teams(1) map(tofrom : a, b, s)
  {
    int first = n - 10;
    s = first + omp_get_num_teams();
    a[0] = 7;
// TEXT: {{^}}#pragma omp target teams distribute parallel for map(tofrom: a, s){{$}}
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      a[i] = i + s;
    s += a[first];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] + s;
  }
  printf("one %d %d\n", s, b[7]);
}

// CHECK: region in mixed: split into 3 kernels
static void mixed(int n) {
#pragma omp target map(tofrom : a, b)
#pragma omp teams num_teams(1) thread_limit(64)
  {
// TEXT: {{^}}#pragma omp target teams distribute parallel for map(tofrom: a) thread_limit(64){{$}}
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      a[i] = i;
// TEXT: {{^}}#pragma omp target parallel for map(tofrom: a) thread_limit(64) schedule(static, 8){{$}}
#pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < n; i++)
      a[i] += i % 8 ? a[i - 1] : 0;
// TEXT: {{^}}#pragma omp target teams distribute parallel for map(tofrom: a, b) num_teams(1) thread_limit(64){{$}}
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
  printf("mixed %d %d\n", a[20], b[20]);
}

// CHECK: region in open: split into 3 kernels of one parallel loop each and 2 kernels of other statements
static void open(int n) {
  int total = 0;
#pragma omp target teams map(tofrom : a, b, total)
  {
    int part = 0;
    a[0] = 5;
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      a[i] = i;
#pragma omp parallel for reduction(+ : part)
    for (int i = 0; i < n; i++)
      part += a[i];
    total = part;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
  }
  printf("open %d %d\n", total, b[7]);
}

// Teams that write the same elements have a data race, so one team is enough.
// CHECK: region in several: split into 2 kernels of one parallel loop each
static void several(int n, int teams) {
#pragma omp target teams num_teams(teams) map(tofrom : a, b)
  {
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = i * 3;
  }
  printf("several %d %d\n", a[n - 1], b[n - 1]);
}

int main(void) {
  one(N);
  mixed(N);
  open(N);
  several(N, 4);
}
#else
// NOT-SPLIT: region in counts
// NOT-SPLIT: CLV243
void counts(int n, int *teams) {
#pragma omp target teams map(tofrom : a) map(tofrom : teams[0 : 1])
  {
#pragma omp atomic
    teams[0]++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
}
// NOT-SPLIT: region in asks
// NOT-SPLIT: CLV243
void asks(int n) {
#pragma omp target teams map(tofrom : a, b)
  {
    b[omp_get_team_num()] = 1;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
}
#endif
