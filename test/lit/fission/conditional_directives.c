// Conditional directives in a body: repeated text has what the preprocessor leaves, so the versions compute what the program computes. A condition
// with a reserved name may differ between host and device: there the text is not repeated.
// RUN: %clang -O1 -w %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -Wextra -Werror %host_offload %s -o %t
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %clang -O1 -w -DWIDE=3 -DSHIFT %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -Wextra -Werror -DWIDE=3 -DSHIFT %host_offload %s -o %t
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -DWIDE=3 -DSHIFT %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=always %cleave simulate --checks=all %t.gpu >%t.checked
// RUN: %cleave explain --all %s -- -DSHIFT | FileCheck %s
#include <stdio.h>
#ifndef WIDE
#define WIDE 1
#endif

// CHECK: region in nested
// CHECK: CLV043
static void nested(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#if WIDE > 2
      y[i * m + j] = x[i * m + j] + 7; // it isn't left out with WIDE=3
#elif defined(NEVER)
      y[i] = 3; "text that isn't closed
#else /* the one
         that counts */
      y[i * m + j] = x[i * m + j] * 2;
#  ifdef WIDE
      y[i * m + j] += 1;
#  else
      y[0] = 1;
#  endif
#endif
#ifdef SHIFT
      y[i * m + j] += 0.5f;
#endif
    }
}

// CHECK: region in rows
// CHECK: CLV053
static void rows(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) {
#ifdef SHIFT
      if (x[i * m + j] > 2)
#endif
        s += x[i * m + j];
    }
#if 0
    y[0] = s;
#endif
    y[i] = s;
  }
}

// CHECK: region in by_device
// CHECK-NOT: CLV043
// CHECK: CLV044: {{.*}}a preprocessing directive
static void by_device(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#ifdef __NVPTX__
      y[i * m + j] = 2 * x[i * m + j];
#else
      y[i * m + j] = x[i * m + j] * 2;
#endif
    }
}

// The condition is the same name on host and device, but not the same value: the region stays as it is, on both.
#ifdef __x86_64__
#define ON_HOST
#endif
static void by_own_name(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#ifdef ON_HOST
      y[i * m + j] = 2 * x[i * m + j];
#else
      y[i * m + j] = x[i * m + j] + x[i * m + j];
#endif
    }
}

// A macro that changes in the body is no condition.
// CHECK: region in defined
// CHECK-NOT: CLV043
// CHECK: CLV044: {{.*}}a preprocessing directive
static void defined_in_body(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#define FACTOR 3
      y[i * m + j] = x[i * m + j] * FACTOR;
#undef FACTOR
    }
}

// The words of macros count behind a condition as well, in the last region of the file.
// CHECK: region in counted
// CHECK-NOT: CLV043
// CHECK: CLV044: {{.*}}__COUNTER__
#define NUMBER (__COUNTER__ * 0)
static void counted(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#ifdef NEVER
      y[0] = 1;
#endif
      y[i * m + j] = x[i * m + j] * 2 + NUMBER;
    }
}

int main(void) {
  enum { N = 20, M = 30 };
  float x[N * M], y[N * M];
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    x[i] = (float)(i % 7), y[i] = 0;
  nested(N, M, x, y);
  for (int i = 0; i < N * M; i++)
    sum += y[i] * (1 + i % 5);
  by_device(N, M, y, x);
  counted(N, M, x, y);
  by_own_name(N, M, y, x);
  defined_in_body(N, M, x, y);
  for (int i = 0; i < N * M; i++)
    sum += y[i] * (1 + i % 11);
  rows(N, M, x, y);
  for (int i = 0; i < N; i++)
    sum += y[i] * i;
  printf("%g\n", sum);
  return 0;
}
