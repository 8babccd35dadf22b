// ROW declare-target-link: transformed | a declare target link variable that a map clause lists
// OpenMP: it is mapped, and the device's code reaches it through a pointer.
// RUN: %case %s
// TEXT: target data map(from: a) map(tofrom: table)
// TEXT: target teams distribute parallel for map(from: a) map(tofrom: table)
// VALUE: g 0
// VALUE: a: first 5 last 104 sum 5450 placed 358550
#include "show.h"
static int table[100];
#pragma omp declare target link(table)
int main(void) {
  int a[100];
  table[7] = 5;
#pragma omp target map(from : a) map(tofrom : table)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
    table[7] += 0;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += table[7];
  }
  printf("g %d\n", table[0]);
  show_ints("a", a, 100);
}
