// FILE: test/lit/reader/loops.c
// WHAT: loop nodes: which directives make one, their counters, bounds and uses, and what private
//       copies inside hide.
// RUN: %cleave_dump -fopenmp-version=51 %s | FileCheck %s

void f(int n, int m, double *p, double *v, int i, int j, int k, int x, int y, double sum) {
#pragma omp target
  {
    // CHECK: LOOP [[# @LINE + 16]]:1-[[# @LINE + 24]]:8 `#pragma omp parallel for
    // CHECK-NEXT: construct parallel for{{$}}
    // CHECK-NEXT: directive [[# @LINE + 14]]:1-[[# @LINE + 14]]:68
    // CHECK: body [[# @LINE + 14]]:5-[[# @LINE + 21]]:8 `for (i = 1; i < n; i += m)
    // CHECK-NEXT: counter i
    // CHECK-NEXT: counter j
    // CHECK-NEXT: bound n: read at
    // CHECK-NEXT: bound m: read at
    // CHECK-NEXT: header value int [[# @LINE + 9]]:21-[[# @LINE + 9]]:22 `n`
    // CHECK-NEXT: header value int [[# @LINE + 8]]:29-[[# @LINE + 8]]:30 `m`
    // CHECK-NEXT: header value int [[# @LINE + 8]]:16-[[# @LINE + 8]]:17 `n`
    // CHECK-NEXT: bounds may trap
    // CHECK-NEXT: use n: read at
    // CHECK-NEXT: use m: read at
    // CHECK-NEXT: use k: read write at
    // CHECK-NEXT: use p: read element-write at
#pragma omp parallel for collapse(2) private(k) schedule(static, 4)
    for (i = 1; i < n; i += m)
      for (j = n; j > 0; --j) {
        int inner = i;
        for (k = 0; k < 3; k++)
          p[inner] = j;
        if (j)
          continue;
      }
    // CHECK-NOT: fact continue
    // CHECK: LOOP
    // CHECK-NEXT: construct parallel for simd
#pragma omp parallel for simd
    for (int q = 0; q < n; q++)
      p[q] = 1;
    // CHECK: PARALLEL
    // CHECK: LOOP
    // CHECK-NEXT: construct for{{$}}
#pragma omp parallel
    {
#pragma omp for
      for (int q = 0; q < n; q++)
        p[q] = 1;
    }
    // What a nested construct makes private is not the outer variable; what it reduces is.
    // CHECK: LOOP [[# @LINE + 10]]:1
    // CHECK: bound v: read element-read at [[# @LINE + 10]]
    // CHECK: use v: read element-read at
    // CHECK-NEXT: use sum: read write at
    // CHECK-NEXT: use k: read write at
    // CHECK-NEXT: use x: read at
    // CHECK-NEXT: fact indirection at
    // CHECK-NEXT: fact omp-simd at
    // CHECK-NEXT: fact float-arithmetic at
    // CHECK-NEXT: fact omp-parallel at
#pragma omp parallel for
    for (int q = 0; q < v[3]; q++) {
#pragma omp simd private(y) reduction(+ : sum)
      for (k = 0; k < 10; k++) {
        y = k;
        sum += y;
      }
#pragma omp parallel for firstprivate(x)
      for (j = 0; j < 10; j++)
        x++;
    }
    // Clang makes a `for` of this one, whose iterations contain no other construct.
    // CHECK: LOOP {{.*}} `#pragma omp loop bind(parallel)
#pragma omp loop bind(parallel)
    for (int q = 0; q < n; q++)
      p[q] = 0;
    // CHECK: OPAQUE {{.*}} `#pragma omp simd
    // CHECK: use j: read write at
    // CHECK: fact omp-simd at
#pragma omp simd
    for (j = 0; j < n; j++)
      p[j] = 0;
    // CHECK: OPAQUE {{.*}} `#pragma omp single
    // CHECK-NEXT: construct once needless
    // CHECK-NEXT: directive
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact omp-worksharing at
#pragma omp single
    x = 1;
  }
  // CHECK: region line [[# @LINE + 4]] in 'f': target teams{{$}}
  // CHECK: node 0 LOOP
  // CHECK-NEXT: construct distribute parallel for
  // A pointer that is copied is used through the copy.
#pragma omp target teams
#pragma omp distribute parallel for
  // CHECK: bound p: read at
  // CHECK-NEXT: bound n: read at
  // CHECK-NEXT: use p: read element-read element-write at
  for (double *at = p; at < p + n; ++at) {
    const double *row = &v[3];
    // CHECK: use v: read element-read at
    *at = row[1];
  }
}
