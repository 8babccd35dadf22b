// Nests as people write them: control flow, expressions, bits and subscripts. The iterations of each inner loop are independent, but where a comment says otherwise.
// RUN: %clangxx -std=c++17 -O1 -w %host_offload %s -o %t.plain
// RUN: %cleave_cxx -std=c++17 -O1 -w %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave explain --all %s -- -std=c++17 >%t.remarks
// RUN: awk -f %S/Inputs/mapped.awk %s %t.remarks | FileCheck %s
// CHECK-NOT: dependent
// CHECK: {{^}}33 mapped
// Nests that differ in the statements, expressions and subscripts of the body.
// One function nest_* per nest; the comment on its first line tells whether the iterations of its inner
// loop are independent of each other. main() prints "name checksum" for each.
// Reference: the same file compiled without -fopenmp.
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>
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

// ---- control flow

void nest_continue(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (x[i * m + j] < 0) continue;
      y[i * m + j] = std::sqrt(x[i * m + j]);
    }
}

void nest_if_else_chain(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (i == 0 || j == 0)
        y[i * m + j] = 0;
      else if (x[i * m + j] > 3)
        y[i * m + j] = 3;
      else if (x[i * m + j] > x[(i - 1) * m + j])
        y[i * m + j] = x[i * m + j];
      else
        y[i * m + j] = x[i * m + j - 1];
    }
}

void nest_switch(int n, int m, const int *material, double *k) { // independent
#pragma omp target teams distribute parallel for map(to : material[0 : n * m]) map(tofrom : k[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      switch (material[i * m + j] % 5) {
      case 0: k[i * m + j] = 0.6; break;
      case 1:
      case 2: k[i * m + j] *= 2; break;
      case 4: break;
      default: k[i * m + j] = -1;
      }
}

void nest_switch_fallthrough(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      switch (j & 3) {
      case 3: s += x[i * m + j]; [[fallthrough]];
      case 2: s *= 2; [[fallthrough]];
      case 1: s -= 1;
      }
      y[i * m + j] = s;
    }
}

void nest_forward_goto(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double v = x[i * m + j];
      if (v > 1) goto store;
      v = v * 0.5 - 1;
      if (v < -2) goto skip;
    store:
      y[i * m + j] = v;
    skip:;
    }
}

void nest_cold_printf(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double v = x[i * m + j];
      if (v != v) printf("not a number at %d %d\n", i, j);
      y[i * m + j] = v * v;
    }
}

void nest_cold_assert(int n, int m, const int *idx, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : idx[0 : n * m], x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const int k = idx[i * m + j];
      assert(k >= 0 && k < n * m);
      y[i * m + j] = x[k];
    }
}

void nest_while_bisection(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double lo = 0, hi = 16;
      while (hi - lo > 1e-6) {
        const double mid = (lo + hi) / 2;
        (mid * mid < std::fabs(x[i * m + j]) ? lo : hi) = mid;
      }
      y[i * m + j] = lo;
    }
}

void nest_do_while_newton(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double a = x[i * m + j] * x[i * m + j] + 1;
      double r = a, d;
      do {
        d = (r - a / r) / 2;
        r -= d;
      } while (d > 1e-9);
      y[i * m + j] = r;
    }
}

void nest_search_with_break(int n, int m, int bins, const double *edge, const double *x, int *bin) { // independent
#pragma omp target teams distribute parallel for map(to : edge[0 : bins], x[0 : n * m]) map(from : bin[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int b = -1;
      for (int k = 0; k < bins; ++k)
        if (x[i * m + j] < edge[k]) {
          b = k;
          break;
        }
      bin[i * m + j] = b;
    }
}

void nest_infinite_for_hops(int n, int m, const int *parent, int *depth) { // independent
#pragma omp target teams distribute parallel for map(to : parent[0 : m]) map(from : depth[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int v = j, d = 0;
      for (;;) {
        if (v == 0 || d == i) break;
        v = parent[v];
        d++;
      }
      depth[i * m + j] = d * 100 + v;
    }
}

// ---- expressions

void nest_lvalue_conditional(int n, int m, const double *x, double *y, double *z) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m], z[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      (x[i * m + j] > 0 ? y[i * m + j] : z[i * m + j]) = x[i * m + j];
}

