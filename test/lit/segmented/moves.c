// Compaction, histograms and sorts, compared with sequential ones.
// LABEL: slow
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %host_offload -I%S/../../../lib -I%S/Inputs %s -o %t.host
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %link_sm90 -I%S/../../../lib -I%S/Inputs %s -o %t.gpu
// RUN: %run %t.host | FileCheck %s
// RUN: %run4 %t.host | FileCheck %s
// RUN: %gpu %t.gpu | FileCheck %s
// RUN: env OMP_NUM_TEAMS=5 OMP_TEAMS_THREAD_LIMIT=96 %gpu %t.gpu | FileCheck %s
// RUN: env OMP_NUM_TEAMS=2 %cleave simulate --checks=all %t.gpu 4097 2>&1 | FileCheck %s --implicit-check-not=race: --implicit-check-not='cleave simulator'
// RUN: %cleave inspect %t.gpu | FileCheck %s --check-prefix=MODE --implicit-check-not=generic
// CHECK: wrong: 0 in all
// MODE: SPMD
#include "check.h"

/* A selection of its own: the places of large elements. */
#define CLEAVE_COMPACTION_NAME places
#define CLEAVE_COMPACTION_TYPE int
#define CLEAVE_COMPACTION_INPUTS const double *input, double limit
#define CLEAVE_COMPACTION_PASSED input, limit
#define CLEAVE_COMPACTION_KEEP(i) (input[i] > limit)
#define CLEAVE_COMPACTION_ELEMENT(i) (int)(i)
#include "segmented/compaction_template.h"

static void test_compaction(long n, unsigned one_in) {
  double *x = (double *)malloc(sizeof *x * (n + 1)), *y = (double *)calloc(sizeof *x, n + 1);
  int *places = (int *)calloc(sizeof *places, n + 1);
  unsigned char *keeps = (unsigned char *)malloc(n + 1);
  long kept = -1, large = -1, different = 0, at = 0, place = 0;
  for (long i = 0; i < n; i++) {
    x[i] = next() % 1000;
    keeps[i] = one_in && next() % one_in == 0 ? (unsigned char)(next() | 1) : 0;
  }
#pragma omp target data map(to : x[:n], keeps[:n]) map(tofrom : y[:n], places[:n])
  {
    check(cleave_compact_double(&the_workspace, x, keeps, n, y, &kept), "compaction", n);
    check(cleave_compact_places(&the_workspace, x, 700, n, places, &large), "own compaction", n);
  }
  for (long i = 0; i < n; i++) {
    if (keeps[i])
      different += y[at++] != x[i];
    if (x[i] > 700)
      different += places[place++] != i;
  }
  check(!different && kept == at && large == place, "compaction", n);
  for (; at < n; at++)
    different += y[at] != 0;
  check(!different, "elements behind a compaction", n);
  free(x);
  free(y);
  free(places);
  free(keeps);
}

static void test_histogram(long n, int bins) {
  int *keys = (int *)malloc(sizeof *keys * (n + 1));
  long *long_keys = (long *)malloc(sizeof *long_keys * (n + 1));
  unsigned *counts = (unsigned *)malloc(sizeof *counts * bins), *same = (unsigned *)malloc(sizeof *counts * bins),
           *right = (unsigned *)malloc(sizeof *counts * bins);
  for (int i = 0; i < bins; i++)
    counts[i] = right[i] = (unsigned)i, same[i] = 0;
  for (long i = 0; i < n; i++) {
    long_keys[i] = keys[i] = (int)(next() % (bins + 2)) - 1; /* some are outside */
    if (next() % 4 == 0)
      long_keys[i] = keys[i] = bins / 2;
    if (keys[i] >= 0 && keys[i] < bins)
      right[keys[i]]++;
  }
#pragma omp target data map(to : keys[:n], long_keys[:n]) map(tofrom : counts[:bins], same[:bins])
  {
    check(cleave_histogram_int(&the_workspace, keys, n, bins, counts), "histogram", n);
    check(cleave_histogram_long(&the_workspace, long_keys, n, bins, same), "histogram", n);
  }
  check(!memcmp(counts, right, sizeof *counts * bins), "histogram", n);
  for (int i = 0; i < bins; i++)
    right[i] -= (unsigned)i;
  check(!memcmp(same, right, sizeof *counts * bins), "histogram", n);
  free(keys);
  free(long_keys);
  free(counts);
  free(same);
  free(right);
}

static void test_sort(long n, int bits) {
  unsigned *keys = (unsigned *)malloc(sizeof *keys * (n + 1)), *sorted = (unsigned *)malloc(sizeof *keys * (n + 1));
  int *values = (int *)malloc(sizeof *values * (n + 1)), *moved = (int *)malloc(sizeof *values * (n + 1));
  double *x = (double *)malloc(sizeof *x * (n + 1)), *y = (double *)malloc(sizeof *x * (n + 1));
  const unsigned mask = bits < 32 ? (1u << (bits + 3) / 4 * 4) - 1 : ~0u;
  long different = 0;
  for (long i = 0; i < n; i++) {
    keys[i] = bits < 32 ? next() % (1u << bits) : next() << 8 | (next() & 255);
    if (next() % 3 == 0)
      keys[i] = i ? keys[i - 1] : 0;
    values[i] = (int)i;
    x[i] = -(double)i;
  }
#pragma omp target data map(to : keys[:n], values[:n], x[:n]) map(from : sorted[:n], moved[:n], y[:n])
  {
    check(cleave_sort_double(&the_workspace, keys, x, n, bits, sorted, y), "sort", n);
    check(cleave_sort_int(&the_workspace, keys, values, n, bits, sorted, moved), "sort", n);
  }
  for (long i = 0; i < n; i++) {
    different += moved[i] < 0 || moved[i] >= n || sorted[i] != keys[moved[i]] || y[i] != -(double)moved[i];
    if (i > 0)
      different += (sorted[i - 1] & mask) > (sorted[i] & mask) ||
                   ((sorted[i - 1] & mask) == (sorted[i] & mask) && moved[i - 1] >= moved[i]);
  }
  check(!different, "sort", n);
  free(keys);
  free(sorted);
  free(values);
  free(moved);
  free(x);
  free(y);
}

int main(int count, char **arguments) {
  const long most = count > 1 ? atol(arguments[1]) : 70001;
  const size_t for_sort = cleave_sort_bytes_double(most), for_compaction = cleave_compaction_bytes(most);
  open_workspace(for_sort > for_compaction ? for_sort : for_compaction);
  for (int i = 0; i < SIZES && sizes[i] <= most; i++) {
    test_compaction(sizes[i], 2);
    test_histogram(sizes[i], 100);
    test_sort(sizes[i], 6);
    check_control("control words", sizes[i]);
  }
  const long last = most;
  test_compaction(last, 0); /* none */
  test_compaction(last, 1); /* all */
  test_compaction(last, 1000);
  test_histogram(last, 1);
  test_histogram(last, 2048);
  test_histogram(last, 2049);
  test_histogram(last, 11776);
  test_histogram(last, 11777);
  test_histogram(last, 70000);
  test_sort(last, 1);
  test_sort(last, 4);
  test_sort(last, 16);
  test_sort(last, 32);
  check_control("control words", last);
  return done();
}
