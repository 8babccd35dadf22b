// LABEL: slow
// A program for GPUs of NVIDIA and of AMD, and for the host: `cleave inspect` lists the kernels of each image. Numbers of AMD's are those of
// the metadata.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cleave_cc -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu,nvptx64-nvidia-cuda,amdgcn-amd-amdhsa \
// RUN:   -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_90 -Xopenmp-target=amdgcn-amd-amdhsa -march=gfx90a -L%llvm_libraries -Wl,-rpath,%llvm_libraries %s -lm -o three
// RUN: %cleave inspect three | FileCheck %s
// CHECK: three: 3 device images, linked with libcleave
// CHECK-DAG: image {{[123]}}: x86_64-pc-linux-gnu
// CHECK-DAG: image {{[123]}}: nvptx64-nvidia-cuda sm_90, cubin
// CHECK-DAG: image {{[123]}}: amdgcn-amd-amdhsa gfx90a, AMD code object
//
// RUN: %cleave_cc -O2 -fopenmp --offload-arch=sm_90,gfx90a,gfx942 -L%llvm_libraries -Wl,-rpath,%llvm_libraries %s -lm -o program
// RUN: %cleave inspect program >program.txt
// RUN: FileCheck %s --check-prefix=GFX90A <program.txt
// GFX90A: image {{[123]}}: amdgcn-amd-amdhsa gfx90a, AMD code object
// GFX90A-NEXT: whether this machine takes it is not known: cleave does not query the AMD devices of a machine
// GFX90A-NEXT: line mode registers of these scalar spills shared frame arguments threads function
// GFX90A-NEXT: {{[0-9]+ SPMD [1-9][0-9]* 0 [1-9][0-9]* 0 0 0 [1-9][0-9]* 1024 rows$}}
// RUN: FileCheck %s --check-prefix=GFX942 <program.txt
// GFX942: image {{[123]}}: amdgcn-amd-amdhsa gfx942, AMD code object
// GFX942: SPMD {{.*}} 1024 rows
// RUN: FileCheck %s --check-prefix=SM90 <program.txt
// SM90: image {{[123]}}: nvptx64-nvidia-cuda sm_90, cubin
// SM90: SPMD {{.*}} rows
//
// The metadata says the same.
// RUN: %cleave inspect --json program >program.json
// RUN: bash %S/Inputs/metadata.sh program program.json 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: {{[1-9][0-9]*}} numbers of {{[1-9][0-9]*}} kernels, 0 differences
//
// Grids of a device, and of the image's own architecture.
// RUN: %cleave inspect --device=mi300x --trip-count=100000000 program | FileCheck %s --check-prefix=MI300X
// MI300X: grid for 100000000 iterations on AMD Instinct MI300X: {{[1-9][0-9]*}} teams of {{[1-9][0-9]*}} threads
// RUN: %cleave inspect --trip-count=100000000 program | FileCheck %s --check-prefix=OWN
// OWN-DAG: grid for 100000000 iterations on gfx90a:
// OWN-DAG: grid for 100000000 iterations on gfx942:
// OWN-DAG: grid for 100000000 iterations on sm_90:
// RUN: not %cleave inspect --device=gfx908 --trip-count=1 program 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: nothing is known of devices of architecture gfx908: name another one, such as --device=gfx90a, or the file of a profile
//
// On a machine with an NVIDIA GPU, it runs there as a program for it alone does, with libcleave's grids.
// RUN: %cleave_cc -O2 -fopenmp --offload-arch=sm_90 -L%llvm_libraries -Wl,-rpath,%llvm_libraries %s -lm -o nvidia
// RUN: env CLEAVE_VERBOSE=1 %gpu ./nvidia >nvidia.txt 2>&1
// RUN: env CLEAVE_VERBOSE=1 %gpu ./program >both.txt 2>&1
// RUN: FileCheck %s --check-prefix=SUM <both.txt
// RUN: grep 'launch of\|sum' nvidia.txt | sed 's/^[^:]*: //' >expected.txt
// RUN: grep 'launch of\|sum' both.txt | sed 's/^[^:]*: //' | diff expected.txt -
// SUM: sum 2000000.0
#include <math.h>
#include <stdio.h>

static void rows(int n, double *y, const double *a) {
#pragma omp target map(tofrom : y[0 : n]) map(to : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = sqrt(a[i]) + 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += 3 * a[i];
  }
}

enum { N = 400000 };
static double y[N], a[N];

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = 1;
  rows(N, y, a);
  for (int i = 0; i < N; i++)
    sum += y[i];
  printf("sum %.1f\n", sum);
  return 0;
}
