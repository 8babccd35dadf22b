/* FILE: bench/reductions/reductions.c
 * WHAT: loops with each form of reduction and a histogram by atomic updates, compared with sequential loops.
 * USE:  reductions N [bits | OPERATION]
 *       Compile with -DREAL=int, float or double. Prints a line for each operation: its name, the type, N, the bits of its results, and OK or
 *       WRONG. Exit status 1: one of them is wrong. With `bits`, the data has fractions, so that the bits depend on the order of all operations; only
 *       operations that reduction=reproducible supports run then, and their results are not compared. OPERATION: only this one.
 *
 * Without `bits` all values are integers whose sums are exact in each order: terms are -1, 0 or 1, and N is below 2^24.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_(name) #name
#define TEXT(name) TEXT_(name)

enum { KEYS = 64 };

struct place {
  REAL value;
  long at;
};

static inline struct place further(struct place one, struct place other) {
  return other.value > one.value || (other.value == one.value && other.at < one.at) ? other : one;
}

struct summary {
  REAL sum;
  unsigned odd;
  long count;
};

static inline struct summary joined(struct summary one, struct summary other) {
  return (struct summary){one.sum + other.sum, one.odd ^ other.odd, one.count + other.count};
}

#pragma omp declare reduction(furthest : struct place : omp_out = further(omp_out, omp_in))                  \
    initializer(omp_priv = {-1, 0x7fffffffffffffffL})
#pragma omp declare reduction(joined : struct summary : omp_out = joined(omp_out, omp_in))                   \
    initializer(omp_priv = {0, 0, 0})

static int n;
static bool is_exact = true;
static int failures;

/* The results have COUNT elements of SIZE bytes. */
static void report(const char *name, const void *results, const void *expected, size_t size, size_t count) {
  const bool differs = is_exact && memcmp(results, expected, size * count) != 0;
  unsigned long digest = 14695981039346656037u;
  for (size_t i = 0; i < size * count; i++)
    digest = (digest ^ ((const unsigned char *)results)[i]) * 1099511628211u;
  printf("%s %s %d ", name, TEXT(REAL), n);
  if (count == 1)
    for (size_t i = size; i--;)
      printf("%02x", ((const unsigned char *)results)[i]);
  else
    printf("%016lx", digest);
  printf(" %s\n", differs ? "WRONG" : is_exact ? "OK" : "bits");
  failures += differs;
}

static void dot(const REAL *x, const REAL *y) {
  REAL sum = 0, expected = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : x[0 : n], y[0 : n])
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  for (int i = 0; i < n; i++)
    expected += x[i] * y[i];
  report("dot", &sum, &expected, sizeof sum, 1);
}

static void three_sums(const REAL *x, const REAL *y) {
  REAL a = 1, b = 2, c = 3, result[3], expected[3] = {1, 2, 3};
#pragma omp target teams distribute parallel for reduction(+ : a, b) reduction(- : c) map(to : x[0 : n], y[0 : n])
  for (int i = 0; i < n; i++) {
    a += x[i];
    b += x[i] * x[i];
    c -= y[i];
  }
  result[0] = a, result[1] = b, result[2] = c;
  for (int i = 0; i < n; i++) {
    expected[0] += x[i];
    expected[1] += x[i] * x[i];
    expected[2] -= y[i];
  }
  report("sums", result, expected, sizeof a, 3);
}

static void extrema(const REAL *x) {
  REAL most = -5, least = 5, result[2], expected[2] = {-5, 5};
#pragma omp target teams distribute parallel for reduction(max : most) reduction(min : least) map(to : x[0 : n])
  for (int i = 0; i < n; i++) {
    most = x[i] > most ? x[i] : most;
    least = x[i] < least ? x[i] : least;
  }
  result[0] = most, result[1] = least;
  for (int i = 0; i < n; i++) {
    expected[0] = x[i] > expected[0] ? x[i] : expected[0];
    expected[1] = x[i] < expected[1] ? x[i] : expected[1];
  }
  report("extrema", result, expected, sizeof most, 2);
}

/* The greatest value and its first place. */
static void place(const REAL *x) {
  struct place most = {-1, 0x7fffffffffffffffL}, expected = most;
#pragma omp target teams distribute parallel for reduction(furthest : most) map(to : x[0 : n])
  for (int i = 0; i < n; i++)
    most = further(most, (struct place){x[i], i});
  for (int i = 0; i < n; i++)
    expected = further(expected, (struct place){x[i], i});
  const long found[2] = {most.at, most.value == expected.value}, wanted[2] = {expected.at, 1};
  report("place", found, wanted, sizeof *found, 2);
}

