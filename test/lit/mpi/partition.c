// A loop that several devices share uses the devices of its rank only.
// RUN: %cleave_cc -O1 -Wall -Werror %link_sm90 %s -o %t
// RUN: rm -f %t.counts.*
// RUN: env CLEAVE_SIMULATOR_DEVICES=4 CLEAVE_TRANSFERS=always CLEAVE_TILES=8 CLEAVE_SIMULATOR_COUNTS=%t.counts.alone %gpu %t | FileCheck %s
// RUN: env CLEAVE_SIMULATOR_DEVICES=4 CLEAVE_TRANSFERS=always CLEAVE_TILES=8 CLEAVE_SIMULATOR_COUNTS=%t.counts.half %gpu %S/Inputs/rank.sh 1 2 %t | FileCheck %s
// RUN: env CLEAVE_SIMULATOR_DEVICES=4 CLEAVE_TRANSFERS=always CLEAVE_TILES=8 CLEAVE_SIMULATOR_COUNTS=%t.counts.one %gpu %S/Inputs/rank.sh 6 8 %t | FileCheck %s
// RUN: env CLEAVE_SIMULATOR_DEVICES=4 CLEAVE_TRANSFERS=always CLEAVE_TILES=8 CLEAVE_SIMULATOR_COUNTS=%t.counts.off CLEAVE_RANK_DEVICE=off \
// RUN:   %gpu %S/Inputs/rank.sh 1 2 %t | FileCheck %s
// CHECK: 0 wrong
// RUN: sh -c 'for run in alone half one off; do jq -s -c "map(select(.type == \"launch\").device) | unique" %t.counts.$run; done' | FileCheck %s --check-prefix=DEVICES
// DEVICES: [0,1,2,3]
// DEVICES-NEXT: [1,3]
// DEVICES-NEXT: [2]
// DEVICES-NEXT: [0,1,2,3]
#include <stdio.h>

enum { N = 4000 };
static double x[N], y[N];

static void axpy(int n, double factor, const double *from, double *to) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(to : from[0 : n]) map(tofrom : to[0 : n])
  for (int i = 0; i < n; i++)
    to[i] += factor * from[i];
}

int main(void) {
  int wrong = 0;
  for (int i = 0; i < N; i++)
    x[i] = i;
  axpy(N, 2, x, y);
  for (int i = 0; i < N; i++)
    wrong += y[i] != 2.0 * i;
  printf("%d wrong\n", wrong);
  return 0;
}
