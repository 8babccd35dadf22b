/* A thread-local pointer leads to one array or the other; its address is taken. */
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
static void add(double *to, const double *from, int n) {
#pragma omp target teams distribute parallel for map(tofrom : to[0 : n]) map(to : from[0 : n])
  for (int i = 0; i < n; i++)
    to[i] = to[i] / 2 + from[i];
}
static _Thread_local double *mine;
static double a[N], b[N];
static void set(double *p) { mine = p; }
static void poke(int i) { mine[i] += 9; }
int main(void) {
  fill(a, N);
  fill(b, N);
  for (int t = 0; t < 4; t++) {
    set(t & 1 ? a : b);
    step(a, N);
    poke(t);
    step(a, N);
    step(b, N);
    poke(t + 4);
    add(a, b, N);
    double **pp = &mine;
    *pp = *pp == a ? b : a;
    step(a, N);
    (*pp)[8] = 1;
    step(b, N);
    (*pp)[9] += 2;
    add(b, a, N);
    add(b, a, N);
  }
  printf("%g %g\n", sum(a, N), sum(b, N));
}
