/* FILE: bench/cuda/cuda_runtime.h
 * WHAT: the part of CUDA C that the benchmark programs use: with it clang compiles them without a CUDA toolkit. With a toolkit,
 *       leave this folder out of the search path: the programs are plain CUDA C, which nvcc compiles as well.
 *
 * Names and meanings are those of NVIDIA's header of this name. cuda_runtime.c defines the functions.
 */
#ifndef CLEAVE_BENCH_CUDA_RUNTIME_H
#define CLEAVE_BENCH_CUDA_RUNTIME_H

#include <stddef.h>

#ifdef __cplusplus
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#endif

struct dim3 {
  unsigned x, y, z;
#ifdef __cplusplus
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
#endif
};

#ifdef __cplusplus
/* The value of another lane of the warp: this lane + DELTA or - DELTA, if there is one, this lane ^ BITS, or LANE. MASK: the
 * lanes that call. LIMIT: of the instruction, for warps that are not divided. */
#define SHUFFLE(function, instruction, limit)                                                                \
  static __inline__ __device__ int function(unsigned mask, int value, int lane) {                            \
    return instruction##i32(mask, value, lane, limit);                                                       \
  }                                                                                                          \
  static __inline__ __device__ unsigned function(unsigned mask, unsigned value, int lane) {                  \
    return (unsigned)instruction##i32(mask, (int)value, lane, limit);                                        \
  }                                                                                                          \
  static __inline__ __device__ float function(unsigned mask, float value, int lane) {                        \
    return instruction##f32(mask, value, lane, limit);                                                       \
  }                                                                                                          \
  static __inline__ __device__ unsigned long long function(unsigned mask, unsigned long long value,          \
                                                           int lane) {                                       \
    unsigned low = instruction##i32(mask, (int)value, lane, limit);                                          \
    unsigned long long high = (unsigned)instruction##i32(mask, (int)(value >> 32), lane, limit);             \
    return high << 32 | low;                                                                                 \
  }                                                                                                          \
  static __inline__ __device__ double function(unsigned mask, double value, int lane) {                      \
    return __builtin_bit_cast(                                                                               \
        double, function(mask, __builtin_bit_cast(unsigned long long, value), lane));                        \
  }
SHUFFLE(__shfl_down_sync, __nvvm_shfl_sync_down_, 31)
SHUFFLE(__shfl_up_sync, __nvvm_shfl_sync_up_, 0)
SHUFFLE(__shfl_xor_sync, __nvvm_shfl_sync_bfly_, 31)
SHUFFLE(__shfl_sync, __nvvm_shfl_sync_idx_, 31)
#undef SHUFFLE

/* The lanes of MASK, which all call it, for which the predicate holds. */
static __inline__ __device__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate != 0);
}
static __inline__ __device__ int __all_sync(unsigned mask, int predicate) {
  return __nvvm_vote_all_sync(mask, predicate != 0);
}
static __inline__ __device__ void __syncwarp(unsigned mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
static __inline__ __device__ void __threadfence() { __nvvm_membar_gl(); }
static __inline__ __device__ int __popc(unsigned value) { return __builtin_popcount(value); }
static __inline__ __device__ int __ffs(int value) { return __builtin_ffs(value); }
static __inline__ __device__ int __clz(int value) { return value ? __builtin_clz(value) : 32; }

/* Relaxed updates of memory at any address. They return the value before. */
#define ATOMIC(function, type, instruction)                                                                  \
  static __inline__ __device__ type function(type *address, type value) { return instruction(address, value); }
ATOMIC(atomicAdd, int, __nvvm_atom_add_gen_i)
ATOMIC(atomicAdd, float, __nvvm_atom_add_gen_f)
ATOMIC(atomicAdd, double, __nvvm_atom_add_gen_d)
ATOMIC(atomicMin, int, __nvvm_atom_min_gen_i)
ATOMIC(atomicMax, int, __nvvm_atom_max_gen_i)
ATOMIC(atomicMax, unsigned long long, __nvvm_atom_max_gen_ull)
ATOMIC(atomicExch, int, __nvvm_atom_xchg_gen_i)
#undef ATOMIC
static __inline__ __device__ int atomicCAS(int *address, int expected, int value) {
  return __nvvm_atom_cas_gen_i(address, expected, value);
}

/* Clang's header: threadIdx, blockIdx, blockDim and gridDim. __syncthreads is a builtin function of clang. */
#include <__clang_cuda_builtin_vars.h>
extern "C" {
#else
typedef struct dim3 dim3;
#endif

typedef int cudaError_t; /* a CUresult of the driver */
enum { cudaSuccess = 0 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount = 16 }; /* the numbers of the driver */
typedef struct CUstream_st *cudaStream_t;

/* The first call loads the program's device code on device 0. One host thread only. */
cudaError_t cudaMalloc(void **memory, size_t bytes);
cudaError_t cudaFree(void *memory);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemset(void *memory, int byte, size_t bytes);

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);

/* The first error since the last call. */
cudaError_t cudaGetLastError(void);
const char *cudaGetErrorString(cudaError_t error);

/* Clang's code for kernel<<<grid, block>>>(...) calls these functions. */
#ifdef __cplusplus
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = 0);
#else
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
#endif
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **parameters,
                             size_t shared_bytes, cudaStream_t stream);

#ifdef __cplusplus
}
template <typename T> static inline cudaError_t cudaMalloc(T **memory, size_t bytes) {
  return cudaMalloc((void **)memory, bytes);
}
#endif

#endif
