/* quickhull.h: convex hull of points in a plane, in rounds: a segment of the hull so far has the points outside of it. In
 * a round, each segment finds its farthest point, which is a vertex of the hull, and is replaced by two segments. */
#ifndef QUICKHULL_H
#define QUICKHULL_H

#include "sparse.h"

/* Coordinates are multiples of 1 / QUICKHULL_GRID up to 1. So a distance is a multiple of the square of that, and exact in
 * float: all versions find the same points. Of points with the same distance, the first one counts. */
#define QUICKHULL_GRID 1024

/* The points of segment s are member[first[s]] to member[first[s + 1] - 1], in ascending order. */
struct hull_segments {
  int *member;    /* n */
  int *first;     /* n + 2 */
  int *from, *to; /* n + 1: the ends of a segment, points */
};

struct problem {
  int n;                          /* the square of the size */
  REAL *x, *y;                    /* input */
  int *on_hull;                   /* result: 1 for a vertex of the hull, else 0 */
  struct hull_segments now, next; /* temporaries */
  int *farthest;                  /* temporary: n + 1 */
  int *count;                     /* temporary: 2 n + 2 */
  int *side;                      /* temporary: n */
};

void kernel_quickhull(int n, const REAL *x, const REAL *y, int *on_hull, struct hull_segments now,
                      struct hull_segments next, int *farthest, int *count, int *side);

#endif
