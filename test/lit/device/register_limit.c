// ptxas may use all registers of a thread for a kernel with an unrolled loop, if the kernel is compiled for any number of threads: the
// limit of 1024 threads is what every GPU has. Other kernels keep their occupancy, and a limit of the program stays.
// DEFINE: %{unstaged} = -fplugin-arg-cleave-map=off
// RUN: %cleave_cc %{unstaged} -O2 %sm90 -S %s -o - | FileCheck %s
// RUN: %cleave_cc %{unstaged} -O2 -g %sm90 -S %s -o - | FileCheck %s
// CHECK:      .entry {{.*}}sums_l[[@LINE+28]](
// CHECK:      ){{.*}}
// CHECK-NEXT: .maxntid 1024{{(, 1, 1)?}}
// CHECK:      .entry {{.*}}stencil_l[[@LINE+35]](
// CHECK-NOT:  .maxntid
// CHECK:      .entry {{.*}}limited_l[[@LINE+39]](
// CHECK:      .maxntid 64{{(, 1, 1)?}}
// Without the choice of the grid, each kernel is compiled for 128 threads.
// RUN: %cleave_cc %{unstaged} -O2 %sm90 -fplugin-arg-cleave-geometry=off -S %s -o - | FileCheck %s --check-prefix=OFF --implicit-check-not="maxntid 1024"
// OFF-COUNT-2: .maxntid 128{{(, 1, 1)?}}
// Without optimization nothing is unrolled.
// RUN: %cleave_cc %{unstaged} -O0 %sm90 -S %s -o - | FileCheck %s --check-prefix=O0 --implicit-check-not="maxntid 1024"
// O0: .entry {{.*}}sums
// The same for compilers that load passes only.
// RUN: %clang -O2 %sm90 -fpass-plugin=%device_plugin -S -DUNROLLED %s -o - | FileCheck %s --check-prefix=ALONE
// ALONE: .entry {{.*}}limited
// ALONE: .maxntid 64{{(, 1, 1)?}}
// All three are launched, with more threads than a kernel of 64 registers permits for one team if the limit were wrong.
// RUN: %cleave_cc %{unstaged} -O2 %link_sm90 -DMAIN %s -o %t && env CLEAVE_SPLIT=always %gpu %t | FileCheck %s --check-prefix=SUMS
// RUN: %cleave inspect %t | FileCheck %s --check-prefix=THREADS
// SUMS: 4950 297 9
// THREADS: {{ 1024  sums}}
// A kernel that says 1024 gets the grid of any other: 4 teams of 32 for 100 iterations, and not one of 1024.
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %gpu %t 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: sums_l{{[0-9]+}} with {{\[?4(,1,1\])?}} blocks and {{\[?32(,1,1\])?}} threads
#include <stdio.h>

void sums(const double *a, double *b, int n) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) map(from : b[0 : n])
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i * n + k];
    b[i] = sum;
  }
}

void stencil(const double *a, double *b, int n) {
#pragma omp target teams distribute parallel for map(to : a[0 : n]) map(tofrom : b[0 : n])
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i] + a[i + 1];
}

void limited(const double *a, double *b, int n) {
#pragma omp target teams distribute parallel for thread_limit(64) map(to : a[0 : n * n]) map(from : b[0 : n])
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i * n + k] * 3;
    b[i] = sum;
  }
}

#ifdef MAIN
int main(void) {
  enum { N = 100 };
  static double a[N * N], b[N];
  for (int i = 0; i < N * N; i++)
    a[i] = i % N;
  sums(a, b, N);
  printf("%g ", b[N - 1]);
  stencil(a, b, N);
  printf("%g ", b[98] + 3);
  limited(a, b, 3);
  printf("%g\n", b[0]);
  return 0;
}
#endif
