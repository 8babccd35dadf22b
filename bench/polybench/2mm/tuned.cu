/* tuned.cu: 2mm in CUDA, tuned: both products in tiles. */
extern "C" {
#include "2mm.h"
}
#include "../../cuda/tile.cuh"

const struct bench_version bench_version = {"tuned", false, true};

void kernel_2mm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *C, REAL *tmp,
                REAL *D) {
  (void)tmp; /* the temporary is on the device only */
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements), *device_B = device_copy(B, elements);
  REAL *device_C = device_copy(C, elements), *device_D = device_copy(D, elements);
  REAL *device_tmp = device_array<REAL>(elements);
  multiply_in_tiles<TILE_SCALES_LEFT>({n, n, n, device_A, n, device_B, n, device_tmp, n, alpha, 0});
  multiply_in_tiles<TILE_ADDS>({n, n, n, device_tmp, n, device_C, n, device_D, n, 1, beta});
  copy_to_host(D, device_D, elements);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_B));
  CHECK(cudaFree(device_C));
  CHECK(cudaFree(device_D));
  CHECK(cudaFree(device_tmp));
}
