// Nests as people write them: functions, templates, lambdas, functors and operators. The iterations of each inner loop are independent, but where a comment says otherwise.
// RUN: %clangxx -std=c++17 -O1 -w %host_offload %s -o %t.plain
// RUN: %cleave_cxx -std=c++17 -O1 -w %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave explain --all %s -- -std=c++17 >%t.remarks
// RUN: awk -f %S/Inputs/mapped.awk %s %t.remarks | FileCheck %s
// CHECK-NOT: dependent
// CHECK: {{^}}34 mapped
// Nests written with calls: helper functions, templates, lambdas, functors, operators.
// One function nest_* per nest; the comment on its first line tells whether the iterations of its inner
// loop are independent of each other. main() prints "name checksum" for each.
// Reference: the same file compiled without -fopenmp.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

static const int N = 37, M = 29;

template <class T> std::vector<T> fill(std::size_t count, unsigned seed) {
  std::vector<T> v(count);
  for (std::size_t k = 0; k < count; ++k) {
    int r = int((k * 37u + seed * 101u) % 113u);
    v[k] = std::is_floating_point<T>::value ? T((r - 50) / T(8)) : T(r);
  }
  return v;
}
template <class T> double weigh(const T *p, std::size_t count) {
  double s = 0;
  for (std::size_t k = 0; k < count; ++k) s += double(p[k]) * double(k * 7919 % 1009 + 1);
  return s;
}
void show(const char *name, double s) { std::printf("%s %.17g\n", name, s); }
template <class T> void show(const char *name, std::vector<T> &v) {
  show(name, weigh(v.data(), v.size()));
  const auto f = fill<T>(v.size(), 2); // the next nest starts afresh, in the same storage
  v.assign(f.begin(), f.end());
}

// ---- free helper functions

static double relu(double a) { return a > 0 ? a : 0; }
void nest_helper_static(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i * m + j] = relu(x[i * m + j] - 0.5);
}

inline std::size_t offset(int i, int j, int ld) { return std::size_t(i) * ld + j; }
void nest_helper_inline_index(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      y[offset(i, j, m)] += 0.25 * x[offset(i, j, m)];
    }
  }
}

template <class T> T mix(T a, T b, T t) { return a + t * (b - a); }
template <class T> void nest_helper_template(int n, int m, T t, const T *x, T *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = mix<T>(x[i * m + j], y[i * m + j], t);
}

constexpr int wrap(int k, int n) {
  if (k < 0) return k + n;
  if (k >= n) return k - n;
  return k;
}
void nest_helper_constexpr_periodic(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 0.25 * (x[wrap(i - 1, n) * m + j] + x[wrap(i + 1, n) * m + j] +
                             x[i * m + wrap(j - 1, m)] + x[i * m + wrap(j + 1, m)]);
}

static inline double sign(double a) { return a < 0 ? -1.0 : 1.0; }
static inline double minmod(double a, double b) { return 0.5 * (sign(a) + sign(b)) * std::fmin(std::fabs(a), std::fabs(b)); }
static inline double slope(double l, double c, double r) { return minmod(c - l, r - c); }
void nest_helper_nested_limiter(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m - 1; ++j) {
      const int c = i * m + j;
      y[c] = x[c] + 0.5 * slope(x[c - 1], x[c], x[c + 1]);
    }
}

static void split(double v, double &whole, double &part) {
  whole = std::floor(v);
  part = v - whole;
}
void nest_helper_out_parameters(int n, int m, const double *x, double *y, double *z) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m], z[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double whole, part;
      split(x[i * m + j], whole, part);
      y[i * m + j] = whole;
      z[i * m + j] = part;
    }
}

static inline void add_to(double &dst, double v) { dst += v; }
void nest_helper_element_reference(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      add_to(y[i * m + j], x[i * m + j] * x[i * m + j]);
}

static int classify(double v) {
  if (v < -3) return -1;
  if (v < 0) return 0;
  if (v > 5) return 7;
  return static_cast<int>(v * 2);
}
void nest_helper_early_return(int n, int m, const double *x, int *label) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : label[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      label[i * m + j] = classify(x[i * m + j]);
}

