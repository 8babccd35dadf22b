/* FILE: test/fuzz/programs/random.c
 * WHAT: splitmix64. Not the C library's generator, whose numbers differ between libraries.
 */
#include "random.h"

static uint64_t next(struct random *random) {
  uint64_t mixed = (random->state += UINT64_C(0x9e3779b97f4a7c15));
  mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
  return mixed ^ (mixed >> 31);
}

struct random random_from(uint64_t seed) {
  struct random random = {seed};
  random.state = next(&random); /* neighbouring seeds must not give neighbouring programs */
  return random;
}

unsigned random_below(struct random *random, unsigned below) { return (unsigned)(next(random) % below); }

bool random_chance(struct random *random, unsigned percent) { return random_below(random, 100) < percent; }
