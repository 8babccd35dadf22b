// Device code allocates and frees memory in many blocks at a time: on the simulator, host threads that execute blocks share
// the table of allocations.
//
// RUN: %clang %link_sm90 -O2 %s -o %t
// RUN: %simulator CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_HOST_THREADS=4 %run %t | FileCheck %s
// RUN: %simulator CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_HOST_THREADS=4 %run %t | FileCheck %s
// RUN: %simulator CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_HOST_THREADS=4 %run %t | FileCheck %s
// CHECK: 0 wrong
#include <stdio.h>
#include <stdlib.h>

enum { TEAMS = 64, THREADS = 128, HELD = 8 };

int main(int count, char **arguments)
{
  (void)arguments;
  int wrong = 0;
#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) reduction(+ : wrong)
  for (int i = 0; i < TEAMS * THREADS; i++) {
    volatile int *held[HELD];
    for (int h = 0; h < HELD; h++) {
      held[h] = malloc((size_t)(count + 3) * sizeof *held[h]);
      for (int k = 0; k < 4; k++)
        held[h][k] = i + h + k;
    }
    for (int h = 0; h < HELD; h++) {
      for (int k = 0; k < 4; k++)
        wrong += held[h][k] != i + h + k;
      free((void *)held[h]);
    }
  }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
