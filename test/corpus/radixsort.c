/* FILE: test/corpus/radixsort.c
 * WHAT: radix sort of keys with values: histograms of blocks, a prefix sum, a stable scatter; arrays exchanged for each digit.
 * USE:  radixsort N STEPS   STEPS: arrays to sort
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS 4
#define RADIX (1 << BITS)
#define BLOCKS 32

static void sort(uint32_t *keys, uint32_t *values, uint32_t *keys2, uint32_t *values2, int *count, int n) {
  const int length = (n + BLOCKS - 1) / BLOCKS;
#pragma omp target map(tofrom : keys[0 : n], values[0 : n]) map(alloc : keys2[0 : n], values2[0 : n])                \
    map(alloc : count[0 : RADIX * BLOCKS])
  {
    uint32_t *k_in = keys, *k_out = keys2, *v_in = values, *v_out = values2;
    for (int shift = 0; shift < 32; shift += BITS) {
#pragma omp parallel for
      for (int b = 0; b < BLOCKS; b++) {
        int local[RADIX] = {0};
        const int end = (b + 1) * length < n ? (b + 1) * length : n;
        for (int i = b * length; i < end; i++)
          local[k_in[i] >> shift & (RADIX - 1)]++;
        for (int d = 0; d < RADIX; d++)
          count[d * BLOCKS + b] = local[d];
      }
      int sum = 0;
      for (int i = 0; i < RADIX * BLOCKS; i++) {
        const int c = count[i];
        count[i] = sum;
        sum += c;
      }
#pragma omp parallel for
      for (int b = 0; b < BLOCKS; b++) {
        int next[RADIX];
        const int end = (b + 1) * length < n ? (b + 1) * length : n;
        for (int d = 0; d < RADIX; d++)
          next[d] = count[d * BLOCKS + b];
        for (int i = b * length; i < end; i++) {
          const int at = next[k_in[i] >> shift & (RADIX - 1)]++;
          k_out[at] = k_in[i];
          v_out[at] = v_in[i];
        }
      }
      uint32_t *t = k_in;
      k_in = k_out, k_out = t;
      t = v_in;
      v_in = v_out, v_out = t;
    }
  }
}

/* Where each run of equal keys begins, and the number of runs. */
static int runs(const uint32_t *keys, int *flag, int *scan, int *starts, int n) {
  int total = 0;
#pragma omp target map(to : keys[0 : n]) map(from : starts[0 : n]) map(alloc : flag[0 : n], scan[0 : n])             \
    map(tofrom : total)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      flag[i] = scan[i] = i == 0 || keys[i] != keys[i - 1];
    int *in = scan, *out = starts;
    for (int step = 1; step < n; step *= 2) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        out[i] = in[i] + (i >= step ? in[i - step] : 0);
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        in[i] = out[i];
    }
    total = scan[n - 1];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      starts[i] = -1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      if (flag[i])
        starts[scan[i] - 1] = i;
  }
  return total;
}

static int by_key(const void *a, const void *b) {
  const uint32_t l = *(const uint32_t *)a, r = *(const uint32_t *)b;
  return (l > r) - (l < r);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 500, steps = argc > 2 ? atoi(argv[2]) : 2;
  uint32_t *keys = malloc(4u * n), *values = malloc(4u * n), *keys2 = malloc(4u * n), *values2 = malloc(4u * n);
  uint32_t *original = malloc(4u * n), *expected = malloc(4u * n);
  int *count = malloc(sizeof(int) * RADIX * BLOCKS), *flag = malloc(4u * n), *scan = malloc(4u * n), *starts = malloc(4u * n);
  unsigned long sum = 0;
  int wrong = 0;
  for (int s = 0; s < steps; s++) {
    uint32_t seed = 17 + s;
    for (int i = 0; i < n; i++) {
      seed = seed * 1664525u + 1013904223u;
      original[i] = expected[i] = keys[i] = i % 3 ? seed : seed >> 24;
      values[i] = i;
    }
    sort(keys, values, keys2, values2, count, n);
    qsort(expected, n, 4, by_key);
    const int total = runs(keys, flag, scan, starts, n);
    int different = 0;
    for (int i = 0; i < n; i++) {
      wrong += keys[i] != expected[i] || original[values[i]] != keys[i];
      wrong += i && keys[i] == keys[i - 1] && values[i] < values[i - 1];
      if (!i || keys[i] != keys[i - 1])
        wrong += starts[different++] != i;
      sum = sum * 31 + keys[i] % 1000 + values[i];
    }
    wrong += different != total;
  }
  printf("radixsort: checksum %lu: %s\n", sum, wrong ? "WRONG" : "ok");
  return wrong ? 1 : 0;
}
