// Arrays and sections in reduction clauses: teams update copies in shared memory. All operations and forms of updates, sections
// that do not begin at 0, several arrays, and regions of several loops. The values are such that every order of the operations gives the same
// bits.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain -latomic -Xoffload-linker -latomic
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -Werror=unused -ffp-contract=off %host_offload %s -o %t -latomic -Xoffload-linker -latomic -Rpass=cleave -Rpass-analysis=cleave -Rpass-missed=cleave >%t.remarks 2>&1
// RUN: %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu -latomic
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu 1025 >%t.checked
// RUN: grep -o "CLV05[0-9]: .*\|CLV253: .*" %t.remarks | FileCheck %s --implicit-check-not=CLV
// The simulator does not compare the accesses of different teams.
// RUN: %clang %host_offload -fsyntax-only -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled %s >%t.text
// RUN: grep -v '^//' %t.text | grep -o '_Pragma("omp atomic") cleave_thread_result_[012]\[' | sort | uniq -c | FileCheck %s --check-prefix=TEXT
// TEXT: 9 _Pragma("omp atomic") cleave_thread_result_0[
// TEXT: 2 _Pragma("omp atomic") cleave_thread_result_1[
// TEXT: 1 _Pragma("omp atomic") cleave_thread_result_2[
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5000, KEYS = 64 };
static int key[MOST];
static double value[MOST];

static void print(const char *name, int n, const long *h, int count) {
  long sum = 0;
  for (int k = 0; k < count; k++)
    sum = sum * 31 + h[k];
  printf("%s %d: %ld\n", name, n, sum);
}

// CHECK: CLV055: teams combine 'h' by atomic updates of a copy in shared memory
// CHECK: CLV055: teams combine 'counts' by
// CHECK: CLV055: teams combine 'h' by
// CHECK: CLV055: teams combine 'p' by
static void sums(int n, int m) {
  long h[KEYS], wide[KEYS];
  static int counts[KEYS];
  for (int k = 0; k < KEYS; k++) {
    h[k] = k;
    counts[k] = -k;
  }
#pragma omp target teams distribute parallel for reduction(+ : h[0 : KEYS]) map(to : key) map(tofrom : h[0 : KEYS])
  for (int i = 0; i < n; i++)
    h[key[i]] += i;
  print("section", n, h, KEYS);
#pragma omp target teams distribute parallel for reduction(+ : counts) map(to : key)
  for (int i = 0; i < n; i++) {
    if (key[i] % 3 == 0)
      counts[key[i]]++;
    else if (key[i] % 3 == 1)
      ++counts[key[i] - 1];
    else
      for (int k = 0; k < 3; k++)
        counts[key[i]] = counts[key[i]] + k;
  }
  for (int k = 0; k < KEYS; k++)
    wide[k] = counts[k];
  print("array", n, wide, KEYS);
  /* The other elements are not mapped. */
#pragma omp target teams distribute parallel for reduction(- : h[5 : 20]) map(to : key) map(tofrom : h[5 : 20])
  for (long i = n - 1; i >= 0; i--)
    if (key[i] >= 5 && key[i] < 25)
      h[key[i]] -= i;
  print("part", n, h, KEYS);
  int *p = malloc(sizeof(int) * (size_t)(m + 500));
  for (int k = 0; k < m + 500; k++)
    p[k] = 3 * k;
#pragma omp target teams distribute parallel for reduction(+ : p[m : 500]) map(to : key) map(tofrom : p[m : 500])
  for (int i = 0; i < n; i++)
    p[m + i % 500] = key[i] + p[m + i % 500];
  long sum = 0;
  for (int k = 0; k < m + 500; k++)
    sum = sum * 31 + p[k];
  print("pointer", n, &sum, 1);
  free(p);
}

// CHECK: CLV055: teams combine 'product' by
// CHECK: CLV055: teams combine 'all, any, odd' by
// CHECK: CLV050: teams combine the values of 'most' in an order that is the same on every grid
// CHECK: CLV055: teams combine 'd, f' by
static void others(int n) {
  unsigned all[8], any[8] = {0}, most = 0;
  unsigned long odd[8] = {0}, product[3] = {1, 3, 5};
  double d[KEYS] = {0.5};
  float f[4] = {1};
  memset(all, -1, sizeof all);
#pragma omp target teams distribute parallel for reduction(* : product) map(to : key)
  for (int i = 0; i < n; i++)
    product[i % 3] *= (unsigned long)(2 * key[i] + 1);
#pragma omp target teams distribute parallel for reduction(& : all) reduction(| : any) reduction(^ : odd) map(to : key)
  for (int i = 0; i < n; i++) {
    all[i % 8] &= (unsigned)key[i] | 0xf0f0u;
    any[i % 8] |= (unsigned)key[i] << i % 4;
    odd[i % 8] ^= (unsigned long)key[i] * 2654435761u;
  }
#pragma omp target teams distribute parallel for reduction(+ : d, f) reduction(max : most) map(to : key, value)
  for (int i = 0; i < n; i++) {
    d[key[i]] += value[i];
    f[i % 4] += (float)value[i] * -2;
    most = (unsigned)key[i] > most ? (unsigned)key[i] : most;
  }
  long mixed = (long)(product[0] * 3 + product[1] * 5 + product[2] * 7);
  for (int k = 0; k < 8; k++)
    mixed = mixed * 31 + all[k] + 3 * (long)any[k] + 7 * (long)odd[k];
  double sum = f[0] + 2 * f[1] + 3 * f[2] + 4 * f[3];
  for (int k = 0; k < KEYS; k++)
    sum += d[k] * k;
  printf("others %d: %ld %.17g %u\n", n, mixed, sum, most);
}

