// `#pragma cleave` is known in every compilation that the plugin is loaded in, moves no line, and means
// the same however it is written.
// RUN: %cleave_cc %host_offload -O2 -Wall -Wextra -Werror %s -o %t 2>&1 | count 0
// RUN: %clang %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %run %t | diff - %t.expected
// RUN: %run4 %t | diff - %t.expected
// RUN: %cleave_cc -Wall -Wextra -Werror -Wno-unknown-pragmas -DQUIET -fno-openmp -c %s -o %t.o 2>&1 | count 0
// RUN: %cleave_cc -fsyntax-only -fopenmp -Wall -Wextra -Werror %s 2>&1 | count 0
// RUN: %cleave_cxx -x c++ %host_offload -O2 -Wall -Wextra -Werror -c %s -o %t.o 2>&1 | count 0
// Plain clang does not know it, and says so: that is what the plugin's knowing it is measured by.
// RUN: %clang -fsyntax-only -fopenmp -Wall %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN-COUNT-2: warning: unknown pragma ignored
// RUN: %clang -fsyntax-only -fopenmp -Wall -Werror -Wno-unknown-pragmas %s 2>&1 | count 0

// All of them are heard, with preprocessed text in between as well.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: rm -rf %t.folder && mkdir %t.folder
// RUN: %cleave_cc %host_offload -O2 -c %s -save-temps=obj -o %t.folder/o.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %cleave_cc -E %s | FileCheck %s --check-prefix=TEXT
// TEXT-COUNT-4: #pragma cleave

// Host and device must hear the same, even where the words change nothing.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o -Rpass-missed=cleave -Xopenmp-target=x86_64-pc-linux-gnu \
// RUN:   -DOTHER 2>&1 | FileCheck %s --check-prefix=DIFFERENT

#include <stdio.h>

#define STAY_IN_TEAM _Pragma("cleave widen(off)")

int main(void) {
  int a[1000];
#ifndef QUIET
#pragma cleave widen(off) /* a comment */ \
    pin(off)
  // Between the pragma and its directive may stand comments,
#endif
#pragma omp target map(from : a)
  {
// CHECK: pragma.c:[[#@LINE+1]]:1: remark: CLV120:
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: pragma.c:[[#@LINE+2]]:1: remark: CLV002:
    _Pragma("cleave widen(assume)")
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  STAY_IN_TEAM
// CHECK: pragma.c:[[#@LINE+1]]:1: remark: CLV120:
#pragma omp target parallel for map(tofrom : a)
  for (int i = 0; i < 1000; i++)
    a[i] += __LINE__;
#ifndef OTHER
#pragma cleave serial(device)
#endif
// DIFFERENT: pragma.c:[[#@LINE+1]]:1: remark: CLV901: target region not transformed
#pragma omp target map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += __LINE__;
    a[0] = __LINE__;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
