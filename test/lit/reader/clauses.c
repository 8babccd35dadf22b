// FILE: test/lit/reader/clauses.c
// WHAT: clauses and map items: their text, what they read, and what is particular about them.
// RUN: %cleave_dump -fopenmp-version=52 %s | FileCheck %s

struct record {
  double *p;
};
int own(int);

void f(int n, int m, double *p, double *q, double *r, double (*rows)[4], struct record s,
       struct record *sp, volatile int hot, double sum, int x, int y, int k) {
  double array[8];
#pragma omp declare reduction(mine : double : omp_out += omp_in)

  // CHECK: clause if [[# @LINE + 16]]:20-[[# @LINE + 16]]:38 `if(target: own(n))` side-effects of target
  // CHECK-NEXT: argument {{.*}} `own(n)`
  // CHECK-NEXT: use n: read at
  // CHECK-NEXT: clause nowait {{.*}} `nowait`{{$}}
  // CHECK-NEXT: clause device {{.*}} `device(m++)` side-effects
  // CHECK-NEXT: argument {{.*}} `m++`
  // CHECK-NEXT: use m: read write at
  // CHECK-NEXT: clause depend {{.*}} `depend(out: p[0])`
  // CHECK: clause thread_limit {{.*}} `thread_limit(2 * 32)` constant
  // CHECK-NEXT: argument {{.*}} `2 * 32`
  // CHECK-NEXT: clause is_device_ptr {{.*}} `is_device_ptr(r)`
  // CHECK-NEXT: lists r
  // CHECK-NEXT: clause defaultmap
  // CHECK-NEXT: clause other {{.*}} `allocate(x)`
  // CHECK-NEXT: use x: read at
  // CHECK-NEXT: clause firstprivate
#pragma omp target if(target: own(n)) nowait device(m++) depend(out: p[0]) thread_limit(2 * 32)    \
    is_device_ptr(r) defaultmap(none) allocate(x) firstprivate(x)
  x = r[0];

  // CHECK: clause num_teams {{.*}} `num_teams(n + 1)`
  // CHECK-NEXT: argument {{.*}} `n + 1`
  // CHECK-NEXT: use n: read at
  // CHECK-NEXT: clause default {{.*}} `default(none)` none
  // CHECK-NEXT: clause shared {{.*}} `shared(p)`
  // CHECK-NEXT: lists p
  // CHECK-NEXT: clause reduction {{.*}} `reduction(mine: sum)` user-operator
  // CHECK-NEXT: lists sum
#pragma omp target teams num_teams(n + 1) default(none) shared(p) reduction(mine: sum)
  sum += p[0];

#pragma omp target
  {
    // CHECK: LOOP
    // CHECK: clause nowait {{.*}} `nowait`{{$}}
    // CHECK-NEXT: clause schedule {{.*}} `schedule(monotonic: dynamic, 4)` chunk modifier constant
    // CHECK-NEXT: argument {{.*}} `4`
    // CHECK-NEXT: clause private {{.*}} `private(x, y)`
    // CHECK-NEXT: lists x
    // CHECK-NEXT: lists y
#pragma omp parallel
#pragma omp for nowait schedule(monotonic: dynamic, 4) private(x, y)
    for (int i = 0; i < n; i++)
      x = y = i;
    // CHECK: LOOP
    // CHECK: clause reduction {{.*}} `reduction(+: sum, q[0:n], array)` not-plain
    // CHECK-NEXT: lists sum
    // CHECK-NEXT: lists q
    // CHECK-NEXT: lists array
    // CHECK-NEXT: use n: read at
    // CHECK-NEXT: clause lastprivate {{.*}} `lastprivate(conditional: k)` modifier
    // CHECK-NEXT: lists k
    // CHECK-NEXT: clause if {{.*}} of parallel
    // CHECK: clause num_threads
    // CHECK: clause schedule {{.*}} `schedule(static)` static
#pragma omp parallel for reduction(+: sum, q[0:n], array) lastprivate(conditional: k)              \
    if(parallel: n > 4) num_threads(n) schedule(static)
    for (int i = 0; i < n; i++)
      sum += q[i], k = i;
    // CHECK: LOOP
    // CHECK: clause order {{.*}} concurrent
    // CHECK: clause linear {{.*}} `linear(y: 2)`
    // CHECK-NEXT: lists y
    // CHECK-NEXT: clause default {{.*}} not-shared
    // CHECK-NEXT: clause reduction {{.*}} `reduction(inscan, +: sum)` modifier
#pragma omp parallel for order(concurrent)
    for (int i = 0; i < n; i++)
      ;
#pragma omp parallel for linear(y: 2) default(firstprivate) reduction(inscan, +: sum)
    for (int i = 0; i < n; i++) {
      sum += 1;
#pragma omp scan inclusive(sum)
      ;
    }
  }

  // CHECK: map to p {{.*}} `p[0:n]`{{$}}
  // CHECK-NEXT: use n: read at
  // CHECK-NEXT: map to rows {{.*}} `rows[m:n][0:4]`{{$}}
  // CHECK: use m: read at
  // CHECK: map tofrom array {{.*}} `array` always present whole
  // CHECK-NEXT: map alloc q {{.*}} `*q`{{$}}
  // CHECK-NEXT: map from s {{.*}} `s.p[0:n]` member
  // CHECK-NEXT: use n: read at
  // CHECK-NEXT: map from sp {{.*}} `sp->p` member
  // CHECK-NEXT: map tofrom r {{.*}} `r[own(n):1]` side-effects
  // CHECK-NEXT: use n: read at
#pragma omp target map(to: p[0:n], rows[m:n][0:4]) map(always, present, tofrom: array)             \
    map(alloc: *q) map(from: s.p[0:n]) map(from: sp->p) map(r[own(n):1])
  p[0] = 1;
}
