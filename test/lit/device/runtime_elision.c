// Simple kernels have no state of the device run time, and no barriers around their parallel region: a region with all threads of
// the team, a static schedule, and calls that are known. Others keep both.
// RUN: %cleave_cc -O2 %sm90 -S %s -o - | FileCheck %s
// RUN: %cleave_cc -O2 -g %sm90 -S %s -o - | FileCheck %s
// RUN: %clang -O2 %sm90 -fpass-plugin=%device_plugin -S %s -o - | FileCheck %s
// CHECK-LABEL: .entry {{.*}}single_loop_l
// CHECK-NOT:   __kmpc_
// CHECK-NOT:   bar.sync
// CHECK-LABEL: .entry {{.*}}wide_loop_l
// CHECK-NOT:   __kmpc_
// CHECK-NOT:   bar.sync
// CHECK-LABEL: .entry {{.*}}chunks_of_seven_l
// CHECK-NOT:   __kmpc_
// CHECK-NOT:   bar.sync
// CHECK-LABEL: .entry {{.*}}blocks_of_four_l
// CHECK-NOT:   __kmpc_
// CHECK-NOT:   bar.sync
// CHECK-LABEL: .entry {{.*}}one_block_l
// CHECK-NOT:   __kmpc_
// CHECK-NOT:   bar.sync
// CHECK-LABEL: .entry {{.*}}own_barrier_l
// CHECK-NOT:   __kmpc_
// CHECK:       bar.sync
// CHECK-NOT:   bar.sync
// CHECK-LABEL: .entry {{.*}}own_threads_l
// CHECK:       __kmpc_target_init
// CHECK-LABEL: .entry {{.*}}own_condition_l
// CHECK:       __kmpc_target_init
// CHECK-LABEL: .entry {{.*}}levels_l
// CHECK:       __kmpc_target_init
// CHECK-LABEL: .entry {{.*}}two_callers_l
// CHECK:       __kmpc_target_init
// CHECK-LABEL: .entry {{.*}}by_address_l
// CHECK:       __kmpc_target_init
// CHECK-LABEL: .entry {{.*}}elsewhere_l
// CHECK:       __kmpc_target_init
// CHECK-LABEL: .entry {{.*}}last_value_l
// CHECK:       __kmpc_target_init
// CHECK-LABEL: .entry {{.*}}last_of_threads_l
// CHECK:       __kmpc_target_init
// CHECK-LABEL: .entry {{.*}}dynamic_l
// CHECK:       __kmpc_target_init
//
// RUN: %cleave_cc -O2 %sm90 -fplugin-arg-cleave-runtime-elision=off -fplugin-arg-cleave-openmp-opt=off -S %s -o - | FileCheck %s --check-prefix=OFF
// RUN: %cleave_cc -O2 %sm90 -fopenmp-target-debug -fplugin-arg-cleave-openmp-opt=off -S %s -o - | FileCheck %s --check-prefix=OFF
// RUN: %cleave_cc -O0 %sm90 -S %s -o - | FileCheck %s --check-prefix=O0
// OFF-LABEL: .entry {{.*}}single_loop_l
// OFF:       __kmpc_target_init
// O0-LABEL: .entry {{.*}}single_loop_l
// O0:       __kmpc_target_init
//
// The results are those of the host.
// RUN: %clang -O1 -Wall %host_offload -DMAIN %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O2 %link_sm90 -DMAIN %s -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always OMP_NUM_TEAMS=3 CLEAVE_GEOMETRY=off %gpu %t.gpu | diff %t.expected -
// RUN: %cleave_cc -O2 -g %link_sm90 -DMAIN %s -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
#include <omp.h>
#include <stdio.h>

enum { N = 1000 };
static int a[N];

#pragma omp declare target
#ifdef MAIN
int elsewhere_number(int i) { return 3 * i + (omp_get_thread_num() < omp_get_num_threads()) + (omp_get_level() == 1); }
#else
int elsewhere_number(int);
#endif
int (*chosen)(int) = elsewhere_number;
static __attribute__((noinline)) int thread_is_valid(int i) { return i + (omp_get_thread_num() < omp_get_num_threads()); }
#pragma omp end declare target

void single_loop(int n) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += i;
}

void wide_loop(unsigned long n) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (unsigned long i = 3; i < n; i += 2)
    a[i] += 2;
}

void chunks_of_seven(int n) {
#pragma omp target teams distribute parallel for dist_schedule(static, 70) schedule(static, 7) map(tofrom : a)
  for (int i = n - 1; i >= 0; i--)
    a[i] += 3;
}

void blocks_of_four(int n) {
#pragma omp target teams distribute parallel for schedule(static, 4) map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += 9;
}

void one_block(int n) {
#pragma omp target teams distribute parallel for dist_schedule(static) schedule(static) map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += 4;
}

// What a thread writes before the barrier, another one reads after it.
void own_barrier(int n) {
#pragma omp target parallel map(tofrom : a)
  {
    const int t = omp_get_thread_num(), threads = omp_get_num_threads();
    for (int i = t; i < n; i += threads)
      a[i] += 5;
#pragma omp barrier
    for (int i = t; i < n / 2; i += threads)
      a[i] += a[n - 1 - i];
  }
}

void own_threads(int n) {
#pragma omp target teams distribute parallel for num_threads(32) map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += 6 + (omp_get_num_threads() > 32);
}

void own_condition(int n) {
#pragma omp target teams distribute parallel for if (parallel : n > 5000) map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += 7 + (omp_get_num_threads() > 1);
}

void levels(int n) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += omp_get_level();
}

void two_callers(int n) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += thread_is_valid(i) + thread_is_valid(2 * i);
}

void by_address(int n) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += chosen(i);
}

void elsewhere(int n) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += elsewhere_number(i);
}

// Not executed: plain clang's GPU code returns an undefined value.
int last_value(int n) {
  int last = -1;
#pragma omp target teams distribute parallel for lastprivate(last) map(tofrom : a, last)
  for (int i = 0; i < n; i++) {
    last = 2 * i;
    a[i] += last;
  }
  return last;
}

// The flag of the last iteration is the only obstacle here.
int last_of_threads(int n) {
  int last = -1;
#pragma omp target parallel for lastprivate(last) map(tofrom : a, last)
  for (int i = 0; i < n; i++) {
    last = 2 * i;
    a[i] += last;
  }
  return last;
}

void dynamic(int n) {
#pragma omp target teams distribute parallel for schedule(dynamic, 3) map(tofrom : a)
  for (int i = 0; i < n; i++)
    a[i] += 8;
}

#ifdef MAIN
static void report(const char *name) {
  unsigned long sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)a[i];
  printf("%s %lx\n", name, sum);
}

int main(void) {
  for (int n = N; n >= 0; n = n > 900 ? n - 1 - n % 77 : n / 2 - 1) {
    single_loop(n);
    report("single_loop");
    wide_loop(n);
    report("wide_loop");
    chunks_of_seven(n);
    report("chunks_of_seven");
    blocks_of_four(n);
    report("blocks_of_four");
    one_block(n);
    report("one_block");
    own_barrier(n);
    report("own_barrier");
    own_threads(n);
    report("own_threads");
    own_condition(n);
    report("own_condition");
    levels(n);
    report("levels");
    two_callers(n);
    report("two_callers");
    by_address(n);
    report("by_address");
    elsewhere(n);
    report("elsewhere");
    dynamic(n);
    report("dynamic");
  }
  return 0;
}
#endif
