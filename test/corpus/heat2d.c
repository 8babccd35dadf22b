/* FILE: test/corpus/heat2d.c
 * WHAT: heat equation on a plate, explicit and Jacobi: grids exchanged between steps, residual read every ten steps.
 * USE:  heat2d N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDX(i, j) ((size_t)(i) * nx + (j))

static const double alpha = 0.1;
static const double hot = 100.0;

static void set_boundary(double *u, int ny, int nx) {
  int i, j;
  for (j = 0; j < nx; j++) {
    u[IDX(0, j)] = hot;
    u[IDX(ny - 1, j)] = 0.0;
  }
  for (i = 0; i < ny; i++) {
    u[IDX(i, 0)] = hot * (1.0 - (double)i / (ny - 1));
    u[IDX(i, nx - 1)] = 0.5 * hot;
  }
}

static void diffuse(const double *u, double *unew, int ny, int nx) {
#pragma omp target teams distribute parallel for collapse(2) map(to : u[0 : ny * nx]) map(tofrom : unew[0 : ny * nx])
  for (int i = 1; i < ny - 1; i++)
    for (int j = 1; j < nx - 1; j++) {
      const double lap = u[IDX(i - 1, j)] + u[IDX(i + 1, j)] + u[IDX(i, j - 1)] + u[IDX(i, j + 1)] - 4.0 * u[IDX(i, j)];
      unew[IDX(i, j)] = u[IDX(i, j)] + alpha * lap;
    }
}

static double residual(const double *u, const double *unew, int ny, int nx) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : sum) map(tofrom : sum)                     \
    map(to : u[0 : ny * nx], unew[0 : ny * nx])
  for (int i = 1; i < ny - 1; i++)
    for (int j = 1; j < nx - 1; j++) {
      const double d = unew[IDX(i, j)] - u[IDX(i, j)];
      sum += d * d;
    }
  return sqrt(sum);
}

/* Absorbs heat in the middle: a sink and a source in one region. */
static void forcing(double *u, double *heat, int ny, int nx, double rate) {
#pragma omp target map(tofrom : u[0 : ny * nx], heat[0 : ny])
  {
#pragma omp parallel for
    for (int i = ny / 3; i < ny / 2; i++)
      for (int j = nx / 3; j < nx / 2; j++)
        u[IDX(i, j)] *= 1.0 - rate;
#pragma omp parallel for
    for (int i = 0; i < ny; i++) {
      double row = 0.0;
      for (int j = 0; j < nx; j++)
        row += u[IDX(i, j)];
      heat[i] += row / nx;
    }
  }
}

static int simulate(double *u, double *unew, double *heat, int ny, int nx, int steps, double *last) {
  int step;
  double r = 0.0;
  for (step = 1; step <= steps; step++) {
    diffuse(u, unew, ny, nx);
    if (step % 10 == 0) {
      r = residual(u, unew, ny, nx);
      if (r < 1e-9)
        break;
    }
    forcing(unew, heat, ny, nx, 0.01);
    double *t = u;
    u = unew;
    unew = t;
  }
  *last = r;
  return step;
}

static void reference(double *u, double *unew, double *heat, int ny, int nx, int steps) {
  for (int step = 1; step <= steps; step++) {
    for (int i = 1; i < ny - 1; i++)
      for (int j = 1; j < nx - 1; j++)
        unew[IDX(i, j)] = u[IDX(i, j)] + alpha * (u[IDX(i - 1, j)] + u[IDX(i + 1, j)] + u[IDX(i, j - 1)] +
                                                  u[IDX(i, j + 1)] - 4.0 * u[IDX(i, j)]);
    for (int i = ny / 3; i < ny / 2; i++)
      for (int j = nx / 3; j < nx / 2; j++)
        unew[IDX(i, j)] *= 0.99;
    for (int i = 0; i < ny; i++) {
      double row = 0.0;
      for (int j = 0; j < nx; j++)
        row += unew[IDX(i, j)];
      heat[i] += row / nx;
    }
    double *t = u;
    u = unew;
    unew = t;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64, steps = argc > 2 ? atoi(argv[2]) : 20;
  const int ny = n, nx = n + 3;
  const size_t bytes = sizeof(double) * ny * nx;
  double *a = calloc(1, bytes), *b = calloc(1, bytes), *c = calloc(1, bytes), *d = calloc(1, bytes);
  double *heat = calloc(ny, sizeof *heat), *heat_ref = calloc(ny, sizeof *heat);
  double last, worst = 0.0, sum = 0.0;
  set_boundary(a, ny, nx);
  memcpy(b, a, bytes);
  memcpy(c, a, bytes);
  memcpy(d, a, bytes);
  simulate(a, b, heat, ny, nx, steps, &last);
  reference(c, d, heat_ref, ny, nx, steps);
  for (int i = 0; i < ny * nx; i++) {
    worst = fmax(worst, fabs(a[i] - c[i]) + fabs(b[i] - d[i]));
    sum += a[i] + 0.5 * b[i];
  }
  for (int i = 0; i < ny; i++) {
    worst = fmax(worst, fabs(heat[i] - heat_ref[i]));
    sum += heat[i];
  }
  printf("heat2d: checksum %.8e, residual %.5e: %s\n", sum, last, worst < 1e-9 ? "ok" : "WRONG");
  return worst < 1e-9 ? 0 : 1;
}
