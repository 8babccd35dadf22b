// Generated text divides by multiplication with numbers of the host. The text itself, for divisors and dividends of all sizes.
// RUN: %cleave rewrite %s -- %host_offload -fplugin-arg-cleave-form=compiled | grep -v "RUN:" >%t.text
// RUN: grep -o 'static __inline__ int cleave_quotient.*}' %t.text >%t.h
// RUN: grep -o 'const int cleave_lanes_shift = [^;]*;' %t.text | head -n 1 >%t.numbers
// RUN: grep -o 'const unsigned cleave_lanes_factor = [^;]*;' %t.text | head -n 1 >>%t.numbers
// RUN: %clang -O2 -Wall -Werror -DFUNCTION='"%t.h"' -DNUMBERS='"%t.numbers"' %s -o %t && %t | FileCheck %s
// CHECK: 0 of {{[0-9]+}} wrong
#ifndef FUNCTION
void nest(int n, int m, const double *restrict a, double *restrict b) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * m]) map(tofrom : b[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j];
}
#else
#include FUNCTION
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static long checked, wrong;

static void check(int number, int cleave_lanes) {
#include NUMBERS
  checked++;
  wrong += cleave_quotient(number, cleave_lanes, cleave_lanes_factor, cleave_lanes_shift) != number / cleave_lanes;
}

static void check_around(int64_t number, int by) {
  for (int64_t n = number - 1; n <= number + 1; n++)
    if (n >= 0 && n <= INT_MAX)
      check((int)n, by);
}

static void check_divisor(int by) {
  for (int64_t multiple = 0; multiple <= 4; multiple++)
    check_around(multiple * by, by);
  for (int64_t last = INT_MAX / by * (int64_t)by, less = 0; less < 3; less++)
    check_around(last - less * by, by);
  check(INT_MAX, by);
  uint32_t random = (uint32_t)by;
  for (int i = 0; i < 20; i++)
    check((int)((random = random * 1664525u + 1013904223u) >> 1), by);
}

int main(void) {
  for (int by = 1; by < 20000; by++)
    check_divisor(by);
  for (int bit = 14; bit < 31; bit++)
    for (int by = (1 << bit) - 2; by <= (1 << bit) + 2; by++)
      check_divisor(by);
  for (int by = INT_MAX - 3; by > INT_MAX - 1000; by -= 7)
    check_divisor(by);
  printf("%ld of %ld wrong\n", wrong, checked);
  return wrong != 0;
}
#endif
