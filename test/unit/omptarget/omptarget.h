/* FILE: test/unit/omptarget/omptarget.h
 * WHAT: a stand-in for libomptarget that keeps what libcleave registers with it, for tests of libcleave.
 */
#ifndef CLEAVE_TEST_OMPTARGET_H
#define CLEAVE_TEST_OMPTARGET_H

#include "abi/offload.h"

/* What the stand-in was called with. */
struct registered {
  struct cleave_descriptor *descriptor;   /* the last one registered */
  struct cleave_descriptor *unregistered; /* the last one unregistered */
  int registrations, unregistrations;
  unsigned char *seen[8]; /* a copy of each image's bytes as they were during the registration */
  size_t seen_size[8];
};

/* The last launch, as it arrived. */
struct launched {
  int64_t device;
  int32_t teams, thread_limit;
  void *host_pointer;
  struct cleave_launch_arguments *at, arguments;
};

/* The record; each thread has its own. __tgt_target_kernel returns RESULT, and changes what it is given
 * as libomptarget does. */
struct launched *stand_in_launched(void);
void stand_in_set_result(int result);

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
