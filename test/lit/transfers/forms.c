// The three forms of a schedule: calls of the transfer engine for the compiler, plain directives of OpenMP for readers,
// and tasks of OpenMP for both with transfers=openmp. All do what plain clang's program does.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Weverything -Werror -Wno-comma -Wno-unsafe-buffer-usage -Wno-declaration-after-statement -Wno-source-uses-openmp %host_offload %s -o %t.engine
// RUN: %cleave_cc -O1 -Wall -Wextra -Werror -fplugin-arg-cleave-transfers=openmp %host_offload %s -o %t.openmp
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.engine | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always %run %t.engine | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always %run4 %t.engine | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=off %run4 %t.engine | diff %t.expected -
// RUN: %run %t.openmp | diff %t.expected -
// RUN: %run4 %t.openmp | diff %t.expected -
// With fewer threads than LLVM's team of helpers needs, no task is made: the program would wait for it forever.
// RUN: env OMP_THREAD_LIMIT=4 %run %t.openmp | diff %t.expected -
// RUN: env KMP_DEVICE_THREAD_LIMIT=4 %run %t.openmp | diff %t.expected -
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t.engine | diff %t.expected -
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t.openmp | diff %t.expected -
//
// Without libcleave nothing is called.
// RUN: %cleave_cc -O1 %host_offload %s -o %t.alone
// RUN: %run4 %t.alone | diff %t.expected -
//
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-transfers=openmp >%t.tasks.c
// RUN: grep -v '// [CR]' %t.tasks.c | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: grep -v '// [CR]' %t.rewritten.c | FileCheck %s --check-prefix=READER \
// RUN:   --implicit-check-not=omp_ --implicit-check-not=nowait --implicit-check-not=taskwait
// RUN: %clang -O1 -Wall -Wextra -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// No thread of the OpenMP run time's own is needed.
// RUN: env KMP_DEVICE_THREAD_LIMIT=4 %run %t.rewritten | diff %t.expected -
// RUN: env OMP_THREAD_LIMIT=1 %run %t.rewritten | diff %t.expected -
// RUN: env LIBOMP_NUM_HIDDEN_HELPER_THREADS=0 %run %t.rewritten | diff %t.expected -
// RUN: env LIBOMP_USE_HIDDEN_HELPER_TASK=0 OMP_NUM_THREADS=1 %run %t.rewritten | diff %t.expected -
// RUN: gcc -std=gnu11 -fopenmp -fsyntax-only -Werror %t.rewritten.c
// RUN: %cleave rewrite %t.rewritten.c | diff %t.rewritten.c -
//
// omp.h is included once, and "myomp.h" is another file.
// RUN: rm -rf %t.includes && mkdir %t.includes && echo > %t.includes/myomp.h
// RUN: sed 's/^#include <stdio.h>/#include "myomp.h"/' %s > %t.includes/other.c
// RUN: %cleave rewrite %t.includes/other.c -- -include stdio.h -fplugin-arg-cleave-transfers=openmp | FileCheck %s --check-prefix=OTHER
// OTHER: {{^}}#include <omp.h>
// OTHER-NEXT: {{^}}#include "myomp.h"
// RUN: sed 's/^#include <stdio.h>/#include <omp.h> \/\/ in its folder/' %s > %t.includes/same.c
// RUN: %cleave rewrite %t.includes/same.c -- -include stdio.h -fplugin-arg-cleave-transfers=openmp | grep '^#include <omp.h>' | count 1
//
// RUN: %cleave_cc -O1 -S -emit-llvm --offload-host-only %host_offload %s -o - | FileCheck %s --check-prefix=CALLS
#include <stdio.h>
#include <stdlib.h>

enum { n = 30000, N = n };
static double *a, *b, *c, *d;

