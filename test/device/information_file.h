/* FILE: test/device/information_file.h
 * WHAT: the kernel information in a file of LLVM assembly, for tests.
 */
#ifndef CLEAVE_TEST_INFORMATION_FILE_H
#define CLEAVE_TEST_INFORMATION_FILE_H

#include "kernelinfo/kernelinfo.h"

struct kernel_entry {
  const char *name;
  struct cleave_kernel_information information;
};

/* The entries of the file at PATH, in ARENA. Ends the process with a message if one is damaged. */
const struct kernel_entry *read_information_file(const char *path, struct cleave_arena *arena, size_t *count);

/* The part of a kernel's name that no file system changes: the function and the line. */
const char *function_of(const char *kernel);

#endif
