// CASE 13: refused CLV228 | a region with nowait and a reduction
// OpenMP: the region is a task; the sum is there after taskwait.
// cleave: with LLVM 19 the reduction would hang as a kernel of many teams with nowait, so nothing is split.
// RUN: %case %s
// REMARK: remark: CLV228: target region not transformed: a team reduction with nowait
// VALUE: s 4950
// VALUE: a: first 0 last 99 sum 4950 placed 333300
#include "show.h"
int main(void) {
  int s = 0, a[100];
#pragma omp target nowait map(tofrom : s) map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 100; i++)
      s += a[99 - i];
  }
#pragma omp taskwait
  printf("s %d\n", s);
  show_ints("a", a, 100);
}
