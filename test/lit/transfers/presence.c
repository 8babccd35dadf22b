// A schedule does not change what is on the device: in both forms, objects that are there already are neither
// copied nor overwritten nor released, whoever brought them there; from within a parallel region, a task, and
// beside a task that nobody waits for yet.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Wall -Wextra -Werror %host_offload %s -o %t.engine
// RUN: %cleave_cc -O1 -Wall -Wextra -Werror -fplugin-arg-cleave-transfers=openmp %host_offload %s -o %t.openmp
// RUN: %cleave_cc -O1 -S -emit-llvm --offload-host-only %host_offload %s -o - | FileCheck %s --check-prefix=ENGINE
// RUN: %cleave_cc -O1 -S -emit-llvm --offload-host-only -fplugin-arg-cleave-transfers=openmp %host_offload %s -o - | FileCheck %s --check-prefix=OPENMP
// ENGINE: call void {{.*}} @cleave_transfers_begin(
// OPENMP: call {{.*}} @__kmpc_omp_target_task_alloc(
// RUN: %run %t.plain >%t.expected
// RUN: %run4 %t.plain | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always %run %t.engine | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always %run4 %t.engine | diff %t.expected -
// RUN: %run %t.openmp | diff %t.expected -
// RUN: %run4 %t.openmp | diff %t.expected -
// RUN: env OMP_THREAD_LIMIT=4 %run %t.openmp | diff %t.expected -
// RUN: env OMP_THREAD_LIMIT=4 CLEAVE_TRANSFERS=always %run %t.engine | diff %t.expected -
#include <omp.h>
#include <stdio.h>

enum { N = 20000 };
static double a[N], b[N], c[N];

static void region(void) {
#pragma omp target map(tofrom : a, b) map(to : c)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += 2 * c[i];
  }
}

static void show(const char *what) {
  double sums[3] = {0, 0, 0};
  for (int i = 0; i < N; i++)
    sums[0] += a[i], sums[1] += b[i], sums[2] += c[i];
  printf("%s: %g %g %g; on the device: %d %d %d\n", what, sums[0], sums[1], sums[2],
         omp_target_is_present(a, omp_get_default_device()),
         omp_target_is_present(b, omp_get_default_device()),
         omp_target_is_present(c, omp_get_default_device()));
}

static void begin(void) {
  for (int i = 0; i < N; i++)
    a[i] = i % 5, b[i] = i % 3, c[i] = i % 7;
}

/* The host changes what the device has, and the device what the host has: neither may see it. */
static void outer_environment(void) {
  begin();
#pragma omp target data map(tofrom : b) map(to : c)
  {
#pragma omp target map(tofrom : b)
    b[1] = 1000;
    b[2] = 2000;
    c[3] = 3000;
    region();
    show("within an outer environment");
  }
  show("behind an outer environment");
}

static void entered_before(void) {
  begin();
#pragma omp target enter data map(to : a, b, c)
  b[2] = 2000;
  region();
  show("entered before");
#pragma omp target update from(b)
  show("updated");
#pragma omp target exit data map(delete : a, b, c)
  begin();
#pragma omp target enter data map(alloc : c)
#pragma omp target map(c)
  for (int i = 0; i < N; i++)
    c[i] = 4;
  region();
  show("one of them entered before");
#pragma omp target exit data map(release : c)
}

/* A region of several threads, each with arrays of its own beside one that all read. */
static void threads(void) {
  static double own[2][N], shared[N];
  for (int i = 0; i < N; i++)
    own[0][i] = own[1][i] = i, shared[i] = i % 13;
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int thread = 0; thread < 2; thread++) {
    double *first = own[thread], *second = shared;
    for (int round = 0; round < 10; round++)
#pragma omp target map(tofrom : first[0 : N]) map(to : second[0 : N])
    {
      for (int t = 0; t < 2; t++) {
#pragma omp parallel for
        for (int i = 0; i < N; i++)
          first[i] += t;
      }
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        first[i] += second[i];
    }
  }
  double sums[2] = {0, 0};
  for (int i = 0; i < N; i++)
    sums[0] += own[0][i], sums[1] += own[1][i];
  printf("threads: %g %g\n", sums[0], sums[1]);
}

static void tasks(void) {
  begin();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    region();
#pragma omp taskwait
#pragma omp task if (0)
    region();
  }
  show("in tasks");
}

/* A taskwait in the region would wait for this task, and never end. */
static void detached(void) {
  begin();
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task detach(event)
    ;
    region();
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  show("beside a detached task");
}

static void conditions(void) {
  for (int on = 0; on < 2; on++) {
    begin();
#pragma omp target map(tofrom : a, b) if (on)
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] += 1;
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        b[i] += 2;
    }
    show(on ? "on the device" : "on the host");
  }
  begin();
#pragma omp target map(tofrom : a, b) device(omp_get_initial_device())
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += 2;
  }
  show("the host as the device");
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    outer_environment();
    entered_before();
    threads();
    tasks();
    detached();
    conditions();
  }
}
