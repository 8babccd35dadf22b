// How the engine copies to and from a GPU, on the simulated driver. It performs copies and runs no kernel, but
// its device memory is the host's: so the program does behind each launch what the kernel should do.
//
//
// RUN: %clang -O1 -Wall -Werror %link_sm90 %s -o %t %libcleave
// RUN: env CLEAVE_TRANSFERS=off OMP_TARGET_OFFLOAD=MANDATORY %simulator %t >%t.off
//
// Through the ring of page-locked buffers: four of 4 MiB for each direction, made once.
//
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_PROFILE=%S/Inputs/staged.profile CLEAVE_STAGING_THREADS=3 CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t >%t.staged
// RUN: diff %t.off %t.staged
// RUN: FileCheck %s --check-prefix=STAGED <%t.log
// RUN: grep -c cuMemAllocHost %t.log | FileCheck %s --check-prefix=RINGS
// STAGED-NOT: cuMemHostRegister
// STAGED: cuMemcpyHtoDAsync to=D[[#]]+0 from=P1+0 bytes=4194304 {{.*}} pinned=1
// STAGED: cuMemcpyHtoDAsync to=D[[#]]+4194304 from=P2+0 bytes=4194304 {{.*}} pinned=1
// STAGED: cuMemcpyDtoHAsync to=P{{[0-9]+}}+0 from=D[[#]]+0 bytes=4194304 {{.*}} pinned=1
// STAGED-NOT: cuMemHostRegister
// RINGS: {{^}}8{{$}}
//
// In place, page-locked for the region and no longer: three objects, in two regions.
//
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_PIN=always CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t >%t.pinned
// RUN: diff %t.off %t.pinned
// RUN: grep -c "cuMemHostRegister .* -> 0" %t.log | FileCheck %s --check-prefix=LOCKS
// RUN: grep -c "cuMemHostUnregister .* -> 0" %t.log | FileCheck %s --check-prefix=LOCKS
// RUN: FileCheck %s --check-prefix=PINNED <%t.log
// LOCKS: {{^}}6{{$}}
// PINNED-NOT: cuMemAllocHost
// PINNED: cuMemHostRegister bytes=40000000 flags=0 address=P1+0 -> 0
// PINNED: cuMemcpyHtoDAsync to=D[[#]]+0 from=P1+0 bytes=8388608 {{.*}} pinned=1
// PINNED: cuMemHostUnregister
// PINNED-NOT: cuMemAllocHost
//
// No more than the limit at a time: here one object, which has to go before the next one comes; or none.
//
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_PIN=always CLEAVE_PIN_LIMIT=39M CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t >%t.limited
// RUN: diff %t.off %t.limited
// RUN: grep -o "cuMemHost[RU][a-z]* " %t.log | uniq -c | FileCheck %s --check-prefix=LIMITED
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_PIN=always CLEAVE_PIN_LIMIT=38M CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t >%t.limited
// RUN: diff %t.off %t.limited
// RUN: not grep "cuMemHostRegister" %t.log
// LIMITED-NOT: {{ [2-9] }}
// LIMITED: 1 cuMemHostRegister
// LIMITED-NEXT: 1 cuMemHostUnregister
// LIMITED-NOT: {{ [2-9] }}
//
// Memory that the program has page-locked itself is used as it is, and stays page-locked.
//
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t own >%t.own
// RUN: diff %t.off %t.own
// RUN: FileCheck %s --check-prefix=OWN <%t.log
// RUN: grep -c "cuMemHostRegister .* -> 0" %t.log | FileCheck %s --check-prefix=THREE
// OWN: cuMemHostRegister bytes=40000000 flags=1 address=P1+0 -> 0
// OWN-NOT: {{cuMemAllocHost|cuMemHostUnregister}}
// OWN: cuMemcpyHtoDAsync to=D[[#]]+0 from=P1+0 bytes=8388608
// OWN-NOT: {{cuMemAllocHost|cuMemHostUnregister}}
// THREE: {{^}}3{{$}}
//
// Where the model chooses, what is large goes through the engine and what is small does not, and the same
// bytes move.
//
// RUN: env CLEAVE_STAGING_THREADS=4 OMP_TARGET_OFFLOAD=MANDATORY %simulator %t >%t.auto
// RUN: diff %t.off %t.auto
#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/schedule.h"

enum { N = 5000000 };

static double *on_device(double *array) {
  return omp_get_mapped_ptr(array, omp_get_default_device());
}

static void add(double *to, double *from) {
  to = on_device(to);
  from = on_device(from);
  for (long i = 0; i < N; i++)
    to[i] += from[i];
}

static void region(double *a, double *b, double *c) {
  BEGIN(-1, 3, (const volatile void *)a, 0, 0, (const volatile void *)b, 1, 1,
        (const volatile void *)c, 1, -1);
#pragma omp target data map(tofrom : a[0 : N], b[0 : N], c[0 : N])
  {
    STAGE(0);
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N])
    for (long i = 0; i < N; i++)
      a[i] += a[i];
    add(a, a);
    STAGE(1);
#pragma omp target teams distribute parallel for map(tofrom : b[0 : N], c[0 : N])
    for (long i = 0; i < N; i++)
      b[i] += c[i];
    add(b, c);
    STAGE(2);
  }
  END();
}

static void pin(double *array) {
  void *driver = dlopen("libcuda.so", RTLD_NOW);
  int (*lock)(void *, size_t, unsigned);
  *(void **)&lock = dlsym(driver, "cuMemHostRegister_v2");
  if (lock(array, N * sizeof *array, 1))
    abort();
}

int main(int argc, char **argv) {
  double *arrays[3];
  for (int i = 0; i < 3; i++) {
    arrays[i] = malloc(N * sizeof(double));
    for (long j = 0; j < N; j++)
      arrays[i][j] = (double)(i + 1 + j % 10);
  }
#pragma omp target
  {}
  if (argc > 1 && !strcmp(argv[1], "own"))
    for (int i = 0; i < 3; i++)
      pin(arrays[i]);
  for (int k = 0; k < 2; k++)
    region(arrays[0], arrays[1], arrays[2]);
  for (int i = 0; i < 3; i++)
    show((const char *[]){"a", "b", "c"}[i], arrays[i], N);
  return 0;
}
