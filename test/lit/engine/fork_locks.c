// The process forks while another thread holds a lock of libcleave, within a call of the driver. The child ends, and
// a region in it runs where one of plain clang does: on the host, or further on in the region that it is in.
//
// RUN: %clang -O1 -Wall -Werror %link_sm90 %s -o %t %libcleave
//
// The engine's thread makes the device's stream for the times of copies.
//
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t inside
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_SIMULATOR_FAULTS=cuStreamCreate:4=fork CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t inside | FileCheck %s --check-prefix=INSIDE
// INSIDE: a call waits for a fork
// INSIDE: child: status 0
//
// Another thread asks for the first time what limits the device has.
//
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuInit:2=fork OMP_TARGET_OFFLOAD=MANDATORY %simulator %t beside | FileCheck %s --check-prefix=BESIDE
// BESIDE: a call waits for a fork
// BESIDE: child: status 0
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Inputs/schedule.h"

enum { N = 1 << 20 };
static double a[N], b[N];
static pid_t child;

// Forks once a call of the driver waits for that. The child gets 20 s.
static int do_fork(void) {
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  int (*waits)(void) = driver ? (int (*)(void))dlsym(driver, "cleave_simulator_waits_for_fork") : NULL;
  for (int i = 0; i < 10000 && !(waits && waits()); i++)
    usleep(1000);
  if (!waits || !waits())
    return 0;
  puts("a call waits for a fork");
  fflush(stdout);
  child = fork();
  if (!child)
    alarm(20);
  return 1;
}

static void region(int forks) {
  BEGIN(-1, 2, (const volatile void *)&a[0], 0, 0, (const volatile void *)&b[0], 1, 1);
#pragma omp target data map(tofrom : a[0 : N], b[0 : N])
  {
    if (forks)
      do_fork();
    STAGE(0);
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N])
    for (int i = 0; i < N; i++)
      a[i] += 1;
    STAGE(1);
#pragma omp target teams distribute parallel for map(tofrom : b[0 : N])
    for (int i = 0; i < N; i++)
      b[i] += 1;
  }
  END();
}

static void *work(void *nothing) {
  region(0);
  return nothing;
}

static void tell(void) {
  int status;
  waitpid(child, &status, 0);
  printf("child: status %d\n", status);
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "inside")) {
    region(getenv("CLEAVE_SIMULATOR_FAULTS") != NULL);
    if (child)
      tell();
    else if (getenv("CLEAVE_SIMULATOR_FAULTS"))
      _exit(0);
    return 0;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (!do_fork())
    return 1;
  if (!child) {
    int there = 0;
#pragma omp target teams distribute parallel for map(tofrom : there) device(omp_get_initial_device())
    for (int i = 0; i < 10; i++)
      if (i == 9)
        there = 1;
    _exit(!there);
  }
  pthread_join(thread, NULL);
  tell();
}
