/* FILE: test/lit/tool/Inputs/two_loops.c
 * WHAT: one target region with two parallel loops; the second needs all of the first.
 *       Prints the sum of the result. Exit status 1 if an element is wrong.
 */
#include <stdio.h>

enum { COUNT = 1000 };

int main(void) {
  double a[COUNT], b[COUNT];
  int n = COUNT;
#pragma omp target map(from : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = 2.0 * i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i] + 1.0;
  }
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    sum += b[i];
    if (b[i] != 2.0 * (n - 1 - i) + 1.0) {
      fprintf(stderr, "element %d is %g\n", i, b[i]);
      return 1;
    }
  }
  printf("sum %.1f\n", sum);
  return 0;
}
