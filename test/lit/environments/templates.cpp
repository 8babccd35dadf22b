// Functions of templates: one text for all instances.
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clangxx %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=on | tee %t.rewritten.cpp | FileCheck %s --check-prefix=TEXT
// RUN: %clangxx %host_offload -O2 -Wall -Werror %t.rewritten.cpp -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=on -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: remark: CLV014: data environment: 'a' kept on the device
// PLAIN: to device 24000 in 40, from device 24000 in 40
// BYTES: to device 1200 in 2, from device 1200 in 2
// TEXT:      auto cleave_a = a.data();
// TEXT-NEXT: #pragma omp target data map(tofrom: cleave_a[0:n])
//
// One instance needs another environment than the other.
// RUN: %cleave_cxx -DDIFFERENT -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.DIFFERENT -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=INSTANCES
// RUN: %clangxx -DDIFFERENT %host_offload -O2 %s -o %t.DIFFERENT.plain
// RUN: %run %t.DIFFERENT.plain > %t.DIFFERENT.expected
// RUN: %run4 %t.DIFFERENT | cmp %t.DIFFERENT.expected
// INSTANCES: remark: CLV511: no data environment in 'run': the instances of the template need different ones
// INSTANCES-NOT: CLV014
#include <cstdio>
#include <vector>
template <typename T> void step(T *x, int n, T f) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++) x[i] = x[i] * f + T(1);
}
template <typename T> double run(int n, int steps) {
  std::vector<T> a(n);
  double sum = 0;
  for (int t = 0; t < steps; t++) {
    step(a.data(), n, T(0.5));
    step(a.data(), n, T(0.25));
#ifdef DIFFERENT
    if constexpr (sizeof(T) == 8)
      sum += a[t];
#endif
  }
  for (int i = 0; i < n; i++) sum += a[i] * (i % 7);
  return sum;
}
int main() { std::printf("%.7g %.7g\n", run<double>(100, 10), run<float>(100, 10)); }
