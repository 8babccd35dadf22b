/* FILE: lib/data_check/page_guard.c
 * WHAT: see page_guard.h.
 */
#include "data_check/page_guard.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include "data_check/checked_threads.h"

enum { MOST_WINDOWS = 1024 };

static struct {
  uintptr_t begin, end; /* whole pages; BEGIN 0: not used */
} windows[MOST_WINDOWS];
static int used_windows; /* the highest number of one, plus 1 */

static _Atomic unsigned inside; /* calls of cleave_guard_enter without cleave_guard_leave */
static atomic_bool is_suspended;
static _Atomic size_t flagged; /* pages with flags */

bool cleave_guard_is_open(void) {
  return atomic_load(&inside) || atomic_load(&is_suspended) || !atomic_load(&flagged);
}

static bool is_in_window(uintptr_t page) {
  for (int i = 0; i < used_windows; i++)
    if (page - windows[i].begin < windows[i].end - windows[i].begin)
      return true;
  return false;
}

uint8_t cleave_guard_flags(uintptr_t page) {
  uint8_t flags = 0;
  if (cleave_guard_is_open() || is_in_window(page))
    return 0;
  for (const struct cleave_mapping *mapping = cleave_mappings(); mapping; mapping = mapping->next) {
    const uintptr_t first = cleave_page_of(mapping->host);
    if (page >= first && page < mapping->host + mapping->bytes)
      flags |= mapping->pages[(page - first) / CLEAVE_PAGE_BYTES];
  }
  return flags;
}

static bool protect(uintptr_t begin, uintptr_t end, uint8_t flags) {
  const int protection = flags & CLEAVE_PAGE_IS_STALE     ? PROT_NONE
                         : flags & CLEAVE_PAGE_IS_WATCHED ? PROT_READ
                                                          : PROT_READ | PROT_WRITE;
  return begin >= end || !cleave_raw(SYS_mprotect, (long)begin, (long)(end - begin), protection, 0);
}

void cleave_guard_apply(uintptr_t begin, uintptr_t end) {
  uintptr_t start = cleave_page_of(begin);
  uint8_t flags = cleave_guard_flags(start);
  for (uintptr_t page = start + CLEAVE_PAGE_BYTES; page < end; page += CLEAVE_PAGE_BYTES) {
    const uint8_t next = cleave_guard_flags(page);
    if (next == flags)
      continue;
    protect(start, page, flags);
    start = page;
    flags = next;
  }
  protect(start, cleave_page_of(end + CLEAVE_PAGE_BYTES - 1), flags);
}

/* The pages of MAPPING that may have flags. */
static bool guarded_pages(const struct cleave_mapping *mapping, uintptr_t *begin, uintptr_t *end) {
  const uintptr_t page = cleave_page_of(mapping->host);
  *begin = page + mapping->first_guarded * CLEAVE_PAGE_BYTES;
  *end = page + mapping->end_guarded * CLEAVE_PAGE_BYTES;
  return *begin < *end;
}

static void apply_all(void) {
  uintptr_t begin, end;
  for (const struct cleave_mapping *mapping = cleave_mappings(); mapping; mapping = mapping->next)
    if (guarded_pages(mapping, &begin, &end))
      cleave_guard_apply(begin, end);
}

/* Without a look at each page, if all are to be opened. */
static void open_all(void) {
  uintptr_t begin, end;
  for (const struct cleave_mapping *mapping = cleave_mappings(); mapping; mapping = mapping->next)
    if (guarded_pages(mapping, &begin, &end) && !protect(begin, end, 0))
      for (uintptr_t page = begin; page < end; page += CLEAVE_PAGE_BYTES)
        protect(page, page + CLEAVE_PAGE_BYTES, 0); /* the program has unmapped some of them */
}

void cleave_guard_enter(void) {
  const bool was_open = cleave_guard_is_open();
  atomic_fetch_add(&inside, 1);
  if (!was_open)
    open_all();
}

void cleave_guard_leave(void) {
  if (atomic_fetch_sub(&inside, 1) != 1)
    return;
  atomic_store(&is_suspended, false);
  apply_all();
}

void cleave_guard_suspend(void) {
  const bool was_open = cleave_guard_is_open();
  atomic_store(&is_suspended, true);
  if (!was_open)
    open_all();
}

void cleave_guard_flag(struct cleave_mapping *mapping, size_t number, uint8_t flags) {
  uint8_t *known = &mapping->pages[number];
  if (flags && !*known) {
    const uintptr_t page = cleave_page_of(mapping->host) + number * CLEAVE_PAGE_BYTES;
    if (cleave_threads_need(page)) {
      if (flags & CLEAVE_PAGE_IS_STALE)
        cleave_check_count(&cleave_check_counts.unchecked, 1);
      return;
    }
    atomic_fetch_add(&flagged, 1);
    if (mapping->first_guarded == mapping->end_guarded) {
      mapping->first_guarded = number;
      mapping->end_guarded = number + 1;
    }
    if (number < mapping->first_guarded)
      mapping->first_guarded = number;
    if (number >= mapping->end_guarded)
      mapping->end_guarded = number + 1;
  } else if (!flags && *known) {
    atomic_fetch_sub(&flagged, 1);
  }
  *known = flags;
}

void cleave_guard_open(struct cleave_mapping *mapping) {
  uintptr_t begin, end;
  if (!guarded_pages(mapping, &begin, &end))
    return;
  for (size_t number = 0; number < cleave_mapping_pages(mapping); number++)
    cleave_guard_flag(mapping, number, 0);
  cleave_guard_apply(begin, end);
}

int cleave_guard_open_window(uintptr_t begin, uintptr_t end) {
  bool any = false;
  begin = cleave_page_of(begin);
  end = cleave_page_of(end + CLEAVE_PAGE_BYTES - 1);
  for (uintptr_t page = begin; page < end && !any; page += CLEAVE_PAGE_BYTES)
    any = cleave_guard_flags(page);
  int window = 0;
  while (any && window < MOST_WINDOWS && windows[window].begin)
    window++;
  if (!any || window == MOST_WINDOWS)
    return -1;
  windows[window].begin = begin;
  windows[window].end = end;
  if (window >= used_windows)
    used_windows = window + 1;
  cleave_guard_apply(begin, end);
  return window;
}

void cleave_guard_close_window(int window) {
  if (window < 0)
    return;
  const uintptr_t begin = windows[window].begin, end = windows[window].end;
  windows[window].begin = windows[window].end = 0;
  cleave_guard_apply(begin, end);
}
