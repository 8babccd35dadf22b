// Elements of different types are no common elements, unless -fno-strict-aliasing permits it: then the host compares addresses, of which it does
// not know those of `sum`.
// RUN: %cleave_cc %host_offload -O1 -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | grep -o "CLV05[67]: .*'h'.*" | FileCheck %s
// RUN: %cleave_cc %host_offload -O1 -c %s -o %t.o -fno-strict-aliasing -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | grep -o "CLV05[67]: .*'h'.*" | FileCheck %s --check-prefix=ANY
// CHECK: CLV056: teams collect atomic updates in shared memory: 'h' in
// ANY: CLV057: atomic updates stay in global memory: 'h': 'sum' may overlap it
void count(int n, const int *key, int *h, double *sum) {
#pragma omp target teams distribute parallel for map(to : key[0 : n]) map(tofrom : h[0 : 64])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[key[i]]++;
#pragma omp atomic
    sum[key[i]] += 1;
  }
}
