/* FILE: lib/kernelinfo/sites.h
 * WHAT: the memory accesses of a kernel, read by passes/device; their classes, and their grouping into
 *       streams.
 */
#ifndef CLEAVE_KERNELINFO_SITES_H
#define CLEAVE_KERNELINFO_SITES_H

#include "kernelinfo/kernelinfo.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The difference between the addresses of neighbouring lanes. */
enum cleave_difference {
  CLEAVE_DIFFERENCE_UNKNOWN,
  CLEAVE_DIFFERENCE_CONSTANT, /* a known number of bytes */
  CLEAVE_DIFFERENCE_SYMBOLIC  /* uniform; depends on kernel arguments */
};

/* A load or store of memory shared by all threads. */
struct cleave_site {
  bool reads, writes;
  uint32_t element_bytes;
  uint32_t line; /* 0: unknown */
  int32_t loop;  /* as in a stream */
  enum cleave_difference difference;
  int64_t bytes;                            /* of a CONSTANT difference */
  struct cleave_kernel_expression symbolic; /* of a SYMBOLIC difference; may be unknown */
  bool row_break;                           /* the difference changes at the end of a row */
  struct cleave_kernel_expression row_extent;
  uint32_t base;  /* addresses of sites with the same base differ by constants: */
  int64_t offset; /* the differences of their offsets, in bytes */
};

enum cleave_access_class cleave_site_class(const struct cleave_site *site);

/* Fills in the streams of INFORMATION from SITES, in ARENA. If there are more than CLEAVE_KERNEL_MAX_STREAMS,
 * sets unknown_accesses. */
void cleave_kernel_information_add_sites(struct cleave_kernel_information *information,
                                         const struct cleave_site *sites, size_t count,
                                         struct cleave_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
