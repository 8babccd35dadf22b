// CASE 22: transformed | a C++ member function that uses this->k alone
// OpenMP: this[:1] is mapped tofrom by itself.
// RUN: %case %s
// TEXT: #pragma omp target data map(tofrom: this[:1]
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: k 3
// VALUE: a: first 3 last 102 sum 5250 placed 348450
#include "show.h"
struct Row {
  int k;
  void work(int *a) {
#pragma omp target map(tofrom : a[0 : 100])
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += this->k;
    }
  }
};
int main() {
  int a[100];
  Row row = {3};
  row.work(a);
  printf("k %d\n", row.k);
  show_ints("a", a, 100);
}
