/* A pointer to a member becomes a pointer to the record, and to the first member. */
#include "host.h"
#include <stddef.h>
static void step(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2 + i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
struct link {
  struct link *next;
};
struct item {
  double *data;
  int k;
  struct link link;
};
static struct item *item_of(struct link *l) {
  return (struct item *)((char *)l - offsetof(struct item, link));
}
int main(void) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  struct item x = {a, 1, {0}}, y = {b, 2, {&x.link}};
  fill(a, N);
  fill(b, N);
  double **first = (double **)&y;
  for (int t = 0; t < 3; t++) {
    step(a, N);
    step(b, N);
    item_of(y.link.next)->data[3] += 1;
    printf("%g ", (*first)[4]);
    (*first)[5] = t;
    step(a, N);
    step(b, N);
  }
  printf("%g %g\n", sum(a, N), sum(b, N));
  free(a);
  free(b);
}
