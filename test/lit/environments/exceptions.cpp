// An exception must not leave a data environment: a caller may catch it.
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %clangxx %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: FileCheck %s --check-prefix=CAUGHT < %t.expected
// RUN: %run %t | cmp %t.expected
// RUN: %run4 %t | cmp %t.expected
// CHECK: remark: CLV505: 'a' is copied by each region: control may leave the statements between the regions
// CHECK-NOT: CLV014
// CAUGHT: caught
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
static void step(double *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++) a[i] += 1;
}
static void checked(std::vector<double> &a, std::vector<int> &log, int steps) {
  const int n = a.size();
  for (int t = 0; t < steps; t++) {
    step(a.data(), n);
    log.at(t) = t;
  }
}
static void parsed(std::vector<double> &a, const std::vector<std::string> &words) {
  const int n = a.size();
  for (const std::string &word : words) {
    step(a.data(), n);
    std::printf("%d\n", std::stoi(word));
  }
}
int main() {
  std::vector<double> a(100);
  std::vector<int> log(5);
  try {
    checked(a, log, 10);
  } catch (const std::out_of_range &) {
    std::puts("caught");
  }
  try {
    parsed(a, {"1", "2", "x"});
  } catch (const std::invalid_argument &) {
    std::puts("caught");
  }
  double sum = 0;
  for (double x : a) sum += x;
  std::printf("%g\n", sum);
}
