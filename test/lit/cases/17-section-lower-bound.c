// CASE 17: transformed | a section with a lower bound
// OpenMP: a[100:200] maps these elements alone; a then points to where a[0] would be.
// RUN: %case %s
// TEXT: #pragma omp target data map(tofrom{{ ?}}: a[100:200])
// TEXT: #pragma omp target teams distribute parallel for{{.*}}map(tofrom{{ ?}}: a[100:200])
// TEXT: #pragma omp target teams distribute parallel for{{.*}}map(tofrom{{ ?}}: a[100:200])
// VALUE: a: first 0 last 399 sum 149700 placed 36014800
#include "show.h"
static void work(int *a) {
#pragma omp target map(tofrom : a[100:200])
  {
#pragma omp parallel for
    for (int i = 100; i < 300; i++)
      a[i] *= 2;
#pragma omp parallel for
    for (int i = 100; i < 300; i++)
      a[i] += 150;
  }
}
int main(void) {
  int a[400];
  for (int i = 0; i < 400; i++)
    a[i] = i;
  work(a);
  show_ints("a", a, 400);
}
