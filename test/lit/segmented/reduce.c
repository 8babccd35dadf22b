// Reductions: exact results, the lowest place of equal extrema, and the same bits of rounded sums with each grid on each device.
// LABEL: slow
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %host_offload -I%S/../../../lib -I%S/Inputs %s -o %t.host -lm
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %link_sm90 -I%S/../../../lib -I%S/Inputs %s -o %t.gpu -lm
// RUN: %run %t.host >%t.1 2>&1
// RUN: FileCheck %s --implicit-check-not=OMP: <%t.1
// RUN: %run4 %t.host >%t.4 2>&1
// RUN: diff %t.1 %t.4
// RUN: env OMP_NUM_TEAMS=3 KMP_TEAMS_THREAD_LIMIT=16 OMP_TEAMS_THREAD_LIMIT=5 OMP_TARGET_OFFLOAD=MANDATORY timeout 120 %t.host >%t.3 2>&1
// RUN: diff %t.1 %t.3
// RUN: env OMP_NUM_TEAMS=16 KMP_TEAMS_THREAD_LIMIT=16 OMP_TEAMS_THREAD_LIMIT=1 OMP_NUM_THREADS=1 OMP_TARGET_OFFLOAD=MANDATORY timeout 120 %t.host >%t.16 2>&1
// RUN: diff %t.1 %t.16
// RUN: %gpu %t.gpu >%t.g 2>&1
// RUN: diff %t.1 %t.g
// RUN: env OMP_NUM_TEAMS=1 %gpu %t.gpu >%t.g1 2>&1
// RUN: diff %t.1 %t.g1
// RUN: env OMP_NUM_TEAMS=7 %gpu %t.gpu >%t.g7 2>&1
// RUN: diff %t.1 %t.g7
// RUN: env OMP_NUM_TEAMS=32 OMP_TEAMS_THREAD_LIMIT=64 %gpu %t.gpu >%t.g32 2>&1
// RUN: diff %t.1 %t.g32
// RUN: env OMP_NUM_TEAMS=2 %cleave simulate --checks=all %t.gpu 4097 2>&1 | FileCheck %s --implicit-check-not=race: --implicit-check-not='cleave simulator'
// RUN: %cleave inspect %t.gpu | FileCheck %s --check-prefix=MODE --implicit-check-not=generic
// CHECK: wrong: 0 in all
// MODE: SPMD
#include "check.h"

#define TEST(type, sum_type, number)                                                                                 \
  static void test_##type(long n) {                                                                                  \
    type *x = (type *)malloc(sizeof *x * (n + 1)), *y = (type *)malloc(sizeof *x * (n + 1)), least, greatest;         \
    sum_type sum = 0, product = 0, result;                                                                           \
    type low = 0, high = 0;                                                                                          \
    long low_place = LONG_MAX, high_place = LONG_MAX;                                                                \
    struct cleave_place_##type place;                                                                                \
    for (long i = 0; i < n; i++) {                                                                                   \
      x[i] = number;                                                                                                 \
      y[i] = (type)(next() % 5);                                                                                     \
      sum += x[i];                                                                                                   \
      product += (sum_type)x[i] * y[i];                                                                              \
      if (i == 0 || x[i] < low)                                                                                      \
        low = x[i], low_place = i;                                                                                   \
      if (i == 0 || x[i] > high)                                                                                     \
        high = x[i], high_place = i;                                                                                 \
    }                                                                                                                \
    _Pragma("omp target data map(to : x[:n], y[:n])") {                                                              \
      check(cleave_reduce_sum_##type(&the_workspace, x, n, &result) && result == sum, "sum " #type, n);                  \
      check(cleave_reduce_dot_##type(&the_workspace, x, y, n, &result) && result == product, "dot " #type, n);           \
      check(cleave_reduce_min_##type(&the_workspace, x, n, &least) && (!n || least == low), "min " #type, n);            \
      check(cleave_reduce_max_##type(&the_workspace, x, n, &greatest) && (!n || greatest == high), "max " #type, n);     \
      add_to_digest(&least, sizeof least);                                                                           \
      add_to_digest(&greatest, sizeof greatest);                                                                     \
      check(cleave_reduce_argmin_##type(&the_workspace, x, n, &place) && place.place == low_place, "argmin " #type, n);  \
      check(!n || place.value == low, "argmin value " #type, n);                                                     \
      check(cleave_reduce_argmax_##type(&the_workspace, x, n, &place) && place.place == high_place, "argmax " #type, n); \
      check(!n || place.value == high, "argmax value " #type, n);                                                    \
    }                                                                                                                \
    free(x);                                                                                                         \
    free(y);                                                                                                         \
  }
TEST(int, long, (int)(next() % 1000) - 500)
TEST(unsigned, unsigned long, next() % 1000)
TEST(long, long, (long)(next() % 1000) - 500)
TEST(float, float, (float)(next() % 8) - 4)
TEST(double, double, (double)(next() % 1000) - 500)

static void test_bits(long n) {
  double *x = (double *)malloc(sizeof *x * (n + 1)), *y = (double *)malloc(sizeof *x * (n + 1)), result;
  float *f = (float *)malloc(sizeof *f * (n + 1)), *g = (float *)malloc(sizeof *f * (n + 1)), small;
  double sum = 0;
  for (long i = 0; i < n; i++) {
    sum += x[i] = uneven();
    f[i] = (float)x[i];
    g[i] = (float)(y[i] = uneven());
  }
#pragma omp target data map(to : x[:n], y[:n], f[:n], g[:n])
  {
    cleave_reduce_sum_double(&the_workspace, x, n, &result);
    add_to_digest(&result, sizeof result);
    check(result - sum < 1e-9 * (n + 1) && sum - result < 1e-9 * (n + 1), "rounded sum", n);
    cleave_reduce_dot_double(&the_workspace, x, y, n, &result);
    add_to_digest(&result, sizeof result);
    cleave_reduce_sum_float(&the_workspace, f, n, &small);
    add_to_digest(&small, sizeof small);
    cleave_reduce_dot_float(&the_workspace, f, g, n, &small);
    add_to_digest(&small, sizeof small);
  }
  free(x);
  free(y);
  free(f);
  free(g);
}

static void test_no_number(void) {
  double x[3] = {__builtin_nan(""), 2, __builtin_nan("")}, result;
  struct cleave_place_double place;
#pragma omp target data map(to : x)
  {
    cleave_reduce_min_double(&the_workspace, x, 3, &result);
    check(result == 2, "min without NaN", 3);
    cleave_reduce_argmax_double(&the_workspace, x, 3, &place);
    check(place.place == 1, "argmax without NaN", 3);
    cleave_reduce_argmax_double(&the_workspace, x, 1, &place);
    check(place.place == LONG_MAX, "argmax of NaN", 1);
  }
}

int main(int count, char **arguments) {
  const long most = count > 1 ? atol(arguments[1]) : 200003;
  struct cleave_workspace none = the_workspace;
  long result = 5;
  check(!cleave_reduce_sum_int(&none, NULL, 1, &result) && result == 5, "no workspace", 1);
  open_workspace(cleave_reduce_bytes_argmin_double());
  for (int i = 0; i < SIZES && sizes[i] <= most; i++) {
    test_int(sizes[i]);
    test_unsigned(sizes[i]);
    test_long(sizes[i]);
    test_float(sizes[i]);
    test_double(sizes[i]);
    test_bits(sizes[i]);
    check_control("control words", sizes[i]);
  }
  if (most > 200003)
    test_bits(most), test_double(most), test_int(most);
  test_no_number();
  return done();
}
