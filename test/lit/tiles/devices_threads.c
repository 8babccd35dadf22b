// Two threads whose regions want all devices, on the same arrays: one gets them, and the other one waits for what that
// has hidden, or does without. Each thread has a half of its own of the arrays, maps all, and finds each of its additions.
// RUN: %cleave_cc -O1 %host_offload %s -lpthread -o %t
// RUN: env CLEAVE_TRANSFERS=always %run %t | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run %t | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=9 %run4 %t | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 CLEAVE_DEVICE_MEMORY=20000 %run %t | FileCheck %s
#include <pthread.h>
#include <stdio.h>

enum { N = 1000, TIMES = 40 };
static double a[2 * N], b[2 * N], weights[7];

static void add(int first, double *array) {
#pragma cleave pipeline(devices)
#pragma omp target map(tofrom : array[0 : 2 * N]) map(to : weights)
  {
#pragma omp parallel for
    for (int i = first; i < first + N; i++)
      array[i] += weights[i % 7];
  }
}

static void *run(void *first) {
  for (int i = 0; i < TIMES; i++)
    add(*(int *)first, i % 2 ? a : b);
  return NULL;
}

int main(void) {
  int halves[] = {0, N};
  pthread_t threads[2];
  for (int i = 0; i < 7; i++)
    weights[i] = 1 + i;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, &halves[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  int wrong = 0;
  for (int i = 0; i < 2 * N; i++)
    wrong += a[i] != TIMES / 2 * weights[i % 7] || b[i] != TIMES / 2 * weights[i % 7];
  // CHECK: {{^}}0 wrong
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
