// FILE: test/lit/reader/combined.c
// WHAT: regions whose directive is itself a loop, and those whose statement is no block.
// RUN: %cleave_dump %s | FileCheck %s

void f(int n, double *p, int x, double sum) {
  // CHECK: region line [[# @LINE + 12]] in 'f': target parallel for{{$}}
  // CHECK: clause reduction
  // CHECK-NEXT: lists sum
  // CHECK: variable sum: implicit-map floating 'double'
  // CHECK: variable n: firstprivate
  // CHECK: variable p: pointer pointer 'double *'
  // CHECK: node 0 LOOP [[# @LINE + 6]]:1-[[# @LINE + 8]]:17
  // CHECK-NEXT: construct target parallel for{{$}}
  // CHECK-NEXT: directive
  // CHECK-NEXT: clause reduction
  // CHECK: use sum: read write at
  // CHECK: use p: read element-read at
#pragma omp target parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += p[i];

  // CHECK: in 'f': target teams distribute parallel for simd{{$}}
  // CHECK: clause collapse {{.*}} constant
  // CHECK: clause simd {{.*}} `safelen(4)`
  // CHECK: clause dist_schedule {{.*}} chunk static constant
  // CHECK: variable x: private integer 'int'
  // CHECK: node 0 LOOP
  // CHECK: use x: read at
#pragma omp target teams distribute parallel for simd collapse(2) safelen(4)                       \
    dist_schedule(static, 8) num_teams(n) private(x)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n + 1; j++)
      p[i] = x;

  // The explicit constructs that a `loop` permits.
  // CHECK: in 'f': target teams distribute parallel for{{$}}
  // CHECK: node 0 LOOP
#pragma omp target teams loop
  for (int i = 0; i < n; i++)
    p[i] = 1;

  // CHECK: in 'f': target parallel{{$}}
  // CHECK: node 0 compound
  // CHECK: node 1 LOOP
#pragma omp target parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      p[i] = 1;
  }

  // CHECK: in 'f': target{{$}}
  // CHECK: node 0 expression {{.*}} `p[0] = 1;`
#pragma omp target
  p[0] = 1;

  // `teams distribute parallel for` nested in `target` is read as the combined construct.
  // CHECK: in 'f': target teams distribute parallel for{{$}}
  // CHECK: node 0 LOOP
#pragma omp target
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    p[i] = 1;

  // No loop node: the construct is not closely nested.
  // CHECK: in 'f': target{{$}}
  // CHECK: OPAQUE {{.*}} `#pragma omp teams distribute parallel for
  // CHECK: fact omp-other 'teams distribute parallel for' at
  // CHECK: fact omp-parallel at
#pragma omp target
  {
#pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
      p[i] = 1;
  }

  // No region at all.
  // CHECK-NOT: region
#pragma omp target data map(p[0 : n])
  {
#pragma omp target update to(p[0 : n])
  }
#pragma omp target enter data map(to : p[0 : n])
}
