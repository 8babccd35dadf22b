// FILE: test/lit/reader/facts.c
// WHAT: the facts that are not about calls.
// RUN: %cleave_dump %s | FileCheck %s

volatile int hot;
_Atomic int counter;

void f(int n, double *p, double d, float g, int x) {
  static int kept;
#pragma omp target
  {
    // A copy, a constant and a wider type change no bit.
    // CHECK: `d = 0.5;`
    // CHECK-NEXT: use d: write at
    // CHECK-NEXT: node
    d = 0.5;
    // CHECK: `d = 3;`
    // CHECK-NEXT: use d: write at
    // CHECK-NEXT: node
    d = 3;
    // CHECK: `d = g;`
    // CHECK-NEXT: use d: write at
    // CHECK-NEXT: use g: read at
    // CHECK-NEXT: node
    d = g;
    // CHECK: `x = d < g;`
    // CHECK-NOT: float-arithmetic
    // CHECK: node
    x = d < g;
    // CHECK: `g = d;`
    // CHECK: fact float-arithmetic at
    g = d;
    // A double holds every int.
    // CHECK: `d = x;`
    // CHECK-NOT: fact
    d = x;
    // CHECK: `x = d;`
    // CHECK: fact float-arithmetic at
    x = d;
    // CHECK: `d = d + 1;`
    // CHECK: fact float-arithmetic at
    d = d + 1;
    // CHECK: `d *= 2;`
    // CHECK: fact float-arithmetic at
    d *= 2;
    // CHECK: `d++;`
    // CHECK: fact float-arithmetic at
    d++;
    // CHECK: `x = x * x + 1;`
    // CHECK-NOT: fact
    // CHECK: node
    x = x * x + 1;
    // CHECK: `hot = 1;`
    // CHECK: fact volatile at
    hot = 1;
    // CHECK: `x = counter;`
    // CHECK: fact volatile at
    x = counter;
    // CHECK: `x = kept;`
    x = kept;
    // CHECK: declaration {{.*}} `static int own;`
    // CHECK-NEXT: declares own
    // CHECK-NEXT: fact static-local 'own' at
    static int own;
    // CHECK: `x = ({ int t = 1; t; });`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact statement-expression at
    x = ({ int t = 1; t; });
    // A break that stays inside a statement is no fact about it.
    // CHECK: OPAQUE {{.*}} `switch (x) { default: break; }`
    // CHECK-NEXT: use x: read at
    // CHECK-NEXT: fact switch at
    // CHECK-NEXT: node
    switch (x) { default: break; }
    // CHECK: OPAQUE {{.*}} `switch (x) { default: continue; }`
    // CHECK-NEXT: use x: read at
    // CHECK-NEXT: fact switch at
    // CHECK-NEXT: fact continue at
    for (;;) {
      switch (x) { default: continue; }
    }
    // CHECK: OPAQUE {{.*}} `#pragma omp task depend(out: p[0]) x++;`
    // CHECK: fact omp-task at
#pragma omp task depend(out: p[0])
    x++;
    // CHECK: OPAQUE {{.*}} `#pragma omp flush`
    // CHECK-NEXT: fact omp-flush at
#pragma omp flush
    // CHECK: OPAQUE {{.*}} `#pragma omp tile
    // CHECK: fact omp-other 'tile' at
#pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
      p[i] = 0;
  }
}
