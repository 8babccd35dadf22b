// Kernels whose iterations are rows, with inner loops that store to memory. Results must not depend on the order of the elements.
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
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 800, ELEMENTS = 30000 };
static int first[ROWS + 1], column[ELEMENTS], mark[ELEMENTS];
static double value[ELEMENTS + 4], x[ROWS], y[ROWS], w[ELEMENTS + 4];
static float f[ELEMENTS];
static unsigned seen[ROWS];
static struct edge {
  int to;
  float weight;
} edges[ELEMENTS];
static float pair[ELEMENTS][2];

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
    edges[k] = (struct edge){k % 5, 1};
    pair[k][0] = pair[k][1] = k % 4;
  }
}

static void report(const char *name, int n) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    sum += (i % 13 + 1) * (y[i] + x[i]) + seen[i] % 1009;
  for (int k = 0; k < ELEMENTS + 4; k++)
    sum += (k % 19 + 1) * (value[k] + 3 * w[k]);
  for (int k = 0; k < ELEMENTS; k++)
    sum += (k % 23 + 1) * (mark[k] % 91 + f[k]) + edges[k].to + edges[k].weight + pair[k][0] - 3 * pair[k][1];
  printf("%s %d: %.17g\n", name, n, sum);
  reset();
}

/* The elements of a row are scaled: no sums. */
static void scale(int n) {
// CHECK: CLV053: lanes share the elements of a row: each lane executes its elements; short rows keep one thread
#pragma omp target teams distribute parallel for map(to : first, x) map(tofrom : value)
  for (int i = 0; i < n; i++)
    for (int k = first[i]; k < first[i + 1]; k++)
      value[k] /= x[i] + 7;
  report("scale", n);
}

/* Messages on edges: several stores, records, conditions, an early end, an inner loop, another element of the same row of an array. */
static void messages(int n) {
  int k, j, c;
  double d;
// CHECK: CLV053: lanes share the elements of a row: each lane executes its elements
#pragma omp target map(to : first, column, x) map(tofrom : w, edges, pair, mark, y)
  {
#pragma omp parallel for private(k, j, c, d)
    for (int i = 0; i < n; i++) {
      d = x[i] * 0.5;
      for (k = first[i]; k < first[i + 1]; ++k) {
        j = column[k];
        mark[k]++;
        if (x[j] < d)
          continue;
        w[k + 2] = x[j] - d;
        edges[k].to = j;
        edges[k].weight *= 2;
        for (c = 0; c < 2; c++)
          pair[k][c] += (float)(c + mark[k]);
      }
      y[i] += d;
    }
  }
  report("messages", n);
}

/* Stores and sums. The statements after the inner loop read stored elements. */
static void weights(int n) {
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 's' in source order
#pragma omp target teams distribute parallel for map(to : first, column, value, x) map(tofrom : w, y, f)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      w[k] = value[k] * x[column[k]] + 1;
      s += w[k];
      f[k] = (float)w[k];
      if (f[k] > 3)
        s -= f[k] * 2.0;
    }
    y[i] = first[i] < first[i + 1] ? s + w[first[i]] + 2 * w[first[i + 1] - 1] : s;
  }
  report("weights", n);
}

/* No permission is needed for a sum in each lane. */
static void marks(int n) {
// CHECK: CLV053: lanes share the elements of a row: a sum in each lane, combined by one thread
#pragma omp target teams distribute parallel for map(to : first, column) map(tofrom : mark, seen)
  for (int i = 0; i < n; i++) {
    unsigned s = seen[i];
    for (int k = first[i]; k < first[i + 1]; k++) {
      mark[k] = column[k] * 3 + mark[k];
      s |= 1u << mark[k] % 32;
    }
    seen[i] = s;
  }
  report("marks", n);
}

/* Pointers: the guard compares the objects of each launch. A store to the element that follows must not be seen as another order. */
static void pointers(int n, const int *row, double *to, const double *from, double *last) {
// CHECK: CLV053: lanes share the elements of a row: each lane executes its elements
#pragma omp target teams distribute parallel for map(to : row[0 : n + 1], from[0 : ELEMENTS])                \
    map(tofrom : to[0 : ELEMENTS], last[0 : n])
  for (int i = 0; i < n; i++) {
    for (int k = row[i]; k < row[i + 1]; k++)
      to[k] = from[k] * 0.5 + 1;
    last[i] += 2;
  }
}

