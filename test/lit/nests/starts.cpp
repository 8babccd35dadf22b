// Loops without a first value on the host, and loops that move several variables: nests on the grid, in which a thread gets to its iteration by the loop's
// first statement and moves. The iterations of nests with the comment "dependent" use what others compute, or their number is not known.
// RUN: %clangxx -std=c++17 -O1 -w %host_offload %s -o %t.plain
// RUN: %cleave_cxx -std=c++17 -O1 -w %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %clangxx -std=c++17 -O2 -w %link_sm90 %s -o %t.plain_gpu
// RUN: %gpu %t.plain_gpu | diff %t.expected -
// RUN: %cleave_cxx -std=c++17 -O2 -w %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu >%t.checked
// RUN: %cleave explain --all %s -- -std=c++17 >%t.remarks
// RUN: awk -f %S/Inputs/mapped.awk %s %t.remarks | FileCheck %s
// CHECK-NOT: dependent
// CHECK: {{^}}21 mapped
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

static const int N = 37, M = 29;

template <class T> double weigh(const std::vector<T> &v) {
  double s = 0;
  for (std::size_t k = 0; k < v.size(); ++k) s += double(v[k]) * double(k * 7919 % 1009 + 1);
  return s;
}

// ---- first values that depend on outer counters, on the host's values and on steps

void nest_red_black(int n, int m, int color, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i + color) % 2; j < m - 1; j += 2)
      y[i * m + j] += y[(i - 1) * m + j] - y[(i + 1) * m + j] + 3 * y[i * m + j - 1] - 2 * y[i * m + j + 1];
}

void nest_red_black_bits(int n, int m, int color, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 2 - ((i + color) & 1); j <= m - 2; j += 2)
      y[i * m + j] += y[(i - 1) * m + j] - y[(i + 1) * m + j] + 3 * y[i * m + j - 1] - 2 * y[i * m + j + 1];
}

void nest_band(int n, int width, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; ++i)
    for (int j = i > width ? i - width : 0; j < n; j += 3)
      y[i * n + j] += 5;
}

void nest_ternary(int n, int m, bool ghost, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = ghost ? 0 : 1; i < (ghost ? n : n - 1); ++i)
    for (int j = ghost ? 0 : 1; j < (ghost ? m : m - 1); ++j)
      y[i * m + j] += i + j;
}

void nest_variable_step(int n, int m, int from, int step, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = from; j < m; j += step)
      y[i * m + j] += step;
}

void nest_variable_step_triangle(int n, int m, int step, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = i % 5; j < m; j += step)
      y[i * m + j] += step;
}

// ---- several variables

void nest_two_counters(int n, int m, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0, k = i * m + m - 1; j < m; ++j, --k)
      y[i * m + j] += x[k] * (j & 1);
}

void nest_wrapping_counter(int n, int m, unsigned seed, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    unsigned h = seed * i;
    unsigned char c = 250;
    for (int j = 0; j < m; ++j) {
      y[i * m + j] += h >> 7 ^ c;
      h += 0x9e3779b9u;
      c += 3;
    }
  }
}

void nest_while(int n, int m, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int j = i & 3;
    while (j < m) {
      y[i * m + j] = x[i * m + j] * 4;
      ++j;
    }
  }
}

void nest_while_countdown(int n, int m, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int left = m;
    const int *src = x + i * m;
    int *dst = y + i * m;
    while (left-- > 0) *dst++ += *src++;
  }
}

void nest_truth(int n, unsigned m, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    unsigned left = m;
    const int *src = x + i * m;
    int *dst = y + i * m;
    while (left--) *dst++ += 2 * *src++;
  }
}

void nest_two_steps(int n, int m, const int *x, int *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : 2 * n * m])
  for (int i = 0; i < n; ++i) {
    int *dst = y + 2 * i * m;
    for (int j = 0; j < m; ++j) {
      *dst++ = x[i * m + j];
      *dst++ += 7 * x[i * m + j];
    }
  }
}

void nest_pointers(int n, int m, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int *it = y + i * m, *last = it + m; it != last; ++it) *it = *it * 3 + i;
}

void nest_three_levels(int l, int n, int m, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : l * n * m])
  for (int k = 0; k < l; ++k) {
    int row = k * n * m;
    for (int i = k % 2; i < n; i += 2) {
      int at = row + i * m;
      for (int j = 0; j < m; ++j, ++at) y[at] += k - i + j;
    }
  }
}

// ---- ranges, closures, instances

struct Row {
  int *first;
  int count;
  int *begin() const { return first; }
  int *end() const { return first + count; }
};

void nest_range(int n, int m, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    const Row row{y + i * m, m};
    for (auto &v : row) v = v * 3 + i;
  }
}

