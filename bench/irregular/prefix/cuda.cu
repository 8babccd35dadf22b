/* cuda.cu: prefix in CUDA: three kernels for a scan: each block scans its elements, one block scans the sums of the
 * blocks, and all threads add the sum of the blocks before theirs. The places of kept elements are a scan of flags. */
extern "C" {
#include "prefix.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", true, true};

/* The sum of the threads of a block up to this one. */
template <typename T> __device__ T scan_block(T value) {
  __shared__ T sums[BLOCK];
  int t = threadIdx.x;
  __syncthreads(); /* a previous call may still read the sums */
  sums[t] = value;
  for (int distance = 1; distance < BLOCK; distance *= 2) {
    __syncthreads();
    T other = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += other;
  }
  __syncthreads();
  return sums[t];
}

/* Scans each block in ARRAY, and stores the sums of the blocks. */
template <typename T> __global__ void scan_blocks(int n, T *array, T *totals) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = scan_block<T>(i < n ? array[i] : 0);
  if (i < n)
    array[i] = value;
  if (threadIdx.x == BLOCK - 1)
    totals[blockIdx.x] = value;
}

/* One block. */
template <typename T> __global__ void scan_totals(int blocks, T *totals) {
  __shared__ T last;
  T before = 0;
  for (int base = 0; base < blocks; base += BLOCK) {
    int i = base + threadIdx.x;
    T value = before + scan_block<T>(i < blocks ? totals[i] : 0);
    if (i < blocks)
      totals[i] = value;
    if (threadIdx.x == BLOCK - 1)
      last = value;
    __syncthreads();
    before = last;
  }
}

template <typename T> __global__ void add_totals(int n, const T *totals, T *array) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.x > 0)
    array[i] += totals[blockIdx.x - 1];
}

__global__ void copy(int n, const REAL *x, REAL *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = x[i];
}

__global__ void set_flags(int n, const REAL *x, int *place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    place[i] = x[i] > PREFIX_THRESHOLD;
}

__global__ void store(int n, const REAL *x, const int *place, REAL *kept) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > PREFIX_THRESHOLD)
    kept[place[i] - 1] = x[i];
}

template <typename T> static void scan(int n, T *array) {
  unsigned blocks = blocks_for(n, BLOCK);
  T *totals = device_array<T>(blocks);
  scan_blocks<T><<<blocks, BLOCK>>>(n, array, totals);
  scan_totals<T><<<1, BLOCK>>>(blocks, totals);
  add_totals<T><<<blocks, BLOCK>>>(n, totals, array);
  CHECK(cudaFree(totals));
}

void kernel_prefix(int n, const REAL *x, REAL *sum, REAL *kept, int *count, int *place) {
  (void)place; /* the temporary is on the device only */
  REAL *device_x = device_copy(x, n), *device_sum = device_array<REAL>(n),
       *device_kept = device_copy(kept, n);
  int *device_place = device_array<int>(n);
  unsigned blocks = blocks_for(n, BLOCK);
  copy<<<blocks, BLOCK>>>(n, device_x, device_sum);
  scan(n, device_sum);
  set_flags<<<blocks, BLOCK>>>(n, device_x, device_place);
  scan(n, device_place);
  store<<<blocks, BLOCK>>>(n, device_x, device_place, device_kept);
  copy_to_host(sum, device_sum, n);
  copy_to_host(kept, device_kept, n);
  copy_to_host(count, device_place + n - 1, 1);
  void *arrays[] = {device_x, device_sum, device_kept, device_place};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
