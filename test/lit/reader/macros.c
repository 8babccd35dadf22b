// FILE: test/lit/reader/macros.c
// WHAT: what comes from macros: fine where a statement is all of an expansion, reported where it
//       begins or ends inside of one.
// RUN: %cleave_dump %s | FileCheck %s

#define N 100
#define STATEMENT x = 1;
#define EXPRESSION x = 1
#define HALF x = 1; y
#define SAME(text) text
#define BOTH(first, second) first second
#define SECTION p[0:n]
#define CLAUSES map(p[0:n]) device(0)
#define LOOP for (int i = 0; i < n; i++)
#define DO_PRAGMA(text) _Pragma(#text)

void f(int n, double *p, int x, int y) {
  // CHECK: clause map {{.*}} `map(SECTION)`{{$}}
  // CHECK: clause device {{.*}} `device(N)` constant
  // CHECK-NEXT: argument {{.*}} `N`
  // CHECK: map tofrom p {{.*}} `SECTION`{{$}}
#pragma omp target map(SECTION) device(N)
  {
    // CHECK: `STATEMENT`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: node
    STATEMENT
    // CHECK-SAME: {{.*}} `EXPRESSION;`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: node
    EXPRESSION;
    // CHECK-SAME: {{.*}} `SAME(x = 2;)`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: node
    SAME(x = 2;)
    // CHECK-SAME: {{.*}} `HALF`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact macro-boundary at
    // CHECK-NEXT: node
    // CHECK-NEXT: use y: write at
    // CHECK-NEXT: fact macro-boundary at
    // CHECK-NEXT: node
    HALF = 2;
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact macro-boundary at
    // CHECK-NEXT: node
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact macro-boundary at
    BOTH(x = 3;, x = 4;)
    // CHECK-NEXT: node {{[0-9]+}} LOOP
    // CHECK: body {{.*}} `LOOP p[i] = N;`
    // CHECK-NOT: macro-boundary
#pragma omp parallel for
    LOOP p[i] = N;
  }
  // CHECK: region line [[# @LINE + 5]] in 'f': target
  // CHECK-NOT: flags
  // CHECK: clause map {{.*}} macro
  // CHECK-NEXT: clause device {{.*}} macro
  // CHECK: map tofrom p {{.*}} macro
#pragma omp target CLAUSES
  x = 1;
  // CHECK: region line [[# @LINE + 2]] in 'f': target
  // CHECK-NEXT: flags macro
  DO_PRAGMA(omp target)
  x = 1;
  // CHECK: region line [[# @LINE + 2]] in 'f': target
  // CHECK-NEXT: flags operator
#pragma omp target
  {
    _Pragma("omp parallel for") LOOP p[i] = 1;
  }
}
