/* A record with a pointer goes through a file. */
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
struct saved {
  int n;
  double *p;
};
int main(void) {
  double *a = malloc(N * sizeof *a);
  fill(a, N);
  struct saved out = {N, a}, in;
  FILE *f = tmpfile();
  fwrite(&out, sizeof out, 1, f);
  rewind(f);
  if (fread(&in, sizeof in, 1, f) != 1)
    return 1;
  fclose(f);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g ", in.p[4]);
    in.p[6] = 7;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
