/* FILE: lib/simulator/simulator.h
 * WHAT: a GPU that executes kernels from PTX: every thread of every block, in warps of 32 lanes, with counts of
 *       what each launch did. It knows no driver: the caller owns device memory and streams.
 *
 * Device memory is memory of this process: a global address is a host address. Shared and local memory have addresses in
 * windows that no host address lies in, so generic addresses of all spaces differ.
 *
 * Threads: a program is loaded and unloaded by one thread at a time; one launch at a time runs per program. A launch itself
 * uses several host threads.
 */
#ifndef CLEAVE_SIMULATOR_SIMULATOR_H
#define CLEAVE_SIMULATOR_SIMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simulator/counts.h"
#include "simulator/gpu_device.h"

/* A range of device memory. */
struct gpu_range {
  uint64_t start, end; /* bytes from start to before end */
  bool freed;          /* it was released, and nothing has been allocated there since */
};

/* Functions of the owner of device memory. They may be called by several threads at a time during a launch. */
struct gpu_memory {
  void *context;
  /* The allocation that holds ADDRESS, living or freed. Returns false if there is none. */
  bool (*find)(void *context, uint64_t address, struct gpu_range *range);
  /* BYTES of zeroed device memory for variables of a program, aligned to 256; 0: there is none left. */
  uint64_t (*allocate)(void *context, size_t bytes);
  void (*release)(void *context, uint64_t address);
};

struct gpu_program;

/* One PTX module. */
struct gpu_text {
  const char *text;
  size_t size;
};

/* Loads modules that were linked together: parses and decodes them, resolves names, allocates and initializes variables.
 * Copies what it needs of MODULES. Returns NULL with one line in ERROR if a module is invalid, an instruction is unknown
 * or a name is undefined. MEMORY must live as long as the program. */
struct gpu_program *gpu_program_load(const struct gpu_text *modules, size_t count,
                                     const struct gpu_memory *memory, char *error, size_t size);
void gpu_program_unload(struct gpu_program *program);
/* A copy from the host has written BYTES at ADDRESS through the second-level cache of DEVICE, which keeps them for later launches. */
void gpu_program_copied(struct gpu_program *program, const struct gpu_device *device, uint64_t address,
                        size_t bytes);

/* The global or constant variable NAME of the program: its device address and size. */
bool gpu_program_variable(const struct gpu_program *program, const char *name, uint64_t *address,
                          size_t *bytes);

/* Where a parameter is in the packed parameters. */
struct gpu_parameter {
  size_t offset, bytes;
};

struct gpu_kernel {
  const char *name;         /* the program owns it */
  unsigned registers;       /* estimate: largest number of 32-bit registers live at once, plus a fixed part */
  unsigned shared_bytes;    /* static */
  unsigned local_bytes;     /* of one thread: its frame without calls */
  unsigned maximum_threads; /* of a block; 0: no limit given */
  size_t parameter_bytes;
  const struct gpu_parameter *parameters;
  size_t parameter_count;
};

/* Kernel NUMBER in the order of the modules; NULL: there are fewer. */
const struct gpu_kernel *gpu_program_kernel(const struct gpu_program *program, size_t number);

/* Checks that a launch performs in addition to those it always does (bounds of global memory and alignment). */
enum {
  GPU_CHECK_INITIALIZED = 1, /* reads of shared memory that no thread has written */
  GPU_CHECK_RACES = 2,    /* accesses of two threads to a shared word between barriers, one of them a write */
  GPU_CHECK_BARRIERS = 4, /* barriers that some threads of a block do not reach */
  GPU_CHECK_ALL = 7
};

/* The accesses of one ld, st, atom or red operation to one space, in the executed blocks of a launch. */
struct gpu_site {
  uint32_t operation; /* its number in the program */
  const char *function;
  const char *file;       /* by .loc; NULL: not known */
  unsigned line;          /* by .loc; 0: not known */
  const char *kind;       /* "load", "store" or "atomic" */
  const char *space;      /* "global" or "local" */
  unsigned bytes;         /* of one lane */
  uint64_t requests;      /* warp instructions */
  uint64_t lanes;         /* active ones of all requests */
  uint64_t sectors;       /* of 32 bytes, different ones of each request */
  uint64_t ideal_sectors; /* that would hold the different elements of each request without gaps */
  /* Of global memory: */
  uint64_t pairs;     /* of active lanes with neighbouring numbers */
  int64_t difference; /* the most frequent difference of the addresses of a pair, in bytes */
  uint64_t same;      /* pairs with this difference; 0 if there are more than 65536 differences */
};

struct gpu_launch {
  const struct gpu_kernel *kernel;
  uint32_t grid[3], block[3];
  uint32_t dynamic_shared_bytes;
  const void *parameters; /* packed as the kernel's parameters; PARAMETER_BYTES bytes of them */
  size_t parameter_bytes;
  unsigned host_threads; /* that execute blocks; 0: as many as the process has processors */
  unsigned checks;       /* GPU_CHECK_... */
  uint64_t
      sampled_blocks;  /* if not 0: execute about so many blocks, spread evenly; counts are extrapolated */
  uint32_t heap_bytes; /* of malloc in device code; 0: 8 MiB */
  void (*report)(void *context, const char *line); /* a line of a check's report; NULL: to stderr */
  void *report_context;
  /* Receives each site once after the execution, in the order of the program's operations; NULL: sites are not counted. */
  void (*site)(void *context, const struct gpu_site *site);
  void *site_context;
  unsigned multiprocessors; /* of the device, for %nsmid and %smid */
  /* The device of the cache model and the warp timeline; NULL: neither is computed. */
  const struct gpu_device *device;
  unsigned resident_blocks; /* that a multiprocessor of DEVICE holds at a time; 0 means 1 */
};

enum gpu_status {
  GPU_DONE,
  GPU_ILLEGAL_ADDRESS, /* an access outside of device memory */
  GPU_MISALIGNED_ADDRESS,
  GPU_ILLEGAL_INSTRUCTION, /* an instruction or function that the simulator does not execute */
  GPU_TRAP,                /* the kernel executed trap */
  GPU_DEADLOCK,            /* no thread can make progress */
  GPU_CHECK_FAILED,        /* a check on request found a fault; the launch ran to its end */
  GPU_INVALID_LAUNCH       /* parameters, block or shared memory do not fit the kernel */
};

/* Executes the launch to its end. On a status other than GPU_DONE, ERROR holds one line: the fault, kernel, source line,
 * block and thread. COUNTS (may be NULL) receives the counts of the launch. */
enum gpu_status gpu_execute(struct gpu_program *program, const struct gpu_launch *launch,
                            struct gpu_counts *counts, char *error, size_t size);

#endif
