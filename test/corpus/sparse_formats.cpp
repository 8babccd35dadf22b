/* FILE: test/corpus/sparse_formats.cpp
 * WHAT: class templates of sparse matrices (CSR and ELLPACK) with products and a Jacobi method in member functions.
 * USE:  sparse_formats N STEPS
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> class Csr {
public:
  Csr(int rows, int band) : rows_(rows) {
    start_.push_back(0);
    for (int i = 0; i < rows; i++) {
      for (int j = std::max(0, i - band); j <= std::min(rows - 1, i + band); j += 1 + (i + j) % 2) {
        column_.push_back(j);
        value_.push_back(i == j ? T(2 * band + 3) : T(-1) / (1 + std::abs(i - j)));
      }
      if (std::find(column_.begin() + start_.back(), column_.end(), i) == column_.end()) {
        column_.push_back(i);
        value_.push_back(T(2 * band + 3));
      }
      start_.push_back(static_cast<int>(column_.size()));
    }
  }

  int rows() const { return rows_; }
  const std::vector<int> &start() const { return start_; }
  const std::vector<int> &column() const { return column_; }
  const std::vector<T> &value() const { return value_; }

  void multiply(const T *x, T *y) const {
    const int n = rows_, nonzeros = static_cast<int>(value_.size());
    const int *start = start_.data(), *column = column_.data();
    const T *value = value_.data();
#pragma omp target teams distribute parallel for map(to : start[0 : n + 1], column[0 : nonzeros])                    \
    map(to : value[0 : nonzeros], x[0 : n]) map(from : y[0 : n])
    for (int i = 0; i < n; i++) {
      T sum = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
        sum += value[k] * x[column[k]];
      y[i] = sum;
    }
  }

private:
  int rows_;
  std::vector<int> start_, column_;
  std::vector<T> value_;
};

/* Rows padded to one length, stored column by column. */
template <typename T> class Ell {
public:
  explicit Ell(const Csr<T> &csr) : rows(csr.rows()) {
    for (int i = 0; i < rows; i++)
      width = std::max(width, csr.start()[i + 1] - csr.start()[i]);
    column = new int[rows * width]();
    value = new T[rows * width]();
    inverse = new T[rows]();
    for (int i = 0; i < rows; i++)
      for (int k = csr.start()[i]; k < csr.start()[i + 1]; k++) {
        column[(k - csr.start()[i]) * rows + i] = csr.column()[k];
        value[(k - csr.start()[i]) * rows + i] = csr.value()[k];
      }
  }
  ~Ell() {
    delete[] column;
    delete[] value;
    delete[] inverse;
  }
  Ell(const Ell &) = delete;
  Ell &operator=(const Ell &) = delete;

  void multiply(const T *x, T *y) const {
#pragma omp target teams distribute parallel for map(to : this->column[0 : rows * width], this->value[0 : rows * width]) \
    map(to : x[0 : rows]) map(from : y[0 : rows])
    for (int i = 0; i < rows; i++) {
      T sum = 0;
      for (int k = 0; k < width; k++)
        sum += value[k * rows + i] * x[column[k * rows + i]];
      y[i] = sum;
    }
  }

  /* Inverses of the diagonal, scaled by the largest row sum in the same region. */
  T prepare() {
    T largest = 0;
#pragma omp target map(to : this->column[0 : rows * width], this->value[0 : rows * width])                          \
    map(from : this->inverse[0 : rows]) map(tofrom : largest)
    {
#pragma omp parallel for
      for (int i = 0; i < rows; i++)
        for (int k = 0; k < width; k++)
          if (column[k * rows + i] == i && value[k * rows + i] != T(0))
            inverse[i] = T(1) / value[k * rows + i];
#pragma omp parallel for reduction(max : largest)
      for (int i = 0; i < rows; i++) {
        T sum = 0;
        for (int k = 0; k < width; k++)
          sum += std::fabs(value[k * rows + i]);
        largest = largest > sum * inverse[i] ? largest : sum * inverse[i];
      }
    }
    return largest;
  }

  /* A sweep of the Jacobi method: x and y are exchanged by the caller. */
  T sweep(const T *b, const T *x, T *y, T *product) const {
    const int n = rows, w = width;
    const int *column = this->column;
    const T *value = this->value, *inverse = this->inverse;
    T change = 0;
#pragma omp target map(to : column[0 : n * w], value[0 : n * w], inverse[0 : n], b[0 : n], x[0 : n])                 \
    map(from : y[0 : n]) map(alloc : product[0 : n]) map(tofrom : change)
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++) {
        T sum = 0;
        for (int k = 0; k < w; k++)
          sum += value[k * n + i] * x[column[k * n + i]];
        product[i] = sum;
      }
#pragma omp parallel for reduction(+ : change)
      for (int i = 0; i < n; i++) {
        const T step = (b[i] - product[i]) * inverse[i];
        y[i] = x[i] + step;
        change += step * step;
      }
    }
    return std::sqrt(change);
  }

  int rows, width = 0;
  int *column;
  T *value, *inverse;
};

template <typename T> bool test(int n, int steps, double tolerance, double &total) {
  const Csr<T> csr(n, 5);
  Ell<T> ell(csr);
  std::vector<T> b(n), x(n), y(n), product(n), p(n), q(n);
  T change = 0;
  for (int i = 0; i < n; i++)
    b[i] = T(std::sin(0.2 * i) + 1.5);
  ell.prepare();
  T *now = x.data(), *next = y.data();
  for (int step = 0; step < steps; step++) {
    change = ell.sweep(b.data(), now, next, product.data());
    std::swap(now, next);
  }
  csr.multiply(now, p.data());
  ell.multiply(now, q.data());
  double worst = 0, error = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = csr.start()[i]; k < csr.start()[i + 1]; k++)
      sum += csr.value()[k] * now[csr.column()[k]];
    worst = std::fmax(worst, std::fabs(sum - p[i]) + std::fabs(sum - q[i]));
    error = std::fmax(error, std::fabs(sum - b[i]));
    total += now[i] * (1 + i % 3);
  }
  return worst < tolerance && error < 3 * std::pow(0.75, steps) + tolerance && change < 10;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200, steps = argc > 2 ? std::atoi(argv[2]) : 8;
  double total = 0;
  const bool in_double = test<double>(n, steps, 1e-10, total), ok = test<float>(n, steps, 1e-3, total) && in_double;
  std::printf("sparse_formats: checksum %.5e: %s\n", total, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
