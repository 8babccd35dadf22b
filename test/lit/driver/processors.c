// Processors never run tiles in shared memory, so `cleave cc` leaves them out if all targets are processors, unless the user asks for
// them. A list of targets that is not known to name processors alone keeps them.
// RUN: %cleave cc -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c %s 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: echo "-fopenmp -fopenmp-targets=aarch64-linux-gnu,ppc64le-linux-gnu" >%t.options
// RUN: %cleave cc --dry-run @%t.options -c %s 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %cleave cc --dry-run -fopenmp --offload-arch=sm_90 -c %s 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %cleave cc --dry-run -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu,nvptx64-nvidia-cuda -c %s 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %cleave cc --dry-run -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda,x86_64-pc-linux-gnu -c %s 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %cleave cc --dry-run -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu --offload-arch=sm_90 -c %s 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %cleave cc --dry-run -fopenmp -fopenmp-targets= -c %s 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %cleave cc --dry-run -fopenmp -c %s 2>&1 | FileCheck %s --check-prefix=ON
// OFF: shared-tiles=off
// ON-NOT: shared-tiles
//
// The user's own word comes later. The remark says what each form has.
// RUN: %cleave_cc %host_offload -O1 -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: %cleave_cc %host_offload -fplugin-arg-cleave-shared-tiles=on -O1 -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=WITH
// WITHOUT-NOT: shared memory
// WITH: shared memory
void product(int n, const double *a, const double *b, double *c) {
#pragma omp target teams distribute parallel for map(to : a[ : n * n], b[ : n * n]) map(from : c[ : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
