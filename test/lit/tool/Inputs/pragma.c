void regions(int *a, int n);
void regions(int *a, int n) {
// CHECK: {{^}}#pragma cleave split(off)
// CHECK-NEXT: {{^}}#pragma omp target map
#pragma cleave split(off)
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] *= 2;
  }
  // CHECK: {{^}}  // two lines of it{{$}}
  // CHECK-NEXT: {{^}}#pragma omp target data
  // CHECK-NEXT: {
  // CHECK-NEXT: {{^ *}}#pragma cleave widen(off)
  // CHECK-NEXT: #pragma omp target parallel for
  // CHECK: #pragma cleave widen(assume)
  // CHECK-NEXT: #pragma omp target teams distribute parallel for
  // two lines of it
#pragma cleave widen(off)
#pragma cleave pin(off)
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] += i;
#pragma cleave widen(assume)
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] *= 2;
  }
}