void nest_add_to_conditional(int n, int m, const double *x, double *y, double *z) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m], z[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      ((i + j) % 2 ? y : z)[i * m + j] += x[i * m + j];
}

void nest_ternary_chain(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] < -2 ? -1 : x[i * m + j] < 0 ? 0 : x[i * m + j] < 2 ? x[i * m + j] * x[i * m + j] : i > j ? 4 : 5;
}

void nest_bit_operations(int n, int m, const std::uint32_t *x, std::uint32_t *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      y[i * m + j] ^= x[i * m + j] << (j & 7);
      y[i * m + j] |= ~x[i * m + j] & 0xf0u;
      y[i * m + j] &= 0xffffu >> (i % 3);
    }
}

void nest_random_xorshift(int n, int m, std::uint64_t seed, double *y) { // independent
#pragma omp target teams distribute parallel for map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      std::uint64_t s = seed + (std::uint64_t(i) << 32 | std::uint32_t(j)) * 0x9e3779b97f4a7c15ull;
      s ^= s >> 12, s ^= s << 25, s ^= s >> 27;
      y[i * m + j] = double((s * 0x2545f4914f6cdd1dull) >> 11) / 9007199254740992.0;
    }
}

void nest_popcount_hamming(int n, int m, const unsigned *a, const unsigned *b, int *d) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : n], b[0 : m]) map(from : d[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      d[i * m + j] = __builtin_popcount(a[i] ^ b[j]);
}

void nest_comma(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double a, b;
      a = x[i * m + j], b = a * a, a += b;
      y[i * m + j] = (a -= 1, a * b);
    }
}

void nest_chained_assignment(int n, int m, const double *x, double *y, double *z) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m], z[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = z[i * m + j] = x[i * m + j] + 2;
}

void nest_increments(int n, int m, int *y, int *z) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m], z[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      ++y[i * m + j];
      z[i * m + j] = y[i * m + j]-- + --z[i * m + j];
    }
}

void nest_compound_conditions(int n, int m, const double *x, const bool *wall, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m], wall[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const bool edge = i == 0 || j == 0 || i == n - 1 || j == m - 1;
      if (!edge && !wall[i * m + j] && (x[i * m + j] > 1 || (wall[i * m + j - 1] && x[i * m + j] < -1)))
        y[i * m + j] = x[i * m + j];
    }
}

void nest_bool_array(int n, int m, const bool *alive, bool *next) { // independent
#pragma omp target teams distribute parallel for map(to : alive[0 : n * m]) map(tofrom : next[0 : n * m])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) {
      int c = -alive[i * m + j];
      for (int di = -1; di <= 1; ++di)
        for (int dj = -1; dj <= 1; ++dj) c += alive[(i + di) * m + j + dj];
      next[i * m + j] = c == 3 || (c == 2 && alive[i * m + j]);
    }
}

void nest_char_image(int n, int m, const unsigned char *in, signed char *out) { // independent
#pragma omp target teams distribute parallel for map(to : in[0 : n * m]) map(from : out[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int v = in[i * m + j] * 3 - 128;
      v = v > 127 ? 127 : v < -128 ? -128 : v;
      out[i * m + j] = static_cast<signed char>(v);
    }
}

void nest_mixed_precision(int n, int m, const float *x, const double *w, float *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m], w[0 : m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double acc = y[i * m + j];
      acc += static_cast<double>(x[i * m + j]) * w[j];
      y[i * m + j] = static_cast<float>(acc) + (long)acc;
    }
}

void nest_memcpy_pun(int n, int m, const float *x, std::uint32_t *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      std::uint32_t u;
      std::memcpy(&u, &x[i * m + j], sizeof u);
      y[i * m + j] = (u >> 23) & 0xff;
    }
}

// ---- subscripts

#define AT(a, i, j) (a)[(std::size_t)(i) * m + (j)]
void nest_subscript_macro(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      AT(y, i, j) = 0.5 * (AT(x, i, j - 1) + AT(x, i, j + 1)) - AT(x, i - 1, j);
}

