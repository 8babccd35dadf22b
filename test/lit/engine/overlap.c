// Copies are made while kernels run. The kernels wait for them: the first one runs until the object of
// the second is on the device, and the last one until the object of the first is back in host memory. So
// the program ends only if the copies of both directions hide behind kernels.
//
// RUN: %clang -O1 -Wall -Werror %host_offload -gline-directives-only %s -o %t %libcleave
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TRACE=%t.json %run %t 1 | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always %run4 %t 1 | FileCheck %s
// CHECK: there while the first kernel ran: yes
// CHECK-NEXT: back while the last kernel ran: yes
// CHECK-NEXT: results: 1 3 6
//
// Without the engine there is nothing to wait for.
//
// RUN: env CLEAVE_TRANSFERS=off %run %t 0 | FileCheck %s --check-prefix=OFF
// OFF: there while the first kernel ran: no
// OFF-NEXT: back while the last kernel ran: no
// OFF-NEXT: results: 1 3 6
//
// The trace shows it, too.
//
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=SUMMARY
// SUMMARY: b[0:n]
//
// Another thread changes an object when it is back already, before the region ends: its changes come back.
//
// RUN: env CLEAVE_TRANSFERS=always %run %t 2 | FileCheck %s --check-prefix=TOUCHED
// RUN: env CLEAVE_TRANSFERS=off %run %t 3 | FileCheck %s --check-prefix=TOUCHED
// TOUCHED: results: 11 3 6
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "Inputs/schedule.h"

enum { N = 1 << 20, PATIENCE = 60 };

static double *a, *b, *c;
static volatile int last_kernel_runs, touched;

/* What kernels see of the host: the host device's memory is the same. */
struct view {
  uintptr_t there, back, running, go;
};

static void *touch(void *wait_for_return) {
  while (!last_kernel_runs)
    ;
  while (wait_for_return && *(volatile double *)&a[N - 1] != 1)
    ;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N])
  for (int i = 0; i < N; i++)
    a[i] += 10;
  touched = 1;
  return NULL;
}

static void region(int n, int overlaps, int touches) {
  int there = 0, back = 0;
  struct view view = {0, (uintptr_t)&a[n - 1], (uintptr_t)&last_kernel_runs, (uintptr_t)&touched};
  BEGIN(-1, 3, (const volatile void *)&a[0], 0, 0, (const volatile void *)&b[0], 1, 1,
        (const volatile void *)&c[0], 2, 2);
#pragma omp target data map(tofrom : a[0 : n], b[0 : n], c[0 : n])
  {
    view.there = (uintptr_t)omp_get_mapped_ptr(&b[n - 1], omp_get_default_device());
    STAGE(0);
#pragma omp target map(tofrom : a[0 : n]) map(from : there)
    {
      const double begin = omp_get_wtime();
      while (overlaps && *(volatile double *)view.there != 2 && omp_get_wtime() - begin < PATIENCE)
        ;
      there = overlaps && *(volatile double *)view.there == 2;
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
    STAGE(1);
#pragma omp target map(tofrom : b[0 : n])
    for (int i = 0; i < n; i++)
      b[i] += 1;
    STAGE(2);
#pragma omp target map(tofrom : c[0 : n]) map(from : back)
    {
      const double begin = omp_get_wtime();
      *(volatile int *)view.running = 1;
      while (overlaps && *(volatile double *)view.back != 1 && omp_get_wtime() - begin < PATIENCE)
        ;
      back = overlaps && *(volatile double *)view.back == 1;
      while (touches && !*(volatile int *)view.go && omp_get_wtime() - begin < PATIENCE)
        ;
      for (int i = 0; i < n; i++)
        c[i] += 1;
    }
  }
  END();
  printf("there while the first kernel ran: %s\n", there ? "yes" : "no");
  printf("back while the last kernel ran: %s\n", back ? "yes" : "no");
}

int main(int argc, char **argv) {
  const int what = argc > 1 ? atoi(argv[1]) : 0;
  a = malloc(N * sizeof *a);
  b = malloc(N * sizeof *b);
  c = malloc(N * sizeof *c);
  for (int i = 0; i < N; i++) {
    a[i] = 0;
    b[i] = 2;
    c[i] = 5;
  }
  pthread_t thread;
  if (what >= 2)
    pthread_create(&thread, NULL, touch, what == 2 ? a : NULL);
  region(N, what == 1 || what == 2, what >= 2);
  if (what >= 2)
    pthread_join(thread, NULL);
  for (int i = 0; i < N; i++)
    if (a[i] != a[0] || b[i] != b[0] || c[i] != c[0])
      printf("element %d differs\n", i);
  printf("results: %g %g %g\n", a[0], b[0], c[0]);
}
