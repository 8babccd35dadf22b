/* FILE: lib/interposer/cuda_table.h
 * WHAT: CUDA's own functions, and how the interposer treats calls of them. All other files of the folder
 *       include this.
 */
#ifndef CLEAVE_INTERPOSER_CUDA_TABLE_H
#define CLEAVE_INTERPOSER_CUDA_TABLE_H

#include <stdatomic.h>

#include "cuda/cuda.h"
#include "interposer/interposer.h"

/* X(name, parameters): the functions that only the interposer calls. */
#define INTERPOSER_CUDA_FUNCTIONS(X)                                                                         \
  X(cuModuleLoadDataEx, (CUmodule * module, const void *image, unsigned count, int *options, void **values)) \
  X(cuMemFreeAsync, (CUdeviceptr address, CUstream stream))                                                  \
  X(cuMemAllocAsync, (CUdeviceptr * address, size_t bytes, CUstream stream))                                 \
  X(cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))                 \
  X(cuFuncSetAttribute, (CUfunction function, int attribute, int value))                                     \
  X(cuLaunchHostFunc, (CUstream stream, void (*function)(void *), void *data))                               \
  X(cuStreamAddCallback,                                                                                     \
    (CUstream stream, void (*callback)(CUstream, CUresult, void *), void *data, unsigned flags))             \
  X(cuMemsetD8Async, (CUdeviceptr address, unsigned char value, size_t count, CUstream stream))              \
  X(cuMemsetD16Async, (CUdeviceptr address, unsigned short value, size_t count, CUstream stream))            \
  X(cuMemsetD32Async, (CUdeviceptr address, unsigned value, size_t count, CUstream stream))                  \
  X(cuMemsetD2D8Async,                                                                                       \
    (CUdeviceptr address, size_t pitch, unsigned char value, size_t width, size_t height, CUstream stream))  \
  X(cuMemsetD2D16Async,                                                                                      \
    (CUdeviceptr address, size_t pitch, unsigned short value, size_t width, size_t height, CUstream stream)) \
  X(cuMemsetD2D32Async,                                                                                      \
    (CUdeviceptr address, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream))       \
  X(cuMemcpyPeerAsync, (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,      \
                        size_t bytes, CUstream stream))

struct interposer {
  struct cleave_cuda cuda;
  struct {
#define INTERPOSER_MEMBER(name, parameters) CUresult(*name) parameters;
    INTERPOSER_CUDA_FUNCTIONS(INTERPOSER_MEMBER)
#undef INTERPOSER_MEMBER
  } further;
  struct {
#define INTERPOSER_GRAPH_MEMBER(symbol, name, parameters) CUresult(*name) parameters;
    CLEAVE_CUDA_GRAPH_FUNCTIONS(INTERPOSER_GRAPH_MEMBER)
#undef INTERPOSER_GRAPH_MEMBER
  } graph;
  bool records, defers, spins;                /* for a trace; waits; how the host waits */
  atomic_bool holds;                          /* launches, to give them to CUDA as graphs */
  struct cleave_interposer_recorder recorder; /* if it records */
  void (*image_refused)(CUresult error, int version);
};
extern struct interposer interposer;

/* Fills in the functions. Returns false if CUDA is not in the process or lacks a function. */
bool interposer_find_cuda(void);

/* Fills in the functions for graphs. Returns false if CUDA lacks one. Call it after interposer_find_cuda. */
bool interposer_find_graphs(void);

#endif
