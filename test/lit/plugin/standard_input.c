// A file from standard input. Plain clang itself cannot compile a target region from there
// ("Unable to get unique ID for file"); everything else goes through unchanged.
// RUN: %clang -fopenmp -O1 -DNO_REGION -x c -c - -o %t.plain.o < %s
// RUN: %cleave_cc -fopenmp -O1 -DNO_REGION -x c -c - -o %t.cleave.o < %s
// RUN: cmp %t.plain.o %t.cleave.o
// RUN: not %clang -fopenmp -O1 -x c -c - -o %t.o < %s 2> %t.plain
// RUN: not %cleave_cc -fopenmp -O1 -x c -c - -o %t.o < %s 2> %t.cleave
// RUN: FileCheck %s < %t.plain
// RUN: FileCheck %s < %t.cleave
// CHECK: error: {{.*}}unique ID
void twice(int *a, int n) {
#ifndef NO_REGION
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
#endif
  a[0] = n;
}
