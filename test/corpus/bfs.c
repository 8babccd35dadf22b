/* FILE: test/corpus/bfs.c
 * WHAT: breadth-first search by levels on a random graph in CSR, with frontiers as masks; the host reads a flag per level.
 * USE:  bfs N STEPS   STEPS: number of searches
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int start, degree;
};

struct graph {
  int nodes, edges;
  struct node *node;
  int *edge;
};

static struct graph random_graph(int n) {
  struct graph g = {n, 0, malloc(sizeof(struct node) * n), malloc(sizeof(int) * n * 6)};
  unsigned seed = 7;
  for (int i = 0; i < n; i++) {
    g.node[i].start = g.edges;
    for (int k = 0; k < 2 + i % 4; k++) {
      seed = seed * 1103515245u + 12345u;
      g.edge[g.edges++] = k ? (int)((seed >> 9) % (unsigned)n) : (i + 1) % n;
    }
    g.node[i].degree = g.edges - g.node[i].start;
  }
  return g;
}

static void bfs(const struct graph *g, int source, int *cost) {
  const int n = g->nodes, m = g->edges;
  const struct node *node = g->node;
  const int *edge = g->edge;
  bool *mask = calloc(n, sizeof(bool)), *next = calloc(n, sizeof(bool)), *visited = calloc(n, sizeof(bool));
  bool again;
  for (int i = 0; i < n; i++)
    cost[i] = -1;
  mask[source] = visited[source] = true;
  cost[source] = 0;
#pragma omp target data map(to : node[0 : n], edge[0 : m], mask[0 : n], next[0 : n], visited[0 : n])                 \
    map(tofrom : cost[0 : n])
  do {
    again = false;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      if (mask[i]) {
        mask[i] = false;
        for (int k = node[i].start; k < node[i].start + node[i].degree; k++) {
          const int to = edge[k];
          if (!visited[to]) {
#pragma omp atomic write
            cost[to] = cost[i] + 1;
#pragma omp atomic write
            next[to] = true;
          }
        }
      }
#pragma omp target teams distribute parallel for map(tofrom : again)
    for (int i = 0; i < n; i++)
      if (next[i]) {
        mask[i] = visited[i] = true;
        next[i] = false;
#pragma omp atomic write
        again = true;
      }
  } while (again);
  free(mask), free(next), free(visited);
}

/* The number of nodes of each distance, and the largest distance. */
static int histogram(const int *cost, int n, int *level, int levels) {
  int deepest = 0;
#pragma omp target map(to : cost[0 : n]) map(from : level[0 : levels]) map(tofrom : deepest)
  {
#pragma omp parallel for
    for (int i = 0; i < levels; i++)
      level[i] = 0;
#pragma omp parallel for reduction(max : deepest)
    for (int i = 0; i < n; i++)
      if (cost[i] >= 0 && cost[i] < levels) {
#pragma omp atomic
        level[cost[i]]++;
        deepest = cost[i] > deepest ? cost[i] : deepest;
      }
  }
  return deepest;
}

static void bfs_serial(const struct graph *g, int source, int *cost) {
  int *queue = malloc(sizeof(int) * g->nodes), head = 0, tail = 0;
  for (int i = 0; i < g->nodes; i++)
    cost[i] = -1;
  cost[queue[tail++] = source] = 0;
  while (head < tail) {
    const int i = queue[head++];
    for (int k = g->node[i].start; k < g->node[i].start + g->node[i].degree; k++)
      if (cost[g->edge[k]] < 0)
        cost[queue[tail++] = g->edge[k]] = cost[i] + 1;
  }
  free(queue);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 3;
  const struct graph g = random_graph(n);
  int *cost = malloc(sizeof(int) * n), *expected = malloc(sizeof(int) * n);
  int level[64], wrong = 0;
  long sum = 0;
  for (int s = 0; s < steps; s++) {
    bfs(&g, s * 37 % n, cost);
    bfs_serial(&g, s * 37 % n, expected);
    const int deepest = histogram(cost, n, level, 64);
    for (int i = 0; i < n; i++) {
      wrong += cost[i] != expected[i];
      sum += cost[i];
    }
    for (int d = 0; d < 64; d++)
      sum += (long)level[d] * d * d + deepest;
  }
  printf("bfs: checksum %ld: %s\n", sum, wrong == 0 ? "ok" : "WRONG");
  return wrong ? 1 : 0;
}
