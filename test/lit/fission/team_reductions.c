// Kernels whose teams combine their reductions: all operations, several variables, nests, clauses, and variables that are on the device.
// The values are such that every order of the operations gives the same bits.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain -lm -latomic -Xoffload-linker -latomic
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -ffp-contract=off %host_offload %s -o %t -lm -latomic -Xoffload-linker -latomic -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// The second run of LLVM's OpenMP optimizer takes 35 s for this many kernels in one file.
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off -fplugin-arg-cleave-openmp-opt=off %link_sm90 %s -o %t.gpu -lm -latomic
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu 1025 >%t.checked
// RUN: grep -c "remark: CLV050" %t.remarks | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}25
// The counter of this loop might pass the greatest value of its type.
// RUN: FileCheck %s --check-prefix=REST --input-file=%t.remarks
// REST: CLV052: reduction left to the OpenMP run time: the trip count of the loop over 'i' is not known at the launch
// REST-NOT: CLV052
#include <complex.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 5000
static double x[MOST], y[MOST];
static float f[MOST];
static int k[MOST];
static unsigned char c[MOST];

struct place {
  double value;
  long index;
};
struct pair {
  int low, high;
};
static void join(struct pair *out, const struct pair *in) {
  if (in->low < out->low)
    out->low = in->low;
  if (in->high > out->high)
    out->high = in->high;
}
static void copy(struct pair *it, const struct pair *original) { *it = *original; }
static void empty(struct pair *it) {
  it->low = 1 << 30;
  it->high = -(1 << 30);
}
#pragma omp declare target to(join, copy, empty)
#pragma omp declare reduction(first_maximum : struct place : omp_out = omp_in.value > omp_out.value ||                             \
                                  (omp_in.value == omp_out.value && omp_in.index < omp_out.index)                                 \
                              ? omp_in                                                                                            \
                              : omp_out) initializer(omp_priv = (struct place){-1e300, 1L << 60})
#pragma omp declare reduction(range : struct pair : join(&omp_out, &omp_in)) initializer(empty(&omp_priv))
#pragma omp declare reduction(first_of_original : struct place : omp_out = omp_in.value > omp_out.value ||                         \
                                  (omp_in.value == omp_out.value && omp_in.index < omp_out.index)                                 \
                              ? omp_in                                                                                            \
                              : omp_out) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(range_of_original : struct pair : join(&omp_out, &omp_in)) initializer(copy(&omp_priv, &omp_orig))
#pragma omp declare reduction(greatest : long : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(count : int : omp_out += omp_in)

static void print(const char *name, int n, double value) { printf("%s %d: %.17g\n", name, n, value); }

static void sums(int n) {
  double d = 3;
  float g = 1;
  int i32 = 7;
  long i64 = -5;
  unsigned u = 9;
#pragma omp target teams distribute parallel for reduction(+ : d) map(to : x, y)
  for (int i = 0; i < n; i++)
    d += x[i] * y[i];
#pragma omp target teams distribute parallel for reduction(- : g) map(to : f)
  for (int i = n - 1; i >= 0; i--)
    g -= f[i];
#pragma omp target teams distribute parallel for reduction(+ : i32, i64) reduction(+ : u) map(to : k)
  for (unsigned i = 0; i < (unsigned)n; i += 3) {
    i32 += k[i];
    i64 += (long)k[i] * 1000000007L;
    u += (unsigned)k[i] * 77u;
  }
  print("double", n, d);
  print("float", n, g);
  print("int", n, i32);
  print("long", n, (double)i64);
  print("unsigned", n, u);
}

