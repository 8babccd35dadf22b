/* FILE: test/corpus/pagerank.c
 * WHAT: PageRank on a graph in CSC: a region for each iteration, with dangling nodes, and the change read every few iterations.
 * USE:  pagerank N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int n, m;
  int *in_start, *in_node, *out_degree;
} web;

static const double damping = 0.85;

static web make(int n) {
  web w = {.n = n};
  w.in_start = malloc(sizeof(int) * (n + 1));
  w.in_node = malloc(sizeof(int) * n * 8);
  w.out_degree = calloc(n, sizeof(int));
  for (int i = 0; i < n; i++) {
    w.in_start[i] = w.m;
    for (int k = 0; k < 1 + i % 7; k++) {
      const int from = (int)((i * 31L + k * 977L + (long)k * k * i) % n);
      if (from % 10 == 3)
        continue;
      w.in_node[w.m++] = from;
      w.out_degree[from]++;
    }
  }
  w.in_start[n] = w.m;
  return w;
}

/* One iteration: what the pages without links give to all, the contributions, the new ranks. */
static void iterate(const web *w, double *rank, double *next, double *share) {
  const int n = w->n, m = w->m;
  int *in_start = w->in_start, *in_node = w->in_node, *out_degree = w->out_degree;
  double dangling = 0.0;
#pragma omp target map(to : in_start[0 : n + 1], in_node[0 : m], out_degree[0 : n], rank[0 : n])                      \
    map(from : next[0 : n]) map(alloc : share[0 : n]) map(tofrom : dangling)
  {
#pragma omp parallel for reduction(+ : dangling)
    for (int i = 0; i < n; i++)
      if (out_degree[i] == 0)
        dangling += rank[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      share[i] = out_degree[i] ? rank[i] / out_degree[i] : 0.0;
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < n; i++) {
      double sum = 0.0;
      for (int k = in_start[i]; k < in_start[i + 1]; k++)
        sum += share[in_node[k]];
      next[i] = (1.0 - damping) / n + damping * (sum + dangling / n);
    }
  }
}

static double change(const double *a, const double *b, int n) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for map(to : a[0 : n], b[0 : n]) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += fabs(a[i] - b[i]);
  return sum;
}

static double *pagerank(const web *w, double *rank, double *next, int steps) {
  double *share = malloc(sizeof(double) * w->n);
  for (int i = 0; i < w->n; i++)
    rank[i] = 1.0 / w->n;
  for (int step = 1; step <= steps; ++step) {
    iterate(w, rank, next, share);
    if (step % 5 == 0 && change(rank, next, w->n) < 1e-15)
      step = steps;
    double *swap = rank;
    rank = next;
    next = swap;
  }
  free(share);
  return rank;
}

static double *pagerank_serial(const web *w, double *rank, double *next, int steps) {
  for (int i = 0; i < w->n; i++)
    rank[i] = 1.0 / w->n;
  for (int step = 1; step <= steps; ++step) {
    double dangling = 0.0;
    for (int i = 0; i < w->n; i++)
      if (!w->out_degree[i])
        dangling += rank[i];
    for (int i = 0; i < w->n; i++) {
      double sum = 0.0;
      for (int k = w->in_start[i]; k < w->in_start[i + 1]; k++)
        sum += rank[w->in_node[k]] / w->out_degree[w->in_node[k]];
      next[i] = (1.0 - damping) / w->n + damping * (sum + dangling / w->n);
    }
    double *swap = rank;
    rank = next;
    next = swap;
  }
  return rank;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2000, steps = argc > 2 ? atoi(argv[2]) : 10;
  const web w = make(n);
  double *a = malloc(sizeof(double) * n), *b = malloc(sizeof(double) * n);
  double *c = malloc(sizeof(double) * n), *d = malloc(sizeof(double) * n);
  const double *rank = pagerank(&w, a, b, steps), *expected = pagerank_serial(&w, c, d, steps);
  double worst = 0.0, sum = 0.0;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(rank[i] - expected[i]));
    sum += rank[i] * (1 + i % 3);
  }
  printf("pagerank: checksum %.9e: %s\n", sum, worst < 1e-13 ? "ok" : "WRONG");
  return worst < 1e-13 ? 0 : 1;
}
