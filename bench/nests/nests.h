/* nests.h: the loop nests of mini-apps, and what the driver needs to run one.
 *
 * nests.c and published.c are compiled twice: for the device, and with -DNESTS_REFERENCE, sequentially. Each nest reads and writes the arrays below.
 */
#ifndef NESTS_H
#define NESTS_H

#include <stddef.h>

/* Three square matrices or cubes, vectors and indices of a problem of size n. */
struct nest_arrays {
  int n, m;          /* rows and columns, m > n; a cube has side p */
  int p;
  double *a, *b, *c; /* n * m elements, at least p * p * p */
  double *x, *y;     /* n + m elements */
  int *index;        /* n * m elements: a permutation */
};

typedef void nest(const struct nest_arrays *arrays);

struct nest_row {
  const char *name;
  nest *run;
};

extern const struct nest_row nests[], nests_reference[];
extern const size_t nest_count;

#endif
