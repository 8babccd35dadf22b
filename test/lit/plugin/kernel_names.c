// A kernel's name holds the line of its directive, as seen in profilers, and both runs of the
// compiler use the same names.
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off %host_offload -c %s -o %t.o --offload-host-only -S -emit-llvm -o - \
// RUN:   | grep -o '__omp_offloading_[0-9a-z_]*twice_l[0-9_]*\.region_id' \
// RUN:   | sed 's/\.region_id//' | sort -u > %t.host
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off %sm90 -S %s -o - | grep -o '\.entry __omp_offloading_[0-9a-z_]*twice_l[0-9_]*' \
// RUN:   | sed 's/.entry //' | sort -u > %t.device
// RUN: diff %t.host %t.device
// RUN: FileCheck %s < %t.device
// The two loops, and the region as it is written, on the line where it ends.
// CHECK: twice_l[[#@LINE+8]]
// CHECK: twice_l[[#@LINE+10]]
// CHECK: twice_l[[#@LINE+12]]
// CHECK-NOT: twice_l

void twice(int *a, int n) {
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
