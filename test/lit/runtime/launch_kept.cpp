// geometry(off) where the text of a region stands for several kernels, or cannot be changed: templates, members,
// lambdas, directives out of macros. A loop's word holds for the kernel of a region that stays as it is.
// RUN: %cleave c++ %s -O2 -fopenmp --offload-arch=sm_90 -o %t -Rpass-analysis=cleave 2>&1 | FileCheck %s --check-prefix=STAYS
// STAYS: [[#@LINE+40]]:1: remark: CLV008: nothing to split: it contains one parallel loop
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t
// RUN: grep cuLaunchKernel %t.log | grep -c "kept_.* grid=3200,1,1 block=128,1,1" | FileCheck %s --check-prefix=KEPT
// RUN: grep cuLaunchKernel %t.log | grep -c "chosen_.* grid=2112,1,1 block=128,1,1" | FileCheck %s --check-prefix=CHOSEN
// KEPT: {{^}}6{{$}}
// CHOSEN: {{^}}1{{$}}
template <typename T> static void kept_template(int n, T *a) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

template <typename T> static void kept_loop(int n, T *a) {
#pragma omp target map(tofrom : a[0 : 1])
  {
#pragma cleave geometry(off)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

struct Array {
  float *values;

  void kept_member(int n) {
    float *a = values;
#pragma omp target teams map(tofrom : a[0 : 1])
    {
#pragma cleave geometry(off)
#pragma omp distribute parallel for
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
  }
};

static void kept_in_lambda(int n, float *a) {
  auto add_one = [&] {
#pragma omp target teams map(tofrom : a[0 : 1])
    {
#pragma cleave geometry(off)
#pragma omp distribute parallel for
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
  };
  add_one();
}

static void chosen_in_lambda(int n, float *a) {
  auto add_one = [&] {
#pragma omp target teams map(tofrom : a[0 : 1])
    {
#pragma omp distribute parallel for
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
  };
  add_one();
}

#define PRAGMA(words) _Pragma(#words)

static void kept_macro(int n, float *a) {
#pragma omp target teams map(tofrom : a[0 : 1])
  {
    PRAGMA(cleave geometry(off))
    PRAGMA(omp distribute parallel for)
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

int main() {
  const int n = 100000000;
  float a[1] = {0};
  double b[1] = {0};
  kept_template(n, a);
  kept_template(n, b);
  kept_loop(n, b);
  Array{a}.kept_member(n);
  kept_in_lambda(n, a);
  chosen_in_lambda(n, a);
  kept_macro(n, a);
}
