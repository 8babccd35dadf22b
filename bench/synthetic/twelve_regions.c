/* twelve_regions.c: about 300 lines with twelve target regions, for the compile-time benchmark.
 *
 * Each region is one loop nest for the whole device already. Cleave does not split it, but gives most loops second
 * versions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* axpy: one value of y for each of x. */
static void axpy(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = a * x[i] + y[i];
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_axpy(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "axpy: no number\n");
}

/* scale: one value of y for each of x. */
static void scale(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = a * x[i];
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_scale(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "scale: no number\n");
}

/* square: one value of y for each of x. */
static void square(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = x[i] * x[i] + a;
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_square(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "square: no number\n");
}

/* root: one value of y for each of x. */
static void root(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = sqrt(fabs(x[i])) + a;
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_root(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "root: no number\n");
}

/* wave: one value of y for each of x. */
static void wave(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = sin(x[i]) * cos(y[i]) + a;
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_wave(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "wave: no number\n");
}

/* blend: one value of y for each of x. */
static void blend(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = a * x[i] + (1 - a) * y[i];
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_blend(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "blend: no number\n");
}

/* clip: one value of y for each of x. */
static void clip(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = x[i] < a ? a : x[i];
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_clip(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "clip: no number\n");
}

/* ratio: one value of y for each of x. */
static void ratio(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = x[i] / (fabs(y[i]) + 1) + a;
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_ratio(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "ratio: no number\n");
}

/* power: one value of y for each of x. */
static void power(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = pow(fabs(x[i]), a);
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_power(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "power: no number\n");
}

/* decay: one value of y for each of x. */
static void decay(int n, double a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) {
    double value = exp(-fabs(x[i])) * y[i] + a;
    if (value > 1e6)
      value = 1e6;
    else if (value < -1e6)
      value = -1e6;
    y[i] = value;
  }
}

static void check_decay(int n, double a, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i] * a;
  if (sum != sum)
    fprintf(stderr, "decay: no number\n");
}

static void smooth(int n, const double *x, double *y)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: x[0:n*n]) map(tofrom: y[0:n*n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      y[i * n + j] = 0.25 * (x[i * n + j - 1] + x[i * n + j + 1] + x[(i - 1) * n + j] +
                             x[(i + 1) * n + j]);
}

static double dot(int n, const double *x, const double *y)
{
  double sum = 0;
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n]) reduction(+: sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

/* Runs every region once on matrices of n x n numbers, n from the command line, and prints a value that
 * depends on all of them. Compiling the file is what is measured; running it shows that it is a
 * program, and that its regions do the same with and without cleave.
 *
 * Usage: twelve_regions [n]
 */
int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 64;
  if (n < 3) {
    fprintf(stderr, "size must be 3 or more\n");
    return 2;
  }
  double *x = malloc((size_t)n * n * sizeof *x), *y = malloc((size_t)n * n * sizeof *y);
  if (!x || !y)
    return 2;
  for (int i = 0; i < n * n; i++) {
    x[i] = i % 7;
    y[i] = i % 5;
  }
  axpy(n, 0.5, x, y);
  check_axpy(n, 0.5, x, y);
  scale(n, 0.5, x, y);
  check_scale(n, 0.5, x, y);
  square(n, 0.5, x, y);
  check_square(n, 0.5, x, y);
  root(n, 0.5, x, y);
  check_root(n, 0.5, x, y);
  wave(n, 0.5, x, y);
  check_wave(n, 0.5, x, y);
  blend(n, 0.5, x, y);
  check_blend(n, 0.5, x, y);
  clip(n, 0.5, x, y);
  check_clip(n, 0.5, x, y);
  ratio(n, 0.5, x, y);
  check_ratio(n, 0.5, x, y);
  power(n, 0.5, x, y);
  check_power(n, 0.5, x, y);
  decay(n, 0.5, x, y);
  check_decay(n, 0.5, x, y);
  smooth(n, x, y);
  printf("%.10e\n", dot(n * n, x, y));
  free(x);
  free(y);
}
