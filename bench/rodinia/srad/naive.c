/* naive.c: srad in one target region, as a CPU programmer writes it: the time loop inside, with
 * serial statistics and two parallel loops per step. The statistics are summed in a fixed order. */
#include "srad.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = BENCH_REASSOCIATES};

void kernel_srad(int steps, int rows, int columns, REAL lambda, const int *north, const int *south,
                 const int *west, const int *east, REAL *J, REAL *c, REAL *dN, REAL *dS, REAL *dW,
                 REAL *dE)
{
  int size = rows * columns;
  int sample_rows = rows < SRAD_SAMPLE ? rows : SRAD_SAMPLE;
  int sample_columns = columns < SRAD_SAMPLE ? columns : SRAD_SAMPLE;
  REAL sum, sum2, mean, variance, q0sqr;

#pragma omp target map(to: north[0:rows], south[0:rows], west[0:columns], east[0:columns]) \
                   map(tofrom: J[0:size]) \
                   map(alloc: c[0:size], dN[0:size], dS[0:size], dW[0:size], dE[0:size])
  {
    for (int step = 0; step < steps; step++) {
      sum = 0;
      sum2 = 0;
      for (int i = 0; i < sample_rows; i++)
        for (int j = 0; j < sample_columns; j++) {
          sum += J[i * columns + j];
          sum2 += J[i * columns + j] * J[i * columns + j];
        }
      mean = sum / (REAL)(sample_rows * sample_columns);
      variance = sum2 / (REAL)(sample_rows * sample_columns) - mean * mean;
      q0sqr = variance / (mean * mean);
      if (q0sqr < SRAD_Q0_MINIMUM)
        q0sqr = SRAD_Q0_MINIMUM;

#pragma omp parallel for
      for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
          int k = i * columns + j;
          REAL value = J[k];
          dN[k] = J[north[i] * columns + j] - value;
          dS[k] = J[south[i] * columns + j] - value;
          dW[k] = J[i * columns + west[j]] - value;
          dE[k] = J[i * columns + east[j]] - value;

          REAL gradient = (dN[k] * dN[k] + dS[k] * dS[k] + dW[k] * dW[k] + dE[k] * dE[k]) /
                          (value * value);
          REAL laplacian = (dN[k] + dS[k] + dW[k] + dE[k]) / value;
          REAL numerator = (REAL)0.5 * gradient - (REAL)0.0625 * (laplacian * laplacian);
          REAL denominator = 1 + (REAL)0.25 * laplacian;
          REAL qsqr = numerator / (denominator * denominator);
          c[k] = 1 / (1 + (qsqr - q0sqr) / (q0sqr * (1 + q0sqr)));
          if (c[k] < 0)
            c[k] = 0;
          else if (c[k] > 1)
            c[k] = 1;
        }

#pragma omp parallel for
      for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
          int k = i * columns + j;
          REAL divergence = c[k] * dN[k] + c[south[i] * columns + j] * dS[k] + c[k] * dW[k] +
                            c[i * columns + east[j]] * dE[k];
          J[k] += (REAL)0.25 * lambda * divergence;
        }
    }
  }
}
