// CASE 51: transformed | is_device_ptr
// OpenMP: d holds a device address; it is not mapped and not translated.
// RUN: %case %s
// LABEL: fast
// TEXT-NOT: target data{{.*}}is_device_ptr
// TEXT: #pragma omp target teams distribute parallel for{{.*}}is_device_ptr(d)
// TEXT: #pragma omp target teams distribute parallel for{{.*}}is_device_ptr(d)
// VALUE: a: first 9 last 108 sum 5850 placed 378750
#include "show.h"
#include <omp.h>
int main(void) {
  int a[100], device = omp_get_default_device();
  int *d = omp_target_alloc(sizeof a, device);
#pragma omp target is_device_ptr(d) map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      d[i] = i;
    d[0] += 0;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = d[i] + 9;
  }
  omp_target_free(d, device);
  show_ints("a", a, 100);
}
