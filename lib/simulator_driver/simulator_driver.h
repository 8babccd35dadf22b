/* FILE: lib/simulator_driver/simulator_driver.h
 * WHAT: the CUDA driver of a simulated GPU: a libcuda.so that the unmodified OpenMP run time of LLVM 19 opens on a
 *       machine without a GPU. Time is virtual: a run gives the same times on any machine.
 * USE:  LD_LIBRARY_PATH=build/lib/cleave/simulator PROGRAM, with these variables, read by cuInit:
 *   CLEAVE_SIMULATOR_PROFILE=NAME or FILE  the device: a name of devices/ (default h200) or a file
 *   CLEAVE_SIMULATOR_DEVICES=N             how many of them (default 1)
 *   CLEAVE_SIMULATOR_VISIBLE_DEVICES=LIST  only these, as CUDA_VISIBLE_DEVICES=LIST has it for a real driver
 *   CLEAVE_SIMULATOR_ARCHITECTURE=90       the architecture it reports, instead of the profile's
 *   CLEAVE_SIMULATOR_LOG=FILE              one line per driver call
 *   CLEAVE_SIMULATOR_SUMMARY=FILE          launches, bytes each way, waits, when the process ends
 *   CLEAVE_SIMULATOR_KERNELS=FILE          kernel durations, lines "PATTERN = FORMULA"
 *   CLEAVE_SIMULATOR_FAULTS=SPEC           errors to return: "cuMemAlloc:3=2,cuInit=100", see injected_faults.c
 *   CLEAVE_SIMULATOR_COPY_LIMIT=BYTES      larger copies are recorded, not performed
 *   CLEAVE_SIMULATOR_FILL=BYTE             the value of new device memory (default 0)
 *   CLEAVE_SIMULATOR_THREADS=guess|ordered the order of the host's threads (default guess)
 *   CLEAVE_SIMULATOR_STAGING_THREADS=N     threads that fill a staging buffer (default 4; if ordered)
 *   CLEAVE_SIMULATOR_MODULES=DIR           writes every module's bytes, as received, to DIR/module-N
 *   CLEAVE_SIMULATOR_EXECUTE=yes|no|require  whether kernels execute (default yes, if the image has PTX; COPY_LIMIT
 *                                  implies no); require: loading an image without PTX is an error
 *   CLEAVE_SIMULATOR_CHECKS=LIST   checks of executed kernels: initialized,races,barriers or all
 *   CLEAVE_SIMULATOR_BLOCKS=N      execute about N blocks of a launch and extrapolate the counts
 *   CLEAVE_SIMULATOR_HOST_THREADS=N  threads that execute a kernel (default: as many as processors)
 *   CLEAVE_SIMULATOR_COUNTS=FILE   appends one JSON object per line for each device, launch and copy
 *   CLEAVE_SIMULATOR_SITES=off|on  whether launches have the accesses of each instruction (default off)
 *   CLEAVE_SIMULATOR_HOST_MEMORY=off|on  whether kernels may access all memory of the host, as under unified shared memory
 *                                  (default off)
 * docs/design/simulator-driver.md describes the model and its limits.
 *
 * One mutex guards all state: call_open takes it, call_close releases it.
 */
#ifndef CLEAVE_SIMULATOR_DRIVER_SIMULATOR_DRIVER_H
#define CLEAVE_SIMULATOR_DRIVER_SIMULATOR_DRIVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda/cuda.h"
#include "image/elf_view.h"
#include "simulator/simulator.h"
#include "simulator/time_model.h"

/* Errors that no other part of cleave uses. */
enum {
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
  CUDA_ERROR_FILE_NOT_FOUND = 301,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
  CUDA_ERROR_MISALIGNED_ADDRESS = 716,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
};

typedef struct CUlinkState_st *CUlinkState;

