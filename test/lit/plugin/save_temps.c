// -save-temps, by which the compiler sees a preprocessed file: the program is still right, and the
// remarks still name the lines of the source.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cleave_cc %host_offload -O1 -save-temps %s -o prog -Rpass=cleave 2>&1 | FileCheck %s
// RUN: %run ./prog
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// FILES: save_temps-host-{{.*}}.i
// RUN: %cleave_cc %host_offload -O1 -save-temps=obj -c %s -o two.o
// RUN: %cleave_cc %host_offload two.o -o two
// RUN: %run ./two
// For a GPU clang puts headers of its own in front, so that host and device have different text before
// their regions. They agree all the same.
// RUN: %cleave_cc %sm90 -O1 -save-temps -DHEADER -S %s -Rpass=cleave 2>&1 | FileCheck %s
// RUN: not cmp save_temps-host-x86_64-pc-linux-gnu.i save_temps-openmp-nvptx64-nvidia-cuda.i
#ifdef HEADER
#include <math.h>
#endif

int a[16], n = 16;

int main(void) {
// CHECK-DAG: save_temps.c:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  return a[15] != 16;
}

// A data environment has a line of its own, by which host and device agree about it. Lines in remarks are those of the source.
// CHECK-DAG: save_temps.c:[[#@LINE+3]]:1: remark: CLV014: {{.*}} from line [[#@LINE+3]] to line [[#@LINE+8]]
double twice(double *b, int m) {
  double sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : b[0 : m])
  for (int i = 0; i < m; i++)
    b[i] += i;
#pragma omp target teams distribute parallel for map(tofrom : b[0 : m])
  for (int i = 0; i < m; i++)
    b[i] *= 2;
  for (int i = 0; i < m; i++)
    sum += b[i];
  return sum;
}
