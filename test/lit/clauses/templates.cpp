// Instances of a template whose clauses have other values: one plan is right for all of them. With one thread, each iteration uses the
// result of the one before it. The instance with two threads has a data race, and nothing calls it.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cxx -O1 %host_offload %s -o %t -Rpass=cleave >%t.remarks 2>&1
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=CLV002
// CHECK: CLV053: lanes share the elements of a row
#include <cstdio>

static int a[500], first[501], value[2000];

template <int Threads> void prefix(int n) {
#pragma omp target parallel for num_threads(Threads) map(tofrom : a)
  for (int i = 1; i < n; i++)
    a[i] += a[i - 1] % 7;
}

template <int Threads> void rows(int n) {
#pragma omp target teams distribute parallel for thread_limit(Threads) map(to : first, value) map(tofrom : a)
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k];
    a[i] += sum;
  }
}

template void prefix<2>(int);

int main() {
  for (int i = 0; i < 500; i++)
    a[i] = i % 5, first[i + 1] = first[i] + i % 8;
  for (int i = 0; i < 2000; i++)
    value[i] = i % 11;
  prefix<1>(500);
  rows<64>(500);
  int all = 0;
  for (int i = 0; i < 500; i++)
    all = (all * 31 + a[i]) % 1000003;
  std::printf("%d\n", all);
}
