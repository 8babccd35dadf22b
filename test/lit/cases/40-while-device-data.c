// CASE 40: transformed | a loop around parallel loops whose condition reads the device's data
// OpenMP: x is mapped `to`, so only the device knows when the loop ends; the host's x stays as it is.
// RUN: %case %s
// LABEL: fast
// TEXT: #pragma omp target data
// TEXT: #pragma omp target parallel num_threads(1) map(from
// TEXT: x[0] > 1e-3
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: steps 10 x 1
// VALUE: y: first 0.0009765625 last 0.0009765625 sum 0.09765625 placed 4.931640625
#include "show.h"
int main(void) {
  double x[100], y[100];
  int steps = 0;
  for (int i = 0; i < 100; i++)
    x[i] = 1;
#pragma omp target map(to : x) map(from : y) map(tofrom : steps)
  {
    while (x[0] > 1e-3) {
      steps++;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        y[i] = x[99 - i] / 2;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        x[i] = y[99 - i];
    }
  }
  printf("steps %d x %g\n", steps, x[0]);
  show_doubles("y", y, 100);
}
