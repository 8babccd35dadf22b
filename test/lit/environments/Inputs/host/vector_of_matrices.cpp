// A class with a destructor, in a container.
#include "host.h"
#include <vector>
static void step(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2 + i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
struct Matrix {
  double *data;
  explicit Matrix(int n) : data(new double[n]) { fill(data, n); }
  Matrix(Matrix &&other) : data(other.data) { other.data = nullptr; }
  Matrix(const Matrix &) = delete;
  ~Matrix() { delete[] data; }
};
int main() {
  std::vector<Matrix> all;
  all.emplace_back(N);
  all.emplace_back(N);
  double *a = all[0].data;
  for (int t = 0; t < 3; t++) {
    step(a, N);
    all[0].data[4] += 1;
    printf("%g ", all[0].data[5]);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
