/* naive.c: covariance in one target region, as a CPU programmer writes it: three parallel loops and
 * a serial loop that divides the sums. */
#include "covariance.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_covariance(int rows, int columns, REAL *data, REAL *mean, REAL *symmat)
{
#pragma omp target map(tofrom: data[0:rows*columns]) \
                   map(from: mean[0:columns], symmat[0:columns*columns])
  {
#pragma omp parallel for
    for (int j = 0; j < columns; j++) {
      mean[j] = 0;
      for (int i = 0; i < rows; i++)
        mean[j] += data[i * columns + j];
    }

    for (int j = 0; j < columns; j++)
      mean[j] /= (REAL)rows;

#pragma omp parallel for collapse(2)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        data[i * columns + j] -= mean[j];

#pragma omp parallel for
    for (int j1 = 0; j1 < columns; j1++)
      for (int j2 = j1; j2 < columns; j2++) {
        symmat[j1 * columns + j2] = 0;
        for (int i = 0; i < rows; i++)
          symmat[j1 * columns + j2] += data[i * columns + j1] * data[i * columns + j2];
        symmat[j2 * columns + j1] = symmat[j1 * columns + j2];
      }
  }
}
