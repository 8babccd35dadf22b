// Macros named like words of directives, from the header with the region, another header, or the command line: they
// count where they are defined.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %cleave explain --all main.c | FileCheck %s --check-prefix=SPLIT
// RUN: %cleave explain --all main.c -- -DEARLY | FileCheck %s --check-prefix=REFUSED
// RUN: %cleave explain --all main.c -- -DFROM_HEADER | FileCheck %s --check-prefix=REFUSED
// RUN: %cleave explain --all main.c -- -Dteams=4 | FileCheck %s --check-prefix=REFUSED
// RUN: %clang -fopenmp -x c-header words.h -o words.h.pch
// RUN: %cleave explain --all main.c -- -include-pch words.h.pch | FileCheck %s --check-prefix=REFUSED
// RUN: %cleave_cc -O1 -Werror %host_offload -DEARLY main.c -o refused
// RUN: %cleave_cc -O1 -Werror %host_offload main.c -o split
// RUN: %run4 ./refused >expected
// RUN: %run4 ./split | diff expected -
// SPLIT: loops.h:2: target region in loops
// SPLIT-NEXT: line 2: CLV001:
// REFUSED: loops.h:2: target region in loops
// REFUSED-NEXT: line 2: CLV211: {{.*}} 'teams'

//--- words.h
#define teams 4
//--- loops.h
static void loops(double *a, double *b, int n) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}
//--- main.c
#include <stdio.h>
#ifdef FROM_HEADER
#include "words.h"
#endif
#ifdef EARLY
#define teams 4
#endif
#include "loops.h"
#undef teams
#define teams 5
int main(void) {
  double a[10], b[10] = {0};
  loops(a, b, 10);
  for (int i = 0; i < 10; i++)
    printf("%g\n", a[i] + b[i]);
}
