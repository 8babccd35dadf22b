// ROW map-close: transformed | map(close, tofrom:)
// OpenMP: the data shall lie close to the device.
// RUN: %case %s
// TEXT: #pragma omp target data map(close, from{{ ?}}: a)
// TEXT: #pragma omp target teams distribute parallel for map(from{{ ?}}: a)
// TEXT: #pragma omp target teams distribute parallel for map(from{{ ?}}: a)
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100];
#pragma omp target map(close, from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  show_ints("a", a, 100);
}
