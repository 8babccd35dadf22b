/* FILE: test/lit/transfers/Inputs/two_loops.h
 * WHAT: functions with one region of two loops each, and their results.
 * WHO:  expressions.cpp and other_names.cpp.
 */
#include <cstdio>

enum { N = 64 };

// Runs two loops and prints A. Only the first loop writes A; the second one reads B only.
#define TEST(NAME, ...)                                                                            \
  static void NAME(int n, double *a, double *b) {                                                  \
    _Pragma("omp target map(tofrom : b[0 : n], a[0 : n])") {                                       \
      _Pragma("omp parallel for") for (int i = 0; i < n; i++) { __VA_ARGS__; }                     \
      _Pragma("omp parallel for") for (int i = 0; i < n; i++) b[i] += i;                           \
    }                                                                                              \
  }

struct two_loops {
  const char *name;
  void (*run)(int, double *, double *);
};

template <int Count> static void run_all(const two_loops (&tests)[Count]) {
  for (auto &test : tests) {
    double a[N], b[N], sum = 0, placed = 0, other = 0;
    for (int i = 0; i < N; i++)
      a[i] = 1000.25 + i, b[i] = 2000.5 + i;
    test.run(N, a, b);
    for (int i = 0; i < N; i++)
      sum += a[i], placed += (i % 17 + 1) * a[i], other += b[i];
    printf("%s: %.17g %.17g %.17g\n", test.name, sum, placed, other);
  }
}
