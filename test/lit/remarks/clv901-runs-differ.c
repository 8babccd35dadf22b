// CLV901: a function or a macro is another one on the device, or the device has other options. Host and device leave the region unchanged, in
// each way to run the compilations.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cleave_cc %host_offload -O2 %s -o program %remarks -Xopenmp-target=x86_64-pc-linux-gnu -DON_DEVICE 2>&1 | FileCheck %s
// RUN: %run ./program | FileCheck %s --check-prefix=RESULT
// RUN: %run4 ./program | FileCheck %s --check-prefix=RESULT
// RUN: %cleave_cc %host_offload -O2 %s -o program %remarks -save-temps -Xopenmp-target=x86_64-pc-linux-gnu -DON_DEVICE 2>&1 | FileCheck %s
// RUN: %run ./program | FileCheck %s --check-prefix=RESULT
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm %s -o host.ll --offload-host-only %remarks -Xopenmp-target=x86_64-pc-linux-gnu -DON_DEVICE 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm %s -o device.ll --offload-device-only -Xopenmp-target=x86_64-pc-linux-gnu -DON_DEVICE
// RUN: grep -o '__omp_offloading_[a-z0-9_]*_l[0-9_]*\.region_id' host.ll | sed 's/\.region_id//' | sort -u > host.kernels
// RUN: grep '^define' device.ll | grep -o '__omp_offloading_[a-z0-9_]*_l[0-9_]*(' | tr -d '(' | sort -u > device.kernels
// RUN: diff host.kernels device.kernels && test -s host.kernels
// RUN: echo '-Xopenmp-target=x86_64-pc-linux-gnu -DON_DEVICE' > options && %cleave_cc %host_offload -O2 @options -c %s -o file.o %remarks 2>&1 | FileCheck %s

// A predefined macro of the device; two devices; C++.
// RUN: %cleave_cc %sm90 -O2 -c %s -o file.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cxx %sm90 -O2 -x c++ -c %s -o file.o %remarks 2>&1 | FileCheck %s

// Without a difference.
// RUN: %cleave_cc %host_offload -O2 -c %s -o file.o %remarks 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-NOT: CLV901
// SAME-COUNT-3: CLV001: target region split

// Options of cleave.
// RUN: %cleave_cc %host_offload -O2 %s -o program %remarks -Xopenmp-target=x86_64-pc-linux-gnu -fplugin-arg-cleave-split=off 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: %run ./program | FileCheck %s --check-prefix=RESULT
// OPTIONS-COUNT-3: CLV901
// OPTIONS-NOT: CLV001

// A device compilation whose command is not known fails, because its image would lack kernels.
// RUN: %cleave_cc %host_offload -O2 -c -emit-llvm --offload-host-only %s -o host.bc
// RUN: not %clang -cc1 -triple x86_64-pc-linux-gnu -aux-triple x86_64-pc-linux-gnu -fopenmp -fopenmp-is-target-device -fopenmp-host-ir-file-path host.bc -load %plugin -plugin-arg-cleave split=off -emit-llvm -o device.ll %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: CLV901: host and device compilations transform the target region differently at line

#ifdef __cplusplus
extern "C" {
#endif
int omp_get_thread_num(void);
int printf(const char *, ...);
#ifdef __cplusplus
}
#endif

#if defined ON_DEVICE || defined __NVPTX__
static int key(int i) { return i + 0 * omp_get_thread_num(); }
#define FACTOR 2 + 0 * omp_get_thread_num()
#else
static int key(int i) { return i; }
#define FACTOR 2
#endif

static void by_function(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV901: target region not transformed: host and device compilations would transform it differently; use the same options and source for both [-Rpass-missed=cleave]
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += key(i);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 3;
  }
}

static void by_macro(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV901: target region not transformed
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += FACTOR;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 3;
  }
}

static void same(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: target region split into 2 kernels
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 3;
  }
}

int main(void) {
  int a[100] = {0}, sum = 0;
  by_function(a, 100);
  same(a, 100);
  by_macro(a, 100);
  for (int i = 0; i < 100; i++)
    sum += a[i];
  // RESULT: 178800
  printf("%d\n", sum);
}
