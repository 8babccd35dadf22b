// Several threads with CLEAVE_WAITS=region. What a launch takes along lies in memory that the run time uses again
// as soon as it believes that it has waited: whoever gets it comes behind. The order of the calls is tested, so no kernel executes.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// Regions of four threads, and of two beside two that launch kernels outside of regions.
// RUN: env CLEAVE_WAITS=region CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t 4 0
// RUN: python3 %S/Inputs/uses.py %t.log
// RUN: env CLEAVE_WAITS=region CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t 2 0
// RUN: python3 %S/Inputs/uses.py %t.log
// The others as tasks, which the run time's helper threads execute and ask for.
// RUN: env CLEAVE_WAITS=region CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t 2 1
// RUN: python3 %S/Inputs/uses.py %t.log
// RUN: env CLEAVE_WAITS=region CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t 1 1
// RUN: python3 %S/Inputs/uses.py %t.log
// The order holds without it, too.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t 2 1
// RUN: python3 %S/Inputs/uses.py %t.log
#include <stdlib.h>
#include <string.h>

#pragma weak cleave_transfers_begin
#pragma weak cleave_transfers_end
void cleave_transfers_begin(int device, int count, ...);
void cleave_transfers_end(void);

enum { THREADS = 4, ROUNDS = 40, N = 5000, SMALL = 500 };
static float arrays[THREADS][N];

static void region(float *a) {
  char numbers[SMALL];
  cleave_transfers_begin(-1, 0);
#pragma omp target data map(tofrom : a[0 : N])
  for (int t = 0; t < 5; t++) {
    memset(numbers, t, sizeof numbers);
#pragma omp target teams distribute parallel for firstprivate(numbers)
    for (int i = 0; i < N; i++)
      a[i] += numbers[i % SMALL];
  }
  cleave_transfers_end();
}

static void kernels(float *a, int as_tasks) {
  char numbers[SMALL] = {1};
  float sum = 0;
#pragma omp target enter data map(to : a[0 : N])
  for (int t = 0; t < 5; t++) {
    if (as_tasks) {
#pragma omp target teams distribute parallel for firstprivate(numbers) nowait depend(inout : a[0])
      for (int i = 0; i < N; i++)
        a[i] += numbers[i % SMALL];
    } else {
#pragma omp target teams distribute parallel for firstprivate(numbers) reduction(+ : sum)
      for (int i = 0; i < N; i++)
        sum += a[i] + numbers[i % SMALL];
    }
  }
#pragma omp taskwait
#pragma omp target exit data map(from : a[0 : N])
}

int main(int count, char **arguments) {
  const int regions = atoi(arguments[1]), as_tasks = count > 2 && atoi(arguments[2]);
#pragma omp target
  {}
#pragma omp parallel num_threads(THREADS)
#pragma omp for schedule(static, 1)
  for (int thread = 0; thread < THREADS; thread++)
    for (int i = 0; i < ROUNDS; i++)
      if (thread < regions)
        region(arrays[thread]);
      else
        kernels(arrays[thread], as_tasks);
  return 0;
}