/* Functions that the OpenMP run times of LLVM and GCC call and libcleave does not. */
#define DRIVER_FURTHER_FUNCTIONS(X)                                                                          \
  X(cuCtxCreate_v2, cuCtxCreate, (CUcontext * context, unsigned flags, CUdevice device))                     \
  X(cuCtxDestroy_v2, cuCtxDestroy, (CUcontext context))                                                      \
  X(cuCtxPushCurrent_v2, cuCtxPushCurrent, (CUcontext context))                                              \
  X(cuCtxPopCurrent_v2, cuCtxPopCurrent, (CUcontext * context))                                              \
  X(cuLinkCreate_v2, cuLinkCreate, (unsigned count, int *options, void **values, CUlinkState *state))        \
  X(cuLinkAddData_v2, cuLinkAddData,                                                                         \
    (CUlinkState state, int type, void *data, size_t size, const char *name, unsigned count, int *options,   \
     void **values))                                                                                         \
  X(cuLinkComplete, cuLinkComplete, (CUlinkState state, void **image, size_t *size))                         \
  X(cuLinkDestroy, cuLinkDestroy, (CUlinkState state))                                                       \
  X(cuMemGetAddressRange_v2, cuMemGetAddressRange, (CUdeviceptr * base, size_t *bytes, CUdeviceptr address)) \
  X(cuMemHostGetDevicePointer_v2, cuMemHostGetDevicePointer,                                                 \
    (CUdeviceptr * address, void *host, unsigned flags))                                                     \
  X(cuMemcpy, cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t bytes))                                    \
  X(cuModuleLoad, cuModuleLoad, (CUmodule * module, const char *path))                                       \
  X(cuStreamAddCallback, cuStreamAddCallback,                                                                \
    (CUstream stream, void (*callback)(CUstream, CUresult, void *), void *data, unsigned flags))             \
  X(cuCtxGetDevice, cuCtxGetDevice, (CUdevice * device))                                                     \
  X(cuDeviceGetUuid_v2, cuDeviceGetUuid, (unsigned char *uuid, CUdevice device))                             \
  X(cuCtxGetLimit, cuCtxGetLimit, (size_t *value, int limit))                                                \
  X(cuCtxSetLimit, cuCtxSetLimit, (int limit, size_t value))                                                 \
  X(cuCtxEnablePeerAccess, cuCtxEnablePeerAccess, (CUcontext peer, unsigned flags))                          \
  X(cuDeviceCanAccessPeer, cuDeviceCanAccessPeer, (int *can_access, CUdevice device, CUdevice peer))         \
  X(cuDevicePrimaryCtxGetState, cuDevicePrimaryCtxGetState, (CUdevice device, unsigned *flags, int *active)) \
  X(cuMemAllocManaged, cuMemAllocManaged, (CUdeviceptr * address, size_t bytes, unsigned flags))             \
  X(cuMemAllocAsync, cuMemAllocAsync, (CUdeviceptr * address, size_t bytes, CUstream stream))                \
  X(cuMemFreeAsync, cuMemFreeAsync, (CUdeviceptr address, CUstream stream))                                  \
  X(cuMemcpyDtoDAsync_v2, cuMemcpyDtoDAsync,                                                                 \
    (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))                                       \
  X(cuMemcpyPeerAsync, cuMemcpyPeerAsync,                                                                    \
    (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes,           \
     CUstream stream))                                                                                       \
  X(cuModuleLoadDataEx, cuModuleLoadDataEx,                                                                  \
    (CUmodule * module, const void *image, unsigned count, int *options, void **values))                     \
  X(cuModuleGetGlobal_v2, cuModuleGetGlobal,                                                                 \
    (CUdeviceptr * address, size_t *bytes, CUmodule module, const char *name))                               \
  X(cuFuncGetParamInfo, cuFuncGetParamInfo,                                                                  \
    (CUfunction function, size_t index, size_t *offset, size_t *bytes))                                      \
  X(cuFuncSetAttribute, cuFuncSetAttribute, (CUfunction function, int attribute, int value))                 \
  X(cuOccupancyMaxPotentialBlockSize, cuOccupancyMaxPotentialBlockSize,                                      \
    (int *grid, int *block, CUfunction function, size_t (*shared)(int), size_t shared_bytes, int limit))     \
  X(cuLaunchHostFunc, cuLaunchHostFunc, (CUstream stream, void (*function)(void *), void *data))             \
  X(cuMemsetD8Async, cuMemsetD8Async,                                                                        \
    (CUdeviceptr address, unsigned char value, size_t count, CUstream stream))                               \
  X(cuMemsetD16Async, cuMemsetD16Async,                                                                      \
    (CUdeviceptr address, unsigned short value, size_t count, CUstream stream))                              \
  X(cuMemsetD32Async, cuMemsetD32Async,                                                                      \
    (CUdeviceptr address, unsigned value, size_t count, CUstream stream))                                    \
  X(cuMemsetD2D8Async, cuMemsetD2D8Async,                                                                    \
    (CUdeviceptr address, size_t pitch, unsigned char value, size_t width, size_t height, CUstream stream))  \
  X(cuMemsetD2D16Async, cuMemsetD2D16Async,                                                                  \
    (CUdeviceptr address, size_t pitch, unsigned short value, size_t width, size_t height, CUstream stream)) \
  X(cuMemsetD2D32Async, cuMemsetD2D32Async,                                                                  \
    (CUdeviceptr address, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream))

