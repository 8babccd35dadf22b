/* FILE: test/corpus/crosssections.c
 * WHAT: Monte Carlo transport: look-ups of cross sections by binary search in an energy grid, and a tally for each batch.
 * USE:  crosssections N STEPS   N: grid points of a nuclide, STEPS: batches
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHANNELS 5
#define NUCLIDES 8
#define MATERIALS 3

typedef struct {
  double energy, total, elastic, absorption, fission, nu_fission;
} grid_point;

typedef struct {
  int points;
  grid_point *grid;  /* NUCLIDES x points, sorted by energy */
  int *count;        /* nuclides of a material */
  int *nuclide;      /* MATERIALS x NUCLIDES */
  double *concentration;
} simulation_data;

#pragma omp begin declare target
static uint64_t skip(uint64_t seed, uint64_t n) {
  uint64_t a = 2806196910506780709ull, c = 1, an = 1, cn = 0;
  for (; n > 0; n >>= 1) {
    if (n & 1) {
      an *= a;
      cn = cn * a + c;
    }
    c *= a + 1;
    a *= a;
  }
  return an * seed + cn;
}

static double uniform(uint64_t *seed) {
  *seed = *seed * 2806196910506780709ull + 1;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

static int search(const grid_point *grid, int n, double energy) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    const int mid = low + (high - low) / 2;
    if (grid[mid].energy > energy)
      high = mid;
    else
      low = mid;
  }
  return low;
}

static void micro(const grid_point *grid, int n, double energy, double *xs) {
  const int low = search(grid, n, energy);
  const grid_point *a = &grid[low], *b = &grid[low + 1];
  const double f = (b->energy - energy) / (b->energy - a->energy);
  xs[0] = b->total - f * (b->total - a->total);
  xs[1] = b->elastic - f * (b->elastic - a->elastic);
  xs[2] = b->absorption - f * (b->absorption - a->absorption);
  xs[3] = b->fission - f * (b->fission - a->fission);
  xs[4] = b->nu_fission - f * (b->nu_fission - a->nu_fission);
}

static int lookup(uint64_t i, int points, const grid_point *grid, const int *count, const int *nuclide,
                  const double *concentration, double *macro) {
  uint64_t seed = skip(42, 2 * i);
  const double energy = uniform(&seed);
  const int material = (int)(uniform(&seed) * MATERIALS);
  for (int c = 0; c < CHANNELS; c++)
    macro[c] = 0.0;
  for (int k = 0; k < count[material]; k++) {
    double xs[CHANNELS];
    micro(grid + nuclide[material * NUCLIDES + k] * points, points, energy, xs);
    for (int c = 0; c < CHANNELS; c++)
      macro[c] += xs[c] * concentration[material * NUCLIDES + k];
  }
  int best = 0;
  for (int c = 1; c < CHANNELS; c++)
    if (macro[c] > macro[best])
      best = c;
  return best;
}
#pragma omp end declare target

static int by_energy(const void *a, const void *b) {
  const grid_point *l = a, *r = b;
  return (l->energy > r->energy) - (l->energy < r->energy);
}

static simulation_data generate(int points) {
  simulation_data sd = {points, malloc(sizeof(grid_point) * NUCLIDES * points), malloc(sizeof(int) * MATERIALS),
                        malloc(sizeof(int) * MATERIALS * NUCLIDES), malloc(sizeof(double) * MATERIALS * NUCLIDES)};
  uint64_t seed = 1;
  for (int i = 0; i < NUCLIDES * points; i++)
    sd.grid[i] = (grid_point){uniform(&seed), uniform(&seed), uniform(&seed), uniform(&seed), uniform(&seed), uniform(&seed)};
  for (int k = 0; k < NUCLIDES; k++)
    qsort(sd.grid + k * points, points, sizeof(grid_point), by_energy);
  for (int m = 0; m < MATERIALS; m++) {
    sd.count[m] = 3 + 2 * m;
    for (int k = 0; k < NUCLIDES; k++) {
      sd.nuclide[m * NUCLIDES + k] = (k * 3 + m) % NUCLIDES;
      sd.concentration[m * NUCLIDES + k] = uniform(&seed);
    }
  }
  return sd;
}

/* A batch of look-ups; the tally counts the channel with the largest cross section. */
static unsigned long batch(const simulation_data *sd, int lookups, int number) {
  const int points = sd->points;
  const grid_point *grid = sd->grid;
  const int *count = sd->count, *nuclide = sd->nuclide;
  const double *concentration = sd->concentration;
  unsigned long verification = 0;
#pragma omp target teams distribute parallel for reduction(+ : verification) map(tofrom : verification)             \
    map(to : grid[: NUCLIDES * points], count[: MATERIALS], nuclide[: MATERIALS * NUCLIDES])                         \
    map(to : concentration[: MATERIALS * NUCLIDES])
  for (int i = 0; i < lookups; i++) {
    double macro[CHANNELS];
    verification += 1 + lookup((uint64_t)number * lookups + i, points, grid, count, nuclide, concentration, macro);
  }
  return verification;
}

/* Averages of a material: sums of the channels over a grid of energies, in two loops. */
static void average(const simulation_data *sd, double *spectrum, double *mean, int bins) {
  const int points = sd->points;
  const grid_point *grid = sd->grid;
#pragma omp target map(to : grid[: NUCLIDES * points]) map(from : spectrum[: NUCLIDES * bins], mean[: NUCLIDES])
  {
#pragma omp parallel for collapse(2)
    for (int k = 0; k < NUCLIDES; k++)
      for (int b = 0; b < bins; b++) {
        double xs[CHANNELS];
        micro(grid + k * points, points, (b + 0.5) / bins, xs);
        spectrum[k * bins + b] = xs[0];
      }
#pragma omp parallel for
    for (int k = 0; k < NUCLIDES; k++) {
      mean[k] = 0.0;
      for (int b = 0; b < bins; b++)
        mean[k] += spectrum[k * bins + b] / bins;
    }
  }
}

int main(int argc, char **argv) {
  const int points = argc > 1 ? atoi(argv[1]) : 100, steps = argc > 2 ? atoi(argv[2]) : 3, lookups = 500, bins = 32;
  const simulation_data sd = generate(points);
  double *spectrum = malloc(sizeof(double) * NUCLIDES * bins), mean[NUCLIDES], error = 0.0;
  unsigned long sum = 0, expected = 0;
  for (int b = 0; b < steps; b++) {
    sum += batch(&sd, lookups, b);
    for (int i = 0; i < lookups; i++) {
      double macro[CHANNELS];
      expected += 1 + lookup((uint64_t)b * lookups + i, points, sd.grid, sd.count, sd.nuclide, sd.concentration, macro);
    }
  }
  average(&sd, spectrum, mean, bins);
  for (int k = 0; k < NUCLIDES; k++) {
    double serial = 0.0, xs[CHANNELS];
    for (int b = 0; b < bins; b++) {
      micro(sd.grid + k * points, points, (b + 0.5) / bins, xs);
      serial += xs[0] / bins;
    }
    error = fmax(error, fabs(serial - mean[k]));
  }
  const int ok = sum == expected && error < 1e-12;
  printf("crosssections: checksum %lu: %s\n", sum, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
