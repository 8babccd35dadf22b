// Random accesses have no most frequent difference: more than 65536 differences of a site are not kept. The other counts are, for
// any number of host threads.
// RUN: %clang -O2 -gline-directives-only %link_sm90 %s -o %t
// RUN: rm -f %t.one %t.four
// RUN: env CLEAVE_SIMULATOR_SITES=on CLEAVE_SIMULATOR_HOST_THREADS=1 CLEAVE_SIMULATOR_COUNTS=%t.one %gpu %t
// RUN: env CLEAVE_SIMULATOR_SITES=on CLEAVE_SIMULATOR_HOST_THREADS=4 CLEAVE_SIMULATOR_COUNTS=%t.four %gpu %t
// RUN: jq -c '.sites // empty' %t.one > %t.sites
// RUN: jq -c '.sites // empty' %t.four | diff %t.sites -
// RUN: jq -c '.[] | [.line, .kind, .requests, .difference, .same, .pairs]' %t.sites | FileCheck %s
int main(void) {
  enum { N = 1 << 18 };
  static unsigned x[N], y[N];
  unsigned state = 1;
  for (int i = 0; i < N; i++) {
    state = state * 1664525 + 1013904223;
    x[i] = state >> 14;
  }
#pragma omp target teams distribute parallel for map(to: x) map(from: y)
  for (int i = 0; i < N; i++) {
    // CHECK-DAG: [[[#@LINE+1]],"load",8192,4,253952,253952]
    unsigned at = x[i];
    unsigned value =
        // CHECK-DAG: [[[#@LINE+1]],"load",8192,0,0,253952]
        x[at];
    // CHECK-DAG: [[[#@LINE+1]],"store",8192,4,253952,253952]
    y[i] = value;
  }
  return y[5] != x[x[5]];
}
