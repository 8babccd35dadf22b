/* FILE: test/fuzz/programs/random.h
 * WHAT: random numbers that depend on the seed alone: the same program for a seed on every machine.
 */
#ifndef CLEAVE_FUZZ_RANDOM_H
#define CLEAVE_FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
  uint64_t state;
};

struct random random_from(uint64_t seed);

/* A number 0 <= x < BELOW; BELOW > 0. */
unsigned random_below(struct random *random, unsigned below);

/* True in PERCENT of 100 cases. */
bool random_chance(struct random *random, unsigned percent);

#endif