static void others(int n) {
  double p = 1, least = 1e9, most = -1e9;
  unsigned all = ~0u, any = 0, odd = 0;
  int yes = 1, some = 0, least_int = 1 << 30;
  unsigned char least_char = 255;
  unsigned long most_long = 0;
#pragma omp target teams distribute parallel for reduction(* : p) reduction(min : least) reduction(max : most) map(to : x)
  for (long i = 0; i < n; i++) {
    p *= x[i] > 3 ? 2 : 1;
    p *= x[i] < 1 ? 0.5 : 1;
    least = x[i] < least ? x[i] : least;
    if (x[i] > most)
      most = x[i];
  }
#pragma omp target teams distribute parallel for reduction(& : all) reduction(| : any) reduction(^ : odd) map(to : k)
  for (int i = 0; i < n; i++) {
    all &= (unsigned)k[i] | 0xf0f0u;
    any |= (unsigned)k[i];
    odd ^= (unsigned)k[i] * 2654435761u;
  }
#pragma omp target teams distribute parallel for reduction(&& : yes) reduction(|| : some) reduction(min : least_int) map(to : k)
  for (int i = 0; i < n; i++) {
    yes = yes && k[i] < 1000;
    some = some || k[i] == 13;
    least_int = least_int < k[i] ? least_int : k[i];
  }
#pragma omp target teams distribute parallel for reduction(min : least_char) reduction(max : most_long) map(to : c, k)
  for (int i = 0; i < n; i++) {
    if (c[i] < least_char)
      least_char = c[i];
    if ((unsigned long)k[i] > most_long)
      most_long = (unsigned long)k[i];
  }
  print("product", n, p);
  print("min", n, least);
  print("max", n, most);
  printf("bits %d: %u %u %u %d %d %d %d %lu\n", n, all, any, odd, yes, some, least_int, least_char, most_long);
}

static void declared(int n) {
  struct place best = {-1e300, 1L << 60};
  struct pair range = {1 << 30, -(1 << 30)};
  int positive = 2;
  double complex z = 1 + 2 * I;
  float complex w = 1;
#pragma omp target teams distribute parallel for reduction(first_maximum : best) map(to : x) map(tofrom : best)
  for (long i = 0; i < n; i++)
    if (x[i] > best.value) {
      best.value = x[i];
      best.index = i;
    }
#pragma omp target teams distribute parallel for reduction(range : range) reduction(count : positive) map(to : k) \
    map(tofrom : range, positive)
  for (int i = 0; i < n; i++) {
    const struct pair one = {k[i], k[i]};
    join(&range, &one);
    if (k[i] > 40)
      positive += 1;
  }
#pragma omp target teams distribute parallel for reduction(+ : z) reduction(* : w) map(to : x, y)
  for (int i = 0; i < n; i++) {
    z += x[i] + y[i] * I;
    w *= i % 2 ? I : -I;
  }
  printf("declared %d: %g %ld %d %d %d %g %g %g %g\n", n, best.value, best.index, range.low, range.high, positive, creal(z),
         cimag(z), (double)crealf(w), (double)cimagf(w));
}

/* Private copies that begin with the value of the original variable. */
static void originals(int n) {
  struct place best = {2.5, -1};
  struct pair range = {17, 20};
  long most = 40, on_device = -3;
#pragma omp target teams distribute parallel for reduction(first_of_original : best) map(to : x) map(tofrom : best)
  for (long i = 0; i < n; i++)
    if (x[i] > best.value) {
      best.value = x[i];
      best.index = i;
    }
#pragma omp target teams distribute parallel for reduction(range_of_original : range) reduction(greatest : most) map(to : k) \
    map(tofrom : range, most)
  for (int i = 0; i < n; i++) {
    const struct pair one = {k[i], k[i]};
    join(&range, &one);
    most = most > k[i] ? most : k[i];
  }
  /* On the device the variable has another value than on the host. */
#pragma omp target data map(tofrom : on_device) map(to : k)
  {
#pragma omp target teams distribute parallel for reduction(greatest : on_device)
    for (int i = 0; i < n; i++)
      on_device = on_device > k[i] - 50 ? on_device : k[i] - 50;
    on_device = 1000;
#pragma omp target teams distribute parallel for reduction(greatest : on_device)
    for (int i = 0; i < n; i++)
      on_device = on_device > k[i] - 40 ? on_device : k[i] - 40;
  }
  printf("originals %d: %g %ld %d %d %ld %ld\n", n, best.value, best.index, range.low, range.high, most, on_device);
}

