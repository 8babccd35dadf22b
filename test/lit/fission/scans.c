// Serial loops that pass values from iteration to iteration: running sums and maxima, arrays that carry their own elements, and sums.
// The values are such that every order of the operations gives the same bits.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -ffp-contract=off %host_offload %s -o %t -fplugin-arg-cleave-reassociate=on -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 OMP_NUM_TEAMS=3 OMP_TEAMS_THREAD_LIMIT=1 %run %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu -fplugin-arg-cleave-reassociate=on
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %cleave simulate --checks=all %t.gpu 4097 >%t.checked
// RUN: grep -o "[0-9]*:[0-9]*: remark: CLV05[89]: .*" %t.remarks | FileCheck %s --implicit-check-not=CLV058
// Without leave, floating-point values keep the order of the source.
// RUN: %cleave_cc -O2 -Wall %host_offload -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: CLV059: serial loop stays in one thread: 's' keeps the order of the source; to permit another one, use reassociate=on
// Signed sums wrap, so no order of the operations overflows.
// RUN: %clang %host_offload -fsyntax-only -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fplugin-arg-cleave-reassociate=on %s >%t.text
// RUN: grep -v '^//' %t.text | grep -oE "(int|long|unsigned|unsigned long) (first|total) = 0;" | sort -u >%t.sums && grep -x "unsigned first = 0;" %t.sums && grep -x "unsigned long total = 0;" %t.sums
// The results of a team are visible before its flag, and read after it.
// RUN: %cleave_cc -O2 %sm90 -S %s -o %t.s -fplugin-arg-cleave-reassociate=on
// RUN: grep -oE "__kmpc_flush, *$|st[.]volatile[.a-z]*.u32|ld[.]volatile[.a-z]*.u32|st[.]relaxed.*u32|ld[.]relaxed.*u32|[.]entry .*fences_l[0-9]+" %t.s | FileCheck %s --check-prefix=FENCES
// FENCES: entry {{.*}}fences_l
// FENCES: __kmpc_flush
// FENCES-NEXT: st{{.*}}u32
// FENCES-NEXT: ld{{.*}}u32
// FENCES-NEXT: __kmpc_flush
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 30000 };
static int x[MOST], y[MOST], z[MOST + 1];
static unsigned u[MOST];
static long wide[MOST];
static double v[MOST], w[MOST];
static float f[MOST];

static void set(void) {
  for (int i = 0; i < MOST; i++) {
    x[i] = (int)((unsigned)i * 2654435761u >> 7) % 1000 - 300;
    y[i] = z[i] = i % 7;
    u[i] = wide[i] = i % 5;
    v[i] = w[i] = x[i] % 8;
    f[i] = 0.5f;
  }
  z[MOST] = 3;
}

static void report(const char *name, double value) {
  unsigned long hash = 0;
  for (int i = 0; i < MOST; i++)
    hash = hash * 31 + (unsigned)y[i] + 3 * (unsigned)z[i] + 5 * u[i] + 7 * (unsigned long)wide[i] + 11 * (unsigned long)(long)(w[i] * 4) +
           13 * (unsigned)(f[i] * 8);
  printf("%s: %lu %.17g\n", name, hash, value);
  set();
}

static void sums(int n) {
  int first = 5, most = -1000, least = 1000;
// CHECK: [[#@LINE+3]]:5: remark: CLV058: serial loop executed by all teams: it only passes 'first, most' from iteration to iteration
#pragma omp target map(to : x) map(tofrom : y, z) map(tofrom : first, most, least)
  {
    for (int i = 0; i < n; i++) {
      z[i] = most - first; // exclusive
      first += x[i];
      if (x[i] > most)
        most = x[i];
      y[i] = first; // inclusive
    }
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'least' from
    for (int i = n - 1; i >= 0; i -= 3) { // downwards
      least = x[i] < least ? x[i] : least;
      z[i] += least;
    }
  }
  report("sums", first + 3.0 * most + 7.0 * least);
}

static void conditions(int n) {
  long total = 1;
  unsigned bits = 0, product = 1;
  double s = 0.5, top = -1e30;
#pragma omp target map(to : x, v) map(tofrom : wide, u, w, f) map(tofrom : total, s)
  {
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'total, s, top, product, bits' from
    for (int i = 0; i < n; i++) {
      const double e = v[i];
      double twice;
      w[i] = s + top;
      if (x[i] > 0) {
        total += x[i] * 2;
        product *= 2 * x[i] + 1;
      } else {
        for (int k = 0; k < 3; k++)
          total -= k;
        bits |= 1u << i % 32;
        s -= e;
      }
      top = e > top ? e : top;
      twice = 2 * s;
      wide[i] = total + (long)twice;
      u[i] = bits ^ product;
      if (top > 5)
        f[i] = 1;
    }
  }
  report("conditions", total + s);
}

static void elements(int n) {
#pragma omp target map(to : x) map(tofrom : y, z, v)
  {
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'y' from
    for (int i = 1; i < n; i++)
      y[i] += y[i - 1];
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'z' from
    for (int i = 0; i < n; i++) {
      const int kept = x[i] > 0;
      z[i + 1] = (kept ? x[i] : 1) + z[i];
    }
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'v' from
    for (int i = n - 2; i >= 0; i--)
      v[i] = v[i + 1] - (x[i] & 3);
  }
  for (int i = 0; i < n; i++)
    w[i] = v[i];
  report("elements", 0);
}

