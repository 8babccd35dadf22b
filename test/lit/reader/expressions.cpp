// FILE: test/lit/reader/expressions.cpp
// WHAT: forms of expressions that lead to an object under another name, and kinds that the reader does not know.
// RUN: %cleave_dump -std=c++20 -fblocks -fenable-matrix %s 2>/dev/null | FileCheck %s
using address = unsigned long;
typedef float float4 __attribute__((ext_vector_type(4)));
typedef float matrix __attribute__((matrix_type(2, 2)));
struct W {
  float &r;
};
struct M {
  float m;
};
struct G {
  ~G();
};
int global;
template <int &R> void argument() {
#pragma omp target map(tofrom : global)
  {
    // CHECK: `R = 1;`
    // CHECK-NEXT: use global: write at
    R = 1;
  }
}
void f(float *a, float4 *v, matrix *m, M *s, float M::*pm, address u, int i, char *bytes) {
  argument<global>();
#pragma omp target
  {
    // CHECK: `W w{a[i]};`
    // CHECK: use a: read element-read element-write at
    W w{a[i]};
    // CHECK: `w.r = 1;`
    // CHECK-NEXT: use w: read element-write at
    w.r = 1;
    // CHECK: `float *list[2] = {a, a + 1};`
    // CHECK: use a: read element-read element-write at
    float *list[2] = {a, a + 1};
    // CHECK: `v[i].x = 1;`
    // CHECK-NEXT: use i: read at
    // CHECK-NEXT: use v: read element-write at
    v[i].x = 1;
    // CHECK: `v->zw = 1;`
    // CHECK-NEXT: use v: read element-write at
    v->zw = 1;
    // CHECK: `m[i][0][1] = 1;`
    // CHECK-NEXT: use i: read at
    // CHECK-NEXT: use m: read element-write at
    m[i][0][1] = 1;
    // CHECK: `s[i].*pm = 1;`
    // CHECK-NEXT: use pm: read at
    // CHECK-NEXT: use i: read at
    // CHECK-NEXT: use s: read element-write at
    s[i].*pm = 1;
    // CHECK: `u = (address)a;`
    // CHECK-NEXT: use u: write at
    // CHECK-NEXT: use a: read element-read element-write at
    u = (address)a;
    // CHECK: `*(float *)u = 1;`
    // CHECK-NEXT: use u: read at
    // CHECK-NEXT: fact indirection at
    // CHECK-NEXT: fact unknown-memory at
    *(float *)u = 1;
    // CHECK: `**(float **)bytes = 1;`
    // CHECK-NEXT: use bytes: read element-read element-write at
    // CHECK: fact unknown-memory at
    **(float **)bytes = 1;
    // CHECK: `i = a - &a[i];`
    // CHECK: use a: read element-read element-write at
    i = a - &a[i];
    // CHECK: `G();`
    // CHECK-NEXT: fact call 'G::~G' at
    G();
    // CHECK: `^{ a[i] = 1; }();`
    // CHECK-DAG: use a: read write element-read element-write address at
    // CHECK-DAG: use i: read write {{.*}}address at
    // CHECK-DAG: fact unknown-kind 'BlockExpr' at
    ^{ a[i] = 1; }();
  }
}
