// ROW teams-reduction: transformed | reduction on the teams of a region with several loops
// OpenMP: until the region ends, each team has a partial sum of its own.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for {{.*}}reduction(+{{ ?}}: sum)
// TEXT: #pragma omp target teams distribute parallel for {{.*}}reduction(+{{ ?}}: sum)
// VALUE: sum 9900
// VALUE: a: first 0 last 99 sum 4950 placed 333300
#include "show.h"
int main(void) {
  int a[100], sum = 0;
#pragma omp target teams reduction(+ : sum) map(tofrom : sum) map(from : a)
  {
#pragma omp distribute parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++) {
      a[i] = i;
      sum += i;
    }
#pragma omp distribute parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
      sum += i;
  }
  printf("sum %d\n", sum);
  show_ints("a", a, 100);
}
