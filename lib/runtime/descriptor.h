/* FILE: lib/runtime/descriptor.h
 * WHAT: the structs by which clang 19 describes the device images of an executable or shared library.
 *       Their layout is LLVM's; ours are the names. All of it stands in memory that may be read-only.
 */
#ifndef CLEAVE_RUNTIME_DESCRIPTOR_H
#define CLEAVE_RUNTIME_DESCRIPTOR_H

#include <stddef.h>
#include <stdint.h>

/* A kernel or a global variable of the device. */
struct cleave_entry {
  void *address; /* of the variable, or of the byte that stands for the kernel */
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

_Static_assert(sizeof(struct cleave_entry) == 32, "__tgt_offload_entry of LLVM 19");
_Static_assert(sizeof(struct cleave_device_image) == 32, "__tgt_device_image of LLVM 19");
_Static_assert(sizeof(struct cleave_descriptor) == 32, "__tgt_bin_desc of LLVM 19");

#endif
