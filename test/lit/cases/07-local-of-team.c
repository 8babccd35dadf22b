// CASE 07: refused CLV243 | a local variable of a team whose value differs from team to team
// OpenMP: each team has its own s; a distribute loop gives team 0 the first third, and so on.
// FOUR TEAMS: on the host device the league has three teams only if the environment allows four.
// RUN: %case %s
// REMARK: remark: CLV243
// VALUE: a: 0 0 0 0 10 10 10 10 20 20 20 20
// VALUE: b: 0 0 0 0 1 1 1 1 2 2 2 2
#include "show.h"
#include <omp.h>
int main(void) {
  int a[12], b[12];
#pragma omp target teams num_teams(3) map(from : a, b)
  {
    int s = omp_get_team_num() * 10;
#pragma omp distribute parallel for dist_schedule(static, 4)
    for (int i = 0; i < 12; i++)
      a[i] = s;
#pragma omp distribute parallel for dist_schedule(static, 4)
    for (int i = 0; i < 12; i++)
      b[i] = s / 10;
  }
  printf("a:");
  for (int i = 0; i < 12; i++)
    printf(" %d", a[i]);
  printf("\nb:");
  for (int i = 0; i < 12; i++)
    printf(" %d", b[i]);
  printf("\n");
}
