// Records of the body, records and references from outside, `this`, and members as bounds. Objects that overlap keep the plain form: a guard
// compares the address of a record with those of arrays.
// RUN: %clangxx -std=c++17 -O1 -w %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cxx -std=c++17 -O1 -w %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>%t.remarks
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %clangxx -std=c++17 -O2 -w %link_sm90 %s -o %t.plain_gpu
// RUN: %gpu %t.plain_gpu >%t.expected_gpu
// RUN: %cleave_cxx -std=c++17 -O2 -w %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected_gpu -
// RUN: %cleave simulate --checks=all %t.gpu >%t.checked
// RUN: grep -o "[a-z_.0-9]*:[0-9]*:[0-9]*: remark: CLV04[34]: .*" %t.remarks | sed 's/[^:]*://' | sort -n -u | FileCheck %s
#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

enum { N = 40, M = 36 };

struct Extents {
  int nx, ny;
  double weight;
};

// A record by reference: of each iteration the same one.
static void by_reference(const Extents &g, const double &factor, const double *x, double *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : g, x[0 : N * M]) map(tofrom : y[0 : N * M])
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      y[j * g.nx + i] -= factor * g.weight * x[j * g.nx + i];
}

struct Chain {
  double first, rest[7];
};

// The array is a part of the record: the first iteration changes what the others read. The guard finds it.
static void overlapping(Chain &g, double *y, int n, int rows) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(tofrom : g) map(tofrom : y[0 : 8])
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < n; ++i)
      y[j * n + i] = g.first + y[j * n + i] + 1;
}

struct Field {
  int rows, cols;
  double dt;
  double *u, *v;
  void step() {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : this[0 : 1], u[0 : N * M]) map(tofrom : v[0 : N * M])
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < cols - 1; ++j)
        v[i * cols + j] += dt * (u[i * cols + j - 1] + u[i * cols + j + 1]);
  }
};

struct Tile {
  int n;
  double w[N][M];
};

// The record may have been mapped before, with other members: then the bounds are those of the device.
static void bound_of_record(Tile *t, double s) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(tofrom : t[0 : 1])
  for (int i = 0; i < t->n; ++i)
    for (int j = 0; j < M; ++j)
      t->w[i][j] = s * t->w[i][j] + i;
}

struct Box {
  int lo[2], hi[2];
};

// The same for elements with constant subscripts.
static void bounds_in_array(const Box &b, int m, double *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : b) map(tofrom : y[0 : N * M])
  for (int i = b.lo[0]; i < b.hi[0]; ++i)
    for (int j = b.lo[1]; j < b.hi[1]; ++j)
      y[i * m + j] = y[i * m + j] * 2 + j;
}

struct View {
  double *p;
  int n, m;
  double &operator()(int i, int j) const { return p[i * m + j]; }
  int extent(int d) const { return d == 0 ? n : m; }
};

// The host and the device may have different values in a view that was mapped before.
static void extents(View v) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : v) map(tofrom : v.p[0 : N * M])
  for (int i = 0; i < v.extent(0); ++i)
    for (int j = 0; j < v.extent(1); ++j)
      v(i, j) = v(i, j) * 2 - j;
}

static void extents_by_reference(View &v) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : v) map(tofrom : v.p[0 : N * M])
  for (int i = 0; i < v.extent(0); ++i)
    for (int j = 0; j < v.extent(1); ++j)
      v(i, j) = v(i, j) + i;
}

// Tiles with a rest: the bounds are minima.
static void tiles(int n, int m, const double *x, double *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : x[0 : N * M]) map(tofrom : y[0 : N * M])
  for (int ii = 0; ii < n; ii += 8)
    for (int jj = 0; jj < m; jj += 8)
      for (int i = ii; i < (ii + 8 < n ? ii + 8 : n); ++i)
        for (int j = jj; j < std::min(jj + 8, m); ++j)
          y[i * m + j] += x[i * m + j] + ii - jj;
}

