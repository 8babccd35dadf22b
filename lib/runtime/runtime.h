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
 * (OMP_TARGET_OFFLOAD=mandatory) if libomptarget is missing, an array that cannot be copied back (engine/window.c), and a
 * tile that cannot run on its device (engine/spread.c).
 */
#ifndef CLEAVE_RUNTIME_RUNTIME_H
#define CLEAVE_RUNTIME_RUNTIME_H

#include "runtime/descriptor.h"
#include "runtime/omptarget.h"

/* What other objects may call; all else is hidden. */
#define CLEAVE_API __attribute__((visibility("default")))

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

/* Whether on DEVICE (-1: the default device) none of the first WRITTEN of COUNT objects shares a byte with
 * another one, and none is part of the same mapping as another one. Each object is two arguments: a
 * `const volatile void *`, its begin in host memory, and a `size_t`, how many bytes it has. 0 where that
 * is not known, on the host, and with CLEAVE_NO_ALIAS=off. lib/print/no_alias_edits.c writes the calls. Allocates nothing;
 * mappings must not change meanwhile, or the answer is that of some moment of the call. */
CLEAVE_API int cleave_disjoint(int device, int written, int count, ...);

/* Whether a region runs split into KERNELS kernels on DEVICE (-1: the default device), and not as it is written,
 * in one team. BYTES: of the objects that are copied around it, at most; 0: none, or not known. It has COUNT loops; of
 * each
 *   double   how many iterations it has at most
 *   double   how often an iteration waits for memory, at most; 0: not known
 * On the host device only the launches decide. The result is 1 on devices without a profile, and what CLEAVE_SPLIT says
 * if it is set; else geometry/one_team.c decides. Allocates nothing.
 * lib/print/fallback_edits.c writes the calls. */
CLEAVE_API int cleave_split_pays(int device, int kernels, double bytes, int count, ...);

/* Likewise for a region with kernels in loops or branches of the host. Each of GROUPS groups has kernels that run equally
 * often, one after the other; how often is not known. Of each group
 *   int      how many kernels it has
 *   int      how many loops; then, of each loop, the two numbers of cleave_split_pays
 * 0 only if that holds whatever the number of times: see geometry/one_team.c. */
CLEAVE_API int cleave_nested_split_pays(int device, double bytes, int groups, ...);

/* Whether the engine may have something to copy for a region on DEVICE: 0 if it is off, has no engine for the
 * device, if two of COUNT objects share bytes, or if none is both large enough for a copy of its own and
 * absent. Of each
 *   const volatile void *   its begin in host memory, as a map clause names it
 *   size_t                  how many bytes it has
 * A region that has a schedule, and a data environment, only for this has neither if the answer is 0. It is
 * that of some moment of the call; nothing but time depends on it. */
CLEAVE_API int cleave_transfers_pay(int device, int count, ...);

/* What a transformed region says to the transfer engine; see engine/engine.h. All of it is of the thread
 * that executes the region; regions of one thread nest.
 *
 * Begins the schedule of a region on DEVICE (-1: the default device), whose data environment is the next
 * that this thread begins there. COUNT objects follow, in the order in which stages need them; of each
 *   const volatile void *   its begin in host memory, as a map clause names it
 *   int                     the first stage that uses it
 *   int                     the last stage that may write it; -1: none does
 * CLEAVE_IN_TILES is added to the number of a stage that may run tile by tile, and use the object so;
 * CLEAVE_ONLY_IN_TILES with it to the first if no other stage uses the object; and CLEAVE_SPREAD with both if
 * the stage may run on several devices at once: see cleave_tiles_begin.
 * CLEAVE_NO_PAGE_LOCKS is added to COUNT if the program's memory is not to be page-locked for the copies.
 * Objects whose map clauses copy nothing, or whose copies the engine cannot take over, are left to
 * libomptarget. */
#define CLEAVE_IN_TILES (1 << 24)
#define CLEAVE_ONLY_IN_TILES (1 << 25)
#define CLEAVE_SPREAD (1 << 26)
#define CLEAVE_NO_PAGE_LOCKS (1 << 24)
CLEAVE_API void cleave_transfers_begin(int device, int count, ...);

/* All stages before STAGE have been executed, and STAGE is next. Waits for what it needs. */
CLEAVE_API void cleave_transfers_stage(int stage);

/* Ends it: behind the data environment, which need not have begun (if(0), no device). */
CLEAVE_API void cleave_transfers_end(void);

/* STAGE is a loop over [FIRST, END) that may run tile by tile. Returns how many tiles it is to be cut into, at
 * least 1, after waiting for what stage STAGE needs besides the COUNT objects that follow. Of each
 *   const volatile void *   its begin in host memory, as a map clause names it
 *   long                    the offset in bytes from there of what iteration FIRST touches first
 *   long                    bytes of one iteration: iteration i touches only those bytes
 *                           [offset + (i - FIRST) * bytes, offset + (i - FIRST + 1) * bytes) of it
 *   int                     1: the loop may write it, and it is final after it; else 0
 * 1 where there is no transfer to hide.
 *
 * CLEAVE_COLLAPSED is added to STAGE if an iteration is one of several loops that are collapsed; CLEAVE_SPREAD if
 * the tiles may run on several devices at once. The loop then uses, besides numbers that are passed by value, only
 * objects that have CLEAVE_SPREAD in cleave_transfers_begin, and such as nothing in the region writes: these
 * follow as well, with 0 for the offset, the bytes and the last word. */
#define CLEAVE_COLLAPSED (1 << 24)
CLEAVE_API long cleave_tiles_begin(int device, int stage, long first, long end, int count, ...);

/* The first iteration of tile TILE, 0 <= TILE <= number of tiles; of the last one: END. */
CLEAVE_API long cleave_tile_first(long tile);

/* Waits for what tile TILE needs. */
CLEAVE_API void cleave_tile_begin(long tile);
/* The results of tile TILE are final. */
CLEAVE_API void cleave_tile_end(long tile);
CLEAVE_API void cleave_tiles_end(void);

#endif
