// CLV018: the last value of a loop combined with target, which clang 19 loses.
// RUN: %cleave_cc %host_offload -DCONDITIONAL -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -DCONDITIONAL -O1 %s -o %t.split
// RUN: %run %t.split | FileCheck %s --check-prefix=VALUE
// RUN: %run4 %t.split | FileCheck %s --check-prefix=VALUE
// RUN: %cleave rewrite %s -- -DCONDITIONAL >%t.rewritten.c
// RUN: %clang %host_offload -DCONDITIONAL -O1 -Wall -Wextra -Wshadow -Werror %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | FileCheck %s --check-prefix=VALUE
// RUN: %cleave rewrite %t.rewritten.c -- -DCONDITIONAL | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc %host_offload -fopenmp-version=45 -O1 %s -o %t.45
// RUN: %run %t.45 | FileCheck %s --check-prefix=VALUE
// RUN: %run4 %t.45 | FileCheck %s --check-prefix=VALUE
// RUN: %cleave rewrite %s -- -fopenmp-version=45 >%t.rewritten_45.c
// RUN: %clang %host_offload -fopenmp-version=45 -O1 -Wall -Werror %t.rewritten_45.c -o %t.rewritten_45
// RUN: %run4 %t.rewritten_45 | FileCheck %s --check-prefix=VALUE
// RUN: %cleave rewrite %t.rewritten_45.c -- -fopenmp-version=45 | diff --strip-trailing-cr %t.rewritten_45.c -
#include <stdio.h>

struct pair {
  int x, y;
};

int main(void) {
  int x = -1, w = 5, s = -1, table[3] = {-1, -1, -1}, kept = 3, both = 7, found = -1;
  long t = -1;
  struct pair p = {1, 2};
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV018: mapped 'x' tofrom: clang 19 does not copy the final value back from a construct combined with target [-Rpass=cleave]
#pragma omp target parallel for lastprivate(x)
  for (int i = 0; i < 100; i++)
    x = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV018: mapped 'w'
#pragma omp target parallel for linear(w : 2)
  for (int i = 0; i < 100; i++)
    w += 2;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV018: mapped 's'
#pragma omp target simd lastprivate(s)
  for (int i = 0; i < 100; i++)
    s = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV018: mapped 't'
#pragma omp target teams distribute parallel for num_teams(2) lastprivate(table, p) lastprivate(t)
  for (int i = 0; i < 100; i++) {
    table[0] = table[1] = table[2] = i;
    p.x = p.y = i + 1;
    t = i + 2;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV018: mapped 'both'
#pragma omp target parallel for firstprivate(both, kept) lastprivate(both)
  for (int i = 0; i < 100; i++)
    if (i == 99)
      both += kept;
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV018: mapped 'found'
#ifdef CONDITIONAL
#pragma omp target parallel for lastprivate(conditional : found)
  for (int i = 0; i < 100; i++)
    if (i % 7 == 3)
      found = i;
#else
  found = 94;
#endif
// VALUE: x 99 w 205 s 99
// VALUE: table 99 99 99 p 100 100 t 101 both 10 found 94
  printf("x %d w %d s %d\n", x, w, s);
  printf("table %d %d %d p %d %d t %ld both %d found %d\n", table[0], table[1], table[2], p.x, p.y, t,
         both, found);
}
