// Team reductions whose iterations have atomic constructs and loops: a breadth-first search. The version has a team for each 64 iterations.
// RUN: %clang -O1 -Wall %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O2 -Wall %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: grep -o "remark: CLV05[02]: .*" %t.remarks | FileCheck %s
// RUN: %cleave_cc -O2 -Wall %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate %t.gpu | FileCheck %s --check-prefix=GRID
// GRID-DAG: {{^ +[0-9]+ +16 +64 .*}} levels:
// With `reduction=off`, the few iterations are spread over more teams, of 32 threads.
// RUN: %cleave_cc -O2 -Wall %link_sm90 %s -o %t.off -fplugin-arg-cleave-reduction=off
// RUN: %cleave simulate %t.off | FileCheck %s --check-prefix=OFF
// OFF-DAG: {{^ +[0-9]+ +32 +32 .*}} levels:
#include <stdio.h>

enum { VERTICES = 1000, EDGES = 4 * VERTICES };
static int first[VERTICES + 1], neighbor[EDGES], level[VERTICES], visits[8];

static void levels(void) {
  int depth = 0, changed = 1;
  while (changed) {
    changed = 0;
// CHECK: CLV050: teams combine the values of 'changed'
#pragma omp target teams distribute parallel for map(to : first, neighbor)                                   \
    map(tofrom : level, visits, changed) reduction(max : changed)
    for (int v = 0; v < VERTICES; v++) {
      int own;
#pragma omp atomic read /* others may store the same level */
      own = level[v];
      if (own != depth)
        continue;
      for (int k = first[v]; k < first[v + 1]; k++) {
        int seen;
#pragma omp atomic read
        seen = level[neighbor[k]];
        if (seen < 0) {
#pragma omp atomic write
          level[neighbor[k]] = depth + 1;
          changed = 1;
        }
      }
#pragma omp atomic update hint(0)
      visits[v % 8] += own;
    }
    depth++;
  }
}

static int continued(void) {
  int most = 0;
// CHECK: CLV052: reduction left to the OpenMP run time: it contains a continued line
#pragma omp target teams distribute parallel for map(tofrom : visits, most) reduction(max : most)
  for (int v = 0; v < VERTICES; v++) {
    // clang-format off
#pragma omp atomic \
    update
    // clang-format on
    visits[v % 8] += 1;
    most = v > most ? v : most;
  }
  return most;
}

static int vectorized(void) {
  int sum = 0;
// CHECK: CLV050: teams combine the values of 'sum'
#pragma omp target teams distribute parallel for map(to : first) map(tofrom : sum) reduction(+ : sum)
  for (int v = 0; v < VERTICES; v++) {
    int own = 0;
#pragma omp simd reduction(+ : own)
    for (int k = 0; k < 4; k++)
      own += first[v] + k;
    sum += own;
  }
  return sum;
}

int main(void) {
  for (int v = 0; v < VERTICES; v++) {
    first[v] = 4 * v;
    level[v] = v ? -1 : 0;
    for (int k = 0; k < 4; k++)
      neighbor[4 * v + k] = (v * (k + 2) + 7 * k + 1) % VERTICES;
  }
  first[VERTICES] = EDGES;
  levels();
  const int last = continued();
  int sum = 0;
  for (int v = 0; v < VERTICES; v++)
    sum += level[v] * (v % 17);
  printf("%d %d %d %d\n", sum, last, visits[3], vectorized());
}
