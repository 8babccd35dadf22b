/* FILE: lib/simulator_driver/simulator_driver.h
 * WHAT: a stand-in for NVIDIA's CUDA driver: a libcuda.so that the unmodified OpenMP run time of
 *       LLVM 19 opens, so that tests see every launch, copy and wait on a machine without a GPU.
 *       It runs no kernels. Time is virtual: a run gives the same times on any machine.
 * USE:  LD_LIBRARY_PATH=build/lib/cleave/simulator PROGRAM, with these variables, read by cuInit:
 *   CLEAVE_SIMULATOR_PROFILE=NAME or FILE  the device, one of devices/ (default h200)
 *   CLEAVE_SIMULATOR_DEVICES=N             how many of them (default 1)
 *   CLEAVE_SIMULATOR_ARCHITECTURE=90       the architecture it reports, instead of the profile's
 *   CLEAVE_SIMULATOR_LOG=FILE              one line per driver call
 *   CLEAVE_SIMULATOR_SUMMARY=FILE          launches, bytes each way, waits, when the process ends
 *   CLEAVE_SIMULATOR_KERNELS=FILE          kernel durations, lines "PATTERN = FORMULA"
 *   CLEAVE_SIMULATOR_FAULTS=SPEC           errors to return: "cuMemAlloc:3=2,cuInit=100", see faults.c
 *   CLEAVE_SIMULATOR_COPY_LIMIT=BYTES      larger copies are recorded, not performed
 *   CLEAVE_SIMULATOR_FILL=BYTE             what new device memory holds (default 0)
 *   CLEAVE_SIMULATOR_THREADS=guess|ordered how the host's threads are put in order (default guess)
 *   CLEAVE_SIMULATOR_STAGING_THREADS=N     threads that fill a staging buffer (default 4; if ordered)
 *   CLEAVE_SIMULATOR_MODULES=DIR           writes every module's bytes, as received, to DIR/module-N
 * docs/design/simulator-driver.md says what it models and what not.
 *
 * One mutex guards everything: call_open takes it, call_close releases it.
 */
#ifndef CLEAVE_SIMULATOR_DRIVER_SIMULATOR_DRIVER_H
#define CLEAVE_SIMULATOR_DRIVER_SIMULATOR_DRIVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda/cuda.h"

/* Errors that only the stand-in and its tests need. */
enum {
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
  CUDA_ERROR_FILE_NOT_FOUND = 301,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
};

/* What the OpenMP run time calls and cleave itself does not. */
#define DRIVER_FURTHER_FUNCTIONS(X)                                                                          \
  X(cuCtxGetDevice, cuCtxGetDevice, (CUdevice * device))                                                     \
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
    (CUdeviceptr * address, size_t *bytes, CUmodule module, const char *name))

#define DRIVER_FUNCTIONS(X) CLEAVE_CUDA_FUNCTIONS(X) DRIVER_FURTHER_FUNCTIONS(X)

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

enum { MAX_DEVICES = 16, PATH_LENGTH = 1024, NAME_LENGTH = 256, MAXIMUM_BLOCK = 1024 /* threads */ };

/* ---- profile.c: numbers of a device and its host. Times in ns, rates in bytes per ns. -------- */

/* X(key, kind): the kinds are count, time, rate, size, clock. reported_architecture may be left
 * out, and is then the architecture; all others must be there. */
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

/* Reads the profile NAME of devices/, or the file of that path. Returns false, and in ERROR one
 * line that names file and line, if it is not one. */
bool profile_read(const char *name, struct profile *profile, char *error, size_t size);

/* "2.5 us", "55 GB/s", "50 MiB", "1980 MHz", "132": VALUE in ns, bytes per ns, bytes, kHz or as it
 * stands. KIND is a kind of PROFILE_NUMBERS. Returns false if TEXT is nothing of the kind. */
bool profile_value(const char *kind, const char *text, double *value);

/* ---- duration.c: how long a kernel runs ------------------------------------------------------ */

/* What a formula may use. */
struct kernel_shape {
  double blocks;              /* of the grid */
  double threads;             /* of a block */
  double multiprocessors;     /* of the device */
  const uint64_t *parameters; /* of the launch, as far as they are words of 8 bytes */
  size_t parameter_count;
};

/* The value of the formula TEXT, times in ns: numbers with or without a unit (ns, us, ms, s), blocks,
 * threads, multiprocessors, p0, p1... (parameters, 0 where there are none; the log shows them),
 * min(a, b), + - * / and parentheses. Returns false, and why in ERROR, if it is
 * not a formula, or its value is no time. */
bool formula_value(const char *text, const struct kernel_shape *shape, double *value, char *error,
                   size_t size);

