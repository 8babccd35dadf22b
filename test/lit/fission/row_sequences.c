// Kernels whose iterations are rows with several inner loops. Lanes share the elements of each, one loop after the other.
// RUN: %clang -O1 -Wall %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %clang -O2 %link_sm90 %s -o %t.plain_gpu
// RUN: %gpu %t.plain_gpu >%t.expected_gpu
// RUN: %cleave_cc -O2 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected_gpu -
// RUN: %cleave simulate --checks=all %t.gpu 70 >%t.checked
// A device with two multiprocessors: teams with more rows than a group.
// RUN: %cleave simulate --device=volta-2sm --checks=all %t.gpu 800 >%t.checked
// RUN: grep -o "remark: CLV05[34]: .*" %t.remarks | FileCheck %s
// With a sum in each lane: unsigned sums here, and all others if the user permits it.
// RUN: %clang -O1 -Wall -ffp-contract=off -DEXACT %host_offload %s -o %t.exact
// RUN: %run %t.exact >%t.expected_exact
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off -DEXACT %host_offload %s -o %t.lanes -fplugin-arg-cleave-reassociate=on
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t.lanes | diff %t.expected_exact -
// RUN: %cleave_cc -O2 -ffp-contract=off -DEXACT %link_sm90 %s -o %t.lanes_gpu -fplugin-arg-cleave-reassociate=on -fplugin-arg-cleave-openmp-opt=off
// RUN: %gpu %t.lanes_gpu | diff %t.expected_exact -
// RUN: %cleave simulate --checks=all %t.lanes_gpu 70 >%t.checked
#ifdef EXACT
#define EXP(x) ((x) < -2 ? 0.25 : 0.5)
#define SCALE(x) ((x) > 2 ? 0.5 : 2)
#else
#define EXP(x) (1 / (1 + (x) * (x)))
#define SCALE(x) (1 / (x))
#endif
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 800, ELEMENTS = 30000 };
static int first[ROWS + 1], column[ELEMENTS], mark[ELEMENTS];
static double value[ELEMENTS + 4], x[ROWS], y[ROWS], w[ELEMENTS + 4];
static float f[ELEMENTS];
static unsigned seen[ROWS];

static void reset(void) {
  for (int i = 0; i < ROWS; i++) {
#ifdef EXACT
    x[i] = i % 9 * 0.25;
#else
    x[i] = i * 37 % 91 / 7.0 - 6;
#endif
    y[i] = i % 5;
    seen[i] = 3;
  }
  for (int k = 0; k < ELEMENTS + 4; k++) {
#ifdef EXACT
    value[k] = k % 11 * 0.5;
#else
    value[k] = k * 29 % 1009 / 11.0;
#endif
    w[k] = k % 17;
  }
  for (int k = 0; k < ELEMENTS; k++) {
    mark[k] = k % 3;
    f[k] = k % 7;
  }
}

static void report(const char *name, int n) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    sum += (i % 13 + 1) * (y[i] + x[i]) + seen[i] % 1009;
  for (int k = 0; k < ELEMENTS + 4; k++)
    sum += (k % 19 + 1) * (value[k] + 3 * w[k]);
  for (int k = 0; k < ELEMENTS; k++)
    sum += (k % 23 + 1) * (mark[k] % 91 + f[k]);
  printf("%s %d: %.17g\n", name, n, sum);
  reset();
}

/* A maximum, a sum of stored values, and a division by it. */
static void softmax(int n) {
// CHECK: CLV053: lanes share the elements of a row: 3 inner loops, operands by lanes, updates of 'most' in source order; short rows keep one thread
#pragma omp target teams distribute parallel for map(to : first, column, value, x) map(tofrom : w, y)
  for (int i = 0; i < n; i++) {
    double most = x[i];
    for (int k = first[i]; k < first[i + 1]; k++)
      if (value[k] > most)
        most = value[k];
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      w[k] = EXP(value[k] - most);
      s += w[k];
    }
    const double scale = s > 0 ? SCALE(s) : 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      w[k] *= scale;
    y[i] = s + (first[i] < first[i + 1] ? w[first[i]] + 2 * w[first[i + 1] - 1] : 0);
  }
  report("softmax", n);
}

/* Declarations at the top; a counter, a temporary and a sum of several loops; `continue`; unsigned sums in lanes beside sums in source order. */
static void several(int n) {
  int i, p, k, j, count;
  double s, d;
  unsigned all;
// CHECK: CLV053: lanes share the elements of a row: 4 inner loops, operands by lanes, updates of 's' in source order
#pragma omp target map(to : first, column, x) map(tofrom : value, w, y, f, seen, mark)
  {
#pragma omp parallel for private(i, k, j, s, d, all, count)
    for (p = 0; p < n; p++) {
      i = n - 1 - p;
      s = x[i];
      for (k = first[i]; k < first[i + 1]; k++) {
        j = column[k];
        if (x[j] > 1)
          continue;
        d = value[k] * 0.5;
        s += d;
        if (d > 1)
          s -= 0.25 * j;
        f[k] = (float)(d + j % 4);
      }
      all = 1;
      d = s * 0.5;
      for (k = first[i]; k < first[i + 1]; ++k) {
        j = mark[k];
        if (f[k] < d)
          continue;
        all |= 1u << j;
        mark[k] = j + 1;
      }
      count = (int)(all % 5);
      s = s * 0.25;
      for (k = first[i]; k < first[i + 1]; k++) {
        s += mark[k] * d;
        if (f[k] > s)
          count++;
      }
      for (k = first[i]; k < first[i + 1]; k++)
        value[k] = s - count * 2 + f[k];
      y[i] += s + count;
      seen[i] = all;
    }
  }
  report("several", n);
}

