// Regions with nowait, with and without depend, each of several kernels: the kernels of a region keep their order with four
// teams of four threads, in the program that `cleave rewrite` prints, in the one that cleave compiles, and with all transfers.
//
// RUN: %cleave rewrite %s >%t.c
// RUN: FileCheck --check-prefix=TEXT --input-file %t.c %s
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %clang -O1 %host_offload %t.c -o %t.rewritten
// RUN: %cleave_cc -O1 %host_offload %s -o %t.cleaved
// RUN: %S/Inputs/several_runs.sh 2 %t.plain | FileCheck %s
// RUN: %S/Inputs/several_runs.sh 10 %t.rewritten | FileCheck %s
// RUN: env CLEAVE_SPLIT=always %S/Inputs/several_runs.sh 10 %t.cleaved | FileCheck %s
// RUN: env CLEAVE_SPLIT=always CLEAVE_TRANSFERS=always %S/Inputs/several_runs.sh 5 %t.cleaved | FileCheck %s
// TEXT-COUNT-5: #pragma omp target enter data{{.*}}nowait depend(inout: cleave_chain)
// CHECK: 2606480295
int printf(const char *, ...);
enum { N = 64 };
static int a[N], b[N], c[N];

int main(void) {
  unsigned sum = 1;
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int t = 0; t < 3; t++) {
#pragma omp target map(tofrom : a) nowait
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] = a[i] * 2 + 1;
      a[0] = 7;
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] += 3;
    }
#pragma omp target map(tofrom : b) nowait
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        b[i] += i;
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        b[i] *= 3;
    }
#pragma omp taskwait
  }
#pragma omp target map(tofrom : a) map(to : b) nowait depend(inout : a) depend(in : b)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += b[i];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] ^= i;
  }
#pragma omp target map(to : a) map(from : c) nowait depend(in : a) depend(out : c)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] = a[i] + 1;
    c[3] = 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] *= 5;
  }
#pragma omp target map(tofrom : b) nowait depend(inout : b)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] -= 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] *= 2;
  }
#pragma omp taskwait
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + a[i]) * 31 + b[i] * 7 + c[i];
  printf("%u\n", sum);
}
