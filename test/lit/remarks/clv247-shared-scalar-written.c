// CLV247: a data race, so the program is not run. The host may read the mapped variable after the region.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %host_offload -O2 -c %s -o out.o && mv out.o plain.o
// RUN: %cleave_cc %host_offload -O2 -c %s -o out.o && cmp plain.o out.o

// An atomic write is no race, and a private variable is not shared.
// RUN: %cleave_cc %host_offload -O2 -DNO_RACE -c %s -o %t.o %remarks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE --implicit-check-not=CLV247
#ifdef NO_RACE
void counts(int *a, int n, int *result) {
  int t, count = 0;
// NONE: {{.*}}:[[#@LINE+1]]:1: remark: CLV001:
#pragma omp target map(tofrom : a[0 : n], count)
  {
#pragma omp parallel for private(t)
    for (int i = 0; i < n; i++) {
      t = a[i];
      a[i] = t * t;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      count += a[i] > 5;
    }
  }
  *result = count;
}
#else
void squares(int *a, int n) {
  int t;
#pragma omp target map(tofrom : a[0 : n], t)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
// CHECK: {{.*}}:[[#@LINE+1]]:7: remark: CLV247: target region not transformed: all iterations of a parallel loop write 't' (data race); declare it inside the loop, or list it in a private, lastprivate or reduction clause [-Rpass-missed=cleave]
      t = a[i];
      a[i] = t * t;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
#endif
