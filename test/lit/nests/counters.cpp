// Nests as people write them: counters of every type, bounds, steps and shapes. The iterations of each inner loop are independent, but where a comment says otherwise.
// RUN: %clangxx -std=c++17 -O1 -w %host_offload %s -o %t.plain
// RUN: %cleave_cxx -std=c++17 -O1 -w %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave explain --all %s -- -std=c++17 >%t.remarks
// RUN: awk -f %S/Inputs/mapped.awk %s %t.remarks | FileCheck %s
// CHECK-NOT: dependent
// CHECK: {{^}}40 mapped
// Nests that differ in counters, bounds and the shape of the loops.
// One function nest_* per nest; the comment on its first line tells whether the iterations of its inner
// loop are independent of each other. main() prints "name checksum" for each.
// Reference: the same file compiled without -fopenmp.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
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

// ---- counters of every integer type

void nest_counter_long(long n, long m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      y[i * m + j] = x[i * m + j] - 1;
}

void nest_counter_size_t(std::size_t n, std::size_t m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j)
      y[i * m + j] = j + 1 < m ? x[i * m + j + 1] : 0;
}

void nest_counter_unsigned(unsigned n, unsigned m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + (m - 1u - j)];
}

void nest_counter_int64(std::int64_t n, std::int64_t m, const float *x, float *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j)
      y[i * m + j] = 2.0f * x[i * m + j];
}

void nest_counter_uint32(std::uint32_t n, std::uint32_t m, const double *x, double *y) { // independent
  const std::uint32_t last = m - 1;
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 1; j < last; ++j) {
      const std::uint32_t c = i * m + j;
      y[c] += x[c - 1] * x[c + 1];
    }
}

void nest_counter_short(short n, short m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (short i = 0; i < n; ++i)
    for (short j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] * j;
}

void nest_counter_ptrdiff(std::ptrdiff_t n, std::ptrdiff_t m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (std::ptrdiff_t i = 0; i < n; ++i)
    for (std::ptrdiff_t j = 0; j < m; ++j)
      *(y + i * m + j) = *(x + i * m + j) * 0.5;
}

void nest_counter_unsigned_char(int n, unsigned char m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (unsigned char j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + j;
}

void nest_counter_mixed(int n, std::size_t m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    const std::size_t base = static_cast<std::size_t>(i) * m;
    for (unsigned j = 0; j < m; ++j)
      y[base + j] += x[j * (long)n + i]; // transposed read
  }
}

void nest_counters_declared_before(int n, int m, const double *x, double *y) { // independent
  int i, j;
#pragma omp target teams distribute parallel for private(j) map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      y[i * m + j] = x[i * m + j] + i - j;
}

void nest_counter_declared_in_row(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; i++) {
    int j;
    for (j = 0; j < m - 1; j++)
      y[i * m + j] = x[i * m + j + 1] - x[i * m + j];
    y[i * m + j] = 0; // the last column
  }
}

void nest_temporaries_private_clause(int n, int m, const double *x, double *y) { // independent
  double t;
  int c;
#pragma omp target teams distribute parallel for private(t, c) map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      c = i * m + j;
      t = x[c] * x[c];
      y[c] = t + y[c] / (1 + t);
    }
}

// ---- directions, steps, conditions

void nest_countdown_outer(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = n - 1; i >= 0; --i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[(n - 1 - i) * m + j];
}

void nest_countdown_inner(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = m - 1; j >= 0; j--)
      y[i * m + j] = x[i * m + j] * x[i * m + m - 1 - j];
}

void nest_countdown_unsigned(int n, unsigned m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (unsigned j = m; j-- > 0;)
      y[i * m + j] = x[i * m + j] + 7;
}

void nest_step_two(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < m - 1; j += 2) {
      y[i * m + j] = x[i * m + j] + x[i * m + j + 1];
      y[i * m + j + 1] = x[i * m + j] - x[i * m + j + 1]; // Haar butterfly
    }
}

void nest_step_variable(int n, int m, int step, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; j += step)
      y[i * m + j] = x[i * m + j] * step;
}

void nest_less_equal(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j)
      y[(i - 1) * m + j - 1] -= x[(i - 1) * m + (j - 1)];
}

void nest_not_equal(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i != n; ++i)
    for (int j = 0; j != m; ++j)
      y[i * m + j] = -x[i * m + j];
}

void nest_bound_on_the_left(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; n > i; i = i + 1)
    for (int j = 0; m > j; j = j + 1)
      y[i * m + j] = x[i * m + j] / 3;
}

void nest_two_counters(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0, k = i * m; j < m; ++j, ++k)
      y[k] = x[k] * (j & 1);
}

void nest_while_row(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int j = 0;
    while (j < m) {
      y[i * m + j] = x[i * m + j] * 4;
      ++j;
    }
  }
}

