/* FILE: bench/transfers/synthetic/shadow.h
 * WHAT: three kernels in a row, of which only the second uses one object: its copy to the device can hide behind the
 *       first, and its copy back behind the third. The versions of this program, and what they compute.
 *
 * The first and the third kernel compute on a small array for as long as they are told; the second changes each
 * element of the object.
 */
#ifndef CLEAVE_BENCH_SHADOW_H
#define CLEAVE_BENCH_SHADOW_H

#include <stddef.h>
#include <stdint.h>

struct shadow {
  uint32_t *small;  /* what the first and the third kernel use */
  uint32_t *object; /* what the second uses */
  long small_count, object_count;
  long steps; /* of the first and the third kernel, for each element */
};

/* One step of each kernel, for an element. */
#pragma omp begin declare target
static inline uint32_t first_step(uint32_t value) { return value * 1664525u + 1013904223u; }
static inline uint32_t second_step(uint32_t value) { return value * 3u + 1u; }
static inline uint32_t third_step(uint32_t value) { return value * 22695477u + 1u; }
#pragma omp end declare target

/* by_hand.c: kernels inside `target data`; what a map clause copies is waited for, what an update copies is not. */
void shadow_synchronous(struct shadow shadow);
void shadow_to(struct shadow shadow);
void shadow_from(struct shadow shadow);
void shadow_both(struct shadow shadow);

/* one_region.c: one target region with three parallel loops, compiled several times. */
void shadow_clang(struct shadow shadow);   /* by clang */
void shadow_split(struct shadow shadow);   /* by cleave: split, transfers where the map clauses have them */
void shadow_openmp(struct shadow shadow);  /* transfers beside kernels by constructs of OpenMP */
void shadow_engine(struct shadow shadow);  /* by libcleave's engine */

#endif
