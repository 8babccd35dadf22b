// GCC's device code runs on the simulated GPU: loops in teams, loops in one team, and a reduction. GCC's run time links the PTX of
// the program with that of its libraries.
// RUN: gcc -O2 -std=gnu11 -fopenmp -foffload=nvptx-none "-foffload-options=nvptx-none=-misa=sm_80 -Wa,--no-verify" %s -o %t.gcc 2>&1
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %cleave simulate %t.gcc > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: teams 926999 parallel 1001000 sum 3003000 device 1
// CHECK: on a simulated NVIDIA H200
// CHECK-DAG: main$_omp_fn$0
#include <omp.h>
#include <stdio.h>

int main(void)
{
  enum { N = 2000 };
  static int a[N];
  long teams = 0, parallel = 0, sum = 0;
  int on_device = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] *= i;
  for (int i = 0; i < N; i++)
    teams += a[i] % 1000 + (long)a[i] % 7;
#pragma omp target map(tofrom : a) map(from : on_device)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = a[i] / 2 + 1;
    on_device = !omp_is_initial_device();
  }
  for (int i = 0; i < N; i++)
    parallel += a[i];
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += 3 * a[i];
  printf("teams %ld parallel %ld sum %ld device %d\n", teams, parallel, sum, on_device);
  return 0;
}
