// CLV112: clauses let the iterations of these loops rely on each other, and some of them do.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// Each of the three loops counts once, although it has two remarks.
// RUN: %cleave explain --json %s | jq -e ".[0].regions[0].loops_in_one_team == 3"
// IR-COUNT-3: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
#include <stdio.h>

static void work(int *a, int *b, int n) {
  int carried = 0;
#pragma omp target map(tofrom : a[0 : n]) is_device_ptr(b)
  {
#pragma omp parallel for num_threads(1)
    for (int i = 1; i < n; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:14: remark: CLV112: loop not distributed across teams: iterations not proved independent: two iterations may access the same element of 'a'{{.*}} [-Rpass-missed=cleave]
      a[i] = a[i - 1] + 1;
#pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < n; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:14: remark: CLV112: {{.*}}: the variable 'b' and 'a' may overlap{{.*}} [-Rpass-missed=cleave]
      a[i] = b ? 2 * b[i] : 2 * a[i];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV112: {{.*}}: the loop contains statements that cleave cannot analyze{{.*}} [-Rpass-missed=cleave]
#pragma omp parallel for num_threads(1) firstprivate(carried)
    for (int i = 0; i < n; i++)
      a[i] += carried++;
  }
}

int main(void) {
  int a[1000] = {0};
  work(a, NULL, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
