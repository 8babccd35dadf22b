// Bounds and row lengths of long and unsigned types, products and quotients of them. The guard of the mapped version requires that
// they are small enough for its sums.
// RUN: %clang -O1 -Wall %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Wall %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
//
// Which version ran: the mapped version has the number of the loop's last line.
// RUN: env CLEAVE_MAP=always LIBOMPTARGET_INFO=16 %run %t 2>&1 >/dev/null | FileCheck %s --check-prefix=RAN
#include <stddef.h>
#include <stdio.h>

enum { MOST = 4096 };
static double a[MOST], b[MOST];

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < MOST; i++)
    sum = sum * 0.75 + a[i];
  printf("%s %.17g\n", name, sum);
}

// CHECK: region in sizes:
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel, if subscripts stay within their rows
static void sizes(size_t n, size_t m) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b)
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      a[i * m + j] = 2 * b[i * m + j] + (double)i;
}

// CHECK: region in lengths:
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel, if subscripts stay within their rows
static void lengths(long n, long m, long lda) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (long i = 1; i < n - 1; i++)
    for (long j = m - 2; j >= 1; j -= 2)
      a[i * lda + j] += (double)(i + 3 * j);
}

// CHECK: region in halves:
// CHECK: CLV043: {{.*}}iterations of 'j'{{.*}}; 2 loops are parallel
static void halves(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b)
  for (int i = 0; i < n / 2; i++)
    for (int j = 1; j < (m - 1) / 2; j++)
      a[i * m + j] = b[2 * i * m + 2 * j] + b[2 * i * m + 2 * j + 1];
}

// CHECK: region in batches:
// CHECK: CLV043: {{.*}}iterations of 'j'{{.*}}; 2 loops are parallel
static void batches(int n, int m, int k) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n * m; i++)
    for (int j = 0; j < k; j++)
      a[i * k + j] += i + j;
}

// CHECK: region in triangle:
// CHECK: CLV043: {{.*}}; 2 loops are parallel
static void triangle(long n, long m) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (long i = 0; i < n; i++)
    for (long j = i; j < m; j++)
      a[i * m + j] += (double)(i * j);
}

// An unsigned int wraps at 2^32, which the guard excludes.
// CHECK: region in unsigned_ints:
// CHECK: CLV043: {{.*}}; 2 loops are parallel, if subscripts stay within their rows
static void unsigned_ints(unsigned n, unsigned m, unsigned first) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 6; j < m; j++)
      a[i * m + j + first] += i + 2.0 * j;
}

// The bound wraps if n is 0; a triangle of products.
// CHECK: region in wraps:
// CHECK: CLV044: {{.*}}two iterations may access the same element of 'a'
static void wraps(size_t n, size_t m) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (size_t i = 0; i < n - 1; i++)
    for (size_t j = 0; j < m; j++)
      a[i * m + j] += 1;
}
// CHECK: region in products:
// CHECK: CLV043: {{.*}}; 2 loops are parallel, if subscripts stay within their rows
static void products(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n * m; j++)
      a[i * n * m + j] += 1;
}

int main(void) {
  for (int i = 0; i < MOST; i++)
    a[i] = i % 13, b[i] = i % 7;
  // RAN: sizes_l[[#%u, SIZES:]] with
  sizes(31, 33);
  report("sizes");
  // RAN: lengths_l[[#%u, LENGTHS:]] with
  lengths(31, 33, 40);
  // RAN: lengths_l[[#LENGTHS - 3]] with
  lengths(2, 33, 1L << 40); // no rows, and a length that is not small
  report("lengths");
  // RAN: halves_l[[#%u, HALVES:]] with
  halves(31, 33);
  report("halves");
  // RAN: batches_l[[#%u, BATCHES:]] with
  batches(5, 7, 40);
  report("batches");
  // RAN: triangle_l[[#%u, TRIANGLE:]] with
  triangle(31, 33);
  report("triangle");
  // RAN: unsigned_ints_l[[#%u, UNSIGNED:]] with
  unsigned_ints(31, 33, 0);
  // RAN: unsigned_ints_l[[#UNSIGNED - 3]] with
  unsigned_ints(1, 33, 4294967290u); // the last of the subscripts wrap to the first elements
  report("unsigned");
  wraps(5, 7);
  products(3, 4);
  report("the rest");
}
