/* FILE: test/corpus/portable.cpp
 * WHAT: a small layer for portable kernels: loops and reductions as function templates that take lambdas, arrays in device memory.
 * USE:  portable N STEPS
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <utility>
#include <vector>

namespace portable {

/* Memory of the default device. */
template <typename T> class Array {
public:
  explicit Array(int size)
      : size_(size), data_(static_cast<T *>(omp_target_alloc(size * sizeof(T), omp_get_default_device()))) {}
  ~Array() { omp_target_free(data_, omp_get_default_device()); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  T *data() const { return data_; }
  int size() const { return size_; }
  void upload(const std::vector<T> &from) {
    omp_target_memcpy(data_, from.data(), size_ * sizeof(T), 0, 0, omp_get_default_device(), omp_get_initial_device());
  }
  std::vector<T> download() const {
    std::vector<T> to(size_);
    omp_target_memcpy(to.data(), data_, size_ * sizeof(T), 0, 0, omp_get_initial_device(), omp_get_default_device());
    return to;
  }
  void swap(Array &other) { std::swap(data_, other.data_); }

private:
  int size_;
  T *data_;
};

template <typename Body> void parallel_for(int begin, int end, Body body) {
#pragma omp target teams distribute parallel for firstprivate(body)
  for (int i = begin; i < end; i++)
    body(i);
}

template <typename Body> void parallel_for_2d(int rows, int columns, Body body) {
#pragma omp target teams distribute parallel for collapse(2) firstprivate(body)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      body(i, j);
}

template <typename Body> double reduce(int begin, int end, Body body) {
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum) firstprivate(body)
  for (int i = begin; i < end; i++)
    sum += body(i);
  return sum;
}

/* Two loops in one region, for kernels that are too short for a launch each. */
template <typename First, typename Second> void parallel_pair(int count, First first, Second second) {
#pragma omp target firstprivate(first, second)
  {
#pragma omp parallel for
    for (int i = 0; i < count; i++)
      first(i);
#pragma omp parallel for
    for (int i = 0; i < count; i++)
      second(i);
  }
}

} // namespace portable

/* Gray and Scott's reaction and diffusion. */
struct Parameters {
  float du = 0.16f, dv = 0.08f, feed = 0.04f, kill = 0.06f;
};

class GrayScott {
public:
  GrayScott(int n, Parameters p) : n_(n), p_(p), u_(n * n), v_(n * n), u2_(n * n), v2_(n * n) {}

  void start(const std::vector<float> &u, const std::vector<float> &v) {
    u_.upload(u);
    v_.upload(v);
  }
  void step() {
    const int n = n_;
    const Parameters p = p_;
    const float *u = u_.data(), *v = v_.data();
    float *u2 = u2_.data(), *v2 = v2_.data();
    portable::parallel_for_2d(n, n, [=](int i, int j) {
      const int up = (i + n - 1) % n * n, down = (i + 1) % n * n, row = i * n, left = (j + n - 1) % n, right = (j + 1) % n;
      const float a = u[row + j], b = v[row + j], abb = a * b * b;
      const float lu = u[up + j] + u[down + j] + u[row + left] + u[row + right] - 4 * a;
      const float lv = v[up + j] + v[down + j] + v[row + left] + v[row + right] - 4 * b;
      u2[row + j] = a + p.du * lu - abb + p.feed * (1 - a);
      v2[row + j] = b + p.dv * lv + abb - (p.feed + p.kill) * b;
    });
    u_.swap(u2_);
    v_.swap(v2_);
  }
  /* Limits both fields. */
  void clamp(float low, float high) {
    float *u = u_.data(), *v = v_.data();
    portable::parallel_pair(
        n_ * n_, [=](int i) { u[i] = u[i] < low ? low : u[i] > high ? high : u[i]; },
        [=](int i) { v[i] = v[i] < low ? low : v[i] > high ? high : v[i]; });
  }
  double mass() const {
    const float *v = v_.data();
    return portable::reduce(0, n_ * n_, [=](int i) { return static_cast<double>(v[i]); });
  }
  void perturb(int first, int count, float value) {
    float *v = v_.data();
    portable::parallel_for(first, first + count, [=](int i) { v[i] += value; });
  }
  std::vector<float> result() const { return v_.download(); }

private:
  int n_;
  Parameters p_;
  portable::Array<float> u_, v_, u2_, v2_;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 24, steps = argc > 2 ? std::atoi(argv[2]) : 4;
  const Parameters p;
  std::vector<float> u(n * n, 1.0f), v(n * n), u2(n * n), v2(n * n);
  for (int i = n / 3; i < n / 2; i++)
    for (int j = n / 3; j < n / 2; j++) {
      u[i * n + j] = 0.5f;
      v[i * n + j] = 0.25f + 0.01f * (j % 3);
    }
  GrayScott simulation(n, p);
  simulation.start(u, v);
  double mass = 0, expected = 0, worst = 0, sum = 0;
  for (int step = 0; step < steps; step++) {
    simulation.step();
    simulation.perturb(n + 1, n / 2, 0.01f);
    simulation.clamp(0.0f, 1.0f);
    mass = simulation.mass();
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        auto at = [&](const std::vector<float> &f, int y, int x) { return f[(y + n) % n * n + (x + n) % n]; };
        const float a = at(u, i, j), b = at(v, i, j);
        const float lu = at(u, i - 1, j) + at(u, i + 1, j) + at(u, i, j - 1) + at(u, i, j + 1) - 4 * a;
        const float lv = at(v, i - 1, j) + at(v, i + 1, j) + at(v, i, j - 1) + at(v, i, j + 1) - 4 * b;
        u2[i * n + j] = std::fmin(1.0f, std::fmax(0.0f, a + p.du * lu - a * b * b + p.feed * (1 - a)));
        v2[i * n + j] = b + p.dv * lv + a * b * b - (p.feed + p.kill) * b;
      }
    std::swap(u, u2);
    std::swap(v, v2);
    for (int i = 0; i < n / 2; i++)
      v[n + 1 + i] += 0.01f;
    expected = 0;
    for (float &value : v)
      expected += value = std::fmin(1.0f, std::fmax(0.0f, value));
  }
  const std::vector<float> result = simulation.result();
  for (int i = 0; i < n * n; i++) {
    worst = std::fmax(worst, std::fabs(result[i] - v[i]));
    sum += result[i] * (1 + i % 3);
  }
  const bool ok = worst < 1e-5 && std::fabs(mass - expected) < 1e-3;
  std::printf("portable: checksum %.4e, mass %.4e: %s\n", sum, mass, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
