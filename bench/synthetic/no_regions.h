/* FILE: bench/synthetic/no_regions.h
 * WHAT: a header of no_regions.cpp's own.
 */
#ifndef NO_REGIONS_H
#define NO_REGIONS_H

#include <string>
#include <vector>

struct Particle {
  double position[3], velocity[3], mass;
  std::string name;
};

double energy(const std::vector<Particle> &particles);
void step(std::vector<Particle> &particles, double dt);

#endif
