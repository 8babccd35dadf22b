// CLV202: a region in a template of a header. With one type alone the host would compute `by`, with both the
// device would: an object with each would have another kernel for ramp<int>, under one name.
// RUN: %cleave_cxx %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV001
// RUN: %cleave_cxx %host_offload -O2 -DBOTH -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV001
// RUN: %unchanged %s
// CHECK: {{.*}}template_region.h:3:1: remark: CLV202: target region not transformed: it is in a header that defines it in a template that other files may instantiate; move the function to the source file [-Rpass-missed=cleave]
#include "Inputs/template_region.h"
#include <cstdio>

int main() {
  int a[1000] = {};
  ramp(a, 2, 1000);
#ifdef BOTH
  double b[1000] = {};
  ramp(b, 2.0, 1000);
#endif
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
