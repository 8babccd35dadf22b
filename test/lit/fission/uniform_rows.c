// Rows of one length that the host can compute: lanes share their elements if they then read elements side by side. Sums keep the order of the
// source, conditional ones as well. Counters of any integer type of at least 32 bits; pointers to the row.
// RUN: %clang -O1 -Wall -Wextra %host_offload %s -o %t.plain -lm
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -Wextra -Wno-sign-compare -Werror %host_offload %s -o %t -lm -Rpass=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %clang -O2 %link_sm90 %s -o %t.plain_gpu -lm
// RUN: %gpu %t.plain_gpu >%t.expected_gpu
// RUN: %cleave_cc -O2 %link_sm90 %s -o %t.gpu -lm
// RUN: %gpu %t.gpu | diff %t.expected_gpu -
// RUN: %cleave simulate --checks=all %t.gpu 90 70 >%t.checked
// RUN: %cleave simulate --device=volta-2sm --checks=all %t.gpu 300 40 >%t.checked
// RUN: grep -o "[a-z_.0-9]*:[0-9]*:[0-9]*: remark: CLV05[34]: .*" %t.remarks | sed 's/[^:]*://' | sort -n | FileCheck %s
#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void csr_size_t(int n, const size_t *row, const size_t *col, const float *v, const float *x, float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: operands by lanes, updates of 's'
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (size_t k = row[i]; k < row[i + 1]; k++)
      s += v[k] * x[col[k]];
    y[i] = s;
  }
}

static void csr_unsigned_until_last(int n, const unsigned *row, const size_t *col, const float *v, const float *x,
                                    float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: operands by lanes, updates of 's'
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (unsigned k = row[i] + 1; k <= row[i + 1]; k++)
      s += v[k - 1] * x[col[k - 1]];
    y[i] = s;
  }
}

static void conditional(int n, int m, const float *a, const float *x, float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: operands by lanes, updates of 's'
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++)
      if (a[i * m + j] > 0)
        s += a[i * m + j] * x[j];
    y[i] = s;
  }
}

static void pointer_to_row(int n, int m, const float *x, float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: operands by lanes, updates of 's'
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    const float *r = x + i * m;
    float s = 0;
    for (int j = 0; j < m; j++)
      s += r[j] > 0 ? r[j] : 0.5f;
    y[i] = s;
  }
}

static void normalize(int n, int m, const float *x, float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: 2 inner loops
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++)
      s += x[i * m + j];
    for (int j = 0; j < m; j++)
      y[i * m + j] = x[i * m + j] / s;
  }
}

static void in_place(unsigned n, unsigned m, float *x) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: 2 inner loops
#pragma omp target teams distribute parallel for
  for (unsigned i = 0; i < n; i++) {
    float s = 0;
    for (unsigned j = 0; j < m; j++)
      s += x[i * m + j] * x[i * m + j];
    for (unsigned j = 0; j < m; j++)
      x[i * m + j] = x[i * m + j] / s;
  }
}

static void softmax(int n, int m, const float *x, float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: 3 inner loops
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float t = x[i * m];
    for (int j = 0; j < m; j++)
      t = fmaxf(t, x[i * m + j]);
    float s = 0;
    for (int j = 0; j < m; j++)
      s += 1 / (1 + (t - x[i * m + j]));
    for (int j = 0; j < m; j++)
      y[i * m + j] = 1 / (1 + (t - x[i * m + j])) / s;
  }
}

/* Mean, variance, and a loop that stores through a pointer to the row. */
static void layernorm(size_t n, size_t m, const float *x, float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: 3 inner loops
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < n; i++) {
    const float *r = x + i * m;
    float *o = y + i * m;
    float mean = 0, var = 0;
    for (size_t j = 0; j < m; j++)
      mean += r[j];
    mean /= (float)m;
    for (size_t j = 0; j < m; j++)
      var += (r[j] - mean) * (r[j] - mean);
    var = 1 / (var / (float)m + 1e-5f);
    for (size_t j = 0; j < m; j++)
      o[j] = (r[j] - mean) * var;
  }
}

/* The counter is compared as an unsigned number, so rows that begin at -1 are empty. */
static void compared_as_unsigned(int n, const int *first, const unsigned *bound, const float *x, float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: operands by lanes, updates of 's'
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float s = 1;
    for (int k = first[i]; k < bound[i]; k++)
      s += x[k + 1];
    y[i] = s;
  }
}

/* i * m wraps to 0. So z and y, which are one array, overlap, but the intervals of the subscripts without a wrap do not. The guard sees the
 * wrap, and one thread executes the row in order. */
static void wrapping(unsigned first, unsigned n, unsigned m, const float *x, const float *z, float *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row: 2 inner loops
#pragma omp target teams distribute parallel for is_device_ptr(x, y, z)
  for (unsigned i = first; i < n; i++) {
    float s = 0;
    for (unsigned j = 0; j < m; j++)
      s += x[i * m + j];
    for (unsigned j = 0; j < m; j++)
      y[i * m + j] = z[m - 1u - j] + s;
  }
}

/* ---- What keeps one thread for each row. --------------------------------------------------------------- */

/* The second loop uses what its earlier iterations stored. */
static void carried(int n, int m, const float *x, float *y) {
// CHECK-NOT: [[@LINE+1]]:{{.*}}CLV053
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float s = x[i * m];
    for (int j = 1; j < m; j++)
      y[i * m + j] = y[i * m + j - 1] * 0.5f + x[i * m + j] + s;
    y[i * m] = s;
  }
}

