// Kernels whose iterations are rows, with sums that keep the order of the source: lanes evaluate operands, and one thread executes the
// updates. The values are such that another order, or another contraction of products, gives other bits.
// RUN: %clang -O1 -Wall %host_offload %s -o %t.plain -lm
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall %host_offload %s -o %t -lm -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %clang -O2 %link_sm90 %s -o %t.plain_gpu -lm
// RUN: %gpu %t.plain_gpu >%t.expected_gpu
// RUN: %cleave_cc -O2 %link_sm90 %s -o %t.gpu -lm
// RUN: %gpu %t.gpu | diff %t.expected_gpu -
// RUN: %cleave simulate --checks=all %t.gpu 70 >%t.checked
// A device with two multiprocessors: teams with more rows than a group.
// RUN: %cleave simulate --device=volta-2sm --checks=all %t.gpu 800 >%t.checked
// RUN: grep -o "remark: CLV05[34]: .*" %t.remarks | FileCheck %s
// Without contraction, the rounded product is one operand. With -ffp-contract=fast either is permitted.
// RUN: %clang %host_offload -fsyntax-only -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled %s >%t.text
// RUN: grep -v '^//' %t.text | FileCheck %s --check-prefix=ON
// ON: double cleave_thread_operand_0_0[{{[0-9]+}}]{{.*}}double cleave_thread_operand_0_1[{{[0-9]+}}]
// RUN: %clang %host_offload -ffp-contract=off -fsyntax-only -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled %s >%t.text
// RUN: grep -v '^//' %t.text | sed '/static void contractions/,$d' | FileCheck %s --check-prefix=OFF
// OFF: double cleave_thread_operand_0_0[
// OFF-NOT: double cleave_thread_operand_0_1[
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 800, ELEMENTS = 30000 };
static int first[ROWS + 1], column[ELEMENTS], order[ROWS];
static double value[ELEMENTS], x[ROWS], y[ROWS], z[ROWS];
static float f[ROWS], w[ELEMENTS];
static signed char small[ELEMENTS];
static int place[ROWS];
static long total[ROWS];

static void report(const char *name, int n) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    sum += (i % 13 + 1) * (y[i] + 3 * z[i]) + 5 * f[i] + place[i] % 91 + total[i] % 1009;
  printf("%s %d: %.17g\n", name, n, sum);
  for (int i = 0; i < ROWS; i++) {
    y[i] = i % 5 * 0.3;
    z[i] = f[i] = 0;
    place[i] = 7;
    total[i] = 1;
  }
}

/* A product is contracted with the addition. */
static void products(int n) {
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 'sum' in source order; short rows keep one thread
#pragma omp target teams distribute parallel for map(to : first, column, value, x) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
  report("products", n);
}

/* The compiler looks through signs and casts without effect, but not through conversions. */
static void contractions(int n) {
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 'sum' in source order
#pragma omp target teams distribute parallel for map(to : first, value, w) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      sum += (double)(value[k] * 0.1);
      sum = +(value[k] * value[k]) - sum * 0.5;
      sum -= -(value[k] * 0.3);
      sum += (double)(w[k] * w[k]);
      sum = sum + value[k] * 0.7 + w[k] * 1.3;
    }
    y[i] = sum;
  }
// CHECK: CLV054: one thread executes all elements of a row: the sum of 'other' keeps the order of the source, and its operands cannot be computed ahead
#pragma omp target teams distribute parallel for map(to : first, value, w) map(tofrom : z)
  for (int i = 0; i < n; i++) {
    double other = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      other += 1 ? value[k] * 0.7 : w[k];
    z[i] = other;
  }
  report("contractions", n);
}

/* Declarations at the top, several sums, conditions, an early end of an iteration, updates side by side and in both branches. */
static void conditions(int n) {
  int p, i, k, j, count;
  double a, b, d, force;
  float c;
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 'count' in source order
#pragma omp target map(to : first, column, value, w, x, order) map(tofrom : y, z, f, place)
  {
#pragma omp parallel for private(i, k, j, a, b, c, d, force, count)
    for (p = 0; p < n; p++) {
      i = order[p];
      a = y[i];
      b = c = 2;
      count = 0;
      for (k = first[i] + 1; k <= first[i + 1] - 1; ++k) {
        j = column[k];
        d = x[j] - x[i];
        if (d < -1)
          continue;
        force = value[k] * 0.7;
        a -= force * d;
        b = b + force;
        if (d > 0.1)
          c += w[k];
        else {
          c = (float)(c * 0.9) - (w[k] * w[k] + 1.0f);
          count++;
        }
      }
      y[i] = a;
      z[i] = b;
      if (c < 3)
        f[i] = -1;
      else
        f[i] = c;
      place[i] = count;
    }
  }
  report("conditions", n);
}

