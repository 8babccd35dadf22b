// A library with target regions is loaded, used and unloaded, again and again: by a program that has no regions
// itself, so that the OpenMP run time gives up its devices each time and the engine stops, and by one that is in the
// middle of a region, whose copies are under way meanwhile. In both the library's region is scheduled each time.
//
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off -O1 -Wall -Werror -DLIBRARY -shared -fPIC -gline-directives-only %host_offload %s -o %t.so
// RUN: %clang -O1 -Wall -Werror -DALONE %s -o %t.alone
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TRACE=%t.json %run %t.alone %t.so | FileCheck %s
// RUN: jq -r '.traceEvents[] | select(.cat == "to device" and .tid == 1 and .pid == 2) | .name' %t.json | grep -c "^[xy]" | FileCheck %s --check-prefix=COPIES
// RUN: env CLEAVE_TRANSFERS=always %run4 %t.alone %t.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run %t.alone %t.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=off %run %t.alone %t.so | FileCheck %s
// RUN: %clang -O1 -Wall -Werror %host_offload %s -o %t %libcleave
// RUN: env CLEAVE_TRANSFERS=always %run %t %t.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always %run4 %t %t.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run4 %t %t.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=off %run %t %t.so | FileCheck %s
// CHECK: 0 wrong
// COPIES: {{^}}9{{$}}
enum { N = 3000000, TIMES = 3 };

#ifdef LIBRARY
/* Two loops and one: a region that is split, and one that may run tile by tile. */
__attribute__((visibility("default"))) void in_library(int n, double *x, double *y) {
#pragma omp target map(tofrom : x[0 : n], y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += x[i];
  }
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
#else
#include <dlfcn.h>
#include <stdlib.h>

#include "Inputs/schedule.h"

static const char *path;
static double *x, *y;

static void use_library(void) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void (*function)(int, double *, double *) = library ? dlsym(library, "in_library") : NULL;
  if (!function) {
    puts(dlerror());
    exit(1);
  }
  function(N, x, y);
  if (dlclose(library) || dlopen(path, RTLD_NOW | RTLD_NOLOAD)) {
    puts("it is still there");
    exit(1);
  }
}

static void use_library_often(void) {
  for (int i = 0; i < TIMES; i++)
    use_library();
}

#ifdef ALONE
static void own_region(double *a, double *b) {
  use_library_often();
  for (int i = 0; i < N; i++)
    b[i] += ++a[i];
}
#else
/* While the library comes and goes, b is on its way to the device, and a back. */
static void own_region(double *a, double *b) {
  BEGIN(-1, 2, (const volatile void *)a, 0, 0, (const volatile void *)b, 1, 1);
#pragma omp target data map(tofrom : a[0 : N], b[0 : N])
  {
    STAGE(0);
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N])
    for (int i = 0; i < N; i++)
      a[i] += 1;
    use_library_often();
    STAGE(1);
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N], b[0 : N])
    for (int i = 0; i < N; i++)
      b[i] += a[i];
  }
  END();
}
#endif

int main(int argc, char **argv) {
  path = argv[argc - 1];
  x = calloc(N, sizeof *x);
  y = calloc(N, sizeof *y);
  double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
  if (!x || !y || !a || !b)
    return 1;
  own_region(a, b);
  double final = 0, sum = 0;
  for (int i = 0; i < TIMES; i++) {
    sum += ++final;
    final *= 2;
  }
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += x[i] != final || y[i] != sum || a[i] != 1 || b[i] != 1;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
#endif
