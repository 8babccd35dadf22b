// CLV903: words for whole regions in front of a loop.
// RUN: not %cleave_cc %host_offload -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %cleave_cc %sm90 -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
#define HERE _Pragma("cleave serial(device)")
void ramp(int *a, int n) {
#pragma omp target map(from : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: error: CLV903: '#pragma cleave split(off)' is not valid before a loop inside a target region; put it before the region
#pragma cleave split(off)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:5: error: CLV903: '#pragma cleave serial(device)'
    HERE
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
// In front of a region that is a loop itself it is in its place.
#pragma cleave split(off)
#pragma omp target parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