template <class Body> void nest_closure(int n, int m, Body body) { // independent
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) body(i, j);
}

void nest_index_closure(int n, int m, double *y) { // independent
  auto at = [m](int i, int j) { return i * m + j; };
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m]) map(to : at)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[at(i, j)] += j;
}

void nest_constant_rows(int n, int m, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : 32 * n])
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j) y[i * 32 + j - 1] += i - j;
}

template <bool Twice> void nest_instances(int n, int m, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if constexpr (Twice) y[i * m + j] *= 2;
      y[i * m + j] += i;
    }
}

void nest_last_value(int n, int m, double *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int j;
    for (j = 0; j < m - 1; ++j) y[i * m + j] += i;
    y[i * m + j] = j;
  }
}

// ---- what must not be mapped

void nest_uneven_range(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (auto &v : Row{y + i * m, i % m}) v = v * 3 + i;
}

template <class Body> void nest_mutable_closure(int n, int m, Body body) { // dependent
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      Body own = body;
      own(i, j);
    }
}

template <bool Carries> void nest_one_carries(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      y[i * m + j] += i;
      if constexpr (Carries) y[i * m + j] += y[i * m + j - 1];
    }
}

void nest_bound_in_memory(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 1, k = i * m; j < y[i * m] % m; ++j, ++k) y[k] -= 1;
}

void nest_conditional_step(int n, int m, const int *x, int *y) { // dependent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int *dst = y + i * m;
    for (int j = 0; j < m; ++j)
      if (x[i * m + j] % 3) *dst++ = x[i * m + j];
  }
}

void nest_step_after_continue(int n, int m, const int *x, int *y) { // dependent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int k = i * m;
    for (int j = 0; j < m; ++j) {
      if (x[i * m + j] % 3 == 0) continue;
      y[k] = x[i * m + j];
      ++k;
    }
  }
}

void nest_carried(int n, int m, const int *x, int *y) { // dependent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < m; ++j) {
      y[i * m + j] = s;
      s += x[i * m + j];
    }
  }
}

void nest_bound_changes(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int end = m;
    for (int j = 0, k = i * m; j < end; ++j, ++k) {
      y[k] += 1;
      if (y[k] % 7 == 0) end = j;
    }
  }
}

void nest_step_changes(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int by = 1;
    for (int j = 0, k = i * m; j < m; j += 4, k += by) {
      y[k] += 1;
      by = 3 - by;
    }
  }
}

void nest_overlapping_pointers(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int *dst = y + i * m + 1, *src = y + i * m;
    for (int j = 1; j < m; ++j) *dst++ += *src++;
  }
}

// The text of the step would name the inner variable.
void nest_hidden_step(int n, int m, int width, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int by = width + 1;
    {
      int width = 1;
      for (int j = i % 3; j < m; j += by) y[i * m + j] += width;
    }
  }
}

void nest_hidden_amount(int n, int m, int wide, double *z, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int by = wide + 1, wide = 1;
    for (int j = 0, k = 0; j < m; ++j, k += by) y[i * m + j] += k + wide;
  }
}

// The amounts are converted: 4294967295u subtracts 1, and all iterations over j, or over k, write the same elements.
void nest_converted_amount(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    int k = 0;
    for (int j = 0; j < m; ++j) {
      y[i * m + k + j] = j;
      k += 4294967295u;
    }
  }
}

void nest_converted_step(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m - 4; ++k)
      for (int j = 0; j < 5; j -= 4294967295u) y[i * m + k + j] = k;
}

// Two instances, with more accesses together.
template <class F> void nest_two_elements(int n, int m, F f) { // dependent
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      f(i, j);
      f(i, j + m);
    }
}

// Labels with a scope of their own.
void nest_labels(int n, int m, int *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      __label__ out;
      auto twice = [](int a) {
        if (a > 3) goto out;
        a *= 2;
      out:
        return a;
      };
      if (j > 5) goto out;
      y[i * m + j] += 3;
    out:
      y[i * m + j] += twice(j);
    }
}

void nest_same_color(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 2 + i % 2; j < m; j += 2) y[i * m + j] += y[i * m + j - 2];
}

void nest_left_early(int n, int m, int *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0, k = i * m; j < m; ++j, ++k) {
      if (y[k] % 11 == 0) break;
      y[k] += 1;
    }
}

static std::vector<int> x, y;
static std::vector<double> z;
template <class F> void show(const char *name, F f) {
  x.assign(2 * N * N, 0), y.assign(4 * N * N, 0);
  z.assign(x.size(), 0.5);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = int(k * 37 % 113);
  for (std::size_t k = 0; k < y.size(); ++k) y[k] = int(k * 53 % 127);
  f();
  std::printf("%s %.17g\n", name, weigh(y) + 3 * weigh(z));
}
#define RUN(...) show(#__VA_ARGS__, [] { __VA_ARGS__; })