/* Reads CLEAVE_SIMULATOR_KERNELS. Returns false with one line in ERROR. */
bool kernels_read(const char *path, char *error, size_t size);
double kernel_duration(const char *name, const struct kernel_shape *shape, const struct profile *profile);
void kernels_forget(void);

/* ---- faults.c: errors on request ------------------------------------------------------------- */

/* Takes over SPEC. Returns false with one line in ERROR. */
bool faults_read(const char *spec, char *error, size_t size);
/* The error that the CALL-th call (1: first) of FUNCTION returns; 0: none. FAULT_FORK is none, but the call is to wait
 * for a fork. */
enum { FAULT_FORK = -1 };
CUresult fault_of(enum function function, uint64_t call);
void faults_forget(void);

/* ---- clock.c: virtual time, in ns ------------------------------------------------------------ */

typedef int64_t nanoseconds;

/* Hardware that does one thing at a time. */
struct engine {
  nanoseconds free;
};

struct CUstream_st {
  unsigned number; /* S1, S2, ...; 0: the default stream of its device */
  struct device *device;
  bool non_blocking;
  nanoseconds free;         /* when all that was given to it is done */
  nanoseconds busy;         /* for how long it had work to do */
  struct CUstream_st *next; /* of the device */
};

struct CUevent_st {
  unsigned number; /* E1, E2, ... */
  bool timing;
  bool recorded;
  nanoseconds time;
  struct CUevent_st *next;
};

/* A thread of the host that calls the driver. */
struct thread {
  unsigned number;     /* in order of first calls */
  unsigned generation; /* of the driver that counted it */
  nanoseconds now;
  struct CUctx_st *context;
  unsigned idle_queries; /* queries in a row that found work undone */
  bool busy;             /* gave work to a stream and has not waited or asked since */
};

struct span {
  nanoseconds start, end;
};

/* For programs that look for it with dlsym: the time of the calling thread, in ns. */
__attribute__((visibility("default"))) long long cleave_simulator_time(void);

/* Whether a call waits until the process has forked (faults.c): for programs, likewise. */
__attribute__((visibility("default"))) int cleave_simulator_waits_for_fork(void);

/* THREAD gives work of DURATION to STREAM and ENGINE (NULL: none); it starts LATENCY after the
 * thread's time at the earliest, and as the rules of the default stream want. */
struct span stream_work(struct CUstream_st *stream, struct engine *engine, struct thread *thread,
                        nanoseconds latency, nanoseconds duration);
/* When all that STREAM waits for is done; the default stream waits for the blocking ones. */
nanoseconds stream_done(const struct CUstream_st *stream);
nanoseconds device_done(const struct device *device);
/* Lets THREAD ask whether something is done that is done at DONE. Each question costs time; who
 * keeps asking is brought nearer to DONE, so that no loop of questions is endless. */
bool thread_query(struct thread *thread, nanoseconds done, nanoseconds cost);
/* THREAD has seen a stream done. */
void thread_saw_completion(struct thread *thread);
/* Whoever has nothing under way may have been waiting for what other threads saw done, and nothing
 * here sees how threads wait for each other: so THREAD, if it is idle, goes on from there. Not with
 * CLEAVE_SIMULATOR_THREADS=ordered, which does see it: order.c. */
void thread_catch_up(struct thread *thread);
void clock_forget(void);

/* ---- order.c: the calls of several threads --------------------------------------------------- */

/* Before the mutex is taken for a call. */
void order_arrive(void);
/* Then, under MUTEX: if the driver works in order, waits until it is the turn of THREAD's call, whose
 * time may be a later one now: what others did before the thread was woken. */
void order_begin(struct thread *thread, pthread_mutex_t *mutex);
/* Under MUTEX, when all is done: the same for the end of the call that began at START. */
void order_end(const struct thread *thread, nanoseconds start, pthread_mutex_t *mutex);
void order_forget(void);

bool stream_exists(const struct CUstream_st *stream);
void streams_forget(void);

/* ---- memory.c -------------------------------------------------------------------------------- */

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
};

/* Memory of KIND; NULL if there is none left. */
struct allocation *memory_allocate(struct device *device, enum memory_kind kind, size_t bytes);
/* Makes the program's BYTES at ADDRESS a pinned range. NULL if one of its bytes is in a range. */
struct allocation *memory_register(uint64_t address, size_t bytes);
/* The living allocation that holds ADDRESS, valid until the next change; NULL: none. */
struct allocation *memory_find(uint64_t address);
/* The same among the allocations that were freed; the youngest. */
const struct allocation *memory_find_freed(uint64_t address);
void memory_free(struct allocation *allocation);
/* Whether all BYTES at ADDRESS are device memory. */
bool memory_is_device(uint64_t address, size_t bytes);
/* Whether all BYTES at ADDRESS are pinned host memory. */
bool memory_is_pinned(uint64_t address, size_t bytes);
/* Writes the name of ADDRESS: "D1+16", "P1+0", "freed-D2+0", "H" for other host memory. */
void memory_name(uint64_t address, char *text, size_t size);
void memory_forget(void);

