// The source ranges of the coverage mapping outside the region are those of plain clang.
// RUN: %clang -fopenmp -fprofile-instr-generate -fcoverage-mapping -S -emit-llvm -o %t.ll \
// RUN:   -Xclang -dump-coverage-mapping %s | sed -n '/^outside/,/^[^ ]*:$/p' > %t.plain
// RUN: %cleave_cc -fopenmp -fprofile-instr-generate -fcoverage-mapping -S -emit-llvm -o %t.ll \
// RUN:   -Xclang -dump-coverage-mapping %s | sed -n '/^outside/,/^[^ ]*:$/p' > %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: FileCheck %s < %t.cleave
// RUN: %cleave_cc -fopenmp -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=TRANSFORMED
// TRANSFORMED: remark: CLV

void twice(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

// CHECK: outside:
// CHECK: File 0, [[#@LINE+1]]:20 ->
int outside(int x) {
  if (x)
    // CHECK: File 0, [[#@LINE+1]]:5 ->
    return 1;
  return 2;
}
