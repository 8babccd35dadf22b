/* FILE: test/unit/omptarget/omptarget.h
 * WHAT: a stand-in for libomptarget that keeps what libcleave registers with it, for tests of libcleave.
 */
#ifndef CLEAVE_TEST_OMPTARGET_H
#define CLEAVE_TEST_OMPTARGET_H

#include "runtime/descriptor.h"

/* What the stand-in was called with. */
struct registered {
  struct cleave_descriptor *descriptor; /* the last one registered */
  struct cleave_descriptor *unregistered; /* the last one unregistered */
  int registrations, unregistrations;
  unsigned char *seen[8]; /* a copy of each image's bytes as they were during the registration */
  size_t seen_size[8];
};

/* The record; the library's own, one for the process. */
struct registered *stand_in_registered(void);

/* omp_get_num_devices gives COUNT from the next registration on. */
void stand_in_set_devices(int count);

/* What every device holds: SIZE bytes of the host at BEGIN, at DEVICE. At most 8. */
struct stand_in_mapping {
  const char *begin;
  size_t size;
  char *device;
};

void stand_in_set_mappings(const struct stand_in_mapping *list, int count);

/* Whether OMP_TARGET_OFFLOAD is anything but disabled. */
void stand_in_set_offloading(int offloads);

#endif