int main() {
  for (int color = -3; color < 3; ++color) {
    show("red_black", [=] { nest_red_black(N, M, color, y.data()); });
    show("red_black_bits", [=] { nest_red_black_bits(N, M, color, y.data()); });
  }
  RUN(nest_red_black(2, M, 0, y.data()));
  RUN(nest_red_black(N, 2, 1, y.data()));
  RUN(nest_band(N, 4, y.data()));
  RUN(nest_band(N, -1, y.data()));
  RUN(nest_ternary(N, M, false, y.data()));
  RUN(nest_ternary(N, M, true, y.data()));
  RUN(nest_ternary(1, M, false, y.data()));
  for (int step = 1; step < 40; step += 6)
    show("variable_step", [=] { nest_variable_step(N, M, step % 5, step, y.data()); });
  RUN(nest_variable_step(N, M, M, 0, y.data()));
  RUN(nest_variable_step(N, M, M, -1, y.data())); // without iterations, the step may have the other sign
  RUN(nest_variable_step(N, M, M + 20, -4, y.data()));
  RUN(nest_hidden_step(N, M, 4, y.data()));
  RUN(nest_hidden_amount(N, M, 4, z.data(), y.data()));
  RUN(nest_labels(N, M, y.data()));
  RUN(nest_converted_amount(N, M, y.data()));
  RUN(nest_converted_step(N, M, y.data()));
  show("two_closures", [] {
    int *to = y.data(), m = M;
#pragma omp target data map(tofrom : to[0 : N * M])
    {
      nest_two_elements(N, M / 2, [=](int i, int j) { to[i * m + j] += j; });
      nest_two_elements(N, M / 2, [=](int i, int j) { to[i * m + j / 2] += j; });
    }
  });
  RUN(nest_variable_step_triangle(N, M, 4, y.data()));
  RUN(nest_two_counters(N, M, x.data(), y.data()));
  RUN(nest_two_counters(N, 0, x.data(), y.data()));
  RUN(nest_wrapping_counter(N, M, 12345, y.data()));
  RUN(nest_while(N, M, x.data(), y.data()));
  RUN(nest_while(N, 2, x.data(), y.data()));
  RUN(nest_while_countdown(N, M, x.data(), y.data()));
  RUN(nest_while_countdown(N, 1, x.data(), y.data()));
  RUN(nest_truth(N, M, x.data(), y.data()));
  RUN(nest_truth(N, 0, x.data(), y.data()));
  RUN(nest_two_steps(N, M, x.data(), y.data()));
  RUN(nest_pointers(N, M, y.data()));
  RUN(nest_pointers(N, 0, y.data()));
  RUN(nest_three_levels(4, 11, M, y.data()));
  RUN(nest_range(N, M, y.data()));
  for (int shift = 0; shift < 2; ++shift)
    show("closure", [=] {
      double *to = z.data();
      const double *from = z.data() + shift * N * M;
      const int m = M, c = shift;
#pragma omp target data map(tofrom : to[0 : N * M]) map(to : from[0 : N * M])
      nest_closure(N, m, [=](int i, int j) { to[i * m + j] += from[i * m + j] + c; });
    });
  RUN(nest_index_closure(N, M, z.data()));
  RUN(nest_constant_rows(N, M, y.data()));
  RUN(nest_constant_rows(N, 33, y.data()));
  RUN(nest_instances<true>(N, M, y.data()));
  RUN(nest_instances<false>(N, M, y.data()));
  RUN(nest_last_value(N, M, z.data()));
  RUN(nest_last_value(N, 1, z.data()));
  RUN(nest_uneven_range(N, M, y.data()));
  show("mutable_closure", [] {
    int *to = y.data(), m = M;
#pragma omp target data map(tofrom : to[0 : N * M])
    nest_mutable_closure(N, M, [=](int i, int j) mutable { to[i * m + j] += j, m += 1; });
  });
  RUN(nest_one_carries<true>(N, M, y.data()));
  RUN(nest_one_carries<false>(N, M, y.data()));
  RUN(nest_bound_in_memory(N, M, y.data()));
  RUN(nest_conditional_step(N, M, x.data(), y.data()));
  RUN(nest_step_after_continue(N, M, x.data(), y.data()));
  RUN(nest_carried(N, M, x.data(), y.data()));
  RUN(nest_bound_changes(N, M, y.data()));
  RUN(nest_step_changes(N, M, y.data()));
  RUN(nest_overlapping_pointers(N, M, y.data()));
  RUN(nest_same_color(N, M, y.data()));
  RUN(nest_left_early(N, M, y.data()));
}
