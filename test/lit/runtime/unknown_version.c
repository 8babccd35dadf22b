// An OpenMP run time whose version libcleave does not know: libcleave says so once, passes all calls on unchanged, and does
// nothing else. The library is this file.
//
// RUN: rm -rf %t.folder && mkdir %t.folder
// RUN: %clang -DLIBRARY -shared -fPIC %s -Wl,-soname,libomptarget.so.99.1 -o %t.folder/libomptarget.so.99.1
// RUN: ln -s libomptarget.so.99.1 %t.folder/libomptarget.so
// RUN: %cleave_cc -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L%t.folder %s -Wl,-rpath,%t.folder -o %t
// RUN: env CLEAVE_TRACE=%t.folder/trace.json %t 2>&1 | FileCheck %s --implicit-check-not=cleave:
// RUN: not ls %t.folder/trace.json
// RUN: env CLEAVE_QUIET=1 %t 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=cleave:
// CHECK: cleave: warning: libcleave has no effect: it supports libomptarget.so.19.1 and 22.1, but the program uses libomptarget.so.99.1; build cleave
// CHECK-NEXT: registered 1
// CHECK-NEXT: begin 1
// CHECK-NEXT: kernel 3
// CHECK-NEXT: kernel 3
// CHECK-NEXT: end 1
// CHECK-NEXT: 55
// CHECK-NEXT: unregistered 1
// QUIET: registered 1
// QUIET: unregistered 1
#include <stdio.h>

#ifdef LIBRARY
struct descriptor {
  int count;
};
struct launch {
  unsigned version, count;
};
void __tgt_register_lib(struct descriptor *it) { fprintf(stderr, "registered %d\n", it->count); }
void __tgt_unregister_lib(struct descriptor *it) { fprintf(stderr, "unregistered %d\n", it->count); }
int __tgt_target_kernel(void *location, long device, int teams, int threads, void *host, struct launch *it) {
  (void)location, (void)device, (void)teams, (void)threads, (void)host;
  fprintf(stderr, "kernel %u\n", it->version);
  return 1; /* the region runs on the host */
}
void __tgt_target_data_begin_mapper(void *location, long device, int count) {
  (void)location, (void)device;
  fprintf(stderr, "begin %d\n", count ? 1 : 0);
}
void __tgt_target_data_end_mapper(void *location, long device, int count) {
  (void)location, (void)device;
  fprintf(stderr, "end %d\n", count ? 1 : 0);
}
void __tgt_target_data_update_mapper(void) {}
int omp_get_num_devices(void) { return 0; }
void *omp_get_mapped_ptr(const void *pointer, int device) { return (void)pointer, (void)device, NULL; }
#else
int main(void) {
  int a[11], sum = 0;
#pragma omp target data map(tofrom : a)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 11; i++)
      a[i] = i;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < 11; i++)
      sum += a[i];
  }
  fprintf(stderr, "%d\n", sum);
  return 0;
}
#endif
