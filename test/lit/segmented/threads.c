// Two host threads run operations at once, each with its own workspace. A device address is as good as a mapped array.
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %host_offload -I%S/../../../lib -I%S/Inputs %s -o %t.host -lpthread
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %link_sm90 -I%S/../../../lib -I%S/Inputs %s -o %t.gpu -lpthread
// RUN: %run %t.host | FileCheck %s
// RUN: %run4 %t.host | FileCheck %s
// RUN: %gpu %t.gpu | FileCheck %s
// CHECK: 0 wrong
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "segmented/segmented.h"

enum { SIZE = 30000, ROUNDS = 10 };

static void *work(void *argument) {
  const long factor = *(const int *)argument;
  const int device = omp_get_default_device(), host = omp_get_initial_device();
  long *x = (long *)malloc(sizeof *x * SIZE), *y = (long *)malloc(sizeof *x * SIZE), wrong = 0;
  long *place = (long *)omp_target_alloc(sizeof *x * SIZE, device);
  const size_t for_scan = cleave_scan_bytes_sum_long(SIZE), for_max = cleave_reduce_bytes_max_long();
  struct cleave_workspace workspace;
  if (!cleave_workspace_open(&workspace, device, for_scan > for_max ? for_scan : for_max))
    exit(1);
  for (long i = 0; i < SIZE; i++)
    x[i] = i * factor % 1000;
#pragma omp target data map(to : x[:SIZE])
  for (int round = 0; round < ROUNDS; round++) {
    long sum = 0, result;
    wrong += !cleave_inclusive_scan_sum_long(&workspace, x, SIZE, place); /* mapped, and not mapped */
    wrong += !cleave_reduce_max_long(&workspace, place, SIZE, &result);
    omp_target_memcpy(y, place, sizeof *y * SIZE, 0, 0, host, device);
    for (long i = 0; i < SIZE; i++) {
      sum += x[i];
      wrong += y[i] != sum;
    }
    wrong += result != sum;
  }
  omp_target_free(place, device);
  cleave_workspace_close(&workspace);
  free(x);
  free(y);
  *(int *)argument = wrong != 0;
  return NULL;
}

int main(void) {
  int arguments[2] = {3, 17};
  pthread_t thread;
  pthread_create(&thread, NULL, work, &arguments[1]);
  work(&arguments[0]);
  pthread_join(thread, NULL);
  printf("%d wrong\n", arguments[0] + arguments[1]);
  return 0;
}
