/* FILE: lib/abi/offload.h
 * WHAT: the structs by which programs compiled by clang 19 describe their device images and the launch of a kernel. The layout
 *       is LLVM's, the names are ours. Apart from launches, they may be in read-only memory.
 */
#ifndef CLEAVE_ABI_OFFLOAD_H
#define CLEAVE_ABI_OFFLOAD_H

#include <stddef.h>
#include <stdint.h>

/* A kernel or a global variable of the device. */
struct cleave_entry {
  void *address; /* of the variable, or the address that identifies the kernel */
  char *name;
  size_t size; /* 0: a kernel */
  int32_t flags;
  int32_t data;
};

struct cleave_device_image {
  void *start, *end;
  struct cleave_entry *entries, *entries_end;
};

struct cleave_descriptor {
  int32_t image_count;
  struct cleave_device_image *images;
  struct cleave_entry *entries, *entries_end;
};

/* The arguments of a kernel's launch: version 3 of KernelArgsTy. Other versions begin with their version as well. libomptarget
 * modifies it. */
struct cleave_launch_arguments {
  uint32_t version, argument_count;
  void **base_pointers, **pointers;
  int64_t *sizes, *types; /* types: see below */
  void **names, **mappers;
  uint64_t trip_count; /* 0: not known */
  uint64_t flags;
  uint32_t teams[3], thread_limit[3]; /* 0: not given */
  uint32_t dynamic_shared_bytes;
};

enum { CLEAVE_LAUNCH_VERSION = 3 };

/* Bits of `flags`. */
enum { CLEAVE_LAUNCH_NOWAIT = 1 };

/* Bits of `types`. */
enum {
  CLEAVE_ARGUMENT_IS_TO = 0x1,
  CLEAVE_ARGUMENT_IS_FROM = 0x2,
  CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT = 0x10, /* the base pointer is the address of a pointer; on the
                                                   device that pointer is set to the object */
  CLEAVE_ARGUMENT_IS_PARAMETER = 0x20,          /* the kernel has a parameter for it */
  CLEAVE_ARGUMENT_IS_RETURNED = 0x40,           /* the base pointer becomes the one on the device */
  CLEAVE_ARGUMENT_IS_PRIVATE = 0x80,            /* the kernel gets a private copy */
  CLEAVE_ARGUMENT_IS_LITERAL = 0x100            /* its base pointer is the value itself */
};

_Static_assert(sizeof(struct cleave_launch_arguments) == 104, "KernelArgsTy of LLVM 19");
_Static_assert(sizeof(struct cleave_entry) == 32, "__tgt_offload_entry of LLVM 19");
_Static_assert(sizeof(struct cleave_device_image) == 32, "__tgt_device_image of LLVM 19");
_Static_assert(sizeof(struct cleave_descriptor) == 32, "__tgt_bin_desc of LLVM 19");

#endif
