// ROW locks: split only | a lock taken in a parallel loop
// OpenMP: a lock belongs to the contention group that uses it, which is one team's.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target parallel for
// TEXT: omp_set_lock(
// REMARK: remark: CLV105
// VALUE: count 1000
// VALUE: a: first 0 last 999 sum 499500 placed 333333000
#include "show.h"
#include <omp.h>
#pragma omp declare target
static omp_lock_t lock;
#pragma omp end declare target
int main(void) {
  int count[1] = {0}, a[1000];
#pragma omp target map(tofrom : count) map(from : a)
  {
    omp_init_lock(&lock);
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
      omp_set_lock(&lock);
      count[0] = count[0] + 1;
      omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
  }
  printf("count %d\n", count[0]);
  show_ints("a", a, 1000);
}
