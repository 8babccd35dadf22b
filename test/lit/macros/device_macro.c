// A macro that means something else on the device, in as many characters as it likes: places are compared as
// the user's text has them. What stands in directives has to be the same.
// RUN: %cleave_cc -O1 %host_offload -Xarch_device -DON_DEVICE %s -o %t
// RUN: %run %t | FileCheck %s
// RUN: %run4 %t | FileCheck %s
// RUN: %cleave_cc -O1 %host_offload -Xarch_device -DON_DEVICE -DIN_CLAUSE %s -o %t -Rpass-missed=cleave 2>&1 | FileCheck --check-prefix=DIFFERENT %s
// RUN: %run %t | FileCheck %s
#include <stdio.h>
#define OMP(...) A_PRAGMA(omp __VA_ARGS__)
#define A_PRAGMA(x) _Pragma(#x)
#ifdef ON_DEVICE
#define STORE a[0] = 1000000 + 1; a[1]
#else
#define STORE a[0] = 2; a[1]
#endif
#if defined ON_DEVICE && defined IN_CLAUSE
#define ITEM a[0 : 8 + 2]
#else
#define ITEM a[0 : 10]
#endif

int main(void) {
  int a[10];
// DIFFERENT: :[[#@LINE+1]]:3: remark: CLV901: target region not transformed
  OMP(target map(from : ITEM))
  {
    OMP(parallel for) for (int i = 0; i < 10; i++) a[i] = i;
    STORE = 7;
    OMP(parallel for) for (int i = 0; i < 10; i++) a[i] += 1;
  }
// CHECK: 1000002 8 3
  printf("%d %d %d\n", a[0], a[1], a[2]);
}