// Two pointers may lead to one array: to the engine they do not, unless it finds that they do.
// CALLS-LABEL: define {{.*}} @two_names
// CALLS: call void {{.*}} @cleave_transfers_begin(i32 noundef -1, i32 noundef 2, ptr noundef %{{.*}}, i32 noundef 50331648, i32 noundef 16777216, ptr noundef %{{.*}}, i32 noundef 50331649, i32 noundef 16777217)
// CALLS: call void @__tgt_target_data_begin_mapper
// CALLS: @cleave_tiles_begin(i32 noundef -1, i32 noundef 0,
// CALLS: @cleave_tiles_begin(i32 noundef -1, i32 noundef 1,
// CALLS: call void @__tgt_target_data_end_mapper
// CALLS: call void @cleave_transfers_end()
// CHECK: {{^}}#include <omp.h>
// CHECK-NEXT: {{^}}#include <stdio.h>
// CHECK-LABEL: static void two_names(
// CHECK-NEXT: {{^}}  {
// CHECK-NEXT:   const int cleave_threads = omp_get_max_threads();
// CHECK-NEXT:   const int cleave_async = (omp_set_num_threads(10), omp_get_thread_limit() > 9 && omp_get_max_threads() > 9);
// CHECK-NEXT:   char cleave_sent_1;
// CHECK-NEXT:   omp_set_num_threads(cleave_threads);
// CHECK-NEXT:   #pragma omp target data map(tofrom: p[0 : n], q[0 : n]) if(!cleave_async)
// CHECK-NEXT:   #pragma omp target data map(tofrom: p[0 : n]) if(cleave_async)
// CHECK-NEXT:   {
// CHECK-NEXT:     #pragma omp taskgroup
// CHECK-NEXT:     {
// CHECK-NEXT:       #pragma omp target enter data map(to: q[0 : n]) nowait depend(out: cleave_sent_1) \
// CHECK-NEXT:           if(cleave_async)
// CHECK-NEXT:       #pragma omp target teams distribute parallel for map(tofrom: p[0 : n])
// CHECK:            #pragma omp taskwait depend(in: cleave_sent_1)
// CHECK-NEXT:       #pragma omp target teams distribute parallel for map(tofrom: q[0 : n])
// CHECK:          #pragma omp target exit data map(from: q[0 : n]) if(cleave_async)
// CHECK-NEXT:   }
// CHECK-NEXT: }
// READER-LABEL: static void two_names(
// READER-NEXT: #pragma omp target data map(tofrom: p[0 : n])
// READER:      #pragma omp target teams distribute parallel for map(tofrom: p[0 : n])
// READER:      #pragma omp target enter data map(to: q[0 : n])
// READER-NEXT: #pragma omp target teams distribute parallel for map(tofrom: q[0 : n])
// READER:      #pragma omp target exit data map(from: q[0 : n])
__attribute__((noinline)) static void two_names(double *p, double *q) {
  #pragma omp target map(tofrom : p[0 : n], q[0 : n])
  {
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = p[i] * 2 + 1;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] += 3;
  }
}

// What the second name maps is only read, and not copied back under it: if there is one array, the first name has to
// be the last that unmaps it.
__attribute__((noinline)) static void read_by_two_names(double *p, double *q, double *sums) {
  #pragma omp target map(tofrom : p[0 : n], sums[0 : n]) map(tofrom : q[0 : n])
  {
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 5;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      sums[i] += q[n - 1 - i];
  }
}

// No kernel uses the second name, whose mapping may not outlive the first one's, with which the array is copied back.
__attribute__((noinline)) static void left_by_second_name(double *p, double *q, double *sums) {
  #pragma omp target map(tofrom : sums[0 : n], p[0 : n]) map(tofrom : q[0 : n])
  {
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      sums[i] += 2;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 7;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      sums[i] += 3;
  }
}

// Arrays have one name. The objects in the order in which stages use them.
// CHECK-LABEL: static void arrays(
// CHECK:      #pragma omp target data map(tofrom: x, y, z) if(!cleave_async)
// CHECK-NEXT: {
// CHECK-NEXT:   #pragma omp taskgroup
// CHECK-NEXT:   {
// CHECK-NEXT:   #pragma omp target enter data map(to: z) if(cleave_async)
// CHECK-NEXT:   #pragma omp target enter data map(to: x) nowait depend(out: cleave_sent_1) \
// CHECK-NEXT:       if(cleave_async)
// CHECK-NEXT:   #pragma omp target enter data map(to: y) nowait depend(in: cleave_sent_1) \
// CHECK-NEXT:       depend(out: cleave_sent_2) if(cleave_async)
// CHECK:        #pragma omp target exit data map(from: z) nowait depend(inout: cleave_back) \
// CHECK-NEXT:     if(cleave_async)
// CHECK-NEXT:   #pragma omp taskwait depend(in: cleave_sent_1)
// CHECK:        #pragma omp target exit data map(from: x) nowait depend(inout: cleave_back) \
// CHECK-NEXT:     if(cleave_async)
// CHECK-NEXT:   #pragma omp taskwait depend(in: cleave_sent_2)
// CHECK:      #pragma omp target exit data map(from: y) if(cleave_async)
// CALLS-LABEL: define {{.*}} @arrays
// CALLS: @cleave_transfers_begin(i32 noundef -1, i32 noundef 3, ptr noundef nonnull @z, i32 noundef 50331648, i32 noundef 16777216, ptr noundef nonnull @x, i32 noundef 50331649, i32 noundef 16777217, ptr noundef nonnull @y, i32 noundef 50331650, i32 noundef 16777218)
static double x[N], y[N], z[N];
__attribute__((noinline)) static void arrays(void) {
  #pragma omp target map(tofrom : x, y, z)
  {
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
      z[i] += 1;
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] += 2;
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
      y[i] += 3;
  }
}

