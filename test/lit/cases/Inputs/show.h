/* FILE: test/lit/cases/Inputs/show.h
 * WHAT: prints arrays so that one line tells whether an element is wrong or in the wrong place.
 */
#ifndef SHOW_H
#define SHOW_H
#include <stdio.h>

/* NAME: first and last of the COUNT values, their sum, and the sum of each times its place from 1. */
static inline void show_ints(const char *name, const int *values, int count) {
  long long sum = 0, placed = 0;
  for (int i = 0; i < count; i++) {
    sum += values[i];
    placed += (i + 1LL) * values[i];
  }
  printf("%s: first %d last %d sum %lld placed %lld\n", name, values[0], values[count - 1], sum,
         placed);
}

static inline void show_doubles(const char *name, const double *values, int count) {
  double sum = 0, placed = 0;
  for (int i = 0; i < count; i++) {
    sum += values[i];
    placed += (i + 1) * values[i];
  }
  printf("%s: first %.15g last %.15g sum %.15g placed %.15g\n", name, values[0], values[count - 1],
         sum, placed);
}
#endif
