/* Two loops in a region; n squares plus 1. With a second argument, a loop writes after the end of its array. */
#include <stdio.h>
#include <stdlib.h>

static void square(int n, const double *a, double *b) {
#pragma omp target map(to : a[0 : n]) map(from : b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] * a[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += 1;
  }
}

static void write_too_much(int n, double *b) {
#pragma omp target teams distribute parallel for map(from : b[0 : n])
  for (int i = 0; i < n + 1024; i++)
    b[i] = i;
}

int main(int count, char **words) {
  int n = count > 1 ? atoi(words[1]) : 1000, wrong = 0;
  double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
  for (int i = 0; i < n; i++)
    a[i] = i;
  square(n, a, b);
  for (int i = 0; i < n; i++)
    wrong += b[i] != (double)i * i + 1;
  printf("%d of %d wrong\n", wrong, n);
  fflush(stdout);
  if (count > 2)
    write_too_much(n, b);
  return wrong != 0;
}
