// Several shared objects that carry images: the program, two libraries it is linked with, and a library
// that is loaded, unloaded and loaded again; every region of each is launched.
// RUN: %cleave cc %s -DFUNCTION=one -O2 -fopenmp --offload-arch=sm_90 -fPIC -shared -o %t.one.so
// RUN: %cleave cc %s -DFUNCTION=two -O2 -fopenmp --offload-arch=sm_75,sm_90 -fPIC -shared -o %t.two.so
// RUN: %cleave cc %s -DFUNCTION=late -O2 -fopenmp --offload-arch=sm_90 -fPIC -shared -o %t.late.so
// RUN: %cleave cc %s -O2 -fopenmp --offload-arch=sm_90 %t.one.so %t.two.so -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t %t.late.so 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// CHECK: program 0
// CHECK-NEXT: one 0
// CHECK-NEXT: two 0
// CHECK-NEXT: late 0
// CHECK-NEXT: late 0
// CHECK-NEXT: late 0
// CHECK-NEXT: program 0
// LOG-COUNT-7: cuLaunchKernel {{.*}}double_all
// LOG-NOT: cuLaunchKernel
//
// With a GPU for which one of two images fits.
// RUN: %cleave cc %s -DSINGLE -O2 -fopenmp --offload-arch=sm_75,sm_90 -o %t.both
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t.both | FileCheck %s --check-prefix=BOTH
// BOTH: program 0
//
// A program without OpenMP that loads libraries with images, from several threads at a time.
// RUN: %clang %s -DTHREADS -pthread -o %t.threads
// RUN: env CLEAVE_SIMULATOR_LOG=%t.threads.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t.threads %t.one.so %t.two.so %t.late.so 2>&1 \
// RUN:   | FileCheck %s --check-prefix=THREADS --implicit-check-not=warning
// RUN: FileCheck %s --check-prefix=THREADLOG < %t.threads.log
// THREADS: 3 libraries
// THREADLOG-COUNT-3: cuLaunchKernel {{.*}}double_all
// THREADLOG-NOT: cuLaunchKernel
//
// A program that brings the OpenMP run time along, but not libcleave: the library's image goes past it,
// and that is said.
// RUN: %clang %s -DLOADER -O2 %host_offload -o %t.loader
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %launches %t.loader %t.late.so 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: cleave: warning: libcleave was loaded after the OpenMP run time and has no effect; link the program itself with cleave cc or -lcleave, or start it with LD_PRELOAD=libcleave.so
#include <dlfcn.h>
#include <stdlib.h>

#ifndef THREADS
#include "Inputs/region.h"
#else
#include <pthread.h>
#include <stdio.h>
#endif

static inline void *open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return library;
}

#if defined FUNCTION
int FUNCTION(void) {
  double values[100] = {1};
  return double_all(100, values);
}

#elif defined THREADS
static void *run(void *path) {
  void *library = open_library(path);
  int (*function)(void) = NULL;
  const char *names[] = {"one", "two", "late"};
  for (int i = 0; i < 3 && !function; i++)
    function = (int (*)(void))dlsym(library, names[i]);
  return function && function() == -1 ? library : NULL;
}

int main(int count, char **paths) {
  pthread_t threads[3];
  int good = 0;
  for (int i = 0; i + 1 < count; i++)
    pthread_create(&threads[i], NULL, run, paths[i + 1]);
  for (int i = 0; i + 1 < count; i++) {
    void *result;
    pthread_join(threads[i], &result);
    good += result != NULL;
  }
  printf("%d libraries\n", good);
  return 0;
}

#elif defined LOADER
int main(int count, char **arguments) {
  double values[100] = {1};
  double_all(100, values);
  open_library(arguments[count - 1]);
  return 0;
}

#elif defined SINGLE
int main(void) {
  double values[100] = {1};
  printf("program %d\n", double_all(100, values) == 1);
  return 0;
}

#else
int one(void), two(void);

int main(int count, char **arguments) {
  double values[100] = {1};
  /* No kernel runs on the simulated device: a region that ran on the host would give 1. */
  printf("program %d\none %d\n", double_all(100, values) == 1, one() == 1);
  printf("two %d\n", two() == 1);
  for (int i = 0; i < 3; i++) {
    void *library = open_library(arguments[count - 1]);
    int (*late)(void) = (int (*)(void))dlsym(library, "late");
    printf("late %d\n", late() == 1);
    dlclose(library);
  }
  printf("program %d\n", double_all(100, values) == 1);
  return 0;
}
#endif
