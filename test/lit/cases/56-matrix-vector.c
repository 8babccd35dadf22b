// CASE 56: transformed | a matrix of 128 rows and a vector, whose transfer could be cut in five tiles
// OpenMP: y is complete on the host when the region ends; 128 is no multiple of 5.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: y: first 690880 last 1723136 sum 154497024 placed 11385442304
// VALUE: z: first 11230945280 last 30852067328 sum 2693312806912 placed 200717339983872
#include "show.h"
#define N 128
static double A[N * N], x[N], y[N], z[N];
int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i;
    for (int j = 0; j < N; j++)
      A[i * N + j] = i + j;
  }
#pragma omp target map(to : A, x) map(from : y, z)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      y[i] = 0;
      for (int j = 0; j < N; j++)
        y[i] += A[i * N + j] * x[j];
    }
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
      z[j] = 0;
      for (int i = 0; i < N; i++)
        z[j] += A[i * N + j] * y[i];
    }
  }
  show_doubles("y", y, N);
  show_doubles("z", z, N);
}
