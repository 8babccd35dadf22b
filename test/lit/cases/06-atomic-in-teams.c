// CASE 06: refused CLV243 | an atomic update in the serial code of three teams
// OpenMP: each team's initial thread adds one.
// FOUR TEAMS: on the host device the league has three teams only if the environment allows four.
// RUN: %case %s
// REMARK: remark: CLV243
// VALUE: x 3
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int x = 0, a[100];
#pragma omp target teams num_teams(3) map(tofrom : x) map(from : a)
  {
#pragma omp atomic
    x++;
#pragma omp distribute parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp distribute parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  printf("x %d\n", x);
  show_ints("a", a, 100);
}
