// CASE 18: transformed | a section of a pointer, while another section of it is mapped around the region
// OpenMP: each section has storage of its own, and a points to the one that the construct maps.
// RUN: %case %s
// TEXT: #pragma omp target data map(tofrom{{ ?}}: a[100:50]
// TEXT: #pragma omp target teams distribute parallel for{{.*}}a[100:50]
// TEXT: #pragma omp target teams distribute parallel for{{.*}}a[100:50]
// VALUE: a: first 0 last 199 sum 24950 placed 3300375
#include "show.h"
static void work(int *a) {
#pragma omp target data map(tofrom : a[0:50])
  {
#pragma omp target map(tofrom : a[100:50])
    {
#pragma omp parallel for
      for (int i = 100; i < 150; i++)
        a[i] += 100;
#pragma omp parallel for
      for (int i = 100; i < 150; i++)
        a[i] += 1;
    }
  }
}
int main(void) {
  int a[200];
  for (int i = 0; i < 200; i++)
    a[i] = i;
  work(a);
  show_ints("a", a, 200);
}
