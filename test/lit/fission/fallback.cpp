// Regions of C++ are there as they are written, too: members, overloads, branches without braces; the same results both ways, and with
// the run time asked for each region.
// RUN: %clangxx -O2 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O2 -Wall -Wextra -Werror %host_offload %s -o %t.both
// RUN: %cleave_cxx -O2 -S -emit-llvm --offload-host-only %host_offload %s -o - | FileCheck %s --check-prefix=IR
// RUN: %run %t.plain > %t.expected
// RUN: env CLEAVE_SPLIT=always %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t.both | diff %t.expected -
// RUN: env -u CLEAVE_SPLIT %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | FileCheck %s --check-prefix=NEVER
// Host and device decide alike where both see preprocessed text, and with debug information.
// RUN: %cleave_cxx -O2 -g -save-temps=obj %host_offload %s -o %t.temps
// RUN: env CLEAVE_SPLIT=never %run4 %t.temps | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t.temps | diff %t.expected -
// IR-COUNT-3: call i32 (i32, i32, double, i32, ...) @cleave_split_pays(
// IR-NOT: call i32 (i32, i32, double, i32, ...) @cleave_split_pays(
#include <cstdio>

namespace {
struct Field {
  double *values;
  int count;
  void smooth(double weight);
};

void Field::smooth(double weight) {
  const int n = count;
  double *v = values;
#pragma omp target map(tofrom : v[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      v[i] *= weight;
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int k = 0; k < 3; ++k)
        sum += v[i] * k;
      v[i] = sum;
    }
  }
}

void add(int n, const double *from, double *to) {
  if (n > 0)
#pragma omp target map(to : from[0 : n]) map(tofrom : to[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      to[i] += from[i];
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      to[i] *= 2;
  }
  else
    std::puts("nothing");
}

// The bounds of the map change in the first, so that they are held in a constant.
void add(int n, int m, int *to) {
  { {
#pragma omp target map(tofrom : to[0 : m])
  {
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      to[i] += i;
    m = 0;
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      to[i] += 2 * i + m;
  } } }
}
} // namespace

// NEVER: smooth{{.*}} with
// NEVER-NOT: smooth
// NEVER: add{{.*}} with
// NEVER: add{{.*}} with
// NEVER-NOT: with
int main() {
  double values[40], from[40];
  int numbers[40];
  for (int i = 0; i < 40; ++i)
    values[i] = i, from[i] = 40 - i, numbers[i] = i;
  Field{values, 40}.smooth(0.5);
  add(40, from, values);
  add(0, from, values);
  add(40, 40, numbers);
  for (int i = 0; i < 40; ++i)
    std::printf("%g %d\n", values[i], numbers[i]);
  return 0;
}
