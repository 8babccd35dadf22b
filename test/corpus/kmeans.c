/* FILE: test/corpus/kmeans.c
 * WHAT: k-means clustering: assignment, sums by atomic updates, new centroids; the host reads the number of changes.
 * USE:  kmeans N STEPS
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIMENSIONS 4
#define CLUSTERS 5

static float distance2(const float *a, const float *b) {
  float sum = 0.0f;
  for (int d = 0; d < DIMENSIONS; d++)
    sum += (a[d] - b[d]) * (a[d] - b[d]);
  return sum;
}

static int assign(const float *points, const float *centroids, int *member, int n) {
  int changed = 0;
#pragma omp target teams distribute parallel for reduction(+ : changed) map(to : points[0 : n * DIMENSIONS])         \
    map(to : centroids[0 : CLUSTERS * DIMENSIONS]) map(tofrom : member[0 : n]) map(tofrom : changed)
  for (int i = 0; i < n; i++) {
    int best = 0;
    float least = FLT_MAX;
    for (int c = 0; c < CLUSTERS; c++) {
      const float d = distance2(points + i * DIMENSIONS, centroids + c * DIMENSIONS);
      if (d < least) {
        least = d;
        best = c;
      }
    }
    if (member[i] != best) {
      member[i] = best;
      changed++;
    }
  }
  return changed;
}

/* New centroids, from sums in integers, so that they do not depend on the order. */
static void update(const float *points, float *centroids, const int *member, long *sums, int *counts, int n) {
#pragma omp target map(to : points[0 : n * DIMENSIONS], member[0 : n]) map(tofrom : centroids[0 : CLUSTERS * DIMENSIONS]) \
    map(tofrom : sums[0 : CLUSTERS * DIMENSIONS], counts[0 : CLUSTERS])
  {
#pragma omp parallel for
    for (int c = 0; c < CLUSTERS; c++) {
      counts[c] = 0;
      for (int d = 0; d < DIMENSIONS; d++)
        sums[c * DIMENSIONS + d] = 0;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const int c = member[i];
#pragma omp atomic
      counts[c]++;
      for (int d = 0; d < DIMENSIONS; d++) {
        const long value = (long)(points[i * DIMENSIONS + d] * 65536.0f);
#pragma omp atomic
        sums[c * DIMENSIONS + d] += value;
      }
    }
#pragma omp parallel for
    for (int c = 0; c < CLUSTERS; c++)
      if (counts[c])
        for (int d = 0; d < DIMENSIONS; d++)
          centroids[c * DIMENSIONS + d] = (float)((double)sums[c * DIMENSIONS + d] / 65536.0 / counts[c]);
  }
}

static double inertia(const float *points, const float *centroids, const int *member, int n) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : points[0 : n * DIMENSIONS], member[0 : n])  \
    map(to : centroids[0 : CLUSTERS * DIMENSIONS])
  for (int i = 0; i < n; i++)
    sum += distance2(points + i * DIMENSIONS, centroids + member[i] * DIMENSIONS);
  return sum;
}

static int kmeans(const float *points, float *centroids, int *member, int n, int steps) {
  long sums[CLUSTERS * DIMENSIONS];
  int counts[CLUSTERS], step, changed;
  for (step = 0; step < steps; step++) {
    changed = assign(points, centroids, member, n);
    if (changed == 0 && step > 50)
      break;
    update(points, centroids, member, sums, counts, n);
  }
  return step;
}

static void kmeans_serial(const float *points, float *centroids, int *member, int n, int steps) {
  for (int step = 0; step < steps; step++) {
    long sums[CLUSTERS * DIMENSIONS] = {0};
    int counts[CLUSTERS] = {0};
    for (int i = 0; i < n; i++) {
      int best = 0;
      for (int c = 1; c < CLUSTERS; c++)
        if (distance2(points + i * DIMENSIONS, centroids + c * DIMENSIONS) <
            distance2(points + i * DIMENSIONS, centroids + best * DIMENSIONS))
          best = c;
      member[i] = best;
      counts[best]++;
      for (int d = 0; d < DIMENSIONS; d++)
        sums[best * DIMENSIONS + d] += (long)(points[i * DIMENSIONS + d] * 65536.0f);
    }
    for (int c = 0; c < CLUSTERS; c++)
      for (int d = 0; d < DIMENSIONS && counts[c]; d++)
        centroids[c * DIMENSIONS + d] = (float)((double)sums[c * DIMENSIONS + d] / 65536.0 / counts[c]);
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 10;
  float *points = malloc(sizeof(float) * n * DIMENSIONS);
  float centroids[CLUSTERS * DIMENSIONS], expected[CLUSTERS * DIMENSIONS];
  int *member = malloc(sizeof(int) * n), *member_serial = malloc(sizeof(int) * n);
  int wrong = 0;
  for (int i = 0; i < n * DIMENSIONS; i++)
    points[i] = (float)((i * 7919L) % 1009) / 1009.0f + (float)(i / DIMENSIONS % CLUSTERS) * (i % DIMENSIONS);
  for (int i = 0; i < n; i++)
    member[i] = member_serial[i] = -1;
  memcpy(centroids, points, sizeof centroids);
  memcpy(expected, points, sizeof expected);
  kmeans(points, centroids, member, n, steps);
  kmeans_serial(points, expected, member_serial, n, steps);
  for (int i = 0; i < n; i++)
    wrong += member[i] != member_serial[i];
  for (int i = 0; i < CLUSTERS * DIMENSIONS; i++)
    wrong += fabsf(centroids[i] - expected[i]) > 1e-5f;
  printf("kmeans: checksum %.6e: %s\n", inertia(points, centroids, member, n), wrong < 3 ? "ok" : "WRONG");
  return wrong < 3 ? 0 : 1;
}
