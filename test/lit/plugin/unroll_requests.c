// cleave asks LLVM to unroll loops. A loop with a call that stays has no remainder loop, and LLVM would warn of the request: with -Werror a
// program with such a call would not compile. What the program itself asks for is its own matter.
// RUN: %cleave_cc %host_offload --offload-device-only -O2 -Wall -Wextra -Werror -S -emit-llvm %s -o %t.ll
// RUN: %cleave_cc %sm90 -O2 -Wall -Wextra -Werror -S -emit-llvm %s -o %t.ll
// RUN: grep -q 'call.*@elsewhere' %t.ll
// RUN: %plain_rewrite --compiled %s | FileCheck %s --check-prefix=TEXT
// TEXT: unroll_count({{[0-9]+}}) distribute(disable)
// RUN: %cleave_cc %sm90 -O2 -DOWN -S %s -o %t.s 2>&1 | FileCheck %s
// CHECK-COUNT-1: warning: loop not unrolled
// CHECK-NOT: warning: loop not unrolled
#include <math.h>

double elsewhere(double x);
#pragma omp declare target to(elsewhere)

void softmax(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(from : y[0 : n * n])
  for (int i = 0; i < n; i++) {
    float m = -INFINITY, s = 0;
    for (int j = 0; j < n; j++)
      m = fmaxf(m, x[i * n + j]);
    for (int j = 0; j < n; j++)
      s += expf(x[i * n + j] - m);
    for (int j = 0; j < n; j++)
      y[i * n + j] = expf(x[i * n + j] - m) / s;
  }
}

void variance(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    float mean = 0, s = 0;
    for (int j = 0; j < n; j++)
      mean += x[i * n + j];
    for (int j = 0; j < n; j++)
      s += powf(x[i * n + j] - mean / n, 2.5f);
    y[i] = s;
  }
}

void rows(int n, int z, const int *row, const double *v, double *y) {
#pragma omp target teams distribute parallel for map(to : row[0 : n + 1], v[0 : z]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += elsewhere(exp(v[k]));
    y[i] = s;
  }
}

double matrix_sum(int n, const double *v) {
  double s = 0;
#pragma omp target teams distribute parallel for map(to : v[0 : n * n]) reduction(+ : s)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += elsewhere(v[i * n + j]) + sin(v[i]);
  return s;
}

void serial(int n, const double *v, double *y) {
#pragma omp target map(to : v[0 : n]) map(tofrom : y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = v[i];
    double s = 0;
    for (int i = 0; i < n; i++)
      s += elsewhere(v[i]);
    y[0] = s;
  }
}

// Nothing stands in the way here.
void product(int n, const double *a, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * n], x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[j * n + i] * x[j];
    y[i] = s;
  }
}

#ifdef OWN
void own(int n, const double *v, double *y) {
#pragma omp target teams distribute parallel for map(to : v[0 : n * n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    double s = 0;
#pragma unroll 4
    for (int j = 0; j < n; j++) {
      if (j == 3)
        continue;
      s += elsewhere(v[i * n + j]);
    }
    y[i] = s;
  }
}
#endif
