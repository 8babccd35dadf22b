// A kernel as it is written: cleave asks to unroll an inner loop, and leaves loops inside of other loops to LLVM.
// RUN: %cleave rewrite --compiled %s -- -fopenmp -fplugin-arg-cleave-map=off | FileCheck %s
// RUN: %cleave rewrite --compiled %s -- -fopenmp | FileCheck %s --check-prefix=REDUCTION
void sums(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++) {
    float s = 0;
// CHECK: unroll_count(8) {{.*}}for (int k = 0;
    for (int k = 0; k < m; k++)
      s += x[k * n + i];
    y[i] = s;
  }
}
void filter(int n, int m, int size, const float *x, const float *w, float *y) {
#pragma omp target teams distribute parallel for collapse(2) map(to : x[0 : n * m], w[0 : size * size]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - size; j++) {
      float s = 0;
// CHECK-NOT: unroll_count{{.*}}for (int q = 0;
      for (int p = 0; p < size; p++)
        for (int q = 0; q < size; q++)
          s += x[i * m + j + q] * w[p * size + q];
      y[i * m + j] = s;
    }
}
// The version whose teams combine the sum has the loop as the kernel of the source has it. A loop in another one is left to LLVM in both.
double sum_of_sums(int n, int m, const double *x) {
  double sum = 0;
// REDUCTION: if (!(cleave_reduction_begin
// REDUCTION: unroll_count(8) {{.*}}for (int k = 0;
// REDUCTION: is_device_ptr(cleave_thread_buffer{{.*}}unroll_count(8) distribute(disable)") for (int k = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : x[0 : m])
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < m; k++)
      s = s / 2 + x[k] / (i + 1);
    sum += s;
  }
  return sum;
}
double sum_of_filters(int n, int m, const double *x) {
  double sum = 0;
// REDUCTION: if (!(cleave_reduction_begin
// REDUCTION-NOT: distribute(disable)") for (int q
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : x[0 : m])
  for (int i = 0; i < n; i++)
    for (int p = 0; p < m; p++)
      for (int q = 0; q < m; q++)
        sum += x[q] * (i + p);
  return sum;
}
