/* FILE: lib/kernelinfo/sites.h
 * WHAT: the memory accesses of a kernel as passes/device reads them, and what is made of them: a class
 *       for each, and one stream of those that move together.
 */
#ifndef CLEAVE_KERNELINFO_SITES_H
#define CLEAVE_KERNELINFO_SITES_H

#include "kernelinfo/kernelinfo.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of the difference between the addresses of two neighbouring lanes. */
enum cleave_difference {
  CLEAVE_DIFFERENCE_UNKNOWN,
  CLEAVE_DIFFERENCE_CONSTANT, /* so many bytes */
  CLEAVE_DIFFERENCE_SYMBOLIC  /* the same number of bytes for all lanes, which only the launch tells */
};

/* A load or store of memory that all threads see. */
struct cleave_site {
  bool reads, writes;
  uint32_t element_bytes;
  uint32_t line; /* 0: unknown */
  int32_t loop;  /* as in a stream */
  enum cleave_difference difference;
  int64_t bytes;                            /* of a CONSTANT difference */
  struct cleave_kernel_expression symbolic; /* of a SYMBOLIC difference, unknown or not */
  bool row_break;                           /* the difference is another one at the end of a row */
  struct cleave_kernel_expression row_extent;
  uint32_t base;  /* sites of the same base differ by constants, ... */
  int64_t offset; /* ... by those of their offsets, in bytes */
};

enum cleave_access_class cleave_site_class(const struct cleave_site *site);

/* Fills the streams of INFORMATION from SITES; they live in ARENA. Beyond CLEAVE_KERNEL_MAX_STREAMS
 * streams the rest are unknown accesses. */
void cleave_kernel_information_add_sites(struct cleave_kernel_information *information,
                                         const struct cleave_site *sites, size_t count,
                                         struct cleave_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
