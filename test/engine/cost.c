/* FILE: test/engine/cost.c
 * WHAT: what the transfer engine costs where it does not copy: the time of a region with objects of 64
 *       bytes, with the calls of transformed text and without them, and of a single construct.
 *
 * USE: cost.sh
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../lit/engine/Inputs/schedule.h"

enum { REGIONS = 500, ROUNDS = 200 };

static double a[8], b[8], c[8];

/* The processor time of this thread, since other programs run. */
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void region(int scheduled) {
  if (scheduled)
    BEGIN(-1, 3, (const volatile void *)a, 0, 0, (const volatile void *)b, 1, -1, (const volatile void *)c, 1,
          1);
#pragma omp target data map(tofrom : a, c) map(to : b)
  {
    if (scheduled)
      STAGE(0);
#pragma omp target map(tofrom : a)
    a[0] += 1;
    if (scheduled)
      STAGE(1);
#pragma omp target map(tofrom : c) map(to : b)
    c[0] += b[0];
  }
  if (scheduled)
    END();
}

/* ns of each */
static double of_regions(int scheduled) {
  const double begin = now();
  for (int i = 0; i < REGIONS; i++)
    region(scheduled);
  return (now() - begin) / REGIONS;
}

static double of_updates(void) {
  const double begin = now();
  for (int i = 0; i < REGIONS; i++) {
#pragma omp target update to(a)
  }
  return (now() - begin) / REGIONS;
}

static int by_value(const void *left, const void *right) {
  const double x = *(const double *)left, y = *(const double *)right;
  return (x > y) - (x < y);
}

int main(void) {
  double plain[ROUNDS], scheduled[ROUNDS], update[ROUNDS];
  of_regions(1);
  for (int i = 0; i < ROUNDS; i++) {
    plain[i] = of_regions(0);
    scheduled[i] = of_regions(1);
    update[i] = of_updates();
  }
  qsort(plain, ROUNDS, sizeof *plain, by_value);
  qsort(scheduled, ROUNDS, sizeof *scheduled, by_value);
  qsort(update, ROUNDS, sizeof *update, by_value);
  printf("region without schedule %.0f ns, with %.0f ns; update of nothing %.1f ns\n", plain[0], scheduled[0],
         update[0]);
}
