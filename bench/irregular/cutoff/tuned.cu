/* tuned.cu: cutoff in CUDA, tuned: positions and strength in one record, so that a neighbor costs one access; lanes for
 * each particle, or equal shares of all neighbors. Both reassociate the sums. */
extern "C" {
#include "cutoff.h"
}
#include "../common/rows.cuh"

const struct bench_version bench_version = {"tuned", true, true};

struct alignas(4 * sizeof(REAL)) particle {
  REAL x, y, z, strength;
};

__global__ void pack(int n, const REAL *x, const REAL *y, const REAL *z, const REAL *strength,
                     particle *particles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    particles[i] = {x[i], y[i], z[i], strength[i]};
}

/* The force of OTHER on OWN, 0 if it is far away. */
__device__ __forceinline__ void add_force(const particle &own, const particle &other, REAL *sum) {
  const REAL dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
  const REAL distance2 = dx * dx + dy * dy + dz * dz;
  const REAL inverse = 1 / (distance2 + CUTOFF_SOFTENING);
  const REAL force = distance2 < CUTOFF_DISTANCE_2 ? other.strength * inverse * inverse : 0;
  sum[0] += force * dx;
  sum[1] += force * dy;
  sum[2] += force * dz;
}

template <int WIDTH>
__global__ void __launch_bounds__(BLOCK)
    accelerate_rows(int n, const int *offset, const int *neighbor, const particle *particles, REAL *vx,
                    REAL *vy, REAL *vz) {
  const int i = (blockIdx.x * BLOCK + threadIdx.x) / WIDTH, lane = threadIdx.x % WIDTH;
  REAL sum[3] = {0, 0, 0};
  if (i < n) {
    const particle own = particles[i];
    const int end = offset[i + 1];
#pragma unroll 2
    for (int k = offset[i] + lane; k < end; k += WIDTH)
      add_force(own, particles[neighbor[k]], sum);
  }
#pragma unroll
  for (int c = 0; c < 3; c++)
    sum[c] = add_lanes<WIDTH>(sum[c]);
  if (i < n && lane == 0) {
    vx[i] += CUTOFF_TIME * sum[0];
    vy[i] += CUTOFF_TIME * sum[1];
    vz[i] += CUTOFF_TIME * sum[2];
  }
}

__global__ void __launch_bounds__(SHARE_THREADS)
    accelerate_shares(int n, int elements, const int *offset, const int *neighbor, const particle *particles,
                      REAL *vx, REAL *vy, REAL *vz) {
  add_share<3, true>(
      n, elements, offset,
      [=](int i, int k, REAL *value) {
        value[0] = value[1] = value[2] = 0;
        add_force(particles[i], particles[neighbor[k]], value);
      },
      [=](int i, const REAL *sum, bool whole) {
        REAL *const v[3] = {vx, vy, vz};
#pragma unroll
        for (int c = 0; c < 3; c++)
          if (whole)
            v[c][i] += CUTOFF_TIME * sum[c];
          else
            atomicAdd(&v[c][i], CUTOFF_TIME * sum[c]);
      });
}

struct launch {
  int n;
  const int *offset, *neighbor;
  const particle *particles;
  REAL *vx, *vy, *vz;
  template <int WIDTH> void run() {
    accelerate_rows<WIDTH>
        <<<blocks_for(n, BLOCK / WIDTH), BLOCK>>>(n, offset, neighbor, particles, vx, vy, vz);
  }
};

void kernel_cutoff(int n, const int *offset, const int *neighbor, const REAL *x, const REAL *y, const REAL *z,
                   const REAL *strength, REAL *vx, REAL *vy, REAL *vz) {
  int elements = offset[n];
  row_mapping mapping = map_rows(n, offset);
  int *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_neighbor = device_copy(neighbor, (size_t)elements + 1);
  REAL *device_x = device_copy(x, n), *device_y = device_copy(y, n), *device_z = device_copy(z, n);
  REAL *device_strength = device_copy(strength, n);
  REAL *device_vx = device_copy(vx, n), *device_vy = device_copy(vy, n), *device_vz = device_copy(vz, n);
  particle *particles = device_array<particle>(n);
  pack<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_x, device_y, device_z, device_strength, particles);
  if (mapping.lanes)
    launch_with_lanes(mapping,
                      launch{n, device_offset, device_neighbor, particles, device_vx, device_vy, device_vz});
  else
    accelerate_shares<<<share_blocks(elements), SHARE_THREADS>>>(n, elements, device_offset, device_neighbor,
                                                                 particles, device_vx, device_vy, device_vz);
  copy_to_host(vx, device_vx, n);
  copy_to_host(vy, device_vy, n);
  copy_to_host(vz, device_vz, n);
  void *arrays[] = {device_offset,   device_neighbor, device_x,  device_y,  device_z,
                    device_strength, device_vx,       device_vy, device_vz, particles};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
