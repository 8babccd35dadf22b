// CLV203: a region in a template is one text for several functions, which have to be alike.
// RUN: %cleave_cxx %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <cstdio>

struct pair {
  int first, second;
  pair &operator+=(int by) {
    first += by;
    second -= by;
    return *this;
  }
};

// Addition is a call in one instance alone.
template <class T> void ramp(T *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV203: target region not transformed: no text fits all instances of its template, or there is no instance; write a function for the type that matters [-Rpass-missed=cleave]
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 2;
  }
}

template <class T> void nobody_calls(T *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV203:
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 2;
  }
}

int main() {
  int a[1000] = {};
  pair b[1000] = {};
  ramp(a, 1000);
  ramp(b, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d %d %d\n", a[i], b[i].first, b[i].second);
}