// Tiles that overlap.
static void overlapping_tiles(int n, int m, const double *x, double *y) {
// CHECK: [[@LINE+6]]:{{.*}}CLV044: {{.*}}two iterations may access the same element of 'y'
#pragma omp target teams distribute parallel for map(to : x[0 : N * M]) map(tofrom : y[0 : N * M])
  for (int ii = 0; ii < n; ii += 8)
    for (int jj = 0; jj < m; jj += 8)
      for (int i = ii; i < (ii + 8 < n ? ii + 8 : n); ++i)
        for (int j = jj; j < std::min(jj + 9, m); ++j)
          y[i * m + j] += x[i * m + j] + ii - jj;
}

static int sizes[2] = {N, M};

static void global_bounds(double *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(tofrom : y[0 : N * M])
  for (int i = 0; i < sizes[0]; ++i)
    for (int j = 0; j < sizes[1]; ++j)
      y[i * sizes[1] + j] += i - j;
}

// An iteration may change the bound.
static void changed_bounds(int *y, int n) {
  int size[2] = {n, 9};
// CHECK: [[@LINE+4]]:{{.*}}CLV044: {{.*}}two iterations may access the same element of 'y'
#pragma omp target teams distribute parallel for map(tofrom : y[0 : N * M]) map(tofrom : size)
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < size[1]; ++j)
      y[i * size[1] + j] += i - j;
}

template <class T> struct Span {
  T *first;
  std::size_t count;
  T &operator[](std::size_t k) const { return first[k]; }
  std::size_t size() const { return count; }
};

static void views(int n, int m, const double *x, double *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : x[0 : N * M]) map(from : y[0 : N * M])
  for (int i = 0; i < n; ++i) {
    const Span<const double> from{x + i * m, std::size_t(m)};
    Span<double> to{y + i * m, std::size_t(m)};
    for (std::size_t j = 0; j < to.size(); ++j)
      to[j] = 3 * from[j];
  }
}

// The view moves with the iterations of the loop.
static void moved_view(int n, int m, const double *x, double *y) {
// CHECK: [[@LINE+5]]:{{.*}}CLV044: {{.*}}it accesses an object that is not known
#pragma omp target teams distribute parallel for map(to : x[0 : N * M]) map(from : y[0 : N * M])
  for (int i = 0; i < n; ++i) {
    Span<double> to{y + i * m, 1};
    for (int j = 0; j < m; ++j) {
      to[0] = x[i * m + j];
      to = Span<double>{to.first + 1, 1};
    }
  }
}

static void either(int n, int m, const double *x, double *y, double *z) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : x[0 : N * M]) map(tofrom : y[0 : N * M], z[0 : N * M])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      ((i + j) % 3 ? y : z)[i * m + j] += x[i * m + j];
}

static void complex_numbers(int n, int m, const std::complex<double> *x, std::complex<double> *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : x[0 : N * M]) map(tofrom : y[0 : N * M])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      y[i * m + j] += std::conj(x[i * m + j]);
      y[i * m + j] *= 0.5 * std::norm(x[i * m + j]);
    }
}

// Conditions around the inner loop.
static void conditions(int n, int m, const int *active, const double *x, double *y) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to : active[0 : N], x[0 : N * M]) map(tofrom : y[0 : N * M])
  for (int i = 0; i < n; ++i) {
    const double f = x[i];
    if (active[i] > 1) continue;
    if (active[i] && f < 1e9)
      for (int j = 0; j < m; ++j)
        y[i * m + j] += x[i * m + j] * f;
  }
}

// The loop changes what the condition reads.
static void changed_condition(int n, int m, const double *x, double *y) {
// CHECK: [[@LINE+3]]:{{.*}}CLV044: {{.*}}two iterations may access the same element of 'y'
#pragma omp target teams distribute parallel for map(to : x[0 : N * M]) map(tofrom : y[0 : N * M])
  for (int i = 0; i < n; ++i)
    if (y[i * m] > 0)
      for (int j = 0; j < m; ++j)
        y[i * m + j] = x[i * m + j] - 3;
}

