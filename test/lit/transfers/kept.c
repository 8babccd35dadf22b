// Copies that must not be left out: each array here holds values of the host that a region without the copy
// would lose. Fresh memory of the device is filled with a pattern, so that nothing is right by chance.
// RUN: %clang -O1 -I%S/Inputs %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -I%S/Inputs %host_offload %s -o %t.split
// RUN: env MALLOC_PERTURB_=165 %run %t.plain >%t.expected
// RUN: env MALLOC_PERTURB_=165 %run %t.split | diff %t.expected -
// RUN: env MALLOC_PERTURB_=165 %run4 %t.split | diff %t.expected -
// RUN: %cleave explain --all %s -- -I%S/Inputs >%t.report
// RUN: grep -c CLV001 %t.report | FileCheck --check-prefix=COUNT %s
// RUN: FileCheck %s <%t.report
// COUNT: {{^}}23{{$}}
// Two copies are left out, of the second of two names: if both are one array, it is there already.
// CHECK-NOT: CLV03{{[123]}}
// CHECK: region in two_names
// CHECK-NOT: CLV03{{[123]}}
// CHECK: CLV033: {{.*}} no kernel writes 'q'
// CHECK: region in written_under_another_name
// CHECK-NOT: CLV03{{[123]}}
// CHECK: CLV032: {{.*}} 'q' is overwritten completely
// CHECK-NOT: CLV03{{[123]}}
#include "show.h"

// As in covariance: row and column 0 of the matrix keep the values of the host.
static void row_and_column_0(int n, double *data, double *m) {
#pragma omp target map(tofrom : data[0 : n]) map(tofrom : m[0 : (n + 1) * (n + 1)])
  {
#pragma omp parallel for
    for (int i = 1; i <= n; i++)
      for (int j = i; j <= n; j++) {
        m[i * (n + 1) + j] = 0;
        m[i * (n + 1) + j] += data[i - 1] * data[j - 1];
        m[j * (n + 1) + i] = m[i * (n + 1) + j];
      }
#pragma omp parallel for
    for (int i = 1; i <= n; i++)
      m[i * (n + 1) + i] += 1;
  }
}

static void shorter_loop(int n, int part, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < part; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < part; i++)
      a[i] += 1;
  }
}

static void lower_bound(int n, double *a) {
#pragma omp target map(tofrom : a[3 : n])
  {
#pragma omp parallel for
    for (int i = 3; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 4; i < n + 3; i++)
      a[i] += 1;
  }
}

static void whole_array_but_one(void) {
  double a[100];
  fill(a, 100, 4);
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < 99; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[2 * i] += 1;
  }
  show("whole_array_but_one", a, 100);
}

static void steps_of_two(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i += 2)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i += 2)
      a[i] += 1;
  }
}

static void under_a_condition(int n, int odd, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      if (i % 2 == odd)
        a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

static void in_one_arm(int n, int limit, double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      i < limit ? (a[i] = i) : (b[i] = i);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      a[i] *= 2;
      b[i] *= 3;
    }
  }
}

static void with_continue(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      if (i % 3 == 0)
        continue;
      a[i] = i;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

static void with_break(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n * 10])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 10; j++) {
        if (j > 6)
          break;
        a[i * 10 + j] = i;
      }
#pragma omp parallel for
    for (int i = 0; i < n * 10; i++)
      a[i] *= 2;
  }
}

static void host_branch(int n, int take, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
    if (take) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] = i;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

static void host_loop(int n, int steps, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] = i + t;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] *= 2;
    }
  }
}

static void read_first(int n, double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n]) map(tofrom : b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      b[i] += a[i];
      a[i] = 1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += b[i];
  }
}