/* An extremum and its place; the element that is read under the condition is read by the update. */
static void places(int n) {
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 'best' in source order
#pragma omp target teams distribute parallel for map(to : first, column, value, x) map(tofrom : y, place, total)
  for (int i = 0; i < n; i++) {
    double best = -1e300;
    int at = -1;
    long neighbor = -1;
    for (long k = first[i]; k < (long)first[i + 1]; k++) {
      const double distance = fabs(value[k] - x[column[k]]);
      if (distance > best) {
        best = distance;
        at = (int)k;
        neighbor = column[k] + 3;
      }
    }
    y[i] = best;
    place[i] = at;
    total[i] = neighbor;
  }
  report("places", n);
}

/* No sum, but a value that each element needs from the one before it; functions; small types; conversions. */
static void recurrences(int n) {
// CHECK: CLV053: lanes share the elements of a row: operands by lanes, updates of 'last' in source order
#pragma omp target teams distribute parallel for map(to : first, column, value, small, w) map(tofrom : y, z, f, total)
  for (int i = 0; i < n; i++) {
    double last = 0, sum = 0, most = 0;
    float mixed = 1;
    long elements = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      last = value[k] + 0.5 * last;
      sum += last;
      most = fmax(most, value[k] - small[k]);
      mixed += value[k] * w[k];
      if (last > 2)
        elements += small[k];
      else if (sum < 100)
        elements -= 2;
    }
    y[i] = sum + last;
    z[i] = most;
    f[i] = mixed;
    total[i] = elements;
  }
  report("recurrences", n);
}

#define ADD_SQUARE(to, of) to += (of) * (of)

/* Operands with side effects, and arguments that a macro repeats. */
static void texts(int n) {
  int j;
// CHECK: CLV054: one thread executes all elements of a row: the sum of 'sum' keeps the order of the source, and its operands cannot be computed ahead
#pragma omp target teams distribute parallel for map(to : first, column, value) map(tofrom : y) private(j)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      j = column[k];
      sum += value[j++];
      sum -= value[j++] * 0.7;
    }
    y[i] = sum;
  }
// CHECK: CLV054: one thread executes all elements of a row: the sum of 'total' keeps the order of the source, and its operands cannot be computed ahead
#pragma omp target teams distribute parallel for map(to : first, value, x) map(tofrom : z)
  for (int i = 0; i < n; i++) {
    double total = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      ADD_SQUARE(total, value[k]);
    z[i] = total;
  }
  report("texts", n);
}

/* What the version cannot do: a sum that another statement uses, an operand that only the condition of the update makes defined, and an
 * array of the row whose elements each iteration changes. */
static void others(int n) {
// CHECK: CLV054: one thread executes all elements of a row: the sum of 'sum' keeps the order of the source, and its operands cannot be computed ahead; to permit another order, use reassociate=on
#pragma omp target teams distribute parallel for map(to : first, column, value, x) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      for (int e = 0; e < 2; e++)
        sum += value[k] * x[column[k]];
    y[i] = sum;
  }
// CHECK-NOT: CLV05
#pragma omp target teams distribute parallel for map(to : first, column, value, x) map(tofrom : z, place)
  for (int i = 0; i < n; i++) {
    double sum = 0, best = 0;
    int at = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      const int j = column[k];
      const double d = value[k] - sum;
      sum += value[k];
      if (d > best) {
        best = d;
        at = column[j] % 5;
      }
    }
    z[i] = sum + best;
    place[i] = at;
  }
#pragma omp target teams distribute parallel for map(to : first, column, small) map(tofrom : total)
  for (int i = 0; i < n; i++) {
    int best = 0, at = 0;
    for (int k = first[i]; k < first[i + 1]; k++) {
      const int j = column[k];
      if (small[k] > best) {
        best = small[k];
        at = column[j];
      }
    }
    total[i] = best + at;
  }
#pragma omp target teams distribute parallel for map(to : first, value, w) map(tofrom : f)
  for (int i = 0; i < n; i++) {
    float sum = 0, both[2] = {0, 0};
    for (int k = first[i]; k < first[i + 1]; k++) {
      sum += w[k];
      both[k & 1] += w[k];
    }
    f[i] = sum + 3 * both[0] + both[1];
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
                                     : (i % 50 == 0 ? 1500 : i % 5 == 0 ? 60 : 0);
      first[i] = at;
      at = at + length < ELEMENTS ? at + length : ELEMENTS;
      order[i] = i * 3 % ROWS;
      x[i] = i * 37 % 91 / 7.0 - 6;
    }
    first[ROWS] = at;
    for (int k = 0; k < ELEMENTS; k++) {
      column[k] = k * 17 % ROWS;
      value[k] = k * 29 % 1009 / 11.0;
      w[k] = (float)(k * 31 % 101) / 13;
      small[k] = (signed char)(k % 200 - 100);
    }
    report("begin", kind);
    static const int sizes[] = {0, 1, 33, 70, ROWS};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      if (argc > 1 && sizes[s] != atoi(argv[1]))
        continue;
      products(sizes[s]);
      contractions(sizes[s]);
      conditions(sizes[s]);
      places(sizes[s]);
      recurrences(sizes[s]);
      texts(sizes[s]);
      others(sizes[s]);
    }
  }
}
