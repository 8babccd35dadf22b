/* Calls the shared library. Exit status 1 if an element is wrong. */
#include <stdio.h>

void mirror(double *a, double *b, int n);

int main(void) {
  enum { COUNT = 1000 };
  double a[COUNT], b[COUNT], sum = 0;
  for (int i = 0; i < COUNT; i++)
    a[i] = 2.0 * i + 1.0;
  mirror(a, b, COUNT);
  for (int i = 0; i < COUNT; i++) {
    sum += b[i];
    if (b[i] != a[COUNT - 1 - i])
      return 1;
  }
  printf("sum %.1f\n", sum);
  return 0;
}
