/* FILE: lib/cuda/cuda.h
 * WHAT: the part of the CUDA driver's binary interface that cleave uses, and a way to open the driver
 *       at run time: nothing of cleave is linked with it, so that everything runs without one.
 *
 * Types and functions are named as NVIDIA documents them; the list contains a function under the symbol that
 * the driver exports (cuMemAlloc_v2), and in struct cleave_cuda under its plain name. lib/simulator_driver implements
 * the same list without a GPU.
 */
#ifndef CLEAVE_CUDA_CUDA_H
#define CLEAVE_CUDA_CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int CUresult; /* 0: success */
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream; /* NULL: the default stream */
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;

enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713
};

/* Device attributes. */
enum {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, /* kHz */
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,       /* kHz */
  CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37, /* bits */
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
  CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82
};

/* Function attributes. */
enum {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4
};

enum {
  CU_STREAM_NON_BLOCKING = 1,
  CU_EVENT_DEFAULT = 0,
  CU_EVENT_BLOCKING_SYNC = 1,
  CU_EVENT_DISABLE_TIMING = 2
};
/* Pointer attributes, and values of the first. */
enum { CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2, CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2 };
enum { CU_MEMHOSTREGISTER_PORTABLE = 1 };
enum { CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_SCHED_MASK = 7 };

/* Keys of the list `extra` of a launch. */
enum { CU_LAUNCH_PARAM_END = 0, CU_LAUNCH_PARAM_BUFFER_POINTER = 1, CU_LAUNCH_PARAM_BUFFER_SIZE = 2 };

/* A kernel of a graph, in its first version, which CUDA 12 and 13 still accept. */
typedef struct {
  CUfunction func;
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  void **kernelParams, **extra;
} CUDA_KERNEL_NODE_PARAMS_v1;

/* X(symbol, name, parameters): all return CUresult. */
#define CLEAVE_CUDA_FUNCTIONS(X)                                                                             \
  X(cuInit, cuInit, (unsigned flags))                                                                        \
  X(cuDriverGetVersion, cuDriverGetVersion, (int *version))                                                  \
  X(cuGetErrorName, cuGetErrorName, (CUresult result, const char **name))                                    \
  X(cuGetErrorString, cuGetErrorString, (CUresult result, const char **text))                                \
  X(cuDeviceGetCount, cuDeviceGetCount, (int *count))                                                        \
  X(cuDeviceGet, cuDeviceGet, (CUdevice * device, int ordinal))                                              \
  X(cuDeviceGetName, cuDeviceGetName, (char *name, int size, CUdevice device))                               \
  X(cuDeviceGetAttribute, cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))                \
  X(cuDeviceTotalMem_v2, cuDeviceTotalMem, (size_t *bytes, CUdevice device))                                 \
  X(cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))              \
  X(cuDevicePrimaryCtxRelease_v2, cuDevicePrimaryCtxRelease, (CUdevice device))                              \
  X(cuDevicePrimaryCtxSetFlags_v2, cuDevicePrimaryCtxSetFlags, (CUdevice device, unsigned flags))            \
  X(cuCtxSetCurrent, cuCtxSetCurrent, (CUcontext context))                                                   \
  X(cuCtxGetCurrent, cuCtxGetCurrent, (CUcontext * context))                                                 \
  X(cuCtxSynchronize, cuCtxSynchronize, (void))                                                              \
  X(cuMemGetInfo_v2, cuMemGetInfo, (size_t *available, size_t *total))                                       \
  X(cuMemAlloc_v2, cuMemAlloc, (CUdeviceptr * address, size_t bytes))                                        \
  X(cuMemFree_v2, cuMemFree, (CUdeviceptr address))                                                          \
  X(cuMemAllocHost_v2, cuMemAllocHost, (void **address, size_t bytes))                                       \
  X(cuMemFreeHost, cuMemFreeHost, (void *address))                                                           \
  X(cuMemHostRegister_v2, cuMemHostRegister, (void *address, size_t bytes, unsigned flags))                  \
  X(cuMemHostUnregister, cuMemHostUnregister, (void *address))                                               \
  X(cuPointerGetAttribute, cuPointerGetAttribute, (void *value, int attribute, CUdeviceptr pointer))         \
  X(cuMemcpyHtoD_v2, cuMemcpyHtoD, (CUdeviceptr to, const void *from, size_t bytes))                         \
  X(cuMemcpyDtoH_v2, cuMemcpyDtoH, (void *to, CUdeviceptr from, size_t bytes))                               \
  X(cuMemcpyHtoDAsync_v2, cuMemcpyHtoDAsync,                                                                 \
    (CUdeviceptr to, const void *from, size_t bytes, CUstream stream))                                       \
  X(cuMemcpyDtoHAsync_v2, cuMemcpyDtoHAsync, (void *to, CUdeviceptr from, size_t bytes, CUstream stream))    \
  X(cuMemsetD8_v2, cuMemsetD8, (CUdeviceptr address, unsigned char value, size_t bytes))                     \
  X(cuStreamCreate, cuStreamCreate, (CUstream * stream, unsigned flags))                                     \
  X(cuStreamDestroy_v2, cuStreamDestroy, (CUstream stream))                                                  \
  X(cuStreamSynchronize, cuStreamSynchronize, (CUstream stream))                                             \
  X(cuStreamQuery, cuStreamQuery, (CUstream stream))                                                         \
  X(cuStreamWaitEvent, cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))                  \
  X(cuEventCreate, cuEventCreate, (CUevent * event, unsigned flags))                                         \
  X(cuEventDestroy_v2, cuEventDestroy, (CUevent event))                                                      \
  X(cuEventRecord, cuEventRecord, (CUevent event, CUstream stream))                                          \
  X(cuEventQuery, cuEventQuery, (CUevent event))                                                             \
  X(cuEventSynchronize, cuEventSynchronize, (CUevent event))                                                 \
  X(cuEventElapsedTime, cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end))               \
  X(cuModuleLoadData, cuModuleLoadData, (CUmodule * module, const void *image))                              \
  X(cuModuleUnload, cuModuleUnload, (CUmodule module))                                                       \
  X(cuModuleGetFunction, cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name))    \
  X(cuFuncGetAttribute, cuFuncGetAttribute, (int *value, int attribute, CUfunction function))                \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessor,                \
    (int *blocks, CUfunction function, int threads, size_t shared_bytes))                                    \
  X(cuLaunchKernel, cuLaunchKernel,                                                                          \
    (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,               \
     unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **parameters,          \
     void **extra))

