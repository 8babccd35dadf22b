// A region of three stages whose copies the engine makes: each kind of map type, sections, arrays, a
// scalar that stays plain, and sizes from nothing to some MiB. The program does with the engine what
// it does without.
//
// RUN: %clang -O1 -Wall -Werror %host_offload -gline-directives-only %s -o %t %libcleave
// RUN: env CLEAVE_TRANSFERS=off %run %t >%t.off
// RUN: env CLEAVE_TRANSFERS=always %run %t >%t.always
// RUN: diff %t.off %t.always
// RUN: env CLEAVE_TRANSFERS=auto %run %t >%t.auto
// RUN: diff %t.off %t.auto
// RUN: env CLEAVE_TRANSFERS=always %run4 %t >%t.four
// RUN: diff %t.off %t.four
// RUN: FileCheck %s <%t.always --check-prefix=RESULT
// RESULT: n 1000000
// RESULT-NEXT: a 170497805{{$}}
// RESULT-NEXT: b 201497346{{$}}
// RESULT-NEXT: c 1487990229{{$}}
// RESULT-NEXT: d 2123435944{{$}}
//
// The engine has made the copies: they stand among the device's, with variable and line.
//
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TRACE=%t.json %run %t once >%t.once
// RUN: FileCheck %s <%t.json
// CHECK-DAG: "pid":2,"tid":1,{{.*}}"cat":"to device","name":"b[0:n]","args":{"device":0,"bytes":8000000,"address":"{{.*}}","operation":{{[0-9]+}},"file":"{{.*}}stages.c","line":[[#@LINE+27]]}
// CHECK-DAG: "pid":2,"tid":1,{{.*}}"cat":"to device","name":"d[8:n]"
// CHECK-DAG: "pid":2,"tid":2,{{.*}}"cat":"from device","name":"c[0:n]"
// CHECK-DAG: "pid":2,"tid":2,{{.*}}"cat":"from device","name":"d[8:n]"
// CHECK-DAG: "pid":2,"tid":1,{{.*}}"cat":"to device","name":"table"
//
// What the engine copies, nobody else does: in each direction there are as many copies as variables,
// with that of the scalar, which libomptarget makes.
//
// RUN: grep -c '"cat":"to device"' %t.json | FileCheck %s --check-prefix=TO
// TO: {{^}}5{{$}}
// RUN: grep -c '"cat":"from device"' %t.json | FileCheck %s --check-prefix=FROM
// FROM: {{^}}2{{$}}
#include <stdlib.h>

#include "Inputs/schedule.h"

static double table[64];

static void region(long n, double *a, double *b, double *c, double *d) {
  double factor = 3;
  for (int i = 0; i < 64; i++)
    table[i] = i;
  // The scalar is no object of the schedule.
  BEGIN(-1, 5, (const volatile void *)&a[0], 0, -1, (const volatile void *)table, 0, -1,
        (const volatile void *)&c[0], 0, 0, (const volatile void *)&b[0], 1, -1,
        (const volatile void *)&d[8], 2, 2);
#pragma omp target data map(to : a[0 : n], b[0 : n], table, factor) map(from : c[0 : n]) map(tofrom : d[8 : n])
  {
    STAGE(0);
#pragma omp target teams distribute parallel for map(to : a[0 : n], table, factor) map(from : c[0 : n])
    for (long i = 0; i < n; i++)
      c[i] = factor * a[i] + table[i % 64];
    STAGE(1);
#pragma omp target teams distribute parallel for map(to : b[0 : n]) map(from : c[0 : n]) map(alloc : a[0 : n])
    for (long i = 0; i < n; i++)
      a[i] += b[i] + c[i];
    STAGE(2);
#pragma omp target teams distribute parallel for map(to : a[0 : n]) map(tofrom : d[8 : n])
    for (long i = 0; i < n; i++)
      d[i + 8] += a[i];
  }
  END();
}

int main(int argc, char **argv) {
  (void)argv;
  static const long sizes[] = {1000000, 0, 1, 7, 100000, 131072};
  for (int s = 0; s < (argc > 1 ? 1 : 6); s++) {
    const long n = sizes[s];
    double *arrays[4];
    for (int i = 0; i < 4; i++) {
      arrays[i] = malloc((size_t)(n + 8) * sizeof(double));
      for (long j = 0; j < n + 8; j++)
        arrays[i][j] = (double)(i + 1 + j % 10);
    }
    region(n, arrays[0], arrays[1], arrays[2], arrays[3]);
    printf("n %ld\n", n);
    for (int i = 0; i < 4; i++) {
      show((const char *[]){"a", "b", "c", "d"}[i], arrays[i], (size_t)n + (i == 3 ? 8 : 0));
      free(arrays[i]);
    }
  }
}
