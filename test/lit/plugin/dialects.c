/* Each dialect of C and C++ compiles the text of each printer: in C89, a variable that a for statement declares belongs to the block around it.
   LABEL: slow
   RUN: rm -rf %t && mkdir %t && cd %t
   RUN: %clang %host_offload -std=gnu89 -O1 %s -o plain && %run ./plain > plain.txt
   RUN: %cleave_cc -fplugin-arg-cleave-shared-tiles=on %host_offload -std=gnu89 -O1 %s -o program -Rpass=cleave 2>&1 | FileCheck %s
   RUN: %run ./program > cleave.txt && diff plain.txt cleave.txt
   RUN: %run4 ./program > cleave.txt && diff plain.txt cleave.txt
   RUN: %cleave_cc %link_sm90 -std=c89 -O1 %s -o gpu && %gpu ./gpu > gpu.txt && diff plain.txt gpu.txt
   RUN: bash -c 'for std in gnu89 c89 iso9899:199409 c99 gnu11 c23; do %cleave_cc %sm90 -std=$std -Wall -Wextra -Wpadded -Werror -O0 -c %s -o file.o || exit 1; done'
   RUN: bash -c 'for std in c++11 c++14 c++17 c++20 gnu++23; do %cleave_cxx %sm90 -x c++ -std=$std -Wall -Wextra -Wpadded -Werror -O0 -c %s -o file.o || exit 1; done'
   RUN: %cleave_cc -fplugin-arg-cleave-shared-tiles=on %host_offload -std=c89 -pedantic-errors -Wno-error=long-long -O0 -c %s -o file.o
   RUN: %cleave explain --all %s -- -std=c99 | FileCheck %s --check-prefix=SCAN
   SCAN-COUNT-2: CLV058: serial loop executed by all teams
   CHECK-DAG: CLV046: sums staged in shared memory
   CHECK-DAG: CLV050:
   CHECK-DAG: CLV001: target region split
*/
#include <stdio.h>
#include <stdlib.h>
enum { N = 40, M = 3000 };
static double a[N][N], b[N][N], c[N][N];
static int x[M], y[M], hist[64], row[M + 1], place[M];
static float v[4 * M];

static void product(int n) {
  int i, j, k;
#pragma omp target teams distribute parallel for private(j, k) map(to : a, b) map(tofrom : c)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

static void sums(int n) {
  int i, j;
#pragma omp target teams distribute parallel for private(j) map(to : a) map(tofrom : c)
  for (i = 0; i < n; i++) {
    double s = 0;
    for (j = 0; j < n; j++)
      s += a[i][j] * a[i][j];
    c[i][0] += s;
  }
}

static void stencil(int n) {
  int i, j;
#pragma omp target map(to : a) map(tofrom : c, b)
  {
#pragma omp parallel for private(j)
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < n - 1; j++)
        c[i][j] += a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        b[i][j] = c[j][i];
  }
}

static long lists(int n) {
  int i, s = 0, m = -1;
  long q = 0, kept = 0;
#pragma omp target map(tofrom : x, y, hist, s, m, q, kept)
  {
#pragma omp parallel for reduction(+ : s) reduction(max : m)
    for (i = 0; i < n; i++) {
      s += x[i];
      if (x[i] > m)
        m = x[i];
    }
    for (i = 0; i < n; i++) {
      q += x[i];
      y[i] = (int)q;
    }
    for (i = 0; i < n; i++)
      if (x[i] > 500)
        y[kept++] = x[i];
#pragma omp parallel for
    for (i = 0; i < n; i++) {
#pragma omp atomic
      hist[x[i] & 63] += 1;
    }
#pragma omp parallel for reduction(+ : hist)
    for (i = 0; i < n; i++)
      hist[y[i] & 63] += 1;
  }
  return q + s + m + kept;
}

/* Scans have counters of their own, which C89 does not have: there the loops stay serial. */
static void offsets(int n, const int *count, int *first, int *kept_before) {
  int kept = 0;
#if defined __cplusplus || __STDC_VERSION__ >= 199901L
#pragma omp target map(to : count[0 : n]) map(tofrom : first[0 : n + 1], kept_before[0 : n])
  {
    for (int i = 0; i < n; i++)
      first[i + 1] = first[i] + count[i];
    for (int i = 0; i < n; i++) {
      kept_before[i] = kept;
      if (count[i] > 500)
        kept++;
    }
  }
#else
  int i;
#pragma omp target map(to : count[0 : n]) map(tofrom : first[0 : n + 1], kept_before[0 : n])
  {
    for (i = 0; i < n; i++)
      first[i + 1] = first[i] + count[i];
    for (i = 0; i < n; i++) {
      kept_before[i] = kept;
      if (count[i] > 500)
        kept++;
    }
  }
#endif
}

static void rows(int n) {
  int i, k;
#pragma omp target teams distribute parallel for private(k) map(to : row, v) map(tofrom : y)
  for (i = 0; i < n; i++) {
    float s = 0;
    for (k = row[i]; k < row[i + 1]; k++)
      s += v[k];
    y[i] = (int)s;
  }
}

int main(void) {
  int i, j;
  long q;
  double s = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i][j] = i % 7;
      b[i][j] = j % 5;
    }
  for (i = 0; i < M; i++) {
    x[i] = i * 7919 % 1001;
    row[i + 1] = row[i] + i % 7;
  }
  for (i = 0; i < 4 * M; i++)
    v[i] = (float)(i % 3);
  product(N);
  sums(N);
  stencil(N);
  q = lists(M);
  for (i = 0; i < M; i++)
    q = q * 31 + y[i];
  offsets(M - 1, x, y, place);
  for (i = 0; i < M; i++)
    q = q * 31 + y[i] + place[i];
  rows(M);
  for (i = 0; i < M; i++)
    q = q * 31 + y[i];
  for (i = 0; i < 64; i++)
    q = q * 31 + hist[i];
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      s = s * 0.99 + c[i][j] + b[i][j];
  printf("%.17g %ld\n", s, q);
  return 0;
}
