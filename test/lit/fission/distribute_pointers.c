// Distribute loops whose iterations read a pointer from memory: `xd = xs[i]`, then a parallel loop over xd[j]. The pointer, counters and
// temporaries are declared outside of the region, braces are around the loop, and its bounds are mapped scalars.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// The parts declare variables of the same names, so nothing uses those from outside.
// RUN: %clang -O1 -Wall -Werror -Wno-unused-variable %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 7, N = 150 };

// CHECK: region in linear_sum: split into 1 kernel of one parallel loop and 1 kernel of other statements
// CHECK: CLV015: 'x' has an element for each iteration of the distribute loop, in device memory
// CHECK: CLV016: statements of the distribute loop compiled as a separate kernel: a thread executes an iteration
// TEXT: void linear_sum
// TEXT: double **cleave_x = (double **)__builtin_malloc(cleave_iterations * sizeof *cleave_x);
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: for (i = 0; i < rows; i++)
// TEXT: double *x;
// TEXT: x = xs[i];
// TEXT: cleave_x[i] = x;
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: collapse(2)
// TEXT: double *x = cleave_x[i];
// TEXT: z[j] = a * x[j] + y[j];
static void linear_sum(int rows, long n, double a, double **xs, double **ys, double **zs) {
  int i = 1000, dev = omp_get_default_device();
  long j = 2000;
  double *x = NULL, *y = NULL, *z = NULL;
#pragma omp target map(to : n, rows, a, xs[ : rows], ys[ : rows], zs[ : rows]) is_device_ptr(x, y, z)        \
    device(dev)
#pragma omp teams distribute
  {
    for (i = 0; i < rows; i++) {
      x = xs[i];
      y = ys[i];
      z = zs[i];
#pragma omp parallel for schedule(static, 1)
      for (j = 0; j < n; j++)
        z[j] = a * x[j] + y[j];
    }
  }
  printf("%d %ld %d\n", i, j, x == NULL && y == NULL && z == NULL);
}

// An atomic update; a temporary that the threads share by mistake. The values are integers, so their order does not matter.
// CHECK: region in combine: split into 1 kernel of one parallel loop and 1 kernel of other statements
// TEXT: void combine
// TEXT: private(to_add)
static void combine(int rows, long n, const double *c, double **xs, double *z) {
  int i;
  long j;
  double to_add = 3, *x = NULL;
#pragma omp target map(to : n, rows, c[ : rows], xs[ : rows]) is_device_ptr(x, z)
#pragma omp teams distribute
  {
    for (i = 1; i < rows; i++) {
      x = xs[i];
#pragma omp parallel for schedule(static, 1)
      for (j = 0; j < n; j++) {
        to_add = c[i] * x[j];
#pragma omp atomic
        z[j] += to_add;
      }
    }
  }
  printf("%g\n", to_add);
}

// The loop of an iteration overwrites the pointer that the iteration has read: the kernel must not read it again.
// CHECK: region in overwrite: split into 1 kernel of one parallel loop and 1 kernel of other statements
static void overwrite(int rows, long n, double **table, double **targets) {
#pragma omp target teams distribute map(to : n, rows, table[ : rows * N], targets[ : rows])
  for (int i = 0; i < rows; i++) {
    double *x = table[i * N];
    double *z = targets[i];
#pragma omp parallel for
    for (long j = 0; j < n; j++)
      z[j] = x[j] + 1;
  }
}

// A number that each iteration computes from memory, used by two parallel loops and a statement between them.
// CHECK: region in two_loops: split into 2 kernels of one parallel loop each and 2 kernels of other statements
// CHECK: CLV015: 'scale' has an element
static void two_loops(int rows, const int *scales, double **xs) {
  int i, n = N, scale = -1;
  double *x = NULL;
#pragma omp target teams distribute map(to : scales[ : rows], xs[ : rows]) is_device_ptr(x)
  for (i = 0; i < rows; i++) {
    scale = scales[i];
    x = xs[i];
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      x[j] *= scale;
    scale += 1;
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      x[j] += scale;
  }
  printf("%d\n", scale);
}

// The pointer is computed and changed in the iteration; it points to mapped memory, and to an array without a map clause.
// CHECK: region in changed: split into 1 kernel of one parallel loop and 1 kernel of other statements
// CHECK: CLV015: 'p' has an element
static void changed(double *a, int rows, int n) {
  double table[ROWS * 2] = {3, 1, 4, 1, 5, 9, 2, 6};
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    double *p = a + r * n, *q = table + r;
    if (p[0] > 3) {
      p++;
      q++;
    }
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
      p[i] += q[0];
  }
}

// A loop around the parallel loop has a counter with the name that the initializer of 'p' uses.
// CHECK: region in hidden: split into 1 kernel of one parallel loop and 1 kernel of other statements
static void hidden(double *a, int rows, int n, int k) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    double *p = a + r * n + k;
    for (int k = 0; k < 3; k++) {
#pragma omp parallel for
      for (int i = 0; i < n - 4; i++)
        p[i] += k;
    }
  }
}

// The counter of the short loop is declared outside of the region, so one thread must not execute the loop without its directive.
// CHECK: region in short_loop: split into 1 kernel of one parallel loop and 1 kernel of other statements
// CHECK: CLV016: statements of the distribute loop compiled as a separate kernel: a team executes an iteration
static void short_loop(int rows, double **xs) {
  int i, j;
  double sum, *x = NULL;
#pragma omp target teams distribute map(to : xs[ : rows]) is_device_ptr(x)
  for (i = 0; i < rows; i++) {
    x = xs[i];
    sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (j = 0; j < 8; j++)
      sum += x[j];
#pragma omp parallel for
    for (j = 0; j < N; j++)
      x[j] += sum;
  }
}

