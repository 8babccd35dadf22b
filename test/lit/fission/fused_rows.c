// Neighboring loops whose iterations are the same rows, in one kernel: maps, filters and reductions of the elements.
// RUN: %clang -O1 -Wall %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall %host_offload %s -o %t -Rpass=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: %run %t.plain 70 >%t.expected_70
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t 70 | diff %t.expected_70 -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 CLEAVE_TRANSFERS=off %run4 %t 70 | diff %t.expected_70 -
// RUN: %clang -O2 %link_sm90 %s -o %t.plain_gpu
// RUN: %gpu %t.plain_gpu >%t.expected_gpu
// RUN: %cleave_cc -O2 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected_gpu -
// RUN: %cleave simulate --checks=all %t.gpu 70 >%t.checked
// A device with two multiprocessors: teams with more rows than a group.
// RUN: %cleave simulate --device=volta-2sm --checks=all %t.gpu 800 >%t.checked
// RUN: grep -o "remark: CLV04[78]: .*" %t.remarks | FileCheck %s
// With a sum in each lane. One run of OpenMPOpt compiles in half the time; the code above has two.
// RUN: %clang -O1 -Wall -ffp-contract=off -DEXACT %host_offload %s -o %t.exact
// RUN: %run %t.exact >%t.expected_exact
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off -DEXACT %host_offload %s -o %t.lanes -fplugin-arg-cleave-reassociate=on
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t.lanes | diff %t.expected_exact -
// RUN: %run %t.exact 70 >%t.expected_70
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t.lanes 70 | diff %t.expected_70 -
// RUN: %cleave_cc -O2 -ffp-contract=off -DEXACT %link_sm90 %s -o %t.lanes_gpu -fplugin-arg-cleave-reassociate=on -fplugin-arg-cleave-openmp-opt=off
// RUN: %gpu %t.lanes_gpu | diff %t.expected_exact -
// RUN: %cleave simulate --checks=all %t.lanes_gpu 70 >%t.checked
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 800, ELEMENTS = 30000 };
static int first[ROWS + 1], column[ELEMENTS], mark[ELEMENTS], other[ROWS + 1];
static double value[ELEMENTS + 4], x[ROWS], y[ROWS], z[ROWS], w[ELEMENTS + 4];
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
    z[i] = i % 3;
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
    sum += (i % 13 + 1) * (y[i] + x[i]) + (i % 7 + 1) * z[i] + seen[i] % 1009;
  for (int k = 0; k < ELEMENTS + 4; k++)
    sum += (k % 19 + 1) * (value[k] + 3 * w[k]);
  for (int k = 0; k < ELEMENTS; k++)
    sum += (k % 23 + 1) * (mark[k] % 91 + f[k]);
  printf("%s %d: %.17g\n", name, n, sum);
  reset();
}

/* A map, a filter and a reduction. */
static void filter(int n) {
#pragma omp target map(to : first, column, value, x) map(tofrom : w, y)
  {
// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = value[k] * x[column[k]] - 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = first[i]; k < first[i + 1]; k++)
        if (w[k] > 0)
          s += w[k];
      y[i] = s;
    }
  }
  report("filter", n);
}

/* Three loops, with other names of the counters, an early end of an element, and ends of rows that depend on each other. */
static void chain(int n) {
  int k, j;
#pragma omp target map(to : first, column, x) map(tofrom : value, w, mark, f, y, z)
  {
// CHECK: CLV047: neighboring loops fused into one kernel: 3 loops
#pragma omp parallel for private(k, j)
    for (int i = 0; i < n; i++) {
      double s = 2;
      for (k = first[i]; k < first[i + 1]; k++) {
        j = column[k];
        f[k] = 1;
        if (x[j] > 0.5) {
          mark[k] += j;
          s += x[j] * value[k];
        }
      }
      y[i] = s;
    }
#pragma omp parallel for private(j)
    for (int v = 0; v < n; v++) {
      const double t = x[v];
      for (int e = first[v]; e < first[v + 1]; e++) {
        j = column[e] + 1;
        if (mark[e] % 2)
          continue;
        value[e] = w[e] * t + j;
      }
      if (y[v] > 40)
        continue;
      z[v] += y[v] * 2;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double more = 1;
      for (int k = first[i]; k < first[i + 1]; k++) {
        if (value[k] > 3)
          more += value[k] * 0.5;
        else
          more -= f[k];
        w[k] = value[k];
      }
      y[i] = y[i] * 0.5 + more - z[i];
    }
  }
  report("chain", n);
}

