// CASE 62: refused CLV244 | target teams with a parallel loop, but without distribute
// OpenMP: every team executes the whole loop.
// RUN: %case %s
// FOUR TEAMS: on the host device the league has three teams only if the environment allows four.
// REMARK: remark: CLV244
// VALUE: count 300
// VALUE: a: first 0 last 99 sum 4950 placed 333300
#include "show.h"
int main(void) {
  int a[100], count = 0;
#pragma omp target teams num_teams(3) map(tofrom : a, count)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
      count++;
    }
#pragma omp distribute parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
  }
  printf("count %d\n", count);
  show_ints("a", a, 100);
}
