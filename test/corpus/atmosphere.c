/* FILE: test/corpus/atmosphere.c
 * WHAT: physics of atmospheric columns: several worksharing constructs in one parallel construct, serial code, regions with one team.
 * USE:  atmosphere N STEPS   N: columns
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 16
#define AT(c, k) ((c) * LEVELS + (k))

typedef struct {
  int columns;
  double *temperature, *humidity, *wind; /* columns x LEVELS */
  double *rain;                          /* columns */
} state;

static const double latent = 2.5e6, heat = 1004.0;

#pragma omp declare target
static double saturation(double t) { return 0.01 * exp(0.06 * (t - 273.0)); }
#pragma omp end declare target

static void create(state *s, int columns) {
  s->columns = columns;
  s->temperature = malloc(sizeof(double) * columns * LEVELS);
  s->humidity = malloc(sizeof(double) * columns * LEVELS);
  s->wind = malloc(sizeof(double) * columns * LEVELS);
  s->rain = calloc(columns, sizeof(double));
  for (int c = 0; c < columns; c++)
    for (int k = 0; k < LEVELS; k++) {
      s->temperature[AT(c, k)] = 290.0 - 4.0 * k + 3.0 * sin(0.2 * c);
      s->humidity[AT(c, k)] = 0.02 * exp(-0.3 * k) * (1.2 + 0.5 * cos(0.1 * c));
      s->wind[AT(c, k)] = 5.0 + 0.5 * k;
    }
}

/* Condensation, rain and vertical mixing: loops of one parallel construct. */
static void physics(state *s, double mixing) {
  const int columns = s->columns, size = columns * LEVELS;
  double *temperature = s->temperature, *humidity = s->humidity, *wind = s->wind, *rain = s->rain;
#pragma omp target parallel map(tofrom : temperature[0 : size], humidity[0 : size], wind[0 : size], rain[0 : columns])
  {
#pragma omp for
    for (int c = 0; c < columns; c++)
      for (int k = 0; k < LEVELS; k++) {
        const double excess = humidity[AT(c, k)] - saturation(temperature[AT(c, k)]);
        if (excess > 0.0) {
          humidity[AT(c, k)] -= 0.5 * excess;
          temperature[AT(c, k)] += 0.5 * excess * latent / heat;
          rain[c] += 0.5 * excess;
        }
      }
#pragma omp for nowait
    for (int c = 0; c < columns; c++)
      for (int k = 1; k < LEVELS; k++) {
        const double flux = mixing * (temperature[AT(c, k)] - temperature[AT(c, k - 1)]);
        temperature[AT(c, k)] -= flux;
        temperature[AT(c, k - 1)] += flux;
      }
#pragma omp for
    for (int c = 0; c < columns; c++)
      for (int k = 1; k < LEVELS; k++) {
        const double flux = mixing * (wind[AT(c, k)] - wind[AT(c, k - 1)]);
        wind[AT(c, k)] -= flux;
        wind[AT(c, k - 1)] += flux;
      }
  }
}

/* Neighbouring columns exchange heat; the mean of all is kept. One team, with serial code between its loops. */
static double exchange(state *s, double *work, double rate) {
  const int columns = s->columns, size = columns * LEVELS;
  double *temperature = s->temperature;
  double mean = 0.0, correction = 0.0;
#pragma omp target teams num_teams(1) map(tofrom : temperature[0 : size], mean) map(alloc : work[0 : size])           \
    map(tofrom : correction)
  {
    double before = 0.0, after = 0.0;
#pragma omp parallel for reduction(+ : before)
    for (int i = 0; i < size; i++) {
      work[i] = temperature[i];
      before += temperature[i];
    }
#pragma omp parallel for reduction(+ : after)
    for (int c = 0; c < columns; c++)
      for (int k = 0; k < LEVELS; k++) {
        const int left = c ? c - 1 : columns - 1, right = c < columns - 1 ? c + 1 : 0;
        temperature[AT(c, k)] = (1.0 - rate) * work[AT(c, k)] + 0.5 * rate * (work[AT(left, k)] + work[AT(right, k)]) + 1e-3;
        after += temperature[AT(c, k)];
      }
    correction = (before - after) / size;
    mean = before / size;
#pragma omp parallel for
    for (int i = 0; i < size; i++)
      temperature[i] += correction;
  }
  return mean;
}

