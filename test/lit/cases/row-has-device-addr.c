// ROW has-device-addr: transformed | has_device_addr
// OpenMP: d is the device's variable; it is not mapped.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for{{.*}}has_device_addr(d)
// TEXT: #pragma omp target teams distribute parallel for{{.*}}has_device_addr(d)
// VALUE: d: first 1 last 199 sum 10000 placed 671650
#include "show.h"
int main(void) {
  int d[100];
#pragma omp target data map(from : d) use_device_addr(d)
#pragma omp target has_device_addr(d)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      d[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      d[i] += i + 1;
  }
  show_ints("d", d, 100);
}
