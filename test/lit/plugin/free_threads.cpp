// Kernels of the whole device are compiled for any number of threads, in every kind of
// function, unless the user says how many or switches it off. The program does what it did.
// RUN: %cleave_cxx -fplugin-arg-cleave-fuse=off -fplugin-arg-cleave-single-kernel-fallback=off %sm90 -O2 -Wall -Wextra -Werror -S %s -o %t.s
// RUN: FileCheck %s --check-prefix=FREE < %t.s
// RUN: %cleave_cxx -fplugin-arg-cleave-fuse=off -fplugin-arg-cleave-single-kernel-fallback=off %sm90 -fplugin-arg-cleave-geometry=off -O2 -S %s -o %t.off.s
// RUN: FileCheck %s --check-prefix=OFF < %t.off.s
// FREE-COUNT-2: .maxntid
// FREE-NOT: .maxntid
// OFF-COUNT-6: .maxntid
// OFF-NOT: .maxntid
//
// Readers do not see it.
// RUN: %cleave rewrite %s -- -fopenmp | FileCheck %s --check-prefix=TEXT
// TEXT: #pragma omp target teams distribute parallel for
// TEXT-NOT: {{thread_limit[(]!}}
//
// RUN: %cleave_cxx %host_offload -O1 %s -o %t
// RUN: %run %t
// RUN: %run4 %t
// RUN: env OMP_TARGET_OFFLOAD=disabled %t
template <class T> static void in_template(T *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

struct object {
  double *a;
  int n;
  void in_member(double *b) {
    double *a = this->a;
    int n = this->n;
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        b[i] += a[i];
    }
  }
};

// The first two loops keep theirs, the region of one loop does not.
static void limited(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for num_threads(64)
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma cleave widen(off)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

int main() {
  double a[100] = {0}, b[100] = {0};
  in_template(a, 100);
  object it{a, 100};
  it.in_member(b);
  limited(a, 100);
  for (int i = 0; i < 100; i++)
    if (a[i] != 5 || b[i] != 2)
      return 1;
  return 0;
}
