/* FILE: lib/engine/pinning.c
 * WHAT: memory of the program that is page-locked while a region copies it.
 *
 * One lock guards all of it, and is not held during calls of the driver.
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/cuda_device.h"
#include "model/options.h"
#include "process/fork.h"
#include "process/job.h"

struct cleave_range {
  struct cleave_range *next;
  uintptr_t begin;
  size_t bytes;
  unsigned users;
  bool pins;     /* it is page-locked, or is being locked or unlocked */
  bool ready;    /* it is page-locked now */
  uint64_t used; /* its last release, counted in uses */
};

CLEAVE_LOCK(lock);
static struct cleave_range *ranges;
static uint64_t uses;

static bool shares(const struct cleave_range *range, uintptr_t begin, size_t bytes) {
  return begin < range->begin + range->bytes && range->begin < begin + bytes;
}

static bool holds(const struct cleave_range *range, uintptr_t begin, size_t bytes) {
  return begin >= range->begin && begin - range->begin <= range->bytes &&
         bytes <= range->bytes - (begin - range->begin);
}

/* ---- memory that the driver refused ------------------------------------------------------------------- */

enum { REFUSALS = 64 };
static struct {
  uintptr_t begin;
  size_t bytes;
} refused[REFUSALS]; /* the oldest is overwritten */
static size_t refusals;

static void refuse(uintptr_t begin, size_t bytes) {
  refused[refusals % REFUSALS].begin = begin;
  refused[refusals++ % REFUSALS].bytes = bytes;
}

static bool is_refused(uintptr_t begin, size_t bytes) {
  for (size_t i = 0; i < REFUSALS && i < refusals; i++)
    if (begin == refused[i].begin && bytes == refused[i].bytes)
      return true;
  return false;
}

/* ---- ranges ------------------------------------------------------------------------------------------ */

enum cleave_locked cleave_locked_by_driver(const struct cleave_cuda *cuda, const void *host, size_t bytes) {
  unsigned first, last;
  CUdeviceptr begin = (uintptr_t)host;
  /* For memory that it has never been given, the driver reports an invalid pointer. */
  bool first_known = !cuda->cuPointerGetAttribute(&first, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, begin);
  bool last_known = !cuda->cuPointerGetAttribute(&last, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, begin + bytes - 1);
  if (first_known && last_known)
    return CLEAVE_LOCKED_ALL;
  return first_known || last_known ? CLEAVE_LOCKED_PART : CLEAVE_LOCKED_NONE;
}

struct cleave_range *cleave_range_join(const void *host, size_t bytes) {
  pthread_mutex_lock(&lock);
  struct cleave_range *range = ranges;
  while (range && !(range->ready && holds(range, (uintptr_t)host, bytes)))
    range = range->next;
  if (range)
    range->users++;
  pthread_mutex_unlock(&lock);
  return range;
}

/* Adds a range with one user, unless an existing range overlaps it. ANY: an overlap with any range is a
 * conflict, else only with a page-locked one. Under the lock. */
static struct cleave_range *add(uintptr_t begin, size_t bytes, bool pins, bool any) {
  for (const struct cleave_range *range = ranges; range; range = range->next)
    if ((any || range->pins) && shares(range, begin, bytes))
      return NULL;
  struct cleave_range *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  *made = (struct cleave_range){.next = ranges, .begin = begin, .bytes = bytes, .users = 1, .pins = pins};
  ranges = made;
  return made;
}

/* Under the lock. */
static void drop(struct cleave_range *range) {
  struct cleave_range **link = &ranges;
  while (*link != range)
    link = &(*link)->next;
  *link = range->next;
  free(range);
}

struct cleave_range *cleave_range_use(const void *host, size_t bytes) {
  pthread_mutex_lock(&lock);
  struct cleave_range *range = add((uintptr_t)host, bytes, false, false);
  pthread_mutex_unlock(&lock);
  return range;
}

/* Page-locked bytes; only those in use, or all. Under the lock. */
static uint64_t locked_bytes(bool in_use) {
  uint64_t bytes = 0;
  for (const struct cleave_range *range = ranges; range; range = range->next)
    if (range->pins && (!in_use || range->users || !range->ready))
      bytes += range->bytes;
  return bytes;
}

/* Whether BYTES more may be page-locked. Under the lock. */
static bool fits(size_t bytes, uint64_t limit, bool in_use) {
  uint64_t locked = locked_bytes(in_use);
  return locked <= limit && bytes <= limit - locked;
}

