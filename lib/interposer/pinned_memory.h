/* FILE: lib/interposer/pinned_memory.h
 * WHAT: which operation page-locked memory was for, while a trace is recorded. Without a trace nothing is stored.
 */
#ifndef CLEAVE_INTERPOSER_PINNED_MEMORY_H
#define CLEAVE_INTERPOSER_PINNED_MEMORY_H

#include "trace/recorder.h"

/* Page-locked memory, and the operation that it was page-locked for; NULL and 0: not known. */
struct pinned {
  struct pinned *next;
  const void *address;
  size_t bytes;
  char *name, *file;
  uint32_t line;
};

/* Stores that BYTES at ADDRESS have been page-locked for OPERATION; NULL: not known. */
void remember_pin(const void *address, size_t bytes, const struct cleave_trace_event *operation);
/* Removes and returns the record for ADDRESS; NULL if there is none. The caller owns it. */
struct pinned *take_pin(const void *address);
/* Stores a record of take_pin again, or frees it. NULL is allowed. */
void add_pin(struct pinned *pin);
void free_pin(struct pinned *pin);

#endif