/* Sums of unsigned numbers and maxima, which need no permission. */
static void ends(int n) {
#pragma omp target map(to : first, column, value) map(tofrom : w, mark, seen, y, z)
  {
// CHECK: CLV047: neighboring loops fused into one kernel: 3 loops
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      unsigned all = 0;
      for (int k = first[i]; k < first[i + 1]; k++) {
        mark[k] = column[k] * 5;
        all |= 1u << mark[k] % 32;
      }
      seen[i] = all;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      unsigned most = 7;
      for (int k = first[i]; k < first[i + 1]; k++)
        if ((unsigned)mark[k] > most)
          most = (unsigned)mark[k];
      seen[i] += most;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = mark[k] + value[k];
  }
  report("ends", n);
}

/* Bounds that the row sets; elements up to a last one. */
static void bounds(int n) {
#pragma omp target map(to : first, value) map(tofrom : w, f)
  {
// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const int begin = first[i] + 1, last = first[i + 1] - 1;
      for (long k = begin; k <= last; k++)
        w[k] = value[k] * 2;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const int from = first[i] + 1, to = first[i + 1] - 1;
      for (long k = from; k <= to; k++)
        f[k] = (float)w[k];
    }
  }
  report("bounds", n);
}

/* Pointers: the guard compares the objects of each launch. */
static void pointers(int n, const int *row, double *to, const double *from, double *sums) {
#pragma omp target map(to : row[0 : n + 1], from[0 : ELEMENTS]) map(tofrom : to[0 : ELEMENTS], sums[0 : n])
  {
// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = row[i]; k < row[i + 1]; k++)
        to[k] = k % 5;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = row[i]; k < row[i + 1]; k++)
        s += to[k] * from[k];
      sums[i] = s;
    }
  }
}

static void overlaps(int n) {
  pointers(n, first, w, value, y);
  report("pointers", n);
  /* An element of `from` is a later one of `to`. */
#pragma omp target data map(tofrom : value)
  pointers(n, first, value, value + 3, y);
  report("overlap", n);
}

/* What follows the elements in one loop, and the elements of the next one. */
static void later(int n) {
#pragma omp target map(to : first, column, value) map(tofrom : w, y)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = first[i]; k < first[i + 1]; k++)
        s += value[k];
      y[i] = s;
    }
// CHECK: CLV048: loop not fused with the one before it: a row of one loop may access what another row of the other loop, or a statement beside its inner loop, accesses: 'y'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = value[k] * y[column[k]];
  }
  report("later", n);
#pragma omp target map(to : first, value) map(tofrom : w, y)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 1;
      for (int k = first[i]; k < first[i + 1]; k++)
        s += value[k];
      y[i] = s;
    }
// CHECK: CLV048: {{.*}}accesses: 'y'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = value[k] / y[i];
  }
  report("softmax", n);
}

/* Another element of the row; what precedes the elements of the second loop, and of the first one. */
static void elements(int n) {
#pragma omp target map(to : first, value) map(tofrom : w, f)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = value[k] * 2;
// CHECK: CLV048: {{.*}}accesses: 'w'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        f[k] = (float)w[first[i] + first[i + 1] - 1 - k];
  }
  report("elements", n);
#pragma omp target map(to : first, value) map(tofrom : w, f)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = value[k] * 2;
// CHECK: CLV048: {{.*}}accesses: 'w'
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const double scale = w[first[i]];
      for (int k = first[i]; k < first[i + 1]; k++)
        f[k] = (float)(value[k] * scale);
    }
  }
  report("before", n);
