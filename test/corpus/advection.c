/* FILE: test/corpus/advection.c
 * WHAT: advection with limiters: metadirectives that choose a construct by the device or a condition, and pointers that are mapped as well.
 * USE:  advection N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int n;
  double dx, speed;
  double *q, *flux, *slope;
} tracer;

static double minmod(double a, double b) { return a * b <= 0.0 ? 0.0 : fabs(a) < fabs(b) ? a : b; }

static void create(tracer *t, int n) {
  *t = (tracer){n, 1.0 / n, 0.7, malloc(sizeof(double) * n), malloc(sizeof(double) * n), malloc(sizeof(double) * n)};
  for (int i = 0; i < n; i++) {
    t->q[i] = exp(-100.0 * (i * t->dx - 0.3) * (i * t->dx - 0.3)) + (i > n / 2 && i < 3 * n / 4);
    t->flux[i] = t->slope[i] = 0.0;
  }
}

/* Limited slopes and fluxes in one region. */
static void reconstruct(tracer *t, double dt) {
  const int n = t->n;
  const double speed = t->speed, cfl = t->speed * dt / t->dx;
  double *q = t->q, *flux = t->flux, *slope = t->slope;
#pragma omp target map(q, q[0 : n]) map(flux, flux[0 : n], slope, slope[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const int left = i ? i - 1 : n - 1, right = i < n - 1 ? i + 1 : 0;
      slope[i] = minmod(q[i] - q[left], q[right] - q[i]);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      flux[i] = speed * (q[i] + 0.5 * (1.0 - cfl) * slope[i]);
  }
}

static void update(tracer *t, double dt) {
  const int n = t->n;
  const double ratio = dt / t->dx;
  double *q = t->q;
  const double *flux = t->flux;
#pragma omp target map(tofrom : q[0 : n]) map(to : flux[0 : n])
#pragma omp metadirective when(device = {kind(gpu)} : teams distribute parallel for) default(parallel for)
  for (int i = 0; i < n; i++)
    q[i] -= ratio * (flux[i] - flux[i ? i - 1 : n - 1]);
}

/* Mass and total variation, then a correction of rounding errors of the mass. */
static double conserve(tracer *t, double mass, double *variation) {
  const int n = t->n;
  double *q = t->q;
  double sum = 0.0, tv = 0.0;
#pragma omp metadirective when(user = {condition(1)} : target map(tofrom : q[0 : n], sum, tv)) default(parallel)
  {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += q[i];
#pragma omp parallel for reduction(+ : tv)
    for (int i = 0; i < n; i++)
      tv += fabs(q[i < n - 1 ? i + 1 : 0] - q[i]);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] += (mass - sum) / n;
  }
  *variation = tv;
  return sum;
}

static double step_serial(tracer *t, double dt, double mass) {
  const int n = t->n;
  const double cfl = t->speed * dt / t->dx;
  double sum = 0.0, tv = 0.0;
  for (int i = 0; i < n; i++) {
    t->slope[i] = minmod(t->q[i] - t->q[i ? i - 1 : n - 1], t->q[i < n - 1 ? i + 1 : 0] - t->q[i]);
    t->flux[i] = t->speed * (t->q[i] + 0.5 * (1.0 - cfl) * t->slope[i]);
  }
  for (int i = 0; i < n; i++)
    t->q[i] -= dt / t->dx * (t->flux[i] - t->flux[i ? i - 1 : n - 1]);
  for (int i = 0; i < n; i++) {
    sum += t->q[i];
    tv += fabs(t->q[i < n - 1 ? i + 1 : 0] - t->q[i]);
  }
  for (int i = 0; i < n; i++)
    t->q[i] += (mass - sum) / n;
  return tv;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 200, steps = argc > 2 ? atoi(argv[2]) : 6;
  tracer t, e;
  double mass = 0.0, variation = 0.0, expected = 0.0, worst = 0.0, sum = 0.0;
  create(&t, n);
  create(&e, n);
  for (int i = 0; i < n; i++)
    mass += t.q[i];
  const double dt = 0.5 * t.dx / t.speed;
  for (int step = 0; step < steps; step++) {
    reconstruct(&t, dt);
    update(&t, dt);
    conserve(&t, mass, &variation);
    expected = step_serial(&e, dt, mass);
  }
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(t.q[i] - e.q[i]));
    sum += t.q[i] * (1 + i % 5);
  }
  worst = fmax(worst, fabs(variation - expected));
  printf("advection: checksum %.8e, variation %.6e: %s\n", sum, variation, worst < 1e-11 ? "ok" : "WRONG");
  return worst < 1e-11 ? 0 : 1;
}
