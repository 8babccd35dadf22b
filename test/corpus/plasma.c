/* FILE: test/corpus/plasma.c
 * WHAT: particle in cell: charge deposition by atomic updates, a field solver, a push; a history that the host writes.
 * USE:  plasma N STEPS   N: particles
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 32

typedef struct {
  int n;
  double *x, *v;
} species;

typedef struct {
  double *rho, *phi, *tmp, *e;
} fields;

static const double length = 1.0, dt = 0.01, charge = -1.0, mass = 1.0;

static void deposit(const species *s, double *rho) {
  const int n = s->n;
  const double *x = s->x;
#pragma omp target map(to : x[0 : n]) map(from : rho[0 : CELLS])
  {
    const double h = length / CELLS;
    int i, c;
    double at, w;
#pragma omp parallel for
    for (c = 0; c < CELLS; c++)
      rho[c] = 1.0;
#pragma omp parallel for private(c, at, w)
    for (i = 0; i < n; i++) {
      at = x[i] / h;
      c = (int)at;
      w = at - c;
#pragma omp atomic update
      rho[c % CELLS] += charge * (1.0 - w) * CELLS / n;
#pragma omp atomic update
      rho[(c + 1) % CELLS] += charge * w * CELLS / n;
    }
  }
}

static void solve(fields *f, int sweeps) {
  const double h2 = (length / CELLS) * (length / CELLS);
  double *rho = f->rho, *phi = f->phi, *tmp = f->tmp, *e = f->e;
#pragma omp target map(to : rho[0 : CELLS]) map(tofrom : phi[0 : CELLS]) map(alloc : tmp[0 : CELLS]) map(from : e[0 : CELLS])
  {
    for (int k = 0; k < sweeps; k++) {
#pragma omp parallel for
      for (int c = 0; c < CELLS; c++)
        tmp[c] = 0.5 * (phi[(c + 1) % CELLS] + phi[(c + CELLS - 1) % CELLS] + h2 * rho[c]);
#pragma omp parallel for
      for (int c = 0; c < CELLS; c++)
        phi[c] = tmp[c] - tmp[0];
    }
#pragma omp parallel for
    for (int c = 0; c < CELLS; c++)
      e[c] = -(phi[(c + 1) % CELLS] - phi[(c + CELLS - 1) % CELLS]) * CELLS / (2.0 * length);
  }
}

static double push(species *s, const double *e) {
  const int n = s->n;
  double kinetic = 0.0;
#pragma omp target teams distribute parallel for map(tofrom : s->x[0 : n], s->v[0 : n]) map(to : e[0 : CELLS])       \
    reduction(+ : kinetic) map(tofrom : kinetic)
  for (int i = 0; i < n; i++) {
    const double at = s->x[i] * CELLS / length;
    const int c = (int)at % CELLS;
    const double w = at - (int)at, force = (1.0 - w) * e[c] + w * e[(c + 1) % CELLS];
    s->v[i] += dt * charge / mass * force;
    s->x[i] += dt * s->v[i];
    s->x[i] -= length * floor(s->x[i] / length);
    if (s->x[i] >= length)
      s->x[i] = 0.0;
    kinetic += 0.5 * mass * s->v[i] * s->v[i];
  }
  return kinetic;
}

static void step_serial(species *s, fields *f, int sweeps) {
  for (int c = 0; c < CELLS; c++)
    f->rho[c] = 1.0;
  for (int i = 0; i < s->n; i++) {
    const double at = s->x[i] / (length / CELLS);
    const int c = (int)at;
    f->rho[c % CELLS] += charge * (1.0 - at + c) * CELLS / s->n;
    f->rho[(c + 1) % CELLS] += charge * (at - c) * CELLS / s->n;
  }
  for (int k = 0; k < sweeps; k++) {
    for (int c = 0; c < CELLS; c++)
      f->tmp[c] = 0.5 * (f->phi[(c + 1) % CELLS] + f->phi[(c + CELLS - 1) % CELLS] +
                         length * length / (CELLS * CELLS) * f->rho[c]);
    for (int c = 0; c < CELLS; c++)
      f->phi[c] = f->tmp[c] - f->tmp[0];
  }
  for (int i = 0; i < s->n; i++) {
    const double at = s->x[i] * CELLS / length, w = at - (int)at;
    double force = 0.0;
    for (int k = 0; k < 2; k++) {
      const int c = ((int)at + k) % CELLS;
      force -= (k ? w : 1.0 - w) * (f->phi[(c + 1) % CELLS] - f->phi[(c + CELLS - 1) % CELLS]) * CELLS / (2.0 * length);
    }
    s->v[i] += dt * charge / mass * force;
    s->x[i] += dt * s->v[i];
    s->x[i] -= length * floor(s->x[i] / length);
    if (s->x[i] >= length)
      s->x[i] = 0.0;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 5;
  species s[2];
  fields f[2];
  double *history = malloc(sizeof(double) * (steps + 1)), worst = 0.0, sum = 0.0;
  for (int k = 0; k < 2; k++) {
    s[k] = (species){n, malloc(sizeof(double) * n), malloc(sizeof(double) * n)};
    f[k] = (fields){calloc(CELLS, 8), calloc(CELLS, 8), calloc(CELLS, 8), calloc(CELLS, 8)};
    for (int i = 0; i < n; i++) {
      s[k].x[i] = (i + 0.5) / n * length + 0.01 * sin(6.283185307179586 * i / n);
      s[k].x[i] -= floor(s[k].x[i]);
      s[k].v[i] = i % 2 ? 0.2 : -0.2;
    }
  }
  for (int step = 0; step < steps; step++) {
    deposit(&s[0], f[0].rho);
    solve(&f[0], 20);
    history[step] = push(&s[0], f[0].e);
    step_serial(&s[1], &f[1], 20);
  }
  for (int i = 0; i < n; i++) {
    const double d = fabs(s[0].x[i] - s[1].x[i]);
    worst = fmax(worst, fmin(d, length - d) + fabs(s[0].v[i] - s[1].v[i]));
    sum += fabs(s[0].v[i]) * (1 + i % 3);
  }
  printf("plasma: checksum %.8e, energy %.6e: %s\n", sum, history[steps - 1], worst < 1e-9 ? "ok" : "WRONG");
  return worst < 1e-9 ? 0 : 1;
}
