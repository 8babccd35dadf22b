/* FILE: lib/process/omptarget.h
 * WHAT: libomptarget's own functions, which libcleave interposes.
 */
#ifndef CLEAVE_PROCESS_OMPTARGET_H
#define CLEAVE_PROCESS_OMPTARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/offload.h"

/* The parameters of the entry points of data constructs, and the further ones of those with nowait. */
#define CLEAVE_DATA_PARAMETERS                                                                               \
  void *location, int64_t device, int32_t count, void **base_pointers, void **pointers, int64_t *sizes,      \
      int64_t *types, void **names, void **mappers
#define CLEAVE_DATA_ARGUMENTS location, device, count, base_pointers, pointers, sizes, types, names, mappers
#define CLEAVE_DEPEND_PARAMETERS                                                                             \
  int32_t dependences, void *dependence_list, int32_t other_dependences, void *other_list
#define CLEAVE_DEPEND_ARGUMENTS dependences, dependence_list, other_dependences, other_list

/* OpenMP device numbers from this one on are left to libomptarget. */
enum { CLEAVE_MOST_DEVICE_NUMBERS = 64 };

struct cleave_omptarget {
  bool is_there; /* if false, the functions below do nothing, and regions run on the host */
  bool
      is_known; /* if false, its version is none that libcleave was written for: calls are passed on, and nothing else happens */
  void (*register_lib)(struct cleave_descriptor *);
  void (*unregister_lib)(struct cleave_descriptor *);
  int (*target_kernel)(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                       void *host_pointer, struct cleave_launch_arguments *launch);
  void (*data_begin)(CLEAVE_DATA_PARAMETERS);
  void (*data_end)(CLEAVE_DATA_PARAMETERS);
  void (*data_update)(CLEAVE_DATA_PARAMETERS);
  void (*data_begin_nowait)(CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS);
  void (*data_end_nowait)(CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS);
  void (*data_update_nowait)(CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS);
  int (*device_count)(void);
  int (*default_device)(void);
  void *(*mapped)(const void *pointer, int device); /* omp_get_mapped_ptr */
  /* omp_target_alloc, omp_target_free, omp_target_memcpy; NULL: not available */
  void *(*allocate)(size_t bytes, int device);
  void (*release)(void *address, int device);
  int (*copy)(void *to, const void *from, size_t bytes, size_t to_offset, size_t from_offset, int to_device,
              int from_device);
  /* omp_get_max_threads, omp_get_max_teams; NULL: not available */
  int (*max_threads)(void);
  int (*max_teams)(void);
  /* OMP_TARGET_OFFLOAD; 0: disabled, but devices are still counted. NULL: not available */
  int (*target_offload)(void);
};

/* Finds the functions if the library is in the process. Never NULL. */
const struct cleave_omptarget *cleave_omptarget(void);

/* The device that DEVICE, as clang passes it, means: -1 is the default device. */
static inline int64_t cleave_device_number(int64_t device) {
  return device == -1 ? cleave_omptarget()->default_device() : device;
}

/* The same, but loads the library if it is not in the process; for the registration of images. Warns once if it is missing or of an unknown
 * version. */
const struct cleave_omptarget *cleave_omptarget_load(void);

#endif
