/* Pointers in tables: selected by a variable, sorted, in a linked list. */
#include "host.h"
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
struct node {
  double *data;
  struct node *next;
};
int main(void) {
  double *t[3];
  struct node list[3];
  for (int k = 0; k < 3; k++) {
    t[k] = malloc(N * sizeof(double));
    fill(t[k], N);
    list[k].data = t[k];
    list[k].next = k < 2 ? &list[k + 1] : 0;
  }
  double *a = t[0];
  for (int s = 0; s < 4; s++) {
    step(a, N);
    step(a, N);
    double *first = t[s % 3];
    first[4] += 1;
    for (struct node *n = list; n; n = n->next)
      printf("%g ", n->data[5]);
    double *swap = t[0];
    t[0] = t[s % 3];
    t[s % 3] = swap;
  }
  printf("%g\n", sum(a, N));
  for (int k = 0; k < 3; k++)
    free(t[k]);
}
