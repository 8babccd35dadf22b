// ROW map-mapper: transformed | a map clause with a mapper
// OpenMP: a mapper says what is mapped along with the object.
// RUN: %case %s
// TEXT: target data map(mapper(whole), tofrom: r)
// TEXT: target teams distribute parallel for map(mapper(whole), alloc: r)
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
struct row {
  int n;
  int *p;
};
#pragma omp declare mapper(whole : struct row r) map(tofrom : r, r.p[0:r.n])
int main(void) {
  int a[100];
  struct row r = {100, a};
#pragma omp target map(mapper(whole), tofrom : r)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      r.p[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      r.p[i] += 1;
  }
  show_ints("a", a, 100);
}
