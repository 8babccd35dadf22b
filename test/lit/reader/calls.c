// FILE: test/lit/reader/calls.c
// WHAT: calls: what they may do to their arguments, and what is known of the bodies of functions.
// RUN: %cleave_dump -isystem %S/Inputs %s | FileCheck %s

#include <system.h>

struct record {
  int a;
  double *p;
};
void change(double *), look(const double *), take(struct record);
void see(struct record *const *);
int unknown(void);
static int even(int k);
static int odd(int k) { return k && even(k - 1); }
static int even(int k) { return !k || odd(k - 1); }
static int counted(int k) {
  static int calls;
  if (k)
    return unknown();
  for (;;)
    break;
  return calls++;
}
static double square(double x) { return x * x; }
int (*pointer)(int);

// Which of its bodies is called, only the host or only the device knows.
int variant(int k) { return k; }
#pragma omp begin declare variant match(device = {kind(host)})
int variant(int k) { return k + 1; }
#pragma omp end declare variant
int omp_is_initial_device(void);

// What a global pointer leads to may be anything that the region maps.
static double *kept, table[4];
#pragma omp declare target to(kept, table)
static void keep(double *q) { kept = q; }
static void write_kept(int k) { kept[k] = 1; }
static void write_table(int k) { table[k] = 1; }
static void write_number(unsigned long k) { *(double *)k = 1; }
static void write_const(const double *q) { *(double *)q = 1; }

void f(int n, double *p, struct record s, struct record **list, int x) {
  double a[10];
#pragma omp target
  {
    // CHECK: `keep(p);`
    // CHECK-NEXT: use p: read element-read element-write at
    // CHECK-NEXT: fact call-visible 'keep' at
    // CHECK-NEXT: fact unknown-memory in-callee at
    keep(p);
    // CHECK: `write_kept(x);`
    // CHECK-NEXT: use x: read at
    // CHECK-NEXT: fact call-visible 'write_kept' at
    // CHECK: fact unknown-memory in-callee at
    write_kept(x);
    // CHECK: `write_table(x);`
    // CHECK-NOT: unknown-memory
    // CHECK: `write_number(x);`
    // CHECK: fact unknown-memory in-callee at
    write_table(x);
    write_number(x);
    // CHECK: `write_const(p);`
    // CHECK-NEXT: use p: read element-read at
    // CHECK: fact unknown-memory in-callee at
    write_const(p);
    // CHECK: `change(p);`
    // CHECK-NEXT: use p: read element-read element-write at
    // CHECK-NEXT: fact call 'change' at
    change(p);
    // CHECK: `change(a);`
    // CHECK-NEXT: use a: element-read element-write address at
    change(a);
    // CHECK: `look(a);`
    // CHECK-NEXT: use a: element-read address at
    look(a);
    // CHECK: `look(p + x);`
    // CHECK-NEXT: use p: read element-read at
    // CHECK-NEXT: use x: read at
    look(p + x);
    // CHECK: `take(s);`
    // CHECK-NEXT: use s: read element-read element-write at
    take(s);
    // What const does not reach.
    // CHECK: `see(list);`
    // CHECK-NEXT: use list: read element-read element-write at
    see(list);
    // CHECK: `x = square(2);`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact float-arithmetic at
    // CHECK-NEXT: fact call-visible 'square' at
    // CHECK-NEXT: fact float-arithmetic in-callee at
    x = square(2);
    // CHECK: `x = counted(1);`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact call-visible 'counted' at
    // CHECK-NEXT: fact static-local 'calls' in-callee at
    // CHECK-NEXT: fact call 'unknown' in-callee at
    // CHECK-NEXT: node
    x = counted(1);
    // CHECK: `x = even(3);`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact call-visible 'even' at
    // CHECK-NEXT: fact call-visible 'odd' in-callee at
    // CHECK-NEXT: fact call-visible 'even' in-callee at
    // CHECK-NEXT: node
    x = even(3);
    // CHECK: `x = pointer(2);`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: use pointer: read at
    // CHECK-NEXT: fact call at
    x = pointer(2);
    // CHECK: `x = in_system_header(1);`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact call 'in_system_header' at
    x = in_system_header(1);
    // CHECK: `x = variant(1);`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact call 'variant' at
    // CHECK-NEXT: node
    x = variant(1);
    // CHECK: `x = __builtin_abs(x);`
    // CHECK-NEXT: use x: read write at
    // CHECK-NEXT: fact call '__builtin_abs' at
    x = __builtin_abs(x);
    // CHECK: `x = omp_is_initial_device();`
    // CHECK-NEXT: use x: write at
    // CHECK-NEXT: fact call 'omp_is_initial_device' at
    // CHECK-NEXT: fact initial-device 'omp_is_initial_device' at
    x = omp_is_initial_device();
  }
}
