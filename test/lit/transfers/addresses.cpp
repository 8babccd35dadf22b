// FILE: test/lit/transfers/addresses.cpp
// WHAT: addresses that outlive the statement that takes them: in global and static variables, in members, as
//       template arguments, in numbers. A later kernel writes through them.
// RUN: %clangxx -O1 -std=c++20 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 -std=c++20 %host_offload %s -o %t.split
// RUN: env MALLOC_PERTURB_=165 %run %t.plain >%t.expected
// RUN: env MALLOC_PERTURB_=165 %run %t.split | diff %t.expected -
// RUN: env MALLOC_PERTURB_=165 %run4 %t.split | diff %t.expected -
// RUN: %cleave explain --all %s -- -std=c++20 >%t.report
// RUN: grep -c CLV001 %t.report | FileCheck --check-prefix=COUNT %s
// COUNT: {{^}}11{{$}}
#include <cstdint>
#include <cstdio>

enum { N = 200000 };

#pragma omp declare target
static double *kept;
static struct { int unused; double *part; } kept_in_record;
static uintptr_t kept_as_number;
static double *kept_in_array[2];
static void keep(double *p) { kept = p; }
static void keep_in_record(double *p) { kept_in_record.part = p + 1; }
static void keep_as_number(double *p) { kept_as_number = (uintptr_t)p; }
static void keep_in_array(double *p) { kept_in_array[1] = p; }
static double *own(double *p) {
  static double *mine;
  if (p)
    mine = p;
  return mine;
}
static void write_kept(int i) { kept[i] = 1; }
static void write_part(int i) { kept_in_record.part[i] = 2; }
static void write_number(int i) { ((double *)kept_as_number)[i] = 3; }
static void write_array(int i) { kept_in_array[1][i] = 4; }
static void write_own(int i) { own(nullptr)[i] = 5; }
struct View {
  double *p;
  void set(int i) const { p[i] = 6; }
};
static View view;
static void write_view(int i) { view.set(i); }
struct Guard {
  int i;
  ~Guard() { kept[i] = 7; }
};
struct Holder {
  Guard guard;
};
#pragma omp end declare target

// The kernel in the middle writes 'a' without its name; the last one gives it time to be copied too early.
#define TEST(NAME, FIRST, MIDDLE)                                                                  \
  static void NAME(double *out) {                                                                  \
    static double a[N], b[N];                                                                             \
    const int n = N;                                                                               \
    for (int i = 0; i < N; i++)                                                                    \
      a[i] = 1000.25 + i, b[i] = i;                                                                \
    _Pragma("omp target map(tofrom : b, a)") {                                                     \
      FIRST;                                                                                       \
      _Pragma("omp parallel for") for (int i = 0; i < n; i++) b[i] += i;                           \
      _Pragma("omp parallel for") for (int i = 0; i < n - 1; i++) { MIDDLE; }                      \
      _Pragma("omp parallel for") for (int i = 0; i < n; i++) b[i] += i;                           \
    }                                                                                              \
    for (int i = 0; i < N; i++)                                                                    \
      out[i] = a[i] + b[i];                                                                        \
  }

TEST(in_global, keep(a), write_kept(i))
TEST(in_record, keep_in_record(a), write_part(i))
TEST(as_number, keep_as_number(a), write_number(i))
TEST(in_array, keep_in_array(a), write_array(i))
TEST(in_static, own(a), write_own(i))
TEST(in_object, view.p = a, write_view(i))
TEST(by_destructor, keep(a), Holder h{{i}})

// A scalar between two loops.
struct W {
  int &r;
};
static void member_of_scalar(double *out) {
  int s = 2;
#pragma omp target map(from : out[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      out[i] = s;
    W w{s};
    w.r = 9;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      out[i] += s;
  }
}

static void scalar_as_number(double *out) {
  int s = 2;
#pragma omp target map(from : out[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      out[i] = s;
    *(int *)(uintptr_t)&s = 9;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      out[i] += s;
  }
}

double table[N];
template <double (&Table)[N]> static void template_argument(double *out) {
#pragma omp target map(tofrom : out[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      Table[i] += i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      out[i] = i;
  }
  for (int i = 0; i < N; i++)
    out[i] += table[i];
}

// A copy of a pointer leads where the pointer does.
static void private_pointer(double *out) {
  static double b[N];
#pragma omp target map(tofrom : b, out[0 : N])
  {
#pragma omp parallel for firstprivate(out)
    for (int i = 0; i < N; i++)
      out[i] = i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += i;
  }
}

int main() {
  static const struct {
    const char *name;
    void (*run)(double *);
  } tests[] = {{"in_global", in_global},
               {"in_record", in_record},
               {"as_number", as_number},
               {"in_array", in_array},
               {"in_static", in_static},
               {"in_object", in_object},
               {"by_destructor", by_destructor},
               {"member_of_scalar", member_of_scalar},
               {"scalar_as_number", scalar_as_number},
               {"template_argument", template_argument<table>},
               {"private_pointer", private_pointer}};
  for (auto &test : tests) {
    static double out[N]; double sum = 0, placed = 0;
    for (int i = 0; i < N; i++)
      out[i] = 100.5 * i;
    test.run(out);
    for (int i = 0; i < N; i++)
      sum += out[i], placed += (i % 17 + 1) * out[i];
    printf("%s: %.17g %.17g\n", test.name, sum, placed);
  }
}
