/* reference.c: data and sequential reference of srad. */
#include "srad.h"

/* The tolerance is for hand.c, cuda.cu and tuned.cu, whose sums over at most 128 x 128 pixels are reassociated. */
const struct benchmark benchmark = {
    .name = "srad",
    .growth = 2,
    .default_steps = 3,
    .tolerance = sizeof(REAL) == sizeof(float) ? 1e-3 : 1e-11,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  size_t elements = (size_t)size * size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->rows = size;
  p->columns = size;
  p->steps = steps;
  p->lambda = (REAL)0.5;
  p->north = bench_scratch(memory, (size_t)size * sizeof(int));
  p->south = bench_scratch(memory, (size_t)size * sizeof(int));
  p->west = bench_scratch(memory, (size_t)size * sizeof(int));
  p->east = bench_scratch(memory, (size_t)size * sizeof(int));
  for (int i = 0; i < size; i++) {
    p->north[i] = p->west[i] = i > 0 ? i - 1 : 0;
    p->south[i] = p->east[i] = i < size - 1 ? i + 1 : size - 1;
  }
  p->J = bench_array(memory, elements);
  p->c = bench_scratch(memory, elements * sizeof(REAL));
  p->dN = bench_scratch(memory, elements * sizeof(REAL));
  p->dS = bench_scratch(memory, elements * sizeof(REAL));
  p->dW = bench_scratch(memory, elements * sizeof(REAL));
  p->dE = bench_scratch(memory, elements * sizeof(REAL));
  bench_fill(p->J, elements, 1);
  for (size_t i = 0; i < elements; i++)
    p->J[i] += 1; /* intensities from 1 to 2: no pixel is near zero */
  return p;
}

static REAL speckle_scale(const struct problem *p)
{
  int sample_rows = p->rows < SRAD_SAMPLE ? p->rows : SRAD_SAMPLE;
  int sample_columns = p->columns < SRAD_SAMPLE ? p->columns : SRAD_SAMPLE;
  REAL sum = 0, sum2 = 0;
  for (int i = 0; i < sample_rows; i++)
    for (int j = 0; j < sample_columns; j++) {
      REAL value = p->J[i * p->columns + j];
      sum += value;
      sum2 += value * value;
    }
  REAL pixels = (REAL)(sample_rows * sample_columns);
  REAL mean = sum / pixels;
  REAL variance = sum2 / pixels - mean * mean;
  REAL q0sqr = variance / (mean * mean);
  return q0sqr < SRAD_Q0_MINIMUM ? SRAD_Q0_MINIMUM : q0sqr;
}

/* The diffusion coefficient, between 0 and 1, of pixel k. */
static REAL coefficient(const struct problem *p, int k, REAL q0sqr)
{
  REAL value = p->J[k];
  REAL gradient = (p->dN[k] * p->dN[k] + p->dS[k] * p->dS[k] + p->dW[k] * p->dW[k] +
                   p->dE[k] * p->dE[k]) / (value * value);
  REAL laplacian = (p->dN[k] + p->dS[k] + p->dW[k] + p->dE[k]) / value;
  REAL numerator = (REAL)0.5 * gradient - (REAL)0.0625 * (laplacian * laplacian);
  REAL denominator = 1 + (REAL)0.25 * laplacian;
  REAL qsqr = numerator / (denominator * denominator);
  REAL c = 1 / (1 + (qsqr - q0sqr) / (q0sqr * (1 + q0sqr)));
  return c < 0 ? 0 : c > 1 ? 1 : c;
}

void problem_reference(struct problem *p)
{
  int rows = p->rows, columns = p->columns;
  for (int step = 0; step < p->steps; step++) {
    REAL q0sqr = speckle_scale(p);
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        int k = i * columns + j;
        p->dN[k] = p->J[p->north[i] * columns + j] - p->J[k];
        p->dS[k] = p->J[p->south[i] * columns + j] - p->J[k];
        p->dW[k] = p->J[i * columns + p->west[j]] - p->J[k];
        p->dE[k] = p->J[i * columns + p->east[j]] - p->J[k];
        p->c[k] = coefficient(p, k, q0sqr);
      }
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        int k = i * columns + j;
        REAL divergence = p->c[k] * p->dN[k] + p->c[p->south[i] * columns + j] * p->dS[k] +
                          p->c[k] * p->dW[k] + p->c[i * columns + p->east[j]] * p->dE[k];
        p->J[k] += (REAL)0.25 * p->lambda * divergence;
      }
  }
}

void problem_kernel(struct problem *p)
{
  kernel_srad(p->steps, p->rows, p->columns, p->lambda, p->north, p->south, p->west, p->east, p->J,
              p->c, p->dN, p->dS, p->dW, p->dE);
}
