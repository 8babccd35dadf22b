// Pointers that the region sets: derived from a mapped one, exchanged, or both.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
#include <stdio.h>
#include <stdlib.h>
#define N 100
static void show(const char *s, const int *a) {
  long t = 0;
  for (int i = 0; i < N; i++)
    t += (i + 3) * a[i];
  printf("%s %ld\n", s, t);
}
static void fill(int *a, int k) {
  for (int i = 0; i < N; i++)
    a[i] = i * k;
}
// Behind the last element no translation would find it.
// TEXT-LABEL: void end_pointer(
// TEXT: parallel for map(alloc: q[a - q:1])
// CHECK-LABEL: region in end_pointer
// CHECK: CLV001
static void end_pointer(int *a) {
#pragma omp target map(tofrom : a [0:N])
  {
    int *q = a + N;
#pragma omp parallel for
    for (int i = 1; i <= N; i++)
      q[-i] += i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
  }
}
// TEXT-LABEL: void one_based(
// TEXT: parallel for map(alloc: q[a - q + (from):1])
// CHECK-LABEL: region in one_based
// CHECK: CLV001
static void one_based(int *a, int from, int len) {
#pragma omp target map(tofrom : a [from:len])
  {
    int *q = a - 1, *r = &a[from + 3];
#pragma omp parallel for
    for (int i = from + 1; i <= len; i++)
      q[i] += i;
    q[from + 1] = 5;
    r[-3] = r[2];
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
      r[i] += q[from + 2] * 3;
  }
}
// CHECK-LABEL: region in array_base
// CHECK: CLV001
static void array_base(void) {
  int a[N], b[N];
  fill(a, 2);
  fill(b, 1);
#pragma omp target map(from : b)
  {
    const int *const q = a + 7;
    int *w = a;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] = q[i < 93 ? i : 0];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      w[i] += b[i];
  }
  show("ab", a);
  show("ab", b);
}
// CHECK-LABEL: region in in_time_loop
// CHECK: CLV001
static void in_time_loop(int *a, int steps) {
#pragma omp target map(tofrom : a [0:N])
  for (int t = 0; t < steps; t++) {
    int *q = a + t;
#pragma omp parallel for
    for (int i = 0; i < N - t; i++)
      q[i] += t;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] *= 2;
  }
}
// TEXT-LABEL: void different_lengths(
// TEXT: int * cleave_host_p = p;
// TEXT: int * p = cleave_host_p;
// TEXT: target data map(tofrom: p [0:50], q[:N])
// TEXT: #pragma omp target teams distribute parallel for{{$}}
// CHECK-LABEL: region in different_lengths
// CHECK: CLV001
static void different_lengths(int *a, int *b, int steps) {
  int *p = a, *q = b;
#pragma omp target map(tofrom : p [0:50]) map(tofrom : q[:N])
  {
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
      for (int i = 0; i < 50; i++)
        q[i] = p[49 - i] + t;
      int *s = p;
      p = q;
      q = s;
    }
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      p[i] += 3;
    p[2] = 77;
  }
  printf("kept %d %d\n", p == a, q == b);
}
// CHECK-LABEL: region in from_to
// CHECK: CLV001
static void from_to(const int *a, int *b, int *c) {
  int *p = b, *q = c;
#pragma omp target map(to : a [0:N]) map(from : p [0:N]) map(tofrom : q [0:N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] = a[i];
    int *s;
    s = q;
    q = p;
    p = s;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] += q[i];
  }
}
// CHECK-LABEL: region in three
// CHECK: CLV001
static void three(int *a, int *b, int *c) {
  int *p = a, *q = b, *r = c;
#pragma omp target map(tofrom : p [0:N], q [0:N], r [0:N])
  {
    int n = 5;
    while (n > 0) {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        r[i] = p[i] + 2 * q[i];
      int *s = p;
      p = q;
      q = r;
      r = s;
      n--;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      r[i] += p == q;
  }
  printf("%d %d %d\n", p == a, q == b, r == c);
}
// Only the device knows whether they are exchanged.
// CHECK-LABEL: region in on_condition
// CHECK: CLV246
static void on_condition(int *a, int *b) {
  int *p = a, *q = b;
#pragma omp target map(tofrom : p [0:N], q [0:N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] += 1;
    if (p[3] > 2) {
      int *s = p;
      p = q;
      q = s;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] += 10;
  }
}
// CHECK-LABEL: region in mixture
// CHECK: CLV001
static void mixture(int *a, int *b) {
  int *p = a;
#pragma omp target map(tofrom : p [0:N], b [0:N])
  {
#pragma omp parallel for
    for (int i = 0; i < N - 1; i++)
      p[i] += 1;
    p++;
#pragma omp parallel for
    for (int i = 0; i < N - 1; i++)
      p[i] += b[i];
  }
}
// CHECK-LABEL: region in chained
// CHECK: CLV001
static void chained(int *a) {
#pragma omp target map(tofrom : a [0:N])
  {
    int *q = a + 3;
    int *r = q + 2;
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      r[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      q[i] += 1;
  }
}
// CHECK-LABEL: region in count_of_device
// CHECK: CLV246
static void count_of_device(int *a) {
#pragma omp target map(tofrom : a [0:N])
  {
    int k = a[4] % 7;
    int *q = a + k;
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      q[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      q[i] += 1;
  }
}
// CHECK-LABEL: region in reassigned
// CHECK: CLV001
static void reassigned(int *a) {
#pragma omp target map(tofrom : a [0:N])
  {
    int *q = a + 1;
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      q[i] += 1;
    q = a;
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      q[i] += 1;
  }
}
// The clause for q would name the wrong a.
// CHECK-LABEL: region in base_hidden
// CHECK: CLV246
static void base_hidden(int *a, int *b) {
#pragma omp target map(tofrom : a [0:N], b [0:N])
  {
    int *q = a + 1;
    {
      int *a = b;
#pragma omp parallel for
      for (int i = 0; i < 20; i++)
        q[i] += a[i];
    }
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      q[i] += 1;
  }
}
// Nothing is mapped, and nothing is used.
// CHECK-LABEL: region in empty
// CHECK: CLV001
static void empty(int *a, int n) {
#pragma omp target map(tofrom : a [0:n])
  {
    int *q = a + 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i - 2] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i - 2] += 1;
  }
}
// CHECK-LABEL: region in serial_only
// CHECK: CLV001
static void serial_only(int *a) {
#pragma omp target map(tofrom : a [0:N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
    int *q = a + 2;
    q[0] = 3;
    q++;
    *q = 4;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
  }
}
// TEXT-LABEL: void moved_bound(
// TEXT: const int cleave_bound = from;
// TEXT: map(alloc: q[a - q + (cleave_bound):1])
// CHECK-LABEL: region in moved_bound
// CHECK: CLV001
static void moved_bound(int *a, int from, int n) {
#pragma omp target map(tofrom : a [from:n])
  {
    int *q = a + from;
    from = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] += 1;
    n = 4;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i + 1] += from + 7;
  }
}
int main(int c, char **v) {
  (void)v;
  int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *d = malloc(N * sizeof *b);
#define T(call)                                                                                    \
  fill(a, 1);                                                                                      \
  fill(b, 2);                                                                                      \
  fill(d, 3);                                                                                      \
  call;                                                                                            \
  show(#call, a);                                                                                  \
  show("b", b);                                                                                    \
  show("d", d);
  T(end_pointer(a))
  T(one_based(a, 4, 50)) T(array_base()) T(in_time_loop(a, 4)) T(different_lengths(a, b, 3))
      T(different_lengths(a, b, 4)) T(from_to(a, b, d)) T(three(a, b, d)) T(on_condition(a, b))
          T(mixture(a, b)) T(chained(a)) T(count_of_device(a)) T(reassigned(a)) T(base_hidden(a, b))
              T(empty(a, c - 1)) T(serial_only(a)) T(moved_bound(a, 3, 40))
}
