// The function that encloses all copies of an object: methods, templates and functions that were inlined; pointers and names of
// several functions for one object. The names of symbols are printed as in the source.
// RUN: %clangxx %s -O2 -gline-directives-only %libcleave %host_offload -o %t
// RUN: env CLEAVE_TRACE_CONTENT=on CLEAVE_TRACE=%t.json %run %t
// RUN: %cleave trace %t.json >%t.text
// RUN: FileCheck %s <%t.text
// RUN: FileCheck %s --check-prefix=VALUES <%t.text
// RUN: FileCheck %s --check-prefix=INLINED <%t.text
// CHECK:      'cells[0:n]', 'p[0:n]': 800 B; copied at trace_advice_calls.cpp:[[#@LINE+27]], trace_advice_calls.cpp:[[#@LINE+32]]
// CHECK-NEXT: all in calls of 'Grid<double>::run(int)'
// CHECK-NEXT: saves {{.*}}: 5 copies to the device of data that the host has not changed
// CHECK:      insert before these regions: #pragma omp target enter data map(to: cells[0:n])
// VALUES:      'values[0:m]': 400 B; copied at trace_advice_calls.cpp:[[#@LINE+36]]
// VALUES-NEXT: all in calls of 'scale(int*)', which 'main' calls
// INLINED:      'halves[0:m]': 400 B; copied at trace_advice_calls.cpp:[[#@LINE+40]]
// INLINED-NEXT: all in calls of 'halve', which 'main' calls
#include <cstdlib>

constexpr int n = 100, m = 100;

template <typename T> class Grid {
public:
  Grid() : cells(new T[n]()) {}
  ~Grid() { delete[] cells; }
  __attribute__((noinline)) void run(int steps) {
    for (int i = 0; i < steps; i++) {
      increase(T(1));
      limit(cells);
    }
  }
  T first() const { return cells[0]; }

private:
  __attribute__((noinline)) void increase(T by) {
    T *cells = this->cells;
#pragma omp target teams distribute parallel for map(tofrom : cells[0 : n])
    for (int i = 0; i < n; i++)
      cells[i] += by;
  }
  __attribute__((noinline)) static void limit(T *p) {
#pragma omp target teams distribute parallel for map(tofrom : p[0 : n])
    for (int i = 0; i < n; i++)
      p[i] = p[i] > 2 ? p[i] - T(0.5) : p[i];
  }
  T *cells;
};

__attribute__((noinline)) static void scale(int *values) {
#pragma omp target teams distribute parallel for map(tofrom : values[0 : m])
  for (int i = 0; i < m; i++)
    values[i] *= 3;
}

__attribute__((always_inline)) static inline void halve(int *halves) {
#pragma omp target teams distribute parallel for map(tofrom : halves[0 : m])
  for (int i = 0; i < m; i++)
    halves[i] /= 2;
}

static int values[m], halves[m];

int main() {
  Grid<double> grid;
  grid.run(3);
  for (int i = 0; i < m; i++)
    values[i] = halves[i] = i;
  for (int i = 0; i < 3; i++)
    scale(values);
  for (int i = 0; i < 3; i++)
    halve(halves);
  return grid.first() == 2.5 && values[1] == 27 && halves[9] == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
