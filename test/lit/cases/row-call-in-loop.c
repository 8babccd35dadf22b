// ROW call-in-loop: split only | calls in parallel loops: of a visible function, and of an unknown one
// OpenMP: a function may contain constructs that bind to the team.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: a[i] = twice(i);
// TEXT: #pragma omp target parallel for
// TEXT: next(&a[i]);
// REMARK: remark: CLV106: loop not distributed across teams: the body of 'next' is not visible
// VALUE: a: first 1 last 199 sum 10000 placed 671650
#include "show.h"
#pragma omp declare target
static int twice(int x) { return 2 * x; }
void next(int *x) __asm__("next_of_test");
void hidden(int *x) __asm__("next_of_test");
void hidden(int *x) { *x += 1; }
#pragma omp end declare target
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = twice(i);
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      next(&a[i]);
  }
  show_ints("a", a, 100);
}
