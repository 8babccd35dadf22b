// ROW member-partly-mapped: refused CLV252 | an object of which another data environment maps a member
// OpenMP: a region that uses a member maps this[:1], which may not extend what is present.
// CLANG19: a region maps the members it uses alone, so what is present suffices for it
// RUN: %case %s
// REMARK: remark: CLV252: {{.*}}'this' has no map clause, and part of it may already be mapped
// VALUE: a: first 5 last 203 sum 10400 placed 691850
#include "show.h"
struct Row {
  int *p;
  int n;
  void work(int k) {
#pragma omp target
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        p[i] += k;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        p[i] = 2 * p[i] - 1;
    }
  }
};
int main() {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  Row row = {a, 100};
#pragma omp target data map(tofrom : row.p[ : row.n])
  row.work(3);
  show_ints("a", a, 100);
}
