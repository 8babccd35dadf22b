// ROW template-reference: refused CLV252 | a template whose parameter stands for a reference
// OpenMP: the variable is firstprivate, and what it refers to is as before.
// RUN: %case %s
// REMARK: remark: CLV252: {{.*}}no copy of 'c' can be declared
// VALUE: 1 1.25
// VALUE: a: first 3 last 102 sum 5250 placed 348450
// VALUE: b: first 3.5 last 152 sum 7775 placed 517625
#include "show.h"
template <class T, class R> static void work(T *a, R c) {
#pragma omp target map(tofrom : a[ : 100])
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += c;
    c++;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += c;
  }
}
int main() {
  int a[100], one = 1;
  double b[100], more = 1.25;
  for (int i = 0; i < 100; i++) {
    a[i] = i;
    b[i] = 1.5 * i;
  }
  work<int, int &>(a, one);
  work<double, double &>(b, more);
  printf("%d %g\n", one, more);
  show_ints("a", a, 100);
  show_doubles("b", b, 100);
}
