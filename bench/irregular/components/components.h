/* components.h: connected components of an undirected graph. The label of a component is its least vertex. */
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include "sparse.h"

struct problem {
  int n;
  struct sparse graph; /* symmetric: the row of a vertex lists its neighbors */
  int *label;          /* result: the least vertex of the component */
  int *next;           /* temporary */
};

void kernel_components(int n, const int *offset, const int *neighbor, int *label, int *next);

#endif
