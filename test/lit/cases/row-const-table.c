// ROW const-table: transformed | a constant table without a map clause
// OpenMP: the table is mapped like another array; nothing may be written into it.
// CLANG19: the table is copied back, into memory that must not be written: the program ends with a signal
// RUN: %case %s
// TEXT: #pragma omp target data {{.*}}map(to{{ ?}}: table)
// VALUE: a: first 4 last 103 sum 5350 placed 353500
// PLAIN: status 139
#include "show.h"
static const int table[4] = {1, 2, 3, 4};
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += table[3];
  }
  show_ints("a", a, 100);
}
