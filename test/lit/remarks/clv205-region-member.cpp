// CLV205: what a region does with this besides reaching members that are part of the object.
// RUN: %cleave_cxx %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
// RUN: %cleave_cxx %host_offload -O2 -DMEMBERS_ONLY -c %s -o %t.o %remarks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MEMBERS
// MEMBERS-NOT: CLV205
// MEMBERS-COUNT-3: remark: CLV001:
// MEMBERS-NOT: CLV205
#include <cstdio>

struct ramp {
  int step;
  int &offset;
  bool first;

  void compares(int *a, int n, ramp *other) {
#ifdef MEMBERS_ONLY
    other = nullptr;
#define SAME first
#else
#define SAME this == other
#endif
#pragma omp target map(from : a[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV205: target region not transformed: in a member function, the region uses the value of this; copy the members that it uses to local variables before the region [-Rpass-missed=cleave]
        a[i] = i * step + (SAME);
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] *= 2;
    }
  }

  // Not called: the plain program ends with a signal there.
  void refers(int *a, int n) {
#ifdef MEMBERS_ONLY
    int offset = this->offset;
#endif
#pragma omp target map(tofrom : a[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV205: {{.*}} uses a member that is a reference;
        a[i] += i * step + offset;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] *= 2;
    }
  }

#ifdef MEMBERS_ONLY
#define TO_SCALARS
#else
#define TO_SCALARS defaultmap(to : scalar)
#endif
  // No scalar variable: the clause would speak of it, too.
  void defaults(int *a) {
#pragma omp target map(tofrom : a[0 : 1000]) TO_SCALARS
    {
#pragma omp parallel for
      for (int i = 0; i < 1000; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV205: {{.*}} has a defaultmap clause for the members;
        a[i] += i * step;
#pragma omp parallel for
      for (int i = 0; i < 1000; i++)
        a[i] *= 2;
    }
  }
};

int main() {
  int a[1000], offset = 7;
  ramp one = {3, offset, true};
  one.compares(a, 1000, &one);
  one.defaults(a);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
