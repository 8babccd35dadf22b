// Nests as people write them: C++'s library: algorithms, complex numbers, arrays, pairs, tuples, and small value types. The iterations of each inner loop are independent, but where a comment says otherwise.
// RUN: %clangxx -std=c++17 -O1 -w %host_offload %s -o %t.plain
// RUN: %cleave_cxx -std=c++17 -O1 -w %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave explain --all %s -- -std=c++17 >%t.remarks
// RUN: awk -f %S/Inputs/mapped.awk %s %t.remarks | FileCheck %s
// CHECK-NOT: dependent
// CHECK: {{^}}30 mapped
// The order of the operations of an iteration does not change, so each result is the same to the bit.
// RUN: %clangxx -std=c++17 -O1 -w -ffp-contract=off %link_sm90 %s -o %t.gpu.plain
// RUN: %cleave_cxx -std=c++17 -O1 -w -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu.plain >%t.gpu.expected
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.gpu.expected -
// Nests written with the standard library (algorithms, cmath, complex, array, tuple) and with value types.
// One function nest_* per nest; the comment on its first line tells whether the iterations of its inner
// loop are independent of each other. main() prints "name checksum" for each.
// Reference: the same file compiled without -fopenmp.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
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

// ---- the types of the nests

struct Particle {
  double x, y, q;
};

struct vec3 {
  double x, y, z;
  vec3 &operator+=(const vec3 &o) {
    x += o.x, y += o.y, z += o.z;
    return *this;
  }
};
inline vec3 operator+(vec3 a, const vec3 &b) { return a += b; }
inline vec3 operator-(const vec3 &a, const vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline vec3 operator*(const vec3 &a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline vec3 operator*(double s, const vec3 &a) { return a * s; }
inline double dot(const vec3 &a, const vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

template <class T> struct Dual { // value and derivative
  T v, d;
  constexpr Dual(T v, T d = 0) : v(v), d(d) {}
  friend constexpr Dual operator+(const Dual &a, const Dual &b) { return {a.v + b.v, a.d + b.d}; }
  friend constexpr Dual operator*(const Dual &a, const Dual &b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; }
};

struct bf16 { // upper half of a float
  std::uint16_t bits = 0;
  bf16() = default;
  explicit bf16(float f) {
    std::uint32_t u;
    std::memcpy(&u, &f, sizeof u);
    bits = std::uint16_t(u >> 16);
  }
  explicit operator float() const {
    std::uint32_t u = std::uint32_t(bits) << 16;
    float f;
    std::memcpy(&f, &u, sizeof f);
    return f;
  }
};

// ---- <algorithm>, <cmath>, <numeric>

void nest_std_max(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = std::max(x[i * m + j], y[i * m + j]);
}

void nest_std_min_abs(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = std::min(std::abs(x[i * m + j]), 4.0) + std::abs(i - j);
}

void nest_std_clamp(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[std::clamp(i + 3, 0, n - 1) * m + std::clamp(j - 4, 0, m - 1)];
}

void nest_std_swap(int n, int m, double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n * m], y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (x[i * m + j] > y[i * m + j]) std::swap(x[i * m + j], y[i * m + j]);
}

void nest_std_fmax_sqrt(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = std::sqrt(std::fmax(x[i * m + j], 0.0)) + std::fmin(y[i * m + j], 1.0);
}

void nest_std_exp_log(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = std::log1p(std::exp(-std::fabs(x[i * m + j]))) + std::pow(x[i * m + j], 2);
}

void nest_std_floats(int n, int m, const float *x, float *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = std::max(0.0f, std::floor(x[i * m + j])) * std::sqrt(std::abs(y[i * m + j]));
}

void nest_std_max_initializer_list(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) {
      const double *c = x + i * m + j;
      y[i * m + j] = std::max({c[-m], c[-1], c[0], c[1], c[m]}); // dilation
    }
}

void nest_std_accumulate(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double *r = x + i * m;
      y[i * m + j] = std::accumulate(r, r + j + 1, 0.0); // each j sums again: no recurrence
    }
}

void nest_std_inner_product_gemm(int n, int m, int k, const double *a, const double *bt, double *c) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : n * k], bt[0 : m * k]) map(from : c[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i * m + j] = std::inner_product(a + i * k, a + (i + 1) * k, bt + j * k, 0.0);
}

void nest_std_median_of_three(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m - 1; ++j) {
      double a = x[i * m + j - 1], b = x[i * m + j], c = x[i * m + j + 1];
      if (a > b) std::swap(a, b);
      if (b > c) std::swap(b, c);
      if (a > b) std::swap(a, b);
      y[i * m + j] = b;
    }
}

void nest_std_numeric_limits(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double best = std::numeric_limits<double>::max();
      for (int k = 0; k < n; ++k)
        best = std::min(best, x[i * m + (k % m)] + x[k * m + j]); // min-plus product
      y[i * m + j] = best;
    }
}

