// Threads of the host map the same objects at the same time, in parallel regions and tasks, in regions and
// in plain constructs. Each one adds to a part of its own of an object that all of them bring along as a
// whole; whoever is the last one copies it back, so that no addition is lost.
//
// RUN: %clang -O1 -Wall -Werror %host_offload %s -o %t %libcleave
// RUN: env CLEAVE_TRANSFERS=off %run %t 20 | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always %run %t 200 | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always %run %t 200 | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always OMP_THREAD_LIMIT=64 %run4 %t 20 | FileCheck %s
// CHECK: threads: 0 wrong
// CHECK-NEXT: parallel: 0 wrong
// CHECK-NEXT: tasks: 0 wrong
#include <pthread.h>
#include <stdlib.h>

#include "Inputs/schedule.h"

enum { THREADS = 4, N = 100000 };
static int repetitions;
static double *shared, *constant;

/* No loop constructs in kernels here: the run time of the host device has errors with them in parallel
 * regions. */
static void region(int thread, double *mine) {
  double *all = shared, *unchanged = constant;
  BEGIN(-1, 3, (const volatile void *)&all[0], 0, 0, (const volatile void *)&mine[0], 1, 1,
        (const volatile void *)&unchanged[0], 1, -1);
#pragma omp target data map(tofrom : all[0 : N], mine[0 : N]) map(to : unchanged[0 : N])
  {
    STAGE(0);
#pragma omp target map(tofrom : all[0 : N])
    for (int i = thread; i < N; i += THREADS)
      all[i] += 1;
    STAGE(1);
#pragma omp target map(tofrom : mine[0 : N]) map(to : unchanged[0 : N])
    for (int i = 0; i < N; i++)
      mine[i] += unchanged[i];
    STAGE(2);
  }
  END();
}

static void plain(int thread, double *mine) {
  double *all = shared;
#pragma omp target map(tofrom : all[0 : N], mine[0 : N])
  for (int i = 0; i < N; i++) {
    if (i % THREADS == thread)
      all[i] += 1;
    mine[i] += 3;
  }
}

static double *own(void) {
  double *mine = malloc(N * sizeof *mine);
  for (int i = 0; i < N; i++)
    mine[i] = 0;
  return mine;
}

static int wrong_in(const double *values, double expected) {
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += values[i] != expected;
  return wrong;
}

static int wrong;

static void *work(void *argument) {
  const int thread = (int)(size_t)argument;
  double *mine = own();
  for (int i = 0; i < repetitions; i++)
    if (i % 4 == 3)
      plain(thread, mine);
    else
      region(thread, mine);
  __atomic_fetch_add(&wrong, wrong_in(mine, 3 * repetitions), __ATOMIC_RELAXED);
  free(mine);
  return NULL;
}

static void report(const char *what) {
  printf("%s: %d wrong\n", what, wrong + wrong_in(shared, repetitions));
  for (int i = 0; i < N; i++)
    shared[i] = 0;
  wrong = 0;
}

int main(int argc, char **argv) {
  repetitions = argc > 1 ? atoi(argv[1]) : 1;
  shared = own();
  constant = own();
  for (int i = 0; i < N; i++)
    constant[i] = 3;

  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  report("threads");

#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
  for (size_t i = 0; i < THREADS; i++)
    work((void *)i);
  report("parallel");

#pragma omp parallel num_threads(THREADS)
#pragma omp single
  for (size_t i = 0; i < THREADS; i++)
#pragma omp task firstprivate(i)
    work((void *)i);
  report("tasks");
}
