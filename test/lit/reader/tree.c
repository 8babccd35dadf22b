// FILE: test/lit/reader/tree.c
// WHAT: how the statements of a region are taken apart, and where each begins and ends.
// RUN: %cleave_dump %s | FileCheck %s

void f(int n, double *p, int x, int y) {
// CHECK: region line [[# @LINE + 2]] in 'f': target
// CHECK-NEXT: directive [[# @LINE + 1]]:1-[[# @LINE + 2]]:24 `#pragma omp target map(tofrom: p[0:n])`
#pragma omp target /* a comment */ \
    map(tofrom: p[0:n]) // and another
  // CHECK: node 0 compound [[# @LINE + 1]]:3-
  {
    // CHECK-NEXT: node 1 declaration [[# @LINE + 8]]:5-[[# @LINE + 8]]:37 `int w = n + 1, z, list[2] = {1};`
    // CHECK-NEXT: declares w = {{.*}} `n + 1`
    // CHECK-NEXT: use n: read at
    // CHECK-NEXT: declares z{{$}}
    // CHECK-NEXT: declares list list {{.*}} `{1}`
    // CHECK-NEXT: use n: read at
    // CHECK-NEXT: use w: write at
    // CHECK-NEXT: use list: write at
    int w = n + 1, z, list[2] = {1}; // not part of it
    // CHECK-NEXT: node 2 declaration {{.*}} `typedef double real;`
    typedef double real;
    // CHECK-NEXT: node 3 expression [[# @LINE + 2]]:5-[[# @LINE + 2]]:12 `x = 1 ;`
    // CHECK-NEXT: use x: write at [[# @LINE + 1]]:5
    x = 1 ;
    // CHECK-NEXT: node 4 empty {{.*}} `;`
    ;
    // CHECK-NEXT: node 5 if {{.*}} `if (x > y) { y = 2; } else y = 3;`
    // CHECK-NEXT: header {{.*}} `if (x > y)`
    // CHECK-NEXT: use x: read at
    // CHECK-NEXT: use y: read at
    // CHECK-NEXT: node 6 compound {{.*}} `{ y = 2; }`
    // CHECK-NEXT: node 7 expression {{.*}} `y = 2;`
    // CHECK-NEXT: use y: write at
    // CHECK-NEXT: node 8 expression {{.*}} `y = 3;`
    // CHECK-NEXT: use y: write at
    if (x > y) {
      y = 2;
    } else
      y = 3;
    // CHECK-NEXT: node 9 while {{.*}} `while (x--) if (y) break; else continue;`
    // CHECK-NEXT: header {{.*}} `while (x--)`
    // CHECK-NEXT: use x: read write at
    // CHECK-NEXT: node 10 if
    // CHECK-NEXT: header {{.*}} `if (y)`
    // CHECK-NEXT: use y: read at
    // CHECK-NEXT: node 11 break {{.*}} `break;`
    // CHECK-NEXT: node 12 continue {{.*}} `continue;`
    while (x--)
      if (y)
        break;
      else
        continue;
    // CHECK-NEXT: node 13 do {{.*}} `do y++; while (y < 10);`
    // CHECK-NEXT: header {{.*}} `while (y < 10);`
    // CHECK-NEXT: use y: read at
    // CHECK-NEXT: node 14 expression {{.*}} `y++;`
    // CHECK-NEXT: use y: read write at
    do
      y++;
    while (y < 10);
    // CHECK-NEXT: node 15 for {{.*}} `for (int t = 0; t < n; t++) { }`
    // CHECK-NEXT: header {{.*}} `for (int t = 0; t < n; t++)`
    // CHECK-NEXT: declares t = {{.*}} `0`
    // CHECK-NEXT: use t: read write at
    // CHECK-NEXT: use n: read at
    // CHECK: node 16 compound {{.*}} `{ }`
    for (int t = 0; t < n; t++) {
    }
    // CHECK-NEXT: node 17 for {{.*}} `for (;;) ;`
    // CHECK-NEXT: header {{.*}} `for (;;)`
    // CHECK: node 18 empty
    for (;;)
      ;
    // CHECK-NEXT: node 19 OPAQUE {{.*}} `switch (x) { case 1: y = 2; break; }`
    // CHECK-NEXT: use x: read at
    // CHECK-NEXT: use y: write at
    // CHECK-NEXT: fact switch at
    switch (x) {
    case 1:
      y = 2;
      break;
    }
    // The loop's pragma belongs to it.
    // CHECK-NEXT: node 20 OPAQUE [[# @LINE + 1]]:1-{{.*}} `_Pragma("clang loop unroll(disable)") for
#pragma clang loop \
    unroll(disable)
    for (int i = 0; i < 4; i++)
      p[i] = 1;
    // CHECK: node 21 PARALLEL [[# @LINE + 6]]:1-{{.*}} `#pragma omp parallel num_threads(x)
    // CHECK: construct parallel
    // CHECK: directive {{.*}} `#pragma omp parallel num_threads(x)`
    // CHECK: body {{.*}} `{ #pragma omp barrier }`
    // CHECK: use x: read at
    // CHECK-NEXT: node 22 compound
#pragma omp parallel num_threads(x)
    // CHECK-NEXT: node 23 OPAQUE [[# @LINE + 5]]:1-[[# @LINE + 5]]:20 `#pragma omp barrier`
    // CHECK-NEXT: construct barrier needless
    // CHECK-NEXT: directive
    // CHECK-NEXT: fact omp-barrier at
    {
#pragma omp barrier
    }
    // CHECK-NEXT: node 24 OPAQUE {{.*}} `goto end;`
    // CHECK-NEXT: fact goto at
    goto end;
    // CHECK-NEXT: node 25 OPAQUE {{.*}} `end: x = 2;`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact label 'end' at
  end:
    x = 2;
  }
}
