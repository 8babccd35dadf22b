// An allocate directive stays in the scope of the declaration that it lists: the region is compiled as it is. In the body of a parallel
// loop it is no obstacle.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
// RUN: %cleave_cc %sm90 -O2 -Wall -Wextra -Werror -c %s -o %t.o
// RUN: %cleave_cxx %sm90 -x c++ -O0 -c %s -o %t.o
#include <omp.h>
#include <stdio.h>

static int sum_in_team_memory(void) {
  int out = 0;
// CHECK: remark: CLV252: target region not transformed: 'sum' is in memory that an 'allocate' directive selects;
#pragma omp target map(from : out)
  {
    int sum;
#pragma omp allocate(sum) allocator(omp_pteam_mem_alloc)
    sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
      sum += i;
    out = sum;
  }
  return out;
}

static int aligned_pair(int *a, int n) {
  int out = 0;
// CHECK: remark: CLV252: target region not transformed: '{{low|high}}' is in memory
#pragma omp target map(tofrom : out, a[0 : n])
  {
    int low = 1, high = 2;
    int third = 3;
#pragma omp allocate(low, high) align(64) allocator(omp_large_cap_mem_alloc)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += low + third;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= high;
    low = a[1];
    out = low + high;
  }
  return out;
}

// A tile in the memory of each team.
static void tiles(int *a) {
// CHECK: remark: CLV252: target region not transformed: 'tile' is in memory
#pragma omp target teams distribute map(tofrom : a[0 : 1024])
  for (int block = 0; block < 16; block++) {
    int tile[64];
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      tile[i] = a[block * 64 + i] * 2;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      a[block * 64 + i] = tile[63 - i];
  }
}

// In a time loop, and in a nested block.
static void time_loop(int *a, int n) {
// CHECK: remark: CLV252: target region not transformed: 'scale' is in memory
#pragma omp target map(tofrom : a[0 : n])
  for (int t = 0; t < 3; t++) {
    {
      int scale = t + 1;
#pragma omp allocate(scale) allocator(omp_default_mem_alloc)
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += scale;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] ^= 1;
  }
}

static void in_bodies(int *a, int n) {
// CHECK: [[#@LINE+1]]:1: remark: CLV001: target region split into 2 kernels
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      int t;
#pragma omp allocate(t) allocator(omp_default_mem_alloc)
      t = a[i];
      a[i] = t * 2;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

int main(void) {
  static int a[1024];
  for (int i = 0; i < 1024; i++)
    a[i] = i;
  printf("%d\n", sum_in_team_memory());
  printf("%d\n", aligned_pair(a, 1024));
  tiles(a);
  time_loop(a, 1000);
  in_bodies(a, 1000);
  for (int i = 0; i < 1024; i++)
    printf("%d\n", a[i]);
}
