// cleave's remarks answer to the flags of LLVM's own, each to its own kind and to patterns.
// RUN: %cleave_cc %host_offload -c %s -o %t.o 2>&1 | count 0
// RUN: %cleave_cc %host_offload -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=PASSED
// RUN: %cleave_cc %host_offload -c %s -o %t.o '-Rpass=cl.*e' 2>&1 | FileCheck %s --check-prefix=PASSED
// RUN: %cleave_cc %host_offload -c %s -o %t.o -Rpass-missed=cleave 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSED
// MISSED-NOT: [-Rpass=cleave]
// MISSED: remark_filters.c:{{[0-9]+}}:{{[0-9]+}}: remark: CLV2{{[0-9]+}}: {{.*}} [-Rpass-missed=cleave]
// RUN: %cleave_cc %host_offload -c %s -o %t.o -Rpass-analysis=cleave 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ANALYSIS
// ANALYSIS-NOT: {{-Rpass(-missed)?=cleave}}
// ANALYSIS: remark: CLV{{[0-9]+}}: {{.*}} [-Rpass-analysis=cleave]
// RUN: %cleave_cc %host_offload -c %s -o %t.o -Rpass=inline -Rpass-missed=inline 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER --allow-empty
// OTHER-NOT: CLV
// Each remark is shown once, not once for the host and once for the device.
// RUN: %cleave_cc %host_offload -c %s -o %t.o -Rpass=cleave 2>&1 | grep -c 'remark: CLV' > %t.host
// RUN: %cleave_cc -fopenmp -c %s -o %t.o -Rpass=cleave 2>&1 | grep -c 'remark: CLV' > %t.only
// RUN: diff %t.host %t.only
// -Werror does not turn a remark into an error.
// RUN: %cleave_cc %host_offload -Werror -c %s -o %t.o -Rpass=cleave

#define PARALLEL_FOR (void)__COUNTER__; _Pragma("omp parallel for")

void twice(int *a, int n) {
// PASSED-NOT: remark:
// PASSED: remark_filters.c:[[#@LINE+2]]:1: remark: CLV{{[0-9][0-9][0-9]}}: {{.*}} [-Rpass=cleave]
// PASSED-NEXT: [[#@LINE+1]] | #pragma omp target map(tofrom : a[0 : n])
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
// A region that stays as it is, because a directive comes out of a macro that counts.
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
    PARALLEL_FOR
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
// PASSED-NOT: {{-Rpass-(missed|analysis)=cleave}}
