// CASE 59: refused CLV243 | target parallel with a thread's variable that lives across its loops
// OpenMP: each thread has its own count; a loop's end keeps it.
// RUN: %case %s
// REMARK: remark: CLV243
// VALUE: sum 200
// VALUE: a: first 0 last 99 sum 4950 placed 333300
// VALUE: b: first 99 last 0 sum 4950 placed 166650
#include "show.h"
int main(void) {
  int a[100], b[100], sum = 0;
#pragma omp target parallel map(from : a, b) map(tofrom : sum)
  {
    int count = 0;
#pragma omp for
    for (int i = 0; i < 100; i++) {
      a[i] = i;
      count++;
    }
#pragma omp for
    for (int i = 0; i < 100; i++) {
      b[i] = a[99 - i];
      count++;
    }
#pragma omp atomic
    sum += count;
  }
  printf("sum %d\n", sum);
  show_ints("a", a, 100);
  show_ints("b", b, 100);
}
