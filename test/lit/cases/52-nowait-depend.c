// CASE 52: transformed | a region with nowait and depend between a producing and a consuming task
// OpenMP: the region is a task; what depends on it waits for its last kernel and its copies.
// RUN: %case %s
// TEXT: #pragma omp target enter data{{.*}}nowait{{.*}}depend(
// TEXT: #pragma omp target teams distribute parallel for{{.*}}nowait{{.*}}depend(
// TEXT: #pragma omp target teams distribute parallel for{{.*}}nowait{{.*}}depend(
// TEXT: #pragma omp target exit data{{.*}}nowait{{.*}}depend(
// VALUE: seen 4002000
// VALUE: f 3
// VALUE: a: first 1 last 3999 sum 4000000 placed 5335333000
#include "show.h"
int main(void) {
  static int a[2000], b[4000];
  long seen = 0;
  int f = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : a) shared(a)
    for (int i = 0; i < 2000; i++)
      a[i] = i;
#pragma omp target nowait depend(inout : a) map(tofrom : a, b) firstprivate(f)
    {
#pragma omp parallel for
      for (int i = 0; i < 2000; i++)
        a[i] = 2 * a[i] + f;
#pragma omp parallel for
      for (int i = 0; i < 4000; i++)
        b[i] = a[i / 2] + f;
    }
    f = 3;
#pragma omp task depend(in : a) shared(a, b, seen)
    for (int i = 0; i < 4000; i += 2)
      seen += b[i];
#pragma omp taskwait
  }
  printf("seen %ld\nf %d\n", seen, f);
  show_ints("a", a, 2000);
}
