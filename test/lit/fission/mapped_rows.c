// Subscripts row * length + column, where nothing proves that columns stay within their rows: the row length is another variable
// than the bound, or the first column may be negative. The guard of the mapped version compares them at the launch.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
//
// Which version ran: the mapped version has the number of the loop's last line. Of two with the same line, it comes second.
// RUN: env CLEAVE_MAP=always LIBOMPTARGET_INFO=16 %run %t 2>&1 >/dev/null | FileCheck %s --check-prefix=RAN
#include <stdio.h>

enum { MOST = 4096 };
static double a[MOST], b[MOST], c[MOST];

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < MOST; i++)
    sum = sum * 0.75 + a[i];
  printf("%s %.17g\n", name, sum);
}

// CHECK: region in scale:
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel, if subscripts stay within their rows
static void scale(int n, int m, int lda, int ldb) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * lda + j] = 2 * b[i * ldb + j] + 1;
}

// Each iteration of the outer loop has a column. With lda == 0, its iterations of the inner loop have one element.
// CHECK: region in columns:
// CHECK: CLV043: {{.*}}iterations of 'i'; 2 loops are parallel, if subscripts stay within their rows
static void columns(int n, int m, int lda) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[j * lda + i] = 0.5 * a[j * lda + i] + j;
}

// One step of Gaussian elimination. A negative t would select elements of the row before.
// CHECK: region in eliminate:
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel, if subscripts stay within their rows
static void eliminate(int n, int t) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b)
  for (int i = 0; i < n - 1 - t; i++)
    for (int j = 0; j < n - t; j++)
      a[n * (i + 1 + t) + (j + t)] -= b[n * (i + 1 + t) + t] * a[n * t + (j + t)];
}

// Row lengths of all three matrices, as BLAS has them.
// CHECK: region in product:
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel, if subscripts stay within their rows
static void product(int m, int n, int k, int lda, int ldb, int ldc) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b, c)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int l = 0; l < k; l++)
        a[i * ldc + j] += b[i * lda + l] * c[l * ldb + j];
}

// The host cannot compare a column from memory.
// CHECK: region in scattered:
// CHECK: CLV044: {{.*}}two iterations may access the same element of 'a'
static void scattered(int n, int m, int lda, const int *index) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : index[0 : m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * lda + index[j]] = i + j;
}
// CHECK: region in far:
// CHECK: CLV043: {{.*}}; 2 loops are parallel, if subscripts stay within their rows
static void far(int n, int m, int lda, long first) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * lda + j + first] = i + j;
}

int main(void) {
  int index[7];
  for (int i = 0; i < 7; i++)
    index[i] = 3 * i % 7;
  for (int i = 0; i < MOST; i++)
    a[i] = i % 13, b[i] = i % 7, c[i] = i % 5;
  // RAN: scale_l[[#%u, SCALE:]] with
  scale(1, 300, 3, 5); // one row, which is longer than lda
  // RAN: scale_l[[#SCALE + 3]] with
  scale(40, 60, 60, 1); // the row length of b does not matter: b is only read
  report("scale");
  // RAN: columns_l[[#%u, COLUMNS:]] with
  columns(50, 30, 0);
  report("columns of one row");
  // RAN: columns_l[[#COLUMNS + 3]] with
  columns(50, 30, 31);
  // RAN: columns_l[[#COLUMNS + 3]] with
  columns(50, 30, 30);
  report("columns");
  // RAN: eliminate_l[[#%u, ELIMINATE:]] with
  eliminate(33, 5);
  report("eliminate");
  // RAN: product_l[[#%u, PRODUCT:]]_1 with
  product(20, 30, 10, 12, 31, 30);
  // RAN: product_l[[#PRODUCT]] with
  product(1, 30, 10, 12, 31, 29);
  report("product");
  scattered(9, 7, 8, index);
  // RAN: scattered
  // RAN: far_l[[#%u, FAR:]] with
  far(9, 7, 200, 100);
  // RAN: far_l[[#FAR - 3]] with
  far(9, 7, 8, 100); // the first column is not in the first row
  report("the rest");
}
