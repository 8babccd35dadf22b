// ROW num-teams: transformed | num_teams and thread_limit on target teams
// OpenMP: the league the program asked for; each kernel gets the same.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for{{.*}}num_teams(n){{.*}}thread_limit(8)
// TEXT: #pragma omp target teams distribute parallel for{{.*}}num_teams(n){{.*}}thread_limit(8)
// VALUE: n 2
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100], n = 2;
#pragma omp target teams num_teams(n) thread_limit(8) map(from : a)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp distribute parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  printf("n %d\n", n);
  show_ints("a", a, 100);
}