#pragma omp target map(to : first, value) map(tofrom : w, f)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const double scale = w[first[i]];
      for (int k = first[i]; k < first[i + 1]; k++)
        f[k] = (float)(value[k] * scale);
    }
// CHECK: CLV048: {{.*}}accesses: 'w'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = value[k] * 2;
  }
  report("after", n);
}

/* Rows that share elements: each row writes one of them, and reads all. */
static void shared_elements(int n) {
  for (int i = 0; i <= ROWS; i++)
    other[i] = n;
#pragma omp target map(to : other, value) map(tofrom : w, y)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = 0; k < other[i + 1]; k++)
        if (k == n - 1 - i)
          w[k] = value[i] * 2;
// CHECK: CLV048: loop not fused with the one before it: two rows may share elements of 'w'
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = 0; k < other[i + 1]; k++)
        s += w[k];
      y[i] = s;
    }
  }
  report("shared", n);
}

/* Other elements: other bounds, or bounds that the first loop changes. */
static void other_rows(int n) {
  other[0] = 0;
  for (int i = 0; i < ROWS; i++)
    other[i + 1] = (first[i] + first[i + 1]) / 2;
#pragma omp target map(to : first, other, value) map(tofrom : w, y)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = value[k] * 2;
// CHECK: CLV048: loop not fused with the one before it: their rows may have other elements
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = first[i]; k < other[i + 1]; k++)
        s += w[k];
      y[i] = s;
    }
  }
  report("other", n);
#pragma omp target map(to : first, value) map(tofrom : other, w, y)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      for (int k = first[i]; k < other[i]; k++)
        w[k] = value[k] * 2;
      other[i] = first[i + 1];
    }
// CHECK: CLV048: {{.*}}accesses: 'other'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < other[i]; k++)
        w[k] += value[k];
  }
  report("changed", n);
}

/* Names that the other loop uses as well. */
static void names(int n) {
  double s;
  int k;
#pragma omp target map(to : first, value) map(tofrom : w, y, z, x)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = first[i]; k < first[i + 1]; k++)
        s += value[k];
      y[i] = s;
    }
// CHECK: CLV048: loop not fused with the one before it: 's' is a name in two of them
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 1;
      for (int k = first[i]; k < first[i + 1]; k++)
        s += value[k] * 2;
      z[i] = s;
    }
// CHECK: CLV048: loop not fused with the one before it: 'x' is a name in two of them
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] = value[k];
      x[i] += 1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const double x = 3;
      for (int k = first[i]; k < first[i + 1]; k++)
        w[k] *= x;
    }
  }
  report("names", n);
#pragma omp target map(to : first, value) map(tofrom : y, z)
  {
#pragma omp parallel for private(s, k)
    for (int i = 0; i < n; i++) {
      s = 0;
      for (k = first[i]; k < first[i + 1]; k++)
        s += value[k];
      y[i] = s;
    }
// CHECK: CLV048: loop not fused with the one before it: 's' is a name in two of them
#pragma omp parallel for private(s, k)
    for (int i = 0; i < n; i++) {
      s = 4;
      for (k = first[i]; k < first[i + 1]; k++)
        s -= value[k];
      z[i] = s;
    }
  }
  report("private", n);
}

/* An update that reads an element which the other loop stores. A sum in each lane may do so. */
static void late(int n) {
#pragma omp target map(to : first, column) map(tofrom : value, y)
  {
// CHECK: CLV048: loop not fused with the one before it: an update under a condition on a sum reads an element, and an inner loop stores to memory
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = first[i]; k < first[i + 1]; k++)
        if (s < 9)
          s += value[k];
      y[i] = s;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        value[k] = column[k];
  }
  report("late", n);
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
      filter(sizes[s]);
      chain(sizes[s]);
      ends(sizes[s]);
      bounds(sizes[s]);
      overlaps(sizes[s]);
      later(sizes[s]);
      elements(sizes[s]);
      shared_elements(sizes[s]);
      other_rows(sizes[s]);
      names(sizes[s]);
      late(sizes[s]);
    }
  }
}