static void plain_sums(int n) {
  int hits = 0;
  long all = -4;
  float part = 2;
  unsigned product = 3;
#pragma omp target map(to : x) map(tofrom : hits, all, part)
  {
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'hits, all' from
    for (int i = 0; i < n; i++) {
      all -= x[i];
      if (x[i] % 3 == 0)
        hits++;
    }
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'part' from
    for (int i = 0; i < n; i++)
      part += x[i] & 1;
  }
// The whole region is a loop.
// CHECK: [[#@LINE+2]]:3: remark: CLV058: {{.*}} 'product' from
#pragma omp target map(to : x) map(tofrom : y) map(tofrom : product)
  for (int i = 0; i < n; i++) {
    y[i] = 2 * x[i];
    product *= x[i] | 1;
  }
  report("plain sums", hits + all + part + product);
}

static void filters(int n) {
  int kept = 0, created = 0, total = 0, many = 1;
#pragma omp target map(to : x) map(tofrom : y, z, u, v, w, kept, created, many)
  {
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'kept' from
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        y[kept++] = x[i];
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'created, total' from
    for (int i = 0; i < n; i++) {
      int points = x[i] & 3;
      if (points > 0) {
        z[created] = i;
        u[created] = total;
        created++;
        total += points;
      }
    }
// CHECK: [[#@LINE+1]]:5: remark: CLV058: {{.*}} 'many' from
    for (int i = 0; i < n / 2; i++) {
      w[many++] = x[i];
      if (x[i] & 1)
        w[many++] = -x[i];
      else if (x[i] & 2)
        many += 1;
    }
  }
  report("filters", kept + 3.0 * created + 5.0 * many);
}

// What the version must not do. Results tell whether it does.
static void refused(int n) {
  int s = 0, t = 0, m = 0, e = 1, place = 0, back = 0, twice = 0;
#pragma omp target map(tofrom : x, y, z, wide, u) map(tofrom : s, t, m, e, place, back, twice)
  {
// CHECK: [[#@LINE+1]]:5: remark: CLV059: serial loop stays in one thread: two iterations may access the same element of 'u'
    for (int i = 0; i < n; i++) { // the place stays, unless the element is odd
      u[place] = i;
      if (x[i] & 1)
        place++;
    }
    for (int i = 0; i < n; i++) { // the place comes back
      z[back++] = i;
      if (x[i] & 2)
        back--;
    }
// CHECK: [[#@LINE+1]]:5: remark: CLV059: serial loop stays in one thread: two iterations may access the same element of 'y'
    for (int i = 0; i < n; i++) { // one place is written twice
      y[twice] = i;
      if (x[i] & 4)
        y[twice] = -i;
      twice++;
    }
    for (int i = 0; i < n; i++) { // the operand depends on a carried value
      s += x[i];
      t += s;
      y[i] = t;
    }
    for (int i = 0; i < n; i++) // a condition does
      if (m < 1000) {
        m += x[i] & 7;
        z[i] = m;
      }
// CHECK: [[#@LINE+1]]:5: remark: CLV059: serial loop stays in one thread: two iterations may access the same element of 'y'
    for (int i = 1; i < n; i++) { // another element
      e += y[i - 1] & 3;
      y[i] = e;
    }
// CHECK: [[#@LINE+1]]:5: remark: CLV059: serial loop stays in one thread: it reads an operand that it has written before
    for (int i = 0; i < n; i++) {
      wide[i] = wide[i] * 3 + 1;
      e += (int)wide[i];
      x[i] = e;
    }
    for (int i = 2; i < n; i++) // two before
      z[i] = z[i - 2] + x[i];
    for (int i = 1; i < n; i++) { // two operators
      e = e * 3;
      e += x[i];
      y[i] += e & 15;
    }
  }
  report("refused", s + t + m + e + place + back + twice);
}

static void fences(int n) {
  int s = 0;
// CHECK: [[#@LINE+2]]:3: remark: CLV058: {{.*}} 's' from
#pragma omp target map(to : x) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}


// Overlapping arrays keep the loop.
static void overlap(int n, const int *from, int *to, const int *same) {
#pragma omp target data map(tofrom : x)
  {
#pragma omp target
    {
      int s = 0;
// CHECK: [[#@LINE+1]]:7: remark: CLV058: {{.*}} 's' from
      for (int i = 0; i < n; i++) {
        s += from[i];
        to[i] = s & 1023;
      }
    }
// The operand is written before, under another name.
#pragma omp target
    {
      int s = 0;
// CHECK: [[#@LINE+1]]:7: remark: CLV058: {{.*}} 's' from
      for (int i = 0; i < n; i++) {
        to[i] = to[i] * 3 + s;
        s += same[i];
      }
    }
  }
}

int main(int argc, char **argv) {
  static const int sizes[] = {0, 1, 2, 255, 2047, 2048, 2049, 4096, 20000};
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  set();
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const int n = only < 0 ? sizes[i] : only;
    sums(n);
    conditions(n);
    elements(n);
    plain_sums(n);
    filters(n);
    refused(n);
    fences(n);
    report("fences", 0);
    if (n > 2)
      overlap(n - 1, x, x + 1, x + 1);
    for (int k = 0; k < n; k++)
      y[k] = x[k];
    report("overlap", 0);
    if (only >= 0)
      break;
  }
}
