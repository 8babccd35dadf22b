// Both forms where text is shared or has no linkage of its own: headers, templates, macros, members, unnamed
// namespaces.
// RUN: %clangxx -O1 -I%S/Inputs %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 -Wall -Wextra -Werror -I%S/Inputs %host_offload %s -o %t.engine -Rpass=cleave 2>&1 | grep -c 'CLV035' | grep 5
// RUN: %cleave_cxx -O1 -Wall -Wextra -Werror -I%S/Inputs -fplugin-arg-cleave-transfers=openmp %host_offload %s -o %t.openmp
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.engine | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always %run4 %t.engine | diff %t.expected -
// RUN: %run4 %t.openmp | diff %t.expected -
// RUN: env OMP_THREAD_LIMIT=4 %run %t.openmp | diff %t.expected -
// RUN: %cleave rewrite %s -- -I%S/Inputs >%t.rewritten.cpp
// RUN: %clangxx -O1 -Wall -Wextra -Werror -I%S/Inputs %host_offload %t.rewritten.cpp -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: grep -c 'target enter data' %t.rewritten.cpp | count 1
// RUN: g++ -fopenmp -I%S/Inputs -fsyntax-only -Werror %t.rewritten.cpp
//
// A header's form for readers includes what it needs itself. A precompiled header leaves no place for declarations.
// RUN: %cleave rewrite --header=%S/Inputs/forms.h %s -- -I%S/Inputs -fplugin-arg-cleave-transfers=openmp | FileCheck %s --check-prefix=HEADER
// HEADER: {{^}}#include <omp.h>
// HEADER: taskwait depend(in: cleave_sent_1)
// RUN: %clangxx -fopenmp -O1 -x c++-header %S/Inputs/forms.h -o %t.pch
// RUN: %cleave_cxx -fopenmp -include-pch %t.pch -DIS_PRECOMPILED -O1 %s -c -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=PRECOMPILED
// PRECOMPILED-NOT: CLV035
// PRECOMPILED: CLV001
#ifndef IS_PRECOMPILED
#include "forms.h"
#endif
#include <cstdio>

template <class T> void of_template(T *p, T *q, int n) {
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] *= 2;
  }
}

namespace {
void without_linkage(double *p, double *q, int n) {
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] *= 2;
  }
}
} // namespace

struct pair {
  int n;
  void of_member(double *p, double *q) {
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] += n;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        q[i] *= 2;
    }
  }
};

#define LOOP(p, action)                                                                            \
  _Pragma("omp parallel for") for (int i = 0; i < n; i++) p[i] action

static void of_macro(double *p, double *q, int n) {
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
  {
    LOOP(p, += 1);
    LOOP(q, *= 2);
  }
}

int main() {
  const int n = 20000;
  static double a[n], b[n];
  static float c[n], d[n];
  for (int i = 0; i < n; i++)
    a[i] = c[i] = i, b[i] = d[i] = i % 7;
  for (int round = 0; round < 3; round++) {
    of_header(a, b, n);
    of_template(a, b, n);
    of_template(c, d, n);
    without_linkage(a, b, n);
    pair{n}.of_member(a, b);
    of_macro(a, b, n);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] + 3 * b[i] + 5 * double(c[i]) + 7 * double(d[i]);
  std::printf("%.17g\n", sum);
}
