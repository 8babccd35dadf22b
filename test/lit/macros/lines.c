// Remarks, diagnostics and kernel names keep the lines of the user's text: those of the invocation, or of the
// argument.
// RUN: %cleave_cc -O1 %host_offload -Wall -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s
// RUN: %cleave_cc -O1 %host_offload -w --offload-host-only -S -emit-llvm %s -o - | FileCheck --check-prefix=KERNEL %s
#define OMP(...) A_PRAGMA(omp __VA_ARGS__)
#define A_PRAGMA(x) _Pragma(#x)
#define REGION(array, body)                                                                        \
  OMP(target map(tofrom : array[0 : 100])) {                                                       \
    OMP(parallel for) for (int i = 0; i < 100; i++) { body }                                       \
    OMP(parallel for) for (int i = 0; i < 100; i++) array[i] *= 2;                                 \
  }

void twice(int *a) {
// CHECK: lines.c:[[#@LINE+3]]:3: remark: CLV001:
// CHECK: lines.c:[[#@LINE+2]]:3: remark: CLV002:
// CHECK: lines.c:[[#@LINE+3]]:10: remark: CLV002:
  REGION(a,
         int unused;
         a[i] += 1;)
// CHECK: lines.c:[[#@LINE-2]]:{{[0-9]+}}: warning: unused variable 'unused'
}
// KERNEL-DAG: @.__omp_offloading_{{.*}}_twice_l17.region_id
// KERNEL-DAG: @.__omp_offloading_{{.*}}_twice_l19.region_id
