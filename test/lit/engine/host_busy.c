// On the host device, kernels run on the processors that copies would need: where they use all of them, the engine
// copies nothing, and libomptarget does what it does for plain clang. The same program with CLEAVE_TRANSFERS=always
// shows that there are copies to take over.
//
// RUN: %cleave_cc -O1 -Wall -Werror %host_offload %s -o %t
// RUN: env CLEAVE_TRACE=%t.auto.json %run %t
// RUN: env CLEAVE_TRACE=%t.many.json OMP_NUM_THREADS=64 %run %t
// RUN: env CLEAVE_TRACE=%t.always.json CLEAVE_TRANSFERS=always %run %t
// RUN: awk '/"pid":2,"tid":[12],.*"cat":"(to|from) device"/ { n++ } END { print "copies", n + 0 }' %t.auto.json | FileCheck %s --check-prefix=NONE
// RUN: awk '/"pid":2,"tid":[12],.*"cat":"(to|from) device"/ { n++ } END { print "copies", n + 0 }' %t.many.json | FileCheck %s --check-prefix=NONE
// RUN: awk '/"pid":2,"tid":[12],.*"cat":"(to|from) device"/ { n++ } END { print "copies", n + 0 }' %t.always.json | FileCheck %s --check-prefix=ALL
// NONE: copies 0
// ALL: copies {{[1-9]}}
//
// Few iterations: one kernel, as the region is written. Many: a kernel for each loop.
//
// RUN: env -u CLEAVE_SPLIT LIBOMPTARGET_INFO=16 %run %t few 2>&1 | grep -c Launching | FileCheck %s --check-prefix=FEW
// FEW: {{^}}1{{$}}
// RUN: env -u CLEAVE_SPLIT LIBOMPTARGET_INFO=16 %run4 %t few 2>&1 | grep -c Launching | FileCheck %s --check-prefix=FEW
// RUN: env -u CLEAVE_SPLIT LIBOMPTARGET_INFO=16 %run %t 2>&1 | grep -c Launching | FileCheck %s --check-prefix=MANY
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %run %t few 2>&1 | grep -c Launching | FileCheck %s --check-prefix=MANY
// MANY: {{^}}2{{$}}
#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argv;
  const int n = argc > 1 ? 1000 : 4 << 20;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i;
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += 2;
  }
  for (int i = 0; i < n; i++)
    if (a[i] != i + 1 || b[i] != i + 2)
      return 1;
  return 0;
}
