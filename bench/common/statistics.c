/* statistics.c: see statistics.h. */
#include "statistics.h"

#include <stdlib.h>

static int compare_values(const void *left, const void *right)
{
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/* The value below which FRACTION of the sorted values lie. */
static double quantile(const double *values, size_t count, double fraction)
{
  double position = fraction * (double)(count - 1);
  size_t below = (size_t)position;
  if (below + 1 >= count)
    return values[count - 1];
  return values[below] + (position - (double)below) * (values[below + 1] - values[below]);
}

struct bench_statistics bench_statistics(double *values, size_t count)
{
  qsort(values, count, sizeof *values, compare_values);
  return (struct bench_statistics){
      .minimum = values[0],
      .lower_quartile = quantile(values, count, 0.25),
      .median = quantile(values, count, 0.5),
      .upper_quartile = quantile(values, count, 0.75),
      .maximum = values[count - 1],
  };
}
