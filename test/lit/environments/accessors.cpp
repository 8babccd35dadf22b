// Arrays are private members of a class: accessors are added to it.
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clangxx %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=on | tee %t.rewritten.cpp | FileCheck %s --check-prefix=TEXT
// RUN: %clangxx %host_offload -O2 -Wall -Werror %t.rewritten.cpp -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=on -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: remark: CLV014: data environment: 'field.u_', 'field.v_' kept on the device
// PLAIN: to device 24000 in 30, from device 16000 in 20
// BYTES: to device 1600 in 2, from device 1600 in 2
// TEXT:      std::vector<double> v_;
// TEXT:      public:
// TEXT-NEXT: decltype(u_) &cleave_u_() noexcept { return u_; }
// TEXT-NEXT: const decltype(u_) &cleave_u_() const noexcept { return u_; }
// TEXT:      double * cleave_u_ = field.cleave_u_();
//
// The program has a name like that of the accessor; the class is local, in a macro, or has the member from a class of the library.
// RUN: %cleave_cxx -DNAMED -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.NAMED -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clangxx -DNAMED %host_offload -O2 %s -o %t.NAMED.plain
// RUN: %run %t.NAMED.plain > %t.NAMED.expected
// RUN: %run4 %t.NAMED | cmp %t.NAMED.expected
// RUN: %cleave_cxx -DMACRO -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.MACRO -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clangxx -DMACRO %host_offload -O2 %s -o %t.MACRO.plain
// RUN: %run %t.MACRO.plain > %t.MACRO.expected
// RUN: %run4 %t.MACRO | cmp %t.MACRO.expected
// NAME: remark: CLV508: 'field.u_' is copied by each region
#include <cstdio>
#include <vector>
#ifdef MACRO
#define END }
#else
#define END
#endif
class Field {
public:
  explicit Field(int n) : n_(n), u_(new double[n]()), v_(n, 1.0) {}
  Field(const Field &) = delete;
  void first() {
    double *u = u_, *v = v_.data();
    const int n = n_;
#pragma omp target teams distribute parallel for map(tofrom : u[0 : n]) map(to : v[0 : n])
    for (int i = 0; i < n; i++) u[i] += v[i];
  }
  void second() {
    double *v = v_.data();
    const int n = n_;
#pragma omp target teams distribute parallel for map(tofrom : v[0 : n])
    for (int i = 0; i < n; i++) v[i] = v[i] * 0.5 + 1;
  }
  double at(int i) const { return u_[i] + v_[i]; }

private:
  int n_;
  double *u_;
  std::vector<double> v_;
#ifdef MACRO
END
#else
}
#endif
;
#ifdef NAMED
int cleave_u_;
#endif
int main() {
  Field field(100);
  double sum = 0;
  for (int t = 0; t < 10; t++) {
    field.first();
    field.second();
  }
  for (int i = 0; i < 100; i++) sum += field.at(i) * (i % 7);
  std::printf("%.10g\n", sum);
}
