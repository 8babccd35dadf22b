// Mappers: named ones, default ones, and those that apply without a clause. The environment has the clause of the region; each
// kernel repeats it with the map type alloc, which copies nothing. LLVM 19 leaves a record that a mapper maps on the device, and
// sets its pointers for the first use only: each record is deleted from there by a member, which has no mapper.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: FileCheck %s --check-prefix=VALUES <%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: grep -v "^//" %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// CHECK-COUNT-12: CLV001
// CHECK: region in deferred:
// CHECK-NEXT: CLV227
// CHECK: region in deferred_implicit
// CHECK: CLV252: target region not transformed: 'r' is mapped by the default mapper of its type, with nowait
// CHECK: region in member
// CHECK-NEXT: CLV227
// CHECK: region in local
// CHECK: CLV252: target region not transformed: 'r' has a type with a default mapper
// CHECK: region in held
// CHECK-NEXT: CLV227
// VALUES: named 10 2.5 1120
#include <stdio.h>
#include <stdlib.h>
struct plain {
  int n;
  double k;
  int *p;
};
#pragma omp declare mapper(whole : struct plain s) map(tofrom : s, s.p[0 : s.n])
#pragma omp declare mapper(part : struct plain s) map(to : s.n) map(to : s.p) map(tofrom : s.p[0 : s.n])
#pragma omp declare mapper(fresh : struct plain s) map(always, tofrom : s, s.p[0 : s.n])
struct row {
  int n;
  double k;
  int *p;
};
#pragma omp declare mapper(struct row s) map(tofrom : s, s.p[0 : s.n])
struct table {
  int m;
  struct row *rows;
  double h;
  struct row own;
};
#pragma omp declare mapper(deep : struct table s) map(tofrom : s, s.rows[0 : s.m])

// TEXT-LABEL: named(
// TEXT: target data map(mapper(whole), tofrom: s)
// TEXT: target map(mapper(whole), alloc: s)
// TEXT: target parallel num_threads(1) map(mapper(whole), alloc: s)
// TEXT: target map(mapper(whole), alloc: s)
static struct plain named(struct plain s) {
#pragma omp target map(mapper(whole), tofrom : s)
  {
#pragma omp parallel for
    for (int i = 0; i < s.n; i++)
      s.p[i] += i;
    s.k += 2;
#pragma omp parallel for
    for (int i = 0; i < s.n; i++)
      s.p[i] *= s.k;
  }
#pragma omp target exit data map(delete : s.n)
  return s;
}
static struct plain parts(struct plain s) {
  const int n = s.n;
#pragma omp target map(mapper(part), tofrom : s)
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      s.p[i] += i + t;
#pragma omp parallel for
    for (int i = 0; i < s.n; i++)
      s.p[i] *= 2;
  }
#pragma omp target exit data map(delete : s.n)
  return s;
}
// Two clauses: one type, two mappers.
// TEXT-LABEL: both(
// TEXT: target data map(mapper(whole), tofrom: s) map(mapper(fresh), tofrom: u) map(tofrom: v)
static struct plain both(struct plain s, struct plain u) {
  int v[8] = {1};
#pragma omp target map(mapper(whole), tofrom : s) map(mapper(fresh), tofrom : u) map(tofrom : v)
  {
#pragma omp parallel for
    for (int i = 0; i < s.n; i++)
      s.p[i] += u.p[i] + v[i % 8];
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
      v[i] += s.p[i];
#pragma omp parallel for
    for (int i = 0; i < u.n; i++)
      u.p[i] = v[i % 8];
  }
#pragma omp target exit data map(delete : s.n, u.n)
  return s;
}
// Neither p nor k reach the host.
static struct plain to(struct plain s) {
#pragma omp target map(mapper(whole), to : s)
  {
#pragma omp parallel for
    for (int i = 0; i < s.n; i++)
      s.p[i] += i;
    s.k = s.p[3];
  }
#pragma omp target exit data map(delete : s.n)
  return s;
}
// TEXT-LABEL: by_default(
// TEXT: target data map(tofrom: r)
// TEXT: target teams distribute parallel for map(alloc: r)
static struct row by_default(struct row r) {
#pragma omp target map(r)
  {
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      r.p[i] += i;
    r.k += 2;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      r.p[i] *= r.k;
  }
#pragma omp target exit data map(delete : r.n)
  return r;
}
// TEXT-LABEL: implicit(
// TEXT: target data map(tofrom: r)
// TEXT: target teams distribute parallel for map(alloc: r)
static struct row implicit(struct row r) {
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      r.p[i] += i;
    r.k += 2;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      r.p[i] *= r.k;
  }
#pragma omp target exit data map(delete : r.n)
  return r;
}
static void array(struct row w[3]) {
  struct row a[3] = {w[0], w[1], w[2]};
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < a[i].n; k++)
        a[i].p[k] += k;
    a[1].k++;
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < a[i].n; k++)
        a[i].p[k] *= a[i].k;
  }
#pragma omp target exit data map(delete : a[0].n)
  printf("k %g\n", a[1].k);
}
static void section(struct row *w, int n) {
#pragma omp target map(tofrom : w[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = 0; k < w[i].n; k++)
        w[i].p[k] += k;
    w[1].k++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = 0; k < w[i].n; k++)
        w[i].p[k] *= w[i].k;
  }
