/* FILE: test/corpus/shocktube.c
 * WHAT: Euler equations in one dimension, Lax-Friedrichs fluxes and Runge-Kutta of third order, several loops for each region.
 * USE:  shocktube N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NV 3
#define U(v, i) u[(v) * n + (i)]
#define F(v, i) f[(v) * n + (i)]
#define R(v, i) rhs[(v) * n + (i)]

typedef double real;
static const real gamma_gas = 1.4;

static void start(real *u, int n) {
  for (int i = 0; i < n; i++) {
    const int left = i < n / 2;
    U(0, i) = left ? 1.0 : 0.125;
    U(1, i) = 0.0;
    U(2, i) = (left ? 1.0 : 0.1) / (gamma_gas - 1.0);
  }
}

/* The right-hand side: pressures, the largest speed, fluxes and their differences. */
static void right_hand_side(real *u, real *f, real *rhs, real *pressure, int n, real dx) {
  int i, v;
  real speed = 0.0;
#pragma omp target map(tofrom : u[0 : NV * n]) map(from : rhs[0 : NV * n]) map(alloc : f[0 : NV * n], pressure[0 : n])   \
    map(tofrom : speed)
  {
#pragma omp parallel for reduction(max : speed)
    for (i = 0; i < n; i++) {
      const real velocity = U(1, i) / U(0, i);
      pressure[i] = (gamma_gas - 1.0) * (U(2, i) - 0.5 * U(1, i) * velocity);
      speed = fmax(speed, fabs(velocity) + sqrt(gamma_gas * pressure[i] / U(0, i)));
    }
#pragma omp parallel for
    for (i = 0; i < n; i++) {
      const real velocity = U(1, i) / U(0, i);
      F(0, i) = U(1, i);
      F(1, i) = U(1, i) * velocity + pressure[i];
      F(2, i) = (U(2, i) + pressure[i]) * velocity;
    }
#pragma omp parallel for private(v)
    for (i = 1; i < n - 1; i++)
      for (v = 0; v < NV; v++) {
        const real right = 0.5 * (F(v, i) + F(v, i + 1)) - 0.5 * speed * (U(v, i + 1) - U(v, i));
        const real left = 0.5 * (F(v, i - 1) + F(v, i)) - 0.5 * speed * (U(v, i) - U(v, i - 1));
        R(v, i) = -(right - left) / dx;
      }
    for (v = 0; v < NV; v++)
      R(v, 0) = R(v, n - 1) = 0.0;
  }
}

static void combine(real *u, const real *old, const real *rhs, real a, real b, real dt, int n) {
#pragma omp target teams loop map(tofrom : u[0 : NV * n]) map(to : old[0 : NV * n], rhs[0 : NV * n])
  for (int i = 0; i < NV * n; i++)
    u[i] = a * old[i] + b * (u[i] + dt * rhs[i]);
}

static void copy(real *to, const real *from, int count) {
#pragma omp target teams distribute parallel for map(from : to[0 : count]) map(to : from[0 : count])
  for (int i = 0; i < count; i++)
    to[i] = from[i];
}

static void step(real *u, real *old, real *f, real *rhs, real *pressure, int n, real dx, real dt) {
  copy(old, u, NV * n);
  right_hand_side(u, f, rhs, pressure, n, dx);
  combine(u, old, rhs, 0.0, 1.0, dt, n);
  right_hand_side(u, f, rhs, pressure, n, dx);
  combine(u, old, rhs, 0.75, 0.25, dt, n);
  right_hand_side(u, f, rhs, pressure, n, dx);
  combine(u, old, rhs, 1.0 / 3.0, 2.0 / 3.0, dt, n);
}

static void step_serial(real *u, int n, real dx, real dt) {
  static const real a[] = {0.0, 0.75, 1.0 / 3.0}, b[] = {1.0, 0.25, 2.0 / 3.0};
  real *old = malloc(sizeof(real) * NV * n), *f = malloc(sizeof(real) * NV * n), *rhs = calloc(NV * n, sizeof(real));
  for (int i = 0; i < NV * n; i++)
    old[i] = u[i];
  for (int stage = 0; stage < 3; stage++) {
    real speed = 0.0;
    for (int i = 0; i < n; i++) {
      const real velocity = U(1, i) / U(0, i);
      const real p = (gamma_gas - 1.0) * (U(2, i) - 0.5 * U(1, i) * velocity);
      speed = fmax(speed, fabs(velocity) + sqrt(gamma_gas * p / U(0, i)));
      F(0, i) = U(1, i), F(1, i) = U(1, i) * velocity + p, F(2, i) = (U(2, i) + p) * velocity;
    }
    for (int i = 1; i < n - 1; i++)
      for (int v = 0; v < NV; v++)
        R(v, i) = -(0.5 * (F(v, i + 1) - F(v, i - 1)) -
                    0.5 * speed * (U(v, i + 1) - 2.0 * U(v, i) + U(v, i - 1))) / dx;
    for (int i = 0; i < NV * n; i++)
      u[i] = a[stage] * old[i] + b[stage] * (u[i] + dt * rhs[i]);
  }
  free(old), free(f), free(rhs);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 200, steps = argc > 2 ? atoi(argv[2]) : 10;
  const real dx = 1.0 / n, dt = 0.2 * dx;
  real *u = malloc(sizeof(real) * NV * n), *old = malloc(sizeof(real) * NV * n), *f = malloc(sizeof(real) * NV * n);
  real *rhs = malloc(sizeof(real) * NV * n), *pressure = malloc(sizeof(real) * n), *expected = malloc(sizeof(real) * NV * n);
  real worst = 0.0, sum = 0.0;
  start(u, n);
  start(expected, n);
  for (int t = 0; t < steps; t++) {
    step(u, old, f, rhs, pressure, n, dx, dt);
    step_serial(expected, n, dx, dt);
  }
  for (int i = 0; i < NV * n; i++) {
    worst = fmax(worst, fabs(u[i] - expected[i]));
    sum += u[i] * (1 + i % 4);
  }
  printf("shocktube: checksum %.8e: %s\n", sum, worst < 1e-10 ? "ok" : "WRONG");
  return worst < 1e-10 ? 0 : 1;
}
