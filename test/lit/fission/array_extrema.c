// Arrays and sections in reduction clauses, updated in shared memory: minima and maxima in all forms, logical operations, and elements of 1 and 2 bytes.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain -lm -latomic -Xoffload-linker -latomic
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -Werror=unused -ffp-contract=off %host_offload %s -o %t -lm -latomic -Xoffload-linker -latomic -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu -latomic
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu 1025 >%t.checked
// RUN: grep -o "CLV05[0-9]: .*" %t.remarks | FileCheck %s --implicit-check-not=CLV
// Before OpenMP 5.1 there is no `atomic compare`.
// RUN: %cleave_cc -O1 -fopenmp-version=50 %host_offload -c %s -o %t.o -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: CLV052: reduction left to the OpenMP run time: 'a' is an array with an operation that is not atomic before OpenMP 5.1
// OLD: CLV052: reduction left to the OpenMP run time: 'all' is an array with an operation that is not atomic before OpenMP 5.1
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 3000, KEYS = 16 };
static int key[MOST], number[MOST];
static double value[MOST];

static void print(const char *name, int n, const double *h, int count) {
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum = sum * 1.0625 + h[k];
  printf("%s %d: %.17g\n", name, n, sum);
}

// CHECK: CLV055: teams combine 'a' by
// CHECK: CLV055: teams combine 'u, l' by
// CHECK: CLV055: teams combine 'f, d' by
// CHECK: CLV055: teams combine 'd' by
static void extrema(int n, int m) {
  int a[KEYS];
  unsigned u[KEYS];
  long l[KEYS];
  float f[KEYS];
  double d[KEYS], all[5 * KEYS];
  for (int k = 0; k < KEYS; k++) {
    a[k] = 5 - k;
    u[k] = 3000000000u + (unsigned)k;
    l[k] = k - 8;
    f[k] = k;
    d[k] = -k;
  }
  f[3] = NAN; /* a comparison with it is false */
  d[4] = INFINITY;
#pragma omp target teams distribute parallel for reduction(min : a[0 : KEYS]) map(to : key, number) map(tofrom : a[0 : KEYS])
  for (int i = 0; i < n; i++)
    if (a[key[i]] > number[i])
      a[key[i]] = number[i];
#pragma omp target teams distribute parallel for reduction(max : u) reduction(min : l) map(to : key, number)
  for (int i = 0; i < n; i++) {
    u[key[i]] = (unsigned)number[i] > u[key[i]] ? (unsigned)number[i] : u[key[i]];
    if (i % 2)
      l[key[i]] = l[key[i]] <= number[i] ? l[key[i]] : number[i];
    else if (i % 3) {
      if (number[i] < l[key[i]]) {
        l[key[i]] = number[i];
      }
    } else
      l[0] = number[i] >= l[0] ? l[0] : number[i];
  }
  /* A double is rounded to float before or after it is compared: the result is the same. */
#pragma omp target teams distribute parallel for reduction(max : f) reduction(min : d[2 : 10]) map(to : key, value) map(tofrom : d[2 : 10])
  for (int i = 0; i < n; i++) {
    if (f[key[i]] < value[i] * 1.1)
      f[key[i]] = value[i] * 1.1;
    d[2 + key[i] % 10] = fmin(d[2 + key[i] % 10], value[i]);
  }
#pragma omp target teams distribute parallel for reduction(max : d) map(to : key, value)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      d[(key[i] + k) % KEYS] = fmax(fabs(value[i] - k), d[(key[i] + k) % KEYS]);
  printf("nan %d\n", f[3] != f[3]);
  f[3] = 0;
  for (int k = 0; k < KEYS; k++) {
    all[k] = a[k];
    all[KEYS + k] = u[k];
    all[2 * KEYS + k] = l[k];
    all[3 * KEYS + k] = f[k];
    all[4 * KEYS + k] = k == 4 ? 0 : d[k];
  }
  print("extrema", n, all, 5 * KEYS);
}