void nest_division_modulo_read(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[(i / 2 * 2) * m + (j / 4) * 4] + x[i * m + (j * 5 + 3) % m];
}

void nest_upsample_write(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : 4 * n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 4; ++k)
        y[(2 * i + k / 2) * 2 * m + 2 * j + k % 2] = x[i * m + j];
}

void nest_indirect_read(int n, int m, const int *token, const float *table, float *out) { // independent
#pragma omp target teams distribute parallel for map(to : token[0 : n], table[0 : 113 * m]) map(from : out[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      out[i * m + j] = table[token[i] * m + j];
}

void nest_leading_dimension(int n, int m, int ld, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * ld]) map(tofrom : y[0 : n * ld])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j + i * ld] += x[j + (size_t)i * ld];
}

// ---- bodies with small loops

void nest_unrolled_pragma(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m - 4; ++j) {
      double s = 0;
#pragma unroll
      for (int k = 0; k < 4; ++k) s += x[i * m + j + k] * (k + 1);
      y[i * m + j] = s;
    }
}

#define USE_SQUARES 1
void nest_preprocessor_if(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
#if USE_SQUARES
      y[i * m + j] = x[i * m + j] * x[i * m + j];
#else
      y[i * m + j] = x[i * m + j];
#endif
    }
}

void nest_convolution_channels(int oc, int ic, int h, int w, const float *in, const float *ker, float *out) { // independent
  const int oh = h - 2, ow = w - 2;
#pragma omp target teams distribute parallel for map(to : in[0 : ic * h * w], ker[0 : oc * ic * 9]) map(from : out[0 : oc * oh * ow])
  for (int o = 0; o < oc; ++o)
    for (int p = 0; p < oh; ++p)
      for (int q = 0; q < ow; ++q) {
        float acc = 0;
        for (int c = 0; c < ic; ++c)
          for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) acc += in[(c * h + p + a) * w + q + b] * ker[(o * ic + c) * 9 + a * 3 + b];
        out[(o * oh + p) * ow + q] = acc;
      }
}

void nest_local_window_sort(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 2; j < m - 2; ++j) {
      double w[5];
      for (int k = 0; k < 5; ++k) w[k] = x[i * m + j + k - 2];
      for (int a = 1; a < 5; ++a)
        for (int b = a; b > 0 && w[b - 1] > w[b]; --b) {
          const double t = w[b];
          w[b] = w[b - 1];
          w[b - 1] = t;
        }
      y[i * m + j] = w[2];
    }
}

void nest_static_constexpr_local(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) {
      constexpr int di[4] = {-1, 0, 0, 1}, dj[4] = {0, -1, 1, 0};
      double i2 = 0; // counts neighbours below the cell
      for (int k = 0; k < 4; ++k) i2 += x[(i + di[k]) * m + j + dj[k]] < x[i * m + j];
      y[i * m + j] = i2;
    }
}

void nest_dependent_histogram(int n, int m, const int *bin, int *count) { // dependent
#pragma omp target teams distribute parallel for map(to : bin[0 : n * m]) map(tofrom : count[0 : n * 16])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      count[i * 16 + bin[i * m + j] % 16]++;
}

void nest_dependent_row_sum(int n, int m, const double *x, double *sum) { // dependent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : sum[0 : n])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      sum[i] += x[i * m + j];
}

void nest_dependent_colliding_scatter(int n, int m, const int *to, const double *x, double *y) { // dependent
#pragma omp target teams distribute parallel for map(to : to[0 : m], x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + to[j] % m] = x[i * m + j];
}

using Kernel = void (*)(int, int, const double *, double *);
static void run(const char *name, Kernel f) {
  auto x = fill<double>(N * M, 1), y = fill<double>(N * M, 2);
  f(N, M, x.data(), y.data());
  show(name, y);
}
using Kernel2 = void (*)(int, int, const double *, double *, double *);
static void run(const char *name, Kernel2 f) {
  auto x = fill<double>(N * M, 1), y = fill<double>(N * M, 2), z = fill<double>(N * M, 3);
  f(N, M, x.data(), y.data(), z.data());
  show(name, weigh(y.data(), y.size()) + 2 * weigh(z.data(), z.size()));
}
#define RUN(f) run(#f, f)