// ---- Near misses: these regions stay as they were ---------------------------------------------------

// A data directive maps 'n', so the device has another value than the host.
// CHECK: region in present: not transformed
static void present(int rows, double **xs) {
  long n = N;
#pragma omp target data map(to : n)
  {
    n = 1;
#pragma omp target map(to : n, rows, xs[ : rows])
#pragma omp teams distribute
    for (int i = 0; i < rows; i++) {
      double *x = xs[i];
#pragma omp parallel for
      for (long j = 0; j < n; j++)
        x[j] += 1;
    }
  }
}

// Another region that maps 'n' may still run.
// CHECK: region in concurrent: not transformed
static void concurrent(int rows, double **xs, long *out) {
  long n = N;
#pragma omp target map(to : n) map(from : out[0 : 1]) nowait
  out[0] = n;
#pragma omp target map(to : n, rows, xs[ : rows])
#pragma omp teams distribute
  for (int i = 0; i < rows; i++) {
    double *x = xs[i];
#pragma omp parallel for
    for (long j = 0; j < n; j++)
      x[j] += 1;
  }
#pragma omp taskwait
}

// The pointer may have a value of an earlier iteration of the team.
// CHECK: region in carried: not transformed
static void carried(int rows, double **xs) {
  double *x = xs[0];
#pragma omp target teams distribute map(to : xs[ : rows]) is_device_ptr(x) num_teams(1)
  for (int i = 0; i < rows; i++) {
    if (i % 3 == 0)
      x = xs[i];
#pragma omp parallel for
    for (int j = 0; j < N; j++)
      x[j] += 1;
  }
}

// The parallel loop reads the pointer before the iteration assigns it.
// CHECK: region in late: not transformed
static void late(int rows, double **xs) {
  double *x = xs[0];
#pragma omp target teams distribute map(to : xs[ : rows]) is_device_ptr(x) num_teams(1)
  for (int i = 0; i < rows; i++) {
#pragma omp parallel for
    for (int j = 0; j < N; j++)
      x[j] += 1;
    x = xs[i];
  }
}

// A thread executes two neighboring iterations in order.
// CHECK: region in chunks: not transformed
static void chunks(int rows, double **xs) {
#pragma omp target teams distribute map(to : xs[ : rows])
  for (int i = 0; i < rows; i++) {
    double *x = xs[i];
#pragma omp parallel for schedule(static, 2)
    for (int j = 0; j < N; j++)
      x[j] += x[j / 2 * 2];
  }
}

static double *row(double *host, int device) {
  double *it = omp_target_alloc(N * sizeof *it, device);
  omp_target_memcpy(it, host, N * sizeof *it, 0, 0, device, omp_get_initial_device());
  return it;
}

static void digest(const char *name, double **rows) {
  double values[N], sum = 0;
  for (int i = 0; i < ROWS; i++) {
    omp_target_memcpy(values, rows[i], sizeof values, 0, 0, omp_get_initial_device(),
                      omp_get_default_device());
    for (int j = 0; j < N; j++)
      sum += (i * 31 + j % 17 + 1) * values[j];
  }
  printf("%s %.17g\n", name, sum);
}

int main(void) {
  const int device = omp_get_default_device();
  static double values[N];
  double *xs[ROWS], *ys[ROWS], *zs[ROWS], c[ROWS];
  int scales[ROWS];
  long out = 0;
  for (int i = 0; i < ROWS; i++) {
    for (int j = 0; j < N; j++)
      values[j] = (i * 7 + j * 3) % 11;
    xs[i] = row(values, device);
    ys[i] = row(values, device);
    zs[i] = row(values, device);
    c[i] = i - 2;
    scales[i] = i % 3 - 1;
  }
  linear_sum(ROWS, N, 3, xs, ys, zs);
  digest("linear_sum", zs);
  linear_sum(0, N, 3, xs, ys, zs);
  combine(ROWS, N, c, xs, zs[0]);
  digest("combine", zs);
  two_loops(ROWS, scales, xs);
  digest("two_loops", xs);
  static double flat[ROWS * N];
  for (int i = 0; i < ROWS * N; i++)
    flat[i] = i % 9;
  changed(flat, ROWS, N);
  hidden(flat, ROWS, N, 2);
  double total = 0;
  for (int i = 0; i < ROWS * N; i++)
    total += (i % 13 + 1) * flat[i];
  printf("changed, hidden %.17g\n", total);
  short_loop(ROWS, xs);
  digest("short_loop", xs);
  present(ROWS, xs);
  digest("present", xs);
  concurrent(ROWS, xs, &out);
  digest("concurrent", xs);
  carried(ROWS, xs);
  digest("carried", xs);
  late(ROWS, xs);
  digest("late", xs);
  chunks(ROWS, xs);
  digest("chunks", xs);

  // Row i of the table begins with the pointer that iteration i reads, and is the row that it writes.
  double **table = calloc(ROWS * N, sizeof *table), *targets[ROWS];
  for (int i = 0; i < ROWS; i++)
    table[i * N] = ys[i];
#pragma omp target data map(tofrom : table[ : ROWS * N])
  {
#pragma omp target data use_device_ptr(table)
    for (int i = 0; i < ROWS; i++)
      targets[i] = (double *)(table + i * N);
    overwrite(ROWS, N, table, targets);
  }
  double sum = 0;
  for (int i = 0; i < ROWS * N; i++)
    sum += (i % 13) * ((double *)table)[i];
  printf("overwrite %.17g\n", sum);
  free(table);
  for (int i = 0; i < ROWS; i++) {
    omp_target_free(xs[i], device);
    omp_target_free(ys[i], device);
    omp_target_free(zs[i], device);
  }
  return 0;
}
