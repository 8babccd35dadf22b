// CLV052: reductions of the OpenMP run time, and the reason.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV05
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %same_results %s
#include <stdio.h>

int main(void) {
  static int k[3000], count[7];
  int teams = 1, s = 0, t = 5, u = 0, n = 3000;
  for (int i = 0; i < n; i++)
    k[i] = i % 7;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV052: reduction left to the OpenMP run time: its clauses give iterations an order, and they are not proved to be independent{{.*}} [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : k) map(tofrom : count) num_teams(teams) schedule(static, 3000)
  for (int i = 0; i < n; i++)
    s += count[k[i]]++;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV052: reduction left to the OpenMP run time: the trip count of the loop over 'i' is not known at the launch{{.*}} [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : k)
  for (unsigned i = 0; i < (unsigned)n; i += 3)
    s += k[i];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV052: reduction left to the OpenMP run time: 't' is not copied in both directions by its map clause{{.*}} [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for reduction(+ : t) map(to : k) map(to : t)
  for (int i = 0; i < n; i++)
    t += k[i];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV052: reduction left to the OpenMP run time: a clause requires that each variable of the region is listed{{.*}} [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for default(none) shared(k) firstprivate(n) reduction(+ : u) map(to : k)
  for (int i = 0; i < n; i++)
    u += k[i];
  printf("%d %d %d\n", s, t, u);
}
