// Comments and macros in headers of loops and in clauses: what counts is what they mean.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split -Rpass=cleave -Rpass-missed=cleave 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -I%S %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
#include "Inputs/arrays.h"
#define KIND runtime
#define CHUNK static, 4
#define SECTION 0 : N
#define SET k =
#define COPY(x, y) x = y

// The comment assigns nothing: k keeps the value from outside.
static int comment(int k) {
  int sum = 0;
#pragma omp target map(tofrom : sum, A, B)
  {
    for (/* k = 0 */; /* k = 1; */ k < 7; k++) {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        A[i] += k;
    }
    for (int i = 0; i < 3; i++) {
      k += 2;
#pragma omp parallel for
      for (int j = 0; j < N; j++)
        B[j] += k;
    }
    sum = k;
  }
  return sum;
}

static int before_the_header(int k) {
#pragma omp target map(tofrom : A)
  {
    for /* (k = 3; */ (k /* = */ += 1; k < 6; k++) {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        A[i] += k;
    }
  }
  return k;
}

static void macro(void) {
  int k, m = 5;
#pragma omp target firstprivate(m) map(tofrom : A) private(k)
  {
    for (SET m; k < 7; k++) {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        A[i] += k;
    }
  }
}

// schedule(runtime) may give a thread consecutive iterations, which depend on each other here.
static void kinds(void) {
#pragma omp target map(tofrom : I)
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV103
#pragma omp parallel for schedule(KIND)
    for (int i = 0; i < N; i++)
      I[I[i] % N] += I[i];
#pragma omp parallel for /* schedule(runtime) */ schedule(/* runtime */ static)
    for (int i = 0; i < N; i++)
      J[i] += 1;
  }
}

int main(void) {
  setenv("OMP_SCHEDULE", "static,64", 1);
  init();
  printf("%d\n", comment(3));
  printf("%d\n", before_the_header(2));
  macro();
  show();
  return 0;
}