/* The same for graphs, since CUDA 11.4. They are no part of struct cleave_cuda: an older driver has all others. */
#define CLEAVE_CUDA_GRAPH_FUNCTIONS(X)                                                                       \
  X(cuGraphCreate, cuGraphCreate, (CUgraph * graph, unsigned flags))                                         \
  X(cuGraphAddKernelNode, cuGraphAddKernelNode,                                                              \
    (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependences, size_t count,                        \
     const CUDA_KERNEL_NODE_PARAMS_v1 *parameters))                                                          \
  X(cuGraphInstantiateWithFlags, cuGraphInstantiateWithFlags,                                                \
    (CUgraphExec * executable, CUgraph graph, unsigned long long flags))                                     \
  X(cuGraphExecKernelNodeSetParams, cuGraphExecKernelNodeSetParams,                                          \
    (CUgraphExec executable, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *parameters))                \
  X(cuGraphLaunch, cuGraphLaunch, (CUgraphExec executable, CUstream stream))                                 \
  X(cuGraphExecDestroy, cuGraphExecDestroy, (CUgraphExec executable))                                        \
  X(cuGraphDestroy, cuGraphDestroy, (CUgraph graph))

/* The driver's functions. */
struct cleave_cuda {
#define CLEAVE_CUDA_MEMBER(symbol, name, parameters) CUresult(*name) parameters;
  CLEAVE_CUDA_FUNCTIONS(CLEAVE_CUDA_MEMBER)
#undef CLEAVE_CUDA_MEMBER
};

/* Opens libcuda.so (the name by which the OpenMP run time opens it), or libcuda.so.1 where LOOSE and
 * that is all there is, and fills CUDA in. Does not call cuInit. The library stays open until the
 * process ends. Returns NULL, or why not, as one line that stays valid until the thread's next call.
 * Thread-safe. */
const char *cleave_cuda_open(struct cleave_cuda *cuda, bool loose);

enum { CLEAVE_CUDA_UUID_BYTES = 16 };

/* Stores the UUID of a device, of a part of a device if it is divided into several (MIG). The driver is open and initialized.
 * Returns false if the driver is too old to tell. Thread-safe. */
bool cleave_cuda_device_uuid(CUdevice device, unsigned char *uuid);

#endif