/* The wettest column, its rain, and the sum, by sections of one parallel construct. */
static void survey(const state *s, double *most, double *total, double *windiest) {
  const int columns = s->columns, size = columns * LEVELS;
  const double *rain = s->rain, *wind = s->wind;
  double m = 0.0, t = 0.0, w = 0.0;
#pragma omp target parallel map(to : rain[0 : columns], wind[0 : size]) map(tofrom : m, t, w)
  {
#pragma omp for reduction(max : m)
    for (int c = 0; c < columns; c++)
      m = fmax(m, rain[c]);
#pragma omp for reduction(+ : t)
    for (int c = 0; c < columns; c++)
      t += rain[c];
#pragma omp for reduction(max : w)
    for (int i = 0; i < size; i++)
      w = fmax(w, wind[i]);
#pragma omp single
    t /= columns;
  }
  *most = m;
  *total = t;
  *windiest = w;
}

static void step_serial(state *s, double *work, double mixing, double rate) {
  const int columns = s->columns, size = columns * LEVELS;
  double before = 0.0, after = 0.0;
  for (int c = 0; c < columns; c++) {
    double *t = s->temperature + AT(c, 0), *q = s->humidity + AT(c, 0), *w = s->wind + AT(c, 0);
    for (int k = 0; k < LEVELS; k++) {
      const double excess = q[k] - saturation(t[k]);
      if (excess > 0.0)
        q[k] -= 0.5 * excess, t[k] += 0.5 * excess * latent / heat, s->rain[c] += 0.5 * excess;
    }
    for (int k = 1; k < LEVELS; k++) {
      const double f = mixing * (t[k] - t[k - 1]), g = mixing * (w[k] - w[k - 1]);
      t[k] -= f, t[k - 1] += f, w[k] -= g, w[k - 1] += g;
    }
  }
  memcpy(work, s->temperature, sizeof(double) * size);
  for (int c = 0; c < columns; c++)
    for (int k = 0; k < LEVELS; k++) {
      const int left = c ? c - 1 : columns - 1, right = c < columns - 1 ? c + 1 : 0;
      s->temperature[AT(c, k)] =
          (1.0 - rate) * work[AT(c, k)] + 0.5 * rate * (work[AT(left, k)] + work[AT(right, k)]) + 1e-3;
      before += work[AT(c, k)], after += s->temperature[AT(c, k)];
    }
  for (int i = 0; i < size; i++)
    s->temperature[i] += (before - after) / size;
}

int main(int argc, char **argv) {
  const int columns = argc > 1 ? atoi(argv[1]) : 50, steps = argc > 2 ? atoi(argv[2]) : 6, size = columns * LEVELS;
  state s, e;
  double *work = malloc(sizeof(double) * size), mean = 0.0, most, total, windiest, worst = 0.0, sum = 0.0, expected = 0.0;
  create(&s, columns);
  create(&e, columns);
  for (int step = 0; step < steps; step++) {
    physics(&s, 0.1);
    mean = exchange(&s, work, 0.2);
    if (step % 3 == 2)
      survey(&s, &most, &total, &windiest);
  }
  survey(&s, &most, &total, &windiest);
  for (int step = 0; step < steps; step++)
    step_serial(&e, work, 0.1, 0.2);
  for (int i = 0; i < size; i++) {
    worst = fmax(worst, fabs(s.temperature[i] - e.temperature[i]) + fabs(s.wind[i] - e.wind[i]));
    sum += s.temperature[i] * (1 + i % 3);
  }
  for (int c = 0; c < columns; c++)
    expected += e.rain[c] / columns;
  worst = fmax(worst, fabs(expected - total));
  printf("atmosphere: checksum %.8e, mean %.6e, rain %.5e: %s\n", sum, mean, total, worst < 1e-9 ? "ok" : "WRONG");
  return worst < 1e-9 ? 0 : 1;
}