int main() {
  RUN(nest_continue);
  RUN(nest_if_else_chain);
  RUN(nest_switch_fallthrough);
  RUN(nest_forward_goto);
  RUN(nest_cold_printf);
  RUN(nest_while_bisection);
  RUN(nest_do_while_newton);
  RUN(nest_lvalue_conditional);
  RUN(nest_add_to_conditional);
  RUN(nest_ternary_chain);
  RUN(nest_comma);
  RUN(nest_chained_assignment);
  RUN(nest_subscript_macro);
  RUN(nest_division_modulo_read);
  RUN(nest_unrolled_pragma);
  RUN(nest_preprocessor_if);
  RUN(nest_local_window_sort);
  RUN(nest_static_constexpr_local);
  const auto x = fill<double>(4 * N * M, 1);
  auto y = fill<double>(4 * N * M, 2);
  const auto idx = fill<int>(N * M, 4);
  auto yi = fill<int>(N * M, 2), zi = fill<int>(N * M, 3);
  const auto xf = fill<float>(113 * M, 3);
  auto yf = fill<float>(N * M, 2);
  nest_switch(N, M, idx.data(), y.data());
  show("nest_switch", y);
  nest_cold_assert(N, M, idx.data(), x.data(), y.data());
  show("nest_cold_assert", y);
  const double edge[6] = {-5, -2.5, 0, 1, 3, 6};
  nest_search_with_break(N, M, 6, edge, x.data(), yi.data());
  show("nest_search_with_break", yi);
  std::vector<int> parent(M);
  for (int v = 1; v < M; ++v) parent[v] = v * 3 / 4;
  nest_infinite_for_hops(N, M, parent.data(), yi.data());
  show("nest_infinite_for_hops", yi);
  const auto xu = fill<std::uint32_t>(N * M, 6), wu = fill<std::uint32_t>(N * M, 7);
  auto yu = fill<std::uint32_t>(N * M, 2);
  nest_bit_operations(N, M, xu.data(), yu.data());
  show("nest_bit_operations", yu);
  nest_random_xorshift(N, M, 12345, y.data());
  show("nest_random_xorshift", y);
  nest_popcount_hamming(N, M, xu.data(), wu.data(), yi.data());
  show("nest_popcount_hamming", yi);
  nest_increments(N, M, yi.data(), zi.data());
  show("nest_increments", weigh(yi.data(), yi.size()) + 2 * weigh(zi.data(), zi.size()));
  bool wall[N * M], next[N * M];
  for (int k = 0; k < N * M; ++k) wall[k] = idx[k] % 3 == 0, next[k] = false;
  nest_compound_conditions(N, M, x.data(), wall, y.data());
  show("nest_compound_conditions", y);
  nest_bool_array(N, M, wall, next);
  show("nest_bool_array", weigh(next, N * M));
  const auto pix = fill<unsigned char>(N * M, 8);
  std::vector<signed char> out(N * M);
  nest_char_image(N, M, pix.data(), out.data());
  show("nest_char_image", out);
  nest_mixed_precision(N, M, xf.data(), x.data(), yf.data());
  show("nest_mixed_precision", yf);
  nest_memcpy_pun(N, M, xf.data(), yu.data());
  show("nest_memcpy_pun", yu);
  nest_upsample_write(N, M, x.data(), y.data());
  show("nest_upsample_write", y);
  nest_indirect_read(N, M, idx.data(), xf.data(), yf.data());
  show("nest_indirect_read", yf);
  nest_leading_dimension(N, M, M + 3, x.data(), y.data());
  show("nest_leading_dimension", y);
  nest_convolution_channels(6, 4, 12, 15, xf.data(), xf.data() + 900, yf.data());
  show("nest_convolution_channels", yf);
  nest_dependent_histogram(N, M, idx.data(), yi.data());
  show("nest_dependent_histogram", yi);
  nest_dependent_row_sum(N, M, x.data(), y.data());
  show("nest_dependent_row_sum", y);
  nest_dependent_colliding_scatter(N, M, idx.data(), x.data(), y.data());
  show("nest_dependent_colliding_scatter", y);
}
