// Loops that update arrays by atomic constructs: teams collect the updates in shared memory. All operators and forms, sections, arrays without
// a known length, elements outside of the copies, nested loops, and names of the same memory.
// The values are such that every order and grouping of the operations gives the same bits.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain -latomic -Xoffload-linker -latomic
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -Werror=unused -ffp-contract=off %host_offload %s -o %t -latomic -Xoffload-linker -latomic -fplugin-arg-cleave-reassociate=on -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu -latomic -fplugin-arg-cleave-reassociate=on
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu 1025 >%t.checked
// RUN: grep -o "CLV05[0-9]: .*" %t.remarks | FileCheck %s --implicit-check-not=CLV
// RUN: %clang %host_offload -fsyntax-only -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fplugin-arg-cleave-reassociate=on %s >%t.text
// Each update occurs in a copy and in the array, in a whole tile and in the rest, in two versions.
// RUN: grep -v '^//' %t.text | grep -o '_Pragma("omp atomic") counts\[key\[i\]\]++' | sort | uniq -c | FileCheck %s --check-prefix=TEXT
// TEXT: 8 _Pragma("omp atomic") counts[key[i]]++
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 3000, KEYS = 64, CLUSTERS = 5, D = 3 };
static int key[MOST], wide[MOST], own[MOST];
static double value[MOST];

static void print(const char *name, int n, const long *h, int count) {
  long sum = 0;
  for (int k = 0; k < count; k++)
    sum = sum * 31 + h[k];
  printf("%s %d: %ld\n", name, n, sum);
}

// CHECK: CLV056: teams collect atomic updates in shared memory: 'counts', 'h' in 8 or 44 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'h' in 8 or 44 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'p' in 8 or 44 KiB
static void sums(int n, int m) {
  static unsigned counts[KEYS];
  long h[KEYS];
  for (int k = 0; k < KEYS; k++)
    h[k] = k, counts[k] = 3u * (unsigned)k;
#pragma omp target teams distribute parallel for map(to : key) map(tofrom : h[0 : KEYS])
  for (int i = 0; i < n; i++) {
    if (key[i] == 13)
      continue;
#pragma omp atomic
    counts[key[i]]++;
    if (key[i] % 3 == 0)
#pragma omp atomic update
      h[key[i]] += i;
    else
#pragma omp atomic relaxed
      h[key[i] - 1] = h[key[i] - 1] - 2 * i;
  }
  for (int k = 0; k < KEYS; k++)
    h[k] += counts[k];
  print("sections", n, h, KEYS);
  /* The other elements are not mapped. */
#pragma omp target teams distribute parallel for collapse(2) map(to : key) map(tofrom : h[5 : 20])
  for (long i = n - 1; i >= 0; i--)
    for (int j = 0; j < 2; j++)
      if (key[i] >= 5 && key[i] < 25) {
#pragma omp atomic
        h[key[i]] = (i << j) + h[key[i]];
      }
  print("part", n, h, KEYS);
  int *p = malloc(sizeof(int) * (size_t)(m + 500));
  for (int k = 0; k < m + 500; k++)
    p[k] = 3 * k;
#pragma omp target teams distribute parallel for map(to : key) map(tofrom : p[m : 500])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    --p[m + i % 500];
  }
  long sum = 0;
  for (int k = 0; k < m + 500; k++)
    sum = sum * 31 + p[k];
  print("pointer", n, &sum, 1);
  free(p);
}

// CHECK: CLV056: teams collect atomic updates in shared memory: 'product' in 8 or 44 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'all', 'any', 'odd' in 8 or 44 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'd', 'f', 'zero' in 8 or 44 KiB
static void others(int n) {
  unsigned all[8], any[8] = {0};
  unsigned long odd[8] = {0}, product[3] = {1, 3, 5};
  double d[KEYS] = {0.5}, zero[2] = {-0.0, -0.0};
  float f[4] = {1};
  for (int k = 0; k < 8; k++)
    all[k] = ~0u;
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    product[i % 3] *= (unsigned long)(2 * key[i] + 1);
  }
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    all[i % 8] &= (unsigned)key[i] | 0xf0f0u;
#pragma omp atomic
    any[i % 8] |= (unsigned)key[i] << i % 4;
