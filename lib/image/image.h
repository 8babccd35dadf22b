/* FILE: lib/image/image.h
 * WHAT: reads a device image: its architecture and layout, and its
 *       kernels with their registers, shared memory and thread limit. A device image is what clang
 *       embeds in a program for one kind of device; for an NVIDIA GPU it is a linked cubin, an ELF
 *       file; for an AMD GPU, a code object, also an ELF file.
 *
 * The input is untrusted: a truncated or corrupt image gives an error, never a crash or a read outside of the
 * image. Images are not modified.
 */
#ifndef CLEAVE_IMAGE_IMAGE_H
#define CLEAVE_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernelinfo/kernelinfo.h"
#include "model/arena.h"

/* The section with PTX in a cubin: for each module 8 bytes with its length, little-endian, and its text. */
#define CLEAVE_PTX_SECTION ".cleave.ptx"

/* A cubin of the stand-in CUDA toolkit has this section, and no machine code. */
#define CLEAVE_ESTIMATES_SECTION ".cleave.estimates"

enum cleave_image_kind {
  CLEAVE_IMAGE_CUDA,    /* a cubin: ELF, machine 190 */
  CLEAVE_IMAGE_HOST,    /* ELF for this machine's processor: the host device runs it */
  CLEAVE_IMAGE_AMDGPU,  /* ELF, machine 224 */
  CLEAVE_IMAGE_BITCODE, /* LLVM bitcode, as -foffload-lto with --embed-bitcode leaves it */
  CLEAVE_IMAGE_PTX,     /* text for the driver's own compiler */
  CLEAVE_IMAGE_FOREIGN  /* anything else */
};

/* Where a cubin's header keeps the architecture. */
enum cleave_cubin_layout {
  CLEAVE_CUBIN_NONE, /* no cubin, or an unknown layout */
  CLEAVE_CUBIN_12,   /* ABI version 7 and older: low byte of e_flags, and bit 0x400 for 64-bit */
  CLEAVE_CUBIN_13    /* ABI version 8: bits 8 to 15 of e_flags */
};

/* As libomptarget numbers them in a kernel's environment. */
enum cleave_execution_mode {
  CLEAVE_EXECUTION_UNKNOWN = 0,
  CLEAVE_EXECUTION_GENERIC = 1,     /* one thread runs, the others wait in a state machine */
  CLEAVE_EXECUTION_SPMD = 2,        /* all threads run all code */
  CLEAVE_EXECUTION_GENERIC_SPMD = 3 /* generic code that the compiler turned into SPMD */
};

/* One kernel: a target region, or a kernel of the run-time library. */
struct cleave_kernel {
  const char *name;     /* symbol; the arena owns it */
  const char *function; /* host function that contains the region; "": not known */
  uint32_t line;        /* source line of the region; 0: not known */
  enum cleave_execution_mode mode;
  /* Final only in a linked image: the linker raises `registers` to the maximum of the called functions. */
  uint32_t registers;    /* per thread; 0: not known */
  uint32_t shared_bytes; /* static shared memory of a team; for sm_90, if it has any, with the 1024
                             bytes that the hardware reserves, as nvlink counts */
  uint32_t frame_bytes;  /* local memory frame of a thread */
  /* For AMD GPUs only; 0 for others. `registers` are vector registers, with those that accumulate. */
  uint32_t scalar_registers;                /* per warp */
  uint32_t accumulation_registers;          /* per thread: the part of `registers` that accumulates */
  uint32_t spilled_registers;               /* vector registers that are kept in the frame */
  uint32_t spilled_scalar_registers;        /* scalar registers that are kept in vector registers */
  uint32_t argument_bytes;                  /* of the kernel's argument segment */
  uint32_t thread_limit;                    /* largest team it was compiled for, 0 if there is no limit */
  int32_t minimum_threads, maximum_threads; /* of the kernel environment; 0: not set */
  int32_t minimum_teams, maximum_teams;
  bool reduces;                                        /* it combines a result over all teams */
  const struct cleave_kernel_information *information; /* facts that cleave's compiler found; NULL: none */
};

struct cleave_image {
  enum cleave_image_kind kind;
  enum cleave_cubin_layout layout;
  uint32_t architecture; /* as in device/device_facts.h: 90 is sm_90, 0x90a is gfx90a; 0: not known */
  bool linked;           /* an executable image, not an object yet to be linked */
  uint32_t flags;        /* e_flags, e_ident[7] and e_ident[8] unchanged, for messages */
  uint8_t os_abi, abi_version;
  size_t ptx_bytes;              /* of the PTX that the GPU simulator executes; 0: there is none */
  bool has_estimates;            /* it has no machine code, and `registers` of its kernels are estimates */
  struct cleave_kernel *kernels; /* in the order of the symbol table */
  size_t kernel_count;
};

/* Reads the image of SIZE bytes at BYTES, of any alignment. ARENA owns what IMAGE points to. Returns NULL, or a message
 * of one line if the image is truncated or corrupt; IMAGE then has no kernels. Images of kinds other than cubins, host
 * images and images for AMD GPUs have no kernels either, which is not an error. Thread-safe if each thread has its own arena. */
const char *cleave_image_read(const void *bytes, size_t size, struct cleave_arena *arena,
                              struct cleave_image *image);

/* Reads kind, layout, architecture and flags from the first 64 bytes. Sets the rest of IMAGE to zero. Allocates nothing. */
void cleave_image_read_header(const void *bytes, size_t size, struct cleave_image *image);

const char *cleave_execution_mode_name(enum cleave_execution_mode mode); /* "SPMD", ... */

/* Decodes NAME, clang's name of a kernel: the host function that contains the region (LENGTH bytes at *FUNCTION,
 * inside NAME) and the line of its directive. Returns false if it is no such name. */
bool cleave_kernel_name_read(const char *name, const char **function, size_t *length, uint32_t *line);

#endif
