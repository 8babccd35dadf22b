/* FILE: test/corpus/lagrange.cpp
 * WHAT: Lagrangian hydrodynamics in one dimension: a domain of std::vectors, local arrays, a time step from two minima.
 * USE:  lagrange N STEPS
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Real = double;
using Index = int;

class Domain {
public:
  explicit Domain(Index elements)
      : elements_(elements), x_(elements + 1), v_(elements + 1), force_(elements + 1), mass_(elements + 1), e_(elements),
        p_(elements), q_(elements), volume_(elements), element_mass_(elements), sound_(elements) {
    for (Index i = 0; i <= elements; i++)
      x_[i] = Real(i) / elements;
    for (Index i = 0; i < elements; i++) {
      volume_[i] = x_[i + 1] - x_[i];
      element_mass_[i] = (i < elements / 2 ? 1.0 : 0.125) * volume_[i];
      e_[i] = i < elements / 2 ? 2.5 : 2.0;
      mass_[i] += 0.5 * element_mass_[i];
      mass_[i + 1] += 0.5 * element_mass_[i];
    }
  }
  Index elements() const { return elements_; }
  Real *x() { return x_.data(); }
  Real *v() { return v_.data(); }
  Real *force() { return force_.data(); }
  Real *mass() { return mass_.data(); }
  Real *e() { return e_.data(); }
  Real *p() { return p_.data(); }
  Real *q() { return q_.data(); }
  Real *volume() { return volume_.data(); }
  Real *elementMass() { return element_mass_.data(); }
  Real *sound() { return sound_.data(); }
  Real dt = 1e-4, time = 0;

private:
  Index elements_;
  std::vector<Real> x_, v_, force_, mass_, e_, p_, q_, volume_, element_mass_, sound_;
};

#pragma omp declare target
static inline Real pressure(Real density, Real energy) { return (1.4 - 1.0) * density * energy; }
static inline Real artificial(Real density, Real sound, Real dv) {
  return dv < 0.0 ? density * (2.0 * dv * dv - 0.5 * sound * dv) : 0.0;
}
#pragma omp end declare target

static void calcForce(Domain &domain) {
  const Index ne = domain.elements(), nn = ne + 1;
  Real *p = domain.p(), *q = domain.q(), *e = domain.e(), *volume = domain.volume(), *em = domain.elementMass();
  Real *sound = domain.sound(), *v = domain.v(), *force = domain.force();
#pragma omp target map(to : e[0 : ne], volume[0 : ne], em[0 : ne], v[0 : nn])                                        \
    map(from : p[0 : ne], q[0 : ne], sound[0 : ne], force[0 : nn])
  {
#pragma omp parallel for
    for (Index i = 0; i < ne; ++i) {
      const Real density = em[i] / volume[i];
      p[i] = pressure(density, e[i]);
      sound[i] = std::sqrt(1.4 * p[i] / density);
      q[i] = artificial(density, sound[i], v[i + 1] - v[i]);
    }
#pragma omp parallel for
    for (Index i = 0; i < nn; ++i) {
      Real sides[2] = {i > 0 ? p[i - 1] + q[i - 1] : 0.0, i < ne ? p[i] + q[i] : 0.0};
      force[i] = i == 0 || i == ne ? 0.0 : sides[0] - sides[1];
    }
  }
}

static void moveNodes(Domain &domain) {
  const Index nn = domain.elements() + 1;
  const Real dt = domain.dt;
  Real *x = domain.x(), *v = domain.v(), *force = domain.force(), *mass = domain.mass();
#pragma omp target teams distribute parallel for map(tofrom : x[0 : nn], v[0 : nn]) map(to : force[0 : nn], mass[0 : nn])
  for (Index i = 0; i < nn; ++i) {
    v[i] += dt * force[i] / mass[i];
    x[i] += dt * v[i];
  }
}

static void updateElements(Domain &domain) {
  const Index ne = domain.elements(), nn = ne + 1;
  const Real dt = domain.dt;
  Real *x = domain.x(), *v = domain.v(), *e = domain.e(), *p = domain.p(), *q = domain.q(), *volume = domain.volume();
  Real *em = domain.elementMass();
#pragma omp target data map(to : x[0 : nn], v[0 : nn], p[0 : ne], q[0 : ne], em[0 : ne]) map(tofrom : e[0 : ne], volume[0 : ne])
  {
#pragma omp target teams distribute parallel for
    for (Index i = 0; i < ne; ++i)
      e[i] -= dt * (p[i] + q[i]) * (v[i + 1] - v[i]) / em[i];
#pragma omp target teams distribute parallel for
    for (Index i = 0; i < ne; ++i)
      volume[i] = x[i + 1] - x[i];
  }
}

static void calcTimeConstraints(Domain &domain) {
  const Index ne = domain.elements();
  Real *sound = domain.sound(), *volume = domain.volume(), *v = domain.v();
  Real courant = 1e20, hydro = 1e20;
#pragma omp target map(to : sound[0 : ne], volume[0 : ne], v[0 : ne + 1]) map(tofrom : courant, hydro)
  {
#pragma omp parallel for reduction(min : courant)
    for (Index i = 0; i < ne; ++i)
      courant = std::fmin(courant, volume[i] / sound[i]);
#pragma omp parallel for reduction(min : hydro)
    for (Index i = 0; i < ne; ++i) {
      const Real rate = std::fabs(v[i + 1] - v[i]) / volume[i];
      if (rate > 1e-12)
        hydro = std::fmin(hydro, 0.1 / rate);
    }
  }
  domain.dt = std::fmin(std::fmin(0.3 * courant, hydro), 1.1 * domain.dt);
}

static void lagrangeLeapFrog(Domain &domain) {
  calcForce(domain);
  moveNodes(domain);
  updateElements(domain);
  calcTimeConstraints(domain);
  domain.time += domain.dt;
}

static void leapFrogSerial(Domain &d) {
  const Index ne = d.elements();
  for (Index i = 0; i < ne; i++) {
    const Real density = d.elementMass()[i] / d.volume()[i];
    d.p()[i] = pressure(density, d.e()[i]);
    d.sound()[i] = std::sqrt(1.4 * d.p()[i] / density);
    d.q()[i] = artificial(density, d.sound()[i], d.v()[i + 1] - d.v()[i]);
  }
  for (Index i = 1; i < ne; i++) {
    d.v()[i] += d.dt * (d.p()[i - 1] + d.q()[i - 1] - d.p()[i] - d.q()[i]) / d.mass()[i];
    d.x()[i] += d.dt * d.v()[i];
  }
  Real least = 1e20, hydro = 1e20;
  for (Index i = 0; i < ne; i++) {
    d.e()[i] -= d.dt * (d.p()[i] + d.q()[i]) * (d.v()[i + 1] - d.v()[i]) / d.elementMass()[i];
    d.volume()[i] = d.x()[i + 1] - d.x()[i];
    least = std::fmin(least, d.volume()[i] / d.sound()[i]);
    const Real rate = std::fabs(d.v()[i + 1] - d.v()[i]) / d.volume()[i];
    if (rate > 1e-12)
      hydro = std::fmin(hydro, 0.1 / rate);
  }
  d.dt = std::fmin(std::fmin(0.3 * least, hydro), 1.1 * d.dt);
}

int main(int argc, char **argv) {
  const Index n = argc > 1 ? std::atoi(argv[1]) : 200;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 10;
  Domain device(n), host(n);
  double worst = 0, sum = 0;
  for (int step = 0; step < steps; step++) {
    lagrangeLeapFrog(device);
    leapFrogSerial(host);
  }
  for (Index i = 0; i < n; i++) {
    worst = std::fmax(worst, std::fabs(device.x()[i] - host.x()[i]) + std::fabs(device.e()[i] - host.e()[i]));
    sum += device.e()[i] * (1 + i % 3) + device.x()[i];
  }
  std::printf("lagrange: checksum %.8e, time %.6e: %s\n", sum, device.time, worst < 1e-10 ? "ok" : "WRONG");
  return worst < 1e-10 ? 0 : 1;
}
