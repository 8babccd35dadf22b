// The function of a region has the same variables for debuggers as without cleave: none of cleave's own, and no second one
// of a name.
// RUN: %clang %host_offload -g -c %s -o %t.plain.o
// RUN: %cleave_cc %host_offload -g -c %s -o %t.cleave.o -Rpass=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// CHECK-DAG: CLV001
// CHECK-DAG: CLV009
// CHECK-DAG: CLV036
// RUN: llvm-dwarfdump --name=steps --show-children %t.plain.o | grep 'DW_AT_name.*"[a-z]' | sort >%t.plain
// RUN: llvm-dwarfdump --name=steps --show-children %t.cleave.o | grep 'DW_AT_name.*"[a-z]' | sort >%t.cleave
// RUN: grep '"scale"' %t.plain
// RUN: diff %t.plain %t.cleave
void steps(float *a, float *b, int n, int bound) {
  float scale = 2;
#pragma omp target map(to : a[0 : n]) map(from : b[0 : bound])
  {
    bound = bound - 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] * scale;
    scale = scale * scale;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += scale + bound;
    while (b[0] > 5) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        b[i] -= 1;
    }
  }
#pragma omp target map(to : a[0 : n]) map(from : b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] * scale;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += 1;
  }
}
