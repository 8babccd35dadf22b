/* FILE: test/corpus/snowpack.c
 * WHAT: avalanche counts on a slope (sandpile): integer fields, a flag that ends rounds, team reductions over several loops.
 * USE:  snowpack N STEPS
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 4

typedef struct {
  int rows, columns;
  int *height, *next;
  long *topples;
} slope_t;

static void snowfall(slope_t *s, int step) {
  const int columns = s->columns, size = s->rows * s->columns;
  int *height = s->height;
#pragma omp target teams distribute parallel for map(tofrom : height[0 : size])
  for (int i = 0; i < size; i++)
    if ((i * 7 + step * 13) % 11 == 0 || i % columns == columns / 2)
      height[i] += 2;
}

/* Rounds until nothing topples; at most MOST, of which the region makes all. */
static int relax(slope_t *s, int most) {
  const int rows = s->rows, columns = s->columns, size = rows * columns;
  int *height = s->height, *next = s->next;
  long *topples = s->topples;
  int rounds = 0;
#pragma omp target map(tofrom : height[0 : size], topples[0 : size], rounds) map(alloc : next[0 : size])
  {
    bool done = false;
    while (!done && rounds < most) {
      int unstable = 0;
#pragma omp parallel for collapse(2) reduction(+ : unstable)
      for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
          const int c = y * columns + x;
          int h = height[c];
          if (h >= LIMIT) {
            h -= LIMIT;
            topples[c]++;
            unstable++;
          }
          h += y > 0 && height[c - columns] >= LIMIT;
          h += y < rows - 1 && height[c + columns] >= LIMIT;
          h += x > 0 && height[c - 1] >= LIMIT;
          h += x < columns - 1 && height[c + 1] >= LIMIT;
          next[c] = h;
        }
#pragma omp parallel for
      for (int i = 0; i < size; i++)
        height[i] = next[i];
      if (unstable == 0)
        done = true;
      else
        rounds++;
    }
  }
  return rounds;
}

/* Volume, the highest cell, and all topples: reductions of a teams region over its loops. */
static void survey(const slope_t *s, long *volume, int *highest, long *total) {
  const int size = s->rows * s->columns;
  const int *height = s->height;
  const long *topples = s->topples;
  long v = 0, t = 0;
  int h = 0;
#pragma omp target teams map(to : height[0 : size], topples[0 : size]) map(tofrom : v, h, t) reduction(+ : v, t)       \
    reduction(max : h)
  {
#pragma omp distribute parallel for reduction(+ : v)
    for (int i = 0; i < size; i++)
      v += height[i];
#pragma omp distribute parallel for reduction(max : h)
    for (int i = 0; i < size; i++)
      h = height[i] > h ? height[i] : h;
#pragma omp distribute parallel for reduction(+ : t)
    for (int i = 0; i < size; i++)
      t += topples[i];
  }
  *volume = v;
  *highest = h;
  *total = t;
}

/* The profile: means of columns in a local table, then smoothed by neighbours. */
static void profile(const slope_t *s, double *out) {
  const int rows = s->rows, columns = s->columns, size = rows * columns;
  const int *height = s->height;
#pragma omp target map(to : height[0 : size]) map(from : out[0 : columns])
  {
    double mean[256];
#pragma omp parallel for
    for (int x = 0; x < columns; x++) {
      mean[x] = 0.0;
      for (int y = 0; y < rows; y++)
        mean[x] += (double)height[y * columns + x] / rows;
    }
#pragma omp parallel for
    for (int x = 0; x < columns; x++) {
      const int left = x ? x - 1 : 0, right = x < columns - 1 ? x + 1 : x;
      out[x] = 0.25 * mean[left] + 0.5 * mean[x] + 0.25 * mean[right];
    }
  }
}

static void serial(int *height, long *topples, int rows, int columns, int step, int most) {
  const int size = rows * columns;
  int *next = malloc(sizeof(int) * size);
  for (int i = 0; i < size; i++)
    if ((i * 7 + step * 13) % 11 == 0 || i % columns == columns / 2)
      height[i] += 2;
  for (int round = 0; round < most; round++) {
    bool unstable = false;
    memcpy(next, height, sizeof(int) * size);
    for (int c = 0; c < size; c++) {
      const int y = c / columns, x = c % columns;
      if (height[c] < LIMIT)
        continue;
      unstable = true;
      topples[c]++;
      next[c] -= LIMIT;
      if (y > 0) next[c - columns]++;
      if (y < rows - 1) next[c + columns]++;
      if (x > 0) next[c - 1]++;
      if (x < columns - 1) next[c + 1]++;
    }
    memcpy(height, next, sizeof(int) * size);
    if (!unstable)
      break;
  }
  free(next);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 6, size = n * (n + 4);
  if (n > 200)
    return 2;
  slope_t s = {n, n + 4, calloc(size, sizeof(int)), calloc(size, sizeof(int)), calloc(size, sizeof(long))};
  int *height = calloc(size, sizeof(int)), highest = 0, wrong = 0;
  long *topples = calloc(size, sizeof(long)), volume = 0, total = 0, rounds = 0, v = 0, t = 0;
  double *out = malloc(sizeof(double) * s.columns), mean = 0.0, sum = 0.0;
  for (int step = 0; step < steps; step++) {
    snowfall(&s, step);
    rounds += relax(&s, 20);
    survey(&s, &volume, &highest, &total);
    serial(height, topples, s.rows, s.columns, step, 20);
  }
  profile(&s, out);
  for (int i = 0; i < size; i++) {
    wrong += s.height[i] != height[i] || s.topples[i] != topples[i];
    v += height[i];
    t += topples[i];
    mean += (double)height[i] / s.rows;
  }
  for (int x = 0; x < s.columns; x++)
    sum += out[x];
  wrong += v != volume || t != total || sum - mean > 1.0 || mean - sum > 1.0;
  printf("snowpack: checksum %ld, rounds %ld, highest %d: %s\n", volume * 1000 + total, rounds, highest, wrong ? "WRONG" : "ok");
  return wrong ? 1 : 0;
}