#define DRIVER_FUNCTIONS(X)                                                                                  \
  CLEAVE_CUDA_FUNCTIONS(X) CLEAVE_CUDA_GRAPH_FUNCTIONS(X) DRIVER_FURTHER_FUNCTIONS(X)

#define DRIVER_PROTOTYPE(symbol, name, parameters)                                                           \
  __attribute__((visibility("default"))) CUresult symbol parameters;
DRIVER_FUNCTIONS(DRIVER_PROTOTYPE)
#undef DRIVER_PROTOTYPE

enum function {
#define DRIVER_NUMBER(symbol, name, parameters) FUNCTION_##name,
  DRIVER_FUNCTIONS(DRIVER_NUMBER)
#undef DRIVER_NUMBER
      FUNCTION_COUNT
};

extern const char *const function_names[FUNCTION_COUNT];

/* As in CLEAVE_SIMULATOR_EXECUTE. */
enum execution { EXECUTE_YES, EXECUTE_NO, EXECUTE_REQUIRED };

enum { MAX_DEVICES = 16, PATH_LENGTH = 1024, NAME_LENGTH = 256, MAXIMUM_BLOCK = 1024 /* threads */ };

/* ---- simulated_device.c: numbers of a device and its host. Times in ns, rates in bytes per ns. -------- */

/* X(key, kind): the kinds are count, time, rate, size, clock. reported_architecture is optional
 * and defaults to the architecture; all others are required. */