static void overlaps(int n) {
  pointers(n, first, w, value, y);
  report("pointers", n);
  /* The single row depends on the order of its elements. */
  int one[2] = {0, n};
#pragma omp target data map(tofrom : value)
  pointers(1, one, value + 1, value, y);
  report("overlap", n);
}

/* Point 13: an element that another iteration stores, directly or through other subscripts. */
static void dependent(int n) {
// CHECK: CLV054: one thread executes all elements of a row: two iterations of its inner loop may access an element that one of them stores
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : w)
  for (int i = 0; i < n; i++)
    for (int k = first[i]; k < first[i + 1]; k++)
      w[k + 1] = value[k] + (k > first[i] ? w[k] : 0);
// CHECK: CLV054: one thread executes all elements of a row: two iterations of its inner loop may access an element that one of them stores
#pragma omp target teams distribute parallel for map(to : first, column, value) map(tofrom : f)
  for (int i = 0; i < n; i++)
    for (int k = first[i]; k < first[i + 1]; k++)
      f[first[i] + column[k] % (first[i + 1] - first[i])] = (float)value[k];
// CHECK: CLV054: one thread executes all elements of a row: two iterations of its inner loop may access an element that one of them stores
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : y)
  for (int i = 0; i < n; i++)
    for (int k = first[i]; k < first[i + 1]; k++)
      y[i] = y[i] * 0.5 + value[k];
  report("dependent", n);
}

/* Point 14: what precedes the inner loop reads a stored element, or the bounds do. */
static void early(int n) {
// CHECK: CLV054: one thread executes all elements of a row: its inner loop may store to an element that the row reads before it
#pragma omp target teams distribute parallel for map(to : first, x) map(tofrom : value)
  for (int i = 0; i < n; i++) {
    const double scale = value[first[i]];
    for (int k = first[i]; k < first[i + 1]; k++)
      value[k] = value[k] * 0.5 + scale * x[i];
  }
  int bounds[ROWS + 1];
  for (int i = 0; i <= ROWS; i++)
    bounds[i] = i * 2;
  bounds[1] = 40;
// CHECK: CLV054: one thread executes all elements of a row: its inner loop may store to an element that the row reads before it
#pragma omp target teams distribute parallel for map(tofrom : bounds) map(tofrom : y)
  for (int i = 0; i < (n > 0); i++) {
    for (int k = 0; k < bounds[i + 1]; k++)
      bounds[k] = 30 - k;
    y[i] = 3;
  }
  for (int i = 0; i < ROWS; i++)
    y[i] += bounds[i];
  report("early", n);
}

/* Point 15: threads have copies of the array. */
static void copies(int n) {
  double last[64] = {1, 2};
// CHECK: CLV054: one thread executes all elements of a row: its inner loop stores to 'last', of which threads have copies
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : y) firstprivate(last)
  for (int i = 0; i < n; i++) {
    for (int k = first[i]; k < (first[i + 1] < 64 ? first[i + 1] : 64); k++)
      last[k] = value[k];
    y[i] += first[i] < first[i + 1] && first[i + 1] <= 64 ? last[first[i]] + last[first[i + 1] - 1] : 4;
  }
  report("copies", n);
}

/* Point 16: an update that reads an element itself, which its own iteration changes after the update. A sum in each lane may do so. */
static void late(int n) {
// CHECK: CLV054: one thread executes all elements of a row: an update under a condition on a sum reads an element, and its inner loop stores to memory
#pragma omp target teams distribute parallel for map(to : first) map(tofrom : value, y)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      if (s < 9)
        s += value[k];
      value[k] = 1;
    }
    y[i] = s;
  }
  report("late", n);
}

/* A stored value uses a sum: no version, and no remark. */
static void running(int n) {
// CHECK-NOT: CLV05
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : w, y)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      s += value[k];
      w[k] = s;
    }
    y[i] = s;
  }
#pragma omp target teams distribute parallel for map(to : first, value) map(tofrom : w, y)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      w[k] = s += value[k];
    y[i] = s;
  }
  report("running", n);
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
      scale(sizes[s]);
      messages(sizes[s]);
      weights(sizes[s]);
      marks(sizes[s]);
      overlaps(sizes[s]);
      dependent(sizes[s]);
      early(sizes[s]);
      copies(sizes[s]);
      late(sizes[s]);
      running(sizes[s]);
    }
  }
}
