// ROW partly-present-kept: refused CLV265 | an array of which a part may be mapped, whose address one kernel keeps for another
// OpenMP: without a clause, the array is mapped for the whole region, be it all of it or the part that is there.
// RUN: %case %s
// REMARK: remark: CLV265
// VALUE: a: first 1 last 100 sum 5050 placed 338350
// VALUE: b: first 3 last 102 sum 5250 placed 348450
#include "show.h"
#pragma omp declare target
static int *kept;
static void keep(int *p) { kept = p; }
static void write_kept(int i) { kept[i] += 1; }
#pragma omp end declare target
static void enter(int *p, int n) {
#pragma omp target enter data map(to : p[0:n])
}
static void work(int *b, int n) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  if (n < 100)
    enter(a, n);
#pragma omp target map(tofrom : b[0:100])
  {
    keep(a);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      write_kept(i);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += 1;
  }
  show_ints("a", a, 100);
}
int main(int argc, char **argv) {
  int b[100];
  (void)argv;
  for (int i = 0; i < 100; i++)
    b[i] = i + 2;
  work(b, 100 * argc);
  show_ints("b", b, 100);
}
