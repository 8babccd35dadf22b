/* FILE: lib/runtime/runtime.h
 * WHAT: libcleave.so, the run-time library: the front door.
 *
 * A program linked with it (`cleave cc`, or -lcleave before the OpenMP run time) calls its
 * __tgt_register_lib, __tgt_unregister_lib and __tgt_target_kernel instead of libomptarget's. clang
 * calls the first two in a constructor and an exit handler of every executable and shared library
 * that carries device images, and the third in place of each target region. libcleave forwards all;
 * what it adds:
 *
 *   register.c      the entry points for images
 *   launch.c        the entry point for launches, with the grid that fits
 *   omptarget.c     the real functions, to which they forward
 *   kernels.c       from a region's address in the host program to what its images tell of the kernel
 *   limits.c        what limits the grids of a device
 *   disjoint.c      whether the arrays of a kernel overlap, for transformed text to ask at each launch
 *   split.c         whether a region runs split or as it is written, likewise
 *   descriptor.h    the structs that clang hands over: the binary interface of LLVM 19
 *   repair.c        images of CUDA 13 in a form that LLVM 19's libomptarget accepts
 *   buffers.c       device buffers that libomptarget keeps from launch to launch
 *   judgement.c     what became of the images, and the warning when no device took one
 *   data.c          the entry points for data constructs
 *   trace.h         the trace of CLEAVE_TRACE
 *   settings.c      CLEAVE_* variables, read once
 *   driver_front.c  libcleave-cuda.so in front of the CUDA driver, for traces and for waits held back
 *   message.c       lines for the user
 *
 * Everything is thread-safe. Nothing here ends the process, apart from a region that must not run on the host
 * (OMP_TARGET_OFFLOAD=mandatory) if libomptarget is missing, an array that cannot be copied back (engine/streaming_buffer.c), and a
 * tile that cannot run on its device (engine/multi_device.c).
 */
#ifndef CLEAVE_RUNTIME_RUNTIME_H
#define CLEAVE_RUNTIME_RUNTIME_H

#include "abi/entry_points.h"
#include "abi/offload.h"
#include "process/omptarget.h"

CLEAVE_API void __tgt_register_lib(struct cleave_descriptor *descriptor);
CLEAVE_API void __tgt_unregister_lib(struct cleave_descriptor *descriptor);

CLEAVE_API int __tgt_target_kernel(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                                   void *host_pointer, struct cleave_launch_arguments *launch);

CLEAVE_API void __tgt_target_data_begin_mapper(CLEAVE_DATA_PARAMETERS);
CLEAVE_API void __tgt_target_data_end_mapper(CLEAVE_DATA_PARAMETERS);
CLEAVE_API void __tgt_target_data_update_mapper(CLEAVE_DATA_PARAMETERS);
CLEAVE_API void __tgt_target_data_begin_nowait_mapper(CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS);
CLEAVE_API void __tgt_target_data_end_nowait_mapper(CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS);
CLEAVE_API void __tgt_target_data_update_nowait_mapper(CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS);

#endif
