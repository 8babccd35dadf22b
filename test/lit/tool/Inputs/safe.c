#include <stdio.h>
enum { N = 96 };
static float a[N][N], b[N][N], c[N][N], x[N];

static void multiply(void) {
#pragma omp target map(to : a, b) map(tofrom : c, x)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        c[i][j] = 0;
        for (int k = 0; k < N; k++)
          c[i][j] += a[i][k] * b[k][j];
      }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] = c[i][i];
  }
}

static float sum(void) {
  float total = 0;
#pragma omp target teams distribute parallel for reduction(+ : total) map(to : x) map(tofrom : total)
  for (int i = 0; i < N; i++)
    total += x[i];
  return total;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (float)((3 * i + j) % 7);
      b[i][j] = (float)((i + 2 * j) % 5);
    }
  for (int step = 0; step < 3; step++) {
    multiply();
    printf("%g\n", sum());
    a[step][step] += 1;
  }
  return 0;
}