// Conditions whose text is no part of a nest: with a declaration, and in a block behind a value.
static void other_conditions(int n, int m, const int *active, double *y) {
#pragma omp target teams distribute parallel for map(to : active[0 : N]) map(tofrom : y[0 : N * M])
  for (int i = 0; i < n; ++i)
    if (const int k = active[i])
      for (int j = 0; j < m; ++j) y[i * m + j] += k;
#pragma omp target teams distribute parallel for map(to : active[0 : N]) map(tofrom : y[0 : N * M])
  for (int i = 0; i < n; ++i)
    if (const int k = active[i]; k > 1)
      for (int j = 0; j < m; ++j) y[i * m + j] -= k;
#pragma omp target teams distribute parallel for map(to : active[0 : N]) map(tofrom : y[0 : N * M])
  for (int i = 0; i < n; ++i) {
    const int k = active[i];
    {
      if (k < 2)
        for (int j = 0; j < m; ++j) y[i * m + j] *= k + 2;
    }
  }
}

// A serial loop: its first iterations change what the others read.
static void overlapping_serial(double *a, double &z, const Chain &c, int n) {
#pragma omp target map(tofrom : a[0 : N * M]) map(to : z, c)
  for (int i = 0; i < n; i++) a[i] = z + c.rest[3] + i;
}

static void show(const char *name, const double *values) {
  double sum = 0;
  for (int k = 0; k < N * M; ++k) sum += values[k] * (k % 101 + 1);
  std::printf("%s %.17g\n", name, sum);
}

int main() {
  static double x[N * M], y[N * M], z[N * M];
  static std::complex<double> c[N * M], d[N * M];
  static int active[N];
  for (int k = 0; k < N * M; ++k) {
    x[k] = k % 23 - 7;
    y[k] = k % 19 - 5;
    z[k] = k % 17;
    c[k] = {x[k], y[k]};
    d[k] = {z[k], x[k]};
  }
  for (int i = 0; i < N; ++i) active[i] = i % 3;
  Extents g = {N, M, 1.5};
  by_reference(g, g.weight, x, y);
  show("by_reference", y);
  Chain chain = {1, {2, 3, 4, 5, 6, 7, 8}};
#pragma omp target data map(tofrom : chain)
  overlapping(chain, &chain.first, 8, 1);
  std::printf("overlapping %g %g\n", chain.first, chain.rest[6]);
  Field f = {N, M, 0.25, x, y};
  f.step();
  show("step", y);
  auto *t = static_cast<Tile *>(std::calloc(1, sizeof(Tile)));
  t->n = N;
  bound_of_record(t, 2);
#pragma omp target enter data map(to : t[0 : 1])
  t->n = 7; // the device has N
  bound_of_record(t, 3);
#pragma omp target exit data map(from : t[0 : 1])
  std::printf("n %d\n", t->n);
  show("bound_of_record", &t->w[0][0]);
  Box box = {{2, 1}, {N - 1, M}};
  bounds_in_array(box, M, y);
#pragma omp target enter data map(to : box, sizes)
  box.hi[1] = 9; // the device has M
  sizes[1] = 5;
  bounds_in_array(box, M, y);
  global_bounds(y);
#pragma omp target exit data map(delete : box, sizes)
  global_bounds(y);
  static int k[N * M];
  changed_bounds(k, N);
  for (int i = 0; i < N * M; ++i) z[i] += k[i];
  show("bounds", y);
  View view = {y, N, M};
  extents(view);
#pragma omp target enter data map(to : view)
  view.m = 11; // the device has M
  extents_by_reference(view);
#pragma omp target exit data map(delete : view)
  extents_by_reference(view);
  show("extents", y);
  tiles(N, M, x, y);
  overlapping_tiles(N, M, x, y);
  show("tiles", y);
  views(N, M, x, y);
  show("views", y);
  moved_view(N, M, x, y);
  show("moved_view", y);
  either(N, M, x, y, z);
  show("either", y);
  show("either", z);
  complex_numbers(N, M, c, d);
  show("complex_numbers", reinterpret_cast<double *>(d));
  conditions(N, M, active, x, y);
  show("conditions", y);
  changed_condition(N, M, x, y);
  show("changed_condition", y);
  other_conditions(N, M, active, y);
  show("other_conditions", y);
#pragma omp target data map(tofrom : y)
  overlapping_serial(y, y[7], *reinterpret_cast<Chain *>(y + 9), N * M);
  show("overlapping_serial", y);
  std::free(t);
}
