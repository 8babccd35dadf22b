// Further regions that must have the fallback: blocks as tasks with scalars of their own, a member of a member, a mapper with a
// name, views of a
// template class and by reference, firstprivate scalars that are bounds. One launch where the split form has several, the same results.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 -Wall -Wextra -Werror %host_offload %s -o %t.both -Rpass=cleave 2> %t.remarks || cat %t.remarks
// RUN: grep CLV013 %t.remarks | FileCheck %s --check-prefix=REMARKS
// RUN: %run %t.plain > %t.expected
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %run %t.both 2>%t.split | diff %t.expected -
// RUN: grep -o '__omp_offloading_[^ ]*' %t.split | grep -o "in_[a-z]*" | sort | uniq -c | FileCheck %s --check-prefix=SPLIT
// RUN: env CLEAVE_SPLIT=auto LIBOMPTARGET_INFO=16 %run %t.both 2>%t.once | diff %t.expected -
// RUN: grep -o '__omp_offloading_[^ ]*' %t.once | grep -o "in_[a-z]*" | sort | uniq -c | FileCheck %s --check-prefix=ONCE
// RUN: env CLEAVE_SPLIT=always %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t.both | diff %t.expected -
#include <cstdio>

enum { N = 40 };

// SPLIT: 8 in_blocks
// ONCE: 4 in_blocks
static void in_blocks(double *a, double *b) {
#pragma omp target enter data map(to : a[0 : N], b[0 : N])
  for (int block = 0; block < 4; block++) {
    const int first = block * 10, last = first + 10;
    double factor = 1 + block;
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : N], b[0 : N]) nowait depend(inout : b[0]) depend(in : a[first]) firstprivate(factor)
    {
#pragma omp parallel for
      for (int i = first; i < last; i++)
        b[i] += factor * a[i];
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] = b[N - 1 - i] / factor;
    }
  }
#pragma omp taskwait
#pragma omp target exit data map(from : a[0 : N], b[0 : N])
}

struct inner {
  double *a;
  int n;
};
struct outer {
  inner in;
  double shift;
};
// SPLIT: 2 in_inner
// ONCE: 1 in_inner
static void in_inner(outer o, double *b) {
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : o.in.a[0 : o.in.n]) map(tofrom : b[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += o.in.a[i];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      o.in.a[i] = b[N - 1 - i] + 1;
  }
}

struct pair {
  double *a, *b;
  int n;
};
#pragma omp declare mapper(both : pair p) map(p, p.a[0 : p.n], p.b[0 : p.n])
// SPLIT: 2 in_named
// ONCE: 1 in_named
static void in_named(pair p) {
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(mapper(both), tofrom : p)
  {
#pragma omp parallel for
    for (int i = 0; i < p.n; i++)
      p.b[i] += p.a[i] * 0.5;
#pragma omp parallel for
    for (int i = 0; i < p.n; i++)
      p.a[i] = p.b[p.n - 1 - i];
  }
}

// SPLIT: 9 in_scalars{{.*}}
// ONCE: 1 in_scalars{{.*}}
static void in_scalars(int n, int steps, double f, double *a, double *b) {
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : N], b[0 : N]) firstprivate(n, steps, f)
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = t; i < n; i++)
      b[i] += f * a[i];
    a[0] += t * f;
#pragma omp parallel for
    for (int i = 0; i < n - t; i++)
      a[i] = b[n - 1 - i];
  }
}

template <typename T> class vector_view {
  T *values;
  int count;

public:
  vector_view(T *values, int count) : values(values), count(count) {}
  T *data() const { return values; }
  int size() const { return count; }
  T &operator[](int i) const { return values[i]; }
};

// SPLIT: 2 in_template
// ONCE: 1 in_template
static void in_template(double *x, double *y) {
  vector_view<double> a(x, N), b(y, N);
  double *p = a.data(), *q = b.data();
  const int n = a.size();
// REMARKS: :[[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] += p[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = q[n - 1 - i] * 0.25;
  }
}
// REMARKS-NOT: CLV013

int main() {
  double a[N], b[N], sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i % 7, b[i] = i % 5;
  in_blocks(a, b);
  in_inner({{a, N}, 2}, b);
  in_named({a, b, N});
  in_scalars(N, 3, 0.5, a, b);
  in_template(a, b);
  for (int i = 0; i < N; i++)
    sum += (i + 1) * (a[i] + 3 * b[i]);
  printf("%.17g\n", sum);
}
