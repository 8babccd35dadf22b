// ROW lambda-captures: transformed | lambdas that write what they capture, arrays and through pointers
// OpenMP: a lambda is mapped as an object; what it captures by reference is mapped with it.
// RUN: %case %s
// TEXT: #pragma omp target data map(from: a) map(tofrom: k, b, p[:100])
// VALUE: k 9
// VALUE: a: first 20 last 317 sum 16850 placed 1100900
// VALUE: heap: first 6 last 204 sum 10500 placed 696900
// VALUE: b: first 3 last 102 sum 5250 placed 348450
#include "show.h"
int main() {
  int a[100], heap[100], k = 3, *p = heap;
  double b[100];
  for (int i = 0; i < 100; i++) {
    b[i] = i;
    heap[i] = 2 * i;
  }
  auto by_value = [=](int x) { return x + k; };
  auto by_reference = [&k](int x) { return x + k + 2; };
  auto array = [&b, k](int i) { b[i] += k; };
  auto pointer = [p, k](int i) { return p[i] += k; };
#pragma omp target map(from : a) map(tofrom : k, b, p[:100])
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = by_value(i);
    k = 9;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
      a[i] = by_reference(a[i]);
      array(i);
      pointer(i);
    }
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += pointer(i);
  }
  printf("k %d\n", k);
  show_ints("a", a, 100);
  show_ints("heap", heap, 100);
  show_doubles("b", b, 100);
}
