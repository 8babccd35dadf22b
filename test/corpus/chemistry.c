/* FILE: test/corpus/chemistry.c
 * WHAT: reacting species in a box: tables in declare target, functions with worksharing that a teams region calls, local arrays.
 * USE:  chemistry N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPECIES 4
#define REACTIONS 3
#define BINS 8

#pragma omp begin declare target
static const double activation[REACTIONS] = {12.0, 8.0, 5.0};
static const double prefactor[REACTIONS] = {40.0, 20.0, 4.0};
static const int from_species[REACTIONS] = {0, 1, 2}, to_species[REACTIONS] = {1, 2, 3};
static const double heat[REACTIONS] = {0.5, 1.5, 1.0};

static void rates(double temperature, double *rate) {
  for (int r = 0; r < REACTIONS; r++)
    rate[r] = prefactor[r] * exp(-activation[r] / temperature);
}

/* One cell for one step, in substeps with local arrays. */
static void react(double *y, double *temperature, double dt, int substeps) {
  for (int s = 0; s < substeps; s++) {
    double rate[REACTIONS], change[SPECIES] = {0}, warmth = 0.0;
    rates(*temperature, rate);
    for (int r = 0; r < REACTIONS; r++) {
      const double amount = rate[r] * y[from_species[r]] * dt / substeps;
      change[from_species[r]] -= amount;
      change[to_species[r]] += amount;
      warmth += heat[r] * amount;
    }
    for (int k = 0; k < SPECIES; k++)
      y[k] += change[k];
    *temperature += warmth;
  }
}

/* Called in a teams region. */
static void react_all(int n, double *y, double *temperature, double dt) {
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++) {
    double own[SPECIES];
    for (int k = 0; k < SPECIES; k++)
      own[k] = y[k * n + i];
    react(own, &temperature[i], dt, 4);
    for (int k = 0; k < SPECIES; k++)
      y[k * n + i] = own[k];
  }
}
#pragma omp end declare target

static void chemistry(int n, double *y, double *temperature, double dt) {
#pragma omp target teams map(tofrom : y[0 : SPECIES * n], temperature[0 : n])
  react_all(n, y, temperature, dt);
}

/* Diffusion of heat and of all species, with a copy of one row at a time. */
static void diffusion(int n, double *y, double *temperature, double *work, double number) {
#pragma omp target map(tofrom : y[0 : SPECIES * n], temperature[0 : n]) map(alloc : work[0 : n])
  for (int k = 0; k <= SPECIES; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const int left = i ? i - 1 : 0, right = i < n - 1 ? i + 1 : i;
      if (k < SPECIES)
        work[i] = y[k * n + i] + number * (y[k * n + left] - 2.0 * y[k * n + i] + y[k * n + right]);
      else
        work[i] = temperature[i] + number * (temperature[left] - 2.0 * temperature[i] + temperature[right]);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      if (k < SPECIES)
        y[k * n + i] = work[i];
      else
        temperature[i] = work[i];
    }
  }
}

/* A histogram of the temperatures: each team counts in its own array, then all are added. */
static void histogram(int n, const double *temperature, int *bins, double low, double width) {
#pragma omp target map(to : temperature[0 : n]) map(from : bins[0 : BINS])
  {
#pragma omp parallel for
    for (int b = 0; b < BINS; b++)
      bins[b] = 0;
#pragma omp parallel
    {
      int local[BINS];
      for (int b = 0; b < BINS; b++)
        local[b] = 0;
#pragma omp for
      for (int i = 0; i < n; i++) {
        int b = (int)((temperature[i] - low) / width);
        b = b < 0 ? 0 : b >= BINS ? BINS - 1 : b;
        local[b]++;
      }
      for (int b = 0; b < BINS; b++) {
#pragma omp atomic
        bins[b] += local[b];
      }
    }
  }
}

static void step_serial(int n, double *y, double *temperature, double *work, double dt, double number) {
  for (int i = 0; i < n; i++) {
    double own[SPECIES];
    for (int k = 0; k < SPECIES; k++)
      own[k] = y[k * n + i];
    react(own, &temperature[i], dt, 4);
    for (int k = 0; k < SPECIES; k++)
      y[k * n + i] = own[k];
  }
  for (int k = 0; k <= SPECIES; k++) {
    double *field = k < SPECIES ? y + k * n : temperature;
    for (int i = 0; i < n; i++)
      work[i] = field[i] + number * (field[i ? i - 1 : 0] - 2.0 * field[i] + field[i < n - 1 ? i + 1 : i]);
    memcpy(field, work, sizeof(double) * n);
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 150, steps = argc > 2 ? atoi(argv[2]) : 4;
  double *y[2], *temperature[2], *work = malloc(sizeof(double) * n), worst = 0.0, sum = 0.0;
  int bins[BINS], expected[BINS], wrong = 0;
  for (int k = 0; k < 2; k++) {
    y[k] = calloc(SPECIES * n, sizeof(double)), temperature[k] = malloc(sizeof(double) * n);
    for (int i = 0; i < n; i++) {
      y[k][i] = 1.0;
      temperature[k][i] = 1.0 + 2.0 * exp(-0.01 * (i - n / 2) * (i - n / 2));
    }
  }
  for (int step = 0; step < steps; step++) {
    chemistry(n, y[0], temperature[0], 0.02);
    diffusion(n, y[0], temperature[0], work, 0.2);
    step_serial(n, y[1], temperature[1], work, 0.02, 0.2);
    if (step % 2)
      histogram(n, temperature[0], bins, 0.95, 0.41);
    for (int i = 0; step % 2 && i < n; i++) {
      int b = (int)((temperature[1][i] - 0.95) / 0.41);
      b = b < 0 ? 0 : b >= BINS ? BINS - 1 : b;
      if (!i)
        memset(expected, 0, sizeof expected);
      expected[b]++;
    }
    for (int b = 0; step % 2 && b < BINS; b++)
      wrong += abs(bins[b] - expected[b]);
  }
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(temperature[0][i] - temperature[1][i]) + fabs(y[0][3 * n + i] - y[1][3 * n + i]));
    sum += temperature[0][i] * (1 + i % 3) + y[0][n + i];
  }
  const int ok = worst < 1e-11 && wrong < 3;
  printf("chemistry: checksum %.8e: %s\n", sum, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
