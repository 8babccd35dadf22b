// Several files in one call, each with a region: every one is transformed, and they link.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: sed -e 's|work|other|' -e 's/main/unused/' %s > other.c
// RUN: %cleave_cc %host_offload -O1 -DBOTH %s other.c -o prog -Rpass=cleave 2>&1 | FileCheck %s
// CHECK-DAG: several_files.c:[[#@LINE+6]]:{{[0-9]+}}: remark: CLV
// CHECK-DAG: other.c:[[#@LINE+5]]:{{[0-9]+}}: remark: CLV
// RUN: %run ./prog

void work(int *a, int n) {
  // The directive is on the next line.
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

#ifdef BOTH
extern void other(int *a, int n);
int main(void) {
  int a[16], b[16];
  work(a, 16);
  work(b, 16);
  return a[15] != 16 || b[15] != 16;
}
#endif
