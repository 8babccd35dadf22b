/* FILE: test/corpus/acoustics.cpp
 * WHAT: acoustic waves in three dimensions: a class that owns three time levels, which rotate; sources and receivers on the host.
 * USE:  acoustics N STEPS
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

constexpr int radius = 2;

class Propagator {
public:
  Propagator(int n, float dt)
      : n_(n), dt_(dt), previous_(new float[volume()]()), current_(new float[volume()]()), next_(new float[volume()]()),
        velocity_(new float[volume()]) {
    for (int i = 0; i < volume(); i++)
      velocity_[i] = 1.0f + 0.3f * (i / (n * n) > n / 2);
  }
  ~Propagator() {
    delete[] previous_;
    delete[] current_;
    delete[] next_;
    delete[] velocity_;
  }

  int volume() const { return n_ * n_ * n_; }
  int at(int x, int y, int z) const { return (z * n_ + y) * n_ + x; }
  const float *field() const { return current_; }

  void inject(int x, int y, int z, float amplitude) {
    const int index = at(x, y, z), size = volume();
    float *p = current_;
#pragma omp target map(tofrom : p[0 : size])
    p[index] += amplitude;
  }

  void step() {
    const int n = n_, size = volume();
    const float factor = dt_ * dt_;
    const float *p = current_, *v = velocity_, *old = previous_;
    float *q = next_;
#pragma omp target teams distribute parallel for collapse(2) map(to : p[0 : size], v[0 : size], old[0 : size])       \
    map(tofrom : q[0 : size])
    for (int z = radius; z < n - radius; z++)
      for (int y = radius; y < n - radius; y++)
        for (int x = radius; x < n - radius; x++) {
          const int c = (z * n + y) * n + x;
          float lap = -7.5f * p[c];
          const int stride[3] = {1, n, n * n};
          for (int d = 0; d < 3; d++)
            lap += 1.3333333f * (p[c - stride[d]] + p[c + stride[d]]) -
                   0.0833333f * (p[c - 2 * stride[d]] + p[c + 2 * stride[d]]);
          q[c] = 2.0f * p[c] - old[c] + factor * v[c] * v[c] * lap;
        }
    rotate();
  }

  /* Damps the field near the six faces, pair by pair. */
  void absorb(float strength) {
    const int n = n_, size = volume();
    float *p = current_, *old = previous_;
#pragma omp target map(tofrom : p[0 : size], old[0 : size])
    {
#pragma omp parallel for
      for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
          for (int k = 0; k < 4; k++) {
            const float f = 1.0f - strength * (4 - k);
            p[(z * n + y) * n + k] *= f, p[(z * n + y) * n + n - 1 - k] *= f;
            old[(z * n + y) * n + k] *= f, old[(z * n + y) * n + n - 1 - k] *= f;
          }
#pragma omp parallel for
      for (int z = 0; z < n; z++)
        for (int x = 0; x < n; x++)
          for (int k = 0; k < 4; k++) {
            const float f = 1.0f - strength * (4 - k);
            p[(z * n + k) * n + x] *= f, p[(z * n + n - 1 - k) * n + x] *= f;
            old[(z * n + k) * n + x] *= f, old[(z * n + n - 1 - k) * n + x] *= f;
          }
    }
  }

  float receive(int x, int y, int z) const {
    const int size = volume(), index = at(x, y, z);
    const float *p = current_;
    float value = 0.0f;
#pragma omp target map(to : p[0 : size]) map(from : value)
    value = p[index];
    return value;
  }

private:
  void rotate() {
    float *t = previous_;
    previous_ = current_;
    current_ = next_;
    next_ = t;
  }
  int n_;
  float dt_;
  float *previous_, *current_, *next_, *velocity_;
};

static std::vector<float> run_serial(int n, int steps, float dt) {
  const int size = n * n * n;
  std::vector<float> old(size), p(size), q(size);
  for (int s = 0; s < steps; s++) {
    p[(n / 2 * n + n / 2) * n + n / 2] += std::sin(0.5f * s);
    for (int z = radius; z < n - radius; z++)
      for (int y = radius; y < n - radius; y++)
        for (int x = radius; x < n - radius; x++) {
          const int c = (z * n + y) * n + x, stride[3] = {1, n, n * n};
          float lap = -7.5f * p[c], v = 1.0f + 0.3f * (z > n / 2);
          for (int d : stride)
            lap += 1.3333333f * (p[c - d] + p[c + d]) - 0.0833333f * (p[c - 2 * d] + p[c + 2 * d]);
          q[c] = 2.0f * p[c] - old[c] + dt * dt * v * v * lap;
        }
    std::swap(old, p);
    std::swap(p, q);
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++)
        for (int k = 0; k < 4; k++)
          for (std::vector<float> *f : {&p, &old}) {
            (*f)[(a * n + b) * n + k] *= 1.0f - 0.02f * (4 - k);
            (*f)[(a * n + b) * n + n - 1 - k] *= 1.0f - 0.02f * (4 - k);
          }
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++)
        for (int k = 0; k < 4; k++)
          for (std::vector<float> *f : {&p, &old}) {
            (*f)[(a * n + k) * n + b] *= 1.0f - 0.02f * (4 - k);
            (*f)[(a * n + n - 1 - k) * n + b] *= 1.0f - 0.02f * (4 - k);
          }
  }
  return p;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 16, steps = argc > 2 ? std::atoi(argv[2]) : 5;
  Propagator propagator(n, 0.3f);
  std::vector<float> seismogram;
  for (int s = 0; s < steps; s++) {
    propagator.inject(n / 2, n / 2, n / 2, std::sin(0.5f * s));
    propagator.step();
    propagator.absorb(0.02f);
    seismogram.push_back(propagator.receive(n / 2 + 2, n / 2, n / 2));
  }
  const std::vector<float> expected = run_serial(n, steps, 0.3f);
  double worst = 0, sum = 0;
  for (int i = 0; i < propagator.volume(); i++) {
    worst = std::fmax(worst, std::fabs(propagator.field()[i] - expected[i]));
    sum += std::fabs(propagator.field()[i]);
  }
  for (float value : seismogram)
    sum += std::fabs(value);
  std::printf("acoustics: checksum %.4e: %s\n", sum, worst < 1e-5 ? "ok" : "WRONG");
  return worst < 1e-5 ? 0 : 1;
}
