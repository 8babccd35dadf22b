/* A stream has the array as its buffer. */
#include "host.h"
static void step(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2 + i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
static double a[4096];
int main(void) { // stdout buffer is the array itself
  setvbuf(stderr, 0, _IONBF, 0);
  fill(a, 4096);
  FILE *f = fopen("/dev/null", "w");
  setvbuf(f, (char *)a, _IOFBF, 4096);
  for (int t = 0; t < 3; t++) {
    step(a, 600);
    fprintf(f, "hello world %d this is text of some length", t);
    step(a, 600);
  }
  fclose(f);
  printf("%.17g\n", sum(a, 600));
}
