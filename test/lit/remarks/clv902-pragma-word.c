// CLV902: what is wrong with a line is said at the word, once, and with what was most likely meant.
// RUN: not %cleave_cc %host_offload -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %plugin_cc -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %cleave_cxx -x c++ %host_offload -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// A macro named like a word is none of ours.
#define off on
void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+3]]:16: error: CLV902: '#pragma cleave' has no word 'splt'; did you mean 'split'?
// CHECK-NEXT: #pragma cleave splt(off)
// CHECK-NEXT: {{^ +\| +\^~~~$}}
#pragma cleave splt(off)
#pragma omp target map(from : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:22: error: CLV902: 'widen' has no value 'host'; it can be off or assume
#pragma cleave widen(host)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma cleave widen(off)
// CHECK: {{.*}}:[[#@LINE+1]]:31: error: CLV902: 'widen(assume)' contradicts 'widen(off)'; remove one
#pragma cleave geometry(off), widen(assume)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
// The lines in front of another directive begin anew.
#pragma cleave widen(assume)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: error: CLV902: a word is missing at the end of '#pragma cleave': it can be split, widen, no_alias, map, reassociate, reduction, serial, transfers, pin, pipeline, geometry, environment or callee
#pragma cleave
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: error: CLV902: '(' is missing: write 'split' with a value in parentheses, which can be off
#pragma cleave split
// CHECK: error: CLV902: 'widen' has no value 'of'; did you mean 'off'?
  _Pragma("cleave widen(of)");
}
