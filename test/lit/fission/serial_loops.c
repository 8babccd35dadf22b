// Serial loops whose iterations are proved independent run on the whole device; others stay in one thread.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s --check-prefixes=CHECK,EXACT --implicit-check-not=CLV045
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s -o %t.c
// RUN: grep -v "^//" %t.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang -O1 %host_offload %t.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-reassociate=on | FileCheck %s --check-prefixes=CHECK,LEAVE --implicit-check-not=CLV045
// RUN: %cleave explain --all %s -- -ffast-math | FileCheck %s --check-prefixes=CHECK,FAST --implicit-check-not=CLV045
// RUN: %cleave_cc -O1 %host_offload -fplugin-arg-cleave-reassociate=on %s -o %t.leave
// RUN: env CLEAVE_SPLIT=always %run4 %t.leave | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 -fplugin-arg-cleave-reassociate=on %s -o %t.leave.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.leave.gpu | diff %t.expected -
#include <stdio.h>
#include <stdlib.h>

enum { N = 37, M = 23 };
static double *a, *b;
static int length[1] = {M};

// Sums of small integers are exact in any order.
static void reset(void) {
  for (int i = 0; i < N * M; i++) {
    a[i] = i % 13;
    b[i] = i % 7;
  }
}

static void digest(const char *name, double more) {
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    sum = sum * 0.75 + a[i] + b[i];
  printf("%s %.17g %.17g\n", name, sum, more);
  reset();
}

// CHECK-LABEL: region in loops:
// CHECK: CLV045: serial loop distributed across all teams: its iterations are independent{{$}}
// CHECK: CLV045: serial loop distributed across all teams: its iterations are independent{{$}}
// CHECK: CLV045: serial loop distributed across all teams: its iterations are independent{{$}}
// TEXT: #pragma omp target teams distribute parallel for {{.*}}collapse(2)
// TEXT-NEXT: for (int i = N - 1; i >= 0; i -= 2)
static void loops(double *a, double *b) {
#pragma omp target map(tofrom : a[0 : N * M], b[0 : N * M])
  {
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (int i = N - 1; i >= 0; i -= 2)
      for (int j = 0; j < M; j++)
        a[i * M + j] *= 3;
    for (int i = 0; i < N; i++) {
      double t = a[i * M];
      for (int j = 1; j < M; j++) {
        t += a[i * M + j];
        a[i * M + j] = t;
      }
    }
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      b[i] += a[i];
    if (b[0] > -1)
      b[1] = 4;
    for (int i = 1; i < M; i++)
      for (int j = 0; j < i; j++)
        b[i * M + j] += j;
    b[2] = 5;
  }
}

// Pointers into one array: the check finds an overlap, and one thread runs the loop.
// CHECK-LABEL: region in shift:
// CHECK: CLV045: {{.*}} independent if a run-time check finds no overlap{{$}}
static void shift(double *to, double *from, int n) {
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      to[i] += 1;
    for (int i = 0; i < n; i++)
      to[i] += from[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      to[i] *= 2;
  }
}

// Point 1: dependences.
// CHECK-LABEL: region in carried:
static void carried(double *a, double *b) {
#pragma omp target map(tofrom : a[0 : N * M], b[0 : N * M])
  {
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (int i = 1; i < N * M; i++)
      a[i] += a[i - 1];
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      b[i] += a[i];
    for (int i = 0; i < N * M - 1; i++)
      b[i] = b[i + 1];
  }
}

// Point 2: headers.
// CHECK-LABEL: region in headers:
static int headers(double *a, int *length, int n) {
  int counter = 0;
#pragma omp target map(tofrom : a[0 : N * M], length[0 : 1], counter)
  {
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (counter = 0; counter < n; counter++)
      a[counter] *= 2;
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (int i = 0; i < length[0]; i++)
      a[i] *= 2;
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (unsigned i = n - 1; i < (unsigned)n; i--)
      a[i] *= 2;
  }
  return counter;
}

