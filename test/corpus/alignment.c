/* FILE: test/corpus/alignment.c
 * WHAT: local alignment of sequences by antidiagonals, with three rotating rows; one region for each pair of sequences.
 * USE:  alignment N STEPS   N: length, STEPS: pairs
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCH 3
#define MISMATCH (-2)
#define GAP (-2)
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void sequence(char *s, int n, unsigned seed) {
  for (int i = 0; i < n; i++) {
    seed = seed * 1103515245u + 12345u;
    s[i] = "ACGT"[seed >> 16 & 3];
  }
}

/* The best score of all cells. The rows of the two previous antidiagonals and of this one change places. */
static int align(const char *a, const char *b, int n, int *row0, int *row1, int *row2) {
  int best = 0;
#pragma omp target map(to : a[0 : n], b[0 : n]) map(alloc : row0[0 : n + 1], row1[0 : n + 1], row2[0 : n + 1])       \
    map(tofrom : best)
  {
    int *before = row0, *last = row1, *now = row2;
#pragma omp parallel for
    for (int i = 0; i <= n; i++)
      row0[i] = row1[i] = row2[i] = 0;
    for (int d = 2; d <= 2 * n; d++) {
      const int first = d > n ? d - n : 1, end = d > n ? n : d - 1;
#pragma omp parallel for reduction(max : best)
      for (int i = first; i <= end; i++) {
        const int j = d - i;
        int score = before[i - 1] + (a[i - 1] == b[j - 1] ? MATCH : MISMATCH);
        score = MAX(score, last[i - 1] + GAP);
        score = MAX(score, last[i] + GAP);
        now[i] = MAX(score, 0);
        best = MAX(best, now[i]);
      }
      int *t = before;
      before = last;
      last = now;
      now = t;
      if (d <= n) {
#pragma omp parallel for
        for (int i = 0; i < 1; i++)
          now[0] = now[d] = 0;
      }
    }
  }
  return best;
}

static int align_serial(const char *a, const char *b, int n) {
  int *score = calloc((size_t)(n + 1) * (n + 1), sizeof(int)), best = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) {
      int s = score[(i - 1) * (n + 1) + j - 1] + (a[i - 1] == b[j - 1] ? MATCH : MISMATCH);
      s = MAX(s, score[(i - 1) * (n + 1) + j] + GAP);
      s = MAX(s, score[i * (n + 1) + j - 1] + GAP);
      score[i * (n + 1) + j] = MAX(s, 0);
      best = MAX(best, score[i * (n + 1) + j]);
    }
  free(score);
  return best;
}

/* Letters of both sequences, and the number of equal letters at each distance, before alignment. */
static int statistics(const char *a, const char *b, int n, int *letters, int *equal, int distances) {
  int most = 0;
#pragma omp target map(to : a[0 : n], b[0 : n]) map(from : letters[0 : 4], equal[0 : distances]) map(tofrom : most)
  {
    for (int k = 0; k < 4; k++)
      letters[k] = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const char pair[2] = {a[i], b[i]};
      for (int k = 0; k < 2; k++) {
        const int letter = pair[k] == 'A' ? 0 : pair[k] == 'C' ? 1 : pair[k] == 'G' ? 2 : 3;
#pragma omp atomic
        letters[letter]++;
      }
    }
#pragma omp parallel for reduction(max : most)
    for (int d = 0; d < distances; d++) {
      int sum = 0;
      for (int i = 0; i + d < n; i++)
        sum += a[i] == b[i + d];
      equal[d] = sum;
      most = MAX(most, sum);
    }
  }
  return most;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 40, pairs = argc > 2 ? atoi(argv[2]) : 2;
  char *a = malloc(n), *b = malloc(n);
  int *rows = malloc(sizeof(int) * 3 * (n + 1)), letters[4], equal[16], wrong = 0;
  long sum = 0;
  for (int pair = 0; pair < pairs; pair++) {
    int expected_letters[4] = {0}, most = 0;
    sequence(a, n, 1 + pair);
    sequence(b, n, 100 + pair);
    memcpy(b + n / 4, a + n / 3, n / 2);
    const int got_most = statistics(a, b, n, letters, equal, 16);
    const int score = align(a, b, n, rows, rows + n + 1, rows + 2 * (n + 1));
    wrong += score != align_serial(a, b, n);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 4; k++)
        expected_letters[k] += (a[i] == "ACGT"[k]) + (b[i] == "ACGT"[k]);
    for (int d = 0; d < 16; d++) {
      int same = 0;
      for (int i = 0; i + d < n; i++)
        same += a[i] == b[i + d];
      wrong += same != equal[d];
      most = MAX(most, same);
    }
    wrong += most != got_most || memcmp(letters, expected_letters, sizeof letters);
    sum += score * 100 + most;
  }
  printf("alignment: checksum %ld: %s\n", sum, wrong ? "WRONG" : "ok");
  return wrong ? 1 : 0;
}
