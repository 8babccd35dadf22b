// The report of `cleave explain` names, for each nest that is not mapped, the obstacle, its line and text, and what to write
// instead. A loop whose inner loop is short, or that has another form, has no such remark.
// RUN: %cleave explain %s -- -std=c++17 | sed '/^most worth/,$d' | FileCheck %s --implicit-check-not=CLV044 --implicit-check-not=CLV054 --match-full-lines
// RUN: %cleave explain --all %s -- -std=c++17 | FileCheck %s --check-prefix=ALL
#include <cassert>
#include <cstdio>
struct View {
  double *u;
  int n;
  int extent() const; // defined elsewhere
};

void jump(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      y[i * n + j] = x[i * n + j];
// CHECK: {{.*}} region in jump: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: a label: 'again: y[i * n + j] /= 2;'
// CHECK-NEXT:     advice: replace goto by if, break or continue
    again:
      y[i * n + j] /= 2;
      if (y[i * n + j] > 1) goto again;
    }
}

void print(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
// CHECK: {{.*}} region in print: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: it calls a function whose body is not known: 'printf("%d\n", j);'
// CHECK-NEXT:     advice: move the call out of the nest, or define the function in this file
      if (x[i * n + j] < 0) printf("%d\n", j);
      y[i * n + j] = x[i * n + j];
    }
}

void check(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
// CHECK: {{.*}} region in check: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: it contains __LINE__, as assert does: 'assert(j < n);'
// CHECK-NEXT:     advice: remove assert or __LINE__, or define NDEBUG
      assert(j < n);
      y[i * n + j] = x[i * n + j];
    }
}

void rows(int n, double **x, double **y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
// CHECK: {{.*}} region in rows: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: it uses a pointer that is in an array: 'y[i][j] = x[i][j];'
// CHECK-NEXT:     advice: store the rows in one array, and compute the subscript, as in x[i * n + j]
    for (int j = 0; j < n; j++) y[i][j] = x[i][j];
}

void cast(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
// CHECK: {{.*}} region in cast: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: it uses a pointer that a cast converts: '... ((const float *)x)[(i + 0) * n + j] - 1;'
// CHECK-NEXT:     advice: declare a pointer of that type before the region, or compute the subscript without the cast
      y[i * n + j] = 1.0 + 2.0 * ((const float *)x)[(i + 0) * n + j] - 1;
}

void bound(const int *n, double *y) {
  const int m = *n;
#pragma omp target teams distribute parallel for map(to : n[0 : 1]) map(tofrom : y[0 : m * m])
  for (int i = 0; i < m; i++)
// CHECK: {{.*}} region in bound: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: {{.*}}
// CHECK-NEXT:     advice: {{.*}}
    for (int j = 0; j < *n; j++) y[i * m + j] *= 2;
}

void behind(int n, double *y) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++) {
    int j;
    for (j = 0; j < n - 1; j++) y[i * n + j] *= 2;
// Lanes share the row, so the default report does not name the obstacle.
// ALL: {{.*}} region in behind: {{.*}}
// ALL: CLV053: lanes share the elements of a row
// ALL-NEXT: line [[#@LINE+1]]: CLV044: inner loop not mapped to the grid: a statement is behind its inner loop: 'y[i * n + j] = 0;'
    y[i * n + j] = 0;
  }
}

void while_loop(int n, double *y) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++) {
    int j = 0;
// CHECK: {{.*}} region in while_loop: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: its inner loop is no for loop: 'while (j < n && y[j])'
// CHECK-NEXT:     advice: write a for loop with a counter
    while (j < n && y[j]) y[i * n + j++] *= 2;
  }
}

void condition(int n, const int *active, double *y) {
#pragma omp target teams distribute parallel for map(to : active[0 : n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
// CHECK: {{.*}} region in condition: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: its inner loop is under a condition: 'if (active[i])'
// CHECK-NEXT:     advice: move the condition into the inner loop
    if (active[i]) {
      for (int j = 1; j < n; j++) y[i * n + j] *= 2;
      y[i * n] = 1;
    }
}

void counters(int n, double *y) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
// CHECK: {{.*}} region in counters: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: its inner loop changes more than its counter in its header: 'for (int j = 0, k = i; j < n; j++, k += j)'
// CHECK-NEXT:     advice: change only the counter in the header, and compute other values from it
    for (int j = 0, k = i; j < n; j++, k += j) y[k] *= 2;
}

void neighbor(int n, double *y) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
// CHECK: {{.*}} region in neighbor: {{.*}}
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: two iterations may access the same element of 'y': 'y[i * n + j] += y[i * n + j - 1];'
// CHECK-NEXT:     advice: if they never do, add collapse for the loops of the nest; else use a reduction or another array for the results
    for (int j = 1; j < n; j++) y[i * n + j] += y[i * n + j - 1];
}

void view(View v) {
#pragma omp target teams distribute parallel for map(to : v) map(tofrom : v.u[0 : v.n * v.n])
// CHECK: {{.*}} region in view: not changed
// CHECK-NEXT:   CLV044 at line [[#@LINE+2]]: inner loop not mapped to the grid: the bounds of a parallel loop read 'View::extent', known only on the device (CLV248)
// CHECK-NEXT:     advice: copy the bound to a scalar in a statement before the loop
  for (int i = 0; i < v.extent(); i++)
    for (int j = 0; j < v.extent(); j++) v.u[i * v.n + j] *= 2;
}

// The inner loop is short: no remark but in the list of all.
void small(int n, double **y) {
// CHECK: {{.*}} region in small: {{.*}}
// ALL: CLV044: {{.*}} it uses a pointer that is in an array: 'y[i][j] *= 2;'
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++) y[i][j] *= 2;
}

// No loop, and one that is mapped.
void quiet(int n, double *y) {
// CHECK: {{.*}} region in quiet: {{.*}}
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++) y[i] *= 2;
// CHECK: {{.*}} region in quiet: {{.*}}
// CHECK-NEXT:   CLV043 {{.*}}
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) y[i * n + j] *= 2;
}

// A sum of each row has another form.
void sums(int n, const double *x, double *y) {
// CHECK: {{.*}} region in sums: {{.*}}
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++) s += x[i * n + j];
    y[i] = s;
  }
}
