// ROW record-implicit: transformed | a struct, a bit-field of it and an array without map clauses
// OpenMP: aggregates are mapped tofrom.
// RUN: %case %s
// TEXT: #pragma omp target data map(tofrom: r) map(from: a)
// VALUE: r 5 3 8
// VALUE: a: first 8 last 107 sum 5750 placed 373700
#include "show.h"
struct record {
  int n;
  unsigned small : 4, large : 12;
};
int main(void) {
  int a[100];
  struct record r = {1, 2, 3};
#pragma omp target
  {
    r.n += 4;
    r.small++;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i + r.n;
    r.large = r.n + r.small;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += r.small;
  }
  printf("r %d %u %u\n", r.n, r.small, r.large);
  show_ints("a", a, 100);
}
