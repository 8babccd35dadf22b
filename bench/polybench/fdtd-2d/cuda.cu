/* cuda.cu: fdtd-2d in CUDA: the time loop on the host, one kernel per loop, one thread per
 * element. */
extern "C" {
#include "fdtd-2d.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void set_source(int ny, REAL source, REAL *ey) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < ny)
    ey[j] = source;
}

__global__ void update_ey(int nx, int ny, const REAL *hz, REAL *ey) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1 && i < nx && j < ny)
    ey[i * ny + j] -= (REAL)0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
}

__global__ void update_ex(int nx, int ny, const REAL *hz, REAL *ex) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nx && j >= 1 && j < ny)
    ex[i * ny + j] -= (REAL)0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
}

__global__ void update_hz(int nx, int ny, const REAL *ex, const REAL *ey, REAL *hz) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nx - 1 && j < ny - 1)
    hz[i * ny + j] -=
        (REAL)0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}

void kernel_fdtd_2d(int steps, int nx, int ny, const REAL *_fict_, REAL *ex, REAL *ey, REAL *hz) {
  size_t elements = (size_t)nx * ny;
  REAL *device_ex = device_copy(ex, elements), *device_ey = device_copy(ey, elements);
  REAL *device_hz = device_copy(hz, elements);
  dim3 grid = grid_2d(nx, ny), block = block_2d();
  for (int t = 0; t < steps; t++) {
    set_source<<<blocks_for(ny, BLOCK), BLOCK>>>(ny, _fict_[t], device_ey);
    update_ey<<<grid, block>>>(nx, ny, device_hz, device_ey);
    update_ex<<<grid, block>>>(nx, ny, device_hz, device_ex);
    update_hz<<<grid, block>>>(nx, ny, device_ex, device_ey, device_hz);
  }
  copy_to_host(ex, device_ex, elements);
  copy_to_host(ey, device_ey, elements);
  copy_to_host(hz, device_hz, elements);
  CHECK(cudaFree(device_ex));
  CHECK(cudaFree(device_ey));
  CHECK(cudaFree(device_hz));
}