// CHECK: CLV055: teams combine 's, u, c' by
// CHECK: CLV055: teams combine 's, u' by
// CHECK: CLV055: teams combine 'all, any' by
static void small(int n) {
  short s[KEYS], all[KEYS];
  unsigned short u[KEYS];
  signed char c[KEYS];
  int any[KEYS];
  double sums[5 * KEYS];
  for (int k = 0; k < KEYS; k++) {
    s[k] = (short)(k - 7);
    u[k] = (unsigned short)(65530 + k % 6);
    c[k] = (signed char)k;
    all[k] = (short)(k % 3);
    any[k] = k % 2 * -9;
  }
  /* The sums wrap around. */
#pragma omp target teams distribute parallel for reduction(+ : s) reduction(& : u) reduction(^ : c) map(to : key, number)
  for (int i = 0; i < n; i++) {
    s[key[i]] += 1000 * (short)i;
    s[i % KEYS]--;
    u[key[i]] &= ~(number[i] & 4);
    c[key[i]] = c[key[i]] ^ number[i];
  }
#pragma omp target teams distribute parallel for reduction(max : s) reduction(min : u[0 : KEYS]) map(to : key, number) map(tofrom : u[0 : KEYS])
  for (int i = 0; i < n; i++) {
    if (s[key[i]] < (short)number[i])
      s[key[i]] = (short)number[i];
    u[key[i]] = u[key[i]] < (unsigned char)i ? u[key[i]] : (unsigned char)i;
  }
  /* Elements that are neither 0 nor 1 become 1. */
#pragma omp target teams distribute parallel for reduction(&& : all) reduction(|| : any) map(to : key, number)
  for (int i = 0; i < n; i++) {
    all[key[i]] = all[key[i]] && number[i] % 50 != 7;
    any[key[i]] = number[i] == 20 || any[key[i]];
  }
  for (int k = 0; k < KEYS; k++) {
    sums[k] = s[k];
    sums[KEYS + k] = u[k];
    sums[2 * KEYS + k] = c[k];
    sums[3 * KEYS + k] = all[k];
    sums[4 * KEYS + k] = any[k];
  }
  print("small", n, sums, 5 * KEYS);
}

/* Conversions that change the order of values, values that would be evaluated another number of times, and the opposite operation. */
// CHECK: CLV052: reduction left to the OpenMP run time: 'a' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'a' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'a' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'a' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'a' is used by more than updates of single elements
static int counted(int *calls, int of) { return ++*calls, of; }
static void refused(int n) {
  int a[KEYS] = {0};
  double sums[KEYS];
#pragma omp target teams distribute parallel for reduction(max : a) map(to : key, number)
  for (int i = 0; i < n; i++)
    if (a[key[i]] < number[i] + 4294967296L)
      a[key[i]] = number[i] + 4294967296L;
#pragma omp target teams distribute parallel for reduction(max : a) map(to : key, number)
  for (int i = 0; i < n; i++)
    if (a[key[i]] < (unsigned)number[i])
      a[key[i]] = (unsigned)number[i];
#pragma omp target teams distribute parallel for reduction(max : a) map(to : key)
  for (int i = 0; i < n; i++) {
    int calls = 0;
    if (a[key[i]] < counted(&calls, i))
      a[key[i]] = counted(&calls, i);
    if (calls > 1)
      a[key[i]] = a[key[i]] > i ? a[key[i]] : i;
  }
#pragma omp target teams distribute parallel for reduction(max : a) map(to : key)
  for (int i = 0; i < n; i++)
    if (a[key[i]] > i)
      a[key[i]] = i;
#pragma omp target teams distribute parallel for reduction(max : a) map(to : key)
  for (int i = 0; i < n; i++)
    if (a[key[i]] < i)
      a[i % KEYS] = i;
  for (int k = 0; k < KEYS; k++)
    sums[k] = a[k] != -1;
  print("refused", n, sums, KEYS);
}

int main(int argc, char **argv) {
  for (int i = 0; i < MOST; i++) {
    key[i] = i * 7 % KEYS;
    number[i] = (int)(i * 7919L % 3001) - 1500;
    value[i] = number[i] / 16.;
  }
  static const int sizes[] = {0, 1, 2, 31, 255, 257, 1023, 1024, 1025, 2999};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    if (argc > 1 && n != atoi(argv[1]))
      continue;
    extrema(n, 3);
    small(n);
    if (n < 300)
      refused(n);
  }
}