void nest_outer_pointer(int n, int m, double *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (double *row = y; row < y + n * m; row += m)
    for (int j = 0; j < m; ++j)
      row[j] = row[j] * 2 + j;
}

// ---- bounds

template <int NX, int NY> void nest_bounds_template(const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : NX * NY]) map(from : y[0 : NX * NY])
  for (int i = 0; i < NX; ++i)
    for (int j = 0; j < NY; ++j)
      y[j * NX + i] = x[i * NY + j];
}

constexpr int TILE = 8;
void nest_tiles(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int ii = 0; ii < n; ii += TILE)
    for (int jj = 0; jj < m; jj += TILE)
      for (int i = ii; i < std::min(ii + TILE, n); ++i)
        for (int j = jj; j < std::min(jj + TILE, m); ++j)
          y[i * m + j] = x[i * m + j] + ii - jj;
}

void nest_bounds_const_locals(int n, int m, const double *x, double *y) { // independent
  const int ib = 2, ie = n - 2;
  const auto jb = 1, je = m - 3;
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = ib; i < ie; ++i)
    for (int j = jb; j < je; ++j)
      y[i * m + j] = x[(i - ib) * m + j + 3];
}

void nest_bounds_ternary(int n, int m, bool ghost, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = ghost ? 0 : 1; i < (ghost ? n : n - 1); ++i)
    for (int j = ghost ? 0 : 1; j < (ghost ? m : m - 1); ++j)
      y[i * m + j] = x[i * m + j] + 0.5;
}

struct Box {
  int lo[2], hi[2];
};
void nest_bounds_record(Box b, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : b, x[0 : b.hi[0] * m]) map(tofrom : y[0 : b.hi[0] * m])
  for (int i = b.lo[0]; i < b.hi[0]; ++i)
    for (int j = b.lo[1]; j < b.hi[1]; ++j)
      y[i * m + j] = x[i * m + j] * 3;
}

void nest_triangular(int n, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      y[i * n + j] = x[i * n + j] + x[j * n + i];
}

void nest_banded(int n, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - 2); j < std::min(n, i + 3); ++j)
      y[i * n + j] += x[i * n + j];
}

void nest_red_black(int n, int m, int color, double *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i + color) % 2; j < m - 1; j += 2)
      y[i * m + j] = 0.25 * (y[(i - 1) * m + j] + y[(i + 1) * m + j] + y[i * m + j - 1] + y[i * m + j + 1]);
}

void nest_csr_rows(int n, const int *start, const int *col, const double *x, double *val) { // independent
#pragma omp target teams distribute parallel for map(to : start[0 : n + 1], col[0 : start[n]], x[0 : n]) map(tofrom : val[0 : start[n]])
  for (int i = 0; i < n; ++i)
    for (int e = start[i]; e < start[i + 1]; ++e)
      val[e] *= x[col[e]] - x[i];
}

// ---- shapes of nests

void nest_guard_before_row(int n, int m, const char *active, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : active[0 : n], x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    if (!active[i]) continue;
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j];
  }
}

void nest_row_scalars(int n, int m, const double *x, const double *mean, const double *inv, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m], mean[0 : n], inv[0 : n]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    const double mu = mean[i];
    const double s = inv[i] + 1e-3;
    for (int j = 0; j < m; ++j)
      y[i * m + j] = (x[i * m + j] - mu) * s;
  }
}

void nest_two_rows_in_sequence(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) y[i * m + j] = 0;
    for (int j = 1; j < m; ++j) y[i * m + j] += x[i * m + j - 1];
  }
}

void nest_3d_stencil(int nx, int ny, int nz, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : nx * ny * nz]) map(tofrom : y[0 : nx * ny * nz])
  for (int i = 1; i < nx - 1; ++i)
    for (int j = 1; j < ny - 1; ++j)
      for (int k = 1; k < nz - 1; ++k) {
        const int c = (i * ny + j) * nz + k;
        y[c] = (x[c - ny * nz] + x[c + ny * nz] + x[c - nz] + x[c + nz] + x[c - 1] + x[c + 1]) / 6;
      }
}

void nest_3d_with_plane_scalars(int nx, int ny, int nz, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : nx * ny * nz]) map(from : y[0 : nx * ny * nz])
  for (int i = 0; i < nx; ++i) {
    const int plane = i * ny * nz;
    for (int j = 0; j < ny; ++j) {
      const int row = plane + j * nz;
      for (int k = 0; k < nz; ++k)
        y[row + k] = x[row + k] * (plane + 1) - row;
    }
  }
}

void nest_4d_bias(int b, int c, int h, int w, const float *bias, float *t) { // independent
#pragma omp target teams distribute parallel for map(to : bias[0 : c]) map(tofrom : t[0 : b * c * h * w])
  for (int i = 0; i < b; ++i)
    for (int j = 0; j < c; ++j)
      for (int p = 0; p < h; ++p)
        for (int q = 0; q < w; ++q)
          t[((i * c + j) * h + p) * w + q] += bias[j];
}

