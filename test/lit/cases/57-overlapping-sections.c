// CASE 57: transformed | two regions in a row that map overlapping sections of one array
// OpenMP: the first one's results are on the host before the second one begins.
// RUN: %case %s
// TEXT-COUNT-2: #pragma omp target data
// VALUE: a: first 0 last 199 sum 66150 placed 8356200
#include "show.h"
static void work(int *a, int low, int high, int step) {
#pragma omp target map(tofrom : a[low : high - low])
  {
#pragma omp parallel for
    for (int i = low; i < high; i++)
      a[i] += step;
#pragma omp parallel for
    for (int i = low; i < high; i++)
      a[i] += i < 100 ? step : 2 * step;
  }
}
static void both(int *a) {
  work(a, 0, 150, 0);
#pragma omp target map(tofrom : a[10:100])
  {
#pragma omp parallel for
    for (int i = 10; i < 110; i++)
      a[i] += 3;
#pragma omp parallel for
    for (int i = 10; i < 110; i++)
      a[i] *= 2;
  }
  work(a, 50, 199, 100);
}
int main(void) {
  int a[200];
  for (int i = 0; i < 200; i++)
    a[i] = i;
  both(a);
  show_ints("a", a, 200);
}
