// ROW flush-flag: split only | iterations that wait for a flag which another iteration sets
// OpenMP: with num_threads(2) and two iterations, both have a thread, so neither waits forever.
// RUN: %case %s
// FOUR TEAMS: the loop needs its two threads at once, which the environment must allow.
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target parallel for{{.*}}num_threads(2)
// TEXT: #pragma omp flush
// REMARK: remark: CLV103
// VALUE: seen 42
// VALUE: a: first 0 last 99 sum 4950 placed 333300
#include "show.h"
int main(void) {
  int a[100], value[1] = {0}, flag[1] = {0}, seen[1] = {0};
#pragma omp target map(from : a) map(tofrom : value, flag, seen)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for num_threads(2) schedule(static, 1)
    for (int i = 0; i < 2; i++) {
      if (i == 0) {
        value[0] = 42;
#pragma omp flush
#pragma omp atomic write
        flag[0] = 1;
      } else {
        int ready = 0;
        while (!ready) {
#pragma omp atomic read
          ready = flag[0];
        }
#pragma omp flush
        seen[0] = value[0];
      }
    }
  }
  printf("seen %d\n", seen[0]);
  show_ints("a", a, 100);
}
