// Host and device have mathematical functions from different headers, some of which show a body. Both must decide
// alike on a loop that calls them.
// RUN: %cleave_cxx -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target -march=sm_90 -nocudalib -S -O1 -x c %s -o %t.s -Rpass=cleave 2>&1 | FileCheck %s
// RUN: %cleave_cxx -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target -march=sm_90 -nocudalib -S -O1 %s -o %t.s -Rpass=cleave 2>&1 | FileCheck %s
// CHECK: CLV036{{.*}}: 'x', 'y'
// CHECK: CLV036{{.*}}: 'x', 'y'
#include <math.h>
#include <stdlib.h>

void whole_device(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] = sqrt(fabs(x[i])) + exp(x[i]) * pow(x[i], 3) - abs(n);
}

void one_team(int n, const float *x, float *y) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = sqrtf(fabsf(x[i])) + fmaxf(sinf(x[i]), 0.5f);
}
