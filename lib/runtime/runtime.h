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
 *   descriptor.h    the structs that clang hands over: the binary interface of LLVM 19
 *   repair.c        images of CUDA 13 in a form that LLVM 19's libomptarget accepts
 *   judgement.c     what became of the images, and the warning when no device took one
 *   settings.c      CLEAVE_* variables, read once
 *   message.c       lines for the user
 *
 * Everything is thread-safe. Nothing here ends the process, apart from a program that cannot run at
 * all because libomptarget is missing.
 */
#ifndef CLEAVE_RUNTIME_RUNTIME_H
#define CLEAVE_RUNTIME_RUNTIME_H

#include "runtime/descriptor.h"

/* What other objects may call; all else is hidden. */
#define CLEAVE_API __attribute__((visibility("default")))

CLEAVE_API void __tgt_register_lib(struct cleave_descriptor *descriptor);
CLEAVE_API void __tgt_unregister_lib(struct cleave_descriptor *descriptor);

CLEAVE_API int __tgt_target_kernel(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                                   void *host_pointer, struct cleave_launch_arguments *launch);

/* Whether on DEVICE (-1: the default device) none of the first WRITTEN of COUNT objects shares a byte with
 * another one, and none is part of the same mapping as another one. Each object is two arguments: a
 * `const volatile void *`, its begin in host memory, and a `size_t`, how many bytes it has. 0 where that
 * is not known, on the host, and with CLEAVE_NO_ALIAS=off. lib/rewrite/disjoint.c writes the calls. Allocates nothing;
 * mappings must not change meanwhile, or the answer is that of some moment of the call. */
CLEAVE_API int cleave_disjoint(int device, int written, int count, ...);

#endif
