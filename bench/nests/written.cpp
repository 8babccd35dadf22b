// FILE: bench/nests/written.cpp
// WHAT: one nest and one sum by row, as programs write them, beside the form of a benchmark. Each pair computes the same.
//
// The times are those of the kernels: docs/measurements/real-programs.md, "Written in other ways".
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

static int n = 512, m = 512;

static double square(double v) { return v * v; }

struct Pair {
  double a, b;
};

struct Grid {
  int n, m;
  double *u, *v;
  void step();
};

template <class T> struct View {
  T *p;
  int rows, columns;
  T &operator()(int i, int j) const { return p[i * columns + j]; }
};

#define NEST _Pragma("omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])")

// ---- Nests

static void benchmark(int n, int m, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += x[i * m + j] * x[i * m + j];
}

static void helper(int n, int m, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += square(x[i * m + j]);
}

static void conditional(int n, int m, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += x[i * m + j] > y[i * m + j] ? x[i * m + j] : y[i * m + j];
}

static void pairs(int n, int m, const Pair *x, Pair *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] = x[i * m + j];
}

void Grid::step() {
#pragma omp target teams distribute parallel for map(to : this[0 : 1], u[0 : n * m]) map(tofrom : v[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) v[i * m + j] += u[i * m + j] * u[i * m + j];
}

static void arrow(Grid *g) {
#pragma omp target teams distribute parallel for map(to : g[0 : 1], g->u[0 : g->n * g->m]) \
    map(tofrom : g->v[0 : g->n * g->m])
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < g->m; j++) g->v[i * g->m + j] += g->u[i * g->m + j] * g->u[i * g->m + j];
}

static void extrema(int n, int m, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += std::max(std::abs(x[i * m + j]), std::min(y[i * m + j], 1.0));
}

static void complex_numbers(int n, int m, const std::complex<double> *x, std::complex<double> *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += x[i * m + j];
}

static void views(int n, int m, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++) {
    const View<const double> from{x, n, m};
    const View<double> to{y, n, m};
    for (int j = 0; j < m; j++) to(i, j) += from(i, j) * from(i, j);
  }
}

static void lambda(int n, int m, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      const auto add = [&](double v) { y[i * m + j] += v * v; };
      std::array<double, 2> w = {x[i * m + j], 0};
      if (w[0] == w[1]) continue;
      add(w[0]);
    }
}

static void sizes(std::size_t n, std::size_t m, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < m; j++) y[i * m + j] += x[i * m + j] * x[i * m + j];
}

static void counters(int n, int m, const double *x, double *y) {
  int i, j;
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m]) private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) y[i * m + j] += x[i * m + j] * x[i * m + j];
}

static void clauses(int n, int m, const double *x, double *y) {
#pragma omp target teams distribute parallel for simd map(to : x[0 : n * m]) map(tofrom : y[0 : n * m]) \
    if (target : n > 0) thread_limit(256)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += x[i * m + j] * x[i * m + j];
}

static void two_directives(int n, int m, const double *x, double *y) {
#pragma omp target map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += x[i * m + j] * x[i * m + j];
}

static void loop_in_parallel(int n, int m, const double *x, double *y) {
#pragma omp target map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
#pragma omp parallel
#pragma omp loop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += x[i * m + j] * x[i * m + j];
}

static void macro(int n, int m, const double *x, double *y) {
  NEST
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] += x[i * m + j] * x[i * m + j];
}

int main() {
  std::vector<double> x(n * m), y(n * m);
  for (int k = 0; k < n * m; k++) {
    x[k] = k % 23 - 7;
    y[k] = k % 19;
  }
  double *px = x.data(), *py = y.data();
  Grid g = {n, m, px, py};
  benchmark(n, m, px, py);
  helper(n, m, px, py);
  conditional(n, m, px, py);
  pairs(n, m / 2, reinterpret_cast<Pair *>(px), reinterpret_cast<Pair *>(py));
  g.step();
  arrow(&g);
  extrema(n, m, px, py);
  complex_numbers(n, m / 2, reinterpret_cast<std::complex<double> *>(px), reinterpret_cast<std::complex<double> *>(py));
  views(n, m, px, py);
  lambda(n, m, px, py);
  sizes(n, m, px, py);
  counters(n, m, px, py);
  clauses(n, m, px, py);
  two_directives(n, m, px, py);
  loop_in_parallel(n, m, px, py);
  macro(n, m, px, py);
  double sum = 0;
  for (int k = 0; k < n * m; k++) sum += y[k] * (k % 7 + 1);
  std::printf("%.17g\n", sum);
}
