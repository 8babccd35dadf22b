// FILE: bench/synthetic/no_regions.cpp
// WHAT: OpenMP for the processor alone, with the headers that C++ programs have: a file that cleave has
//       nothing to do with. bench/compile_time.sh compiles it.
#include "no_regions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>

double energy(const std::vector<Particle> &particles) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (size_t i = 0; i < particles.size(); i++) {
    const Particle &p = particles[i];
    sum += 0.5 * p.mass * std::inner_product(p.velocity, p.velocity + 3, p.velocity, 0.0);
    for (size_t j = i + 1; j < particles.size(); j++) {
      double square = 0;
      for (int d = 0; d < 3; d++)
        square += std::pow(p.position[d] - particles[j].position[d], 2);
      sum -= p.mass * particles[j].mass / std::sqrt(square);
    }
  }
  return sum;
}

void step(std::vector<Particle> &particles, double dt) {
  std::vector<Particle> old(particles);
#pragma omp parallel for schedule(dynamic, 16)
  for (size_t i = 0; i < particles.size(); i++) {
    double force[3] = {};
    for (const Particle &other : old) {
      if (other.name == particles[i].name)
        continue;
      double difference[3], square = 0;
      for (int d = 0; d < 3; d++) {
        difference[d] = other.position[d] - particles[i].position[d];
        square += difference[d] * difference[d];
      }
      for (int d = 0; d < 3; d++)
        force[d] += other.mass * difference[d] / (square * std::sqrt(square));
    }
    for (int d = 0; d < 3; d++) {
      particles[i].velocity[d] += dt * force[d];
      particles[i].position[d] += dt * particles[i].velocity[d];
    }
  }
}

std::map<std::string, double> masses(const std::vector<Particle> &particles) {
  std::map<std::string, double> sums;
  for (const Particle &p : particles)
    sums[p.name.substr(0, p.name.find('-'))] += p.mass;
  return sums;
}

std::string report(std::vector<Particle> particles) {
  std::sort(particles.begin(), particles.end(),
            [](const Particle &a, const Particle &b) { return a.mass > b.mass; });
  std::ostringstream out;
  for (const Particle &p : particles)
    out << p.name << ' ' << p.mass << '\n';
  for (const auto &[name, mass] : masses(particles))
    out << name << ": " << mass << '\n';
  return out.str();
}
