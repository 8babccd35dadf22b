// CASE 18: transformed | two sections of one pointer on one region, of which the first is used
// OpenMP: each section has storage of its own.
// CLANG19: the pointer always leads to the section that stands first; the program keeps to that
// RUN: %case %s
// TEXT: #pragma omp target data map(tofrom{{ ?}}: a[0:50], a[100:50]
// TEXT: #pragma omp target teams distribute parallel for{{.*}}a[0:50]{{.*}}a[100:50]
// TEXT: #pragma omp target teams distribute parallel for{{.*}}a[0:50]{{.*}}a[100:50]
// VALUE: a: first 101 last 199 sum 24950 placed 2795375
#include "show.h"
static void work(int *a) {
#pragma omp target map(tofrom : a[0:50], a[100:50])
  {
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] += 100;
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] += 1;
  }
}
int main(void) {
  int a[200];
  for (int i = 0; i < 200; i++)
    a[i] = i;
  work(a);
  show_ints("a", a, 200);
}
