// CASE 19: transformed | map(always, tofrom) under an outer data environment
// OpenMP: copied in when the region begins and out when it ends, although it is there already.
// RUN: %case %s
// TEXT: #pragma omp target data map(always, tofrom{{ ?}}: a
// TEXT: #pragma omp target teams distribute parallel for{{.*}}map(tofrom{{ ?}}: a
// TEXT-NOT: always
// VALUE: inside 15
// VALUE: a: first 15 last 114 sum 6450 placed 409050
#include "show.h"
int main(void) {
  int a[100], first;
  for (int i = 0; i < 100; i++)
    a[i] = 0;
#pragma omp target data map(tofrom : a)
  {
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp target map(always, tofrom : a)
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 5;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 10;
    }
    first = a[0];
  }
  printf("inside %d\n", first);
  show_ints("a", a, 100);
}
