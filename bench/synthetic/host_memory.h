/* FILE: bench/synthetic/host_memory.h
 * WHAT: host memory for transfers: with the pages that a measurement is about, and with contents
 *       that can be told from any other.
 */
#ifndef CLEAVE_SYNTHETIC_HOST_MEMORY_H
#define CLEAVE_SYNTHETIC_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum host_pages {
  PAGES_DEFAULT, /* as the system gives them to malloc */
  PAGES_SMALL,   /* 4 KiB */
  PAGES_MERGED,  /* 2 MiB where the system merges them on request (madvise) */
  PAGES_HUGE     /* 2 MiB of the system's own pool (MAP_HUGETLB) */
};

/* New memory, not touched, aligned to 2 MiB. BYTES is rounded up to whole pages. NULL where the
 * system has none of that kind. The caller gives it back with host_memory_free. */
void *host_memory_new(size_t bytes, enum host_pages pages);
void host_memory_free(void *memory, size_t bytes, enum host_pages pages);

/* Writes to every page. */
void host_memory_touch(void *memory, size_t bytes);

/* Bytes of the memory that lie on 2 MiB pages now. */
size_t host_memory_huge_bytes(const void *memory, size_t bytes);

/* Fills memory with words that depend on their place and on SEED. BYTES is a multiple of 8. */
void host_memory_fill(void *memory, size_t bytes, uint64_t seed);
/* Ends the process with 1 where the contents are not those of host_memory_fill. */
void host_memory_check(const void *memory, size_t bytes, uint64_t seed, const char *what);

/* The same for the first word of each 4 KiB page and the last word alone: fast enough for every
 * repeat. */
void host_memory_stamp(void *memory, size_t bytes, uint64_t seed);
void host_memory_check_stamp(const void *memory, size_t bytes, uint64_t seed, const char *what);

#endif
