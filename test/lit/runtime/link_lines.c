// Link lines of build systems, and the orders in which the loader may see libcleave and libomptarget. Each program does
// what it does with plain clang, and its regions run on the device.
//
// -Wl,--as-needed: libcleave defines all that the program uses of libomptarget, so that the linker drops libomptarget.
// RUN: %cleave cc %s -DWITH_MAIN -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -Wl,--as-needed -o %t.needed
// RUN: %run %t.needed 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=cleave:
// RUN: %run4 %t.needed 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=cleave:
// ONE: 4 on device, devices: some
//
// Shared libraries: one of each kind of link line, and one by plain clang.
// RUN: %cleave cc %s -DLIBRARY=one -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fPIC -shared -o %t.one.so
// RUN: %cleave cc %s -DLIBRARY=two -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fPIC -shared -Wl,--as-needed -o %t.two.so
// RUN: %clang %s -DLIBRARY=three -O2 %host_offload -fPIC -shared -o %t.three.so
//
// A program without OpenMP, by plain clang, with such a library.
// RUN: %clang %s -DCALL=one %t.one.so -o %t.plain1
// RUN: %run %t.plain1 2>&1 | FileCheck %s --check-prefix=CALLED --implicit-check-not=cleave:
// RUN: %clang %s -DCALL=two %t.two.so -o %t.plain2
// RUN: %run %t.plain2 2>&1 | FileCheck %s --check-prefix=CALLED --implicit-check-not=cleave:
// CALLED: library 4 on device
//
// A program with regions of its own, by plain clang: libomptarget stands before libcleave, which says so and does nothing.
// RUN: %clang %s -DCALL=one -DWITH_MAIN %host_offload %t.one.so -o %t.own1
// RUN: %run %t.own1 2>&1 | FileCheck %s --check-prefix=OWN --implicit-check-not=cleave:
// RUN: %clang %s -DCALL=two -DWITH_MAIN %host_offload %t.two.so -o %t.own2
// RUN: %run4 %t.own2 2>&1 | FileCheck %s --check-prefix=OWN --implicit-check-not=cleave:
// OWN: cleave: warning: libcleave was loaded after the OpenMP run time and has no effect; link the program itself
// OWN: 4 on device, devices: some
// OWN: library 4 on device
//
// The reverse: a library of plain clang in a program built with cleave.
// RUN: %cleave cc %s -DCALL=three -DWITH_MAIN -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -Wl,--as-needed %t.three.so -o %t.reverse
// RUN: %run %t.reverse 2>&1 | FileCheck %s --check-prefix=REVERSE --implicit-check-not=cleave:
// REVERSE: 4 on device, devices: some
// REVERSE: library 4 on device
//
// Plugins, loaded with RTLD_LOCAL in any order, by a program with and without OpenMP. The program with OpenMP closes
// none: libomptarget 19 reads the images of closed libraries at the next registration, and plain clang's program
// crashes as well when the freed pages are not mapped again.
// RUN: %clang %s -DPLUGINS -o %t.plugins
// RUN: %run %t.plugins %t.one.so %t.two.so %t.three.so 2>&1 | FileCheck %s --check-prefix=PLUGINS --implicit-check-not=cleave:
// RUN: %run %t.plugins %t.two.so %t.three.so %t.one.so 2>&1 | FileCheck %s --check-prefix=PLUGINS --implicit-check-not=cleave:
// RUN: %run4 %t.plugins %t.three.so %t.two.so %t.one.so 2>&1 | FileCheck %s --check-prefix=PLUGINS --implicit-check-not=cleave:
// RUN: %clang %s -DPLUGINS -DWITH_MAIN %host_offload -o %t.own_plugins
// RUN: %run %t.own_plugins %t.two.so %t.three.so %t.one.so 2>&1 | FileCheck %s --check-prefix=OWN_PLUGINS --implicit-check-not=cleave:
// OWN_PLUGINS: 4 on device, devices: some
// OWN_PLUGINS: cleave: warning: libcleave was loaded after
// OWN_PLUGINS-COUNT-3: plugin 4 on device
// PLUGINS-COUNT-3: plugin 4 on device
//
// No libomptarget anywhere: the regions run on the host, unless the user forbids that. The libcleave of this test looks
// for a name that no library has.
// RUN: rm -rf %t.missing && mkdir %t.missing
// RUN: sed 's/libomptarget[.]so[.]19[.]1/libomptarget.so.00.0/g' %built_libraries/libcleave.so > %t.missing/libcleave.so.1
// RUN: env LD_LIBRARY_PATH=%t.missing %t.needed 2>&1 | FileCheck %s --check-prefix=MISSING --implicit-check-not=cleave:
// MISSING: cleave: warning: target regions run on the host: libomptarget.so.00.0 is missing; install the OpenMP run time of clang 19.1
// MISSING: 0 on device, devices: none
// RUN: env CLEAVE_QUIET=1 LD_LIBRARY_PATH=%t.missing %t.needed 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=cleave:
// QUIET: 0 on device, devices: none
// RUN: not env OMP_TARGET_OFFLOAD=mandatory LD_LIBRARY_PATH=%t.missing %t.needed 2>&1 | FileCheck %s --check-prefix=MANDATORY
// MANDATORY: cleave: error: OMP_TARGET_OFFLOAD=mandatory
#include <stdio.h>
#include <stdlib.h>

#if defined WITH_MAIN || defined LIBRARY
#include <omp.h>

/* How many regions ran on a device and computed what they should. */
static int run_regions(void) {
  int good = 0;
  double a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  int host[3] = {1, 1, 1};
#pragma omp target data map(tofrom: a)
  {
#pragma omp target map(from: host[0:1])
    {
      host[0] = omp_is_initial_device();
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] *= 2;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 1;
    }
#pragma omp target teams distribute parallel for nowait depend(inout: a) map(from: host[1:1])
    for (int i = 0; i < 100; i++) {
      a[i] *= 3;
      if (!i)
        host[1] = omp_is_initial_device();
    }
#pragma omp target nowait depend(inout: a) map(from: host[2:1])
    {
      a[99] += 1;
      host[2] = omp_is_initial_device();
    }
#pragma omp taskwait
  }
  for (int i = 0; i < 3; i++)
    good += !host[i];
  for (int i = 0; i < 100; i++)
    if (a[i] != (2 * i + 1) * 3 + (i == 99)) {
      printf("a[%d] is %g\n", i, a[i]);
      exit(1);
    }
  return good + (good == 3);
}
#endif

#ifdef LIBRARY
int LIBRARY(void) {
  return run_regions();
}
#else

#ifdef PLUGINS
#include <dlfcn.h>
#endif
#ifdef CALL
int CALL(void);
#endif

int main(int count, char **arguments) {
  (void)count, (void)arguments;
  setvbuf(stdout, NULL, _IONBF, 0);
#ifdef WITH_MAIN
  int good = run_regions();
  printf("%d on device, devices: %s\n", good, omp_get_num_devices() ? "some" : "none");
#endif
#ifdef CALL
  printf("library %d on device\n", CALL());
#endif
#ifdef PLUGINS
  for (int i = 1; i < count; i++) {
    void *library = dlopen(arguments[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      printf("%s\n", dlerror());
      return 1;
    }
    static const char *const names[] = {"one", "two", "three"};
    int (*function)(void) = NULL;
    for (int n = 0; n < 3 && !function; n++)
      function = (int (*)(void))dlsym(library, names[n]);
    printf("plugin %d on device\n", function());
#ifndef WITH_MAIN
    if (i & 1)
      dlclose(library);
#endif
  }
#endif
  return 0;
}
#endif
