/* The array is an environment variable. */
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
int main(void) {
  char *a = malloc(64);
  strcpy(a, "XX=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz");
  putenv(a);
  for (int t = 0; t < 3; t++) {
#pragma omp target map(tofrom : a[0 : 50])
    {
#pragma omp parallel for
      for (int i = 3; i < 50; i++)
        a[i] ^= 1;
    }
    printf("%s\n", getenv("XX"));
    getenv("XX")[2] = 'z';
#pragma omp target map(tofrom : a[0 : 50])
    {
#pragma omp parallel for
      for (int i = 3; i < 50; i++)
        a[i] ^= 2;
    }
  }
  puts(a);
}
