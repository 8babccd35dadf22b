/* tuned.cu: syrk in CUDA, tuned: the product of A and its transpose in tiles. (alpha * a) * b has other
 * bits than (alpha * b) * a, so all elements of C are computed. */
extern "C" {
#include "syrk.h"
}
#include "../../cuda/tile.cuh"

const struct bench_version bench_version = {"tuned", false, true};

void kernel_syrk(int n, REAL alpha, REAL beta, const REAL *A, REAL *C) {
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements), *device_C = device_copy(C, elements);
  multiply_in_tiles<TILE_RIGHT_TRANSPOSED | TILE_SCALES_LEFT | TILE_ADDS>(
      {n, n, n, device_A, n, device_A, n, device_C, n, alpha, beta});
  copy_to_host(C, device_C, elements);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_C));
}