void nest_matrix_product(int n, int m, int k, const double *a, const double *b, double *c) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : n * k], b[0 : k * m]) map(tofrom : c[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int l = 0; l < k; ++l)
        s += a[i * k + l] * b[l * m + j];
      c[i * m + j] = 0.5 * s + 0.25 * c[i * m + j];
    }
}

void nest_columns_outside(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      y[i * m + j] = x[i * m + j] * (i + 1) / (j + 1);
}

void nest_clauses(int n, int m, const double *x, double *y, double a) { // independent
#pragma omp target teams distribute parallel for thread_limit(64) schedule(static, 1) firstprivate(a) default(shared) map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = a * x[i * m + j];
}

void nest_dependent_back_substitution(int n, int m, const double *x, double *y) { // dependent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = m - 2; j >= 0; --j)
      y[i * m + j] = 0.25 * (y[i * m + j + 1] + x[i * m + j]);
}

void nest_dependent_running_counter(int n, int m, const double *x, double *y) { // dependent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int kept = 0;
    for (int j = 0; j < m; ++j)
      if (x[i * m + j] > 0) y[i * m + kept++] = x[i * m + j];
  }
}

template <class F> void run(const char *name, F f) { // the counters' types differ
  auto x = fill<double>(N * M, 1), y = fill<double>(N * M, 2);
  f(N, M, x.data(), y.data());
  show(name, y);
}
#define RUN(f) run(#f, f)

int main() {
  RUN(nest_counter_long);
  RUN(nest_counter_size_t);
  RUN(nest_counter_unsigned);
  RUN(nest_counter_uint32);
  RUN(nest_counter_short);
  RUN(nest_counter_ptrdiff);
  RUN(nest_counter_unsigned_char);
  RUN(nest_counter_mixed);
  RUN(nest_counters_declared_before);
  RUN(nest_counter_declared_in_row);
  RUN(nest_temporaries_private_clause);
  RUN(nest_countdown_outer);
  RUN(nest_countdown_inner);
  RUN(nest_countdown_unsigned);
  RUN(nest_step_two);
  RUN(nest_less_equal);
  RUN(nest_not_equal);
  RUN(nest_bound_on_the_left);
  RUN(nest_two_counters);
  RUN(nest_while_row);
  RUN(nest_tiles);
  RUN(nest_bounds_const_locals);
  RUN(nest_two_rows_in_sequence);
  RUN(nest_columns_outside);
  RUN(nest_dependent_back_substitution);
  RUN(nest_dependent_running_counter);
  const auto x = fill<double>(N * N, 1), w = fill<double>(N * N, 5);
  auto y = fill<double>(N * N, 2);
  const double *px = x.data();
  const auto xf = fill<float>(N * M, 3);
  auto yf = fill<float>(N * M, 2);
  nest_counter_int64(N, M, xf.data(), yf.data());
  show("nest_counter_int64", yf);
  nest_step_variable(N, M, 3, px, y.data());
  show("nest_step_variable", y);
  nest_outer_pointer(N, M, y.data());
  show("nest_outer_pointer", y);
  nest_bounds_template<24, 40>(px, y.data());
  show("nest_bounds_template", y);
  nest_bounds_ternary(N, M, false, px, y.data());
  show("nest_bounds_ternary", y);
  nest_bounds_record(Box{{3, 2}, {N - 4, M - 1}}, M, px, y.data());
  show("nest_bounds_record", y);
  nest_triangular(N, px, y.data());
  show("nest_triangular", y);
  nest_banded(N, px, y.data());
  show("nest_banded", y);
  nest_red_black(N, M, 1, y.data());
  show("nest_red_black", y);
  std::vector<int> start(N + 1), col;
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < i % 6; ++k) col.push_back((i * 5 + k * 7) % N);
    start[i + 1] = int(col.size());
  }
  nest_csr_rows(N, start.data(), col.data(), px, y.data());
  show("nest_csr_rows", y);
  const auto active = fill<char>(N, 4);
  std::vector<char> odd(N);
  for (int i = 0; i < N; ++i) odd[i] = active[i] & 1;
  nest_guard_before_row(N, M, odd.data(), px, y.data());
  show("nest_guard_before_row", y);
  nest_row_scalars(N, M, px, w.data(), w.data() + N, y.data());
  show("nest_row_scalars", y);
  nest_3d_stencil(9, 10, 11, px, y.data());
  show("nest_3d_stencil", y);
  nest_3d_with_plane_scalars(9, 10, 11, px, y.data());
  show("nest_3d_with_plane_scalars", y);
  nest_4d_bias(3, 5, 7, 10, xf.data(), yf.data());
  show("nest_4d_bias", yf);
  nest_matrix_product(N, M, 19, px, w.data(), y.data());
  show("nest_matrix_product", y);
  nest_clauses(N, M, px, y.data(), 1.125);
  show("nest_clauses", y);
}
