// The default device of a rank: the one of its number on the machine, in each thread, unless the user or the program chose.
// RUN: %cleave_cc -O1 -Wall -Werror %link_sm90 %s -o %t
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 %launches %t | FileCheck %s --check-prefix=FIRST
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 %launches %S/Inputs/rank.sh 0 4 %t | FileCheck %s --check-prefix=FIRST
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 OMP_AFFINITY_FORMAT=mine CLEAVE_SIMULATOR_LOG=%t.log %launches %S/Inputs/rank.sh 1 4 %t | FileCheck %s --check-prefixes=SECOND,FORMAT
// RUN: grep -h cuLaunchKernel %t.log | FileCheck %s --check-prefix=LAUNCH
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 %launches %S/Inputs/rank.sh 3 4 %t | FileCheck %s --check-prefix=SECOND
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 SLURM_PROCID=5 SLURM_STEP_NUM_TASKS=8 SLURM_LOCALID=1 SLURM_NODEID=1 SLURM_STEP_TASKS_PER_NODE=4(x2) \
// RUN:   %launches %t | FileCheck %s --check-prefix=SECOND
// FIRST: main 0, other thread 0, team 0, after omp_set_default_device(0): 0
// SECOND: main 1, other thread 1, team 1, after omp_set_default_device(0): 0
// FORMAT: format mine
// Launches on the two devices have different streams.
// LAUNCH: stream=[[STREAM:S[0-9]+]]
// LAUNCH-NOT: stream=[[STREAM]]
//
// The user's choice, and where there is none.
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 OMP_DEFAULT_DEVICE=0 %launches %S/Inputs/rank.sh 1 4 %t | FileCheck %s --check-prefix=FIRST
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 OMP_DEFAULT_DEVICE=1 %launches %S/Inputs/rank.sh 0 4 %t | FileCheck %s --check-prefix=SECOND
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_RANK_DEVICE=off %launches %S/Inputs/rank.sh 1 4 %t | FileCheck %s --check-prefix=FIRST
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 CUDA_VISIBLE_DEVICES=1,0 %launches %S/Inputs/rank.sh 1 4 %t | FileCheck %s --check-prefix=FIRST
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_SIMULATOR_VISIBLE_DEVICES=1 %launches %S/Inputs/rank.sh 1 4 %t | FileCheck %s --check-prefix=FIRST
//
// The devices of the host are all the same.
// RUN: %cleave_cc -O1 -Wall -Werror %host_offload %s -o %t.host
// RUN: env CLEAVE_VERBOSE=1 %run %S/Inputs/rank.sh 1 4 %t.host 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: cleave: rank 1: job of 4 ranks (Open MPI), 4 of them on {{.*}}; local rank 1, processors {{[0-9]+}}, default device 0 of 4 (not all are GPUs)
// HOST: main 0, other thread 0, team 0, after omp_set_default_device(0): 0
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static void increment(int *values, int n) {
#pragma omp target teams distribute parallel for map(tofrom : values[0 : n])
  for (int i = 0; i < n; i++)
    values[i]++;
}

static void *look(void *device) {
  *(int *)device = omp_get_default_device();
  return NULL;
}

int main(void) {
  int values[10] = {0}, of_thread = -1, of_team = -1;
  char format[64];
  pthread_t thread;
  const int of_main = omp_get_default_device();
  increment(values, 10);
  pthread_create(&thread, NULL, look, &of_thread);
  pthread_join(thread, NULL);
#pragma omp parallel num_threads(2)
#pragma omp single
  of_team = omp_get_default_device();
  omp_set_default_device(0);
  increment(values, 10);
  printf("main %d, other thread %d, team %d, after omp_set_default_device(0): %d\n", of_main, of_thread,
         of_team, omp_get_default_device());
  omp_get_affinity_format(format, sizeof format);
  printf("format %s\n", format);
  return 0;
}
