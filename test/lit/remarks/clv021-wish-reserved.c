// CLV021: words that later versions will act on are accepted, and change nothing today.
// RUN: %cleave_cc %host_offload -O2 -Wall -Wextra -Werror -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
// RUN: sed '/pragma cleave/d' %s > %t.without.c
// RUN: %cleave rewrite %s | grep -v 'pragma' > %t.with.txt
// RUN: %cleave rewrite %t.without.c | grep -v 'pragma' > %t.without.txt
// RUN: diff %t.with.txt %t.without.txt
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV021: '#pragma cleave pin(off)' is accepted, but has no effect in this version [-Rpass-analysis=cleave]
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV001:
#pragma cleave pin(off)
#pragma omp target map(from : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV021: '#pragma cleave geometry(off)'
#pragma cleave geometry(off)
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
