// FILE: test/lit/reader/uses.c
// WHAT: how expressions use variables.
// RUN: %cleave_dump %s | FileCheck %s

struct record {
  int a, list[4];
  double *p;
  struct record *next;
};

void f(int n, double *p, double *q, double **pp, struct record s, struct record *sp,
       double (*A)[n], int i, int j, int x, int y) {
  double a[10], b[4][5];
#pragma omp target
  {
    // CHECK: `x = y;`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: use y: read at
    // CHECK-NEXT: node
    x = y;
    // CHECK: `x += y;`
    // CHECK-NEXT: use x: read write at
    // CHECK-NEXT: use y: read at
    // CHECK-NEXT: node
    x += y;
    // CHECK: `y = x = 3;`
    // CHECK-NEXT: use y: write at
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: node
    y = x = 3;
    // CHECK: `a[i] = b[i][j];`
    // CHECK-NEXT: use i: read at
    // CHECK-NEXT: use a: element-write at
    // CHECK-NEXT: use j: read at
    // CHECK-NEXT: use b: element-read at
    // CHECK-NEXT: fact indirection at
    // CHECK-NEXT: node
    a[i] = b[i][j];
    // CHECK: `p[i++] += 2;`
    // CHECK-NEXT: use i: read write at
    // CHECK-NEXT: use p: read element-read element-write at
    p[i++] += 2;
    // CHECK: `*p++ = 3;`
    // CHECK-NEXT: use p: read write element-write at
    *p++ = 3;
    // CHECK: `*(i + p) = 4;`
    // CHECK-NEXT: use i: read at
    // CHECK-NEXT: use p: read element-write at
    *(i + p) = 4;
    // CHECK: `pp[1][2] = 3;`
    // CHECK-NEXT: use pp: read element-read element-write at
    pp[1][2] = 3;
    // The size of the rows is needed to find an element.
    // CHECK: `A[i][j] = 2;`
    // CHECK-NEXT: use j: read at
    // CHECK-NEXT: use i: read at
    // CHECK-NEXT: use n: read at [[# @LINE + 2]]:5
    // CHECK-NEXT: use A: read element-write at [[# @LINE + 1]]:5
    A[i][j] = 2;
    // CHECK: `s.list[1] = s.a;`
    // CHECK-NEXT: use s: read write at
    // CHECK-NEXT: fact indirection at
    // CHECK-NEXT: fact member at
    s.list[1] = s.a;
    // CHECK: `s.p[1] = 2;`
    // CHECK-NEXT: use s: read element-write at
    s.p[1] = 2;
    // CHECK: `sp->a = 1;`
    // CHECK-NEXT: use sp: read element-write at
    // CHECK-NEXT: fact indirection at
    sp->a = 1;
    // CHECK: `sp->next->list[j] = 1;`
    // CHECK-NEXT: use j: read at
    // CHECK-NEXT: use sp: read element-read element-write at
    sp->next->list[j] = 1;
    // CHECK: `(x ? p : q)[1] = 0;`
    // CHECK-NEXT: use x: read at
    // CHECK-NEXT: use p: read element-write at
    // CHECK-NEXT: use q: read element-write at
    (x ? p : q)[1] = 0;
    // CHECK: `*&x = 2;`
    // CHECK-NEXT: use x: write at
    *&x = 2;
    // Through a copy of a pointer, anything can happen to what it points to.
    // CHECK: `q = p;`
    // CHECK-NEXT: use q: write at
    // CHECK-NEXT: use p: read element-read element-write at
    q = p;
    // CHECK: `const double *r = a;`
    // CHECK: use a: element-read address at
    const double *r = a;
    // CHECK: `x = p == q;`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: use p: read at
    // CHECK-NEXT: use q: read at
    x = p == q;
    // CHECK: `x = sizeof a + sizeof p[0];`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: node
    x = sizeof a + sizeof p[0];
    // CHECK: `x = sizeof(double[n]);`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: use n: read at
    x = sizeof(double[n]);
    // CHECK: OPAQUE {{.*}} `__asm__
    // CHECK-NEXT: use x: read write at
    // CHECK-NEXT: use y: read at
    // CHECK-NEXT: fact asm at
    __asm__("" : "=r"(x) : "r"(y));
  }
}