#pragma omp target exit data map(delete : w[0].n)
  printf("k %g\n", w[1].k);
}
static void element(struct row *w) {
#pragma omp target map(tofrom : w[1])
  {
#pragma omp parallel for
    for (int k = 0; k < 10; k++)
      w[1].p[k] += k;
#pragma omp parallel for
    for (int k = 0; k < 10; k++)
      w[1].p[k] *= 2;
  }
#pragma omp target exit data map(delete : w[1].n)
}
static struct table nested(struct table t) {
#pragma omp target map(mapper(deep), tofrom : t)
  {
#pragma omp parallel for
    for (int i = 0; i < t.m; i++)
      for (int k = 0; k < t.rows[i].n; k++)
        t.rows[i].p[k] += k + t.h;
    t.h = t.rows[1].k += 2;
#pragma omp parallel for
    for (int i = 0; i < t.m; i++)
      for (int k = 0; k < t.rows[i].n; k++)
        t.rows[i].p[k] *= t.rows[i].k + t.h;
  }
#pragma omp target exit data map(delete : t.m, t.rows[0].n)
  return t;
}
static struct plain conditional(struct plain s, int on) {
#pragma omp target map(mapper(whole), tofrom : s) if (on)
  {
#pragma omp parallel for
    for (int i = 0; i < s.n; i++)
      s.p[i] += i;
#pragma omp parallel for
    for (int i = 0; i < s.n; i++)
      s.p[i] *= 3;
  }
#pragma omp target exit data map(delete : s.n) if (on)
  return s;
}
// The parallel loops run over both loops; the mapper has its place in the environment.
static void distributed(struct plain s, double *x) {
#pragma omp target teams distribute map(mapper(whole), tofrom : s) map(tofrom : x[0 : 10])
  for (int r = 0; r < 10; r++) {
    double sum = x[r];
#pragma omp parallel for
    for (int i = 0; i < 1; i++)
      s.p[r + i] += r;
    sum += s.p[r];
#pragma omp parallel for
    for (int i = 0; i < 1; i++)
      x[r + i] = sum + s.p[r];
  }
#pragma omp target exit data map(delete : s.n)
}
static void deferred(struct plain s) {
#pragma omp target nowait map(mapper(whole), tofrom : s)
  {
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      s.p[i] += i;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      s.p[i] *= 3;
  }
#pragma omp taskwait
#pragma omp target exit data map(delete : s.n)
}
static void deferred_implicit(struct row r, int *a) {
#pragma omp target nowait map(tofrom : a[0 : 10])
  {
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      a[i] += r.k;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      a[i] *= r.n;
  }
#pragma omp taskwait
#pragma omp target exit data map(delete : r.n)
}
static void member(struct table *t) {
  struct table s = *t;
#pragma omp target map(tofrom : s.own)
  {
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      s.own.p[i] += i;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      s.own.p[i] *= 3;
  }
#pragma omp target exit data map(delete : s.own.n)
}
// A clause for r would read r.n and r.p, which have no value before the region.
static void local(int *a, int *b) {
#pragma omp target map(tofrom : a[0 : 10]) map(to : b[0 : 10])
  {
    struct row r;
    r.n = 10;
    r.k = 2;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      a[i] += r.n + b[i];
    r.k = 7;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      a[i] *= r.k;
  }
}
static void held(int *a) {
#pragma omp target map(ompx_hold, tofrom : a[0 : 10])
  {
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      a[i] *= 3;
  }
}
static int *fill(int n, int seed) {
  int *p = malloc(100 * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i % 4 + seed;
  return p;
}
static void show(const char *name, int n, double k, const int *p) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += (i + 1) * p[i];
  printf("%s %d %g %ld\n", name, n, k, sum);
}
int main(void) {
  int *a = fill(10, 1), *b = fill(10, 2), *c = fill(10, 3);
  struct plain s = {10, 0.5, a}, u = {10, 0.5, c};
  s = named(s);
  show("named", s.n, s.k, a);
  s = parts(s);
  show("parts", s.n, s.k, a);
  s = both(s, u);
  show("both", s.n, s.k, a);
  show("both", u.n, u.k, c);
  s = to(s);
  show("to", s.n, s.k, a);
  struct row r = by_default((struct row){10, 1, b});
  show("by_default", r.n, r.k, b);
  r = implicit((struct row){10, 1, fill(10, 1)});
  show("implicit", r.n, r.k, r.p);
  struct row w[3] = {{10, 1, fill(10, 1)}, {11, 2, fill(11, 2)}, {12, 3, fill(12, 3)}};
  array(w);
  section(w, 3);
  struct row *one = malloc(2 * sizeof *one);
  one[0] = one[1] = (struct row){10, 1, fill(10, 5)};
  element(one);
  show("element", 10, one[1].k, one[1].p);
  struct row *rows = malloc(3 * sizeof *rows);
  for (int i = 0; i < 3; i++)
    rows[i] = (struct row){10 + i, i, fill(10 + i, i)};
  struct table t = nested((struct table){3, rows, 1, {10, 1, fill(10, 1)}});
  for (int i = 0; i < 3; i++) {
    show("rows", w[i].n, w[i].k, w[i].p);
    show("nested", rows[i].n, t.h + rows[i].k, rows[i].p);
  }
  s = conditional((struct plain){10, 1, fill(10, 1)}, 1);
  show("on", s.n, s.k, s.p);
  s = conditional(s, 0);
  show("off", s.n, s.k, s.p);
  double x[10] = {1};
  distributed((struct plain){10, 1, s.p = fill(10, 1)}, x);
  printf("distributed %g %g %d\n", x[0], x[9], s.p[9]);
  deferred((struct plain){10, 1, s.p = fill(10, 1)});
  show("deferred", 10, 0, s.p);
  deferred_implicit((struct row){10, 2, fill(10, 1)}, s.p);
  show("implicit", 10, 0, s.p);
  member(&t);
  show("member", 10, 0, t.own.p);
  local(s.p, b);
  held(s.p);
  show("local", 10, 0, s.p);
}
