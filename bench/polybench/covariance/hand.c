/* hand.c: covariance as an expert writes it: one kernel per loop inside one data environment, the
 * division where the sum is. */
#include "covariance.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_covariance(int rows, int columns, REAL *data, REAL *mean, REAL *symmat)
{
#pragma omp target data map(tofrom: data[0:rows*columns]) \
                        map(from: mean[0:columns], symmat[0:columns*columns])
  {
#pragma omp target teams distribute parallel for
    for (int j = 0; j < columns; j++) {
      REAL sum = 0;
      for (int i = 0; i < rows; i++)
        sum += data[i * columns + j];
      mean[j] = sum / (REAL)rows;
    }

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        data[i * columns + j] -= mean[j];

#pragma omp target teams distribute parallel for
    for (int j1 = 0; j1 < columns; j1++)
      for (int j2 = j1; j2 < columns; j2++) {
        REAL sum = 0;
        for (int i = 0; i < rows; i++)
          sum += data[i * columns + j1] * data[i * columns + j2];
        symmat[j1 * columns + j2] = sum;
        symmat[j2 * columns + j1] = sum;
      }
  }
}
