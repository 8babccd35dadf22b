// Without a device, regions run on the host as plain clang's do: kernels that combine their reductions need memory of a team, which the
// host's OpenMP run time does not have. It would print a warning for each team.
// RUN: %cleave_cc -O2 -Wall -Werror %link_sm90 %s -o %t
// RUN: env CLEAVE_QUIET=1 %t 2>&1 | FileCheck %s
// RUN: env CLEAVE_QUIET=1 CLEAVE_SPLIT=auto OMP_TARGET_OFFLOAD=default %t 2>&1 | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled LD_LIBRARY_PATH=%driver_folder %t 2>&1 | FileCheck %s
// RUN: env CLEAVE_QUIET=1 OMP_DEFAULT_DEVICE=7 OMP_TARGET_OFFLOAD=default %t 2>&1 | FileCheck %s
// RUN: %gpu %t 2>&1 | FileCheck %s
// CHECK-NOT: {{.}}
// CHECK: 18000 0 8999 36000 40495500{{$}}
// CHECK-NOT: {{.}}
#include <stdio.h>

enum { N = 9000, ROWS = 90 };
static long values[N], prefix[N];

int main(void) {
  long s = 0, least = 1, most = 0, two = 0, rows = 0, running = 0;
  int n = N;
#pragma omp target parallel for map(tofrom : s) reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += 2;
#pragma omp target teams distribute parallel for map(tofrom : least, most) reduction(min : least) reduction(max : most)
  for (int i = 0; i < n; i++) {
    least = i < least ? i : least;
    most = i > most ? i : most;
  }
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : two) reduction(+ : two)
  for (int i = 0; i < 90; i++)
    for (int k = 0; k < 100; k++)
      two += 4;
#pragma omp target map(tofrom : values, running) map(from : prefix)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      values[i] = i;
    for (int i = 0; i < n; i++) {
      running += values[i];
      prefix[i] = running;
    }
  }
#pragma omp target teams distribute parallel for map(to : values) map(tofrom : rows) reduction(+ : rows)
  for (int r = 0; r < ROWS; r++) {
    long sum = 0;
    for (int k = r * 100; k < r * 100 + 100; k++)
      sum += values[k];
    rows += sum;
  }
  printf("%ld %ld %ld %ld %ld\n", s, least, most, two, rows == prefix[N - 1] ? rows : -1);
  return 0;
}
