// Pragmas and attributes around loops that loop_hints.c does not have: in front of a serial loop, in a macro, between a directive and
// its loop, of the preprocessor, as an attribute, with two spellings of `#`. The program compiles, with the same results.
// RUN: %clang -O2 -trigraphs -w %host_offload %s -o %t.plain
// RUN: %cleave_cc -O2 -trigraphs -w %host_offload %s -o %t -Rpass=cleave 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: %cleave rewrite --compiled %s -- -trigraphs -w | FileCheck %s --check-prefix=TEXT
// RUN: %run %t.plain > %t.expected
// RUN: %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run %t | diff %t.expected -
#include <stdio.h>
enum { N = 64 };
#define STR(x) #x
#define PRAGMA(x) _Pragma(STR(x))
#define UNR(k) PRAGMA(clang loop unroll_count(k))
#define FOR(i, n) UNR(3) for (int i = 0; i < (n); i++)
typedef double row[N];
#pragma float_control(push)
// A serial loop with hints has a kernel of its own; the hints go with it.
// CHECK: [[#@LINE+5]]:1: remark: CLV001: target region split into 1 kernel of one parallel loop and 1 kernel of other statements
// TEXT: _Pragma("clang loop vectorize_width(4, fixed){{ +}}interleave_count(2)")
// TEXT: {{^}}#pragma unroll(3)
#pragma float_control(precise, on)
static void f1(row *a, double *b) {
#pragma omp target map(tofrom : a[0 : N], b[0 : N])
  {
#pragma clang loop vectorize_width(4, fixed) \
    interleave_count(2)
#pragma unroll(3)
    for (int i = 0; i < N; i++) b[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      FOR(j, N) a[i][j] += b[j];
    }
  }
}
#pragma float_control(pop)
static void f2(row *a, double *b) {
#pragma omp target teams distribute parallel for map(to : a[0 : N]) map(from : b[0 : N])
  for (int i = 0; i < N; i++) {
#pragma clang fp reassociate(on) contract(fast)
    double s = 0;
    [[clang::annotate("x")]] int first = 0;
    __attribute__((opencl_unroll_hint(2))) for (int j = first; j < N; j++)
      s += a[i][j];
    b[i] = s;
  }
}
static void f3(row *a, double *b) {
#pragma omp target map(tofrom : a[0 : N], b[0 : N])
  {
#pragma omp parallel for
#pragma clang loop unroll(disable)
    for (int i = 0; i < N; i++) b[i] *= 2;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < N; i++)
#pragma GCC ivdep
      for (int j = 0; j < N; j++) a[i][j] -= b[i];
  }
}
static void f5(row *a, double *b) {
#pragma omp target map(tofrom : a[0 : N], b[0 : N])
  {
    if (b[0] > -1e9)
#pragma omp parallel for
      for (int i = 0; i < N; i++) b[i] -= 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      int j = 0;
#pragma nounroll
      while (j < N) a[i][j++] += b[i];
#pragma unroll 2
      do a[i][--j] *= 2; while (j > 0);
      [[likely]] ;
    }
  }
}
static void f6(row *a, double *b) {
#pragma region here
#pragma omp target map(tofrom : a[0 : N], b[0 : N])
  {
#pragma mark - first
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma message "hidden"
#pragma weak unheard
      b[i] += 1;
    }
#pragma push_macro("N2")
#define N2 32
#pragma omp parallel for
    for (int i = 0; i < N2; i++)
      b[i] *= 2;
#pragma pop_macro("N2")
#pragma endregion
  }
}
// LLVM cannot select a hint with a probability in the host's code of another version, which is not optimized.
static double f7(row *a) {
  double t = 0, m = -1e9;
#pragma omp target teams distribute parallel for reduction(+ : t) reduction(max : m) map(to : a[0 : N])
  for (int i = 0; i < N; i++) {
#pragma clang loop pipeline(disable) distribute(enable)
    for (int j = 0; j < N; j++) {
      t += a[i][j];
      if (__builtin_expect_with_probability(a[i][j] > m, 1, 0.9)) m = a[i][j];
    }
  }
  return t + m;
}
static void f8(row *a, double *b) {
#pragma omp target teams distribute
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wshadow"
  for (int i = 0; i < N; i++) {
#pragma omp parallel for simd simdlen(4) aligned(b : 8)
#pragma clang diagnostic pop
    for (int j = 0; j < N; j++) a[i][j] += b[j];
#pragma omp parallel for
#pragma unroll_and_jam 2
    for (int j = 0; j < N; j++) for (int k = 0; k < 2; k++) a[i][j] += k;
  }
}
static void f9(row *a, double *b) {
#pragma omp target map(tofrom : a[0 : N], b[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      UNR(2) /* one */ PRAGMA(clang loop vectorize(disable))
      for (int j = 0; j < N; j++) a[i][j] += j;
    }
%: pragma omp parallel for
    for (int i = 0; i < N; i++) _Pragma("unroll 2") for (int j = 0; j < N; j++) _Pragma("nounroll") for (int k = 0; k < 2; k++) a[i][j] += k;
??=pragma omp parallel for
    for (int i = 0; i < N; i++) b??(i??) += 1;
  }
}
int main(void) {
  static double a[N][N], b[N];
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] = i * j % 7;
  f1(a, b); printf("%g %g\n", a[3][4], b[3]);
  f2(a, b); printf("%g %g\n", a[3][4], b[3]);
  f3(a, b); printf("%g %g\n", a[3][4], b[3]);
  f5(a, b); printf("%g %g\n", a[3][4], b[3]);
  f6(a, b); printf("%g %g\n", a[3][4], b[3]);
  printf("%g\n", f7(a));
#pragma omp target data map(tofrom : a, b)
  f8(a, b);
  printf("%g %g\n", a[3][4], b[3]);
  f9(a, b); printf("%g %g\n", a[3][4], b[3]);
}
