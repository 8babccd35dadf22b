// Clauses of a simd part keep no region as it is: 'aligned' of pointers is a promise that no host evaluates (CLV256), and clauses that list
// the counter of a simd loop do to it what the loop does without them (CLV247).
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s -w
#include <stdio.h>
enum { N = 1280 };
static double m[64][64], x[N], y[N];

// CHECK-NOT: {{CLV256|CLV247|CLV037.*(: of|aligned)}}
static void pointers(double *p, const double *q, int n) {
// CHECK: [[#@LINE+3]]:1: remark: CLV002:
#pragma omp target map(tofrom : p[0 : n]) map(to : q[0 : n])
#pragma omp parallel
#pragma omp for simd aligned(p, q : 8)
  for (int i = 0; i < n; i++)
    p[i] += q[i];
}

static void inside(double *p, int n) {
// CHECK: [[#@LINE+2]]:1: remark: CLV002:
#pragma omp target map(tofrom : p[0 : n * 64])
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp simd aligned(p : 8)
    for (int k = 0; k < 64; k++)
      p[i * 64 + k] += k;
  }
}

static void local(double *p, int n) {
#pragma omp target map(tofrom : p[0 : n])
  {
    double *q = p;
// CHECK: [[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for simd aligned(q : 8)
    for (int i = 0; i < n; i++)
      p[i] += 1;
// CHECK: [[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for simd aligned(q, p : 8) safelen(4)
    for (int i = 0; i < n; i++)
      p[i] += q[i];
#pragma cleave widen(off)
#pragma omp parallel for simd aligned(q, p : 8)
    for (int i = 0; i < n; i++)
      p[i] += 0.5;
  }
}

// CHECK: [[#@LINE+2]]:1: remark: CLV036: {{.*}} 'p'
static void combined(double *p, int n) {
#pragma omp target teams distribute parallel for simd aligned(p : 8) map(tofrom : p[0 : n])
  for (int i = 0; i < n; i++)
    p[i] += 2;
}

static double listed_counters(void) {
  int i, k, l;
  double s = 0;
#pragma omp target map(tofrom : s, m)
  {
// CHECK: [[#@LINE+1]]:1: remark: CLV019: made 'k' private
#pragma omp parallel for reduction(+ : s)
    for (i = 0; i < 64; i++) {
      double t = 0;
#pragma omp simd reduction(+ : t) linear(k : 2)
      for (k = 1; k < 63; k += 2)
        t += m[i][k];
      s += t;
    }
// CHECK: [[#@LINE+1]]:1: remark: CLV019: made 'k' private
#pragma omp parallel for reduction(+ : s)
    for (i = 0; i < 64; i++) {
      double t = 0;
#pragma omp simd reduction(+ : t) private(l) lastprivate(k)
      for (k = 0; k < 63; k++) {
        l = k + 1;
        t += m[i][l] * l;
      }
      for (k = 0; k < 2; k++)
        t += k;
      s += t;
    }
// CHECK: [[#@LINE+1]]:1: remark: CLV019: made '{{k', 'l|l', 'k}}' private
#pragma omp parallel for
    for (i = 0; i < 64; i++) {
#pragma omp simd collapse(2) lastprivate(k, l)
      for (k = 0; k < 8; k++)
        for (l = 0; l < 8; l++)
          m[i][k * 8 + l] += k - l;
    }
// CHECK-NOT: CLV019
#pragma omp parallel for
    for (i = 0; i < 64; i++) {
#pragma omp simd private(k)
      for (k = 0; k < 64; k++)
        m[i][k] += k;
    }
  }
  return s;
}

int main(void) {
  double s = 0, t;
  for (int i = 0; i < N; i++)
    x[i] = i % 7, y[i] = i % 5, m[i % 64][i / 64] = i % 11;
  pointers(x, y, N);
  inside(x, N / 64);
  local(x, N);
  combined(x, N);
  t = listed_counters();
  for (int i = 0; i < N; i++)
    s += x[i] * (i % 3) + m[i % 64][i / 64] * (i % 4);
  printf("%.1f %.1f\n", s, t);
}

// ---- The value of the counter is read: unchanged, and the remark says what to write ------------------

void read_after(int n) {
  int k = 5;
#pragma omp target map(tofrom : x)
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
// CHECK: [[#@LINE+1]]:30: remark: CLV247: {{.*}} write 'k' (data race); declare it inside the loop, or list it in a private
#pragma omp simd lastprivate(k)
    for (k = 0; k < n; k++)
      x[i] += k;
    x[i] += k;
  }
}