static void nests(int n) {
  int rows = n / 37, columns = n ? 37 : 0;
  double s = 0, t = 0, r = 0, q = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : s) map(to : x)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      s += x[i * columns + j] * (i % 3);
#pragma omp target teams distribute parallel for reduction(+ : t) map(to : x[0 : n])
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      t += x[i * columns + j];
#pragma omp target teams distribute parallel for reduction(+ : r) map(to : x[0 : n])
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < rows; i++)
      r += x[i * columns + j] * j;
#pragma omp target teams distribute parallel for reduction(+ : q) map(to : x[0 : n])
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= i && j < 37; j++) {
      if (k[j] == 5)
        continue;
      q += x[i * columns + j];
    }
  print("collapse", n, s);
  print("rows", n, t);
  print("columns", n, r);
  print("part", n, q);
}

static int is_even(int value) {
  int i = 0;
  while (i < value)
    i += 2;
  return i == value;
}

static void clauses(int n) {
  int even = 0, scaled = 0, there = 0, skipped = 100, scale = 3, temporary = 5;
#pragma omp target teams distribute parallel for reduction(+ : even) map(to : k) map(tofrom : even)
  for (int i = 0; i < n; i++) {
    even += is_even(k[i]);
  }
#pragma omp target teams distribute parallel for reduction(+ : scaled) map(to : k) firstprivate(scale) private(temporary)
  for (int i = 0; i < n; i++) {
    temporary = k[i] * scale;
    if (temporary % 2)
      continue;
    scaled += temporary;
  }
  /* The variable stays on the device between the two kernels. */
#pragma omp target data map(tofrom : there) map(to : k)
  {
#pragma omp target teams distribute parallel for reduction(+ : there)
    for (int i = 0; i < n; i++)
      there += k[i];
#pragma omp target teams distribute parallel for reduction(+ : there)
    for (int i = 0; i < n; i++)
      there += 2 * k[i];
    there = -1;
  }
#pragma omp target teams distribute parallel for reduction(+ : skipped) map(to : k) if (n > 100)
  for (int i = 0; i < n; i++)
    skipped += k[i];
  printf("clauses %d: %d %d %d %d %d %d\n", n, even, scaled, there, skipped, scale, temporary);
}

/* One region: the second loop uses the results of the first. */
static void region(int n) {
  double s = 0, m = -1, t = 0;
#pragma omp target map(tofrom : s, m, t) map(tofrom : x[0 : n]) map(to : y[0 : n])
  {
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
#pragma omp parallel for reduction(max : m)
    for (int i = 0; i < n; i++)
      m = x[i] > m ? x[i] : m;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += s > 100 ? m : -m;
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < n; i++)
      t += x[i];
  }
  print("region", n, s);
  print("region", n, m);
  print("region", n, t);
  for (int i = 0; i < n; i++)
    x[i] -= s > 100 ? m : -m;
}

int main(int argc, char **argv) {
  for (int i = 0; i < MOST; i++) {
    x[i] = i * 7 % 61 / 16.;
    y[i] = i * 5 % 11 / 8.;
    f[i] = (float)(i * 3 % 17) / 4;
    k[i] = i * 11 % 97;
    c[i] = (unsigned char)(i * 13 % 200 + 20);
  }
  static const int sizes[] = {0, 1, 2, 31, 64, 255, 256, 257, 1023, 1024, 1025, 2049, 4999};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    if (argc > 1 && sizes[s] != atoi(argv[1]))
      continue;
    sums(sizes[s]);
    others(sizes[s]);
    declared(sizes[s]);
    originals(sizes[s]);
    nests(sizes[s]);
    clauses(sizes[s]);
    region(sizes[s]);
  }
}