static void summaries(const REAL *x) {
  struct summary all = {0, 5, 7}, expected = all;
#pragma omp target teams distribute parallel for reduction(joined : all) map(to : x[0 : n])
  for (int i = 0; i < n; i++)
    all = joined(all, (struct summary){x[i], (unsigned)i * 2654435761u, x[i] > 0});
  for (int i = 0; i < n; i++)
    expected = joined(expected, (struct summary){x[i], (unsigned)i * 2654435761u, x[i] > 0});
  long found[3] = {all.odd, all.count, 0}, wanted[3] = {expected.odd, expected.count, 0};
  memcpy(&found[2], &all.sum, sizeof all.sum);
  memcpy(&wanted[2], &expected.sum, sizeof all.sum);
  report("declared", found, wanted, sizeof *found, 3);
}

#if IS_FLOATING
static void complex_sum(const REAL *x, const REAL *y) {
  _Complex REAL sum = 0, expected = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : x[0 : n], y[0 : n])
  for (int i = 0; i < n; i++)
    sum += x[i] + y[i] * (_Complex REAL)1.0i;
  for (int i = 0; i < n; i++)
    expected += x[i] + y[i] * (_Complex REAL)1.0i;
  report("complex", &sum, &expected, sizeof sum, 1);
}
#endif

static void array(const REAL *x, const int *key) {
  REAL h[KEYS], expected[KEYS];
  for (int k = 0; k < KEYS; k++)
    h[k] = expected[k] = k;
#pragma omp target teams distribute parallel for reduction(+ : h[0 : KEYS]) map(to : x[0 : n], key[0 : n])           \
    map(tofrom : h[0 : KEYS])
  for (int i = 0; i < n; i++)
    h[key[i]] += x[i];
  for (int i = 0; i < n; i++)
    expected[key[i]] += x[i];
  report("array", h, expected, sizeof *h, KEYS);
}

static void histogram(const REAL *x, const int *key) {
  REAL h[KEYS], expected[KEYS];
  for (int k = 0; k < KEYS; k++)
    h[k] = expected[k] = k;
#pragma omp target teams distribute parallel for map(to : x[0 : n], key[0 : n]) map(tofrom : h[0 : KEYS])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[key[i]] += x[i];
  }
  for (int i = 0; i < n; i++)
    expected[key[i]] += x[i];
  report("atomic", h, expected, sizeof *h, KEYS);
}

static const char *only; /* NULL: all */

static bool runs(const char *operation) { return !only || !strcmp(only, operation); }

int main(int count, char **arguments) {
  n = count > 1 ? atoi(arguments[1]) : 0;
  is_exact = count < 3 || strcmp(arguments[2], "bits") != 0;
  only = count > 2 && is_exact ? arguments[2] : NULL;
  if (n < 1 || n >= 1 << 24) {
    fprintf(stderr, "usage: reductions N [bits | OPERATION], N from 1 to 16777215\n");
    return 2;
  }
  REAL *x = malloc(sizeof *x * (size_t)n), *y = malloc(sizeof *y * (size_t)n), *v = malloc(sizeof *v * (size_t)n);
  int *key = malloc(sizeof *key * (size_t)n);
  for (int i = 0; i < n; i++) {
    x[i] = (REAL)((int)(i * 7L % 3) - 1);
    y[i] = (REAL)((int)(i * 11L % 5 % 3) - 1);
    v[i] = (REAL)(int)((unsigned)i * 1664525u % 1000003u);
    key[i] = (int)((unsigned)i * 2654435761u >> 26);
    if (!is_exact) {
      x[i] = (REAL)(1.0 / (i % 1009 + 1));
      y[i] = (REAL)(i % 97 / 7.0);
    }
  }
  if (runs("dot"))
    dot(x, y);
  if (runs("sums"))
    three_sums(x, y);
  if (runs("extrema"))
    extrema(v);
  if (runs("place"))
    place(v);
  if (runs("declared"))
    summaries(x);
#if IS_FLOATING
  if (runs("complex"))
    complex_sum(x, y);
#endif
  if (is_exact && runs("array"))
    array(x, key);
  if (is_exact && runs("atomic"))
    histogram(x, key);
  free(key);
  free(v);
  free(y);
  free(x);
  return failures != 0;
}
