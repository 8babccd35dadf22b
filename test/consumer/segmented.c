/* An operation of <cleave/segmented.h>. The exit status is 0 if its result is right. */
#include <cleave/segmented.h>

int main(void) {
  int x[1000];
  long sum = 0;
  struct cleave_workspace workspace;
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  if (!cleave_workspace_open(&workspace, omp_get_default_device(), cleave_reduce_bytes_sum_int()))
    return 1;
#pragma omp target data map(to : x)
  cleave_reduce_sum_int(&workspace, x, 1000, &sum);
  cleave_workspace_close(&workspace);
  return sum != 499500;
}
