/* Memory of a device in each kind of section: a large variable, shared memory of the program and of
 * cleave's own tiles, rows, reductions and scans, local memory. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, BIG = 20000 };
#pragma omp begin declare target
int zeros[BIG];
#pragma omp end declare target

/* Rows of lengths from 0 to thousands. */
static void rows(int r, const int *off, const double *v, double *y) {
#pragma omp target teams distribute parallel for map(to : off[0 : r + 1], v[0 : off[r]]) map(from : y[0 : r])
  for (int i = 0; i < r; i++) {
    double s = 0;
    for (int k = off[i]; k < off[i + 1]; k++)
      s += v[k];
    y[i] = s;
  }
}

/* Tiles. */
static void product(int n, const double *a, const double *b, double *c) {
#pragma omp target teams distribute parallel for collapse(2) map(to : a[0 : n * n], b[0 : n * n]) map(from : c[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

int main(void) {
  int *off = malloc((N + 1) * sizeof *off);
  off[0] = 0;
  for (int i = 0; i < N; i++)
    off[i + 1] = off[i] + (i == 7 ? 5000 : i % 70);
  double *v = malloc((size_t)off[N] * sizeof *v), *y = malloc(N * sizeof *y);
  for (int k = 0; k < off[N]; k++)
    v[k] = k % 7;
  rows(N, off, v, y);
  const int total = off[N];
  long wrong = 0, sum = 0, running = 0;
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int k = off[i]; k < off[i + 1]; k++)
      s += v[k];
    wrong += y[i] != s;
  }
  double *a = malloc(3 * N * N * sizeof *a), *b = a + N * N, *c = b + N * N;
  for (int i = 0; i < N * N; i++)
    a[i] = i % 5, b[i] = i % 3;
  product(N, a, b, c);
  for (int i = 0; i < N * N; i += 97) {
    double s = 0;
    for (int k = 0; k < N; k++)
      s += a[i / N * N + k] * b[k * N + i % N];
    wrong += c[i] != s;
  }
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : v[0 : total])
  for (int i = 0; i < total; i++)
    sum += (long)v[i];
  long *prefix = malloc((size_t)total * sizeof *prefix);
#pragma omp target map(tofrom : running) map(to : v[0 : total]) map(from : prefix[0 : total])
  for (int i = 0; i < total; i++) {
    running += (long)v[i];
    prefix[i] = running;
  }
  long expected = 0;
  for (int i = 0; i < total; i++) {
    expected += (long)v[i];
    wrong += prefix[i] != expected;
  }
  wrong += sum != expected;
  int shared[256];
#pragma omp target teams num_teams(1) thread_limit(128) map(from : shared)
  {
    int tile[256];
    zeros[BIG - 1] = 7;
#pragma omp parallel for
    for (int i = 0; i < 256; i++)
      tile[i] = i + zeros[i * 70];
#pragma omp parallel for
    for (int i = 0; i < 256; i++) {
      int frame[64];
      for (int k = 0; k < 64; k++)
        frame[(k * tile[i]) & 63] = tile[(i + k) & 255];
      shared[i] = tile[255 - i] + 0 * frame[tile[i] & 63];
    }
  }
  for (int i = 0; i < 256; i++)
    wrong += shared[i] != 255 - i;
  printf("%ld wrong\n", wrong);
  return wrong != 0;
}
