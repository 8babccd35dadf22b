// Loops whose clauses give iterations an order, on which the results depend: no version executes iterations in another order, and one team
// keeps its loop. Bounds that leave at least two threads give none.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 %host_offload %s -o %t -Rpass=cleave -Rpass-analysis=cleave -Rpass-missed=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: %cleave_cc -O2 %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
// RUN: FileCheck %s --input-file=%t.remarks
#include <stdio.h>
enum { N = 400, M = 20 };
static int a[N + 1], first[N + 1], value[N * M], total;

static void begin(void) {
  total = 0;
  for (int i = 0; i <= N; i++)
    a[i] = i % 3, first[i] = i * M / 2;
  for (int i = 0; i < N * M; i++)
    value[i] = i % 7;
}

static int digest(void) {
  unsigned all = (unsigned)total;
  for (int i = 0; i <= N; i++)
    all = all * 31 + (unsigned)a[i];
  return (int)(all % 1000003);
}

/* Rows: one team of one thread. */
static void rows(void) {
// CHECK: order.c:[[#@LINE+1]]:{{.*}}CLV054: one thread executes all elements of a row: its clauses give iterations an order
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(1) map(to : first, value) map(tofrom : a)
  for (int i = 0; i < N; i++) {
    int sum = a[i];
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k];
    a[i + 1] = sum % 1009;
  }
}

/* The same with two threads at least: the iterations are independent, or there is a data race. */
static void independent_rows(void) {
// CHECK: order.c:[[#@LINE+1]]:{{.*}}CLV053: lanes share the elements of a row
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(64) map(to : first, value) map(tofrom : a)
  for (int i = 0; i < N; i++) {
    int sum = a[i];
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k];
    a[i] = sum;
  }
}

/* A reduction: chunks of one thread. */
static void reduction(int threads) {
// CHECK: order.c:[[#@LINE+1]]:{{.*}}CLV052: reduction left to the OpenMP run time: its clauses give iterations an order
#pragma omp target teams distribute parallel for num_threads(threads) dist_schedule(static, N) map(tofrom : a, total) reduction(+ : total)
  for (int i = 0; i < N; i++) {
    a[i + 1] += a[i] % 5;
    total += a[i + 1];
  }
}

/* The same iterations proved to be independent. */
static void independent_reduction(int threads) {
// CHECK: order.c:[[#@LINE+1]]:{{.*}}CLV050: teams combine the values of 'total'
#pragma omp target teams distribute parallel for num_threads(threads) dist_schedule(static, N) map(tofrom : a, total) reduction(+ : total)
  for (int i = 0; i < N; i++) {
    a[i] += 2;
    total += a[i];
  }
}

/* Collapsed loops: the order of the collapsed iterations. */
static void collapsed(void) {
// CHECK-NOT: order.c:[[#@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for collapse(2) num_teams(1) num_threads(1) map(tofrom : a)
  for (int i = 0; i < N / M; i++)
    for (int j = 0; j < M; j++)
      a[i * M + j + 1] = (a[i * M + j + 1] + a[i * M + j]) % 1013;
}

/* One team of two threads, which execute the iterations in turn: those of equal parity have an order. */
static void dealt(void) {
// CHECK: order.c:[[#@LINE+1]]:{{.*}}CLV103
#pragma omp target parallel for num_threads(2) schedule(static, 1) map(tofrom : a)
  for (int i = 0; i < N - 2; i++)
    a[i + 2] = (a[i + 2] + a[i]) % 1019;
}

/* Without the schedule, the iterations of a thread are not specified. */
static void asked(void) {
// CHECK: order.c:[[#@LINE+1]]:{{.*}}CLV002
#pragma omp target parallel for num_threads(64) map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] = a[i] * 3 % 1021;
}

int main(void) {
  begin();
  rows();
  printf("%d\n", digest());
  independent_rows();
  printf("%d\n", digest());
  reduction(1);
  printf("%d\n", digest());
  independent_reduction(1);
  printf("%d\n", digest());
  collapsed();
  printf("%d\n", digest());
  dealt();
  printf("%d\n", digest());
  asked();
  printf("%d\n", digest());
}
