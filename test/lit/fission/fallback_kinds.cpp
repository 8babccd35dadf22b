// Split regions that are tasks, or that use members, mappers and views, have the fallback as well: one launch where the split form
// has several, and the same results. Values that may change until a task begins, or in the region, decide nothing.
// RUN: %clangxx -O2 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O2 -Wall -Wextra -Werror %host_offload %s -o %t.both -Rpass=cleave 2> %t.remarks || cat %t.remarks
// RUN: grep CLV013 %t.remarks | FileCheck %s --check-prefix=REMARKS
// RUN: %run %t.plain > %t.expected
// RUN: env CLEAVE_SPLIT=always %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=auto %run %t.both | diff %t.expected -
// The launches of each function: kernels are named after it.
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | grep -o '__omp_offloading_[^ ]*' | grep -o 'in_[a-z]*' | sort | uniq -c | FileCheck %s --check-prefix=SPLIT
// RUN: env CLEAVE_SPLIT=auto LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | grep -o '__omp_offloading_[^ ]*' | grep -o 'in_[a-z]*' | sort | uniq -c | FileCheck %s --check-prefix=ONCE
#include <cstdio>

enum { N = 40 };

struct record {
  double *a, *b;
  int n;
};
struct mapped {
  double *a, *b;
  int n;
};
#pragma omp declare mapper(mapped v) map(v, v.a[0 : v.n], v.b[0 : v.n])
struct view {
  double *data;
  double &operator()(int i) const { return data[i]; }
};

// SPLIT: 2 in_dependence
// ONCE: 1 in_dependence
static void in_dependence(int n, double *a, double *b) {
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : n], b[0 : n]) depend(inout : a[0])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = b[n - 1 - i];
  }
}

// SPLIT: 2 in_mapper
// ONCE: 1 in_mapper
static void in_mapper(int n, double *a, double *b) {
  mapped v = {a, b, n};
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : v)
  {
#pragma omp parallel for
    for (int i = 0; i < v.n; i++)
      v.b[i] += v.a[i];
#pragma omp parallel for
    for (int i = 0; i < v.n; i++)
      v.a[i] = v.b[v.n - 1 - i];
  }
}

// SPLIT: 2 in_member
// ONCE: 1 in_member
struct object {
  double *a, *b;
  int n;
  void in_member() {
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        b[i] += a[i];
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] = b[n - 1 - i];
    }
  }
};

// SPLIT: 9 in_record
// ONCE: 1 in_record
static void in_record(record *p, int steps) {
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(to : p[0 : 1]) map(tofrom : p->a[0 : p->n], p->b[0 : p->n])
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 0; i < p->n; i++)
      p->b[i] += p->a[i];
    p->a[0] += t;
#pragma omp parallel for
    for (int i = 0; i < p->n; i++)
      p->a[i] = p->b[p->n - 1 - i];
  }
}

// SPLIT: 6 in_task
// ONCE: 3 in_task
static void in_task(int n, double *a, double *b) {
#pragma omp target data map(tofrom : a[0 : n], b[0 : n])
  {
    for (int t = 0; t < 3; t++) {
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : n], b[0 : n]) nowait depend(inout : a[0])
      {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
          b[i] += a[i];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
          a[i] = b[n - 1 - i];
      }
    }
#pragma omp taskwait
  }
}

// Another task may change the member until this one begins.
// REMARKS-NOT: CLV013
// SPLIT: 2 in_taskmember
// ONCE: 2 in_taskmember
static void in_taskmember(record *p) {
  double *a = p->a, *b = p->b;
  int n = p->n;
#pragma omp target map(to : p[0 : 1]) map(tofrom : a[0 : n], b[0 : n]) nowait depend(inout : a[0])
  {
#pragma omp parallel for
    for (int i = 0; i < p->n; i++)
      b[i] += a[i];
#pragma omp parallel for
    for (int i = 0; i < p->n; i++)
      a[i] = b[p->n - 1 - i];
  }
#pragma omp taskwait
}

// The section may be empty, and the pointer null. Each of two calls launches the first kernel, one the second.
// REMARKS-NOT: CLV013
// SPLIT: 3 in_vacant
// ONCE: 3 in_vacant
static void in_vacant(record *p, int use, double *a, double *b) {
#pragma omp target map(to : p[0 : use]) map(tofrom : a[0 : N], b[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += a[i];
    if (use) {
#pragma omp parallel for
      for (int i = 0; i < p->n; i++)
        a[i] = b[N - 1 - i];
    }
  }
}

// SPLIT: 2 in_view
// ONCE: 1 in_view
static void in_view(int n, double *x, double *y) {
  view a = {x}, b = {y};
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(to : a, b) map(tofrom : a.data[0 : n], b.data[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b(i) += a(i);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a(i) = b(n - 1 - i);
  }
}

// The region changes the member.
// SPLIT: {{[0-9]+}} in_written
// ONCE: {{[2-9]}} in_written
static void in_written(record *p, double *a, double *b) {
#pragma omp target map(tofrom : p[0 : 1]) map(tofrom : a[0 : N], b[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < p->n; i++)
      b[i] += a[i];
    p->n -= 1;
#pragma omp parallel for
    for (int i = 0; i < p->n; i++)
      a[i] = b[p->n - 1 - i];
  }
}
// REMARKS-NOT: CLV013

int main() {
  double a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = i % 7, b[i] = i % 5;
  record r = {a, b, N};
  object o = {a, b, N};
  in_task(N, a, b);
  in_dependence(N, a, b);
  o.in_member();
  in_record(&r, 3);
  in_taskmember(&r);
  in_mapper(N, a, b);
  in_view(N, a, b);
  in_vacant(nullptr, 0, a, b);
  in_vacant(&r, 1, a, b);
  in_written(&r, a, b);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (i + 1) * (a[i] + 3 * b[i]);
  printf("%.17g %d\n", sum, r.n);
}
