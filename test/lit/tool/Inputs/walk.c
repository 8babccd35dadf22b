/* Each thread sums a column of A (adjacent threads read adjacent elements) and a row of B (a stride of N elements); and
 * sorts in a private array. */
#include <stdio.h>

enum { N = 256 };
static float a[N * N], b[N * N], sums[N];
static int order[8] = {3, 1, 2, 0, 7, 6, 5, 4};

static void walk(void) {
#pragma omp target teams distribute parallel for num_teams(8) thread_limit(32) map(to : a, b) map(from : sums)
  for (int i = 0; i < N; i++) {
    float sum = 0;
    for (int j = 0; j < N; j++) {
      float column = a[j * N + i];
      float row = b[i * N + j];
      sum += column * row;
    }
    sums[i] = sum;
  }
}

static void scatter(void) {
#pragma omp target teams distribute parallel for num_teams(8) thread_limit(32) map(to : order) map(tofrom : sums)
  for (int i = 0; i < N; i++) {
    float own[8] = {0};
    own[order[i & 7]] = 1;
#pragma omp atomic
    sums[0] += own[order[i >> 3 & 7]];
  }
}

int main(void) {
  for (int i = 0; i < N * N; i++)
    a[i] = (float)(i % 3), b[i] = (float)(i % 5);
  walk();
  float expected = 0;
  for (int j = 0; j < N; j++)
    expected += a[j * N + 7] * b[7 * N + j];
  printf("%s\n", sums[7] == expected ? "right" : "wrong");
  fflush(stdout);
  scatter();
  return sums[7] != expected;
}
