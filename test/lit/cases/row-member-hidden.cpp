// ROW member-hidden: refused CLV252 | a variable of the region with the name of a member in a map clause
// OpenMP: the clause speaks of the member, also where kernels would repeat it behind the declaration.
// RUN: %case %s
// REMARK: remark: CLV252: {{.*}}'n' hides a variable of the same name that a clause uses
// VALUE: n 100
// VALUE: a: first 21 last 99 sum 5160 placed 334455
#include "show.h"
struct Row {
  int *p;
  int n;
  void work() {
#pragma omp target map(tofrom : p[ : n])
    {
      int n = 10;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] += n;
      n++;
#pragma omp parallel for
      for (int i = 0; i < n - 1; i++)
        p[i] += n;
    }
  }
};
int main() {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  Row row = {a, 100};
  row.work();
  printf("n %d\n", row.n);
  show_ints("a", a, 100);
}
