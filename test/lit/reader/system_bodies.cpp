// FILE: test/lit/reader/system_bodies.cpp
// WHAT: bodies in system headers are passed over when regions are read, but for what only they tell: here, that there
//       is an instance of Scale in which `value` is no integer. Without it the host would compute `value`.
// RUN: %cleave_dump -std=c++20 -isystem %S/Inputs/system %s | FileCheck %s
// RUN: %cleave_dump -std=c++20 -isystem %S/Inputs/system -DONE %s | FileCheck --check-prefix=ONE %s
// The same header as one of the user's: with all bodies nothing else is read, but that they are visible.
// RUN: %cleave_dump -std=c++20 -isystem %S/Inputs/system -DONE %s >%t.system
// RUN: %cleave_dump -std=c++20 -I%S/Inputs/system -DONE %s | sed 's/call-visible/call/' | diff %t.system -
#include <call.h>

#ifdef ONE
#define auto_or_int int
#else
#define auto_or_int auto // one more template, without the word for it
#endif

struct Scale {
  void operator()(double *a, auto_or_int value, int n) const {
    // CHECK: variable value: {{.*}}floating
    // ONE: variable value: {{.*}}integer
#pragma omp target map(tofrom : a[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] *= value;
      value += twice(2) + half(2) + third(3);
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += value;
    }
  }
};

int main() {
  double a[4] = {0.1, 2, 3, 4};
  Scale()(a, 3, 4);
  call(Scale(), a, 0.5, 4);
}
