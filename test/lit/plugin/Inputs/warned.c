// Warnings of the preprocessor, the parser and the semantic analysis, before, in and after target regions.
#include "warned.h"
#define NEVER 1
#define AROUND(x) ((x) + 1.0f)
#warning "before the region"

struct pair {
  char small;
  double large;
};

int steps(float *restrict a, double *b, struct pair *p, int n, unsigned limit) {
  int unused, set_alone;
  float scale;
  set_alone = 1;
#pragma omp target map(tofrom : a[0 : n], b[0 : n], p[0 : n])
  {
    int limit = 3, other = 0;
#pragma omp parallel for
    for (int i = 0; i < limit; i++) {
      float n = HALF(i), hidden;
      a[i] = n + b[i] * 2.5;
      if (b[i] == 1.0)
        b[i] = AROUND(i) ;
    }
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
      switch (i) {
      case 0:
        p[i].small = i;
      case 1:
        p[i].large = p[i].small << 40;
      }
      int before = narrow(i);
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
      a[i] = (unsigned)i * i;
#pragma GCC diagnostic pop
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
      a[i] += (unsigned)i * i ;;
  }
  if (n = 4)
    return scale;
#warning "after the region"
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) reduction(+ : scale)
  for (int i = 0; i < n; i++)
    scale += a[i] , 1;
}
