// CASE 05: transformed | the same under target teams num_teams(1)
// OpenMP: the initial thread of each team executes the division, and there is one team.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for {{.*}}num_teams(1)
// TEXT: #pragma omp target parallel num_threads(1)
// TEXT: #pragma omp target teams distribute parallel for {{.*}}num_teams(1)
// VALUE: mean: first 15.5 last 46.5 sum 992 placed 19096
// VALUE: data: first -15.5 last 15.5 sum 0 placed 2793472
#include "show.h"
#define N 32
int main(void) {
  double data[N * N], mean[N];
  for (int i = 0; i < N * N; i++)
    data[i] = i / N + i % N;
#pragma omp target teams num_teams(1) map(tofrom : data) map(from : mean)
  {
#pragma omp distribute parallel for
    for (int j = 0; j < N; j++) {
      mean[j] = 0;
      for (int i = 0; i < N; i++)
        mean[j] += data[i * N + j];
    }
    for (int j = 0; j < N; j++)
      mean[j] /= N;
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        data[i * N + j] -= mean[j];
  }
  show_doubles("mean", mean, N);
  show_doubles("data", data, N * N);
}
