// What libcleave keeps for devices and images ends with them: libraries are loaded, used and unloaded, each alone, in turn, and one while
// the other one runs. The regions use everything that is kept: buffers of reductions and scans, copies that overlap, page locks.
// LABEL: slow
// RUN: %cleave_cc -O2 -Wall -Werror -DLIBRARY=one %link_sm90 -fPIC -shared %s -o %t.one.so
// RUN: %cleave_cc -O2 -Wall -Werror -DLIBRARY=two %link_sm90 -fPIC -shared %s -o %t.two.so
// RUN: %clang -O1 -Wall -Werror -pthread %s -o %t
// RUN: %gpu %t %t.one.so %t.two.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_PIN=always %gpu %t %t.one.so %t.two.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_PIN=off CLEAVE_TRACE=%t.json %gpu %t %t.one.so %t.two.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=off %gpu %t %t.one.so %t.two.so | FileCheck %s
// RUN: env CLEAVE_MAP=always CLEAVE_GRAPHS=on %gpu %t %t.one.so %t.two.so | FileCheck %s
// RUN: env CLEAVE_SAFE=1 %gpu %t %t.one.so %t.two.so | FileCheck %s
//
// Each closing of the devices leaves no stream, context and page-locked memory of libcleave behind.
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_PIN=always CLEAVE_SIMULATOR_LOG=%t.log %gpu %t %t.one.so | FileCheck %s
// RUN: grep -c cuDevicePrimaryCtxRetain %t.log > %t.retained
// RUN: grep -c cuDevicePrimaryCtxRelease %t.log | diff %t.retained -
// RUN: grep -c "cuStreamCreate " %t.log > %t.made
// RUN: grep -c "cuStreamDestroy " %t.log | diff %t.made -
// RUN: grep -c "cuMemHostRegister " %t.log > %t.locked
// RUN: grep -c "cuMemHostUnregister " %t.log | diff %t.locked -
//
// RUN: %cleave_cc -O2 -Wall -Werror -DLIBRARY=one %host_offload -fPIC -shared %s -o %t.host1.so
// RUN: %cleave_cc -O2 -Wall -Werror -DLIBRARY=two %host_offload -fPIC -shared %s -o %t.host2.so
// RUN: %run %t %t.host1.so %t.host2.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_MAP=always %run4 %t %t.host1.so %t.host2.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=off CLEAVE_MAP=always %run4 %t %t.host1.so %t.host2.so | FileCheck %s
//
// Devices of another kind come after the first ones have gone.
// RUN: env CLEAVE_TRANSFERS=always %gpu %t -apart %t.host1.so %t.two.so | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always %gpu %t -apart %t.one.so %t.host2.so | FileCheck %s
// CHECK: {{^}}0 wrong{{$}}
enum { N = 40000, ROWS = 300 };

#ifdef LIBRARY
#pragma omp begin declare target
int calls;
#pragma omp end declare target

__attribute__((visibility("default"))) long LIBRARY(int n, double *x, double *y, const int *off, long *prefix) {
  long sum = 0, running = 0;
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n]) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    x[i] += 1;
    sum += (long)x[i];
  }
#pragma omp target map(tofrom : x[0 : n], y[0 : n], running, sum) map(from : prefix[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += x[i];
    for (int i = 0; i < n; i++) {
      running += (long)x[i];
      prefix[i] = running;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += (long)y[i];
  }
#pragma omp target teams distribute parallel for map(to : off[0 : ROWS + 1], x[0 : n]) map(tofrom : y[0 : ROWS])
  for (int i = 0; i < ROWS; i++) {
    double s = 0;
    for (int k = off[i]; k < off[i + 1]; k++)
      s += x[k];
    y[i] += s;
  }
  int counted = 0;
#pragma omp target map(from : counted)
  counted = ++calls;
  return sum + counted;
}
#else
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 3, MOST = 2 };
typedef long function(int, double *, double *, const int *, long *);

struct library {
  const char *path;
  void *handle;
  int calls, wrong;
};

static void load(struct library *it) {
  it->handle = dlopen(it->path, RTLD_NOW | RTLD_LOCAL);
  it->calls = 0; /* the variable of a device is new */
  if (!it->handle) {
    puts(dlerror());
    exit(1);
  }
}

static void unload(struct library *it) {
  dlclose(it->handle);
  if (dlopen(it->path, RTLD_NOW | RTLD_NOLOAD)) {
    puts("it is still there");
    exit(1);
  }
}

static void use(struct library *it) {
  function *call = (function *)dlsym(it->handle, "one");
  if (!call)
    call = (function *)dlsym(it->handle, "two");
  int off[ROWS + 1] = {0};
  for (int i = 0; i < ROWS; i++)
    off[i + 1] = off[i] + (i == 5 ? 4000 : i % 60);
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  long *prefix = malloc(N * sizeof *prefix), sum = 0, running = 0;
  for (int i = 0; i < N; i++)
    x[i] = i % 9, y[i] = i % 4;
  const long got = call(N, x, y, off, prefix);
  for (int i = 0; i < N; i++) {
    const long expected = i % 9 + 1;
    sum += 2 * expected + i % 4;
    running += expected;
    it->wrong += x[i] != (double)expected || prefix[i] != running || (i >= ROWS && y[i] != (double)(expected + i % 4));
  }
  for (int i = 0; i < ROWS; i++) {
    double s = x[i] + i % 4;
    for (int k = off[i]; k < off[i + 1]; k++)
      s += x[k];
    it->wrong += y[i] != s;
  }
  it->wrong += got != sum + ++it->calls;
  free(x);
  free(y);
  free(prefix);
}

static void *use_often(void *it) {
  for (int i = 0; i < TIMES; i++)
    use(it);
  return NULL;
}

int main(int count, char **arguments) {
  struct library libraries[MOST] = {{0}};
  int used = 0, apart = 0;
  for (int i = 1; i < count && used < MOST; i++)
    if (!strcmp(arguments[i], "-apart"))
      apart = 1;
    else
      libraries[used++].path = arguments[i];
  for (int k = 0; k < TIMES; k++) /* in turn */
    for (int i = 0; i < used; i++) {
      load(&libraries[i]);
      use(&libraries[i]);
      use(&libraries[i]);
      unload(&libraries[i]);
    }
  for (int k = 0; k < TIMES && used == MOST && !apart; k++) { /* one is unloaded while the other one runs */
    pthread_t thread;
    struct library *stays = &libraries[k % 2], *goes = &libraries[1 - k % 2];
    load(stays);
    load(goes);
    use(stays); /* libomptarget loads images of its first region; two threads must not do that at a time */
    use(goes);
    pthread_create(&thread, NULL, use_often, stays);
    unload(goes);
    pthread_join(thread, NULL);
    use(stays);
    unload(stays);
  }
  int wrong = 0;
  for (int i = 0; i < used; i++)
    wrong += libraries[i].wrong;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
#endif
