// CASE 21: transformed | a C++ member function that maps this->p[:n] and uses other members
// OpenMP: the region maps this[:1] by itself, so members that it writes are there on the host afterwards.
// RUN: %case %s
// TEXT: #pragma omp target data map(tofrom: this[:1]{{.*}}
// TEXT: #pragma omp target map(tofrom: this[:1]) map(tofrom: this->p[ : n])
// TEXT-NEXT: #pragma omp teams distribute parallel for
// TEXT: #pragma omp target map(tofrom: this[:1]) map(tofrom: this->p[ : n])
// TEXT-NEXT: #pragma omp teams distribute parallel for
// VALUE: n 100 k 77
// VALUE: a: first 26 last 125 sum 7550 placed 464600
#include "show.h"
struct Row {
  int *p;
  int n, k;
  void work() {
#pragma omp target map(tofrom : this->p[ : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] += k;
      k = 77;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] += k - 54;
    }
  }
};
int main() {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  Row row = {a, 100, 3};
  row.work();
  printf("n %d k %d\n", row.n, row.k);
  show_ints("a", a, 100);
}
