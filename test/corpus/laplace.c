/* FILE: test/corpus/laplace.c
 * WHAT: the Laplace equation on arrays of variable length: a convergence loop inside of the region, which it leaves early; means of
 *       the rows.
 * USE:  laplace N STEPS   STEPS: right-hand sides
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_SWEEPS 40

static double serial(int n, double *u, double *f, double tolerance, int *sweeps) {
  double *v = malloc(sizeof(double) * n * n), error = 0.0;
  for (*sweeps = 0; *sweeps < MAX_SWEEPS; (*sweeps)++) {
    error = 0.0;
    for (int i = 0; i < n * n; i++)
      v[i] = u[i];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        const double next = 0.25 * (v[(i - 1) * n + j] + v[(i + 1) * n + j] + v[i * n + j - 1] + v[i * n + j + 1] - f[i * n + j]);
        error = fmax(error, fabs(next - v[i * n + j]));
        u[i * n + j] = next;
      }
    if (error < tolerance)
      break;
  }
  free(v);
  return error;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 2;
  int i, j, k, step;
  double u[n][n], v[n][n], f[n][n], row[n];
  double error, tolerance = 1e-3, sum = 0.0, worst = 0.0;
  double *expected = calloc((size_t)n * n, sizeof(double));

  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      u[i][j] = v[i][j] = 0.0;
  for (step = 0; step < steps; step++) {
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        f[i][j] = 0.1 * sin(0.5 * i + step) * cos(0.3 * j);

    int sweeps = 0;
#pragma omp target map(tofrom : u, sweeps, error) map(to : f) map(alloc : v)
    {
      for (k = 0; k < MAX_SWEEPS; k++) {
        double largest = 0.0;
#pragma omp parallel for private(j)
        for (i = 0; i < n; i++)
          for (j = 0; j < n; j++)
            v[i][j] = u[i][j];
#pragma omp parallel for private(j) reduction(max : largest)
        for (i = 1; i < n - 1; i++)
          for (j = 1; j < n - 1; j++) {
            u[i][j] = 0.25 * (v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1] - f[i][j]);
            largest = fmax(largest, fabs(u[i][j] - v[i][j]));
          }
        error = largest;
        if (largest < tolerance)
          break;
        sweeps++;
      }
    }

    /* Sums of the rows; the temporary and the counter of the inner loop are shared by mistake. */
    double temporary;
#pragma omp target map(to : u) map(from : row)
    {
#pragma omp parallel for
      for (i = 0; i < n; i++) {
        temporary = 0.0;
        for (j = 0; j < n; j++)
          temporary += u[i][j];
        row[i] = temporary;
      }
#pragma omp parallel for
      for (i = 0; i < n; i++)
        row[i] /= n;
    }

    int serial_sweeps;
    const double serial_error = serial(n, expected, &f[0][0], tolerance, &serial_sweeps);
    worst = fmax(worst, fabs(serial_error - error) + abs(serial_sweeps - sweeps));
    for (i = 0; i < n; i++) {
      double mean = 0.0;
      for (j = 0; j < n; j++) {
        worst = fmax(worst, fabs(u[i][j] - expected[i * n + j]));
        sum += fabs(u[i][j]);
        mean += expected[i * n + j] / n;
      }
      worst = fmax(worst, fabs(mean - row[i]));
    }
  }
  printf("laplace: checksum %.8e: %s\n", sum, worst < 1e-11 ? "ok" : "WRONG");
  free(expected);
  return worst < 1e-11 ? 0 : 1;
}
