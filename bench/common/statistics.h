/* statistics.h: median and quartiles of measured times. */
#ifndef BENCH_STATISTICS_H
#define BENCH_STATISTICS_H

#include <stddef.h>

struct bench_statistics {
  double minimum, lower_quartile, median, upper_quartile, maximum;
};

/* Sorts the COUNT values, which are at least one and no NaN, and summarises them. A quartile that
 * falls between two values is interpolated linearly. */
struct bench_statistics bench_statistics(double *values, size_t count);

#endif
