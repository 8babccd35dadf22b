// CLEAVE_CHECK=data reports writes of the host that a kernel does not see, or that a copy from the device overwrites.
// RUN: %clangxx %host_offload -g -O0 %s -o %t.0
// RUN: %clangxx %host_offload -g -O2 %s -o %t.2
// RUN: %each 3 "1 2 3 4" %plain %t.0 2>&1 | FileCheck %s --implicit-check-not='write of' --implicit-check-not='read of' --implicit-check-not=each.sh
// RUN: %each 3 "1 2 3 4" %plain %t.2 2>&1 | FileCheck %s --implicit-check-not='write of' --implicit-check-not='read of' --implicit-check-not=each.sh
// RUN: %each 0 "5 6 7" %plain %t.0
// RUN: %each 0 "5 6 7" %plain %t.2
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void add_one(double *a, int n) {
#pragma omp target map(tofrom : a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void set_all(double *a, int n) {
#pragma omp target map(from : a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = i;
}

int main(int count, char **words) {
  const int what = count > 1 ? atoi(words[1]) : 0;
  std::vector<double> vector(40, 1.0);
  double *v = vector.data();
  const int n = (int)vector.size();
#pragma omp target data map(tofrom : v[0:n])
  {
    switch (what) {
    case 1: // over a newer value of the device
      add_one(v, n);
      v[3] = 7; // line 35
      add_one(v, n);
      break;
    case 2: // after a copy to the device
      std::fill(vector.begin(), vector.end(), 3.0); // line 39
      add_one(v, n);
      break;
    case 3: // after a copy from the device
      add_one(v, n);
#pragma omp target update from(v[0:n])
      v[39] = 5; // line 45
      add_one(v, n);
      break;
    case 4: // lost at the end of the data environment
      add_one(v, n);
      v[0] = 9; // line 50
      break;
    case 5: // with the directive that was missing
      add_one(v, n);
      v[3] = 7;
#pragma omp target update to(v[3:1])
      add_one(v, n);
      break;
    case 6: // a kernel that does not read it
      add_one(v, n);
      std::fill(vector.begin(), vector.end(), 3.0);
      set_all(v, n);
      break;
    case 7: // the value that it has
      v[3] = 1;
      add_one(v, n);
      break;
    }
  }
  printf("%g\n", vector[3]);
}
// CHECK: data check: writes.cpp:35: write of 'v' does not reach device 0
// CHECK: data check: writes.cpp:39: write of 'v' does not reach device 0
// CHECK: data check: writes.cpp:45: write of 'v' does not reach device 0
// CHECK: data check: writes.cpp:50: write of 'v' does not reach device 0
