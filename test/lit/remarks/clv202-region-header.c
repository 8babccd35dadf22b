// CLV202: a region in a header that is included twice, and in one that is precompiled.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV001
// RUN: %unchanged %s
// Clang itself has no precompiled headers for offloading; the regions run on the host here.
// RUN: %cleave_cc -fopenmp -O2 -x c-header -DNAME=early %S/Inputs/header_region.h -o %t.pch
// RUN: %cleave_cc -fopenmp -O2 -include-pch %t.pch -c %s -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=PCH
// PCH: remark: CLV202: target region not transformed: it is in a header that is part of a precompiled header or of a module;
#include <stdio.h>
// CHECK-COUNT-2: remark: CLV202: target region not transformed: it is in a header that is included more than once; move the function to the source file [-Rpass-missed=cleave]
#define NAME first
#include "Inputs/header_region.h"
#undef NAME
#define NAME second
#include "Inputs/header_region.h"

int main(void) {
  int a[1000] = {0};
  first(a, 1000);
  second(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
