/* FILE: bench/cuda/cuda_runtime.c
 * WHAT: the functions of cuda_runtime.h, on the CUDA driver that is found at run time: the simulated one, or that of a GPU.
 */
#include "cuda_runtime.h"

#include "cuda/cuda.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { KERNELS_MAX = 32 };

static struct cleave_cuda cuda;
static const void *image; /* the program's device code */
static CUmodule module;
static CUresult first_error;

/* A kernel: the address of its stub on the host, and its name in the device code. */
static struct kernel {
  const void *stub;
  const char *name;
} kernels[KERNELS_MAX];
static size_t kernel_count;

/* What the last <<<...>>> said. */
static struct configuration {
  dim3 grid, block;
  size_t shared_bytes;
  cudaStream_t stream;
} configuration;

static cudaError_t check(CUresult result) {
  if (!first_error)
    first_error = result;
  return result;
}

/* Opens the driver and loads the device code, at the first call. Ends the process if there is no driver. */
static CUresult open_device(void) {
  CUdevice device;
  CUcontext context;
  CUresult result;
  if (module)
    return CUDA_SUCCESS;
  const char *why = cleave_cuda_open(&cuda, true);
  if (why) {
    fprintf(stderr, "no CUDA driver: %s\n", why);
    exit(2);
  }
  if (!(result = cuda.cuInit(0)) && !(result = cuda.cuDeviceGet(&device, 0)) &&
      !(result = cuda.cuDevicePrimaryCtxRetain(&context, device)) &&
      !(result = cuda.cuCtxSetCurrent(context)))
    result = cuda.cuModuleLoadData(&module, image);
  return result;
}

cudaError_t cudaMalloc(void **memory, size_t bytes) {
  CUdeviceptr address = 0;
  CUresult result = open_device();
  if (!result)
    result = cuda.cuMemAlloc(&address, bytes);
  *memory = (void *)(uintptr_t)address;
  return check(result);
}

cudaError_t cudaFree(void *memory) {
  CUresult result = open_device();
  if (!result && memory)
    result = cuda.cuMemFree((CUdeviceptr)(uintptr_t)memory);
  return check(result);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  CUresult result = open_device();
  if (!result)
    result = kind == cudaMemcpyHostToDevice ? cuda.cuMemcpyHtoD((CUdeviceptr)(uintptr_t)to, from, bytes)
                                            : cuda.cuMemcpyDtoH(to, (CUdeviceptr)(uintptr_t)from, bytes);
  return check(result);
}

cudaError_t cudaMemset(void *memory, int byte, size_t bytes) {
  CUresult result = open_device();
  if (!result)
    result = cuda.cuMemsetD8((CUdeviceptr)(uintptr_t)memory, (unsigned char)byte, bytes);
  return check(result);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  CUresult result = open_device();
  if (!result)
    result = cuda.cuDeviceGetAttribute(value, attribute, device);
  return check(result);
}

cudaError_t cudaGetLastError(void) {
  CUresult error = first_error;
  first_error = CUDA_SUCCESS;
  return error;
}

const char *cudaGetErrorString(cudaError_t error) {
  const char *text = NULL;
  return !cuda.cuGetErrorString || cuda.cuGetErrorString(error, &text) || !text ? "unknown error" : text;
}

cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **parameters, size_t shared_bytes,
                             cudaStream_t stream) {
  CUfunction function;
  CUresult result = open_device();
  size_t i = 0;
  while (i < kernel_count && kernels[i].stub != stub)
    i++;
  if (!result)
    result = i < kernel_count ? cuda.cuModuleGetFunction(&function, module, kernels[i].name)
                              : CUDA_ERROR_NOT_FOUND;
  if (!result)
    result = cuda.cuLaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                 (unsigned)shared_bytes, stream, parameters, NULL);
  return check(result);
}

/* ---- Called by code that clang generates -------------------------------------------------------- */

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream) {
  configuration = (struct configuration){grid, block, shared_bytes, stream};
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, cudaStream_t *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, cudaStream_t *stream) {
  *grid = configuration.grid;
  *block = configuration.block;
  *shared_bytes = configuration.shared_bytes;
  *stream = configuration.stream;
  return cudaSuccess;
}

/* Where clang has stored the bytes of -fcuda-include-gpubinary. */
struct embedded {
  int magic, version;
  const void *bytes, *unused;
};

void **__cudaRegisterFatBinary(const struct embedded *embedded);
void **__cudaRegisterFatBinary(const struct embedded *embedded) {
  image = embedded->bytes;
  return NULL;
}

int __cudaRegisterFunction(void **binary, const void *stub, char *name_on_host, const char *name, int threads,
                           void *thread, void *block, void *block_size, void *grid_size, int *warp_size);
int __cudaRegisterFunction(void **binary, const void *stub, char *name_on_host, const char *name, int threads,
                           void *thread, void *block, void *block_size, void *grid_size, int *warp_size) {
  (void)binary, (void)name_on_host, (void)threads, (void)thread, (void)block, (void)block_size,
      (void)grid_size;
  (void)warp_size;
  if (kernel_count < KERNELS_MAX)
    kernels[kernel_count++] = (struct kernel){stub, name};
  return 0;
}

void __cudaRegisterFatBinaryEnd(void **binary);
void __cudaRegisterFatBinaryEnd(void **binary) { (void)binary; }
void __cudaUnregisterFatBinary(void **binary);
void __cudaUnregisterFatBinary(void **binary) { (void)binary; } /* the driver frees the module */
