// Two threads on one array which is larger than the device's memory: who comes second waits for the region of the first, and
// each addition is there at the end. Each thread has a half of its own, and maps all.
// RUN: %cleave_cc -O1 %host_offload %s -lpthread -o %t
// RUN: env CLEAVE_DEVICE_MEMORY=10000 %run %t | FileCheck %s
// RUN: env CLEAVE_DEVICE_MEMORY=10000 CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run %t | FileCheck %s
#include <pthread.h>
#include <stdio.h>

enum { N = 2000, TIMES = 50 };
static double a[2 * N], b[2 * N];

static void add(int first, double *one, double *other) {
#pragma omp target map(tofrom : one[0 : 2 * N], other[0 : 2 * N])
  {
#pragma omp parallel for
    for (int i = first; i < first + N; i++)
      one[i] += 1;
#pragma omp parallel for
    for (int i = first; i < first + N; i++)
      other[i] += 2;
  }
}

static void *run(void *first) {
  for (int i = 0; i < TIMES; i++)
    if (i % 2)
      add(*(int *)first, a, b);
    else
      add(*(int *)first, b, a);
  return NULL;
}

int main(void) {
  int halves[] = {0, N};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, &halves[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  int wrong = 0;
  for (int i = 0; i < 2 * N; i++)
    wrong += a[i] != 3 * TIMES / 2 || b[i] != 3 * TIMES / 2;
  // CHECK: {{^}}0 wrong
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
