// CASE 04: transformed | a serial loop between parallel loops (the means of covariance)
// OpenMP: the initial thread of the one team divides, once.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for map({{.*}}mean
// TEXT-NEXT: for (int j = 0; j < N; j++)
// TEXT-NEXT: mean[j] /= N;
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: mean: first 15.5 last 46.5 sum 992 placed 19096
// VALUE: data: first -15.5 last 15.5 sum 0 placed 2793472
#include "show.h"
#define N 32
int main(void) {
  double data[N * N], mean[N];
  for (int i = 0; i < N * N; i++)
    data[i] = i / N + i % N;
#pragma omp target map(tofrom : data) map(from : mean)
  {
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
      mean[j] = 0;
      for (int i = 0; i < N; i++)
        mean[j] += data[i * N + j];
    }
    for (int j = 0; j < N; j++)
      mean[j] /= N;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        data[i * N + j] -= mean[j];
  }
  show_doubles("mean", mean, N);
  show_doubles("data", data, N * N);
}
