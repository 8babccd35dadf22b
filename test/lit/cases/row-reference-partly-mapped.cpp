// ROW reference-partly-mapped: refused CLV252 | a reference to an array of which a part is mapped
// OpenMP: an implicit map is content with the part that is there.
// RUN: %case %s
// REMARK: remark: CLV252: {{.*}}'array' has no map clause, and part of it may already be mapped
// VALUE: a: first 5 last 99 sum 6425 placed 381325
#include "show.h"
static void work(int (&array)[100]) {
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      array[i] += 3;
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      array[i] = 2 * array[i] - 1;
  }
}
int main() {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target data map(tofrom : a[0 : 50])
  work(a);
  show_ints("a", a, 100);
}
