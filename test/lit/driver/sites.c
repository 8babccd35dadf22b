// CLEAVE_SIMULATOR_SITES=on: what each instruction requested of memory, in the records of launches. The counts do not
// depend on the number of host threads. Their sums are the counts of the launch.
// RUN: %clang -O2 -gline-directives-only %link_sm90 %s -o %t
// RUN: rm -f %t.one %t.four %t.off
// RUN: env CLEAVE_SIMULATOR_SITES=on CLEAVE_SIMULATOR_HOST_THREADS=1 CLEAVE_SIMULATOR_COUNTS=%t.one %gpu %t
// RUN: env CLEAVE_SIMULATOR_SITES=on CLEAVE_SIMULATOR_HOST_THREADS=4 CLEAVE_SIMULATOR_COUNTS=%t.four %gpu %t
// RUN: env CLEAVE_SIMULATOR_COUNTS=%t.off %gpu %t
// RUN: jq -c '.sites // empty' %t.one > %t.one.sites
// RUN: jq -c '.sites // empty' %t.four | diff %t.one.sites -
// RUN: jq -c 'select(.type == "launch") | has("sites"), has("parameters")' %t.off | FileCheck %s --check-prefix=OFF
// OFF: false
// OFF-NEXT: false
// RUN: jq -c 'select(.sites) | .counts as $all | [.sites[] | select(.space == "global") | .sectors] | add == $all.global_load_sectors + $all.global_store_sectors' %t.one | FileCheck %s --check-prefix=SUM
// SUM: true
// RUN: jq -c '.[] | select(.line) | [(.file | sub(".*/"; "")), .line, .kind, .space, .bytes, .requests, .lanes, .sectors, .ideal_sectors, .difference, .same, .pairs]' %t.one.sites | FileCheck %s
//
// 4096 iterations are 128 requests of 32 lanes.
int main(void) {
  enum { N = 4096 };
  static float x[3 * N], y[N], z;
#pragma omp target teams distribute parallel for map(to: x) map(from: y) map(tofrom: z)
  for (int i = 0; i < N; i++) {
    float value =
        // CHECK-DAG: ["sites.c",[[#@LINE+1]],"load","global",4,128,4096,1536,512,12,3968,3968]
        x[3 * i];
    value +=
        // CHECK-DAG: ["sites.c",[[#@LINE+1]],"load","global",4,128,4096,128,128,0,3968,3968]
        z;
    // CHECK-DAG: ["sites.c",[[#@LINE+1]],"store","global",4,128,4096,512,512,4,3968,3968]
    y[i] = value;
  }
  return y[0] != 0;
}