#define PROFILE_NUMBERS(X)                                                                                   \
  X(architecture, count)                                                                                     \
  X(reported_architecture, count)                                                                            \
  X(driver_version, count)                                                                                   \
  X(multiprocessors, count)                                                                                  \
  X(threads_per_multiprocessor, count)                                                                       \
  X(blocks_per_multiprocessor, count)                                                                        \
  X(registers_per_multiprocessor, count)                                                                     \
  X(registers_per_block, count)                                                                              \
  X(shared_memory_per_multiprocessor, size)                                                                  \
  X(shared_memory_per_block, size)                                                                           \
  X(memory, size)                                                                                            \
  X(memory_bus_width, count)                                                                                 \
  X(memory_bandwidth, rate)                                                                                  \
  X(level_2_cache, size)                                                                                     \
  X(clock, clock)                                                                                            \
  X(memory_clock, clock)                                                                                     \
  X(copy_engines, count)                                                                                     \
  X(schedulers, count)                                                                                       \
  X(float32_lanes, count)                                                                                    \
  X(float64_lanes, count)                                                                                    \
  X(integer_lanes, count)                                                                                    \
  X(special_lanes, count)                                                                                    \
  X(level_1_cache, size)                                                                                     \
  X(level_1_is_unified, count)                                                                               \
  X(level_2_bandwidth, rate)                                                                                 \
  X(level_2_port, count)                                                                                     \
  X(memory_throughput, rate)                                                                                 \
  X(in_order, count)                                                                                         \
  X(arithmetic_latency, count)                                                                               \
  X(float64_latency, count)                                                                                  \
  X(special_latency, count)                                                                                  \
  X(shared_latency, count)                                                                                   \
  X(level_1_latency, count)                                                                                  \
  X(level_2_latency, count)                                                                                  \
  X(memory_latency, count)                                                                                   \
  X(atomic_latency, count)                                                                                   \
  X(atomic_rate, count)                                                                                      \
  X(atomic_address_rate, count)                                                                              \
  X(kernel_minimum, time)                                                                                    \
  X(pinned_to_device, rate)                                                                                  \
  X(pinned_from_device, rate)                                                                                \
  X(pageable_to_device, rate)                                                                                \
  X(pageable_from_device, rate)                                                                              \
  X(copy_latency, time)                                                                                      \
  X(copy_submission, time)                                                                                   \
  X(kernel_submission, time)                                                                                 \
  X(kernel_latency, time)                                                                                    \
  X(synchronization, time)                                                                                   \
  X(query, time)                                                                                             \
  X(other_call, time)                                                                                        \
  X(allocation, time)                                                                                        \
  X(release, time)                                                                                           \
  X(module_load, time)                                                                                       \
  X(registration, time)                                                                                      \
  X(registration_per_mebibyte, time)                                                                         \
  X(host_copy, rate)      /* of a thread of the host that copies from memory to memory */                    \
  X(host_copy_most, rate) /* of all of them together */

struct profile {
  char name[NAME_LENGTH];
  char kernel_duration[NAME_LENGTH]; /* a formula, see duration.c */
#define PROFILE_MEMBER(key, kind) double key;
  PROFILE_NUMBERS(PROFILE_MEMBER)
#undef PROFILE_MEMBER
};

/* Reads the profile NAME: one of devices/, or a path. On an error returns false with one line in ERROR that names file
 * and line. */
bool profile_read(const char *name, struct profile *profile, char *error, size_t size);

/* "2.5 us", "55 GB/s", "50 MiB", "1980 MHz", "132": VALUE in ns, bytes per ns, bytes, kHz or a
 * plain number. KIND is a kind of PROFILE_NUMBERS. Returns false if TEXT is not a value of that kind. */
bool profile_value(const char *kind, const char *text, double *value);

/* ---- kernel_duration.c: the duration of a kernel ------------------------------------------------------ */

/* The names of a formula. */
struct kernel_shape {
  double blocks;              /* of the grid */
  double threads;             /* of a block */
  double multiprocessors;     /* of the device */
  const uint64_t *parameters; /* of the launch, as words of 8 bytes */
  size_t parameter_count;
};

/* The value of the formula TEXT, times in ns: numbers with or without a unit (ns, us, ms, s), blocks,
 * threads, multiprocessors, p0, p1... (parameters, 0 if absent; the log shows them),
 * min(a, b), + - * / and parentheses. Returns false with
 * the reason in ERROR if TEXT is no formula or its value no time. */
bool formula_value(const char *text, const struct kernel_shape *shape, double *value, char *error,
                   size_t size);

/* Reads CLEAVE_SIMULATOR_KERNELS. Returns false with one line in ERROR. */
bool kernels_read(const char *path, char *error, size_t size);
/* The duration of kernel NAME: the formula of CLEAVE_SIMULATOR_KERNELS, else that of MODELED, else the profile's. MODELED is
 * the time of the executed kernel, or NULL. */