static inline double laplacian(const double *c, int ld) { return c[-1] + c[1] + c[-ld] + c[ld] - 4 * c[0]; }
void nest_helper_pointer_to_center(int n, int m, double k, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      y[i * m + j] = x[i * m + j] + k * laplacian(&x[i * m + j], m);
}

static void blend_pixel(double *dst, const double *src, int i, int j, int m, double alpha) {
  const double old = dst[i * m + j];
  dst[i * m + j] = alpha * src[i * m + j] + (1 - alpha) * old;
}
void nest_helper_whole_body(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      blend_pixel(y, x, i, j, m, 0.3);
}

struct Range {
  double lo, hi;
};
static Range around(double c, double r) { return {c - r, c + r}; }
void nest_helper_struct_return(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      Range r = around(x[i * m + j], 1.5);
      y[i * m + j] = r.lo * r.hi;
    }
}

struct Quot {
  int quot, rem;
};
static inline Quot divide(int a, int b) { return Quot{a / b, a % b}; }
void nest_helper_structured_binding(int n, int m, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      auto [q, r] = divide(x[i * m + j], 7);
      y[i * m + j] = 10 * r + q;
    }
}

static std::pair<double, int> largest(double a, double b) {
  if (a >= b) return {a, 0};
  return {b, 1};
}
void nest_helper_pair(int n, int m, const double *a, const double *b, double *val, int *which) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : n * m], b[0 : n * m]) map(from : val[0 : n * m], which[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const auto p = largest(a[i * m + j], b[i * m + j]);
      val[i * m + j] = p.first;
      which[i * m + j] = p.second;
    }
}

static bool interior(int i, int j, int n, int m, int halo = 2) { return i >= halo && j >= halo && i < n - halo && j < m - halo; }
void nest_helper_predicate(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (!interior(i, j, n, m)) continue;
      y[i * m + j] = x[(i - 2) * m + j] - x[i * m + j + 2];
    }
}

static inline double &cell(double *a, int i, int j, int m) { return a[i * m + j]; }
void nest_helper_returns_reference(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      cell(y, i, j, m) *= 1 + 0.125 * x[i * m + j];
}

// ---- compile-time polymorphism

template <int P> constexpr double power(double a) {
  if constexpr (P == 0) return 1;
  else return a * power<P - 1>(a);
}
void nest_template_recursion(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = power<3>(x[i * m + j]) - power<2>(x[i * m + j]);
}

template <bool Periodic> void nest_if_constexpr(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int r = j + 1;
      if constexpr (Periodic) r = r == m ? 0 : r;
      else r = r == m ? m - 1 : r;
      y[i * m + j] = x[i * m + r] - x[i * m + j];
    }
}

struct Add {
  static double apply(double a, double b) { return a + b; }
};
struct MaxAbs {
  static double apply(double a, double b) { return std::fabs(a) > std::fabs(b) ? a : b; }
};
template <class Op> void nest_policy_class(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = Op::apply(y[i * m + j], x[i * m + j]);
}

template <class... T> constexpr double total(T... v) { return (0.0 + ... + v); }
void nest_variadic_fold(int n, int m, const double *a, const double *b, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : n * m], b[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = total(a[i * m + j], 2, b[i * m + j], y[i * m + j]);
}

void nest_std_functional(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = std::less<double>{}(x[i * m + j], 1.0) ? std::plus<double>()(x[i * m + j], y[i * m + j]) : std::negate<>()(x[i * m + j]);
}

static inline float widen(float v) { return v * 2; }
static inline double widen(double v) { return v * 3; }
void nest_overloads(int n, int m, const float *a, const double *b, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : n * m], b[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = widen(a[i * m + j]) + widen(b[i * m + j]);
}

// ---- lambdas

void nest_lambda_value(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      auto load = [=](int dj) { return j + dj < m ? x[i * m + j + dj] : 0.0; };
      y[i * m + j] = load(0) + load(1) + load(2);
    }
}

void nest_lambda_reference(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      auto add = [&](int k) { s += x[k * m + j]; };
      for (int k = 0; k <= i; ++k) add(k);
      y[i * m + j] = s;
    }
}

void nest_lambda_stateless_in_row(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    auto gelu = [](double v) { return 0.5 * v * (1 + std::tanh(0.7978845608 * (v + 0.044715 * v * v * v))); };
    for (int j = 0; j < m; ++j)
      y[i * m + j] = gelu(x[i * m + j]);
  }
}

