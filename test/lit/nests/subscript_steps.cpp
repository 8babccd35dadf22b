// Steps in expressions, as in a[k++], in nests. In nests with the comment "dependent", iterations use what others compute, or do not
// execute a step exactly once.
// RUN: %clangxx -std=c++17 -O1 -w %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cxx -std=c++17 -O1 -w %host_offload %s -o %t
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave_cxx -std=c++17 -O2 -w %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu >%t.checked
// RUN: %cleave explain --all %s -- -std=c++17 >%t.remarks
// RUN: awk -f %S/Inputs/mapped.awk %s %t.remarks | FileCheck %s
// No element that a step chooses is one that an inner loop adds up.
// RUN: not grep "adds up" %t.remarks
// CHECK-NOT: dependent
// CHECK: {{^}}10 mapped
#include <cstdio>

enum { N = 58 };
static int x[N * N];

void nest_update(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n;
    for (int j = 0; j < n; j++) y[k++] *= 3;
  }
}

void nest_copy(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n, m = (n - 1 - i) * n;
    for (int j = 0; j < n; j++) y[k++] = x[m++] + j;
  }
}

void nest_prefix(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n - 1;
    for (int j = 0; j < n; j++) y[++k] += x[i * n + j];
  }
}

void nest_downwards(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n + n;
    for (int j = 0; j < n; j++) y[--k] += x[i * n + j];
  }
}

void nest_while(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < n) y[i * n + k++] += x[i * n];
  }
}

void nest_argument(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n;
    auto put = [=](int at, int value) { y[at] += value; };
    for (int j = 0; j < n; j++) put(k++, x[i * n + j]);
  }
}

void nest_pairs(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : 2 * n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = 2 * i * n;
    for (int j = 0; j < n; j++) {
      y[k++] += x[i * n + j];
      y[k++] -= x[j * n + i];
    }
  }
}

void nest_amount(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : 3 * n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = 3 * i * n;
    for (int j = 0; j < n; j++) y[(k += 3) - 2] += x[i * n + j];
  }
}

void nest_declared(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n;
    for (int j = 0; j < n; j++) {
      const int at = k++;
      if (x[at] > 2) y[at] += x[at];
    }
  }
}

void nest_every_other(int n, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * (n + 1)]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * (n + 1);
    for (int j = 0; j < n; j += 2) {
      y[k++] += x[i * n + j];
      k++;
    }
  }
}

void nest_same(int n, const int *x, int *y) { // dependent: C++17 evaluates the right side first, C does not say
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n;
    for (int j = 0; j < n - 1; j++) y[k++] = x[k] + 1;
  }
}

void nest_compaction(int n, const int *x, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n;
    for (int j = 0; j < n; j++)
      if (x[i * n + j] > 3) y[k++] = x[i * n + j];
  }
}

void nest_logical(int n, const int *x, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n;
    for (int j = 0; j < n; j++) y[i * n + j] += x[i * n + j] > 3 && x[k++] > 2;
  }
}

void nest_next(int n, const int *x, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n;
    for (int j = 0; j < n - 1; j++) {
      y[k++] = x[i * n + j];
      y[k] += 2;
    }
  }
}

void nest_jump(int n, const int *x, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n]) map(to : x[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = i * n;
    for (int j = 0; j < n; j++) {
      if (x[i * n + j] > 3) goto out;
      y[k++] = x[i * n + j];
    out:;
    }
  }
}

void nest_narrow(int n, const int *x, int *y) { // dependent: the step wraps
#pragma omp target teams distribute parallel for map(tofrom : y[0 : 768]) map(to : x[0 : n * n])
  for (int i = 0; i < 3; i++) {
    unsigned char k = 250;
    for (int j = 0; j < n; j++) y[i * 256 + k++] += x[j * n] + j;
  }
}

void nest_short_row(int n, const int *x, int *y) { // dependent: a row of odd length ends in the next one
#pragma omp target teams distribute parallel for map(tofrom : y[0 : 3 * n * n]) map(to : x[0 : n * n]) num_teams(1) thread_limit(1)
  for (int i = 0; i < n; i++) {
    int k = i * n;
    for (int j = 0; j < n; j += 3) {
      y[k] += x[i * n + j];
      y[(k += 3) - 1] = 1;
    }
  }
}

static void run(const char *name, void (*nest)(int, const int *, int *), int n) {
  static int to[3 * N * N + N];
  for (int i = 0; i < 3 * N * N + N; i++) to[i] = i % 13;
  for (int i = 0; i < N * N; i++) x[i] = i * 7 % 9;
  nest(n, x, to);
  long sum = 0;
  for (int i = 0; i < 3 * N * N + N; i++) sum += long(to[i]) * (i % 1009 + 1);
  std::printf("%s %ld\n", name, sum);
}
#define RUN(nest) run(#nest, nest, N), run(#nest, nest, 1), run(#nest, nest, 33)

int main() {
  RUN(nest_update), RUN(nest_copy), RUN(nest_prefix), RUN(nest_downwards), RUN(nest_while), RUN(nest_argument);
  RUN(nest_pairs), RUN(nest_amount), RUN(nest_declared), RUN(nest_every_other);
  RUN(nest_same), RUN(nest_compaction), RUN(nest_logical), RUN(nest_next), RUN(nest_jump), RUN(nest_narrow);
  RUN(nest_short_row);
}
