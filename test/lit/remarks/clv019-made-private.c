// CLV019: counters, temporaries and pointers that parallel loops share by mistake, and those that must stay shared.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O1 %s -o %t
// RUN: %run %t | FileCheck %s --check-prefix=VALUE
// RUN: %run4 %t | FileCheck %s --check-prefix=VALUE
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | FileCheck %s --check-prefix=VALUE
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | FileCheck %s --check-prefix=VALUE
// RUN: %cleave rewrite %s | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang %host_offload -O1 -Wall -Werror %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | FileCheck %s --check-prefix=VALUE
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave explain --all %s -- -DREFUSED | FileCheck %s --check-prefix=REFUSED --implicit-check-not=CLV019
#include <stdio.h>
enum { N = 200 };

#ifndef REFUSED
static double a[N][N], b[N][N], c[N], d[N];

int main(void) {
  int i, j, k, t, single = 7;
  double sum, *row;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[i][j] = i % 7 + j % 5;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: target region split into 2 kernels
#pragma omp target map(tofrom : a, b, c, d)
  {
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV019: made 'j', 'sum', 'k' private in this parallel loop: each iteration assigns it before it reads it, and no other code reads it [-Rpass=cleave]
// TEXT: #pragma omp target teams distribute parallel for map(to: a) map(from: b) private(j, sum, k){{$}}
#pragma omp parallel for
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++) {
        sum = 0;
        for (k = 0; k < N; k++) {
          if (a[i][k] == 3)
            continue;
          sum += a[i][k] * a[k][j];
        }
        b[i][j] = sum;
      }
// CHECK: {{.*}}:[[#@LINE+3]]:1: remark: CLV019: made 'row', 't', 'sum' private
// TEXT:      #pragma omp target teams distribute parallel for map(from: b) map(tofrom: c, d) {{.$}}
// TEXT-NEXT: {{^ *}}private(row, t, sum){{$}}
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      row = b[i];
      t = row[0] > row[1] ? 3 : 4;
      c[i] = row[t] + t;
      if (c[i] > 5) {
        sum = c[i] * 2;
        d[i] = sum;
      } else
        d[i] = 1;
    }
  }
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV019: made 'single' private
// TEXT: #pragma omp target teams distribute parallel for map(tofrom : c) private(single)
#pragma omp target teams distribute parallel for map(tofrom : c)
  for (int x = 0; x < N; x++) {
    single = x % 3;
    c[x] += single;
  }
  double s = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      s += b[i][j] * (i + j) + c[i] + 2 * d[j];
  printf("%.10g %d\n", s, single);
}
// VALUE: {{^}}3.79826161e+10 7

#else
// What an iteration assigns may be read by the next one, after the loop, on the host, in the loop's header, through a pointer.
// REFUSED: CLV247{{.*}} 't'
void next(int *a, int n, int t) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      if (a[i] > 3)
        t = a[i];
      a[i] = t;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i]++;
  }
}
// REFUSED: CLV247{{.*}} 't'
void after(int *a, int n, int t) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      t = a[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += t;
  }
}
// REFUSED: CLV247{{.*}} 't'
void host(int *a, int n, int t) {
#pragma omp target map(tofrom : a[0 : n], t)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += t = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i]++;
  }
}
// REFUSED: CLV247{{.*}} 't'
void header(int *a, int n, int t) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < t; i++) {
      t = a[i];
      a[i] += t;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i]++;
  }
}
// REFUSED: CLV247{{.*}} 't'
void address(int *a, int n, int t) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      t = a[i];
      int *p = &t;
      a[i] += *p;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i]++;
  }
}
// REFUSED: CLV247{{.*}} 't'
void loop(int *a, int n, int t) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      while (a[i] > 0) {
        if (a[i] < t)
          break;
        t = a[i]--;
      }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i]++;
  }
}
// REFUSED: 6 regions in 1 file: 6 refused
#endif
