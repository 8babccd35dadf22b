/* hand.c: srad as an expert writes it: the time loop on the host, the statistics as a reduction
 * (which reassociates the sums), two more kernels per step inside one data environment. */
#include "srad.h"

const struct bench_version bench_version = {.name = "hand", .reassociates = true};

void kernel_srad(int steps, int rows, int columns, REAL lambda, const int *north, const int *south,
                 const int *west, const int *east, REAL *J, REAL *c, REAL *dN, REAL *dS, REAL *dW,
                 REAL *dE)
{
  int size = rows * columns;
  int sample_rows = rows < SRAD_SAMPLE ? rows : SRAD_SAMPLE;
  int sample_columns = columns < SRAD_SAMPLE ? columns : SRAD_SAMPLE;
  REAL pixels = (REAL)(sample_rows * sample_columns);

#pragma omp target data map(to: north[0:rows], south[0:rows], west[0:columns], east[0:columns]) \
                        map(tofrom: J[0:size]) \
                        map(alloc: c[0:size], dN[0:size], dS[0:size], dW[0:size], dE[0:size])
  for (int step = 0; step < steps; step++) {
    REAL sum = 0, sum2 = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum, sum2) \
    map(tofrom: sum, sum2)
    for (int i = 0; i < sample_rows; i++)
      for (int j = 0; j < sample_columns; j++) {
        REAL value = J[i * columns + j];
        sum += value;
        sum2 += value * value;
      }
    REAL mean = sum / pixels;
    REAL variance = sum2 / pixels - mean * mean;
    REAL q0sqr = variance / (mean * mean);
    if (q0sqr < SRAD_Q0_MINIMUM)
      q0sqr = SRAD_Q0_MINIMUM;

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        int k = i * columns + j;
        REAL value = J[k];
        REAL n = J[north[i] * columns + j] - value;
        REAL s = J[south[i] * columns + j] - value;
        REAL w = J[i * columns + west[j]] - value;
        REAL e = J[i * columns + east[j]] - value;
        REAL gradient = (n * n + s * s + w * w + e * e) / (value * value);
        REAL laplacian = (n + s + w + e) / value;
        REAL numerator = (REAL)0.5 * gradient - (REAL)0.0625 * (laplacian * laplacian);
        REAL denominator = 1 + (REAL)0.25 * laplacian;
        REAL qsqr = numerator / (denominator * denominator);
        REAL diffusion = 1 / (1 + (qsqr - q0sqr) / (q0sqr * (1 + q0sqr)));
        dN[k] = n;
        dS[k] = s;
        dW[k] = w;
        dE[k] = e;
        c[k] = diffusion < 0 ? 0 : diffusion > 1 ? 1 : diffusion;
      }

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        int k = i * columns + j;
        REAL divergence = c[k] * dN[k] + c[south[i] * columns + j] * dS[k] + c[k] * dW[k] +
                          c[i * columns + east[j]] * dE[k];
        J[k] += (REAL)0.25 * lambda * divergence;
      }
  }
}