double kernel_duration(const char *name, const struct kernel_shape *shape, const struct profile *profile,
                       const struct gpu_time *modeled);
void kernels_forget(void);

/* ---- injected_faults.c: errors on request ------------------------------------------------------------- */

/* Replaces the faults by those of SPEC. Returns false with one line in ERROR. */
bool faults_read(const char *spec, char *error, size_t size);
/* The error that the CALL-th call (1: first) of FUNCTION returns; 0: none. FAULT_FORK is no error:
 * the call waits for a fork. */
enum { FAULT_FORK = -1 };
CUresult fault_of(enum function function, uint64_t call);
void faults_forget(void);

/* ---- virtual_clock.c: virtual time, in ns ------------------------------------------------------------ */

typedef int64_t nanoseconds;

/* Hardware that performs one operation at a time. */
struct engine {
  nanoseconds free;
};

struct CUstream_st {
  unsigned number; /* S1, S2, ...; 0: the default stream of its device */
  struct device *device;
  bool non_blocking;
  nanoseconds free;         /* when all submitted work is done */
  nanoseconds busy;         /* the sum of the durations of its work */
  struct CUstream_st *next; /* of the device */
};

struct CUevent_st {
  unsigned number; /* E1, E2, ... */
  const struct device *device;
  bool timing;
  bool recorded;
  nanoseconds time;
  struct CUevent_st *next;
};

enum { CONTEXT_STACK = 16 };

/* A thread of the host that calls the driver. */
struct thread {
  unsigned number;     /* in order of first calls */
  unsigned generation; /* of the driver state that it belongs to */
  nanoseconds now;
  struct CUctx_st *context;
  struct CUctx_st *contexts_below[CONTEXT_STACK]; /* the current one, by cuCtxPushCurrent */
  unsigned context_depth;
  unsigned idle_queries; /* unsuccessful queries in a row */
  bool busy;             /* submitted work and has not waited or queried since */
};

struct span {
  nanoseconds start, end;
};

/* For programs, by dlsym: the virtual time of the calling thread in ns. */
__attribute__((visibility("default"))) long long cleave_simulator_time(void);

/* For programs, by dlsym: whether a call waits until the process has forked (injected_faults.c). */
__attribute__((visibility("default"))) int cleave_simulator_waits_for_fork(void);

/* THREAD submits work of DURATION to STREAM and ENGINE (NULL: none). It starts at the earliest LATENCY after the thread's
 * time, when stream and engine are free; the rules of the default stream apply. */
struct span stream_work(struct CUstream_st *stream, struct engine *engine, struct thread *thread,
                        nanoseconds latency, nanoseconds duration);
/* The completion time of the work of STREAM; the default stream waits for the blocking streams. */
nanoseconds stream_done(const struct CUstream_st *stream);
nanoseconds device_done(const struct device *device);
/* A query by THREAD of work with the completion time DONE. Returns whether it is complete. Each query costs COST. Repeated
 * queries advance the thread towards DONE, so that every polling loop ends. */
bool thread_query(struct thread *thread, nanoseconds done, nanoseconds cost);
/* THREAD has found a stream complete. */
void thread_saw_completion(struct thread *thread);
/* A thread without pending work may have waited for another thread that found a stream complete; the driver cannot observe
 * that. An idle THREAD therefore continues at the latest such time. With CLEAVE_SIMULATOR_THREADS=ordered the waiting is
 * observed, and this does nothing (thread_order.c). */
void thread_catch_up(struct thread *thread);
void clock_forget(void);

/* ---- thread_order.c: the calls of several threads --------------------------------------------------- */

/* Before the mutex is taken for a call. */
void order_arrive(void);
/* Then, under MUTEX: if calls are ordered, waits until the call of THREAD is the earliest. Its time becomes at least the
 * time of the thread that woke it. */
