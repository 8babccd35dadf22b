// What clang prints about its own work is printed once: the plugin's own parse stays silent.
// RUN: %clang -fopenmp -c %s -o %t.o -v 2>&1 | grep -c -e 'search starts here' -e 'cc1 version' \
// RUN:   > %t.plain
// RUN: %cleave_cc -fopenmp -c %s -o %t.o -v 2>&1 | grep -c -e 'search starts here' -e 'cc1 version' \
// RUN:   > %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: %clang -fopenmp -c %s -o %t.o -H 2> %t.plain
// RUN: %cleave_cc -fopenmp -c %s -o %t.o -H 2> %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: %clang -fopenmp -c %s -o %t.o -Xclang -fdump-record-layouts | grep -c 'struct pair' > %t.plain
// RUN: %cleave_cc -fopenmp -c %s -o %t.o -Xclang -fdump-record-layouts | grep -c 'struct pair' \
// RUN:   > %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: %cleave_cc -fopenmp -c %s -o %t.o -ftime-report 2>&1 | grep -c 'Clang front-end time report' \
// RUN:   | FileCheck %s
// CHECK: {{^}}1{{$}}
// RUN: %cleave_cc -fopenmp -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=TRANSFORMED
// TRANSFORMED: remark: CLV
#include <stddef.h>
struct pair {
  int first, second;
};

void twice(struct pair *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i].first = sizeof(struct pair);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i].second = a[i].first;
  }
}
