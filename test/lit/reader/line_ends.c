// FILE: test/lit/reader/line_ends.c
// WHAT: a file with carriage returns, and a directive that is continued and oddly spaced.
// RUN: sed 's/$/\r/' %s > %t.c
// RUN: %cleave_dump %t.c | FileCheck %s

// CHECK: unit: C, OpenMP 5.1, unified shared memory
#pragma omp requires unified_shared_memory

void f(int n, int *p) {
  // CHECK: directive [[# @LINE + 1]]:3-[[# @LINE + 2]]:19 `# pragma omp target map ( p[0:n] )`
  #   pragma omp target \
    map ( p[0:n] ) // the end
  // CHECK: node 0 compound [[# @LINE + 1]]:3-[[# @LINE + 6]]:4
  {
    // CHECK: LOOP [[# @LINE + 1]]:1-[[# @LINE + 3]]:30
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = 0 /* comment */;
  }
}
