// ROW template-class: transformed | a region in a member function of a class template
// OpenMP: each instance is a function with a region of its own.
// RUN: %case %s
// TEXT: T step = cleave_host_step;
// TEXT: T offset = cleave_host_offset;
// TEXT: T local;
// VALUE: int: k 5 tab 5
// VALUE: a: first 30 last 129 sum 7884 placed 481500
// VALUE: double: k 2.75 tab 5
// VALUE: b: first 30.75 last 187.75 sum 10925 placed 676912.5
#include "show.h"
template <class T, int size> struct Row {
  T *p;
  int n;
  T k, tab[size];
  void work(T step, const T &offset) {
#pragma omp target map(tofrom : p[ : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] += k + tab[i % size];
      k += step;
      tab[0] = 5;
      T local = k + offset;
      step++;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] += k + offset + step + local + tab[i % size];
    }
  }
};
int main() {
  int a[100];
  double b[100];
  for (int i = 0; i < 100; i++) {
    a[i] = i;
    b[i] = 1.5 * i;
  }
  Row<int, 3> ints = {a, 100, 3, {1, 2, 3}};
  Row<double, 2> doubles = {b, 100, 2.5, {0.5, 7}};
  ints.work(2, 4);
  doubles.work(0.25, 8);
  printf("int: k %d tab %d\n", ints.k, ints.tab[0]);
  show_ints("a", a, 100);
  printf("double: k %g tab %g\n", doubles.k, doubles.tab[0]);
  show_doubles("b", b, 100);
}
