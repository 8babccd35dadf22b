// CLV020: widen(assume) is the user's word where cleave cannot prove that iterations are independent.
// RUN: %cleave_cc %host_offload --offload-host-only -Wall -Wextra -Werror -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV10
// RUN: %same_results %s
// RUN: sed '/pragma cleave/d' %s > %t.plain.c
// RUN: %cleave_cc %host_offload -O2 -c %t.plain.c -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: CLV020
// WITHOUT: CLV103:
// WITHOUT: CLV103:
// WITHOUT: CLV106:
// WITHOUT: CLV102:
// WITHOUT: CLV102:
// WITHOUT-NOT: CLV020
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int a[1000], to[1000], c = 1;
  for (int i = 0; i < 1000; i++)
    to[i] = (i * 7) % 1000; /* each place once, which no compiler knows */
#pragma omp target map(from : a) map(to : to)
  {
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV020: parallel loop distributed across all teams despite 'schedule(static, 8)': widen(assume) asserts independent iterations [-Rpass=cleave]
#pragma cleave widen(assume)
#pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < 1000; i++)
      a[to[i]] = i;
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV020: {{.*}} despite 'schedule(dynamic, 4)'
#pragma cleave widen(assume)
#pragma omp parallel for num_threads(3) schedule(dynamic, 4)
    for (int i = 0; i < 1000; i++)
      a[to[i]] *= 3;
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV020: {{.*}} despite the call of 'strtol'
#pragma cleave widen(assume)
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
      char digits[] = {(char)('0' + i % 10), 0};
      a[i] += strtol(digits, NULL, 10);
    }
  }
  // Of a region it holds for each of its loops, and the remark stays CLV002 where nothing is in doubt.
#pragma cleave widen(assume)
#pragma omp target map(tofrom : a) map(to : to)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV020: {{.*}} despite 'if(c > 0)'
#pragma omp parallel for if(c > 0)
    for (int i = 0; i < 1000; i++)
      a[to[i]] += 1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV020: {{.*}} despite 'num_threads(c)'
#pragma cleave widen(assume)
#pragma omp target parallel for map(tofrom : a) map(to : to) num_threads(c)
  for (int i = 0; i < 1000; i++)
    a[to[i]] -= 7;
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
