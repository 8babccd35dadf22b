/* pagerank.h: PageRank: each vertex pulls the rank of the vertices that link to it, a fixed number of times. */
#ifndef PAGERANK_H
#define PAGERANK_H

#include "sparse.h"

#define PAGERANK_DAMPING ((REAL)0.85)

struct problem {
  int n, steps;
  struct sparse graph; /* the row of a vertex lists the vertices that link to it */
  int *links;          /* n: outgoing links of each vertex */
  REAL *rank;          /* result */
  REAL *
      change; /* steps: 1 plus the sum of the changes of a step. Without the 1, few digits would be the same. */
  REAL *share, *next; /* temporaries */
};

void kernel_pagerank(int steps, int n, const int *offset, const int *source, const int *links, REAL *rank,
                     REAL *change, REAL *share, REAL *next);

#endif
