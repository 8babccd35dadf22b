/* FILE: lib/abi/offload.h
 * WHAT: the structs by which programs compiled by clang describe their device images and the launch of a kernel. The layout
 *       is LLVM's, the names are ours. Apart from launches, they may be in read-only memory. Entries have another layout since
 *       LLVM 20; the other structs are the same in LLVM 19 and 22.
 */
#ifndef CLEAVE_ABI_OFFLOAD_H
#define CLEAVE_ABI_OFFLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A kernel or a global variable of the device, as clang 19 describes it. */
struct cleave_entry {
  void *address; /* of the variable, or the address that identifies the kernel; NULL for `requires` */
  char *name;
  size_t size; /* 0: a kernel */
  int32_t flags;
  int32_t data;
};

/* The same since clang 20. */
struct cleave_versioned_entry {
  uint64_t reserved; /* 0 */
  uint16_t version;  /* of this struct: CLEAVE_ENTRY_VERSION */
  uint16_t kind;     /* of the offloading language */
  uint32_t flags;
  void *address;
  char *name;
  uint64_t size;
  uint64_t data;
  void *other_address;
};

enum { CLEAVE_ENTRY_VERSION = 1, CLEAVE_ENTRY_IS_OPENMP = 1 };

/* `flags` of an entry for the directive `requires`; `data` has its clauses. */
enum { CLEAVE_ENTRY_IS_REQUIRES = 0x10 };

struct cleave_device_image {
  void *start, *end;
  void *entries, *entries_end; /* all of one layout */
};

struct cleave_descriptor {
  int32_t image_count;
  struct cleave_device_image *images;
  void *entries, *entries_end; /* cleave_next_entry reads them */
};

/* Stores the entry at AT, which precedes END, in *ENTRY. Returns the address of the next one, or END after the last entry, or at one of
 * an unknown layout. An entry of another language than OpenMP has no name. */
static inline const void *cleave_next_entry(const void *at, const void *end, struct cleave_entry *entry) {
  const struct cleave_versioned_entry *versioned = at;
  const struct cleave_entry *unversioned = at;
  const size_t left = (size_t)((const char *)end - (const char *)at);
  *entry = (struct cleave_entry){0};
  if (left < sizeof *entry)
    return end;
  /* The version is where the other layout has the lower half of a pointer to the name. */
  const bool is_versioned = !versioned->reserved && versioned->version == CLEAVE_ENTRY_VERSION;
  if (!is_versioned &&
      (unversioned->address || (!unversioned->size && unversioned->flags == CLEAVE_ENTRY_IS_REQUIRES))) {
    *entry = *unversioned;
    return unversioned + 1;
  }
  if (left < sizeof *versioned || versioned->version != CLEAVE_ENTRY_VERSION)
    return end;
  if (versioned->kind == CLEAVE_ENTRY_IS_OPENMP)
    *entry = (struct cleave_entry){versioned->address, versioned->name, versioned->size,
                                   (int32_t)versioned->flags, (int32_t)versioned->data};
  return versioned + 1;
}

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
  CLEAVE_ARGUMENT_IS_LITERAL = 0x100,           /* its base pointer is the value itself */
  CLEAVE_ARGUMENT_IS_ATTACHMENT =
      0x4000 /* LLVM 22: nothing is mapped; the pointer at the base pointer is set to
                                                   the object on the device if both are mapped */
};

_Static_assert(sizeof(struct cleave_launch_arguments) == 104, "KernelArgsTy of LLVM 19 and 22");
_Static_assert(sizeof(struct cleave_entry) == 32, "__tgt_offload_entry of LLVM 19");
_Static_assert(sizeof(struct cleave_versioned_entry) == 56, "EntryTy of LLVM 22");
_Static_assert(sizeof(struct cleave_device_image) == 32, "__tgt_device_image of LLVM 19 and 22");
_Static_assert(sizeof(struct cleave_descriptor) == 32, "__tgt_bin_desc of LLVM 19 and 22");

#endif
