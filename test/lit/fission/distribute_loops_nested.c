// Loop fission of `teams distribute` nested in `target`: as for the combined directive, if each clause means the same on it.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave explain --all %s -- -DREFUSED | FileCheck %s --check-prefix=REFUSED
// RUN: %cleave_cc -O1 %host_offload -DREFUSED %s -o %t.refused
// RUN: %clang -O1 %host_offload -DREFUSED %s -o %t.refused.plain
// RUN: %run4 %t.refused.plain >%t.refused.expected
// RUN: %run4 %t.refused | diff %t.refused.expected -
#include <stdio.h>
enum { R = 37, N = 150 };
static double x[R * N], y[R * N];

// CHECK: region in plain: split into 1 kernel of one parallel loop and 1 kernel of other statements
// TEXT: {{^}}static void plain
// TEXT-NOT: {{^}}#pragma omp teams
// TEXT: {{^ *}}#pragma omp target teams distribute map(to: x[0 : rows * n])
static void plain(double *y, const double *x, int rows, int n) {
#pragma omp target map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n])
#pragma omp teams distribute
  for (int r = 0; r < rows; r++) {
    double mean = 0;
#pragma omp parallel for reduction(+ : mean)
    for (int i = 0; i < n; i++)
      mean += x[r * n + i];
    mean /= n;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] = x[r * n + i] - mean;
  }
}

// CHECK: region in limits: split into 2 kernels of one parallel loop each
// TEXT: {{^}}static void limits
// TEXT-NOT: {{^}}#pragma omp teams
// TEXT: device(0) if{{.}}target: n > 3) collapse(2)
static void limits(double *y, const double *x, int rows, int n) {
#pragma omp target map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n]) if(target: n > 3) device(0)

#pragma omp teams distribute num_teams(16) shared(x, y) default(shared)
  for (int r = 0; r < rows; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] += x[r * n + i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] *= 1.5;
  }
}

#ifdef REFUSED
// REFUSED: region in refused
static void refused(double *y, const double *x, int rows, int n) {
  long first = 3, sum = 5;
// The value of `sum` stays on the device; the combined construct would map it.
// REFUSED: CLV267: target region not transformed: this parallel construct is inside a distribute loop
#pragma omp target map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n])
#pragma omp teams distribute reduction(+ : sum)
  for (int r = 0; r < rows; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] += x[r * n + i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] *= 1.5;
  }
// REFUSED: CLV267: target region not transformed: this parallel construct is inside a distribute loop
#pragma omp target map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n]) firstprivate(first)
#pragma omp teams distribute
  for (int r = 0; r < rows; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] += x[r * n + i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] *= 1.5;
  }
// The number of teams gives the iterations of a team an order. The device may have another value of it.
// REFUSED: CLV267: target region not transformed: this parallel construct is inside a distribute loop
#pragma omp target map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n])
#pragma omp teams distribute num_teams(1 + (int)x[0])
  for (int r = 0; r < rows; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] += x[r * n + i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] *= 1.5;
  }
// REFUSED: CLV223: target region not transformed
#pragma omp target map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n])
#pragma omp teams distribute private(first)
  for (int r = 0; r < rows; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] += x[r * n + i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] *= 1.5;
  }
// REFUSED: CLV267: target region not transformed: this parallel construct is inside a distribute loop
#pragma omp target map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n])
  {
#pragma omp teams distribute
    for (int r = 0; r < rows; r++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        y[r * n + i] += x[r * n + i];
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        y[r * n + i] *= 1.5;
    }
  }
// REFUSED: CLV267: target region not transformed: this parallel construct is inside a distribute loop
#pragma omp target map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n])
#define BETWEEN
#pragma omp teams distribute
  for (int r = 0; r < rows; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] += x[r * n + i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] *= 1.5;
  }
  printf("%ld %ld\n", first, sum);
}
// REFUSED: 2 split, 6 refused
#endif

int main(void) {
  double sum = 0;
  for (int i = 0; i < R * N; i++)
    x[i] = i % 91, y[i] = -1;
  plain(y, x, R, N);
  limits(y, x, R, N);
#ifdef REFUSED
  refused(y, x, R, N);
#endif
  for (int i = 0; i < R * N; i++)
    sum = sum * 0.5 + y[i] * (i % 7);
  printf("%.12g\n", sum);
}