/* Several loops in a region: the clause and the map clause name the same section. */
// CHECK: CLV055: teams combine 'p' by
// CHECK: CLV055: teams combine 'q' by
// CHECK: CLV050: teams combine the values of 's'
static void region(int n, long *p, long *q) {
  long s = 0;
#pragma omp target map(to : key) map(tofrom : p[0 : 17], q[2 : KEYS], s)
  {
#pragma omp parallel for reduction(+ : p[0 : 17])
    for (int i = 0; i < n; i++)
      p[key[i] % 17]++;
    p[0] = -p[0];
#pragma omp parallel for reduction(+ : q[2 : KEYS])
    for (int i = 0; i < n; i++)
      q[2 + key[i]] += 2;
#pragma omp parallel for reduction(+ : s)
    for (int k = 0; k < 17; k++)
      s += p[k] * q[2 + k] * k;
  }
  print("region", n, &s, 1);
}

/* The sections differ, or the region changes the first element: the region stays as it is. */
// CHECK: CLV253: target region not transformed: 'reduction(+ : p[0 : 8])' on a loop lists items
// CHECK: CLV253: target region not transformed: 'reduction(+ : p[m : 8])' on a loop lists items
static void unlike(int n, int m, long *p) {
#pragma omp target map(to : key) map(tofrom : p[0 : m])
  {
    p[1] = 5;
#pragma omp parallel for reduction(+ : p[0 : 8])
    for (int i = 0; i < n; i++)
      p[key[i] % 8]++;
  }
  m = 3;
#pragma omp target map(to : key) map(tofrom : p[m : 8])
  {
    p[3] = 5;
    m++;
    m--;
#pragma omp parallel for reduction(+ : p[m : 8])
    for (int i = 0; i < n; i++)
      p[3 + key[i] % 8]++;
  }
  print("unlike", n, p, 20);
}

/* Uses that are no updates, or none that can be atomic. */
// CHECK: CLV052: reduction left to the OpenMP run time: 'h' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'h' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'h' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'h' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'h' is used by more than updates of single elements
// CHECK: CLV052: reduction left to the OpenMP run time: 'flags' is an array with an operation that is not atomic
// CHECK: CLV052: reduction left to the OpenMP run time: 'large' is larger than the shared memory of a team
// CHECK: CLV052: reduction left to the OpenMP run time: 'h' is not copied in both directions by a map clause of the same section
#define ADD(k) if ((k) >= 0) h[k] += 1
static long large[6000];
static void refused(int n) {
  long h[KEYS] = {0};
  double flags[4] = {1, 1, 1, 1};
#pragma omp target teams distribute parallel for reduction(+ : h) map(to : key)
  for (int i = 0; i < n; i++) {
    h[key[i]] += 1;
    h[key[i]] *= 1;
  }
#pragma omp target teams distribute parallel for reduction(+ : h) map(to : key)
  for (int i = 0; i < n; i++)
    h[key[i]] += sizeof h / sizeof h[0];
#pragma omp target teams distribute parallel for reduction(+ : h) map(to : key)
  for (int i = 0; i < n; i++)
    h[key[i]] += 0.5 * 4;
#pragma omp target teams distribute parallel for reduction(+ : h) map(to : key)
  for (int i = 0; i < n; i++) {
    ADD(key[i]);
  }
#pragma omp target teams distribute parallel for reduction(+ : h) map(to : key)
  for (int i = 0; i < n; i++) {
    int k = 0;
    h[k++] += i;
  }
#pragma omp target teams distribute parallel for reduction(&& : flags) map(to : key)
  for (int i = 0; i < n; i++)
    flags[i % 4] = flags[i % 4] && key[i] < 60;
#pragma omp target teams distribute parallel for reduction(+ : large) map(to : key)
  for (int i = 0; i < n; i++)
    large[key[i]]++;
#pragma omp target teams distribute parallel for reduction(+ : h[0 : KEYS]) map(to : key, h[0 : KEYS])
  for (int i = 0; i < n; i++)
    h[key[i]]++;
  h[0] += (long)flags[1] + large[2];
  print("refused", n, h, KEYS);
}

int main(int argc, char **argv) {
  for (int i = 0; i < MOST; i++) {
    key[i] = i * 7 % KEYS;
    value[i] = i % 61 / 16.;
  }
  static const int sizes[] = {0, 1, 2, 31, 64, 255, 256, 257, 1023, 1024, 1025, 2049, 4999};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    long p[KEYS + 2], q[KEYS + 2];
    if (argc > 1 && n != atoi(argv[1]))
      continue;
    for (int k = 0; k < KEYS + 2; k++)
      q[k] = p[k] = k;
    sums(n, 2 + n / 3);
    others(n);
    region(n, p, q);
    unlike(n, 20, p);
    if (n == 2 || n == 257) /* slow on the simulator */
      refused(n);
  }
}
