// Unified shared memory: regions are split, loops are distributed and get no-alias versions; nothing is copied. Scalars of the
// region stay separate, although the device may write the host's. `close` keeps its copies in the data environment.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>%t.remarks
// RUN: FileCheck %s --input-file %t.remarks --implicit-check-not=CLV03{{[1-7]}} --implicit-check-not=CLV207
// RUN: %run %t.plain >%t.expected
// RUN: FileCheck %s --input-file %t.expected --check-prefix=VALUE
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
// RUN: env CLEAVE_SIMULATOR_HOST_MEMORY=on %gpu %t.gpu | diff %t.expected -
//
// On a device without access to the host's memory, the program ends with an error.
// RUN: not %gpu %t.gpu >/dev/null 2>&1
//
// Without the requirement, the option has the same effect, and `close` none.
// RUN: %clang -O1 %host_offload -DCLOSE %s -o %t.plain
// RUN: %run %t.plain | FileCheck %s --check-prefix=CLOSE
// RUN: %cleave_cc -O1 %host_offload -DCLOSE -fopenmp-force-usm %s -o %t.forced
// RUN: %run4 %t.forced | FileCheck %s --check-prefix=CLOSE
// RUN: %cleave_cc -O1 %host_offload -DCLOSE %s -o %t.close
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t.close | FileCheck %s --check-prefix=CLOSE
// RUN: %cleave rewrite %s -- -DCLOSE | FileCheck %s --check-prefix=CLOSE-TEXT
// RUN: %cleave_cc -O1 %link_sm90 -DCLOSE -fopenmp-force-usm %s -o %t.gpu
// RUN: env CLEAVE_SIMULATOR_HOST_MEMORY=on %gpu %t.gpu | FileCheck %s --check-prefix=CLOSE
//
// A pointer's section does not limit the accesses: its loop has no no-alias version.
// CHECK-DAG: remark: CLV030: versioned for no-alias: 'x'
// CHECK-DAG: remark: CLV030: versioned for no-alias: 'y'
// VALUE: heap
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CLOSE
int main(void) {
  int a[100], b[100], *p = a;
  for (int i = 0; i < 100; i++)
    a[i] = i, b[i] = 2 * i;
// CLOSE-TEXT: #pragma omp target data map(close, tofrom{{ ?}}: p[0 : 100]) map(always, close, to{{ ?}}: b)
// CLOSE-TEXT: #pragma omp target teams distribute parallel for map(tofrom{{ ?}}: p[0 : 100]) map(to{{ ?}}: b)
#pragma omp target map(close, tofrom : p[0 : 100]) map(always, close, to : b)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      p[i] += b[i];
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] = p[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      p[i] += b[i];
  }
  long s = 0;
  for (int i = 0; i < 100; i++)
    s += a[i] * i;
// CLOSE-TEXT: #pragma omp target enter data map(close, to{{ ?}}: p[0 : 100])
// CLOSE-TEXT: #pragma omp target exit data map(close, from{{ ?}}: p[0 : 100])
#pragma omp target map(close, tofrom : p[0 : 100]) nowait
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      p[i] += 3;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      p[i] *= 2;
  }
#pragma omp taskwait
  // CLOSE: close 3044850
  for (int i = 0; i < 100; i++)
    s += a[i];
  printf("close %ld\n", s);
}
#else
#pragma omp requires unified_shared_memory
static double table[64];
int counter = 5;
#pragma omp declare target to(counter)
static void heap(double *a, double *b, int n) {
  double total = 0;
#pragma omp target map(tofrom: total)
  {
    double sum = 0, biggest = -1;
#pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < n; i++) { b[i] = a[i] * 2; sum += b[i]; }
    sum /= n;
#pragma omp parallel for reduction(max: biggest)
    for (int i = 0; i < n; i++) { a[i] = b[i] - sum; if (a[i] > biggest) biggest = a[i]; }
    total = sum + biggest;
  }
  printf("heap %.15g %.15g %.15g\n", total, a[0], a[n-1]);
}
static void scalars(int *a, int n) {
  int s = 4, first = 1;
  int *p = &s;
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] = i + s;
    s += 3;
    *p = 100;
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] += s * first;
  }
  long sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  printf("scalars %ld %d\n", sum, s);
}
static void pointers(int n) {
  struct node { struct node *next; int v; } *head = 0;
  int out[1000]; memset(out, 0, sizeof out);
  for (int i = 0; i < 10; i++) { struct node *x = malloc(sizeof *x); x->next = head; x->v = i; head = x; }
#pragma omp target map(from: out)
  {
    int sum = 0;
    for (struct node *p = head; p; p = p->next) sum += p->v;
#pragma omp parallel for
    for (int i = 0; i < n; i++) out[i] = sum + i;
#pragma omp parallel for
    for (int i = 0; i < n; i++) out[i] += table[i % 64] + counter;
    counter++;
  }
  long s = 0; for (int i = 0; i < n; i++) s += out[i];
  printf("pointers %ld %d\n", s, counter);
}
static void loop(double *a, int n) {
  double err = 1; int it = 0;
#pragma omp target map(tofrom: err, it)
  while (err > 0.01 && it < 100) {
    err = 0;
#pragma omp parallel for reduction(max: err)
    for (int i = 0; i < n; i++) { double x = a[i] * 0.5; if (a[i] - x > err) err = a[i] - x; a[i] = x; }
    it++;
  }
  printf("loop %.10g %d\n", err, it);
}
// TEXT: #pragma omp target data map(to{{ ?}}: A, x) map(tofrom{{ ?}}: y)
static void arrays(void) {
  static double A[150][150], x[150], y[150];
  for (int i = 0; i < 150; i++) {
    x[i] = i % 5;
    for (int j = 0; j < 150; j++)
      A[i][j] = (i * j) % 7;
  }
#pragma omp target map(to : A, x) map(tofrom : y)
  {
#pragma omp parallel for
    for (int i = 0; i < 150; i++)
      for (int j = 0; j < 150; j++)
        y[i] += A[i][j] * x[j];
#pragma omp parallel for
    for (int j = 0; j < 150; j++)
      for (int i = 0; i < 150; i++)
        x[j] += A[i][j] * y[i]; /* `to` copies nothing back, and need not */
  }
  double s = 0;
  for (int i = 0; i < 150; i++)
    s += x[i] * i + y[i];
  printf("arrays %.15g\n", s);
}

int main(void) {
  enum { N = 1000 };
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b); int *c = malloc(N * sizeof *c);
  for (int i = 0; i < N; i++) a[i] = i % 17, b[i] = 0;
  for (int i = 0; i < 64; i++) table[i] = i;
  heap(a, b, N); scalars(c, N); pointers(N);
  for (int i = 0; i < N; i++) a[i] = i % 17 + 1;
  loop(a, N);
  arrays();
}
#endif
