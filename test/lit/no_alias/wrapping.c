// An unsigned subscript that wraps: the interval of the subscript without a wrap does not overlap the other array, but the element does. The guard
// sees the wrap, and the general version runs. Without a wrap the no-alias version runs.
// RUN: %clang -O2 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O2 -fplugin-arg-cleave-map=off %host_offload %s -o %t -Rpass=cleave 2>%t.remarks
// RUN: FileCheck --input-file %t.remarks %s
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// CHECK: CLV030: versioned for no-alias: 'c' is accumulated in a register
#include <omp.h>
#include <stdio.h>

enum { M = 4096 };

static void add(unsigned first, unsigned n, unsigned m, const double *z, double *c) {
#pragma omp target teams distribute parallel for is_device_ptr(z, c)
  for (unsigned i = first; i < n; i++)
    for (unsigned k = 0; k < m; k++)
      c[i * m] += z[m - 1u - k];
}

static void show(const char *name, unsigned first, const double *z, double *c, int device) {
  double values[2];
  add(first, first + 1, M, z, c);
  omp_target_memcpy(values, c, sizeof values, 0, 0, omp_get_initial_device(), device);
  printf("%s %.17g %.17g\n", name, values[0], values[1]);
}

int main(void) {
  const int device = omp_get_default_device();
  static double values[M];
  double *z = omp_target_alloc(sizeof values, device), *c = omp_target_alloc(sizeof values, device);
  for (int i = 0; i < M; i++)
    values[i] = i % 7 + 1;
  omp_target_memcpy(z, values, sizeof values, 0, 0, device, omp_get_initial_device());
  omp_target_memcpy(c, values, sizeof values, 0, 0, device, omp_get_initial_device());
  show("apart", 0, z, c, device);
  show("one array", 0, z, z, device);
  show("one array, wraps", 1u << 20, z, z, device);
  omp_target_free(z, device), omp_target_free(c, device);
  return 0;
}