void order_begin(struct thread *thread, pthread_mutex_t *mutex);
/* Under MUTEX, as the last step: the same for the end of the call that began at START. */
void order_end(const struct thread *thread, nanoseconds start, pthread_mutex_t *mutex);
void order_forget(void);

bool stream_exists(const struct CUstream_st *stream);
void streams_forget(void);

/* ---- allocations.c -------------------------------------------------------------------------------- */

enum memory_kind {
  MEMORY_DEVICE,    /* D1: of a device */
  MEMORY_MODULE,    /* M1: data of a module */
  MEMORY_PINNED,    /* P1: host memory, allocated by the driver */
  MEMORY_REGISTERED /* P1: host memory of the program, registered */
};

struct allocation {
  uint64_t address;
  size_t bytes;
  unsigned number;
  enum memory_kind kind;
  struct device *device;
  bool reserved; /* too large for CLEAVE_SIMULATOR_COPY_LIMIT: an address range without memory */
  bool held;     /* it was freed, and its addresses are not used again yet */
};

/* New memory of KIND; NULL if none is left. */
struct allocation *memory_allocate(struct device *device, enum memory_kind kind, size_t bytes);
/* Makes the program's BYTES at ADDRESS a pinned range. NULL if it overlaps an allocation. */
struct allocation *memory_register(uint64_t address, size_t bytes);
/* The live allocation that contains ADDRESS, valid until the next allocation or release; NULL: none. */
struct allocation *memory_find(uint64_t address);
/* The most recently freed allocation that contained ADDRESS; NULL: none. */
const struct allocation *memory_find_freed(uint64_t address);
void memory_free(struct allocation *allocation);
/* Whether all BYTES at ADDRESS are device memory. */
bool memory_is_device(uint64_t address, size_t bytes);
/* Whether all BYTES at ADDRESS are pinned host memory. */
bool memory_is_pinned(uint64_t address, size_t bytes);
/* Writes the name of ADDRESS: "D1+16", "P1+0", "freed-D2+0", "H" for other host memory. */
void memory_name(uint64_t address, char *text, size_t size);
void memory_forget(void);

/* ---- kernel_limits.c and module_calls.c ----------------------------------------------------------- */

struct CUfunc_st {
  struct device *device;
  const char *name;                /* the module owns it */
  struct gpu_program *program;     /* NULL: its module has no PTX */
  const struct gpu_kernel *kernel; /* of the program; NULL: not in its PTX */
  unsigned registers, shared_bytes, local_bytes;
  unsigned maximum_threads; /* of a block */
  struct CUfunc_st *next;   /* of the module */
};

/* The largest block of a kernel compiled for at most THREAD_LIMIT threads (0: no limit). */
unsigned kernel_threads(unsigned thread_limit, unsigned registers);
/* The blocks of THREADS threads with SHARED_BYTES of dynamic shared memory that a multiprocessor holds at a time. */
unsigned kernel_resident_blocks(const struct CUfunc_st *function, unsigned threads, size_t shared_bytes);
/* Whether FUNCTION belongs to a loaded module. */
bool function_exists(const struct CUfunc_st *function);
/* A copy from the host has written BYTES at ADDRESS of the device: they are in its cache for later kernels. */
void modules_copied(const struct device *device, uint64_t address, size_t bytes);
void modules_forget(void);

/* ---- host_memory.c ----------------------------------------------------------------------------- */

/* Stores the mapping of the process that contains ADDRESS in *RANGE; false if there is no readable one. Reads a file. */
bool host_memory_find(uint64_t address, struct gpu_range *range);

/* ---- device_program.c: PTX of an image ------------------------------------------------------- */

/* Device memory as the simulator accesses it. PROGRAM's memory is that of DEVICE; the result must live as long. */
struct gpu_memory program_memory(struct device *device);

/* Loads the PTX of the section .cleave.ptx of IMAGE, which is module NUMBER. Without the section, *PROGRAM is NULL; that is
 * an error if execution is required. Prints the reason of an error. */
