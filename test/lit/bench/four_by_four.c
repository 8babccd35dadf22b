// Four teams of four threads really form under the environment that the tests use: otherwise no test
// could see a race between teams or threads.
// RUN: %clang -O2 %host_offload %s -o %t && %run4 %t | FileCheck %s
#include <omp.h>
#include <stdio.h>

int main(void) {
  int teams = 0, smallest = 1 << 20, seen[16] = {0};
#pragma omp target teams map(tofrom: teams, smallest, seen)
  {
    if (omp_get_team_num() == 0)
      teams = omp_get_num_teams();
#pragma omp parallel
    {
      int slot = omp_get_team_num() * 4 + omp_get_thread_num();
#pragma omp atomic compare
      if (smallest > omp_get_num_threads()) { smallest = omp_get_num_threads(); }
      if (slot < 16) {
#pragma omp atomic
        seen[slot]++;
      }
    }
  }
  int count = 0;
  for (int i = 0; i < 16; i++)
    count += seen[i] == 1;
  // CHECK: 4 teams, 4 threads or more in each, 16 of 16 seen
  printf("%d teams, %d threads or more in each, %d of 16 seen\n", teams, smallest, count);
}