void nest_lambda_index_outside(int n, int m, const double *x, double *y) { // independent
  auto at = [m](int i, int j) { return i * m + j; };
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m]) map(to : at)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[at(i, j)] = x[at(n - 1 - i, m - 1 - j)];
}

void nest_lambda_generic(int n, int m, const float *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      auto sq = [](auto v) { return v * v; };
      y[i * m + j] = sq(x[i * m + j]) + sq(j - i);
    }
}

void nest_lambda_immediately_called(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double flux = [&]() -> double {
        if (j == 0) return 0;
        if (x[i * m + j] > 2) return x[i * m + j - 1];
        return x[i * m + j] * 0.5;
      }();
      y[i * m + j] = flux;
    }
}

template <class Body> void nest_forall_by_value(int n, int m, Body body) { // independent
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      body(i, j);
}

template <class Body> void nest_forall_by_reference(int n, int m, Body &&body) { // independent
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      body(i, j);
}

template <class Body> void nest_forall_3d(int nx, int ny, int nz, Body body) { // independent
#pragma omp target teams distribute parallel for
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      for (int k = 0; k < nz; ++k)
        body(i, j, k);
}

template <class F> void nest_transform_matrix(int n, int m, const double *in, double *out, F f) { // independent
#pragma omp target teams distribute parallel for map(to : in[0 : n * m]) map(from : out[0 : n * m]) map(to : f)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      out[i * m + j] = f(in[i * m + j]);
}

// ---- functors and operators

struct Axpy {
  double a;
  const double *x;
  double *y;
  int ld;
  void operator()(int i, int j) const { y[i * ld + j] += a * x[i * ld + j]; }
};
template <class Body> void nest_forall_functor(int n, int m, const Body &body) { // independent
#pragma omp target teams distribute parallel for map(to : body)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      body(i, j);
}

struct Poly {
  double c0, c1, c2;
  double operator()(double v) const { return c0 + v * (c1 + v * c2); }
};
void nest_functor_local(int n, int m, double c, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      Poly p{c, double(i), 0.5};
      y[i * m + j] = p(x[i * m + j]);
    }
}

struct Mat {
  double *p;
  int ld;
  double &operator()(int i, int j) const { return p[i * ld + j]; }
};
void nest_operator_call(int n, int m, double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i) {
    const Mat in{x, m}, out{y, m};
    for (int j = 1; j < m - 1; ++j)
      out(i, j) = (in(i - 1, j) + in(i + 1, j) + in(i, j - 1) + in(i, j + 1)) / 4;
  }
}

struct Rows {
  double *p;
  std::size_t ld;
  double *operator[](std::size_t i) const { return p + i * ld; }
};
void nest_operator_subscript(int n, int m, double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      Rows a{x, std::size_t(m)}, b{y, std::size_t(m)};
      b[i][j] = a[i][j] * 2;
    }
}

void nest_dependent_helper_recurrence(int n, int m, const double *x, double *y) { // dependent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      cell(y, i, j, m) = mix(cell(y, i, j - 1, m), x[i * m + j], 0.4);
}

using Kernel = void (*)(int, int, const double *, double *);
static void run(const char *name, Kernel f) {
  auto x = fill<double>(N * M, 1), y = fill<double>(N * M, 2);
  f(N, M, x.data(), y.data());
  show(name, y);
}
#define RUN(f) run(#f, f)

