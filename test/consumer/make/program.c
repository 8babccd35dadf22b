/* The regions of three other files, one after the other. Exit status 1 if an element is wrong. */
#include <stdio.h>

void double_all(double *a, int n);
void mirror(double *a, double *b, int n);
void shift(double *a, int n);

int main(void) {
  enum { COUNT = 1000 };
  double a[COUNT], b[COUNT], sum = 0;
  for (int i = 0; i < COUNT; i++)
    a[i] = i;
  double_all(a, COUNT);
  mirror(a, b, COUNT);
  shift(b, COUNT);
  for (int i = 0; i < COUNT; i++) {
    sum += b[i];
    if (b[i] != 2.0 * (COUNT - 1 - i) + 1.0)
      return 1;
  }
  printf("sum %.1f\n", sum);
  return 0;
}
