// CASE 20: transformed | a struct that is mapped together with what its pointer member points to
// OpenMP: r.p on the device points to the device's copy; r.p on the host is unchanged.
// RUN: %case %s
// TEXT: #pragma omp target data map(tofrom{{ ?}}: r{{.*}}r.p[{{ ?}}:
// TEXT: cleave_bound = r.n;
// TEXT: #pragma omp target teams distribute parallel for map(tofrom: r, r.p[:100])
// TEXT-NEXT: for (int i = 0; i < cleave_bound; i++)
// TEXT: #pragma omp target teams distribute parallel for{{.*}}r.p[
// VALUE: n 101 same 1
// VALUE: a: first 4 last 202 sum 10300 placed 686800
#include "show.h"
struct record {
  int n;
  int *p;
};
int main(void) {
  int a[100];
  struct record r = {100, a};
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target map(tofrom : r) map(tofrom : r.p[:100])
  {
#pragma omp parallel for
    for (int i = 0; i < r.n; i++)
      r.p[i] *= 2;
    r.n++;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      r.p[i] += r.n - 97;
  }
  printf("n %d same %d\n", r.n, r.p == a);
  show_ints("a", a, 100);
}
