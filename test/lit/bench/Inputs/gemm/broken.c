/* broken.c: does not compile. */
#include "gemm.h"

const struct bench_version bench_version = {.name = "broken"};

void kernel_gemm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, REAL *C)
{
  no_such_function_for_gemm;
}
