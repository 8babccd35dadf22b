/* FILE: test/corpus/nbody.cpp
 * WHAT: gravitation between bodies in C++: std::vector as structure of arrays, a leapfrog method, energies by reductions.
 * USE:  nbody N STEPS
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> struct Bodies {
  std::vector<T> x, y, z, vx, vy, vz, ax, ay, az, mass;
  explicit Bodies(std::size_t n) : x(n), y(n), z(n), vx(n), vy(n), vz(n), ax(n), ay(n), az(n), mass(n) {
    for (std::size_t i = 0; i < n; i++) {
      x[i] = std::sin(1.3 * i), y[i] = std::cos(0.7 * i), z[i] = std::sin(0.31 * i + 1);
      vx[i] = 0.1 * y[i], vy[i] = -0.1 * x[i];
      mass[i] = T(1) / n;
    }
  }
  int size() const { return static_cast<int>(x.size()); }
};

template <typename T> void accelerate(Bodies<T> &b, T softening) {
  const int n = b.size();
  const T *x = b.x.data(), *y = b.y.data(), *z = b.z.data(), *mass = b.mass.data();
  T *ax = b.ax.data(), *ay = b.ay.data(), *az = b.az.data();
#pragma omp target teams distribute parallel for map(to : x[0 : n], y[0 : n], z[0 : n], mass[0 : n])                 \
    map(from : ax[0 : n], ay[0 : n], az[0 : n])
  for (int i = 0; i < n; i++) {
    T sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; j++) {
      const T dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const T r2 = dx * dx + dy * dy + dz * dz + softening;
      const T f = mass[j] / (r2 * std::sqrt(r2));
      sx += f * dx;
      sy += f * dy;
      sz += f * dz;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
  }
}

/* A kick and a drift, as loops of one region. */
template <typename T> void kick_drift(Bodies<T> &b, T dt, bool drift) {
  const int n = b.size();
  T *x = b.x.data(), *y = b.y.data(), *z = b.z.data();
  T *vx = b.vx.data(), *vy = b.vy.data(), *vz = b.vz.data();
  const T *ax = b.ax.data(), *ay = b.ay.data(), *az = b.az.data();
#pragma omp target map(tofrom : x[ : n], y[ : n], z[ : n], vx[ : n], vy[ : n], vz[ : n])                             \
    map(to : ax[ : n], ay[ : n], az[ : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      vx[i] += T(0.5) * dt * ax[i];
      vy[i] += T(0.5) * dt * ay[i];
      vz[i] += T(0.5) * dt * az[i];
    }
    if (drift) {
#pragma omp parallel for
      for (int i = 0; i < n; ++i) {
        x[i] += dt * vx[i];
        y[i] += dt * vy[i];
        z[i] += dt * vz[i];
      }
    }
  }
}

template <typename T> double energy(const Bodies<T> &b, T softening) {
  const int n = b.size();
  const T *x = b.x.data(), *y = b.y.data(), *z = b.z.data(), *mass = b.mass.data();
  const T *vx = b.vx.data(), *vy = b.vy.data(), *vz = b.vz.data();
  double kinetic = 0, potential = 0;
#pragma omp target map(to : x[0 : n], y[0 : n], z[0 : n], vx[0 : n], vy[0 : n], vz[0 : n], mass[0 : n])              \
    map(tofrom : kinetic, potential)
  {
#pragma omp parallel for reduction(+ : kinetic)
    for (int i = 0; i < n; i++)
      kinetic += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
#pragma omp parallel for reduction(+ : potential)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) {
        const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        potential -= mass[i] * mass[j] / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
      }
  }
  return kinetic + potential;
}

template <typename T> void run(Bodies<T> &b, int steps, T dt) {
  const T softening = T(0.01);
  accelerate(b, softening);
  for (int step = 0; step < steps; step++) {
    kick_drift(b, dt, true);
    accelerate(b, softening);
    kick_drift(b, dt, false);
  }
}

template <typename T> void run_serial(Bodies<T> &b, int steps, T dt) {
  const int n = b.size();
  for (int step = -1; step < steps; step++) {
    for (int i = 0; step >= 0 && i < n; i++) {
      b.vx[i] += T(0.5) * dt * b.ax[i], b.vy[i] += T(0.5) * dt * b.ay[i], b.vz[i] += T(0.5) * dt * b.az[i];
      b.x[i] += dt * b.vx[i], b.y[i] += dt * b.vy[i], b.z[i] += dt * b.vz[i];
    }
    for (int i = 0; i < n; i++) {
      b.ax[i] = b.ay[i] = b.az[i] = 0;
      for (int j = 0; j < n; j++) {
        const T dx = b.x[j] - b.x[i], dy = b.y[j] - b.y[i], dz = b.z[j] - b.z[i];
        const T r2 = dx * dx + dy * dy + dz * dz + T(0.01), f = b.mass[j] / (r2 * std::sqrt(r2));
        b.ax[i] += f * dx, b.ay[i] += f * dy, b.az[i] += f * dz;
      }
    }
    for (int i = 0; step >= 0 && i < n; i++)
      b.vx[i] += T(0.5) * dt * b.ax[i], b.vy[i] += T(0.5) * dt * b.ay[i], b.vz[i] += T(0.5) * dt * b.az[i];
  }
}

template <typename T> bool test(int n, int steps, double tolerance, double &sum) {
  Bodies<T> device(n), host(n);
  const double before = energy(device, T(0.01));
  run(device, steps, T(0.01));
  run_serial(host, steps, T(0.01));
  const double after = energy(device, T(0.01));
  double worst = std::fabs(after - before) * 0.01;
  for (int i = 0; i < n; i++) {
    worst = std::fmax(worst, std::fabs(device.x[i] - host.x[i]) + std::fabs(device.vz[i] - host.vz[i]));
    sum += device.x[i] * (1 + i % 3) + device.vy[i];
  }
  return worst < tolerance;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100, steps = argc > 2 ? std::atoi(argv[2]) : 4;
  double sum = 0;
  const bool in_double = test<double>(n, steps, 1e-3, sum), ok = test<float>(n, steps, 1e-3, sum) && in_double;
  std::printf("nbody: checksum %.4e: %s\n", sum, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
