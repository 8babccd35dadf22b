// Distribute loops that stay whole: their iterations may depend on each other, or a value cannot flow between kernels.
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %plain_rewrite %s | diff --strip-trailing-cr %s -
#include <omp.h>
#define PARALLEL_LOOPS(a, s)                                                                                           \
  _Pragma("omp parallel for") for (int i = 0; i < n; i++) a[r * n + i] += s;

// One team executes the iterations in order.
// CHECK: region in one_team
// CHECK: CLV270: distribute loop not split: a team may have several iterations, and 'num_teams' gives them an order
void one_team(double *a, int rows, int n) {
#pragma omp target teams distribute num_teams(1) map(tofrom : a[0 : rows * n])
  for (int r = 1; r < rows; r++) {
    const double s = a[(r - 1) * n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += s;
  }
}
// The number of teams may be one, and may change before the host evaluates it again.
// CHECK: region in some_teams
// CHECK: CLV256{{.*}} the host evaluates 'num_teams(*teams)'
void some_teams(double *a, int rows, int n, const int *teams) {
#pragma omp target teams distribute num_teams(*teams) map(tofrom : a[0 : rows * n])
  for (int r = 1; r < rows; r++) {
    const double s = a[(r - 1) * n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += s;
  }
}
// Chunks give the iterations of a chunk an order.
// CHECK: region in chunks
// CHECK: CLV270{{.*}} a team has all iterations of a chunk, and 'dist_schedule' gives them an order
void chunks(double *a, int rows, int n) {
#pragma omp target teams distribute dist_schedule(static, 4) map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    const double s = a[r / 4 * 4 * n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += s;
  }
}
// The same with a number of teams: a team has rows / 4 iterations.
// CHECK: region in parts
// CHECK: CLV270{{.*}} 'dist_schedule' gives them an order
void parts(double *a, int rows, int n) {
#pragma omp target teams distribute num_teams(4) dist_schedule(static) map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    const double s = a[r / (rows / 4) * (rows / 4) * n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += s;
  }
}
// A variable of the team carries a value from one iteration to the next.
// CHECK: region in carried
// CHECK: CLV270{{.*}} 'last' is declared outside of it, and iterations write it
void carried(double *a, int rows, int n, double last) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    const double s = last;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += s;
    last = a[r * n];
  }
}
// CHECK: region in asks
// CHECK: CLV270{{.*}} it calls a function of OpenMP or one without a visible body
void asks(double *a, int rows, int n) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    const double s = omp_get_team_num();
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += s;
  }
}
// CHECK: region in continues
// CHECK: CLV270{{.*}} a jump leaves its statement
void continues(double *a, int rows, int n) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    const double s = a[r * n];
    if (s == 0)
      continue;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += s;
  }
}
// CHECK: region in address
// CHECK: CLV270{{.*}} the value of 's' flows between its parts, and its address is taken
void address(double *a, int rows, int n) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    double s = a[r * n], *p = &s;
    *p += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += s;
  }
}
// CHECK: region in pointers
// CHECK: CLV270{{.*}} the value of 'p' flows between its parts, and it may point to 'own', which one kernel has
void pointers(double *a, int rows, int n) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    double own[2] = {a[r * n], 1}, *p = own;
    if (own[0] > 3)
      p++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += p[0];
  }
}
// CHECK: region in unnamed
// CHECK: CLV270{{.*}} the value of 'p' flows between its parts, and it may point to an object without a name
void unnamed(double *a, int rows, int n) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    const double *p = (double[]){a[r * n], 1};
    if (p[0] > 3)
      p++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += p[0];
  }
}
// The inner bounds depend on the outer iteration.
// CHECK: region in triangle
// CHECK: CLV270{{.*}} no parallel loop in it can run over the iterations of both loops
void triangle(double *a, int rows, int n) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * n])
  for (int r = 0; r < rows; r++) {
    const double s = a[r * n];
#pragma omp parallel for
    for (int i = 0; i < r; i++)
      a[r * n + i] += s;
  }
}
// Tickets of teams with several iterations.
// CHECK: region in tickets
// CHECK: CLV270{{.*}} 'num_teams' gives them an order
void tickets(double *a, int *ticket, int rows, int n) {
#pragma omp target teams distribute num_teams(2) map(tofrom : a[0 : rows * n], ticket[0 : 1])
  for (int r = 0; r < rows; r++) {
    int mine;
#pragma omp atomic capture
    mine = ticket[0]++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[r * n + i] += mine;
  }
}
// CHECK: 12 regions in 1 file: 12 refused