/* Other elements of an earlier loop; statements between the loops read them. Barriers separate the loops. */
static void backwards(int n) {
// CHECK: CLV053: lanes share the elements of a row: 2 inner loops, each lane executes its elements
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : w, f)
  for (int i = 0; i < n; i++) {
    const int begin = first[i], end = first[i + 1];
    for (int k = begin; k < end; k++)
      w[k] = value[k] + i;
    const double middle = begin < end ? w[(begin + end) / 2] : 0;
    for (int e = begin; e < end; e++)
      f[e] = (float)(w[begin + end - 1 - e] - middle);
  }
  report("backwards", n);
}

/* Unsigned sums need no permission. The second loop goes on with the sum of the first one. Teams combine the reduction. */
static void unsigned_sums(int n) {
  int rows = 0;
// CHECK: CLV053: lanes share the elements of a row: 2 inner loops, a sum in each lane, combined by one thread
#pragma omp target teams distribute parallel for map(to : first, column) map(tofrom : mark, seen)            \
    reduction(+ : rows)
  for (int i = 0; i < n; i++) {
    unsigned s = seen[i], t = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      s += (unsigned)column[k];
    const unsigned bound = s / 2;
    for (int k = first[i]; k < first[i + 1]; k++) {
      s += bound % 7;
      t ^= bound + (unsigned)k;
      mark[k] += (int)(bound % 3);
    }
    seen[i] = s + t;
    rows += s > 9;
  }
  report("unsigned", n);
  printf("%d\n", rows);
}

/* One thread executes a loop with other bounds, and loops after a statement that stores. */
static void rest(int n) {
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 's' in source order; short rows keep one thread
#pragma omp target teams distribute parallel for map(to : first, column, value) map(tofrom : y, w)
  for (int i = 0; i < n; i++) {
    double s = 0, t = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      s += value[k] * 0.5;
    for (int k = first[i] + 1; k < first[i + 1]; k++)
      t += value[k] - s;
    y[i] = s + t;
  }
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 's' in source order; short rows keep one thread
#pragma omp target teams distribute parallel for map(to : first, column, value) map(tofrom : y, w)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      s += value[k] * 0.5;
    y[i] += s;
    for (int k = first[i]; k < first[i + 1]; k++)
      w[k] = value[k] - y[i];
  }
  report("rest", n);
}

/* Point 18: a statement between the loops reads what the later loop stores. */
static void early(int n) {
// CHECK: CLV054: one thread executes all elements of a row: its inner loop may store to an element that the row reads before it
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : w, y)
  for (int i = 0; i < n; i++) {
    unsigned s = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      s += (unsigned)value[k];
    const double scale = first[i] < first[i + 1] ? w[first[i]] + w[first[i + 1] - 1] : 1;
    for (int k = first[i]; k < first[i + 1]; k++)
      w[k] = w[k] * 0.5 + scale;
    y[i] = s;
  }
  report("early", n);
}

/* The value of a temporary after the last element of the first loop: one thread executes the second loop, or all of the row. */
static void last(int n) {
// CHECK-NOT: inner loops
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : w, y)
  for (int i = 0; i < n; i++) {
    double d = 4;
    unsigned s = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      d = value[k] * 0.5;
      w[k] = d + 1;
      s += d > 3;
    }
    for (int k = first[i]; k < first[i + 1]; k++)
      w[k] -= d;
    y[i] = s;
  }
  report("last", n);
}

int main(int argc, char **argv) {
  for (int kind = 0; kind < 4; kind++) {
    int at = 0;
    for (int i = 0; i < ROWS; i++) {
      const int length = kind == 0   ? i % 7
                         : kind == 1 ? 30 + i % 20
                         : kind == 2 ? (i == 40 ? 15000 : i % 3)
                                     : (i % 50 == 0  ? 1500
                                        : i % 5 == 0 ? 60
                                                     : 0);
      first[i] = at;
      at = at + length < ELEMENTS ? at + length : ELEMENTS;
    }
    first[ROWS] = at;
    for (int k = 0; k < ELEMENTS; k++)
      column[k] = k * 17 % ROWS;
    reset();
    report("begin", kind);
    static const int sizes[] = {0, 1, 33, 70, ROWS};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      if (argc > 1 && sizes[s] != atoi(argv[1]))
        continue;
      softmax(sizes[s]);
      several(sizes[s]);
      backwards(sizes[s]);
      unsigned_sums(sizes[s]);
      rest(sizes[s]);
      early(sizes[s]);
      last(sizes[s]);
    }
  }
}
