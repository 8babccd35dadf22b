/* FILE: test/corpus/spectrum.c
 * WHAT: fast Fourier transforms (Stockham, radix 2) with source and target exchanged inside of the region; a filter in between.
 * USE:  spectrum N STEPS   N: a power of 2
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double re, im;
} complex_t;

#define TWO_PI 6.283185307179586

static inline complex_t multiply(complex_t a, complex_t b) {
  complex_t c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return c;
}

/* SIGN -1: forward; 1: inverse, without the factor. The result is in DATA. */
static void transform(complex_t *data, complex_t *work, int n, int sign) {
  int stages = 0;
  while (1 << stages < n)
    stages++;
#pragma omp target map(tofrom : data[0 : n]) map(alloc : work[0 : n])
  {
    complex_t *src = data, *dst = work, *swap;
    for (int s = 0; s < stages; s++) {
      const int half = 1 << s;
#pragma omp parallel for
      for (int i = 0; i < n / 2; i++) {
        const int k = i & (half - 1), j = (i - k) * 2 + k;
        const double angle = sign * TWO_PI * k / (2.0 * half);
        const complex_t w = {cos(angle), sin(angle)};
        const complex_t a = src[i], b = multiply(src[i + n / 2], w);
        dst[j].re = a.re + b.re;
        dst[j].im = a.im + b.im;
        dst[j + half].re = a.re - b.re;
        dst[j + half].im = a.im - b.im;
      }
      swap = src;
      src = dst;
      dst = swap;
    }
    if (src != data) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        data[i] = src[i];
    }
  }
}

/* Power of each frequency, its largest value, and a low-pass filter relative to it. */
static double filter(complex_t *data, double *power, int n, double part) {
  double largest = 0.0;
#pragma omp target teams map(tofrom : data[0 : n], largest) map(from : power[0 : n])
  {
#pragma omp distribute parallel for reduction(max : largest)
    for (int i = 0; i < n; i++) {
      power[i] = data[i].re * data[i].re + data[i].im * data[i].im;
      largest = fmax(largest, power[i]);
    }
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      if (i > n / 8 && i < n - n / 8) {
        data[i].re *= part;
        data[i].im *= part;
      }
  }
  return largest;
}

static void scale(complex_t *data, int n) {
#pragma omp target teams distribute parallel for map(tofrom : data[0 : n])
  for (int i = 0; i < n; i++) {
    data[i].re /= n;
    data[i].im /= n;
  }
}

static void step(complex_t *data, complex_t *work, double *power, int n) {
  transform(data, work, n, -1);
  filter(data, power, n, 0.5);
  transform(data, work, n, 1);
  scale(data, n);
}

static void step_serial(complex_t *data, int n) {
  complex_t *f = malloc(sizeof *f * n);
  for (int k = 0; k < n; k++) {
    f[k] = (complex_t){0, 0};
    for (int i = 0; i < n; i++) {
      const double angle = -TWO_PI * ((long)i * k % n) / n;
      const complex_t p = multiply(data[i], (complex_t){cos(angle), sin(angle)});
      f[k].re += p.re, f[k].im += p.im;
    }
    if (k > n / 8 && k < n - n / 8)
      f[k].re *= 0.5, f[k].im *= 0.5;
  }
  for (int i = 0; i < n; i++) {
    complex_t sum = {0, 0};
    for (int k = 0; k < n; k++) {
      const double angle = TWO_PI * ((long)i * k % n) / n;
      const complex_t p = multiply(f[k], (complex_t){cos(angle), sin(angle)});
      sum.re += p.re / n, sum.im += p.im / n;
    }
    data[i] = sum;
  }
  free(f);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 128, steps = argc > 2 ? atoi(argv[2]) : 2;
  complex_t *data = malloc(sizeof *data * n), *work = malloc(sizeof *data * n), *expected = malloc(sizeof *data * n);
  double *power = malloc(sizeof(double) * n), worst = 0.0, sum = 0.0;
  for (int i = 0; i < n; i++)
    expected[i] = data[i] = (complex_t){sin(0.3 * i) + (i % 5), cos(1.7 * i)};
  for (int s = 0; s < steps; s++)
    step(data, work, power, n);
  for (int s = 0; s < steps && n <= 1024; s++)
    step_serial(expected, n);
  for (int i = 0; i < n; i++) {
    if (n <= 1024)
      worst = fmax(worst, fabs(data[i].re - expected[i].re) + fabs(data[i].im - expected[i].im));
    sum += data[i].re * (1 + i % 3);
  }
  printf("spectrum: checksum %.7e: %s\n", sum, worst < 1e-9 ? "ok" : "WRONG");
  return worst < 1e-9 ? 0 : 1;
}
