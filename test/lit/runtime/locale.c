// Profiles have a decimal point, in a program and an environment with a decimal comma as well.
// RUN: rm -rf %t.locales && mkdir %t.locales
// RUN: not localedef -c -i %S/Inputs/comma %t.locales/comma
// RUN: %cleave cc -O2 -fopenmp --offload-arch=sm_90 %s -o %t
// RUN: env LOCPATH=%t.locales LC_ALL=comma CLEAVE_PROFILE=%S/Inputs/fractions.profile CLEAVE_VERBOSE=1 \
// RUN:   OMP_TARGET_OFFLOAD=MANDATORY %simulator %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: one and a half is 1,5
// CHECK: cleave: launch of line
//
// What the command writes, it writes with a point.
// RUN: printf 'device NVIDIA H200\narchitecture 90\nmultiprocessors 132\nsize 4000\ngrid 1 132 9\ngrid 1 264 3.01\n' > %t.printed
// RUN: %cleave calibrate --from=%t.printed -o %t.point > %t.point.summary
// RUN: env LOCPATH=%t.locales LC_ALL=comma %cleave calibrate --from=%t.printed -o %t.comma > %t.comma.summary
// RUN: diff %t.point %t.comma
#include <locale.h>

#include "Inputs/region.h"

int main(void) {
  double values[100] = {1};
  setlocale(LC_ALL, "");
  printf("one and a half is %.1f\n", 1.5);
  fflush(stdout);
  double_all(100, values);
  return 0;
}
