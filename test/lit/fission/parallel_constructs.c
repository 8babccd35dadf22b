// Several worksharing constructs in one parallel construct: loops, single, master, masked, sections and barriers become kernels; data of
// threads that no construct passes on become private. Refused are constructs whose threads differ, or pass on data of their own.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s --implicit-check-not=CLV2 --implicit-check-not=CLV019
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s --input-file %t.rewritten.c --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave explain --all %s -- -DREFUSED | FileCheck %s --check-prefix=REFUSED --implicit-check-not=CLV001
#include <omp.h>
#include <stdio.h>
enum { N = 300 };
static int a[N], b[N], c[N];

#ifndef REFUSED
// CHECK: region in mixture: split into 3 kernels of one parallel loop each and 2 kernels of other statements
static void mixture(int n) {
  int s = 0, flag = 0, j, k;
  double unused = 0;
#pragma omp target map(tofrom : a, b, c, s, flag, unused)
#pragma omp parallel private(j, k) firstprivate(n)
  {
// TEXT: {{^}}#pragma omp target teams distribute parallel for {{.*}}private(j)
#pragma omp for
    for (int i = 0; i < n; i++) {
      a[i] = i;
      for (j = 0; j < 3; j++)
        a[i] += j;
    }
// TEXT: {{^}}#pragma omp target parallel num_threads(1)
// TEXT-NOT: {{^}}#pragma omp single
// TEXT: {{^}}#pragma omp target teams
#pragma omp single
    {
      flag = a[7] + 1;
      b[0] = 3;
      for (k = 1; k < 5; k++)
        b[0] += k;
    }
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      b[i] += a[i] * flag;
#pragma omp barrier
// TEXT: {{^}}#pragma omp target map(
#pragma omp master
    s = b[5];
#pragma omp barrier
// TEXT-NOT: {{^}}#pragma omp barrier
// TEXT: {{^}}#pragma omp sections
#pragma omp sections private(j)
    {
#pragma omp section
      c[0] = 1;
#pragma omp section
      {
        j = 4;
        c[1] = s + j;
      }
    }
// TEXT: {{^#pragma.*}}private(k)
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++) {
      k = b[i] % 7;
      s += k + c[i];
    }
  }
  printf("mixture %d %d %d %d\n", s, flag, b[17], c[1]);
}

// CHECK: region in reductions: split into 2 kernels of one parallel loop each and 1 kernel
static void reductions(int n) {
  double t = 1;
  int j, biggest = 0;
#pragma omp target parallel private(j) reduction(+ : t) reduction(max : biggest) map(tofrom : a)
  {
    int scratch;
#pragma omp for
    for (int i = 0; i < n; i++) {
      j = a[i];
      scratch = j * 2;
      a[i] = scratch;
      biggest = a[i] > biggest ? a[i] : biggest;
    }
#pragma omp single nowait
    a[3] = 9;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++) {
      scratch = a[i];
      t += scratch;
    }
  }
  printf("reductions %g %d\n", t, biggest);
}

// CHECK: region in teams: split into 2 kernels
static void teams(int n) {
  double x = 1;
  int most = 0;
#pragma omp target teams reduction(+ : x) reduction(max : most) map(tofrom : a)
  {
#pragma omp distribute parallel for reduction(+ : x)
    for (int i = 0; i < n; i++)
      x += a[i];
#pragma omp distribute parallel for reduction(+ : x) reduction(max : most)
    for (int i = 0; i < n; i++) {
      x += 1;
      most = a[i] > most ? a[i] : most;
    }
  }
  printf("teams %g %d\n", x, most);
}

// CHECK: region in time_loop: split
static void time_loop(int n) {
  double sum = 0;
#pragma omp target map(tofrom : a, b, sum)
#pragma omp parallel
  for (int t = 0; t < 4; t++) {
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
#pragma omp single
    sum += a[n / 2];
  }
  printf("time %g %d\n", sum, a[9]);
}

// CHECK: region in rest: split into 2 kernels of one parallel loop each and 1 kernel of other statements
/* A condition on the device keeps the parallel construct whole, but not the other loops. */
static void rest(int n) {
#pragma omp target map(tofrom : a, b)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel
    {
      if (a[3] == 3) {
#pragma omp for
        for (int i = 0; i < n; i++)
          b[i] = a[i];
      }
#pragma omp single
      b[4] = 9;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += b[i];
  }
  printf("rest %d %d\n", a[4], a[7]);
}

int main(void) {
  rest(N);
  mixture(N);
  reductions(N);
  teams(N);
  time_loop(N);
}
#else
// REFUSED: region in threads
// REFUSED: CLV267
void threads(int n) {
#pragma omp target map(tofrom : a, b)
#pragma omp parallel
  {
    int thread = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = thread;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
// REFUSED: region in number_in_single
// REFUSED: CLV267
void number_in_single(int n) {
#pragma omp target map(tofrom : a, b)
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp single
    b[0] = omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[i] + b[0];
  }
}
// REFUSED: region in every_thread
// REFUSED: CLV267
void every_thread(int n) {
  int count = 0;
#pragma omp target map(tofrom : a, b, count)
#pragma omp parallel
  {
#pragma omp critical
    count++;
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
// REFUSED: region in passes_on
// REFUSED: CLV267
void passes_on(int n) {
  int x;
#pragma omp target map(tofrom : a, b)
#pragma omp parallel private(x)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      a[i] = x = i;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      b[i] = x;
  }
}
// REFUSED: region in counts
// REFUSED: CLV267
void counts(int n) {
  int x = 0;
#pragma omp target map(tofrom : a, b)
#pragma omp parallel firstprivate(x)
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = ++x;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = x;
  }
}
// REFUSED: region in copied
// REFUSED: CLV267
void copied(int n) {
  int x;
#pragma omp target map(tofrom : a, b)
#pragma omp parallel private(x)
  {
#pragma omp single copyprivate(x)
    x = a[0];
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i + x;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
// REFUSED: region in own_of_one_thread
// REFUSED: CLV2
void own_of_one_thread(int n) {
#pragma omp target map(tofrom : a, b)
#pragma omp parallel
  {
    int x = 5;
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i + x;
#pragma omp single
    x = a[3];
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = x;
  }
}
// REFUSED: region in filtered
// REFUSED: CLV267
void filtered(int n) {
#pragma omp target map(tofrom : a, b)
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp masked filter(1)
    b[0] = 1;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}
// REFUSED: region in operators
// REFUSED: CLV223
void operators(int n) {
  int x = 0;
#pragma omp target teams reduction(+ : x) map(tofrom : a)
  {
#pragma omp distribute parallel for reduction(+ : x)
    for (int i = 0; i < n; i++)
      x += a[i];
#pragma omp distribute parallel for reduction(max : x)
    for (int i = 0; i < n; i++)
      x = a[i] > x ? a[i] : x;
  }
}
// REFUSED: region in partial_sums
// REFUSED: CLV223
void partial_sums(int n) {
  int x = 0;
#pragma omp target parallel reduction(+ : x) map(tofrom : a)
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x += a[i];
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = x += 1;
  }
}
#endif
