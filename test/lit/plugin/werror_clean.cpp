// A file that plain clang compiles under -Weverything -Werror still compiles when its regions are
// transformed: the text that cleave adds is free of warnings.
// RUN: %clangxx %host_offload -O1 -Weverything -Wno-unsafe-buffer-usage -Werror -c %s -o %t.o
// RUN: %cleave_cxx %host_offload -O1 -Weverything -Wno-unsafe-buffer-usage -Werror -c %s -o %t.o
// RUN: %cleave_cxx %host_offload -O1 -Rpass=cleave -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: remark: CLV

namespace {
void twice(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 2;
  }
}
} // namespace

int main() {
  int a[16];
  twice(a, 16);
  return a[0];
}
