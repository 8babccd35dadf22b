/* Callbacks: in a table, as an argument, in a record. */
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
static void show(int i) { printf("%g ", a[i]); }
static void change(int i) { a[i] = -1; }
typedef void (*action)(int);
struct hooks {
  action before, after;
};
static void apply(action f, int i) { f(i); }
int main(void) {
  action table[] = {show, change};
  struct hooks hooks = {show, change};
  fill(a, N);
  for (int t = 0; t < 4; t++) {
    step(a, N);
    table[t % 2](t);
    apply(t % 2 ? change : show, t + 4);
    step(a, N);
    hooks.before(3);
    hooks.after(8);
  }
  printf("%g\n", sum(a, N));
}
