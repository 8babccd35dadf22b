// Libraries with regions that come and go: arrays that stay mapped while the library is there, twenty times the same library, two libraries
// in turn, an unloading in another thread, and two copies of one file at a time.
// RUN: %clang -O1 -Wall -Werror -pthread %s -o %t
// RUN: %clang -O1 -DLIBRARY=2 %host_offload -fPIC -shared %s -o %t.plain2.so
// RUN: %clang -O1 -DLIBRARY=3 %host_offload -fPIC -shared %s -o %t.plain3.so
// RUN: %cleave_cc -O1 -Wall -Werror -DLIBRARY=2 %host_offload -fPIC -shared %s -o %t.host2.so
// RUN: %cleave_cc -O1 -Wall -Werror -DLIBRARY=3 %host_offload -fPIC -shared %s -o %t.host3.so
// RUN: cp %t.plain2.so %t.plain2copy.so
// RUN: cp %t.host2.so %t.host2copy.so
// RUN: %run %t %t.plain2.so %t.plain3.so %t.plain2copy.so > %t.expected
// RUN: FileCheck %s < %t.expected
// CHECK: mapped 18000 20000 22000
// CHECK-NEXT: often 320000
// CHECK-NEXT: in turn 16000 24000 16000 24000
// CHECK-NEXT: thread 16000 16000
// CHECK-NEXT: copies 16000 1 16000 1 16000 2
// CHECK-NOT: {{.}}
// RUN: %run %t %t.host2.so %t.host3.so %t.host2copy.so 2>&1 | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_MAP=always CLEAVE_PIN=always %run4 %t %t.host2.so %t.host3.so %t.host2copy.so | diff %t.expected -
// RUN: %cleave_cc -O1 -DLIBRARY=2 %link_sm90 -fPIC -shared %s -o %t.gpu2.so
// RUN: %cleave_cc -O1 -DLIBRARY=3 %link_sm90 -fPIC -shared %s -o %t.gpu3.so
// RUN: cp %t.gpu2.so %t.gpu2copy.so
// RUN: %gpu %t %t.gpu2.so %t.gpu3.so %t.gpu2copy.so 2>&1 | diff %t.expected -
enum { N = 4000 };

#ifdef LIBRARY
static int kept[N];
#pragma omp begin declare target
int calls;
#pragma omp end declare target

int sum(int *a) {
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N], s) reduction(+ : s)
  for (int i = 0; i < N; i++) {
    a[i] = i % 5;
    s += LIBRARY * a[i];
  }
  return s;
}

int count(void) {
  int result = 0;
#pragma omp target map(from : result)
  result = ++calls;
  return result;
}

void enter(void) {
  for (int i = 0; i < N; i++)
    kept[i] = i % 5 + 2;
#pragma omp target enter data map(to : kept)
}

int use(void) {
  int s = 0;
#pragma omp target map(tofrom : s)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      kept[i] += i % 2;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
      s += kept[i];
  }
  return s;
}

void leave(void) {
#pragma omp target exit data map(from : kept)
}
#else
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int a[N];

static void *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    puts(dlerror());
    exit(1);
  }
  return library;
}

static int call(void *library, const char *name) {
  return ((int (*)(int *))dlsym(library, name))(a);
}

static void *unload(void *library) {
  dlclose(library);
  return NULL;
}

static int load_and_sum(const char *path) {
  void *library = load(path);
  const int result = call(library, "sum");
  unload(library);
  return result;
}

int main(int argument_count, char **paths) {
  const char *two = paths[1], *three = paths[2], *copy = paths[3];
  printf("mapped");
  for (int k = 0; k < 3; k++) {
    void *library = load(two);
    call(library, "enter");
    int used = 0;
    for (int i = 0; i <= k; i++)
      used = call(library, "use");
    call(library, "leave");
    unload(library);
    printf(" %d", used);
  }
  int sum = 0;
  for (int k = 0; k < 20; k++)
    sum += load_and_sum(two);
  printf("\noften %d\nin turn", sum);
  for (int k = 0; k < 4; k++)
    printf(" %d", load_and_sum(k % 2 ? three : two));
  printf("\nthread");
  for (int k = 0; k < 2; k++) {
    pthread_t thread;
    void *library = load(two);
    printf(" %d", call(library, "sum"));
    pthread_create(&thread, NULL, unload, library);
    pthread_join(thread, NULL);
  }
  void *first = load(two), *second = load(copy);
  printf("\ncopies %d %d", call(first, "sum"), call(first, "count"));
  printf(" %d %d", call(second, "sum"), call(second, "count"));
  unload(first);
  printf(" %d %d\n", call(second, "sum"), call(second, "count"));
  unload(second);
  return argument_count != 4;
}
#endif
