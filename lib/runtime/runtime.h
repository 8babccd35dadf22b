/* FILE: lib/runtime/runtime.h
 * WHAT: libcleave.so, the run-time library.
 *
 * A program that is linked with it (`cleave cc`, or -lcleave before the OpenMP run time) calls the __tgt_* functions of libcleave
 * instead of libomptarget's. clang calls __tgt_register_lib and __tgt_unregister_lib in a constructor and an exit handler of every
 * executable and shared library with device images, and __tgt_target_kernel for each target region. libcleave forwards all
 * calls to libomptarget. Transformed regions also call the entry points of abi/entry_points.h.
 *
 * This is the top layer: its files may include headers of all other folders of the run time. Its parts:
 *
 *   register.c          the entry points for images
 *   launch.c            the entry point for launches: chooses the grid
 *   data.c              the entry points for data constructs
 *   checked_construct.c constructs, as CLEAVE_CHECK=data sees them
 *   kernel_table.c      the kernels of all registered images
 *   alias_check.c       whether the arrays of a kernel overlap
 *   reductions.c        device memory for kernels that combine their reductions
 *   environment_fit.c   whether a data environment fits into the device's memory
 *   split_choice.c      whether a region runs as several kernels or as one
 *   repair.c            adapts images of CUDA 13 for the libomptarget of LLVM 19
 *   buffers.c           device buffers that libomptarget keeps between launches
 *   image_acceptance.c  the images that a device accepted; the warning if there is none
 *   launch_report.c     the grids, for CLEAVE_VERBOSE
 *
 * All functions are thread-safe. The library ends the process in three cases only: libomptarget is missing
 * although a region must not run on the host (OMP_TARGET_OFFLOAD=mandatory); a result or an array cannot be copied back
 * (reductions.c, engine/streaming_buffer.c); a tile cannot run on its device (engine/multi_device.c).
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