// Stages of all kinds; a device, a condition, and a bound that changes.
// CALLS-LABEL: define {{.*}} @kinds
// CALLS: @cleave_transfers_begin(
// CALLS: call void @cleave_transfers_stage(i32 noundef 0)
// CALLS: call void @cleave_transfers_stage(i32 noundef 1)
// CALLS: call void @cleave_transfers_stage(i32 noundef 2)
// CALLS: @cleave_tiles_begin(i32 noundef {{[^,]*}}, i32 noundef 4,
// CALLS: call void @cleave_transfers_stage(i32 noundef 5)
// CALLS: call void @cleave_transfers_end()
__attribute__((noinline)) static void kinds(int steps, int device, int length, int apart) {
  double *p = a + 1, *q = b, *r = c, *s = d;
  int first = 1;
  #pragma omp target map(tofrom : p[first - 1 : length], q[0 : length]) map(tofrom : r[0 : length]) \
      map(from : s[0 : length]) device(device) if (apart)
  {
    first = 5;
    double start = q[0], twice;
    twice = start * 2;
    for (int t = 0; t < steps; t++) {
      #pragma omp parallel for
      for (int i = 0; i < length; i++)
        p[i] += t + start;
    }
    if (steps > 1) {
      #pragma omp parallel for
      for (int i = 0; i < length; i++)
        q[i] += twice;
    }
    while (q[1] > 4) {
      q[1] = q[1] / 2;
      #pragma omp parallel for
      for (int i = 2; i < length; i++)
        q[i] += 1;
    }
    #pragma omp parallel
    {
      #pragma omp for
      for (int i = 0; i < length; i++)
        r[i] += first;
      #pragma omp for
      for (int i = 0; i < length; i++)
        s[i] = r[i];
    }
    #pragma omp atomic
    s[0] += 1;
  }
}

// The statement of the region is one stage: the call needs a block.
__attribute__((noinline)) static void one_stage(void) {
  #pragma omp target map(tofrom : a[0 : n], b[0 : n])
  for (int t = 0; t < 3; t++) {
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += t;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

// Rows: the environment for negative numbers stands around all of it.
// CALLS-LABEL: define {{.*}} @rows
// CALLS: call void @__tgt_target_data_begin_mapper
// CALLS: @cleave_transfers_begin(i32 noundef -1, i32 noundef 2,
// CALLS: call void @__tgt_target_data_begin_mapper
__attribute__((noinline)) static void rows(int m, double *p, double *q) {
  #pragma omp target map(tofrom : p[0 : m * m]) map(tofrom : q[0 : m * m])
  {
    #pragma omp parallel for
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        p[i * m + j] = i + j;
    #pragma omp parallel for
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        q[i * m + j] += i;
  }
}

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] + 3 * b[i] + 7 * c[i] + 11 * d[i] + 13 * x[i] + 17 * y[i] + 19 * z[i];
  printf("%s %.17g\n", name, sum);
}

int main(void) {
  const size_t size = (size_t)(n + 1) * sizeof *a;
  a = malloc(size), b = malloc(size), c = malloc(size), d = malloc(size);
  for (int i = 0; i <= n; i++)
    a[i] = i, b[i] = i % 7, c[i] = i % 11, d[i] = 1;
  for (int round = 0; round < 3; round++) {
    two_names(a, b), show("two names");
    two_names(c, c), show("one array");
    read_by_two_names(a, a, d), show("one array, read under the second name");
    left_by_second_name(a, a, d), show("one array, written under the first name");
    arrays(), show("arrays");
    kinds(2, 0, n, 1), show("kinds");
    kinds(2, 0, n, 0), show("on the host");
    one_stage(), show("one stage");
    rows(100, a, b), show("rows");
    rows(-3, a, b), show("negative");
    rows(0, a, b), show("none");
  }
  return 0;
}