#pragma omp atomic
    odd[i % 8] ^= (unsigned long)key[i] * 2654435761u;
  }
  /* Two sums of zeros: only that of negative ones is negative. */
#pragma omp target teams distribute parallel for map(to : key, value)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    d[key[i]] += value[i];
#pragma omp atomic
    f[i % 4] += (float)value[i] * -2;
#pragma omp atomic
    zero[i % 2] += i % 2 ? -0.0 : 0.0;
  }
  long mixed = (long)(product[0] * 3 + product[1] * 5 + product[2] * 7);
  for (int k = 0; k < 8; k++)
    mixed = mixed * 31 + all[k] + 3 * (long)any[k] + 7 * (long)odd[k];
  double sum = f[0] + 2 * f[1] + 3 * f[2] + 4 * f[3];
  for (int k = 0; k < KEYS; k++)
    sum += d[k] * k;
  printf("others %d: %ld %.17g %g %g\n", n, mixed, sum, zero[0], zero[1]);
}

/* Arrays without a known length, of several loops in a region, and a length beyond all copies. The copies have 1024 elements of `far`, and the others
 * are updated in place. */
// CHECK: CLV056: teams collect atomic updates in shared memory: 'count', 's' in 8 or 44 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'far' in 8 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'longer' in 8 or 44 KiB
static void unknown(int n) {
  long *far = malloc(sizeof(long) * MOST), sum[CLUSTERS * D] = {0}, *s = sum, longer[6000];
  int count[CLUSTERS] = {0};
  for (int k = 0; k < MOST; k++)
    far[k] = k;
  for (int k = 0; k < 6000; k++)
    longer[k] = k;
#pragma omp target data map(to : key, wide, value) map(tofrom : far[0 : MOST], s[0 : CLUSTERS * D], longer)
  {
#pragma omp target map(tofrom : count)
    {
      far[0] = 7;
#pragma omp parallel for
      for (int i = 0; i < n; i++) {
        const int c = key[i] % CLUSTERS;
#pragma omp atomic
        count[c]++;
        for (int d = 0; d < D; d++) {
#pragma omp atomic
          s[c * D + d] += (long)i * d;
        }
      }
#pragma omp parallel for
      for (int i = 0; i < n; i++) {
#pragma omp atomic
        far[wide[i]] += i;
      }
    }
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      longer[wide[i] * 2] += i;
    }
  }
  for (int k = 0; k < CLUSTERS; k++)
    sum[k] += count[k];
  print("clusters", n, sum, CLUSTERS * D);
  print("far", n, far, MOST);
  print("longer", n, longer, 6000);
  free(far);
}

/* Different names of the same memory. Each iteration has its own element, so there is no data race. */
// CHECK: CLV056: teams collect atomic updates in shared memory: 'h' in 8 or 44 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'h' in 8 or 44 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'h', 'p' in 8 or 44 KiB
// CHECK: CLV056: teams collect atomic updates in shared memory: 'h' in 8 or 44 KiB
// CHECK: CLV057: atomic updates stay in global memory: 'h': 'p' may overlap it
static void names(int n, long *h, long *p, long *out, const int *place) {
#pragma omp target teams distribute parallel for map(tofrom : h[0 : n], p[0 : n], out[0 : n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[i] += i;
    out[i] = p[i];
  }
#pragma omp target teams distribute parallel for map(tofrom : h[0 : n], p[0 : n])
  for (int i = 0; i < n; i++) {
    p[i] = 2 * i;
#pragma omp atomic
    h[i] += 5;
  }
#pragma omp target teams distribute parallel for map(tofrom : h[0 : n], p[0 : n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[i] += i;
#pragma omp atomic
    p[i] ^= 3;
#pragma omp atomic
    h[i] += i;
  }
#pragma omp target teams distribute parallel for map(tofrom : h[0 : n], p[0 : n], out[0 : n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      out[i] += p[i];
#pragma omp atomic
      h[i] += k;
    }
#pragma omp target teams distribute parallel for map(tofrom : h[0 : n], out[0 : n]) map(to : place[0 : n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[i] -= 3;
    out[i] ^= p[place[i]];
  }
  print("names", n, h, n);
  print("names", n, p, n);
  print("names", n, out, n);
}

