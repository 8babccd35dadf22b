/* cuda.cu: cutoff in CUDA: a thread per particle. */
extern "C" {
#include "cutoff.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void accelerate(int n, const int *offset, const int *neighbor, const REAL *x, const REAL *y,
                           const REAL *z, const REAL *strength, REAL *vx, REAL *vy, REAL *vz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  REAL fx = 0, fy = 0, fz = 0;
  for (int k = offset[i]; k < offset[i + 1]; k++) {
    int j = neighbor[k];
    REAL dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    REAL distance2 = dx * dx + dy * dy + dz * dz;
    if (distance2 < CUTOFF_DISTANCE_2) {
      REAL inverse = 1 / (distance2 + CUTOFF_SOFTENING);
      REAL force = strength[j] * inverse * inverse;
      fx += force * dx;
      fy += force * dy;
      fz += force * dz;
    }
  }
  vx[i] += CUTOFF_TIME * fx;
  vy[i] += CUTOFF_TIME * fy;
  vz[i] += CUTOFF_TIME * fz;
}

void kernel_cutoff(int n, const int *offset, const int *neighbor, const REAL *x, const REAL *y, const REAL *z,
                   const REAL *strength, REAL *vx, REAL *vy, REAL *vz) {
  int *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_neighbor = device_copy(neighbor, (size_t)offset[n] + 1);
  REAL *device_x = device_copy(x, n), *device_y = device_copy(y, n), *device_z = device_copy(z, n);
  REAL *device_strength = device_copy(strength, n);
  REAL *device_vx = device_copy(vx, n), *device_vy = device_copy(vy, n), *device_vz = device_copy(vz, n);
  accelerate<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_offset, device_neighbor, device_x, device_y, device_z,
                                              device_strength, device_vx, device_vy, device_vz);
  copy_to_host(vx, device_vx, n);
  copy_to_host(vy, device_vy, n);
  copy_to_host(vz, device_vz, n);
  void *arrays[] = {device_offset,   device_neighbor, device_x,  device_y, device_z,
                    device_strength, device_vx,       device_vy, device_vz};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
