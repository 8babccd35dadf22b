// On a machine without a GPU, programs print on standard error what those of plain clang do: nothing. Reductions of many types, reductions
// of teams, scans, reductions of arrays and of the program's own kind, and regions of an archive and of two shared libraries.
// RUN: %clang -O1 -fopenmp -DLIBRARY=archived -c %s -o %t.plain.archived.o
// RUN: %clang -O1 -fopenmp -DLIBRARY=one -c %s -o %t.plain.one.o
// RUN: %clang -O1 -fopenmp -DLIBRARY=two -c %s -o %t.plain.two.o
// RUN: %clang -O1 -fopenmp %s %t.plain.archived.o %t.plain.one.o %t.plain.two.o -o %t.plain
// RUN: %cleave_cc -O1 %link_sm90 -Wno-unused-command-line-argument -DLIBRARY=archived -c %s -o %t.archived.o
// RUN: rm -f %t.archive.a && ar rcs %t.archive.a %t.archived.o
// RUN: %cleave_cc -O1 %link_sm90 -DLIBRARY=one -fPIC -shared %s -o %t.one.so
// RUN: %cleave_cc -O1 %link_sm90 -DLIBRARY=two -fPIC -shared %s -o %t.two.so
// RUN: %cleave_cc -O1 -Wall -Werror %link_sm90 %s %t.archive.a %t.one.so %t.two.so -o %t
// RUN: %t.plain types teams scan arrays libraries > %t.expected 2>&1
// RUN: FileCheck %s < %t.expected
// CHECK: types 3000 4500.0 1500.00 -3000 185 1 0 15 6000
// CHECK-NEXT: teams 9000 2999 0 45000.0
// CHECK-NEXT: scan 4498500 4495501 9000
// CHECK-NEXT: arrays 750 1500 750 1499
// CHECK-NEXT: libraries 3000 6000 9000
// CHECK-NOT: {{.}}
// RUN: env -u OMP_TARGET_OFFLOAD CLEAVE_QUIET=1 %t types teams scan arrays libraries 2>&1 | diff %t.expected -
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t libraries arrays scan teams types 2>&1 | sort > %t.disabled
// RUN: sort %t.expected | diff - %t.disabled
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT CLEAVE_QUIET=1 CLEAVE_SPLIT=always %t types teams scan arrays libraries 2>&1 | diff %t.expected -
// What the OpenMP run time says about these numbers of teams and threads, it says to both.
// RUN: env OMP_NUM_TEAMS=3 OMP_NUM_THREADS=2 %t.plain types teams scan arrays libraries > %t.expected3 2>&1
// RUN: env CLEAVE_QUIET=1 OMP_NUM_TEAMS=3 OMP_NUM_THREADS=2 %t types teams scan arrays libraries 2>&1 | diff %t.expected3 -
enum { N = 3000 };

#ifdef LIBRARY
int LIBRARY(void) {
  int s = 0;
  const char *name = __func__;
  const int factor = name[0] == 'a' ? 1 : name[0] == 'o' ? 2 : 3;
#pragma omp target teams distribute parallel for map(tofrom : s) reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += factor;
  return s;
}
#else
#include <stdio.h>
#include <string.h>
int archived(void), one(void), two(void);
static long prefix[N], before[N], ones[N];

static void types(void) {
  int i32 = 0, all = 1, any = 0, n = N;
  float f32 = 0;
  double f64 = 0;
  long long i64 = 0;
  unsigned char u8 = 1;
  unsigned bits = 0;
  short i16 = 0;
#pragma omp target teams distribute parallel for map(tofrom : i32, f32, f64, i64) reduction(+ : i32, f32, f64) reduction(- : i64)
  for (int i = 0; i < n; i++)
    i32 += 1, f32 += 1.5f, f64 += 0.5, i64 -= 1;
#pragma omp target parallel for map(tofrom : u8, all, any, bits) reduction(+ : u8) reduction(&& : all) reduction(|| : any) reduction(| : bits)
  for (int i = 0; i < n; i++) {
    u8 += 1;
    all = all && i >= 0;
    any = any || i > n;
    bits |= 1u << i % 4;
  }
#pragma omp target map(tofrom : i16)
#pragma omp parallel for reduction(+ : i16)
  for (int i = 0; i < n; i++)
    i16 += 2;
  printf("types %d %.1f %.2f %lld %d %d %d %u %d\n", i32, f32, f64, i64, u8, all, any, bits, i16);
}

static void teams(void) {
  int s = 0, most = 0, least = 1, n = N;
  double d = 0;
#pragma omp target teams distribute map(tofrom : s, most, least) reduction(+ : s) reduction(max : most) reduction(min : least)
  for (int k = 0; k < 3; k++) {
    int part = 0;
#pragma omp parallel for reduction(+ : part)
    for (int i = 0; i < n; i++)
      part += 1;
    s += part;
    most = part - 1 > most ? part - 1 : most;
    least = k < least ? k : least;
  }
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : d) reduction(+ : d)
  for (int i = 0; i < 30; i++)
    for (int k = 0; k < 100; k++)
      d += 15;
  printf("teams %d %d %d %.1f\n", s, most, least, d);
}

static void scan(void) {
  long running = 0, other = 0, n = N;
  double d = 0;
#pragma omp target map(tofrom : running, other, d) map(from : prefix, before) map(to : ones)
  {
    for (int i = 0; i < n; i++) {
      running += ones[i] * i;
      prefix[i] = running;
    }
    for (int i = 0; i < n; i++) {
      before[i] = other;
      other += ones[i] * i;
    }
#pragma omp parallel for reduction(+ : d)
    for (int i = 0; i < n; i++)
      d += 3;
  }
  printf("scan %ld %ld %.0f\n", prefix[N - 1], before[N - 1], d);
}

struct place {
  int value, at;
};
static struct place best(struct place a, struct place b) {
  return a.value > b.value || (a.value == b.value && a.at < b.at) ? a : b;
}
#pragma omp declare reduction(best : struct place : omp_out = best(omp_out, omp_in)) initializer(omp_priv = {-1, 0})

static void arrays(void) {
  int counts[4] = {0}, n = N;
  struct place found = {-1, 0};
#pragma omp target teams distribute parallel for map(tofrom : counts) reduction(+ : counts)
  for (int i = 0; i < n; i++)
    counts[i % 4] += 1 + (i % 4 == 1);
#pragma omp target parallel for map(tofrom : found) reduction(best : found)
  for (int i = 0; i < n; i++) {
    struct place here = {i == 1499 ? 7 : i % 7, i};
    found = best(found, here);
  }
  printf("arrays %d %d %d %d\n", counts[0], counts[1], counts[2], found.at);
}

int main(int count, char **names) {
  for (int i = 0; i < N; i++)
    ones[i] = 1;
  for (int k = 1; k < count; k++) {
    if (!strcmp(names[k], "types"))
      types();
    if (!strcmp(names[k], "teams"))
      teams();
    if (!strcmp(names[k], "scan"))
      scan();
    if (!strcmp(names[k], "arrays"))
      arrays();
    if (!strcmp(names[k], "libraries"))
      printf("libraries %d %d %d\n", archived(), one(), two());
  }
  return 0;
}
#endif
