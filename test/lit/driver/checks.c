// Checks of the simulator in OpenMP programs. The device run time has no fault in them, at any optimization level; a missing
// barrier, and accesses outside of mapped memory, are reported with their source lines.
//
// RUN: %clang %link_sm90 -O2 -gline-directives-only %s -o %t
// RUN: %simulator CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_CHECKS=all %run %t 2>&1 | FileCheck %s
// RUN: %clang %link_sm90 -O0 %s -o %t.O0
// RUN: %simulator CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_CHECKS=all %run %t.O0 2>&1 | FileCheck %s
// RUN: %cleave_cc %link_sm90 -O2 %s -o %t.cleave
// RUN: %simulator CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_CHECKS=all %run %t.cleave 2>&1 \
// RUN:   | FileCheck %s
// CHECK-NOT: simulator
// CHECK: 1.24975e+07 5000 127 1152 1.225e+06
// CHECK-NOT: simulator
//
// RUN: %clang %link_sm90 -O2 -gline-directives-only -DNO_BARRIER %s -o %t.race
// RUN: %simulator CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_CHECKS=races %run %t.race 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RACE
// RUN: %simulator CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_CHECKS=initialized,barriers %run %t.race 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OFF
// RACE: cleave simulator: race: 4-byte write of shared memory 0x{{.*}} not ordered after the read by thread
// RACE-SAME: checks.c:[[# @LINE + 32]]: kernel {{.*}}exchange{{.*}}checks.c:[[# @LINE + 28]], block (0,0,0), thread ({{[0-9]+}},0,0)
// OFF-NOT: race
//
// RUN: %clang %link_sm90 -O2 -gline-directives-only -DOUTSIDE %s -o %t.outside
// RUN: not %simulator CLEAVE_SIMULATOR_EXECUTE=require LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=0 %run %t.outside 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: cleave simulator: 4-byte access to 0x{{.*}}, which is after the end of an allocation: at offset 512 of 512 bytes
// OUTSIDE-SAME: kernel {{.*}}exchange{{.*}}checks.c:[[# @LINE + 25]]
#include <omp.h>
#include <stdio.h>

enum { N = 5000, THREADS = 128 };
static double a[N], b[N];

#ifdef OUTSIDE
enum { BEYOND = 1 };
#else
enum { BEYOND = 0 };
#endif

static void exchange(int *result)
{
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(from: result[0:THREADS])
  {
    int tile[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
      int me = omp_get_thread_num(), threads = omp_get_num_threads();
      tile[me] = me;
#ifndef NO_BARRIER
#pragma omp barrier
#endif
      result[me + BEYOND] = tile[threads - 1 - me];
    }
  }
}

int main(void)
{
  double sum = 0, sums = 0;
  int count = 0, most = 0, mine = 0, result[THREADS];
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for reduction(+ : sum, count) map(to : a)
  for (int i = 0; i < N; i++) {
    sum += a[i];
    count++;
  }
#pragma omp target parallel reduction(max : most) num_threads(THREADS)
  most = omp_get_thread_num();
#pragma omp target teams num_teams(3) thread_limit(THREADS) reduction(+ : mine)
  {
    int local[16], inner = 0;
    for (int i = 0; i < 16; i++)
      local[i] = i;
#pragma omp parallel for reduction(+ : inner)
    for (int i = 0; i < 48; i++)
      inner += local[i % 16];
#pragma omp parallel
    {
#pragma omp single
      {
#pragma omp atomic
        inner += 24;
      }
#pragma omp barrier
    }
    mine += inner;
  }
#pragma omp target teams distribute map(tofrom : b) map(to : a)
  for (int i = 0; i < 50; i++) {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int j = 0; j < 100; j++)
      s += a[i * 100 + j] - 4;
    b[i] = s;
  }
  exchange(result);
  for (int i = 0; i < 50; i++)
    sums += b[i];
  printf("%g %d %d %d %g\n", sum, count, most, mine, sums - 11252500);
}