/* The pointer refers to an array of the row. */
static void own_array(int n, int m, const float *x, float *y) {
// CHECK-NOT: [[@LINE+1]]:{{.*}}CLV053
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float rest[8] = {0};
    float *o = rest;
    float s = 0;
    for (int j = 0; j < m; j++) {
      o[j % 8] = x[i * m + j];
      s += o[j % 8];
    }
    y[i] = s + rest[0];
  }
}

/* The pointer moves. */
static void moved(int n, int m, const float *x, float *y) {
// CHECK-NOT: [[@LINE+1]]:{{.*}}CLV053
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    const float *r = x + i * m;
    float s = 0;
    for (int j = 0; j < m; j++)
      s += *r++;
    y[i] = s;
  }
}

/* Neighboring threads read neighboring elements already. */
static void by_columns(int n, int m, const float *x, float *y) {
// CHECK-NOT: [[@LINE+1]]:{{.*}}CLV053
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++)
      if (x[j * n + i] > 0)
        s += x[j * n + i];
    y[i] = s;
  }
}

/* The bound changes while the loop runs. */
static void changing_bound(int n, int m, const float *x, float *y) {
// CHECK-NOT: [[@LINE+1]]:{{.*}}CLV053
#pragma omp target teams distribute parallel for firstprivate(m)
  for (int i = 0; i < n; i++) {
    int end = m;
    float s = 0;
    for (int j = 0; j < end; j++) {
      s += x[i * m + j];
      if (x[i * m + j] > 5)
        end = j;
    }
    y[i] = s;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 37, m = argc > 2 ? atoi(argv[2]) : 53, all = n * m;
  float *x = malloc((size_t)all * sizeof *x), *y = malloc((size_t)all * sizeof *y), *v = malloc((size_t)all * sizeof *v);
  size_t *row = malloc(((size_t)n + 1) * sizeof *row), *col = malloc((size_t)all * sizeof *col), count = 0;
  unsigned *short_row = malloc(((size_t)n + 1) * sizeof *short_row);
  for (int i = 0; i < n; i++) {
    short_row[i] = (unsigned)(row[i] = count);
    for (int k = 0; k < i * 7 % m; k++)
      col[count++] = (size_t)(i * 31 + k * 17) % (size_t)n;
  }
  short_row[n] = (unsigned)(row[n] = count);
  int *first = malloc((size_t)n * sizeof *first);
  unsigned *bound = malloc((size_t)n * sizeof *bound);
  for (int i = 0; i < n; i++) {
    first[i] = i % 3 - 1;
    bound[i] = (unsigned)(i % m + 20 < m ? i % m + 20 : m - 1);
  }
  for (int i = 0; i < all; i++) {
    x[i] = (float)(i * 37 % 101) * 0.25f - 7;
    v[i] = (float)(i % 13) * 0.5f - (float)(i % 3);
    y[i] = 0;
  }
#pragma omp target data map(tofrom: x[0:all], y[0:all]) map(to: v[0:all], row[0:n + 1], col[0:all], short_row[0:n + 1], first[0:n], bound[0:n])
  {
#define SHOW(call, array)                                                                                    \
  {                                                                                                          \
    call;                                                                                                    \
    double total = 0;                                                                                        \
    _Pragma("omp target update from(x[0:all], y[0:all])") for (int i = 0; i < all; i++) total +=             \
        array[i] * (1 + i % 17);                                                                             \
    printf("%s %.17g %.9g\n", #call, total, array[all / 3]);                                                 \
  }
    SHOW(csr_size_t(n, row, col, v, x, y), y)
    SHOW(csr_unsigned_until_last(n, short_row, col, v, x, y), y)
    SHOW(conditional(n, m, x, v, y), y)
    SHOW(pointer_to_row(n, m, x, y), y)
    SHOW(normalize(n, m, x, y), y)
    SHOW(softmax(n, m, x, y), y)
    SHOW(layernorm((size_t)n, (size_t)m, x, y), y)
    SHOW(compared_as_unsigned(n, first, bound, x, y), y)
    SHOW(carried(n, m, x, y), y)
    SHOW(own_array(n, m, x, y), y)
    SHOW(moved(n, m, x, y), y)
    SHOW(by_columns(n, m, x, y), y)
    SHOW(changing_bound(n, m, x, y), y)
    SHOW(normalize(n, m, x, x), x) /* the guard finds that the arrays overlap */
    SHOW(in_place((unsigned)n, (unsigned)m, x), x)
  }
  enum { M = 4096 };
  const int device = omp_get_default_device(), host = omp_get_initial_device();
  static float values[M];
  float *array = omp_target_alloc(sizeof values, device), *other = omp_target_alloc(sizeof values, device);
  for (int i = 0; i < M; i++)
    values[i] = (float)(i % 7);
  omp_target_memcpy(array, values, sizeof values, 0, 0, device, host);
  omp_target_memcpy(other, values, sizeof values, 0, 0, device, host);
  wrapping(1u << 20, (1u << 20) + 1, M, other, array, array);
  omp_target_memcpy(values, array, sizeof values, 0, 0, host, device);
  double total = 0;
  for (int i = 0; i < M; i++)
    total += values[i] * (1 + i % 17);
  printf("wrapping %.17g\n", total);
  omp_target_free(array, device), omp_target_free(other, device), free(first), free(bound);
  free(x), free(y), free(v), free(row), free(col), free(short_row);
  return 0;
}