/* ---- module.c and launch.c ------------------------------------------------------------------- */

struct CUfunc_st {
  struct device *device;
  const char *name; /* the module owns it */
  unsigned registers, shared_bytes, local_bytes;
  unsigned maximum_threads; /* of a block */
  struct CUfunc_st *next;   /* of the module */
};

/* The largest block of a kernel compiled for at most THREAD_LIMIT threads (0: no limit). */
unsigned kernel_threads(unsigned thread_limit, unsigned registers);
/* The blocks of THREADS threads with SHARED_BYTES of dynamic shared memory that a multiprocessor holds at a time. */
unsigned kernel_resident_blocks(const struct CUfunc_st *function, unsigned threads, size_t shared_bytes);
/* Whether a module that is loaded has given out FUNCTION. */
bool function_exists(const struct CUfunc_st *function);
void modules_forget(void);

/* ---- device.c -------------------------------------------------------------------------------- */

struct CUctx_st {
  struct device *device;
};

struct device {
  CUdevice ordinal;
  struct CUctx_st context; /* the primary context, the only one */
  unsigned context_users;
  unsigned context_flags;
  size_t memory_used;
  struct engine compute, to_device, from_device;
  struct CUstream_st default_stream;
  struct CUstream_st *streams;
  size_t limits[8];
};

/* What the process saw, for CLEAVE_SIMULATOR_SUMMARY. */
struct totals {
  uint64_t launches, modules, allocations, synchronizations, queries;
  uint64_t copies_to, copies_from, copies_between;
  uint64_t bytes_to, bytes_from, bytes_between;
  uint64_t pinned_bytes_to, pinned_bytes_from;
  uint64_t loops; /* threads that waited in a loop: see order.c */
  nanoseconds kernel_time, copy_time, longest_stream, host_waiting, end;
};

struct driver {
  bool initialized;
  struct profile profile;
  bool in_order; /* CLEAVE_SIMULATOR_THREADS=ordered */
  int staging_threads;
  size_t copy_limit;
  int fill;
  char modules[PATH_LENGTH];
  struct device devices[MAX_DEVICES];
  int device_count;
  unsigned threads, streams, events, module_count;
  unsigned generation; /* how often it was forgotten */
  uint64_t calls[FUNCTION_COUNT];
  struct totals totals;
};
extern struct driver driver;

/* Forgets everything but the log, as if the process had just begun; threads, too, begin anew. For
 * unit tests. */
void driver_forget(void);
/* The device of the thread's context; call_open made sure that there is one. */
struct device *current_device(const struct thread *thread);

/* ---- log.c: the frame of every driver call --------------------------------------------------- */

enum call_needs { NEEDS_NOTHING, NEEDS_DRIVER, NEEDS_CONTEXT };

struct call {
  enum function function;
  struct thread *thread;
  nanoseconds start;
  CUresult result; /* what the call will return */
  char text[2048];
  size_t used;
};

/* Starts a call: takes the mutex; sets its result to the fault that was asked for, or to
 * NOT_INITIALIZED or INVALID_CONTEXT; a call with a result other than 0 must do nothing more than
 * name its arguments. */
void call_open(struct call *call, enum function function, enum call_needs needs);
/* Adds " KEY=..." to the log line. */
void call_note(struct call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds " KEY=D1+0". */
void call_address(struct call *call, const char *key, uint64_t address);
/* Adds " stream=S1". Returns the stream, which for NULL is the default stream of the thread's
 * device; or NULL, and the call's result is not 0, if there is no such stream or an error came
 * before. */
struct CUstream_st *call_stream(struct call *call, CUstream handle);
/* Adds " start=... end=...". */
void call_span(struct call *call, struct span span);
/* Lets the thread wait until TIME. */
void call_wait(struct call *call, nanoseconds time);
/* Lets the host be busy for TIME ns. */
void call_busy(struct call *call, double time);
/* Ends the call: writes the log line, releases the mutex, returns the result. */
CUresult call_close(struct call *call);

/* Opens the log, if there is to be one. Returns false with one line in ERROR. */
bool log_start(const char *path, char *error, size_t size);

/* ---- summary.c: CLEAVE_SIMULATOR_SUMMARY ------------------------------------------------------------- */

void summary_start(const char *path);
/* Counts the time of a kernel, and of a copy. */
void summary_kernel(struct span span);
void summary_copy(struct span span);
/* For how long a kernel and a copy were at work at the same time. */
nanoseconds summary_overlap(void);
void summary_write(void);
void summary_forget(void);

#endif
