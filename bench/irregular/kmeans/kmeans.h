/* kmeans.h: k-means of points with four coordinates: each point belongs to the nearest center, and a center moves to the
 * mean of its points. */
#ifndef KMEANS_H
#define KMEANS_H

#include "sparse.h"

enum { KMEANS_DIMENSIONS = 4, KMEANS_MOST_CLUSTERS = 512 };

struct problem {
  int n, clusters, steps; /* n: the square of the size */
  REAL *point;            /* n x KMEANS_DIMENSIONS */
  REAL *center;           /* clusters x KMEANS_DIMENSIONS: input and result */
  REAL *sum;              /* clusters x KMEANS_DIMENSIONS: result of the last step */
  int *cluster;           /* n: result of the last step */
  int *count;             /* clusters: result of the last step */
};

void kernel_kmeans(int steps, int n, int clusters, const REAL *point, REAL *center, REAL *sum, int *cluster,
                   int *count);

#endif
