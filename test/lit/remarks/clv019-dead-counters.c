// Counters from outside of a parallel loop become private in it (CLV019) if nothing reads the value that the loop leaves in them:
// other code of the region assigns them first, or they count a simd construct in the loop.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 %s -o %t -w && %run %t | FileCheck %s --check-prefix=RESULT
// RUN: %run4 %t | FileCheck %s --check-prefix=RESULT
// RUN: %cleave_cc %sm90 -O2 -Wall -Wextra -Werror -Wno-pass-failed -c %s -o %t.o
#include <stdio.h>
enum { N = 64 };
double a[N * N], b[N * N];

static double serial_loop(void) {
  int i, j, t;
  double s;
// CHECK: [[#@LINE+1]]:1: remark: CLV001:
#pragma omp target map(tofrom : a, b)
  {
    for (t = 0; t < 3; t++) {
      s = 0;
      for (i = 0; i < N; i++)
        s += a[i];
// CHECK: [[#@LINE+1]]:1: remark: CLV019: made 'i' private
#pragma omp parallel for
      for (j = 0; j < N; j++)
        for (i = 0; i < N; i++)
          b[j * N + i] = a[j * N + i] * 0.5 + s;
// CHECK: [[#@LINE+1]]:1: remark: CLV019: made 'i' private
#pragma omp parallel for
      for (j = 0; j < N; j++)
        for (i = 0; i < N; i++)
          a[j * N + i] = b[j * N + i] * 0.25;
    }
  }
  return a[5];
}

static double assigned_in_block(void) {
  int i, j;
  double s = 0;
// CHECK: [[#@LINE+1]]:1: remark: CLV001:
#pragma omp target map(tofrom : a, s)
  {
    i = 3;
    s += a[i];
// CHECK: [[#@LINE+1]]:1: remark: CLV019: made 'i' private
#pragma omp parallel for
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++)
        a[j * N + i] += j + i;
    i = 4;
    s += a[i] + i;
#pragma omp parallel for
    for (j = 0; j < N; j++)
      a[j * N] *= 2;
  }
  return s + a[64];
}

static double simd_counter(void) {
  int i, k;
  double s = 0;
#pragma omp target map(tofrom : s) map(to : a)
// CHECK: [[#@LINE+1]]:1: remark: CLV019: made 'k' private
#pragma omp parallel for reduction(+ : s)
  for (i = 0; i < N; i++) {
    double t = 0;
#pragma omp simd reduction(+ : t)
    for (k = 0; k < N; k++)
      t += a[i * N + k];
    for (k = 0; k < 2; k++)
      t += a[k];
    s += t;
  }
  return s;
}

static double simd_counters_collapsed(void) {
  int i, k, l;
#pragma omp target map(tofrom : a)
// CHECK: [[#@LINE+1]]:1: remark: CLV019: made '{{k', 'l|l', 'k}}' private
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp simd collapse(2)
    for (k = 0; k < 8; k++)
      for (l = 0; l < 8; l++)
        a[i * N + k * 8 + l] += k - l;
  }
  return a[77];
}

int main(void) {
  for (int i = 0; i < N * N; i++)
    a[i] = i % 17;
  // RESULT: {{^}}31838.7051 127364.8457 138822195.0938 31848.7129{{$}}
  double first = serial_loop(), second = assigned_in_block(), third = simd_counter();
  printf("%.4f %.4f %.4f %.4f\n", first, second, third, simd_counters_collapsed());
}

// ---- The value of the counter is read: unchanged -------------------------------------------------

// CHECK-NOT: CLV019
int read_after(int *x) {
  int i, j, last = 0;
#pragma omp target map(tofrom : x[0 : N], last)
  {
    for (i = 0; i < N; i++)
      x[i] += i;
#pragma omp parallel for
    for (j = 0; j < N; j++)
// CHECK: [[#@LINE+1]]:12: remark: CLV247: {{.*}} write 'i'
      for (i = 0; i < 4; i++)
        x[j] += i;
    last = i;
  }
  return last;
}

// The next iteration of the serial loop reads it, before it assigns it.
int read_in_next_iteration(int *x) {
  int i = 0, j, sum = 0;
#pragma omp target map(tofrom : x[0 : N], sum)
  for (int t = 0; t < 3; t++) {
    sum += i;
    i = 1;
#pragma omp parallel for
    for (j = 0; j < N; j++)
// CHECK: [[#@LINE+1]]:12: remark: CLV247: {{.*}} write 'i'
      for (i = 0; i < 4; i++)
        x[j] += i;
  }
  return sum;
}

// The loop is inside the serial loop that counts with the variable.
void counter_of_serial_loop(int *x) {
  int i, j;
#pragma omp target map(tofrom : x[0 : N])
  for (i = 0; i < 100; i++) {
#pragma omp parallel for
    for (j = 0; j < N; j++)
// CHECK: [[#@LINE+1]]:12: remark: CLV247: {{.*}} write 'i'
      for (i = 0; i < 4; i++)
        x[j] += i;
  }
}

// Assigned on one path only.
int assigned_on_one_path(int *x, int n) {
  int i = 7, j, sum = 0;
#pragma omp target map(tofrom : x[0 : N], sum)
  {
#pragma omp parallel for
    for (j = 0; j < N; j++)
// CHECK: [[#@LINE+1]]:12: remark: CLV247: {{.*}} write 'i'
      for (i = 0; i < 4; i++)
        x[j] += i;
    if (n > 3)
      i = 0;
    sum = i;
  }
  return sum;
}

// Without iterations, the simd construct assigns nothing.
void read_after_simd(int *x, int n) {
  int k = 5;
#pragma omp target map(tofrom : x[0 : N])
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp simd
// CHECK: [[#@LINE+1]]:10: remark: CLV247: {{.*}} write 'k'
    for (k = 0; k < n; k++)
      x[i] += k;
    x[i] += k;
  }
}