// Each iteration reads what another one writes later, or has not written yet.
static void neighbour(int n, double *a, double *b) {
#pragma omp target map(tofrom : b[0 : n]) map(tofrom : a[0 : n + 1])
  {
    a[n] = 7;
#pragma omp parallel for num_threads(1) ordered
    for (int i = 0; i < n; i++) {
      a[i] = i;
      b[i] += a[i + 1];
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

// The inner loop reads what its later iterations write.
static void later_iteration(int n, double *a, double *b) {
#pragma omp target map(tofrom : b[0 : n]) map(tofrom : a[0 : 8 * n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 8; j++) {
        a[i * 8 + j] = i;
        b[i] += a[i * 8 + 7 - j];
      }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

// The names p and q have one array: p is mapped first, so its copies are those that happen.
static void two_names(int n, double *p, double *q) {
#pragma omp target map(tofrom : p[0 : n]) map(tofrom : q[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = q[i] + 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += i;
  }
}

// What is written under the name of q has to come back with p.
static void written_under_another_name(int n, double *p, double *q) {
  double sum = 0;
#pragma omp target map(tofrom : p[0 : n]) map(tofrom : q[0 : n]) map(tofrom : sum)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] = i;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += p[i];
  }
  printf("sum %g\n", sum);
}

// same has no clause: it leads to what p maps.
static void unmapped_name(int n, double *p, double *same) {
#pragma omp target map(tofrom : p[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = same[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      same[i] += 1;
  }
}

static void pointer_to_array(int n) {
  double a[100], *p = a;
  fill(a, 100, 19);
#pragma omp target map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = p[i] + 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 1;
  }
  show("pointer_to_array", a, 100);
}

// Minus 5 times minus 5 elements are mapped, and no loop runs.
static void negative(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n * n])
  {
    a[1] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i * n + j] = 1;
#pragma omp parallel for
    for (int i = 0; i < n * n; i++)
      a[i] += 1;
  }
}

static void atomic_update(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < 2 * n; i++) {
#pragma omp atomic
      a[i / 2] += 1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

struct pair {
  double one, other;
};

static void one_member(int n, struct pair *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i].one = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i].one += 1;
  }
}

// n changes between the map clause and the loops.
static void bound_changes(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
    n = n / 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

static void serial_read_first(int n, double *a, double *b) {
#pragma omp target map(tofrom : b[0 : n]) map(tofrom : a[0 : n])
  {
    b[0] = a[n - 1];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      b[i] += a[i];
  }
}

int main(void) {
  double a[441], b[441];
  struct pair pairs[100];
#define RUN(seed, call, size)                                                                      \
  fill(a, 441, seed);                                                                              \
  fill(b, 441, seed + 100);                                                                        \
  call;                                                                                            \
  show(#call " a", a, size);                                                                       \
  show(#call " b", b, size)
  RUN(1, row_and_column_0(20, b, a), 441);
  RUN(1, row_and_column_0(0, b, a), 441);
  RUN(2, shorter_loop(100, 60, a), 100);
  RUN(2, shorter_loop(100, 0, a), 100);
  RUN(3, lower_bound(90, a), 100);
  whole_array_but_one();
  RUN(5, steps_of_two(100, a), 100);
  RUN(6, under_a_condition(100, 1, a), 100);
  RUN(7, in_one_arm(100, 30, a, b), 100);
  RUN(8, with_continue(100, a), 100);
  RUN(9, with_break(10, a), 100);
  RUN(10, host_branch(100, 0, a), 100);
  RUN(10, host_branch(100, 1, a), 100);
  RUN(11, host_loop(100, 0, a), 100);
  RUN(11, host_loop(100, 3, a), 100);
  RUN(12, read_first(100, a, b), 100);
  RUN(13, neighbour(100, a, b), 101);
  RUN(14, later_iteration(50, a, b), 400);
  RUN(15, two_names(100, a, a), 100);
  RUN(15, two_names(100, a, b), 100);
  RUN(16, written_under_another_name(100, a, a), 100);
  RUN(17, unmapped_name(100, a, a), 100);
  pointer_to_array(50);
  RUN(20, negative(-5, a), 100);
  RUN(20, negative(5, a), 100);
  RUN(21, atomic_update(100, a), 100);
  for (int i = 0; i < 100; i++)
    pairs[i] = (struct pair){i, 2 * i};
  one_member(100, pairs);
  show("one_member", (double *)pairs, 200);
  RUN(23, bound_changes(100, a), 100);
  RUN(24, serial_read_first(100, a, b), 100);
}
