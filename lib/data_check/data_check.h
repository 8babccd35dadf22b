/* FILE: lib/data_check/data_check.h
 * WHAT: CLEAVE_CHECK=data: finds accesses of the host to data of which the device has a newer value.
 *
 * While a device has a newer value of bytes that are mapped, the host's pages with these bytes are protected. An access of the
 * program to them is reported with its source line, the region that wrote them, and the `target update` that is missing. Then the
 * access continues. A system call that gets such bytes counts as an access.
 *
 * "Newer" is exact: after each kernel the device's bytes are compared with those that the device had before, and with the host's.
 * Bytes that a kernel has changed and that differ from the host's are newer, until a copy in either direction.
 *
 * This folder is a library of its own, libcleave-check.so, because it needs libdw (source lines) and Zydis (operands of
 * instructions). libcleave opens it if CLEAVE_CHECK asks for it. It runs on Linux 5.11 or later, on x86-64. Its parts:
 *
 *   raw_calls           system calls that bypass the check
 *   check_host          what libcleave offers to this library; counts; memory
 *   places              source lines, by libdw
 *   mappings            mapped objects
 *   checked_threads     a record for each thread
 *   page_guard          which pages are protected now
 *   reporter            a thread that finds source lines and prints reports
 *   byte_states         of which bytes the device or the host has a newer value
 *   instruction_operands  the memory operands of an instruction, by Zydis
 *   accesses            what an access means: a report, or a note of what the host wrote
 *   call_buffers        the buffers of system calls
 *   signal_context      the state of a thread in a signal handler
 *   system_calls        system calls of the program
 *   faults              accesses to protected pages
 *   check               the interface below
 *
 * Limits: docs/guide/data-check.md.
 */
#ifndef CLEAVE_DATA_CHECK_DATA_CHECK_H
#define CLEAVE_DATA_CHECK_DATA_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process/omptarget.h"

/* What libcleave offers to the check. */
struct cleave_check_host {
  const struct cleave_omptarget *omptarget;
  void (*say)(const char *format, ...) __attribute__((format(printf, 1, 2))); /* cleave_say */
  bool (*is_host)(int64_t device); /* the device's memory is that of the process */
  bool fails;                      /* reports change the exit status */
  bool is_quiet;                   /* no summary without a report */
};

/* A construct, as clang passes it. */
struct cleave_check_construct {
  int64_t device; /* not -1 */
  uint32_t count;
  void *const *pointers;
  const int64_t *sizes, *types;
  void *const *names; /* NULL: not known */
  /* Of a kernel; else NULL and 0. FUNCTION contains the region. */
  const void *kernel;
  const char *function, *file; /* NULL: not known */
  uint32_t line;
};

/* The functions of the check. All are thread-safe. */
struct cleave_data_check {
  /* Around all calls of libomptarget, which accesses the host's memory itself. They nest. While any thread is between both calls, no
   * access is checked. */
  void (*enter)(void);
  void (*leave)(void);
  /* Between both: a construct begins or has ended. IS_KERNEL: whether it has run a kernel on the device. */
  void (*begin)(const struct cleave_check_construct *construct, bool is_kernel);
  void (*end)(const struct cleave_check_construct *construct, bool is_kernel);
  /* Operations of libomptarget. */
  void (*allocated)(int device, void *host, void *address, size_t bytes);
  void (*released)(int device, void *address);
  void (*to_device)(int device, const void *from, void *to, size_t bytes);
  void (*from_device)(int device, const void *from, void *to, size_t bytes);
  /* A `declare target` variable, before its image is loaded. */
  void (*variable)(void *address, size_t bytes);
  /* The devices are closed. */
  void (*stop)(void);
};

/* The check, or NULL if CLEAVE_CHECK does not ask for it, or it cannot run, which is warned of. The first call starts it, before the
 * program has further threads. */
const struct cleave_data_check *cleave_data_check_start(bool (*is_host)(int64_t device));
/* The same after it was started; else NULL. */
const struct cleave_data_check *cleave_data_check(void);

/* What libcleave-check.so exports. Returns NULL and says why if the check cannot run. */
typedef const struct cleave_data_check *cleave_check_open_function(const struct cleave_check_host *host);
#define CLEAVE_CHECK_OPEN "cleave_check_open"

#endif
