// CLV042: a loop with a reduction over all teams gets dist_schedule(static), so that each team reduces once: one that
// cleave widens, one of a region with several loops, and one that is a region of its own. Not one with a
// dist_schedule of the user's, and not one with a schedule of the user's that was not widened.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV042
// RUN: %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-dist-schedule=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV042
//
// In the device's code 92 is dist_schedule(static), and 91 the compiler's portions of one iteration for each thread.
// The threads of a team still take neighbouring iterations: 33 is schedule(static, 1).
// RUN: %cleave_cc %sm90 -O1 -fplugin-arg-cleave-single-kernel-fallback=off -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: grep -o "call void @__kmpc_[a-z]*_static_init_.*, i32 [39][0-9]," %t.ll > %t.calls
// RUN: FileCheck %s --check-prefix=IR < %t.calls
// IR: distribute_static_init_{{.*}} i32 92,
// IR-NEXT: for_static_init_{{.*}} i32 33,
// IR-NEXT: distribute_static_init_{{.*}} i32 92,
// IR-NEXT: for_static_init_{{.*}} i32 33,
// IR-NEXT: distribute_static_init_{{.*}} i32 92,
// IR-NEXT: for_static_init_{{.*}} i32 33,
// IR-NEXT: distribute_static_init_{{.*}} i32 91,
// IR-NEXT: for_static_init_{{.*}} i32 33,
// IR-NEXT: distribute_static_init_{{.*}} i32 91,
// IR-NEXT: for_static_init_{{.*}} i32 34,
#include <stdio.h>

int main(void) {
  double a[1000], s = 0, most = 0;
  long count = 0;
  for (int i = 0; i < 1000; i++)
    a[i] = i * 0.25; /* exact in any order, so that results can be compared */
#pragma omp target map(to : a) map(tofrom : s, count)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV042: added dist_schedule(static) for 'reduction(+ : s)': each team then reduces once; low-order digits may differ; use -fplugin-arg-cleave-dist-schedule=off to keep the compiler's schedule [-Rpass=cleave]
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 1000; i++)
      s += a[i];
// CHECK: {{.*}}:[[#@LINE+1]]:43: remark: CLV042: added dist_schedule(static) for 'reduction(+ : count)'
#pragma omp parallel for schedule(static) reduction(+ : count)
    for (int i = 0; i < 1000; i++)
      count += i;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:50: remark: CLV042: added dist_schedule(static) for 'reduction(max : most)'
#pragma omp target teams distribute parallel for reduction(max : most) map(to : a) map(tofrom : most)
  for (int i = 0; i < 1000; i++)
    most = a[i] > most ? a[i] : most;
  printf("%g %g %ld\n", s, most, count);
#pragma omp target teams distribute parallel for reduction(+ : s) dist_schedule(static, 64) map(to : a) map(tofrom : s)
  for (int i = 0; i < 1000; i++)
    s += a[i];
#pragma omp target teams distribute parallel for reduction(+ : s) schedule(static) map(to : a) map(tofrom : s)
  for (int i = 0; i < 1000; i++)
    s += a[i];
  printf("%g\n", s);
}
