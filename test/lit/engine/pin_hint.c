// `#pragma cleave pin(off)`: what the region copies is not page-locked for it, whatever CLEAVE_PIN says; the
// device gets the same copies as with CLEAVE_PIN=off. Of a region that is split, and of one that runs tile by tile.
//
// RUN: %cleave cc -fplugin-arg-cleave-environments=off -O1 -Wall -Werror -fopenmp --offload-arch=sm_90 %s -o %t
// RUN: env CLEAVE_PIN=always CLEAVE_TRANSFERS=always CLEAVE_TILES=4 CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t locks
// RUN: grep -c "cuMemHostRegister .* -> 0" %t.log | FileCheck %s --check-prefix=LOCKS
// RUN: not grep cuMemAllocHost %t.log
// LOCKS: {{^}}4{{$}}
// RUN: env CLEAVE_PIN=always CLEAVE_TRANSFERS=always CLEAVE_TILES=4 CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t none
// RUN: not grep cuMemHostRegister %t.log
// RUN: grep -oE "cuM[A-Za-z]+ .*bytes=[0-9]+" %t.log | grep -oE "cuM[A-Za-z]+|bytes=.*" | sort | uniq -c > %t.none
// RUN: env CLEAVE_PIN=off CLEAVE_TRANSFERS=always CLEAVE_TILES=4 CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t locks
// RUN: grep -oE "cuM[A-Za-z]+ .*bytes=[0-9]+" %t.log | grep -oE "cuM[A-Za-z]+|bytes=.*" | sort | uniq -c | diff %t.none -
//
// The ring of page-locked buffers is libcleave's own: it is used as ever.
// RUN: env CLEAVE_PIN=always CLEAVE_TRANSFERS=always CLEAVE_PROFILE=%S/Inputs/staged.profile CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t none
// RUN: not grep cuMemHostRegister %t.log
// RUN: grep -c cuMemAllocHost %t.log | FileCheck %s --check-prefix=RING
// RING: {{^}}8{{$}}
//
// CLEAVE_PIN=always alone has the engine take every copy; of these regions it takes none that is small: no stream but
// the one of the OpenMP run time.
// RUN: env CLEAVE_PIN=always CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t small
// RUN: not grep cuMemHostRegister %t.log
// RUN: grep -c "cuStreamCreate flags=1" %t.log | FileCheck %s --check-prefix=STREAMS
// STREAMS: {{^}}1{{$}}
//
// On the host device nothing is page-locked, and the results are those of plain clang.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain results > %t.expected
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off -O1 -Wall -Werror %host_offload %s -o %t.host
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run %t.host results | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run4 %t.host results | diff %t.expected -
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000000 };

static void locks(int n, double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n], b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

static void none(int n, double *a, double *b) {
#pragma cleave pin(off)
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
#pragma cleave pin(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n], b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i % 17;
  if (!strcmp(what, "locks"))
    locks(N, a, b);
  else
    none(strcmp(what, "small") ? N : 100, a, b);
  for (int i = 0; i < N; i++)
    sum += (a[i] + 2 * b[i]) * (i % 61 + 1);
  if (!strcmp(what, "results"))
    printf("%.17g\n", sum);
  free(a);
  free(b);
  return 0;
}
