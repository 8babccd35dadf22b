// Kernels whose iterations are rows of different lengths: lanes share the elements of a row, and all threads of a team those of a long one.
// The values are such that every order of the operations gives the same bits.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -ffp-contract=off %host_offload %s -o %t -fplugin-arg-cleave-reassociate=on -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu -fplugin-arg-cleave-reassociate=on
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu 70 >%t.checked
// A device with two multiprocessors: teams with more rows than a group.
// RUN: %cleave simulate --device=volta-2sm --checks=all %t.gpu 800 >%t.checked
// RUN: grep -o "remark: CLV05[34]: .*" %t.remarks | FileCheck %s
// RUN: %cleave_cc -O1 %host_offload -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: CLV053: lanes share the elements of a row: operands by lanes, updates of 'sum' in source order; short rows keep one thread
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 800, ELEMENTS = 30000 };
static int first[ROWS + 1], column[ELEMENTS], order[ROWS];
static double value[ELEMENTS], x[ROWS], y[ROWS], z[ROWS];
static float f[ROWS];
static int label[ROWS], next[ROWS];
static unsigned mask[ROWS];

static void report(const char *name, int n) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    sum += (i % 13 + 1) * (y[i] + 3 * z[i]) + next[i] % 91 + mask[i] % 1009 + 5 * f[i];
  printf("%s %d: %.17g\n", name, n, sum);
  for (int i = 0; i < ROWS; i++) {
    y[i] = i % 5;
    z[i] = f[i] = 0;
    next[i] = 7;
    mask[i] = 1;
  }
}

static void rows(int n) {
// CHECK: CLV053: lanes share the elements of a row: a sum in each lane, combined by one thread
#pragma omp target teams distribute parallel for map(to : first, column, value, x) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
  report("rows", n);
}

/* Declarations at the top, several sums, a condition, rows in another order, a bound that is the last element, an initial value. */
static void several(int n) {
  int p, i, k, j;
  double a, b, d;
  float c;
// CHECK: CLV053: lanes share the elements of a row: a sum in each lane
#pragma omp target map(to : first, column, value, x, order) map(tofrom : y, z, f)
  {
#pragma omp parallel for private(i, k, j, a, b, c, d)
    for (p = 0; p < n; p++) {
      i = order[p];
      a = y[i];
      b = c = 2;
      for (k = first[i] + 1; k <= first[i + 1] - 1; ++k) {
        j = column[k];
        d = x[j] - x[i];
        if (d < 0)
          continue;
        a -= value[k];
        if (d > 1) {
          b = b + d;
          c += (float)value[k];
        }
      }
      y[i] = a;
      z[i] = b;
      if (c < 3)
        f[i] = -1;
      else
        f[i] = c;
    }
  }
  report("several", n);
}

/* No leave is needed: the order does not decide the result. */
static void labels(int n) {
// CHECK: CLV053: lanes share the elements of a row: a sum in each lane
#pragma omp target teams distribute parallel for map(to : first, column, label) map(tofrom : next, mask)
  for (int v = 0; v < n; v++) {
    int least = label[v], unused = 4;
    unsigned seen = 0;
    for (long k = first[v]; k < (long)first[v + 1]; k++) {
      if (label[column[k]] < least)
        least = label[column[k]];
      seen |= 1u << column[k] % 32;
    }
    next[v] = least + unused;
    mask[v] = seen;
  }
  report("labels", n);
}

