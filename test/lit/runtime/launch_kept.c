// `#pragma cleave geometry(off)`: kernels whose launches have the grid that the OpenMP run time chooses, beside
// kernels for which libcleave chooses: all that are launched here have 100000000 iterations.
//
// RUN: %cleave cc -fplugin-arg-cleave-fuse=off %s -O2 -fopenmp --offload-arch=sm_90 -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log CLEAVE_VERBOSE=1 OMP_TARGET_OFFLOAD=MANDATORY %launches %t 2> %t.words
// RUN: grep cuLaunchKernel %t.log | grep _kept_ > %t.kept
// RUN: grep -c . %t.kept | FileCheck %s --check-prefix=NUMBER
// RUN: grep -c "grid=3200,1,1 block=128,1,1" %t.kept | FileCheck %s --check-prefix=NUMBER
// RUN: grep cuLaunchKernel %t.log | grep _chosen_ > %t.chosen
// RUN: grep -c . %t.chosen | FileCheck %s --check-prefix=OTHERS
// RUN: grep -c "grid=2112,1,1 block=128,1,1" %t.chosen | FileCheck %s --check-prefix=OTHERS
// RUN: FileCheck %s --check-prefix=WORDS < %t.words
// NUMBER: {{^}}11{{$}}
// OTHERS: {{^}}4{{$}}
// WORDS-DAG: launch of line {{[0-9]+}} kept_whole on device 0, 100000000 iterations: as the run time chooses: disabled by geometry(off)
// WORDS-DAG: launch of line {{[0-9]+}} chosen_beside on device 0, 100000000 iterations: 2112 teams of 128 threads
//
// They are compiled for clang's 128 threads, those that cleave makes for any number; and with debug information
// and without optimization it is the same.
// RUN: %cleave inspect --trip-count=100000000 %t > %t.kernels
// RUN: FileCheck %s --check-prefix=KERNELS < %t.kernels
// KERNELS: 128 kept_by_loop
// KERNELS: 128 kept_versions
// KERNELS-NEXT: 128 kept_versions
// KERNELS-NEXT: - chosen_beside
// KERNELS-NEXT: 128 kept_loop
// KERNELS-NEXT: 128 kept_split
// KERNELS-NEXT: 128 kept_split
// KERNELS: kept_versions: 2 streams
// KERNELS: as the run time chooses: disabled by geometry(off)
// RUN: %cleave cc -fplugin-arg-cleave-fuse=off %s -O0 -g -fopenmp --offload-arch=sm_90 -o %t.debug
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t.debug
// RUN: grep cuLaunchKernel %t.log | grep -c "_kept_.* grid=3200,1,1 block=128,1,1" | FileCheck %s --check-prefix=NUMBER
//
// Readers get the word for each kernel whose region had it; compiled anew, nothing changes.
// RUN: %cleave rewrite %s -o %t.c -- -fopenmp --offload-arch=sm_90 -I%S
// RUN: grep -c "^ *#pragma cleave geometry(off)" %t.c | FileCheck %s --check-prefix=READER
// READER: {{^}}9{{$}}
// RUN: %cleave cc -fplugin-arg-cleave-fuse=off %t.c -I%S -O2 -fopenmp --offload-arch=sm_90 -o %t.again
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t.again
// RUN: grep cuLaunchKernel %t.log | grep -c "_kept_.* grid=3200,1,1 block=128,1,1" | FileCheck %s --check-prefix=NUMBER
// RUN: grep cuLaunchKernel %t.log | grep -c "_chosen_.* grid=2112,1,1 block=128,1,1" | FileCheck %s --check-prefix=OTHERS
#include <stdlib.h>

#include "Inputs/chosen.h"
#include "Inputs/kept.h"

enum { LARGE = 100000000 };

static void kept_whole(int n, float *a) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void kept_split(int n, float *a) {
#pragma cleave geometry(off)
#pragma omp target map(tofrom : a[0 : 1])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

static void kept_loop(int n, float *a) {
#pragma omp target map(tofrom : a[0 : 1])
  {
#pragma cleave geometry(off), pipeline(off)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

static void chosen_beside(int n, float *a) {
#pragma omp target map(tofrom : a[0 : 1])
  {
#pragma cleave pipeline(off)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

/* Which of the two versions is launched depends on the arrays; neither has a grid of ours. */
static void kept_versions(int n, float *a, float *b) {
#pragma omp target map(alloc : a[0 : n], b[0 : n])
  {
#pragma cleave geometry(off)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 2; j++)
        a[i] += b[j];
  }
}

/* Another thread launches it. */
static void kept_later(int n, float *a) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1]) nowait
  for (int i = 0; i < n; i++)
    a[i] += 1;
#pragma omp taskwait
}

static void kept_inner_teams(int n, float *a) {
#pragma cleave geometry(off)
#pragma omp target map(tofrom : a[0 : 1])
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

/* The region stays as it is, and its one kernel is the loop's. */
static void kept_by_loop(int n, float *a) {
#pragma cleave split(off)
#pragma omp target teams map(tofrom : a[0 : 1]) /* a comment */ \
    default(shared)
  {
#pragma cleave geometry(off)
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

#define ADD_ONE(kept)                                                                              \
  _Pragma(#kept) _Pragma("omp target teams distribute parallel for map(tofrom : a[0 : 1])")        \
  for (int i = 0; i < n; i++)                                                                      \
    a[i] += 1;

static void kept_macro(int n, float *a) {
  ADD_ONE(cleave geometry(off))
}

static void chosen_macro(int n, float *a) {
  ADD_ONE(cleave pipeline(off))
}

#line 1000 "nowhere.c"
static void kept_in_no_file(int n, float *a) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void chosen_in_no_file(int n, float *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

int main(void) {
  static float a[1];
  float *large = malloc(2 * LARGE * sizeof *large); /* nothing touches it */
  if (!large)
    return 1;
  kept_in_header(LARGE, a);
  chosen_in_header(LARGE, a);
  kept_whole(LARGE, a);
  kept_split(LARGE, a);
  kept_loop(LARGE, a);
  chosen_beside(LARGE, a);
  kept_versions(LARGE, large, large + LARGE);
  kept_later(LARGE, a);
  kept_inner_teams(LARGE, a);
  kept_by_loop(LARGE, a);
  kept_macro(LARGE, a);
  chosen_macro(LARGE, a);
  kept_in_no_file(LARGE, a);
  chosen_in_no_file(LARGE, a);
  free(large);
  return 0;
}
