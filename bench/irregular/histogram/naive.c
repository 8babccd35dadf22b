/* naive.c: histogram as a CPU programmer writes it: atomic updates of the bins. The order of the sums is that of the
 * threads. */
#include "histogram.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = true};

void kernel_histogram(int n, int bins, const int *bin, const REAL *weight, int *count, REAL *sum)
{
  int i;

#pragma omp target map(to: bin[0:n], weight[0:n]) map(from: count[0:bins], sum[0:bins])
  {
    for (i = 0; i < bins; i++) {
      count[i] = 0;
      sum[i] = 0;
    }

#pragma omp parallel for
    for (i = 0; i < n; i++) {
#pragma omp atomic
      count[bin[i]]++;
    }

#pragma omp parallel for
    for (i = 0; i < n; i++) {
#pragma omp atomic
      sum[bin[i]] += weight[i];
    }
  }
}