void nest_std_rounding(int n, int m, const double *x, int *q) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : q[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      q[i * m + j] = static_cast<int>(std::round(x[i * m + j] * 4)) + (std::signbit(x[i * m + j]) ? 1 : 0);
}

void nest_std_classification(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double v = 1 / x[i * m + j];
      y[i * m + j] = std::isfinite(v) ? std::copysign(v, j - 5.0) : -1;
    }
}

// ---- std::complex

using cplx = std::complex<double>;
void nest_complex_twiddle(int n, int m, const cplx *x, cplx *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double phi = -6.283185307179586 * i * j / n;
      y[i * m + j] = x[i * m + j] * cplx(std::cos(phi), std::sin(phi));
    }
}

void nest_complex_conjugate_add(int n, int m, const cplx *x, cplx *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      y[i * m + j] += std::conj(x[i * m + j]);
      y[i * m + j] *= 0.5;
    }
}

void nest_complex_mandelbrot(int n, int m, int *iters) { // independent
#pragma omp target teams distribute parallel for map(from : iters[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      std::complex<double> c(-2.0 + 3.0 * j / m, -1.0 + 2.0 * i / n), z = 0;
      int k = 0;
      while (k < 60 && std::norm(z) < 4) {
        z = z * z + c;
        ++k;
      }
      iters[i * m + j] = k;
    }
}

void nest_complex_power_spectrum(int n, int m, const std::complex<float> *x, float *p) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : p[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      p[i * m + j] = x[i * m + j].real() * x[i * m + j].real() + x[i * m + j].imag() * x[i * m + j].imag();
}

// ---- std::array, std::pair, std::tuple, std::optional, structured bindings, range-for

void nest_std_array_local(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      std::array<double, 3> w;
      for (std::size_t k = 0; k < w.size(); ++k) w[k] = x[i * m + (j + int(k)) % m];
      y[i * m + j] = w[0] - 2 * w[1] + w[2];
    }
}

void nest_std_array_fill_range_for(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      std::array<double, 4> acc;
      acc.fill(x[i * m + j]);
      double s = 0;
      for (double &a : acc) s += (a *= 1.5);
      y[i * m + j] = s + acc.back();
    }
}

void nest_range_for_c_array(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 2; j < m - 2; ++j) {
      const int shifts[] = {-2, -1, 1, 2};
      for (int d : shifts) y[i * m + j] += 0.1 * d * x[i * m + j + d];
    }
}

void nest_range_for_initializer_list(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (double c : {0.5, 0.25, 0.125}) s = s * x[i * m + j] + c;
      y[i * m + j] = s;
    }
}

void nest_std_pair_local(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const std::pair<int, int> mm = std::minmax({i * 7 % 11, j * 5 % 13});
      std::pair<double, double> p(mm.first, x[i * m + j]);
      y[i * m + j] = p.first * p.second;
    }
}

void nest_std_tuple(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const auto t = std::make_tuple(x[i * m + j], j, 2.5f);
      y[i * m + j] = std::get<0>(t) * std::get<2>(t) + std::get<1>(t);
    }
}

void nest_structured_binding_record(int n, int m, const Particle *p, double *e) { // independent
#pragma omp target teams distribute parallel for map(to : p[0 : n + m]) map(from : e[0 : n * m])
  for (int i = 0; i < n; ++i) {
    const auto &[ax, ay, aq] = p[i];
    for (int j = 0; j < m; ++j) {
      const auto [bx, by, bq] = p[n + j];
      e[i * m + j] = aq * bq / std::sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by) + 0.01);
    }
  }
}

void nest_structured_binding_array(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m - 1; ++j) {
      const double ends[2] = {x[i * m + j], x[i * m + j + 1]};
      auto &[l, r] = ends;
      y[i * m + j] = 0.5 * (l + r);
    }
}

static std::optional<int> column_of(double v, int m) {
  if (v < 0 || v >= m) return std::nullopt;
  return static_cast<int>(v);
}
void nest_std_optional(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (auto c = column_of(x[i * m + j], m)) y[i * m + j] = x[i * m + *c];
}

// ---- value types with operators

void nest_vec3_add(int n, int m, const vec3 *x, const vec3 *v, vec3 *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m], v[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + 0.01 * v[i * m + j];
}

void nest_vec3_dot_pairs(int n, int m, const vec3 *a, const vec3 *b, double *d2) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : n], b[0 : m]) map(from : d2[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const vec3 r = a[i] - b[j];
      d2[i * m + j] = dot(r, r);
    }
}

void nest_vec3_forces(int n, int m, const vec3 *x, vec3 *f) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : f[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      vec3 sum{0, 0, 0};
      for (int k = 0; k < m; ++k) {
        const vec3 r = x[i * m + k] - x[i * m + j];
        sum += r * (1 / (dot(r, r) + 0.5));
      }
      f[i * m + j] = sum;
    }
}

void nest_vec3_in_place(int n, int m, vec3 *v, double dt) { // independent
#pragma omp target teams distribute parallel for map(tofrom : v[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      v[i * m + j] += vec3{0, 0, -9.81} * dt;
      v[i * m + j].x = -v[i * m + j].x;
    }
}

