/* driver.c: runs each nest on the device and sequentially, on the same arrays, and compares all of them byte by byte.
 *
 * USE: driver N [NAME]   matrices of N x (N + 3) elements, cubes of about N^(2/3); only the nest NAME
 * Prints a line for each nest: its name, and right or wrong. Exit status 1: one is wrong, 2: usage.
 */
#include "nests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between two arrays. Without a gap, the run-time check cannot tell two mappings on the device from one that holds both arrays. */
enum { GAP = 8 };

static size_t elements_of(const struct nest_arrays *it) {
  return 3 * ((size_t)it->n * it->m + GAP) + 2 * ((size_t)it->n + it->m + GAP);
}

/* Places the arrays one after another in BLOCK. */
static struct nest_arrays arrays_of(int n, int m, double *block, int *index) {
  const size_t matrix = (size_t)n * m, vector = (size_t)n + m;
  int p = 2;
  while ((size_t)(p + 1) * (p + 1) * (p + 1) <= matrix)
    p++;
  return (struct nest_arrays){.n = n,
                              .m = m,
                              .p = p,
                              .a = block,
                              .b = block + matrix + GAP,
                              .c = block + 2 * (matrix + GAP),
                              .x = block + 3 * (matrix + GAP),
                              .y = block + 3 * (matrix + GAP) + vector + GAP,
                              .index = index};
}

static void fill(const struct nest_arrays *it) {
  for (size_t i = 0; i < elements_of(it); i++)
    it->a[i] = (double)(i * 7919 % 1013) / 1013 - 0.4;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 0;
  if (n < 4 || n > 10000) {
    fprintf(stderr, "usage: %s N [NAME]   N from 4 to 10000\n", argv[0]);
    return 2;
  }
  const int m = n + 3;
  struct nest_arrays none = {.n = n, .m = m};
  const size_t bytes = elements_of(&none) * sizeof(double), matrix = (size_t)n * m;
  double *device = malloc(bytes), *host = malloc(bytes);
  int *index = malloc(matrix * sizeof *index);
  if (!device || !host || !index)
    return 2;
  for (size_t i = 0; i < matrix; i++)
    index[i] = (int)(i * 7 % matrix);
  if (matrix % 7 == 0) /* else i * 7 is a permutation */
    for (size_t i = 0; i < matrix; i++)
      index[i] = (int)(matrix - 1 - i);
  const struct nest_arrays on_device = arrays_of(n, m, device, index), on_host = arrays_of(n, m, host, index);
  int wrong = 0;
  for (size_t i = 0; i < nest_count; i++) {
    if (argc > 2 && strcmp(argv[2], nests[i].name))
      continue;
    fill(&on_device);
    fill(&on_host);
    nests[i].run(&on_device);
    nests_reference[i].run(&on_host);
    const int differs = memcmp(device, host, bytes) != 0;
    printf("%s %s\n", nests[i].name, differs ? "wrong" : "right");
    wrong |= differs;
  }
  return wrong;
}