bool cleave_range_may_pin(const void *host, size_t bytes, uint64_t limit) {
  uintptr_t begin = (uintptr_t)host;
  pthread_mutex_lock(&lock);
  bool may = !is_refused(begin, bytes) && fits(bytes, limit, true);
  for (const struct cleave_range *range = ranges; range && may; range = range->next)
    may = !shares(range, begin, bytes);
  pthread_mutex_unlock(&lock);
  return may;
}

/* Unlocks the pages of RANGE, which has no users. The lock is held, but released meanwhile. */
static void unlock_pages(const struct cleave_cuda *cuda, struct cleave_range *range) {
  range->ready = false; /* no copy joins it */
  pthread_mutex_unlock(&lock);
  cuda->cuMemHostUnregister((void *)range->begin);
  pthread_mutex_lock(&lock);
  drop(range);
}

/* The least recently used range without users; NULL: none. Under the lock. */
static struct cleave_range *oldest(void) {
  struct cleave_range *found = NULL;
  for (struct cleave_range *range = ranges; range; range = range->next)
    if (range->ready && !range->users && (!found || range->used < found->used))
      found = range;
  return found;
}

struct cleave_range *cleave_range_pin(const struct cleave_cuda *cuda, const void *host, size_t bytes,
                                      uint64_t limit) {
  uintptr_t begin = (uintptr_t)host;
  pthread_mutex_lock(&lock);
  struct cleave_range *idle, *range = NULL;
  while (!fits(bytes, limit, false) && (idle = oldest()))
    unlock_pages(cuda, idle);
  if (!is_refused(begin, bytes) && fits(bytes, limit, false))
    range = add(begin, bytes, true, true);
  pthread_mutex_unlock(&lock);
  if (!range)
    return NULL;
  /* Not portable: there is one device. */
  CUresult result = cuda->cuMemHostRegister((void *)begin, bytes, 0);
  pthread_mutex_lock(&lock);
  range->ready = !result;
  if (result) {
    refuse(begin, bytes);
    drop(range);
    range = NULL;
  }
  pthread_mutex_unlock(&lock);
  return range;
}

void cleave_range_leave(struct cleave_range *range) {
  if (!range)
    return;
  pthread_mutex_lock(&lock);
  range->used = ++uses;
  if (!--range->users && !range->pins)
    drop(range);
  pthread_mutex_unlock(&lock);
}

/* ---- how often memory is copied --------------------------------------------------------------------- */

enum { HISTORIES = 256 };
static struct history {
  uintptr_t begin;
  uint64_t now, before; /* bytes copied since the last release, and between the last two */
} histories[HISTORIES]; /* by a hash; a new one replaces an old one */

static struct history *history_of(uintptr_t begin) {
  struct history *history = &histories[(begin >> 4) * 0x9e3779b97f4a7c15u >> 56];
  if (history->begin != begin)
    *history = (struct history){.begin = begin};
  return history;
}

double cleave_range_expect(const void *object, size_t bytes, size_t copied) {
  pthread_mutex_lock(&lock);
  struct history *history = history_of((uintptr_t)object);
  uint64_t past = history->now;
  uint64_t expected = history->before > past ? history->before - past : past;
  history->now += copied;
  pthread_mutex_unlock(&lock);
  return expected > bytes ? (double)expected / (double)bytes : 1;
}

void cleave_range_release(const struct cleave_cuda *cuda, const void *host, size_t bytes) {
  uintptr_t begin = (uintptr_t)host;
  pthread_mutex_lock(&lock);
  struct history *history = history_of(begin);
  history->before = history->now;
  history->now = 0;
  struct cleave_range *range = ranges;
  while (range)
    if (range->ready && !range->users && shares(range, begin, bytes)) {
      unlock_pages(cuda, range);
      range = ranges; /* the list may have changed meanwhile */
    } else {
      range = range->next;
    }
  pthread_mutex_unlock(&lock);
}

void cleave_ranges_unlock(const struct cleave_cuda *cuda) {
  struct cleave_range *idle;
  pthread_mutex_lock(&lock);
  while ((idle = oldest()))
    unlock_pages(cuda, idle);
  pthread_mutex_unlock(&lock);
}

uint64_t cleave_pin_limit(uint64_t option) {
  if (option != CLEAVE_PIN_LIMIT_DEFAULT)
    return option;
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 4 / (uint64_t)cleave_job()->local_ranks
                               : 0;
}
