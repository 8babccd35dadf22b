// Distribute loops whose number of teams is known at run time only: they are split for more than one team. With one, iterations have an order.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -ffp-contract=off %host_offload %s -o %t
// RUN: env CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: %cleave explain %s | FileCheck %s
// The guard, and the teams of the fallback.
// RUN: %cleave rewrite --compiled %s | FileCheck %s --check-prefix=TEXT
// TEXT: if (!((teams) < 2L || {{.*}}cleave_teams_split_pays((-1), (double)(((n) > (0) ? (long)(n) : 1) > (teams) ? (teams) :
#include <stdio.h>

enum { N = 24, M = 48 };
static int x[N * M], y[N * M], chained[N + 1];

static void show(const char *name) {
  unsigned s = 0;
  for (int i = 0; i < N * M; i++)
    s = s * 31 + (unsigned)y[i];
  printf("%s %u\n", name, s);
}

// CHECK: region in centered: split into 1 kernel of one parallel loop and 1 kernel of other statements
static void centered(int n, int m, int teams) {
#pragma omp target teams distribute num_teams(teams) map(to : x) map(from : y)
  for (int r = 0; r < n; r++) {
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < m; i++)
      s += x[r * m + i];
    s /= m;
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      y[r * m + i] = x[r * m + i] - s;
  }
}

// With one team, an iteration may use what the one before it has stored.
// CHECK: region in chain: split into
static void chain(int n, int m, int teams) {
#pragma omp target teams distribute num_teams(teams) map(to : x) map(tofrom : y, chained)
  for (int r = 0; r < n; r++) {
    int s = chained[r];
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < m; i++)
      s += x[r * m + i];
    chained[r + 1] = s % 1000;
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      y[r * m + i] = s + (r ? y[(r - 1) * m + i] % 7 : 0);
  }
}

static int calls;
static int counted(void) { return ++calls, 4; }

// CHECK: region in effects: not transformed
// CHECK-NEXT: CLV224 {{.*}}
static void effects(int n, int m) {
#pragma omp target teams distribute num_teams(counted()) map(to : x) map(from : y)
  for (int r = 0; r < n; r++) {
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < m; i++)
      s += x[r * m + i];
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      y[r * m + i] = x[r * m + i] * s;
  }
}

// Atomic operations show which iterations a team has.
// CHECK: region in atomic: not transformed
// CHECK-NEXT: CLV270 {{.*}} 'num_teams' gives them an order
static void atomic(int n, int m, int teams) {
  int order = 0;
#pragma omp target teams distribute num_teams(teams) map(to : x) map(from : y) map(tofrom : order)
  for (int r = 0; r < n; r++) {
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < m; i++)
      s += x[r * m + i];
#pragma omp atomic
    order += s;
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      y[r * m + i] = x[r * m + i] * s;
  }
  printf("order %d\n", order);
}

int main(void) {
  for (int i = 0; i < N * M; i++)
    x[i] = i * 7 % 23;
  centered(N, M, 1);
  show("one");
  centered(N, M, N);
  show("many");
  centered(N, M, 3);
  show("few");
  chain(N, M, 1);
  show("chain");
  printf("chained %d\n", chained[N]);
  effects(N, M);
  show("effects");
  printf("calls %d\n", calls);
  atomic(N, M, 2);
  show("atomic");
}