// Point 3: early ends, and a variable that iterations share.
// CHECK-LABEL: region in shared:
static void shared(double *a, double *b) {
  double t = 1;
#pragma omp target map(tofrom : a[0 : N * M], b[0 : N * M])
  {
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (int i = 0; i < N * M; i++) {
      b[i] = t;
      t = a[i];
    }
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      b[i] += a[i];
    for (int i = 0; i < N * M; i++) {
      if (b[i] > 15)
        break;
      b[i] += 1;
    }
  }
}

// Point 6: sums. In one kernel with s = 0 and s /= 2, a nest becomes a kernel of its own.
// CHECK-LABEL: region in sums:
// EXACT: line [[#@LINE+11]]: CLV004
// LEAVE: line [[#@LINE+11]]: CLV045
// FAST: line [[#@LINE+10]]: CLV045
// CHECK: line [[#@LINE+16]]: CLV045
// LEAVE: line [[#@LINE+20]]: CLV045
static double sums(double *a, double *b) {
  double s = 3;
  unsigned u = 4000000000u;
  int k = 5, mixed = 0;
#pragma omp target map(tofrom : a[0 : N * M], b[0 : N * M], s, u, k, mixed)
  {
    s = 0;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++)
        s += a[i * M + j];
    s /= 2;
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += s;
    for (int i = 0; i < N * M; i++)
      u += (unsigned)a[i] * 77777u;
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += u % 10;
    for (int i = 0; i < N * M; i++)
      k += (int)b[i];
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += k % 10;
    for (int i = 0; i < N * M; i++)
      mixed += b[i] * 0.5; // truncated each time
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += mixed % 10;
    for (int i = 0; i < N * M; i++) {
      s += 1;
      a[i] += s; // another use
    }
  }
  return s + u + k + mixed;
}

// The hint permits it for one region, and forbids it for another.
// CHECK-LABEL: region in hints:
// CHECK: CLV045
// CHECK-LABEL: region in hints:
// CHECK-LABEL: region in owned:
static double hints(double *a) {
  double s = 0;
#pragma cleave reassociate(on)
#pragma omp target map(tofrom : a[0 : N * M], s)
  {
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (int i = 0; i < N * M; i++)
      s += a[i];
  }
#pragma cleave widen(off)
#pragma omp target map(tofrom : a[0 : N * M])
  {
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (int i = 0; i < N * M; i++)
      a[i] *= 2;
  }
  return s;
}

// The region owns u, so the variable of the program keeps its value, although a reduction clause names u.
// CHECK: CLV045
// CHECK: CLV045
// CHECK-LABEL: region in main
static unsigned owned(double *a, double *b) {
  unsigned u = 7, v = 9;
#pragma omp target map(tofrom : a[0 : N * M], b[0 : N * M])
  {
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (int i = 0; i < N * M; i++)
      u += (unsigned)a[i];
#pragma omp parallel for
    for (int i = 0; i < N * M; i++)
      a[i] += 1;
    for (int i = 0; i < N * M; i++) {
      v += (unsigned)a[i];
      b[i] += a[i];
    }
  }
  return u * 100 + v;
}

int main(void) {
  a = malloc(N * M * sizeof *a);
  b = malloc(N * M * sizeof *b);
  reset();
  loops(a, b);
  digest("loops", 0);
#pragma omp target data map(tofrom : a[0 : N * M], b[0 : N * M])
  {
    shift(a, b, N * M);
    shift(a + 1, a, N * M - 1);
    shift(a, a + 1, N * M - 1);
  }
  digest("shift", 0);
  carried(a, b);
  digest("carried", 0);
  digest("headers", headers(a, length, M) + headers(a, length, 0));
  shared(a, b);
  digest("shared", 0);
  digest("sums", sums(a, b));
  digest("hints", hints(a));
  digest("owned", owned(a, b));
  int zero = 0;
#pragma omp target map(tofrom : zero)
  zero++;
  printf("%d\n", zero);
}
