// A kernel as it is written: cleave asks to unroll an inner loop, and leaves loops inside of other loops to LLVM.
// RUN: %cleave rewrite --compiled %s -- -fopenmp -fplugin-arg-cleave-map=off | FileCheck %s
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
