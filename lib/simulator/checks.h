/* FILE: lib/simulator/checks.h
 * WHAT: checks on request of shared memory and barriers, and their reports.
 *
 * GPU_CHECK_INITIALIZED reports a read of a byte of shared memory that no thread has written since the block started.
 *
 * GPU_CHECK_RACES reports two accesses of a block to one byte of shared memory if at least one writes, not both are strong,
 * and either
 * - two warps made them and no synchronization orders them, or
 * - two lanes stored different values in one instruction.
 * Strong accesses are atomic, volatile, or have a memory order (relaxed, acquire, release). Accesses of one warp in different
 * instructions are not reported: lanes of a warp share one clock.
 *
 * Order is kept as a vector clock per warp: clock[w][v] is the latest epoch of warp v whose accesses precede the next access of
 * warp w. A warp that arrives at a barrier publishes its clock; a warp that waited there receives the clocks of all warps that
 * arrived. Barriers with a thread count order only the warps that take part. A strong access of shared or global memory both
 * receives and publishes a clock through the word that it accesses, so a lock or a flag orders the warps that use it.
 *
 * GPU_CHECK_BARRIERS reports aligned barriers (bar, barrier.aligned) for which some lanes of a warp wait while other lanes of
 * this warp wait at another barrier instruction, or continue after the lanes' divergent branch. Lanes that have exited count as
 * arrived. barrier without .aligned permits divergent lanes and is not reported. It also reports thread counts of barriers that
 * are not multiples of the warp size, which PTX does not allow.
 *
 * A launch keeps one report for each kind and pair of source places, and writes them at its end, sorted.
 */
#ifndef CLEAVE_SIMULATOR_CHECKS_H
#define CLEAVE_SIMULATOR_CHECKS_H

#include "simulator/machine.h"

/* An operation of a program as a number: operations of all functions in order. */
typedef uint32_t place_number;

/* Last access of a warp to a byte. */
struct shadow_access {
  uint32_t epoch; /* of its warp */
  uint32_t place; /* place_number << 6 | lane << 1 | strong */
};

/* Generations count block barriers that ordered all warps: what happened in an earlier generation precedes everything now. */
struct shadow_byte {
  uint32_t written, read; /* generations of the last write and read */
  uint32_t readers;       /* warps that have read in generation READ */
  struct shadow_access writer;
  uint32_t writer_warp;
};

/* What warps have published at a barrier, or through words of memory. */
struct published_clock {
  uint32_t generation; /* earlier: nothing */
  uint32_t clock[WARPS_MOST];
};

/* What a warp did at a barrier that is not complete. */
struct barrier_arrival {
  const struct operation *operation; /* of its first lanes; NULL: none */
  const struct operation *other;     /* another instruction, of other lanes */
  place_number other_place;
  lane_mask missing; /* lanes that took the other side of a divergent branch */
};

enum { PUBLISHED_WORDS = 4096 };

struct shared_shadow {
  unsigned checks;
  struct block *block;
  place_number *first_places;            /* by number of the code: of its first operation */
  uint32_t generation, first_generation; /* now; when the block started */
  struct shadow_byte *bytes;             /* of shared memory */
  struct shadow_access *readers;         /* [warp][byte] */
  uint32_t clock[WARPS_MOST][WARPS_MOST];
  struct published_clock barriers[BARRIERS];
  struct barrier_arrival arrivals[BARRIERS][WARPS_MOST];
  /* By a hash of the address. Two addresses may share a clock: the check may then miss a race, but reports no false one. */
  struct published_clock words[PUBLISHED_WORDS];
};

/* ---- check_reports.c ------------------------------------------------------------------------- */

enum report_kind { REPORT_UNINITIALIZED, REPORT_RACE, REPORT_BARRIER };
/* Keeps a report of lane LANE of WARP at OPERATION. OTHER is the other access, or NULL. Of several reports with the same source
 * lines, the text of the lowest block is kept. */
void check_report(struct warp *warp, const struct operation *operation, unsigned lane, enum report_kind kind,
                  const struct operation *other, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
#endif
