// The program ends by exit while other threads execute regions. libomptarget gives up its devices then, and crashes
// if it is asked for one: threads that come to their next construct wait until the process is gone.
//
// RUN: %cleave_cc -O1 -Wall -Werror %host_offload %s -o %t
// RUN: %run %t | FileCheck %s
// RUN: %run4 %t | FileCheck %s
// RUN: env CLEAVE_SPLIT=never %run %t | FileCheck %s
// RUN: env CLEAVE_SPLIT=auto %run %t | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always %run %t | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run %t | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TRACE=%t.json %run %t | FileCheck %s
// CHECK: regions run
// CHECK-NEXT: threads that began a region after the devices went: no
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 3, N = 1 << 14 };
static double a[THREADS][N], b[THREADS][N];
static atomic_uint regions;

static void region(double *x, double *y, int n) {
#pragma omp target map(tofrom : x[0 : n], y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += x[i];
  }
}

static void *work(void *number) {
  for (;;) {
    region(a[(size_t)number], b[(size_t)number], N);
    atomic_fetch_add(&regions, 1);
  }
  return NULL;
}

// The handlers of exit are through, and with them the devices. Time for the threads to go on, if they do. Each may have
// left its last construct before that, and count the region only now.
__attribute__((destructor)) static void late(void) {
  const unsigned before = atomic_load(&regions);
  if (!before)
    return;
  usleep(200000);
  printf("threads that began a region after the devices went: %s\n",
         atomic_load(&regions) - before > THREADS ? "yes" : "no");
  fflush(stdout);
}

int main(void) {
  pthread_t thread;
  for (size_t i = 0; i < THREADS; i++)
    pthread_create(&thread, NULL, work, (void *)i);
  while (atomic_load(&regions) < 2 * THREADS)
    usleep(100);
  puts("regions run");
  fflush(stdout);
  exit(0);
}
