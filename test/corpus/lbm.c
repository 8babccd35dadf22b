/* FILE: test/corpus/lbm.c
 * WHAT: lattice Boltzmann method, D2Q9: collision and streaming between two sets of distributions in one region.
 * USE:  lbm N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define Q 9
#pragma omp declare target
static const int ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[Q] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};
#pragma omp end declare target

typedef struct {
  int nx, ny;
  double omega, force;
  double *cells, *scratch;
  int *obstacle;
} lattice;

static void init(lattice *l, int n) {
  const int size = n * n;
  *l = (lattice){.nx = n, .ny = n, .omega = 1.2, .force = 1e-4};
  l->cells = malloc(sizeof(double) * Q * size);
  l->scratch = malloc(sizeof(double) * Q * size);
  l->obstacle = calloc(size, sizeof(int));
  for (int i = 0; i < size; i++) {
    const int x = i % n - n / 3, y = i / n - n / 2;
    l->obstacle[i] = x * x + y * y < n * n / 100;
    for (int q = 0; q < Q; q++)
      l->cells[q * size + i] = l->scratch[q * size + i] = weight[q] * (1.0 + 0.01 * (i % 3));
  }
}

static double equilibrium(int q, double rho, double ux, double uy) {
  const double eu = ex[q] * ux + ey[q] * uy;
  return weight[q] * rho * (1.0 + 3.0 * eu + 4.5 * eu * eu - 1.5 * (ux * ux + uy * uy));
}

/* Two time steps: from cells to scratch and back. Odd and even steps choose the sets of distributions. */
static void two_steps(lattice *l) {
  const int nx = l->nx, ny = l->ny, size = nx * ny;
  const double omega = l->omega, force = l->force;
  double *cells = l->cells, *scratch = l->scratch;
  const int *obstacle = l->obstacle;
#pragma omp target map(tofrom : cells[0 : Q * size], scratch[0 : Q * size]) map(to : obstacle[0 : size])
  for (int t = 0; t < 2; t++) {
    double *src = t % 2 ? scratch : cells;
    double *dst = t % 2 ? cells : scratch;
#pragma omp parallel for
    for (int i = 0; i < size; i++) {
      double rho = 0.0, ux = 0.0, uy = 0.0;
      if (obstacle[i])
        continue;
      for (int q = 0; q < Q; q++) {
        rho += src[q * size + i];
        ux += ex[q] * src[q * size + i];
        uy += ey[q] * src[q * size + i];
      }
      ux = ux / rho + force;
      uy /= rho;
      for (int q = 0; q < Q; q++)
        src[q * size + i] += omega * (equilibrium(q, rho, ux, uy) - src[q * size + i]);
    }
#pragma omp parallel for collapse(2)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
        const int i = y * nx + x;
        for (int q = 0; q < Q; q++) {
          const int from = (y - ey[q] + ny) % ny * nx + (x - ex[q] + nx) % nx;
          dst[q * size + i] = obstacle[i] ? src[opposite[q] * size + i] : src[q * size + from];
        }
      }
  }
}

static void two_steps_serial(lattice *l) {
  static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
  const int nx = l->nx, ny = l->ny, size = nx * ny;
  for (int t = 0; t < 2; t++) {
    double *src = t ? l->scratch : l->cells, *dst = t ? l->cells : l->scratch;
    for (int i = 0; i < size; i++) {
      double rho = 0.0, ux = 0.0, uy = 0.0;
      for (int q = 0; q < Q; q++) {
        rho += src[q * size + i];
        ux += ex[q] * src[q * size + i];
        uy += ey[q] * src[q * size + i];
      }
      ux = ux / rho + l->force;
      uy /= rho;
      for (int q = 0; q < Q && !l->obstacle[i]; q++)
        src[q * size + i] += l->omega * (equilibrium(q, rho, ux, uy) - src[q * size + i]);
    }
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
        for (int q = 0; q < Q; q++) {
          const int i = y * nx + x, from = (y - ey[q] + ny) % ny * nx + (x - ex[q] + nx) % nx;
          dst[q * size + i] = l->obstacle[i] ? src[opposite[q] * size + i] : src[q * size + from];
        }
  }
}

static double average_velocity(const lattice *l) {
  const int size = l->nx * l->ny;
  const double *cells = l->cells;
  const int *obstacle = l->obstacle;
  double sum = 0.0;
  int fluid = 0;
#pragma omp target teams distribute parallel for map(tofrom : sum, fluid) reduction(+ : sum, fluid)                  \
    map(to : cells[0 : Q * size], obstacle[0 : size])
  for (int i = 0; i < size; i++) {
    double rho = 0.0, ux = 0.0;
    for (int q = 0; q < Q; q++) {
      rho += cells[q * size + i];
      ux += ex[q] * cells[q * size + i];
    }
    if (!obstacle[i]) {
      sum += ux / rho;
      fluid++;
    }
  }
  return sum / fluid;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32, steps = argc > 2 ? atoi(argv[2]) : 4;
  lattice l, h;
  double worst = 0.0, velocity = 0.0, sum = 0.0;
  init(&l, n);
  init(&h, n);
  for (int step = 0; step < steps; step++) {
    two_steps(&l);
    velocity = average_velocity(&l);
    two_steps_serial(&h);
  }
  for (int i = 0; i < Q * n * n; i++) {
    worst = fmax(worst, fabs(l.cells[i] - h.cells[i]));
    sum += l.cells[i] * (1 + i % 5);
  }
  printf("lbm: checksum %.8e, velocity %.5e: %s\n", sum, velocity, worst < 1e-11 ? "ok" : "WRONG");
  return worst < 1e-11 ? 0 : 1;
}
