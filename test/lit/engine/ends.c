// The process ends while copies are under way, by exit in the middle of a region. And it forks, between
// regions and inside of one: the child has no threads of the engine, and copies as libomptarget does.
//
// RUN: %clang -O1 -Wall -Werror %host_offload %s -o %t %libcleave
// RUN: env CLEAVE_TRANSFERS=always %run %t exit | FileCheck %s --check-prefix=EXIT
// RUN: env CLEAVE_TRANSFERS=off %run %t exit | FileCheck %s --check-prefix=EXIT
// EXIT: at exit
// RUN: env CLEAVE_TRANSFERS=always %run %t fork | FileCheck %s --check-prefix=FORK
// RUN: env CLEAVE_TRANSFERS=always %run4 %t fork | FileCheck %s --check-prefix=FORK
// RUN: env CLEAVE_TRANSFERS=off %run %t fork | FileCheck %s --check-prefix=FORK
// FORK: child: 0 wrong
// FORK-NEXT: parent: 0 wrong, status 0
// RUN: env CLEAVE_TRANSFERS=always %run %t inside | FileCheck %s --check-prefix=INSIDE
// RUN: env CLEAVE_TRANSFERS=off %run %t inside | FileCheck %s --check-prefix=INSIDE
// INSIDE: child: 0 wrong
// INSIDE-NEXT: parent: 0 wrong
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Inputs/schedule.h"

enum { N = 4000000 };
static double *a, *b, *c;
static int exits, forks;
static pid_t child;

/* Adds 1 to all of them, in three stages. */
static void region(int n, double *x, double *y, double *z) {
  BEGIN(-1, 3, (const volatile void *)&x[0], 0, 0, (const volatile void *)&y[0], 1, 1,
        (const volatile void *)&z[0], 2, 2);
#pragma omp target data map(tofrom : x[0 : n], y[0 : n], z[0 : n])
  {
    STAGE(0);
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
    for (int i = 0; i < n; i++)
      x[i] += 1;
    STAGE(1);
    if (exits) /* y may be on its way, z is */
      exit(0);
    if (forks && !child)
      child = fork();
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n])
    for (int i = 0; i < n; i++)
      y[i] += 1;
    STAGE(2);
#pragma omp target teams distribute parallel for map(tofrom : z[0 : n])
    for (int i = 0; i < n; i++)
      z[i] += 1;
  }
  END();
}

static void say(void) {
  puts("at exit");
}

static int wrong(const double *x, double expected) {
  int count = 0;
  for (int i = 0; i < N; i++)
    count += x[i] != expected;
  return count;
}

static double *make(void) {
  double *x = malloc(N * sizeof *x);
  for (int i = 0; i < N; i++)
    x[i] = 1;
  return x;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  a = make();
  b = make();
  c = make();
  if (!strcmp(what, "exit")) {
    atexit(say);
    region(N, a, b, c);
    exits = 1;
    region(N, a, b, c);
  } else if (!strcmp(what, "fork")) {
    region(N, a, b, c);
    fflush(stdout);
    child = fork();
    region(N, a, b, c);
    if (!child) {
      printf("child: %d wrong\n", wrong(a, 3) + wrong(b, 3) + wrong(c, 3));
      return 0;
    }
    int status;
    waitpid(child, &status, 0);
    printf("parent: %d wrong, status %d\n", wrong(a, 3) + wrong(b, 3) + wrong(c, 3), status);
  } else if (!strcmp(what, "inside")) {
    forks = 1;
    region(N, a, b, c);
    const int bad = wrong(a, 2) + wrong(b, 2) + wrong(c, 2);
    if (child) {
      waitpid(child, NULL, 0);
      printf("parent: %d wrong\n", bad);
    } else {
      printf("child: %d wrong\n", bad);
      fflush(stdout);
      _exit(0);
    }
  }
}
