// Scans in one pass: exact results, in place and not, and the same bits of rounded scans with each grid on each device.
// LABEL: slow
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %host_offload -I%S/../../../lib -I%S/Inputs %s -o %t.host
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %link_sm90 -I%S/../../../lib -I%S/Inputs %s -o %t.gpu
// RUN: %run %t.host >%t.1 2>&1
// RUN: FileCheck %s --implicit-check-not=OMP: <%t.1
// RUN: %run4 %t.host >%t.4 2>&1
// RUN: diff %t.1 %t.4
// RUN: env OMP_NUM_TEAMS=16 KMP_TEAMS_THREAD_LIMIT=16 OMP_TEAMS_THREAD_LIMIT=1 OMP_NUM_THREADS=1 OMP_TARGET_OFFLOAD=MANDATORY timeout 120 %t.host >%t.16 2>&1
// RUN: diff %t.1 %t.16
// RUN: %gpu %t.gpu >%t.g 2>&1
// RUN: diff %t.1 %t.g
// RUN: env OMP_NUM_TEAMS=5 OMP_TEAMS_THREAD_LIMIT=96 %gpu %t.gpu >%t.g5 2>&1
// RUN: diff %t.1 %t.g5
// RUN: env OMP_NUM_TEAMS=2 %cleave simulate --checks=all %t.gpu 4097 2>&1 | FileCheck %s --implicit-check-not=race: --implicit-check-not='cleave simulator'
// RUN: %cleave inspect %t.gpu | FileCheck %s --check-prefix=MODE --implicit-check-not=generic
// CHECK: wrong: 0 in all
// MODE: SPMD
#include "check.h"

#define TEST(type, number)                                                                                           \
  static void test_##type(long n) {                                                                                  \
    type *x = (type *)malloc(sizeof *x * (n + 1)), *y = (type *)malloc(sizeof *x * (n + 1)),                         \
         *z = (type *)malloc(sizeof *x * (n + 1)), *m = (type *)malloc(sizeof *x * (n + 1)), sum = 0, most;           \
    long different = 0;                                                                                              \
    for (long i = 0; i < n; i++)                                                                                     \
      z[i] = x[i] = number;                                                                                          \
    _Pragma("omp target data map(to : x[:n]) map(from : y[:n], m[:n]) map(tofrom : z[:n])") {                        \
      check(cleave_inclusive_scan_sum_##type(&the_workspace, x, n, y), "inclusive " #type, n);                           \
      check(cleave_exclusive_scan_sum_##type(&the_workspace, z, n, z), "exclusive " #type, n);                           \
      check(cleave_inclusive_scan_max_##type(&the_workspace, x, n, m), "max " #type, n);                                 \
    }                                                                                                                \
    for (long i = 0; i < n; i++) {                                                                                   \
      different += z[i] != sum;                                                                                      \
      sum += x[i];                                                                                                   \
      most = i == 0 || x[i] > most ? x[i] : most;                                                                    \
      different += (y[i] != sum) + (m[i] != most);                                                                   \
    }                                                                                                                \
    check(!different, "scans of " #type, n);                                                                         \
    free(x);                                                                                                         \
    free(y);                                                                                                         \
    free(z);                                                                                                         \
    free(m);                                                                                                         \
  }
TEST(int, (int)(next() % 1000) - 500)
TEST(unsigned, next())
TEST(long, (long)(next() % 1000) - 500)
TEST(float, (float)(next() % 8) - 4)
TEST(double, (double)(next() % 1000) - 500)

/* The order of operations is the same with each grid, so the bits are. */
static void test_bits(long n) {
  double *x = (double *)malloc(sizeof *x * (n + 1));
  float *f = (float *)malloc(sizeof *f * (n + 1));
  for (long i = 0; i < n; i++)
    f[i] = (float)(x[i] = uneven());
#pragma omp target data map(tofrom : x[:n], f[:n])
  {
    cleave_inclusive_scan_sum_double(&the_workspace, x, n, x);
    cleave_exclusive_scan_sum_float(&the_workspace, f, n, f);
  }
  add_to_digest(x, sizeof *x * n);
  add_to_digest(f, sizeof *f * n);
  free(x);
  free(f);
}

int main(int count, char **arguments) {
  const long most = count > 1 ? atol(arguments[1]) : 200003;
  double one = 1;
  open_workspace(4096);
  check(!cleave_inclusive_scan_sum_double(&the_workspace, &one, 100000000, &one) && one == 1, "small workspace", 100000000);
  cleave_workspace_close(&the_workspace);
  open_workspace(cleave_scan_bytes_sum_double(most));
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
  return done();
}
