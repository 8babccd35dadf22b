/* Addresses in static initializers: variables, records, tables, local ones. */
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
static double a[N], b[N];
struct field {
  const char *name;
  double *data;
};
static struct field fields[2] = {{"a", a}, {"b", b + 1}};
static double *table[] = {b, a};
static double **inner = &table[1];
double *visible = &a[3];
static void look(int t) {
  static double *last = a;
  static struct {
    int k;
    double *p[2];
  } record = {1, {a, b}};
  printf("%g %g ", last[3], record.p[1][4]);
  last[2] = t;
  record.p[1][3] = t;
}
int main(void) {
  fill(a, N);
  fill(b, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    step(b, N);
    look(t);
    printf("%g %g %g ", fields[t % 2].data[5], table[t % 2][6], (*inner)[7] + visible[1]);
    fields[1].data[5] = 1;
    (*inner)[9] = 2;
    visible[0] = 3;
    step(a, N);
    step(b, N);
  }
  printf("%g %g\n", sum(a, N), sum(b, N));
}
