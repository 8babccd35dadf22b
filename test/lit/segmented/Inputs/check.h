/* What the tests of lib/segmented share: sizes, numbers, a digest of all results, and the workspace. */
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "segmented/segmented.h"

/* Around the items of a thread, the threads of a team, a tile, a group of tiles; the last ones have many teams. */
static const long sizes[] = {0,    1,    2,    7,    8,     9,     31,    255,   256,  257,
                             1023, 1025, 2047, 2048, 2049, 4097, 65535, 65536, 65537, 70001, 200003};
enum { SIZES = sizeof sizes / sizeof *sizes };

static unsigned long digest = 14695981039346656037ul;
static long faults;
static unsigned random_state = 1;
static struct cleave_workspace the_workspace;

static inline unsigned next(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return random_state >> 8;
}

/* A number that is rounded in every sum. */
static inline double uneven(void) { return next() / 3e6 - 2.7; }

static inline void add_to_digest(const void *data, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    digest = (digest ^ ((const unsigned char *)data)[i]) * 1099511628211ul;
}

static inline void check(bool is_right, const char *what, long size) {
  if (!is_right && faults++ < 10)
    printf("wrong: %s, size %ld\n", what, size);
}

static void open_workspace(size_t bytes) {
  if (!cleave_workspace_open(&the_workspace, omp_get_default_device(), bytes)) {
    puts("no workspace");
    exit(1);
  }
}

/* Whether the control words of the workspace are zero, as between all operations. */
static inline void check_control(const char *what, long size) {
  const size_t words = the_workspace.bytes / 16 / sizeof(unsigned);
  unsigned *control = (unsigned *)malloc(words * sizeof(unsigned)), any = 0;
  omp_target_memcpy(control, the_workspace.memory, words * sizeof(unsigned), 0, 0, omp_get_initial_device(),
                    the_workspace.device);
  for (size_t i = 0; i < words; i++)
    any |= control[i];
  free(control);
  check(!any, what, size);
}

static int done(void) {
  cleave_workspace_close(&the_workspace);
  printf("digest %016lx\nwrong: %ld in all\n", digest, faults);
  return faults != 0;
}
#endif
