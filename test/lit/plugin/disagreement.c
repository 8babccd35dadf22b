// A region whose plan would differ between the compilations for the host and for the device stays as it is in both.
// RUN: %cleave_cc %host_offload -c %s -o %t.o
// RUN: %cleave_cc %host_offload -c %s -o %t.o \
// RUN:   -Xopenmp-target=x86_64-pc-linux-gnu -fplugin-arg-cleave-split=off -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -c %s -o %t.o -foffload-lto \
// RUN:   -Xopenmp-target=x86_64-pc-linux-gnu -fplugin-arg-cleave-split=off -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cleave_cc %host_offload -c %s -save-temps -o out.o \
// RUN:   -Xopenmp-target=x86_64-pc-linux-gnu -fplugin-arg-cleave-split=off -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %cleave_cc %sm90 -S %s -o out.s \
// RUN:   -Xopenmp-target=nvptx64-nvidia-cuda -fplugin-arg-cleave-split=off -Rpass-missed=cleave 2>&1 | FileCheck %s
// Both transform the region, but not alike.
// RUN: %cleave_cc %host_offload -c %s -o out.o \
// RUN:   -Xopenmp-target=x86_64-pc-linux-gnu -fplugin-arg-cleave-widen=off -Rpass-missed=cleave 2>&1 | FileCheck %s
// Where the host's run leaves all regions as they are, the device's run does: the same object as with
// the option on both sides.
// RUN: %cleave_cc %host_offload -c %s -o both.o -fplugin-arg-cleave-split=off
// RUN: %cleave_cc %host_offload -c %s -o out.o -fplugin-arg-cleave-split=off \
// RUN:   -Xopenmp-target=x86_64-pc-linux-gnu -fplugin-arg-cleave-split=on 2>&1 | count 0
// RUN: cmp both.o out.o
// Where both decide alike, nothing is said.
// RUN: %cleave_cc %host_offload -c %s -o out.o -fplugin-arg-cleave-split=off 2>&1 | count 0

void twice(int *a, int n) {
// CHECK: disagreement.c:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV901: target region not transformed
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
