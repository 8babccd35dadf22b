/* FILE: test/corpus/maxwell.c
 * WHAT: Maxwell's equations by finite differences in time: fields as arrays of variable length, a source and probes on the host.
 * USE:  maxwell N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBES 4
static const double courant = 0.5;

static void update_e(int nx, int ny, double ez[nx][ny], double hx[nx][ny], double hy[nx][ny], double eps[nx][ny]) {
  int i, j;
#pragma omp target teams distribute parallel for private(j) map(tofrom : ez[0 : nx][0 : ny])                         \
    map(to : hx[0 : nx][0 : ny], hy[0 : nx][0 : ny], eps[0 : nx][0 : ny])
  for (i = 1; i < nx; i++)
    for (j = 1; j < ny; j++)
      ez[i][j] += courant / eps[i][j] * (hy[i][j] - hy[i - 1][j] - hx[i][j] + hx[i][j - 1]);
}

static void update_h(int nx, int ny, double ez[nx][ny], double hx[nx][ny], double hy[nx][ny]) {
  int i, j;
#pragma omp target map(to : ez[0 : nx][0 : ny]) map(tofrom : hx[0 : nx][0 : ny], hy[0 : nx][0 : ny])
  {
#pragma omp parallel for private(j)
    for (i = 0; i < nx; i++)
      for (j = 0; j < ny - 1; j++)
        hx[i][j] -= courant * (ez[i][j + 1] - ez[i][j]);
#pragma omp parallel for private(j)
    for (i = 0; i < nx - 1; i++)
      for (j = 0; j < ny; j++)
        hy[i][j] += courant * (ez[i + 1][j] - ez[i][j]);
  }
}

/* The source drives one row; absorbing borders damp the field. The counter of the inner loop is shared, which is a mistake. */
static void source_and_borders(int nx, int ny, double ez[nx][ny], double amplitude, int width) {
  int i, j;
  double damp;
#pragma omp target map(tofrom : ez[0 : nx][0 : ny])
  {
#pragma omp parallel for
    for (j = ny / 4; j < ny / 2; j++)
      ez[nx / 3][j] += amplitude;
#pragma omp parallel for
    for (i = 0; i < nx; i++) {
      for (j = 0; j < width; j++) {
        damp = 1.0 - 0.1 * (width - j) / width;
        ez[i][j] *= damp;
        ez[i][ny - 1 - j] *= damp;
      }
    }
  }
}

static void sample(int nx, int ny, double ez[nx][ny], double probe[PROBES], double *energy) {
  double sum = 0.0;
#pragma omp target map(to : ez[0 : nx][0 : ny]) map(tofrom : probe[0 : PROBES], sum)
  {
#pragma omp parallel for
    for (int p = 0; p < PROBES; p++)
      probe[p] += ez[nx / 2][ny * (p + 1) / (PROBES + 1)];
#pragma omp parallel for collapse(2) reduction(+ : sum)
    for (int i = 0; i < nx; i++)
      for (int j = 0; j < ny; j++)
        sum += ez[i][j] * ez[i][j];
  }
  *energy = sum;
}

static void serial(int nx, int ny, double ez[nx][ny], double hx[nx][ny], double hy[nx][ny], double eps[nx][ny], int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < nx; i++)
      for (int j = 1; j < ny; j++)
        ez[i][j] += courant / eps[i][j] * (hy[i][j] - hy[i - 1][j] - hx[i][j] + hx[i][j - 1]);
    for (int j = ny / 4; j < ny / 2; j++)
      ez[nx / 3][j] += sin(0.2 * t);
    for (int i = 0; i < nx; i++)
      for (int j = 0; j < 5; j++) {
        ez[i][j] *= 1.0 - 0.1 * (5 - j) / 5;
        ez[i][ny - 1 - j] *= 1.0 - 0.1 * (5 - j) / 5;
      }
    for (int i = 0; i < nx; i++)
      for (int j = 0; j < ny - 1; j++)
        hx[i][j] -= courant * (ez[i][j + 1] - ez[i][j]);
    for (int i = 0; i < nx - 1; i++)
      for (int j = 0; j < ny; j++)
        hy[i][j] += courant * (ez[i + 1][j] - ez[i][j]);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 40, steps = argc > 2 ? atoi(argv[2]) : 10;
  int nx = n, ny = n + 8;
  double(*ez)[ny] = calloc(nx, sizeof *ez), (*hx)[ny] = calloc(nx, sizeof *hx), (*hy)[ny] = calloc(nx, sizeof *hy);
  double(*eps)[ny] = calloc(nx, sizeof *eps);
  double probe[PROBES] = {0}, energy = 0.0, worst = 0.0, sum = 0.0;
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      eps[i][j] = i > nx / 2 ? 2.0 : 1.0;
  for (int t = 0; t < steps; t++) {
    update_e(nx, ny, ez, hx, hy, eps);
    source_and_borders(nx, ny, ez, sin(0.2 * t), 5);
    update_h(nx, ny, ez, hx, hy);
    if (t % 5 == 4)
      sample(nx, ny, ez, probe, &energy);
  }
  double(*e2)[ny] = calloc(nx, sizeof *e2), (*x2)[ny] = calloc(nx, sizeof *x2), (*y2)[ny] = calloc(nx, sizeof *y2);
  serial(nx, ny, e2, x2, y2, eps, steps);
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) {
      worst = fmax(worst, fabs(ez[i][j] - e2[i][j]) + fabs(hx[i][j] - x2[i][j]) + fabs(hy[i][j] - y2[i][j]));
      sum += fabs(ez[i][j]);
    }
  for (int p = 0; p < PROBES; p++)
    sum += probe[p];
  printf("maxwell: checksum %.8e, energy %.5e: %s\n", sum, energy, worst < 1e-11 ? "ok" : "WRONG");
  return worst < 1e-11 ? 0 : 1;
}