void nest_dual_numbers(int n, int m, const double *x, double *dy) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : dy[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      Dual<double> t(x[i * m + j], 1);
      dy[i * m + j] = (t * t * t + Dual<double>(2) * t).d;
    }
}

void nest_converting_type(int n, int m, const bf16 *x, const float *w, bf16 *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m], w[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = bf16(float(x[i * m + j]) * w[i * m + j] + float(y[i * m + j]));
}

void nest_dependent_complex_horner(int n, int m, const cplx *x, cplx *y) { // dependent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    cplx t = 0;
    for (int j = 0; j < m; ++j) {
      t = t * cplx(0.5, 0.25) + x[i * m + j];
      y[i * m + j] = t;
    }
  }
}

using Kernel = void (*)(int, int, const double *, double *);
static void run(const char *name, Kernel f) {
  auto x = fill<double>(N * M, 1), y = fill<double>(N * M, 2);
  f(N, M, x.data(), y.data());
  show(name, y);
}
#define RUN(f) run(#f, f)

int main() {
  RUN(nest_std_max);
  RUN(nest_std_min_abs);
  RUN(nest_std_clamp);
  RUN(nest_std_fmax_sqrt);
  RUN(nest_std_exp_log);
  RUN(nest_std_max_initializer_list);
  RUN(nest_std_accumulate);
  RUN(nest_std_median_of_three);
  RUN(nest_std_numeric_limits);
  RUN(nest_std_classification);
  RUN(nest_std_array_local);
  RUN(nest_std_array_fill_range_for);
  RUN(nest_range_for_c_array);
  RUN(nest_range_for_initializer_list);
  RUN(nest_std_pair_local);
  RUN(nest_std_tuple);
  RUN(nest_structured_binding_array);
  RUN(nest_std_optional);
  RUN(nest_dual_numbers);
  auto x = fill<double>(N * M, 1), y = fill<double>(N * M, 2);
  nest_std_swap(N, M, x.data(), y.data());
  show("nest_std_swap", weigh(x.data(), x.size()) + 2 * weigh(y.data(), y.size()));
  const auto xf = fill<float>(N * M, 3);
  auto yf = fill<float>(N * M, 2);
  nest_std_floats(N, M, xf.data(), yf.data());
  show("nest_std_floats", yf);
  const int K = 17;
  const auto a = fill<double>(N * K, 6), bt = fill<double>(M * K, 7);
  nest_std_inner_product_gemm(N, M, K, a.data(), bt.data(), y.data());
  show("nest_std_inner_product_gemm", y);
  std::vector<int> yi(N * M);
  nest_std_rounding(N, M, x.data(), yi.data());
  show("nest_std_rounding", yi);
  nest_complex_mandelbrot(N, M, yi.data());
  show("nest_complex_mandelbrot", yi);
  // one array of reals read as complex numbers, vectors and particles
  const auto reals = fill<double>(3 * N * M, 8), more = fill<double>(3 * N * M, 9);
  auto out = fill<double>(3 * N * M, 2);
  const cplx *xc = reinterpret_cast<const cplx *>(reals.data());
  cplx *yc = reinterpret_cast<cplx *>(out.data());
  nest_complex_twiddle(N, M, xc, yc);
  show("nest_complex_twiddle", out);
  nest_complex_conjugate_add(N, M, xc, yc);
  show("nest_complex_conjugate_add", out);
  nest_dependent_complex_horner(N, M, xc, yc);
  show("nest_dependent_complex_horner", out);
  const auto rf = fill<float>(2 * N * M, 4);
  nest_complex_power_spectrum(N, M, reinterpret_cast<const std::complex<float> *>(rf.data()), yf.data());
  show("nest_complex_power_spectrum", yf);
  nest_structured_binding_record(N, M, reinterpret_cast<const Particle *>(reals.data()), y.data());
  show("nest_structured_binding_record", y);
  const vec3 *v = reinterpret_cast<const vec3 *>(reals.data()), *u = reinterpret_cast<const vec3 *>(more.data());
  nest_vec3_add(N, M, v, u, reinterpret_cast<vec3 *>(out.data()));
  show("nest_vec3_add", out);
  nest_vec3_dot_pairs(N, M, v, u, y.data());
  show("nest_vec3_dot_pairs", y);
  nest_vec3_forces(N, M, v, reinterpret_cast<vec3 *>(out.data()));
  show("nest_vec3_forces", out);
  nest_vec3_in_place(N, M, reinterpret_cast<vec3 *>(out.data()), 0.125);
  show("nest_vec3_in_place", out);
  std::vector<bf16> h(N * M), g(N * M);
  for (int k = 0; k < N * M; ++k) h[k] = bf16(float(x[k])), g[k] = bf16(float(y[k]));
  nest_converting_type(N, M, h.data(), xf.data(), g.data());
  std::vector<int> bits(N * M);
  for (int k = 0; k < N * M; ++k) bits[k] = g[k].bits;
  show("nest_converting_type", bits);
}
