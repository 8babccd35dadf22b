// What `cleave inspect` knows of memory accesses, and the grid for a launch that the user describes.
// RUN: %cleave cc %s -O2 -fopenmp --offload-arch=sm_90 -fplugin-arg-cleave-transfers=off -o %t
// RUN: %cleave inspect %t | FileCheck %s --check-prefix=STREAMS
// RUN: %cleave inspect --trip-count=100000 %t | FileCheck %s --check-prefix=GRID
// RUN: %cleave inspect --trip-count=100000 --device=sm_80 --argument=0:1000 %t | FileCheck %s --check-prefix=OTHER
// RUN: %cleave inspect --trip-count 100000 --device sm_80 %t --argument 0:1000 | FileCheck %s --check-prefix=OTHER
// RUN: %cleave inspect --json --trip-count=100000 --argument=0:1000 %t > %t.json
// RUN: python3 -m json.tool %t.json | FileCheck %s --check-prefix=JSON
// RUN: echo "architecture = 90" > %t.profile
// RUN: echo "multiprocessors = 2" >> %t.profile
// RUN: %cleave inspect --trip-count=100000 --device=%t.profile %t | FileCheck %s --check-prefix=PROFILE
//
// STREAMS: grid.c line {{[0-9]+}} rows: {{[0-9]+}} streams, {{[0-9]+}} arguments
// STREAMS: reads, 8 bytes, symbolic stride (bytes: of argument {{[0-9]}}), in a loop of depth 1 of trip count of argument {{[0-9]}}
// STREAMS-NOT: grid for
// GRID: grid for 100000 iterations on {{.*}}: {{[0-9]+}} teams of {{[0-9]+}} threads, occupancy {{[0-9]+}} %: {{.*}}
// OTHER: reads, 8 bytes, symbolic stride (bytes: 8000), in a loop of depth 1 of trip count 1000
// OTHER: grid for 100000 iterations on {{.*}}80{{.*}}: {{[0-9]+}} teams
// JSON: "file": "grid.c"
// JSON: "access": "symbolic stride"
// JSON: "stride": 8000
// JSON: "grid": {
// JSON: "trip_count": 100000,
// JSON-NEXT: "teams": {{[1-9][0-9]*}},
// JSON-NEXT: "threads": {{[1-9][0-9]*}},
// JSON: "reason": "{{.+}}"
// PROFILE: grid for 100000 iterations on {{.*}}: {{[1-9][0-9]?}} teams of
//
// RUN: not %cleave inspect --trip-count=many %t 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: cleave: inspect: invalid value 'many' of --trip-count
// RUN: not %cleave inspect --device=sm_80 %t 2>&1 | FileCheck %s --check-prefix=NOTRIPCOUNT
// NOTRIPCOUNT: cleave: inspect: --device requires --trip-count=N
// RUN: not %cleave inspect --argument=3 %t 2>&1 | FileCheck %s --check-prefix=WRONGARGUMENT
// WRONGARGUMENT: cleave: inspect: invalid value '3' of --argument
// RUN: not %cleave inspect --trip-count=1 --device=%t.nothing %t 2>&1 | FileCheck %s --check-prefix=NODEVICE
// NODEVICE: {{.*}}.nothing: cannot read it
// RUN: %cleave inspect --trip-count=100000 --device=a100 %t | FileCheck %s --check-prefix=NAMED
// NAMED: grid for 100000 iterations on NVIDIA A100-SXM4-80GB: {{[1-9][0-9]*}} teams of
// RUN: not %cleave inspect --trip-count=1 --device=sm_20 %t 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: nothing is known of devices of architecture sm_20: name another one, such as --device=sm_90, or the file of a profile
void rows(int n, double *y, const double *a) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n]) map(to : a[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j];
}

int main(void) {
  static double y[4], a[16];
  rows(4, y, a);
  return 0;
}
