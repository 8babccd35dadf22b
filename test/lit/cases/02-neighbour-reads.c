// CASE 02: transformed | the second loop reads neighbours that the first has written
// OpenMP: the barrier after a parallel loop makes all of it visible to the next; a kernel's end does.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: e[i] = i * i;
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: h[i] = e[i + 1] - e[i - 1];
// VALUE: e: first 0 last 998001 sum 332833500 placed 249833083500
// VALUE: h: first -1 last -1 sum 1994002 placed 1329334999
#include "show.h"
int main(void) {
  int e[1000], h[1000];
  h[0] = h[999] = -1;
#pragma omp target map(from : e) map(tofrom : h)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      e[i] = i * i;
#pragma omp parallel for
    for (int i = 1; i < 999; i++)
      h[i] = e[i + 1] - e[i - 1];
  }
  show_ints("e", e, 1000);
  show_ints("h", h, 1000);
}
