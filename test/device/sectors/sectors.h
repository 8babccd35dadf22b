/* FILE: test/device/sectors/sectors.h
 * WHAT: measures how many 32-byte sectors a warp's requests touch, and compares that with what the
 *       kernel information of the device compilation claims.
 * USE:  a host program, compiled with -fopenmp --offload-host-only -fopenmp-targets=... -g -O0
 *       -fsanitize=thread, is linked with this library instead of any run time, and started with
 *       SECTORS_INFORMATION=FILE.ll, the device's LLVM assembly; SECTORS_RELABEL=1: all strides are
 *       claimed to be coalesced, which must be found wrong.
 *
 * openmp.c runs target regions on the host, one chunk of iterations after the other, and says which
 * thread of a GPU would run it; accesses.c gets every load and store from the calls that
 * -fsanitize=thread makes, and collects them in warps; compare.c judges at the end.
 */
#ifndef CLEAVE_TEST_SECTORS_H
#define CLEAVE_TEST_SECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_ARGUMENTS = 64 };

/* A target region as it is launched. */
struct launch {
  const char *kernel;
  uint64_t values[MAX_ARGUMENTS];
  bool known[MAX_ARGUMENTS];
  size_t count;
};

/* A kernel begins; the iterations that follow belong to it. */
void accesses_begin_kernel(const struct launch *launch);

/* The accesses that follow are thread NUMBER's; -1: nobody's. */
void accesses_begin_thread(long number);

/* What was measured of one load or store instruction, in one kernel. */
struct site {
  struct launch launch; /* the last one */
  uintptr_t address;    /* of the instruction */
  uint32_t line;
  bool write;
  uint32_t bytes;
  double requests, sectors; /* of full warps */
  int64_t difference;       /* the most frequent one between neighbouring lanes */
  double differences, same; /* how many there are, and how many of them are that one */
};

/* All sites so far. */
struct site *accesses_sites(size_t *count);

/* When the program ends, what does not agree is printed, and a summary; it fails if there is any. */
void compare_at_exit(void);

#endif
