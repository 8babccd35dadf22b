/* FILE: test/corpus/multigrid.c
 * WHAT: multigrid V-cycles for the Poisson equation in two dimensions; the grids of all levels in one struct.
 * USE:  multigrid N STEPS   N: cells of the finest grid in each direction, a power of 2
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LEVELS 12

struct level {
  int n; /* interior points in each direction; the arrays have a border */
  double h2;
  double *u, *f, *r, *tmp;
};

struct hierarchy {
  int levels;
  struct level level[MAX_LEVELS];
};

static void create(struct hierarchy *mg, int n) {
  double h = 1.0 / n;
  mg->levels = 0;
  for (; n >= 4; n /= 2, h *= 2) {
    struct level *l = &mg->level[mg->levels++];
    const size_t size = (size_t)(n + 1) * (n + 1);
    l->n = n - 1, l->h2 = h * h;
    l->u = calloc(size, sizeof(double)), l->f = calloc(size, sizeof(double));
    l->r = calloc(size, sizeof(double)), l->tmp = calloc(size, sizeof(double));
  }
}

/* Weighted Jacobi: two sweeps, from u to tmp and back. */
static void smooth(struct level *l) {
  const int n = l->n, w = n + 2, size = w * w;
  const double h2 = l->h2, omega = 0.8;
  double *u = l->u, *tmp = l->tmp;
  const double *f = l->f;
  int i, j;
#pragma omp target map(tofrom : u[0 : size], tmp[0 : size]) map(to : f[0 : size])
  {
#pragma omp parallel for private(j)
    for (i = 1; i <= n; i++)
      for (j = 1; j <= n; j++)
        tmp[i * w + j] = (1.0 - omega) * u[i * w + j] +
                         omega * 0.25 * (h2 * f[i * w + j] + u[(i - 1) * w + j] + u[(i + 1) * w + j] +
                                         u[i * w + j - 1] + u[i * w + j + 1]);
#pragma omp parallel for private(j)
    for (i = 1; i <= n; i++)
      for (j = 1; j <= n; j++)
        u[i * w + j] = (1.0 - omega) * tmp[i * w + j] +
                       omega * 0.25 * (h2 * f[i * w + j] + tmp[(i - 1) * w + j] + tmp[(i + 1) * w + j] +
                                       tmp[i * w + j - 1] + tmp[i * w + j + 1]);
  }
}

static void residual(struct level *l) {
  const int n = l->n, w = n + 2, size = w * w;
  const double scale = 1.0 / l->h2;
  const double *u = l->u, *f = l->f;
  double *r = l->r;
#pragma omp target teams distribute parallel for collapse(2) map(to : u[0 : size], f[0 : size]) map(tofrom : r[0 : size])
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      r[i * w + j] = f[i * w + j] - scale * (4.0 * u[i * w + j] - u[(i - 1) * w + j] - u[(i + 1) * w + j] -
                                             u[i * w + j - 1] - u[i * w + j + 1]);
}

/* Full weighting of the residual; the coarse solution begins at zero. */
static void restrict_residual(const struct level *fine, struct level *coarse) {
  const int n = coarse->n, w = n + 2, size = w * w, fw = fine->n + 2, fsize = fw * fw;
  const double *r = fine->r;
  double *f = coarse->f, *u = coarse->u;
#pragma omp target map(to : r[0 : fsize]) map(tofrom : f[0 : size]) map(from : u[0 : size])
  {
#pragma omp parallel for
    for (int i = 0; i < size; i++)
      u[i] = 0.0;
#pragma omp parallel for collapse(2)
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++) {
        const int at = 2 * i * fw + 2 * j;
        f[i * w + j] = 0.25 * r[at] + 0.125 * (r[at - 1] + r[at + 1] + r[at - fw] + r[at + fw]) +
                       0.0625 * (r[at - fw - 1] + r[at - fw + 1] + r[at + fw - 1] + r[at + fw + 1]);
      }
  }
}

static void prolongate(const struct level *coarse, struct level *fine) {
  const int n = fine->n, w = n + 2, size = w * w, cw = coarse->n + 2, csize = cw * cw;
  const double *c = coarse->u;
  double *u = fine->u;
#pragma omp target teams distribute parallel for map(to : c[0 : csize]) map(tofrom : u[0 : size])
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) {
      const int ci = i / 2, cj = j / 2, di = i % 2, dj = j % 2;
      u[i * w + j] += 0.25 * (c[ci * cw + cj] + c[(ci + di) * cw + cj] + c[ci * cw + cj + dj] +
                              c[(ci + di) * cw + cj + dj]);
    }
}

static double residual_norm(const struct level *l) {
  const int n = l->n, w = n + 2, size = w * w;
  const double *r = l->r;
  double sum = 0.0;
#pragma omp target teams distribute parallel for map(to : r[0 : size]) reduction(+ : sum)
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      sum += r[i * w + j] * r[i * w + j];
  return sqrt(sum);
}

static void cycle(struct hierarchy *mg) {
  int k;
  for (k = 0; k < mg->levels - 1; k++) {
    smooth(&mg->level[k]);
    residual(&mg->level[k]);
    restrict_residual(&mg->level[k], &mg->level[k + 1]);
  }
  for (int sweep = 0; sweep < 8; sweep++)
    smooth(&mg->level[k]);
  while (--k >= 0) {
    prolongate(&mg->level[k + 1], &mg->level[k]);
    smooth(&mg->level[k]);
  }
  residual(&mg->level[0]);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32, steps = argc > 2 ? atoi(argv[2]) : 6;
  struct hierarchy mg;
  create(&mg, n);
  struct level *top = &mg.level[0];
  const int w = top->n + 2;
  double sum = 0.0, check = 0.0, before, after = 0.0;
  for (int i = 1; i <= top->n; i++)
    for (int j = 1; j <= top->n; j++)
      top->f[i * w + j] = sin(3.0 * i / n) * cos(5.0 * j / n);
  residual(top);
  before = residual_norm(top);
  for (int step = 0; step < steps; step++) {
    cycle(&mg);
    after = residual_norm(top);
  }
  for (int i = 1; i <= top->n; i++)
    for (int j = 1; j <= top->n; j++) {
      const double *u = top->u + i * w + j;
      const double r = top->f[i * w + j] - (4.0 * u[0] - u[-w] - u[w] - u[-1] - u[1]) / top->h2;
      check += r * r;
      sum += u[0] * (1 + (i + j) % 3);
    }
  const int ok = fabs(sqrt(check) - after) < 1e-8 * before && after < before * pow(0.35, steps);
  printf("multigrid: checksum %.7e, residual %.2e of %.2e: %s\n", sum, after, before, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
