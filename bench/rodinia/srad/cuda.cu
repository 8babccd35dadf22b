/* cuda.cu: srad in CUDA: the time loop on the host; per step a reduction in shared memory for the
 * statistics (which reassociates the sums), a kernel that completes them, and two kernels with one
 * thread per pixel. */
extern "C" {
#include "srad.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", true, true};

/* Adds A and B over the threads of a block. Thread 0 gets the sums. */
__device__ void add_in_block(REAL &a, REAL &b) {
  __shared__ REAL shared_a[BLOCK], shared_b[BLOCK];
  int t = threadIdx.x;
  shared_a[t] = a;
  shared_b[t] = b;
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width) {
      shared_a[t] += shared_a[t + width];
      shared_b[t] += shared_b[t + width];
    }
  }
  if (t == 0) {
    a = shared_a[0];
    b = shared_b[0];
  }
}

/* One thread per pixel of the sample. Each block stores its sums. */
__global__ void add_pixels(int rows, int columns, int stride, const REAL *J, REAL *sums, REAL *sums2) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  REAL sum = 0, sum2 = 0;
  if (p < rows * columns) {
    REAL value = J[p / columns * stride + p % columns];
    sum = value;
    sum2 = value * value;
  }
  add_in_block(sum, sum2);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    sums2[blockIdx.x] = sum2;
  }
}

/* One block: adds the sums of all blocks and computes the speckle scale. */
__global__ void find_scale(int blocks, REAL pixels, const REAL *sums, const REAL *sums2, REAL *scale) {
  REAL sum = 0, sum2 = 0;
  for (int i = threadIdx.x; i < blocks; i += BLOCK) {
    sum += sums[i];
    sum2 += sums2[i];
  }
  add_in_block(sum, sum2);
  if (threadIdx.x == 0) {
    REAL mean = sum / pixels;
    REAL variance = sum2 / pixels - mean * mean;
    REAL q0sqr = variance / (mean * mean);
    *scale = q0sqr < SRAD_Q0_MINIMUM ? SRAD_Q0_MINIMUM : q0sqr;
  }
}

__global__ void find_coefficients(int rows, int columns, const REAL *scale, const int *north,
                                  const int *south, const int *west, const int *east, const REAL *J, REAL *c,
                                  REAL *dN, REAL *dS, REAL *dW, REAL *dE) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows || j >= columns)
    return;
  int k = i * columns + j;
  REAL q0sqr = *scale;
  REAL value = J[k];
  REAL n = J[north[i] * columns + j] - value;
  REAL s = J[south[i] * columns + j] - value;
  REAL w = J[i * columns + west[j]] - value;
  REAL e = J[i * columns + east[j]] - value;
  REAL gradient = (n * n + s * s + w * w + e * e) / (value * value);
  REAL laplacian = (n + s + w + e) / value;
  REAL numerator = (REAL)0.5 * gradient - (REAL)0.0625 * (laplacian * laplacian);
  REAL denominator = 1 + (REAL)0.25 * laplacian;
  REAL qsqr = numerator / (denominator * denominator);
  REAL diffusion = 1 / (1 + (qsqr - q0sqr) / (q0sqr * (1 + q0sqr)));
  dN[k] = n;
  dS[k] = s;
  dW[k] = w;
  dE[k] = e;
  c[k] = diffusion < 0 ? 0 : diffusion > 1 ? 1 : diffusion;
}

__global__ void diffuse(int rows, int columns, REAL lambda, const int *south, const int *east, const REAL *c,
                        const REAL *dN, const REAL *dS, const REAL *dW, const REAL *dE, REAL *J) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows || j >= columns)
    return;
  int k = i * columns + j;
  REAL divergence =
      c[k] * dN[k] + c[south[i] * columns + j] * dS[k] + c[k] * dW[k] + c[i * columns + east[j]] * dE[k];
  J[k] += (REAL)0.25 * lambda * divergence;
}

void kernel_srad(int steps, int rows, int columns, REAL lambda, const int *north, const int *south,
                 const int *west, const int *east, REAL *J, REAL *c, REAL *dN, REAL *dS, REAL *dW, REAL *dE) {
  (void)c, (void)dN, (void)dS, (void)dW, (void)dE; /* the temporaries are on the device only */
  size_t size = (size_t)rows * columns;
  int sample_rows = rows < SRAD_SAMPLE ? rows : SRAD_SAMPLE;
  int sample_columns = columns < SRAD_SAMPLE ? columns : SRAD_SAMPLE;
  int pixels = sample_rows * sample_columns;
  unsigned blocks = blocks_for(pixels, BLOCK);
  int *device_north = device_copy(north, rows), *device_south = device_copy(south, rows);
  int *device_west = device_copy(west, columns), *device_east = device_copy(east, columns);
  REAL *device_J = device_copy(J, size), *device_c = device_array<REAL>(size);
  REAL *device_N = device_array<REAL>(size), *device_S = device_array<REAL>(size);
  REAL *device_W = device_array<REAL>(size), *device_E = device_array<REAL>(size);
  REAL *sums = device_array<REAL>(blocks), *sums2 = device_array<REAL>(blocks);
  REAL *scale = device_array<REAL>(1);
  dim3 grid = grid_2d(rows, columns), block = block_2d();
  for (int step = 0; step < steps; step++) {
    add_pixels<<<blocks, BLOCK>>>(sample_rows, sample_columns, columns, device_J, sums, sums2);
    find_scale<<<1, BLOCK>>>(blocks, (REAL)pixels, sums, sums2, scale);
    find_coefficients<<<grid, block>>>(rows, columns, scale, device_north, device_south, device_west,
                                       device_east, device_J, device_c, device_N, device_S, device_W,
                                       device_E);
    diffuse<<<grid, block>>>(rows, columns, lambda, device_south, device_east, device_c, device_N, device_S,
                             device_W, device_E, device_J);
  }
  copy_to_host(J, device_J, size);
  void *arrays[] = {device_north, device_south, device_west, device_east, device_J, device_c, device_N,
                    device_S,     device_W,     device_E,    sums,        sums2,    scale};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