CUresult program_load(const struct elf_view *image, unsigned number, const struct gpu_memory *memory,
                      struct gpu_program **program);

/* Loads COUNT texts of PTX, which stay the caller's, as module NUMBER. Prints the reason of an error. */
CUresult program_load_texts(const struct gpu_text *texts, size_t count, unsigned number,
                            const struct gpu_memory *memory, struct gpu_program **program);

/* The kernel NAME of the program; NULL if it has none. */
const struct gpu_kernel *program_kernel(const struct gpu_program *program, const char *name);

/* ---- link_calls.c: PTX that a program links at run time ------------------------------------------- */

/* The texts in IMAGE, if it is PTX text or an image of cuLinkComplete; else 0. *TEXTS is valid as long as IMAGE; the caller
 * frees the array. */
size_t link_texts(const void *image, struct gpu_text **texts);
void links_forget(void);

/* ---- kernel_execution.c ---------------------------------------------------------------------- */

/* The execution of a launch. */
struct executed {
  bool executed;      /* otherwise the rest is not set */
  const char *status; /* "done", "illegal address", ... */
  struct gpu_counts counts;
  bool done;            /* to its end */
  struct gpu_time time; /* if done */
  struct gpu_site *sites;
  size_t site_count;
};

/* A launch as in cuLaunchKernel. */
struct launch {
  const struct CUfunc_st *function;
  unsigned grid[3], block[3], shared_bytes;
  const struct CUstream_st *stream;
  const void *buffer; /* packed parameters; NULL: none */
  size_t bytes;       /* of the buffer */
  void **list;        /* or a pointer to each parameter; NULL: none */
};

struct call;

/* The numbers of the profile that the simulator uses. */
struct gpu_device kernel_device(const struct profile *profile);
/* Executes the kernel, if its module has PTX and execution is not switched off. Returns an error of the call itself. An error
 * of the kernel becomes the fault of its device, after one line on standard error. */
CUresult kernel_execute(const struct launch *launch, struct executed *executed);

/* ---- launch_calls.c and graph_calls.c ----------------------------------------------------------- */

/* Finds the buffer with packed parameters that EXTRA, an argument of a launch, names. */
void launch_read_extra(void **extra, struct launch *launch);
/* The error of a launch on DEVICE that is not possible. */
CUresult launch_check(const struct launch *launch, const struct device *device);
/* Executes the kernel and adds its time to the stream. The host is busy for SUBMISSION ns. */
CUresult launch_run(struct call *call, const struct launch *launch, struct CUstream_st *stream,
                    double submission);
/* Adds " function=NAME grid=... block=... shared=...". An unknown function is an error. */
void launch_note(struct call *call, const struct launch *launch);
void graphs_forget(void);

/* ---- launch_records.c: CLEAVE_SIMULATOR_COUNTS ----------------------------------------------- */

/* Opens the file PATH, if it is not NULL or empty, and writes the devices. Returns false with one line in ERROR. */
bool records_start(const char *path, char *error, size_t size);
/* Releases the sites of EXECUTED. */
void record_launch(const struct launch *launch, struct executed *executed, struct span span);
/* DIRECTION: "to device", "from device" or "between". */
void record_copy(const char *direction, const struct CUstream_st *stream, size_t bytes, bool pinned,
                 struct span span);
void records_forget(void);

/* ---- driver_state.c -------------------------------------------------------------------------------- */

struct CUctx_st {
  struct device *device;
};

struct device {
  CUdevice ordinal;
  int number;              /* among all devices, also those that are not visible */
  struct CUctx_st context; /* the primary context, the only one */
  unsigned context_users;
  unsigned context_flags;
  size_t memory_used;
  struct engine compute, to_device, from_device;
  struct CUstream_st default_stream;
  struct CUstream_st *streams;
  size_t limits[8];
  /* The error of a kernel of this context. All later calls return it. */
  CUresult fault;
};

