/* FILE: test/device/sectors/accesses.c
 * WHAT: collects accesses in warps: the k-th access of one instruction in each of 32 neighbouring
 *       threads is one request.
 */
#include "sectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum { WARP = 32, SECTOR = 32, MAX_SITES = 512, MAX_OCCURRENCES = 1 << 14, MAX_DIFFERENCES = 16 };

/* A site with the warp that is being filled. */
struct open_site {
  struct site site;
  uint64_t (*addresses)[WARP]; /* per occurrence */
  uint64_t(*given);            /* per occurrence, a bit per lane */
  size_t occurrences, now;     /* the most of a lane, those of the present lane */
  struct {
    int64_t value;
    double count;
  } differences[MAX_DIFFERENCES];
};

static struct open_site sites[MAX_SITES];
static size_t site_count;
static struct launch current;
static long thread = -1;
static uintptr_t stack_low, stack_high;

static void count_difference(struct open_site *site, int64_t difference) {
  site->site.differences++;
  for (int i = 0; i < MAX_DIFFERENCES; i++) {
    if (site->differences[i].count && site->differences[i].value != difference)
      continue;
    site->differences[i].value = difference;
    site->differences[i].count++;
    return;
  }
}

/* Ends the present warp. Only requests of all lanes count. */
static void flush(void) {
  for (size_t s = 0; s < site_count; s++) {
    struct open_site *site = &sites[s];
    for (size_t k = 0; k < site->occurrences; k++) {
      uint64_t seen[2 * WARP];
      size_t count = 0;
      if (site->given[k] == UINT32_MAX) {
        for (int lane = 0; lane < WARP; lane++) {
          uint64_t address = site->addresses[k][lane];
          if (lane)
            count_difference(site, (int64_t)(address - site->addresses[k][lane - 1]));
          for (uint64_t at = address / SECTOR; at <= (address + site->site.bytes - 1) / SECTOR; at++) {
            size_t i = 0;
            while (i < count && seen[i] != at)
              i++;
            if (i == count)
              seen[count++] = at;
          }
        }
        site->site.requests++;
        site->site.sectors += (double)count;
      }
      site->given[k] = 0;
    }
    site->occurrences = 0;
  }
}

void accesses_begin_kernel(const struct launch *launch) {
  flush();
  current = *launch;
}

void accesses_begin_thread(long number) {
  if (number >= 0 && number % WARP == 0)
    flush();
  for (size_t s = 0; s < site_count; s++)
    sites[s].now = 0;
  thread = number;
}

static struct open_site *find(uintptr_t address, bool write, uint32_t bytes) {
  for (size_t s = 0; s < site_count; s++)
    if (sites[s].site.address == address && !strcmp(sites[s].site.launch.kernel, current.kernel)) {
      sites[s].site.launch = current;
      return &sites[s];
    }
  if (site_count == MAX_SITES) {
    fprintf(stderr, "sectors: too many sites\n");
    exit(EXIT_FAILURE);
  }
  struct open_site *site = &sites[site_count++];
  site->site = (struct site){.launch = current, .address = address, .write = write, .bytes = bytes};
  site->addresses = malloc(MAX_OCCURRENCES * sizeof *site->addresses);
  site->given = calloc(MAX_OCCURRENCES, sizeof *site->given);
  if (!site->addresses || !site->given)
    abort();
  return site;
}

static void access_memory(const void *pointer, uint32_t bytes, bool write, void *from) {
  uintptr_t address = (uintptr_t)pointer;
  if (!stack_high) {
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    stack_high = (uintptr_t)&address + (1 << 20);
    stack_low = stack_high - (9 << 20);
  }
  if (thread < 0 || !current.kernel || (address >= stack_low && address < stack_high))
    return;
  struct open_site *site = find((uintptr_t)from - 1, write, bytes);
  if (site->now == MAX_OCCURRENCES)
    return;
  site->addresses[site->now][thread % WARP] = address;
  site->given[site->now] |= 1u << thread % WARP;
  site->now++;
  if (site->now > site->occurrences)
    site->occurrences = site->now;
}

struct site *accesses_sites(size_t *count) {
  flush();
  static struct site all[MAX_SITES];
  for (size_t s = 0; s < site_count; s++) {
    all[s] = sites[s].site;
    for (int i = 0; i < MAX_DIFFERENCES; i++)
      if (sites[s].differences[i].count > all[s].same) {
        all[s].same = sites[s].differences[i].count;
        all[s].difference = sites[s].differences[i].value;
      }
  }
  *count = site_count;
  return all;
}

/* What -fsanitize=thread calls. */
#define ACCESS(bytes)                                                                                        \
  void __tsan_read##bytes(void *at) { access_memory(at, bytes, false, __builtin_return_address(0)); }        \
  void __tsan_write##bytes(void *at) { access_memory(at, bytes, true, __builtin_return_address(0)); }        \
  void __tsan_unaligned_read##bytes(void *at) {                                                              \
    access_memory(at, bytes, false, __builtin_return_address(0));                                            \
  }                                                                                                          \
  void __tsan_unaligned_write##bytes(void *at) {                                                             \
    access_memory(at, bytes, true, __builtin_return_address(0));                                             \
  }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void *__tsan_memset(void *at, int value, size_t size) { return memset(at, value, size); }
void *__tsan_memcpy(void *to, const void *from, size_t size) { return memcpy(to, from, size); }
void *__tsan_memmove(void *to, const void *from, size_t size) { return memmove(to, from, size); }
void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
