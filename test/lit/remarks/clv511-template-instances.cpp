// CLV511: the instances of a template need different data environments.
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=on %host_offload -O2 -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s -fplugin-arg-cleave-environments=on
#include <cstdio>
#include <vector>
template <typename T> void step(T *x, int n) {
// CHECK: remark: CLV511: no data environment in 'run': the instances of the template need different ones; write 'target data' in the template [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: x[0: n])
  for (int i = 0; i < n; i++) x[i] = x[i] / 2 + 1;
}
template <typename T> double run(int n) {
  std::vector<T> a(n);
  double sum = 0;
  for (int t = 0; t < 5; t++) {
    step(a.data(), n);
    if constexpr (sizeof(T) == 8)
      step(a.data(), n);
    else
      sum += a[t];
  }
  return sum + a[0];
}
int main() {
  std::printf("%g %g\n", run<double>(100), run<float>(100));
}
