// Debug information, optimizer remarks and the run time's messages show the columns, lines and names of the source, not those of
// the text that is compiled.
// RUN: %cleave_cc %host_offload -O2 -g -c %s -o %t.o -Rpass='^(cleave|loop-vectorize|licm|inline|gvn)' 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARKS --implicit-check-not=_Pragma --implicit-check-not=nodebug < %t.remarks
// REMARKS-DAG: original_locations.c:[[#FIRST:]]:1: remark: CLV002
// REMARKS-DAG: {{^ +[0-9]+ \| #pragma omp parallel for$}}
// REMARKS-DAG: {{^ +[0-9]+ \|       a\[i\] \+= b\[i\] \* scale;$}}
// REMARKS-DAG: original_locations.c:{{[0-9]+}}:{{[0-9]+}}: remark: vectorized loop

// No column is past the end of its line, and on lines that are the same in both texts every column stays.
// RUN: llvm-dwarfdump --debug-line %t.o | grep '^0x0' > %t.rows
// RUN: awk 'NR == FNR { width[FNR] = length($0); next } $2 && $3 > width[$2] + 1 { print "line " $2 " column " $3; bad = 1 } \
// RUN:   END { exit bad }' %s %t.rows
// RUN: awk '$2 == 36 && $3 == 12' %t.rows | grep -q .
// RUN: awk '$2 == 36 && $3 == 15' %t.rows | grep -q .

// No generated name is a variable or a parameter, also not of the functions that clang makes of a region.
// RUN: llvm-dwarfdump %t.o | grep -A4 'DW_TAG_\(formal_parameter\|variable\)' | not grep '"cleave_'
// RUN: %cleave_cc %host_offload -O0 -g -c %s -o %t.o
// RUN: llvm-dwarfdump %t.o | grep -A4 'DW_TAG_\(formal_parameter\|variable\)' | not grep '"cleave_'
// RUN: %cleave_cc %host_offload -O2 -g1 -c %s -o %t.o

// RUN: %cleave_cc %host_offload -O1 -g %s -o %t
// RUN: env LIBOMPTARGET_INFO=-1 %run %t 2>&1 | FileCheck %s --check-prefix=MESSAGES --implicit-check-not=cleave_
#include <stdio.h>
void steps(float *a, float *b, long n) {
  float scale = 3;
// MESSAGES-DAG: Entering OpenMP data region with being_mapper at original_locations.c:[[#@LINE+1]]:1 with
#pragma omp target map(tofrom : a[0 : n]) map(to : b[0 : n])
  {
// MESSAGES-DAG: Entering OpenMP kernel at original_locations.c:[[#@LINE+3]]:1 with
// MESSAGES-DAG: firstprivate(.capture_expr.)[8] (implicit)
// MESSAGES-DAG: tofrom(a[0:n])[400]
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      a[i] += b[i] * scale;
    scale = scale - 1;
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      a[i] += b[i] * scale + a[i] * 0.1f * (i < 0);
  }
}
int main(void) {
  float a[100], b[100], sum = 0;
  for (int i = 0; i < 100; i++)
    a[i] = 3, b[i] = i * .6f + .0101f;
  steps(a, b, 100);
  for (int i = 0; i < 100; i++)
    sum += a[i];
  // MESSAGES-DAG: {{^}}sum {{[0-9]+}}
  printf("sum %.0f\n", sum);
}
