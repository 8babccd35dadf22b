// CASE 27: transformed | a declare target variable written in serial code
// OpenMP: the device has a variable of its own, which persists from region to region.
// RUN: %case %s
// TEXT: #pragma omp target
// TEXT: counter++;
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: host 10 device 11 12
// VALUE: a: first 11 last 110 sum 6050 placed 388850
// VALUE: b: first 12 last 111 sum 6150 placed 393900
#include "show.h"
#pragma omp declare target
int counter = 10;
#pragma omp end declare target
static void work(int *a) {
#pragma omp target map(from : a[0:100])
  {
    counter++;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += counter;
  }
}
int main(void) {
  int a[100], b[100];
  work(a);
  work(b);
  int host = counter;
  counter = 99;
#pragma omp target update from(counter)
  printf("host %d device %d %d\n", host, a[0], counter);
  show_ints("a", a, 100);
  show_ints("b", b, 100);
}
