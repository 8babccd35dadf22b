// ROW member-firstprivate: refused CLV253 | a firstprivate member
// OpenMP: the region has a copy of the member, and the object is as before.
// RUN: %case %s
// REMARK: remark: CLV253: {{.*}}firstprivate(k)
// VALUE: k 3
// VALUE: a: first 1003 last 1102 sum 105250 placed 5398450
#include "show.h"
struct Row {
  int k;
  void work(int *a) {
#pragma omp target map(tofrom : a[ : 100]) firstprivate(k)
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += k;
      k = 1000;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += k;
    }
  }
};
int main() {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  Row row = {3};
  row.work(a);
  printf("k %d\n", row.k);
  show_ints("a", a, 100);
}
