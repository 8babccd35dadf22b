// What is on the device when a region begins is not copied to it, not overwritten and not released early,
// whatever the engine does: an outer data environment, enter data in front of it, a part of an object, and
// regions that do not go to a device at all.
//
// RUN: %clang -O1 -Wall -Werror %host_offload %s -o %t %libcleave
// RUN: env CLEAVE_TRANSFERS=off %run %t >%t.off
// RUN: env CLEAVE_TRANSFERS=always %run %t >%t.always
// RUN: diff %t.off %t.always
// RUN: env CLEAVE_TRANSFERS=always %run4 %t >%t.four
// RUN: diff %t.off %t.four
// RUN: env CLEAVE_TRANSFERS=always OMP_TARGET_OFFLOAD=DISABLED %t >%t.disabled
// RUN: FileCheck %s <%t.always
// CHECK: outer: host inside 100, host after 12
// CHECK-NEXT: enter: host 5, present 1, device 7
// CHECK-NEXT: section of what is there: 100 100, then 100 12 100
// CHECK-NEXT: if(0): 105, present 0
// CHECK-NEXT: the initial device: 105
// CHECK-NEXT: another device: 105, present 0 0
// CHECK-NEXT: twice: 110
// CHECK-NEXT: nested: 105 108
// CHECK-NEXT: pointers: 1 1
//
// Part of an object is there: the run time says the same, and ends the program.
//
// RUN: not --crash env CLEAVE_TRANSFERS=off LIBOMPTARGET_INFO=0 OMP_TARGET_OFFLOAD=MANDATORY %t partial 2>&1 | FileCheck %s --check-prefix=PARTIAL
// RUN: not --crash env CLEAVE_TRANSFERS=always LIBOMPTARGET_INFO=0 OMP_TARGET_OFFLOAD=MANDATORY %t partial 2>&1 | FileCheck %s --check-prefix=PARTIAL
// RUN: not --crash env CLEAVE_TRANSFERS=off LIBOMPTARGET_INFO=0 OMP_TARGET_OFFLOAD=MANDATORY %t middle 2>&1 | FileCheck %s --check-prefix=PARTIAL
// RUN: not --crash env CLEAVE_TRANSFERS=always LIBOMPTARGET_INFO=0 OMP_TARGET_OFFLOAD=MANDATORY %t middle 2>&1 | FileCheck %s --check-prefix=PARTIAL
// PARTIAL: explicit extension not allowed
// PARTIAL-NOT: not reached
#include <omp.h>
#include <stdlib.h>

#include "Inputs/schedule.h"

enum { N = 1000 };
static double a[N], b[N], *p;

static void fill(double value) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = value;
}

/* Adds 5 to x[0:n], in two stages. */
static void region(double *x, int n, int device, int present) {
  BEGIN(device, 2, (const volatile void *)&x[0], 0, 1, (const volatile void *)&b[0], 1, -1);
#pragma omp target data map(tofrom : x[0 : n]) map(to : b[0 : N]) device(device) if (present)
  {
    STAGE(0);
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n]) device(device) if (present)
    for (int i = 0; i < n; i++)
      x[i] += 2;
    STAGE(1);
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n]) map(to : b[0 : N]) device(device) if (present)
    for (int i = 0; i < n; i++)
      x[i] += 3 + 0 * b[i];
  }
  END();
}

static void set_on_device(double *x, double value) {
#pragma omp target map(x[0 : N])
  for (int i = 0; i < N; i++)
    x[i] = value;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) {
    fill(1);
    if (argv[1][0] == 'p') {
#pragma omp target enter data map(to : a[0 : N / 2])
    } else {
#pragma omp target enter data map(to : a[N / 4 : N / 4])
    }
    region(a, N, omp_get_default_device(), 1);
    puts("not reached");
    return 0;
  }

  // The device has newer data: they count, and come back with the outer environment.
  fill(100);
#pragma omp target data map(tofrom : a)
  {
    set_on_device(a, 7);
    region(a, N, omp_get_default_device(), 1);
    printf("outer: host inside %g, ", a[3]);
  }
  printf("host after %g\n", a[3]);

  fill(5);
#pragma omp target enter data map(to : a)
  set_on_device(a, 2);
  region(a, N, omp_get_default_device(), 1);
  printf("enter: host %g, present %d, ", a[3], omp_target_is_present(a, omp_get_default_device()));
#pragma omp target exit data map(from : a)
  printf("device %g\n", a[3]);

  fill(100);
#pragma omp target data map(tofrom : a)
  {
    set_on_device(a, 7);
    region(a + 10, 20, omp_get_default_device(), 1);
    printf("section of what is there: %g %g, ", a[9], a[10]);
#pragma omp target map(tofrom : a)
    a[9] = a[30] = 100;
  }
  printf("then %g %g %g\n", a[9], a[29], a[30]);

  fill(100);
  region(a, N, omp_get_default_device(), 0);
  printf("if(0): %g, present %d\n", a[3], omp_target_is_present(a, omp_get_default_device()));
  fill(100);
  region(a, N, omp_get_initial_device(), 1);
  printf("the initial device: %g\n", a[3]);
  fill(100);
  region(a, N, 2, 1);
  printf("another device: %g, present %d %d\n", a[3], omp_target_is_present(a, 2), omp_target_is_present(a, 0));
  fill(100);
  region(a, N, 0, 1);
  region(a, N, 0, 1);
  printf("twice: %g\n", a[N - 1]);

  // A region that begins while another one of the same thread is under way.
  fill(100);
  BEGIN(-1, 1, (const volatile void *)&a[0], 0, 0);
#pragma omp target data map(tofrom : a)
  {
    STAGE(0);
#pragma omp target map(tofrom : a)
    for (int i = 0; i < N; i++)
      a[i] += 5;
    STAGE(1);
    p = malloc(N * sizeof *p);
    for (int i = 0; i < N; i++)
      p[i] = 103;
    region(p, N, 0, 1);
    STAGE(2);
  }
  END();
  printf("nested: %g %g\n", a[0], p[N - 1]);

  // Addresses on the device are those of the mapping.
  int same = 0, inside = 0;
  BEGIN(-1, 1, (const volatile void *)&p[0], 0, 0);
#pragma omp target data map(tofrom : p[0 : N])
  {
    STAGE(0);
    double *there = omp_get_mapped_ptr(p, 0);
#pragma omp target map(from : same) is_device_ptr(there) map(tofrom : p[0 : N])
    same = there == p;
    inside = omp_get_mapped_ptr(p + N - 1, 0) == there + N - 1;
  }
  END();
  printf("pointers: %d %d\n", same, inside);
  free(p);
}
