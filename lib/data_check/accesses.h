/* FILE: lib/data_check/accesses.h
 * WHAT: what an access of the host means for the mapped objects.
 */
#ifndef CLEAVE_DATA_CHECK_ACCESSES_H
#define CLEAVE_DATA_CHECK_ACCESSES_H

#include "data_check/mappings.h"
#include "data_check/reporter.h"

struct cleave_access {
  uintptr_t address;
  size_t bytes;
  bool reads, writes;
  uint64_t origin; /* of the code and the frame that access: a read is reported once for each */
  bool
      is_whole; /* counts only if all its bytes belong to one object: functions of the C library load whole vectors */
};

/* The origin of an access by the instruction at CODE with the stack pointer STACK. */
static inline uint64_t cleave_access_origin(uint64_t code, uint64_t stack) {
  return (code * UINT64_C(0x9e3779b97f4a7c15)) ^ stack;
}

/* Adds what ACCESS means to *READ, unless it has one: a read that is to be reported. Returns whether the line of the access is to be
 * noted as one that writes. With cleave_check_lock. */
bool cleave_access_look(const struct cleave_access *access, struct cleave_stale_read *read);

/* The line PLACE writes the bytes of ACCESS. With cleave_check_lock. */
void cleave_access_note_write(const struct cleave_access *access, uint32_t place);

/* Counts an access to PAGE. After too many to its objects, the page is not checked any more until a kernel changes them. With
 * cleave_check_lock. */
void cleave_access_count(uintptr_t page);

#endif
