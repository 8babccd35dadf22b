/* bfs.h: breadth-first search: the least number of edges from a vertex to each other one, in a directed graph. */
#ifndef BFS_H
#define BFS_H

#include "sparse.h"

struct problem {
  int n, source;
  struct sparse graph; /* the row of a vertex lists its successors */
  int *level;          /* result: edges from the source; -1: not reached */
};

void kernel_bfs(int n, int source, const int *offset, const int *neighbor, int *level);

#endif
