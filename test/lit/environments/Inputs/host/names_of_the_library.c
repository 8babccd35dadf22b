/* Functions of the program with names that other systems' libraries have. */
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
static double a[N];
static double *kept;
void access_array(int i);
static void index_array(double *p) { kept = p; }
void access_array(int i) { kept[i] += 1; }
int main(void) {
  fill(a, N);
  index_array(a);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    access_array(4);
    printf("%g ", a[4]);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
