// NVTX ranges: a profiler's library that NVTX_INJECTION64_PATH names gets one range for each construct, kernel and transfer, in
// the domain "cleave", with the file and line. The library of this test prints what it gets.
// RUN: %clang %s -DPROFILER -shared -fPIC -O2 -o %t.so
// RUN: %cleave cc %s -O2 -gline-directives-only -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -o %t
// RUN: env NVTX_INJECTION64_PATH=%t.so %run4 %t 2>&1 | FileCheck %s
// CHECK:      NVTX: tables 16 16, version 3
// CHECK-NEXT: NVTX: domain cleave
// CHECK-NEXT: NVTX: category 1 construct
// CHECK-NEXT: NVTX: category 2 kernel
// CHECK-NEXT: NVTX: category 3 transfer
// CHECK-NEXT: NVTX: 1 target data begin nvtx.c:[[#@LINE + 109]]
// CHECK-NEXT: NVTX:   3 to device a[0:n] 4000 bytes nvtx.c:[[#@LINE + 108]], payload 4000
// CHECK-NEXT: NVTX: 1 target nvtx.c:[[#@LINE + 109]]
// CHECK-NEXT: NVTX:   2 kernel scale nvtx.c:[[#@LINE + 108]]
// CHECK:      NVTX: 1 target data end nvtx.c:[[#@LINE + 105]]
// CHECK-NEXT: NVTX:   3 from device a[0:n] 4000 bytes nvtx.c:[[#@LINE + 104]], payload 4000
// CHECK:      sum 3997
// CHECK-NEXT: NVTX: open ranges 0
//
// On a GPU, with the transfer engine: all ranges end, in the same thread.
// RUN: %cleave cc %s -O2 -gline-directives-only -fopenmp --offload-arch=sm_90 -o %t.gpu
// RUN: env NVTX_INJECTION64_PATH=%t.so CLEAVE_TRANSFERS=always %gpu %t.gpu 2>&1 | FileCheck %s --check-prefix=GPU
// GPU: kernel scale nvtx.c:
// GPU: sum 3997
// GPU: open ranges 0
//
// Together with a trace, which is the same as without ranges, but for times.
// RUN: env NVTX_INJECTION64_PATH=%t.so CLEAVE_TRACE=%t.json %run4 %t 2>&1 | FileCheck %s --check-prefix=RANGES
// RANGES: kernel scale nvtx.c:
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=TRACE
// TRACE: construct 4
// TRACE: kernel 2
//
// Without a profiler, with CLEAVE_NVTX=off, with a profiler that declines, and with a wrong path.
// RUN: %run4 %t 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=NVTX
// RUN: env NVTX_INJECTION64_PATH=%t.so CLEAVE_NVTX=off %run4 %t 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=NVTX
// RUN: env NVTX_INJECTION64_PATH=%t.so DECLINE=1 %run4 %t 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=domain
// RUN: env NVTX_INJECTION64_PATH=%t.missing %run4 %t 2>&1 | FileCheck %s --check-prefix=MISSING
// NONE: sum 3997
// MISSING: cleave: warning: no NVTX ranges: '{{.*}}.missing' (from NVTX_INJECTION64_PATH) is not a profiler's library; correct the path, or set CLEAVE_NVTX=off
// MISSING-NOT: cleave
// MISSING: sum 3997
#include <stdio.h>
#ifdef PROFILER
#include <stdint.h>
#include <stdlib.h>

typedef void function(void);
struct callbacks {
  size_t size;
  int (*functions)(int module, function ****functions, unsigned *count);
};
struct version {
  size_t size;
  uint32_t version;
};
struct event {
  uint16_t version, size;
  uint32_t category;
  int32_t color_type;
  uint32_t color;
  int32_t payload_type, reserved;
  uint64_t payload;
  int32_t message_type;
  const char *message;
};

static int domain;
static _Atomic int open_ranges;
static _Thread_local int depth;

static void *create(const char *name) {
  fprintf(stderr, "NVTX: domain %s\n", name);
  return &domain;
}
static void name_category(void *where, uint32_t number, const char *name) {
  fprintf(stderr, "NVTX: category %u %s\n", number, name);
}
static int push(void *where, const struct event *event) {
  if (where != &domain || event->version != 3 || event->size != sizeof *event || event->message_type != 1)
    abort();
  fprintf(stderr, "NVTX: %*s%u %s", 2 * depth, "", event->category, event->message);
  if (event->payload_type == 1)
    fprintf(stderr, ", payload %lu", event->payload);
  fputc('\n', stderr);
  open_ranges++;
  return depth++;
}
static int pop(void *where) {
  if (where != &domain || !depth)
    abort();
  open_ranges--;
  return --depth;
}

int InitializeInjectionNvtx2(const void *(*export_table)(uint32_t)) {
  const struct callbacks *callbacks = export_table(1);
  const struct version *version = export_table(3);
  function ***core, ***domains;
  unsigned core_count, count;
  if (getenv("DECLINE"))
    return 0;
  if (!callbacks->functions(1, &core, &core_count) || !callbacks->functions(5, &domains, &count) ||
      callbacks->functions(99, &core, &count))
    abort();
  callbacks->functions(5, &domains, &count);
  fprintf(stderr, "NVTX: tables %u %u, version %u\n", core_count, count, version->version);
  *domains[4] = (function *)push;
  *domains[5] = (function *)pop;
  *domains[8] = (function *)name_category;
  *domains[12] = (function *)create;
  return 1;
}

__attribute__((destructor)) static void report(void) {
  fprintf(stderr, "NVTX: open ranges %d\n", open_ranges);
}
#else
static void scale(float *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

int main(void) {
  static float a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  scale(a, 1000);
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("sum %g\n", a[999] + a[999] - a[0]);
  return 0;
}
#endif