/* Sums over the process, for CLEAVE_SIMULATOR_SUMMARY. */
struct totals {
  uint64_t launches, modules, allocations, synchronizations, queries;
  uint64_t graph_launches, graph_kernels; /* not in `launches` */
  uint64_t copies_to, copies_from, copies_between;
  uint64_t bytes_to, bytes_from, bytes_between;
  uint64_t pinned_bytes_to, pinned_bytes_from;
  uint64_t loops; /* threads that waited in a loop: see thread_order.c */
  nanoseconds kernel_time, copy_time, longest_stream, host_waiting, end;
};

struct driver {
  bool initialized;
  struct profile profile;
  bool in_order; /* CLEAVE_SIMULATOR_THREADS=ordered */
  int staging_threads;
  size_t copy_limit;
  int fill;
  enum execution execution;
  unsigned checks; /* GPU_CHECK_... */
  uint64_t sampled_blocks;
  unsigned host_threads;
  bool sites;       /* counted by launches, for the records */
  bool host_memory; /* kernels may access all memory of the host */
  char modules[PATH_LENGTH];
  struct device devices[MAX_DEVICES];
  int device_count;
  unsigned threads, streams, events, module_count;
  unsigned generation; /* number of driver_forget calls */
  uint64_t calls[FUNCTION_COUNT];
  struct totals totals;
};
extern struct driver driver;

/* Resets all state but the log, as in a new process, that of threads included. For unit tests. */
void driver_forget(void);
/* The device of the thread's context, which call_open has checked. */
struct device *current_device(const struct thread *thread);

/* ---- driver_settings.c ----------------------------------------------------------------------- */

/* Reads the variables and sets up the devices. Returns false with one line in ERROR. */
bool settings_read(char *error, size_t size);

/* ---- call_frame.c: the frame of every driver call --------------------------------------------------- */

enum call_needs { NEEDS_NOTHING, NEEDS_DRIVER, NEEDS_CONTEXT };

struct call {
  enum function function;
  struct thread *thread;
  nanoseconds start;
  CUresult result; /* the return value */
  char text[2048];
  size_t used;
};

/* Starts a call: takes the mutex; sets the result to a requested fault, or to NOT_INITIALIZED or INVALID_CONTEXT. If the
 * result is not 0, the call must only log its arguments. */
void call_open(struct call *call, enum function function, enum call_needs needs);
/* Whether there is a log. Otherwise the functions that add to the log line do nothing. */
bool call_is_logged(void);
/* Adds " KEY=..." to the log line. */
void call_note(struct call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds " KEY=D1+0". */
void call_address(struct call *call, const char *key, uint64_t address);
/* Adds " stream=S1". Returns the stream; for NULL, the default stream of the thread's device. Returns NULL if the stream
 * is unknown or the call has failed; the result is then not 0. */
struct CUstream_st *call_stream(struct call *call, CUstream handle);
/* Adds " start=... end=...". */
void call_span(struct call *call, struct span span);
/* The thread waits until TIME. */
void call_wait(struct call *call, nanoseconds time);
/* The host is busy for TIME ns. */
void call_busy(struct call *call, double time);
/* Writes the text after FROM as a log line of its own, for NAME, a part of the call. */
void call_part(struct call *call, const char *name, size_t from);
/* Ends the call: writes the log line, releases the mutex, returns the result. */
CUresult call_close(struct call *call);

/* Opens the log if PATH is not empty. Returns false with one line in ERROR. */
bool log_start(const char *path, char *error, size_t size);

/* ---- run_summary.c: CLEAVE_SIMULATOR_SUMMARY ------------------------------------------------------------- */

void summary_start(const char *path);
/* Add the time of a kernel or copy. */
void summary_kernel(struct span span);
void summary_copy(struct span span);
/* The time during which a kernel and a copy ran at once. */
nanoseconds summary_overlap(void);
void summary_write(void);
void summary_forget(void);

#endif