int main() {
  RUN(nest_helper_static);
  RUN(nest_helper_inline_index);
  RUN(nest_helper_constexpr_periodic);
  RUN(nest_helper_nested_limiter);
  RUN(nest_helper_element_reference);
  RUN(nest_helper_whole_body);
  RUN(nest_helper_struct_return);
  RUN(nest_helper_predicate);
  RUN(nest_helper_returns_reference);
  RUN(nest_template_recursion);
  RUN(nest_std_functional);
  RUN(nest_lambda_value);
  RUN(nest_lambda_reference);
  RUN(nest_lambda_stateless_in_row);
  RUN(nest_lambda_index_outside);
  RUN(nest_lambda_immediately_called);
  RUN(nest_dependent_helper_recurrence);
  const auto x = fill<double>(N * M, 1), w = fill<double>(N * M, 5);
  const auto xf = fill<float>(N * M, 3);
  const auto xi = fill<int>(N * M, 4);
  auto y = fill<double>(N * M, 2), z = y;
  std::vector<int> yi(N * M);
  auto yf = fill<float>(N * M, 2);
  nest_helper_template<double>(N, M, 0.7, x.data(), y.data());
  nest_helper_template<float>(N, M, 0.7f, xf.data(), yf.data());
  show("nest_helper_template", weigh(y.data(), y.size()) + weigh(yf.data(), yf.size()));
  nest_helper_out_parameters(N, M, x.data(), y.data(), z.data());
  show("nest_helper_out_parameters", weigh(y.data(), y.size()) + 3 * weigh(z.data(), z.size()));
  nest_helper_early_return(N, M, x.data(), yi.data());
  show("nest_helper_early_return", yi);
  nest_helper_pointer_to_center(N, M, 0.1, x.data(), y.data());
  show("nest_helper_pointer_to_center", y);
  nest_helper_structured_binding(N, M, xi.data(), yi.data());
  show("nest_helper_structured_binding", yi);
  nest_helper_pair(N, M, x.data(), w.data(), y.data(), yi.data());
  show("nest_helper_pair", weigh(y.data(), y.size()) + weigh(yi.data(), yi.size()));
  nest_if_constexpr<true>(N, M, x.data(), y.data());
  nest_if_constexpr<false>(N, M, x.data(), z.data());
  show("nest_if_constexpr", weigh(y.data(), y.size()) - 2 * weigh(z.data(), z.size()));
  nest_policy_class<Add>(N, M, x.data(), y.data());
  nest_policy_class<MaxAbs>(N, M, w.data(), y.data());
  show("nest_policy_class", y);
  nest_variadic_fold(N, M, x.data(), w.data(), y.data());
  show("nest_variadic_fold", y);
  nest_overloads(N, M, xf.data(), x.data(), y.data());
  show("nest_overloads", y);
  nest_lambda_generic(N, M, xf.data(), y.data());
  show("nest_lambda_generic", y);
  const double *px = x.data();
  double *py = y.data();
  const int m = M;
#pragma omp target data map(to : px[0 : N * M]) map(tofrom : py[0 : N * M])
  nest_forall_by_value(N, M, [=](int i, int j) { py[i * m + j] = 2 * px[i * m + j] - j; });
  show("nest_forall_by_value", y);
  double scale = 1.75, a[N][M], b[N][M]; // captured by reference: arrays and scalars, not pointers
  for (int k = 0; k < N * M; ++k) a[k / M][k % M] = x[k], b[k / M][k % M] = w[k];
#pragma omp target data map(to : a, scale) map(tofrom : b)
  nest_forall_by_reference(N, M, [&](int i, int j) { b[i][j] = b[i][j] * scale + a[i][j]; });
  show("nest_forall_by_reference", weigh(&b[0][0], N * M));
  const int nx = 7, ny = 11, nz = 13;
#pragma omp target data map(to : px[0 : N * M]) map(tofrom : py[0 : N * M])
  nest_forall_3d(nx, ny, nz, [=](int i, int j, int k) {
    const int c = (i * ny + j) * nz + k;
    py[c] = px[c] + (k > 0 ? px[c - 1] : 0.0);
  });
  show("nest_forall_3d", y);
  nest_transform_matrix(N, M, x.data(), y.data(), [scale](double v) { return scale * v + 1; });
  show("nest_transform_matrix", y);
#pragma omp target data map(to : px[0 : N * M]) map(tofrom : py[0 : N * M]) use_device_ptr(px, py)
  {
    Axpy f{0.5, px, py, M};
    nest_forall_functor(N, M, f);
  }
  show("nest_forall_functor", y);
  nest_functor_local(N, M, -1.25, x.data(), y.data());
  show("nest_functor_local", y);
  auto xm = x;
  nest_operator_call(N, M, xm.data(), y.data());
  show("nest_operator_call", y);
  nest_operator_subscript(N, M, xm.data(), y.data());
  show("nest_operator_subscript", y);
}
