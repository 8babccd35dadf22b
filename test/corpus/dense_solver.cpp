/* FILE: test/corpus/dense_solver.cpp
 * WHAT: dense linear algebra: LU factors, triangular solutions with refinement, and the power method; a view class for matrices.
 * USE:  dense_solver N STEPS   STEPS: refinements and power iterations
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

/* Rows of a matrix in memory of another object. */
template <typename T> class View {
public:
  View(T *data, int columns) : data_(data), columns_(columns) {}
  T &operator()(int i, int j) const { return data_[i * columns_ + j]; }

private:
  T *data_;
  int columns_;
};

static void factorize(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n * n])
  for (int k = 0; k < n - 1; k++) {
#pragma omp parallel for
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
#pragma omp parallel for collapse(2)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

/* Forward and backward substitution, column by column. */
static void substitute(const double *lu, const double *b, double *x, double *pivot, int n) {
#pragma omp target map(to : lu[0 : n * n], b[0 : n]) map(from : x[0 : n]) map(alloc : pivot[0 : 1])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = b[i];
    for (int k = 0; k < n; k++) {
#pragma omp parallel for
      for (int i = k + 1; i < n; i++)
        x[i] -= lu[i * n + k] * x[k];
    }
    for (int k = n - 1; k >= 0; k--) {
      pivot[0] = x[k] / lu[k * n + k];
#pragma omp parallel for
      for (int i = 0; i < k; i++)
        x[i] -= lu[i * n + k] * pivot[0];
      x[k] = pivot[0];
    }
  }
}

static double residual(const double *a, const double *b, const double *x, double *r, int n) {
  double norm = 0;
#pragma omp target teams distribute parallel for reduction(+ : norm) map(to : a[0 : n * n], b[0 : n], x[0 : n])       \
    map(from : r[0 : n]) map(tofrom : norm)
  for (int i = 0; i < n; i++) {
    const View<const double> matrix(a, n);
    double sum = b[i];
    for (int j = 0; j < n; j++)
      sum -= matrix(i, j) * x[j];
    r[i] = sum;
    norm += sum * sum;
  }
  return std::sqrt(norm);
}

static void correct(double *x, const double *d, int n) {
#pragma omp target teams loop map(tofrom : x[0 : n]) map(to : d[0 : n])
  for (int i = 0; i < n; i++)
    x[i] += d[i];
}

/* One step of the power method: product, norm, scaled vector. */
static double power_step(const double *a, double *v, double *w, int n) {
  double norm = 0;
#pragma omp target teams distribute parallel for map(to : a[0 : n * n], v[0 : n]) map(from : w[0 : n])
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * v[j];
    w[i] = sum;
  }
#pragma omp target map(tofrom : v[0 : n], norm) map(to : w[0 : n])
  {
#pragma omp parallel for reduction(+ : norm)
    for (int i = 0; i < n; i++)
      norm += w[i] * w[i];
    norm = sqrt(norm);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      v[i] = w[i] / norm;
  }
  return norm;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 32, steps = argc > 2 ? std::atoi(argv[2]) : 4;
  std::vector<double> a(n * n), lu, b(n), x(n), r(n), d(n), v(n, 1.0), w(n), pivot(1);
  const View<double> matrix(a.data(), n);
  for (int i = 0; i < n; i++) {
    b[i] = 1 + i % 5;
    for (int j = 0; j < n; j++)
      matrix(i, j) = i == j ? n + 1.0 : std::sin(0.3 * i + 0.7 * j);
  }
  lu = a;
  factorize(lu.data(), n);
  substitute(lu.data(), b.data(), x.data(), pivot.data(), n);
  double norm = 0, eigenvalue = 0, worst = 0, sum = 0;
  for (int step = 0; step < steps; step++) {
    norm = residual(a.data(), b.data(), x.data(), r.data(), n);
    substitute(lu.data(), r.data(), d.data(), pivot.data(), n);
    correct(x.data(), d.data(), n);
    eigenvalue = power_step(a.data(), v.data(), w.data(), n);
  }
  for (int i = 0; i < n; i++) {
    double y = -b[i], l = 0;
    for (int j = 0; j < n; j++) {
      y += matrix(i, j) * x[j];
      /* The product of the factors is the matrix. */
      l = 0;
      for (int k = 0; k <= (i < j ? i : j); k++)
        l += (k == i ? 1.0 : lu[i * n + k]) * lu[k * n + j];
      worst = std::fmax(worst, std::fabs(l - matrix(i, j)) * 1e-2);
    }
    worst = std::fmax(worst, std::fabs(y));
    sum += x[i] * (1 + i % 3);
  }
  std::vector<double> p(n, 1.0), q(n);
  double expected = 0;
  for (int step = 0; step < steps; step++) {
    expected = 0;
    for (int i = 0; i < n; i++) {
      q[i] = 0;
      for (int j = 0; j < n; j++)
        q[i] += matrix(i, j) * p[j];
      expected += q[i] * q[i];
    }
    expected = std::sqrt(expected);
    for (int i = 0; i < n; i++)
      p[i] = q[i] / expected;
  }
  const bool ok = worst < 1e-10 && std::fabs(expected - eigenvalue) < 1e-9 * expected && norm < 1e-8;
  std::printf("dense_solver: checksum %.7e, eigenvalue %.7e: %s\n", sum, eigenvalue, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