/* A read before the update may be of the same element: `w` has no known bounds. */
// CHECK: CLV056: teams collect atomic updates in shared memory: 'h' in 8 or 44 KiB
static void reads(int n, long *h, const long *w) {
#pragma omp target data map(to : w[0 : KEYS])
#pragma omp target teams distribute parallel for map(to : key) map(tofrom : h[0 : KEYS])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[key[i]] += w[key[i]];
  }
  print("reads", n, h, KEYS);
}

// CHECK: CLV057: atomic updates stay in global memory: 'h': the updates are no single operation on its type
// CHECK: CLV057: atomic updates stay in global memory: 'h': the updates are no single operation on its type
// CHECK: CLV057: atomic updates stay in global memory: 'h': the loop uses it outside of its updates as well
// CHECK: CLV057: atomic updates stay in global memory: 'h': the loop uses it outside of its updates as well
// CHECK: CLV057: atomic updates stay in global memory: 'small': there are no atomic operations for its elements
// CHECK: CLV050: teams combine the values of 'total' in an order that is the same on every grid
// CHECK: CLV052: reduction left to the OpenMP run time: its clauses give iterations an order
// CHECK: CLV057: atomic updates stay in global memory: 'h': the loop has a reduction clause
// CHECK: CLV057: atomic updates stay in global memory: 'h': its clauses give iterations an order
#define UPDATE h[key[i]] += 1
static void refused(int n) {
  long h[KEYS] = {0}, total = 0;
  short small[KEYS] = {0};
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[i % KEYS] += 1;
#pragma omp atomic
    h[i % KEYS] ^= 0;
  }
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[key[i]] += 0.5 * 4;
  }
#pragma omp target teams distribute parallel for
  for (int i = 0; i < KEYS; i++) {
    h[i] = i;
#pragma omp atomic
    h[i] += i;
  }
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) { // a pointer has another size
#pragma omp atomic
    h[key[i]] += sizeof h / sizeof h[0];
  }
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    small[key[i]]++;
  }
#pragma omp target teams distribute parallel for map(to : key) reduction(+ : total)
  for (int i = 0; i < n; i++) {
    total += i;
#pragma omp atomic
    h[key[i]] += 1;
  }
#pragma omp target teams distribute parallel for map(to : key) reduction(+ : total) num_teams(1) schedule(static, 4)
  for (int i = 0; i < n; i++) {
    total += i;
#pragma omp atomic
    h[key[i]] += 1;
  }
#pragma omp target teams distribute parallel for map(to : key) num_teams(1) schedule(static, 4)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[key[i]] += 1;
  }
  /* An update in a macro, and constructs that order other accesses or return a value: the loop has no description, so there is no remark. */
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    UPDATE;
  }
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic seq_cst
    h[key[i]] += 1;
  }
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
    long before;
#pragma omp atomic capture
    before = h[key[i]]++;
    if (before < 0) {
#pragma omp atomic
      h[0] += before;
    }
  }
  h[0] += total + small[3];
  print("refused", n, h, KEYS);
}

int main(int argc, char **argv) {
  for (int i = 0; i < MOST; i++) {
    own[i] = i;
    key[i] = i * 7 % KEYS;
    wide[i] = (int)(i * 7919L % MOST);
    value[i] = i % 61 / 16.;
  }
  static const int sizes[] = {0, 1, 2, 31, 255, 257, 1023, 1024, 1025, 2049, 2999};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    if (argc > 1 && n != atoi(argv[1]))
      continue;
    long h[KEYS] = {1}, w[KEYS];
    static long a[MOST], b[MOST], c[MOST];
    sums(n, 2 + n / 3);
    others(n);
    unknown(n);
    for (int k = 0; k < KEYS; k++)
      w[k] = 3 * k;
    reads(n, h, w);
    if (!n)
      continue;
    #pragma omp target data map(to : b[0 : MOST])
    names(n, a, b, c, wide);
    if (n < 300) {
#pragma omp target data map(tofrom : a[0 : n])
      names(n, a, a, b, own);
      refused(n);
    }
  }
}
