// FILE: test/lit/reader/places.cpp
// WHAT: the places where a region can stand.
// RUN: %cleave_dump %s | FileCheck %s

// CHECK: unit: C++
#include "Inputs/region.h"

struct Class {
  int n;
  double *q;
  void method(int k) {
    // CHECK: region line [[# @LINE + 10]] in 'Class::method': target
    // CHECK-NEXT: flags member{{$}}
    // CHECK: map tofrom this {{.*}} member
    // CHECK: variable this: implicit-map record address-taken
    // CHECK: `q[0] = k;`
    // CHECK: use this: read element-write at
    // CHECK: `change();`
    // CHECK: use this: read write address at
    // CHECK-NEXT: fact call-visible 'change' at
    // CHECK: LOOP
#pragma omp target map(q[0:n])
    {
      q[0] = k;
      change();
#pragma omp parallel for
      for (int i = 0; i < k; i++)
        ;
    }
  }
  void change() { n++; }
  static void no_object(double *p) {
    // CHECK: region line [[# @LINE + 3]] in 'Class::no_object': target
    // CHECK-NOT: flags
    // CHECK: node 0 expression
#pragma omp target
    p[0] = 1;
  }
};

// A template is one region, which speaks of all its instances.
// CHECK: region line [[# @LINE + 8]] in 'pattern': target
// CHECK-NEXT: flags has-instances
// CHECK-NEXT: directive
// CHECK-NEXT: variable p: pointer pointer 'T *'
// CHECK-NEXT: node 0 expression
// CHECK-NOT: line [[# @LINE + 3]]
// CHECK: region
template <typename T> void pattern(T *p) {
#pragma omp target
  p[0] = T(1);
}
template void pattern<double>(double *);
void instance(float *p) { pattern(p); }

// CHECK-SAME: line [[# @LINE + 4]] in 'Pattern<int>::member_of_pattern': target
// CHECK-NEXT: flags member has-instances{{$}}
template <typename T> struct Pattern {
  void member_of_pattern(T *p) {
#pragma omp target
    p[0] = T(1);
  }
};
template struct Pattern<int>;

// CHECK: region line [[# @LINE + 3]] in 'pattern': target
// CHECK-NOT: flags
template <> void pattern<int>(int *p) {
#pragma omp target
  p[0] = 1;
}

void around(int n, double *p) {
  // CHECK: region line [[# @LINE + 5]] in 'around': target
  // CHECK-NEXT: flags lambda
  // CHECK-DAG: variable p: pointer pointer 'double *'{{.*}} lambda-capture
  // CHECK-DAG: variable own: inside integer 'int' {{(address-taken )?}}declared
  auto lambda = [=] {
#pragma omp target
    {
      int own = n;
      p[0] = own;
    }
  };
  lambda();
  // CHECK: region line [[# @LINE + 3]] in 'around': target
  // CHECK-NEXT: flags template lambda
  auto generic = [=](auto value) {
#pragma omp target
    p[0] = value;
  };
  generic(1.0);
}

// CHECK: region line [[# @LINE + 3]] in 'a global initializer': target
// CHECK-NEXT: flags lambda
auto global = [](double *p) {
#pragma omp target
  p[0] = 1;
};

#pragma omp declare target
void on_device(int *p) {
// CHECK: region line [[# @LINE + 2]] in 'on_device': target
// CHECK-NEXT: flags target-function
#pragma omp target
  p[0] = 1;
}
#pragma omp end declare target
// A header is a file of its own, behind the main file.
// CHECK-NOT: region
// CHECK: unit: C++
// CHECK-NEXT: region line 5 in 'in_header': target
// CHECK-NEXT: flags shared
// CHECK-NEXT: directive 5:1-5:19
// CHECK-NOT: region
