// CLEAVE_CHECK=data reports reads of data of which the device has a newer value, with their lines: of static arrays, of the heap, of the
// stack, in a callee, in a function of the C library, and in other threads. Objects on the same page are no reason for a report.
// The program is one of plain clang; the device is the host.
// RUN: %clang %host_offload -g -O0 -pthread %s -o %t.0
// RUN: %clang %host_offload -g -O2 -pthread %s -o %t.2
// RUN: %each 3 "1 2 3 4 5 6 7" %plain %t.0 2>&1 | FileCheck %s --implicit-check-not='read of' --implicit-check-not='write of' --implicit-check-not=each.sh
// RUN: %each 3 "1 2 3 4 5 6 7" %plain %t.2 2>&1 | FileCheck %s --implicit-check-not='read of' --implicit-check-not='write of' --implicit-check-not=each.sh
// RUN: %plain %t.0 0 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %plain %t.2 0 2>&1 | FileCheck %s --check-prefix=NONE
// Without `:fail`, the exit status is the program's; results are those of the unchecked program.
// RUN: %run %t.2 1 > %t.unchecked
// RUN: env CLEAVE_CHECK=data LD_PRELOAD=%built_libraries/libcleave.so %run %t.2 1 | cmp %t.unchecked
// On a simulated GPU.
// RUN: %cleave_cc -g -O1 %link_sm90 -pthread %s -o %t.gpu
// RUN: %each 3 "1 2 3" env CLEAVE_CHECK=data:fail %gpu %t.gpu 2>&1 | FileCheck %s --check-prefix=GPU --implicit-check-not=each.sh
// RUN: env CLEAVE_CHECK=data:fail %gpu %t.gpu 0 2>&1 | FileCheck %s --check-prefix=NONE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40 };
static double before[4] = {1, 2, 3, 4}, array[N], after[4] = {5, 6, 7, 8};

static void add_one(double *a, int n) {
#pragma omp target map(tofrom : a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static __attribute__((noinline)) double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i]; /* line 34 */
  return s;
}

static volatile double third;
static void *read_third(void *a) {
  third = ((double *)a)[3]; /* line 40 */
  return NULL;
}

int main(int count, char **words) {
  const int what = count > 1 ? atoi(words[1]) : 0;
  double *heap = malloc(N * sizeof *heap), stack[N], copy[N] = {0}, s = 0;
  char text[8] = "neighbor";
  pthread_t thread;
  for (int i = 0; i < N; i++)
    array[i] = heap[i] = stack[i] = i;
#pragma omp target data map(tofrom : array, heap[0:N], stack)
  {
    add_one(array, N);
    add_one(heap, N);
    add_one(stack, N);
    s = before[1] + after[2] + text[3];
    switch (what) {
    case 1:
      s = array[3]; /* line 59 */
      break;
    case 2:
      s = sum(heap, N);
      break;
    case 3:
      s = sum(stack, N);
      break;
    case 4:
      memcpy(copy, heap, N * sizeof *heap); /* line 68 */
      break;
    case 5:
      pthread_create(&thread, NULL, read_third, heap);
      pthread_join(thread, NULL);
      break;
    case 6:
#pragma omp parallel for num_threads(2) reduction(+ : s)
      for (int i = 0; i < N; i++)
        s += array[i]; /* line 77 */
      break;
    case 7:
      array[5] += 2; /* line 80 */
      break;
    default: /* what the host may read and write */
      third = 0;
#pragma omp target update from(array, heap[0:N])
      s = sum(array, N) + sum(heap, N);
      memset(stack, 0, sizeof stack);
#pragma omp target update to(stack)
      add_one(stack, N);
    }
  }
  printf("%g %g %g\n", s, copy[3], sum(array, N) + sum(heap, N) + sum(stack, N));
  free(heap);
}
// CHECK: data check: reads.c:59: read of 'array' in 'main', of which device 0 has a newer value
// CHECK: data check: reads.c:34: read of 'heap' in 'sum'
// CHECK: data check: reads.c:34: read of 'stack' in 'sum'
// CHECK: data check: reads.c:68: read of 'heap' in 'main'
// CHECK: data check: reads.c:40: read of 'heap' in 'read_third'
// CHECK: data check: reads.c:77: read of 'array' in 'main{{.*}}'
// CHECK: data check: reads.c:80: read of 'array' in 'main'
// CHECK: data check: reads.c:80: write of 'array' does not reach device 0
// GPU: data check: reads.c:59: read of 'array' in 'main', of which device 0 has a newer value
// GPU: byte 24 of 320; written by the target region at reads.c:{{26|27}} in 'add_one'
// GPU: missing before the read: #pragma omp target update from(array)
// GPU: data check: reads.c:34: read of 'heap' in 'sum'
// GPU: data check: reads.c:34: read of 'stack' in 'sum'
// NONE-NOT: read of
// NONE-NOT: write of
// NONE: data check: 0 reports; 3 objects, 4 kernels, 3840 bytes compared, {{[1-9][0-9]*}} accesses
