// Every warning of plain clang++, and no other, appears for a file with a transformed region.
// RUN: %clangxx %host_offload -O1 -Weverything -Wall -Wextra -pedantic -c %s -o %t.o 2> %t.plain
// RUN: %cleave_cxx %host_offload -O1 -Weverything -Wall -Wextra -pedantic -c %s -o %t.o \
// RUN:   2> %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: FileCheck %s < %t.plain
// RUN: %cleave_cxx %host_offload -w -Rpass=cleave -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRANSFORMED

// CHECK-DAG: warnings.cpp:[[#@LINE+1]]:6: warning: no previous prototype
void twice(int *a, long n) {
  // CHECK-DAG: warnings.cpp:[[#@LINE+1]]:7: warning: unused variable 'unused'
  int unused;
  // TRANSFORMED: warnings.cpp:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV{{[0-9]+}}: {{.*}} [-Rpass=cleave]
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      // CHECK-DAG: warnings.cpp:[[#@LINE+1]]:14: warning: implicit conversion loses integer precision
      a[i] = i;
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      a[i] += 1;
  }
}

template <class T> struct box {
  T *data;
  // CHECK-DAG: warnings.cpp:[[#@LINE+1]]:14: warning: unused parameter 'spare'
  T get(long spare) { return data[0]; }
};
int use(box<int> &b);
int use(box<int> &b) { return b.get(0); }
