/* FILE: bench/synthetic/host_memory.c
 * WHAT: see host_memory.h.
 */
#define _GNU_SOURCE
#include "host_memory.h"

#include "measure.h"

#include <stdio.h>
#include <sys/mman.h>

enum { PAGE = 4096, HUGE_PAGE = 2 << 20, PAGE_WORDS = PAGE / sizeof(uint64_t) };

static size_t whole(size_t bytes, enum host_pages pages) {
  size_t page = pages == PAGES_HUGE ? HUGE_PAGE : PAGE;
  return (bytes + page - 1) / page * page;
}

void *host_memory_new(size_t bytes, enum host_pages pages) {
  size_t length = whole(bytes, pages);
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  if (pages == PAGES_HUGE) {
    void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, flags | MAP_HUGETLB, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
  }
  /* More than needed, so that a piece aligned to a huge page can be kept of it, and a page behind
   * it that nobody may touch: it keeps the system from joining two pieces, whose huge pages could
   * then not be told apart. */
  size_t kept = length + PAGE, mapped = kept + HUGE_PAGE;
  char *memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  size_t before = (HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE) % HUGE_PAGE;
  if (before)
    munmap(memory, before);
  memory += before;
  munmap(memory + kept, mapped - before - kept);
  mprotect(memory + length, PAGE, PROT_NONE);
  if (pages == PAGES_SMALL)
    madvise(memory, length, MADV_NOHUGEPAGE);
  if (pages == PAGES_MERGED && madvise(memory, length, MADV_HUGEPAGE)) {
    munmap(memory, kept);
    return NULL;
  }
  return memory;
}

void host_memory_free(void *memory, size_t bytes, enum host_pages pages) {
  if (memory)
    munmap(memory, whole(bytes, pages) + (pages == PAGES_HUGE ? 0 : PAGE));
}

void host_memory_touch(void *memory, size_t bytes) {
  volatile char *at = memory;
  for (size_t i = 0; i < bytes; i += PAGE)
    at[i] = 1;
}

size_t host_memory_huge_bytes(const void *memory, size_t bytes) {
  FILE *file = fopen("/proc/self/smaps", "r");
  if (!file)
    return 0;
  char line[512];
  bool ours = false;
  size_t huge = 0;
  uintptr_t first = (uintptr_t)memory, last = first + bytes;
  while (fgets(line, sizeof line, file)) {
    unsigned long from, to, kilobytes;
    if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
      ours = from < last && to > first;
    else if (ours && (sscanf(line, "AnonHugePages: %lu kB", &kilobytes) == 1 ||
                      sscanf(line, "Private_Hugetlb: %lu kB", &kilobytes) == 1))
      huge += kilobytes * 1024;
  }
  fclose(file);
  return huge;
}

static uint64_t word(size_t i, uint64_t seed) { return (i + 1) * 0x9e3779b97f4a7c15u ^ seed; }

void host_memory_fill(void *memory, size_t bytes, uint64_t seed) {
  uint64_t *words = memory;
  for (size_t i = 0; i < bytes / sizeof *words; i++)
    words[i] = word(i, seed);
}

static void check_word(const uint64_t *words, size_t i, uint64_t seed, const char *what) {
  if (words[i] != word(i, seed))
    measure_fail("%s: wrong contents at byte %zu: %016llx, should be %016llx", what,
                 i * sizeof *words, (unsigned long long)words[i],
                 (unsigned long long)word(i, seed));
}

void host_memory_check(const void *memory, size_t bytes, uint64_t seed, const char *what) {
  const uint64_t *words = memory;
  for (size_t i = 0; i < bytes / sizeof *words; i++)
    check_word(words, i, seed, what);
}

void host_memory_stamp(void *memory, size_t bytes, uint64_t seed) {
  uint64_t *words = memory;
  size_t count = bytes / sizeof *words;
  for (size_t i = 0; i < count; i += PAGE_WORDS)
    words[i] = word(i, seed);
  words[count - 1] = word(count - 1, seed);
}

void host_memory_check_stamp(const void *memory, size_t bytes, uint64_t seed, const char *what) {
  const uint64_t *words = memory;
  size_t count = bytes / sizeof *words;
  for (size_t i = 0; i < count; i += PAGE_WORDS)
    check_word(words, i, seed, what);
  check_word(words, count - 1, seed, what);
}
