// Two kernels that use a variable and a function of other.c, and functions of libdevice.
#include <math.h>
#include <stdio.h>

#pragma omp begin declare target
extern int table[4];
extern int next(int value);
static int twice(int value) { return 2 * value; }
int (*chosen)(int) = twice;
#pragma omp end declare target

int main(void) {
  double a[64];
  float b[64];
  for (int i = 0; i < 64; i++)
    a[i] = i, b[i] = (float)i;
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 0; i < 64; i++) {
    a[i] = sin(a[i]) + pow(a[i], 2.5) + table[i % 4] + next(i);
    b[i] = expf(b[i]) + sqrtf(b[i]) + (float)chosen(i);
  }
#pragma omp target map(tofrom : a)
  {
    a[0] = 1;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      a[i] += 1;
    printf("%f\n", a[3]);
  }
  return a[0] < 0;
}
