// Every warning of plain clang, and no other, appears for a file with a region that is transformed.
// RUN: %clang %host_offload -O1 -Weverything -Wall -Wextra -pedantic -c %s -o %t.o 2> %t.plain
// RUN: %cleave_cc %host_offload -O1 -Weverything -Wall -Wextra -pedantic -c %s -o %t.o 2> %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: FileCheck %s < %t.plain
// RUN: not %clang %host_offload -Weverything -Werror -c %s -o %t.o 2> %t.plain
// RUN: not %cleave_cc %host_offload -Weverything -Werror -c %s -o %t.o 2> %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: %cleave_cc %host_offload -w -Rpass=cleave -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRANSFORMED

// CHECK-DAG: warnings.c:[[#@LINE+1]]:5: warning: no previous extern declaration
int table[16];

// CHECK-DAG: warnings.c:[[#@LINE+1]]:6: warning: no previous prototype
void twice(int *a, long n) {
  int unused;
  // TRANSFORMED: warnings.c:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV{{[0-9]+}}: {{.*}} [-Rpass=cleave]
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      // CHECK-DAG: warnings.c:[[#@LINE+1]]:14: warning: implicit conversion loses integer precision
      a[i] = i;
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      // CHECK-DAG: warnings.c:[[#@LINE+1]]:18: warning: implicit conversion turns floating-point number into integer
      a[i] = 2.5 * a[i];
  }
  // CHECK-DAG: warnings.c:[[#@LINE+1]]:21: warning: comparison of integers of different signs
  if (sizeof(table) < n)
    table[0] = 1;
}
