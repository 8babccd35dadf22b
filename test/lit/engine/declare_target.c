// Variables of the device are there from the beginning: neither the engine nor a loop that several devices share copies them
// or has others in their place, also in the first construct for a device, before which libomptarget does not know them.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %run %t.plain read > %t.read
// RUN: %run %t.plain write > %t.write
// RUN: %run %t.plain read other > %t.read.other
// RUN: %run %t.plain write other > %t.write.other
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=7 %run %t read | diff %t.read -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=7 %run4 %t read other | diff %t.read.other -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=7 %run %t write | diff %t.write -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=7 %run4 %t write other | diff %t.write.other -
// RUN: env CLEAVE_DEVICE_MEMORY=20000 CLEAVE_TILES=7 %run4 %t write other | diff %t.write.other -
//
// The same without several devices.
// RUN: %clang -DONE_DEVICE -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -DONE_DEVICE -O1 %host_offload %s -o %t
// RUN: env CLEAVE_TRANSFERS=always %run %t read | diff %t.read -
// RUN: env CLEAVE_TRANSFERS=always %run4 %t write | diff %t.write -
// RUN: env CLEAVE_DEVICE_MEMORY=12000 CLEAVE_TILES=7 %run4 %t write other | diff %t.write.other -
#include <stdio.h>
#include <string.h>

#ifdef ONE_DEVICE
#define SHARED
#else
#define SHARED _Pragma("cleave pipeline(devices)")
#endif

enum { N = 1000 };
#pragma omp begin declare target
double table[N], sums[N];
#pragma omp end declare target
static double a[N];

static void read_table(void) {
  SHARED
#pragma omp target map(tofrom : a) map(to : table)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += table[N - 1 - i];
  }
}

static void write_sums(void) {
  SHARED
#pragma omp target map(tofrom : a, sums)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      sums[i] += 1;
      a[i] += sums[i];
    }
  }
}

static double mix(const double *values) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.999 + values[i];
  return sum;
}

int main(int argc, char **argv) {
  double on_device = 0;
  for (int i = 0; i < N; i++)
    a[i] = i % 19, table[i] = i % 5 + 1, sums[i] = i % 3 + 1;
  if (argc > 2) {
#pragma omp target device(1)
    for (int i = 0; i < N; i++)
      table[i] = 100, sums[i] = 50;
  }
  if (!strcmp(argv[1], "read"))
    read_table();
  else
    write_sums();
#pragma omp target map(tofrom : on_device)
  for (int i = 0; i < N; i++)
    on_device = on_device * 0.999 + sums[i] + table[i];
  printf("%.17g %.17g %.17g %.17g\n", mix(a), mix(table), mix(sums), on_device);
  return 0;
}
