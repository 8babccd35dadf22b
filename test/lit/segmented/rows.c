// Operations on rows: empty rows everywhere, rows longer than several tiles, one row, and the same bits with each grid on each device.
// LABEL: slow
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %host_offload -I%S/../../../lib -I%S/Inputs %s -o %t.host
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %link_sm90 -I%S/../../../lib -I%S/Inputs %s -o %t.gpu
// RUN: %run %t.host >%t.1 2>&1
// RUN: FileCheck %s --implicit-check-not=OMP: <%t.1
// RUN: %run4 %t.host >%t.4 2>&1
// RUN: diff %t.1 %t.4
// RUN: env OMP_NUM_TEAMS=16 KMP_TEAMS_THREAD_LIMIT=16 OMP_TEAMS_THREAD_LIMIT=1 OMP_NUM_THREADS=1 OMP_TARGET_OFFLOAD=MANDATORY timeout 120 %t.host >%t.16 2>&1
// RUN: diff %t.1 %t.16
// RUN: %gpu %t.gpu >%t.g 2>&1
// RUN: diff %t.1 %t.g
// RUN: env OMP_NUM_TEAMS=5 OMP_TEAMS_THREAD_LIMIT=96 %gpu %t.gpu >%t.g5 2>&1
// RUN: diff %t.1 %t.g5
// RUN: env OMP_NUM_TEAMS=2 %cleave simulate --checks=all %t.gpu 4097 2>&1 | FileCheck %s --implicit-check-not=race: --implicit-check-not='cleave simulator'
// RUN: %cleave inspect %t.gpu | FileCheck %s --check-prefix=MODE --implicit-check-not=generic
// CHECK: wrong: 0 in all
// MODE: SPMD
#include "check.h"

/* Lengths of rows: 0 mixed, 1 all empty but one, 2 short, 3 all in the first row, 4 one long row among empty ones. */
enum { SHAPES = 5 };
static int length(int shape, long left) {
  switch (shape) {
  case 0:
    return next() % 3 == 0 ? 0 : next() % 50 == 0 ? (int)(next() % 9000) : (int)(next() % 20);
  case 1:
    return 1;
  case 2:
    return (int)(next() % 4);
  case 3:
    return (int)left;
  default:
    return next() % 100 == 0 ? (int)(next() % 70000) : next() % 200 == 0;
  }
}

static int make_rows(int shape, long n, int *offsets, int most) {
  int rows = 0;
  long used = 0;
  offsets[0] = 0;
  while (used < n && rows < most - 3) {
    int size = rows == most - 4 ? (int)(n - used) : length(shape, n - used);
    if (size > n - used)
      size = (int)(n - used);
    used += size;
    offsets[++rows] = (int)used;
  }
  for (int i = 0; i < 3; i++) { /* empty rows at the end */
    offsets[rows + 1] = (int)n;
    rows++;
  }
  return rows;
}

static void test(long n, int shape) {
  const int most = (int)(n * 2 + 10);
  int *offsets = (int *)malloc(sizeof *offsets * (most + 2));
  const int rows = make_rows(shape, n, offsets, most);
  double *x = (double *)malloc(sizeof *x * (n + 1)), *s = (double *)malloc(sizeof *x * rows),
         *in = (double *)malloc(sizeof *x * (n + 1)), *ex = (double *)malloc(sizeof *x * (n + 1));
  int *k = (int *)malloc(sizeof *k * (n + 1)), *m = (int *)malloc(sizeof *m * rows);
  float *f = (float *)malloc(sizeof *f * (n + 1)), *t = (float *)malloc(sizeof *t * rows);
  long different = 0;
  for (long i = 0; i < n; i++) {
    x[i] = (double)(next() % 1000) - 500;
    k[i] = (int)(next() % 1000) - 500;
    f[i] = (float)uneven();
  }
#pragma omp target data map(to : x[:n], k[:n], offsets[:rows + 1]) map(from : s[:rows], m[:rows], t[:rows])          \
    map(from : in[:n], ex[:n]) map(tofrom : f[:n])
  {
    check(cleave_segmented_reduce_sum_double(&the_workspace, x, n, offsets, rows, s), "reduce", n);
    check(cleave_segmented_reduce_min_int(&the_workspace, k, n, offsets, rows, m), "reduce", n);
    check(cleave_segmented_inclusive_scan_sum_double(&the_workspace, x, n, offsets, rows, in), "inclusive", n);
    check(cleave_segmented_exclusive_scan_sum_double(&the_workspace, x, n, offsets, rows, ex), "exclusive", n);
    check(cleave_segmented_reduce_sum_float(&the_workspace, f, n, offsets, rows, t), "reduce", n);
    check(cleave_segmented_inclusive_scan_sum_float(&the_workspace, f, n, offsets, rows, f), "in place", n);
  }
  for (int row = 0; row < rows; row++) {
    double sum = 0;
    int least = INT_MAX;
    for (int i = offsets[row]; i < offsets[row + 1]; i++) {
      different += ex[i] != sum;
      sum += x[i];
      different += in[i] != sum;
      least = k[i] < least ? k[i] : least;
    }
    different += (s[row] != sum) + (m[row] != least);
  }
  check(!different, "rows", n);
  add_to_digest(t, sizeof *t * rows);
  add_to_digest(f, sizeof *f * n);
  free(offsets);
  free(x);
  free(s);
  free(in);
  free(ex);
  free(k);
  free(m);
  free(f);
  free(t);
}

int main(int count, char **arguments) {
  const long most = count > 1 ? atol(arguments[1]) : 200003;
  open_workspace(cleave_segmented_bytes_sum_double(most));
  for (int i = 0; i < SIZES && sizes[i] <= most; i++) {
    for (int shape = 0; shape < SHAPES; shape++)
      test(sizes[i], shape);
    check_control("control words", sizes[i]);
  }
  if (most > 200003)
    for (int shape = 0; shape < SHAPES; shape++)
      test(most, shape);
  return done();
}