/* Teams combine the reduction of integers: each thread has a copy for the rows that it ends. */
static void changes(int n) {
  int changed = 3, v, k;
  unsigned long most = 0;
// CHECK: CLV053: lanes share the elements of a row: a sum in each lane
#pragma omp target map(to : first, column, label) map(tofrom : next, changed, most)
  {
#pragma omp parallel for private(k) reduction(+ : changed) reduction(max : most)
    for (v = 0; v < n; v++) {
      int least = label[v];
      for (k = first[v]; k < first[v + 1]; k++)
        if (label[column[k]] < least)
          least = label[column[k]];
      next[v] = least;
      if (least == label[v])
        continue;
      changed++;
      most = least * 7ul > most ? least * 7ul : most;
    }
  }
  report("changes", n);
  printf("%d %lu\n", changed, most);
// CHECK: CLV054: one thread executes all elements of a row: the reduction of 'weight' would have another order in each run
  double weight = 1;
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : y) reduction(+ : weight)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int e = first[i]; e < first[i + 1]; e++)
      sum += value[e];
    y[i] = sum;
    weight += sum;
  }
// CHECK-NOT: CLV05
#pragma omp target teams distribute parallel for map(to : first, label, column) map(tofrom : next) reduction(+ : changed)
  for (int i = 0; i < n; i++) {
    int least = label[i];
    for (int e = first[i]; e < first[i + 1]; e++) {
      changed += column[e] == 5;
      if (label[column[e]] < least)
        least = label[column[e]];
    }
    next[i] = least;
  }
#pragma omp target teams distribute parallel for map(to : first, label, column) map(tofrom : next) reduction(+ : changed)
  for (int i = 0; i < n; i++) {
    int least = label[i];
    for (int e = first[i]; e < first[i + 1]; e++) {
      const int other = label[column[e]] + (changed < 0);
      if (other < least)
        least = other;
    }
    next[i] += least;
    changed += least > 3;
  }
  report("reductions", n);
  printf("%d %.17g\n", changed, weight);
}

/* A counter of two loops, of which the first one is over the row; the second one ends early. What the version cannot do: an array of the row
 * whose elements each iteration changes. */
static void others(int n) {
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 'sum' in source order
#pragma omp target teams distribute parallel for map(to : first, column, value, x) map(tofrom : y, z)
  for (int i = 0; i < n; i++) {
    double sum = 0, last = 0;
    int k;
    for (k = first[i]; k < first[i + 1]; k++) {
      last = value[k] + 0.5 * last;
      sum += last;
    }
    y[i] = sum + last;
    sum = 0;
    for (k = first[i]; k < first[i + 1]; k++) {
      if (column[k] == 3)
        break;
      sum += value[k];
    }
    z[i] = sum + k;
  }
// CHECK-NOT: CLV05
#pragma omp target teams distribute parallel for map(to : first, column, value) map(tofrom : f)
  for (int i = 0; i < n; i++) {
    double sum = 0, both[2] = {0, 0};
    for (int k = first[i]; k < first[i + 1]; k++) {
      sum += value[k];
      both[k & 1] += value[k];
    }
    f[i] = (float)(sum + 3 * both[0] + both[1]);
  }
  report("others", n);
}

int main(int argc, char **argv) {
  for (int kind = 0; kind < 4; kind++) {
    int at = 0;
    for (int i = 0; i < ROWS; i++) {
      const int length = kind == 0   ? i % 7
                         : kind == 1 ? 30 + i % 20
                         : kind == 2 ? (i == 40 ? 15000 : i % 3)
                                     : (i % 50 == 0 ? 1500 : 0);
      first[i] = at;
      at = at + length < ELEMENTS ? at + length : ELEMENTS;
      order[i] = i * 3 % ROWS;
      x[i] = i % 9 * 0.25;
      label[i] = i * 31 % ROWS;
    }
    first[ROWS] = at;
    for (int k = 0; k < ELEMENTS; k++) {
      column[k] = k * 17 % ROWS;
      value[k] = k % 11 * 0.5;
    }
    report("begin", kind);
    static const int sizes[] = {0, 1, 7, 33, 70, 257, ROWS};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      if (argc > 1 && sizes[s] != atoi(argv[1]))
        continue;
      rows(sizes[s]);
      several(sizes[s]);
      labels(sizes[s]);
      changes(sizes[s]);
      others(sizes[s]);
    }
  }
}
