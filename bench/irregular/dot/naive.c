/* naive.c: dot as a CPU programmer writes it: reduction clauses, and a declared reduction for the maximum with its place.
 * The reductions reassociate. */
#include "dot.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = true};

struct maximum {
  REAL value;
  int place;
};

/* The first one of equal values, so that the order of the threads does not matter. */
static inline struct maximum greater(struct maximum a, struct maximum b)
{
  return b.value > a.value || (b.value == a.value && b.place < a.place) ? b : a;
}

#pragma omp declare reduction(maximum: struct maximum: omp_out = greater(omp_out, omp_in)) \
    initializer(omp_priv = omp_orig)

void kernel_dot(int n, const REAL *x, const REAL *y, REAL *result, int *place)
{
  REAL product = 0, sum = 0, squares = 0, mixed = 0;
  struct maximum most = {x[0], 0};

#pragma omp target data map(to: x[0:n], y[0:n])
  {
#pragma omp target teams distribute parallel for map(tofrom: product) reduction(+: product)
    for (int i = 0; i < n; i++)
      product += x[i] * y[i];

#pragma omp target teams distribute parallel for map(tofrom: sum, squares, mixed) \
    reduction(+: sum, squares, mixed)
    for (int i = 0; i < n; i++) {
      sum += x[i];
      squares += x[i] * x[i];
      mixed += x[i] * (x[i] + y[i]);
    }

#pragma omp target teams distribute parallel for map(tofrom: most) reduction(maximum: most)
    for (int i = 0; i < n; i++)
      if (x[i] > most.value || (x[i] == most.value && i < most.place)) {
        most.value = x[i];
        most.place = i;
      }
  }

  result[DOT_PRODUCT] = product;
  result[DOT_SUM] = sum;
  result[DOT_SQUARES] = squares;
  result[DOT_MIXED] = mixed;
  result[DOT_RESULTS] = most.value;
  *place = most.place;
}
