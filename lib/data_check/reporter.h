/* FILE: lib/data_check/reporter.h
 * WHAT: reports, and the thread that finds source lines for them.
 *
 * A report may be due while the program holds locks, in a signal handler. The reporter's thread has a heap of its own and waits for none
 * of them, and the handler waits for it at most ten seconds. All functions are called without cleave_check_lock.
 */
#ifndef CLEAVE_DATA_CHECK_REPORTER_H
#define CLEAVE_DATA_CHECK_REPORTER_H

#include "data_check/mappings.h"
#include "data_check/places.h"

/* Starts the thread. */
bool cleave_reporter_start(void);

/* The number of the region that CONSTRUCT executes. Less than CLEAVE_BYTE_COPIED, and not CLEAVE_BYTE_NONE. */
uint16_t cleave_reporter_region(const struct cleave_check_construct *construct);

/* A read of the host. */
struct cleave_stale_read {
  bool is_any;
  uintptr_t host; /* the object's address */
  size_t object_bytes, offset, bytes;
  char name[96];
  int device;
  uint16_t region;
};
void cleave_stale_read_set(struct cleave_stale_read *read, const struct cleave_mapping *mapping,
                           size_t offset, size_t bytes, uint16_t region);
/* CALL: the name of the system call; NULL: an instruction. */
void cleave_report_stale_read(const struct cleave_stale_read *read, const char *call,
                              const struct cleave_place_registers *registers);

/* The number of the line that REGISTERS stand at, for a later report: 1 to CLEAVE_BYTE_COPIED. */
uint32_t cleave_reporter_place(const struct cleave_place_registers *registers);

/* A write of the host that the device has not seen. */
struct cleave_lost_write {
  bool is_any;
  uintptr_t host;
  size_t object_bytes, offset;
  char name[96];
  int device;
  uint32_t place; /* 0: not known */
};
void cleave_lost_write_set(struct cleave_lost_write *lost, const struct cleave_mapping *mapping,
                           size_t offset, uint32_t place);
/* CONSTRUCT is the kernel that uses the object; NULL: a copy to the host overwrites it. */
void cleave_report_lost_write(const struct cleave_lost_write *lost,
                              const struct cleave_check_construct *construct);

/* Prints the summary. */
void cleave_report_summary(void);

#endif
