/* FILE: lib/data_check/byte_states.c
 * WHAT: see byte_states.h.
 */
#include "data_check/byte_states.h"

#include <stdio.h>
#include <string.h>

#include "data_check/checked_threads.h"
#include "data_check/page_guard.h"
#include "data_check/reporter.h"

/* Copies BYTES bytes of the device's memory at FROM to TO. Calls the run time, whose callbacks this thread then ignores. */
static bool read_device(int device, bool is_in_process, const unsigned char *from, unsigned char *to,
                        size_t bytes) {
  const struct cleave_omptarget *real = cleave_check_host.omptarget;
  if (is_in_process) {
    memcpy(to, from, bytes);
    return true;
  }
  struct cleave_checked_thread *thread = cleave_checked_thread();
  thread->internal++;
  const bool copied = real->copy && !real->copy(to, from, bytes, 0, 0, real->device_count(), device);
  thread->internal--;
  return copied;
}

void cleave_mapping_add(int device, void *host, void *allocation, size_t allocated) {
  const size_t pages = allocated / CLEAVE_PAGE_BYTES + 2;
  const size_t header = (sizeof(struct cleave_mapping) + 15) & ~(size_t)15,
               rounded = (allocated + 15) & ~(size_t)15;
  const size_t memory = header + rounded + rounded * sizeof(uint16_t) + pages * (sizeof(uint32_t) + 1);
  struct cleave_mapping *mapping = cleave_raw_memory(memory);
  if (!mapping || !allocated)
    return;
  char *at = (char *)mapping + header;
  mapping->memory = memory;
  mapping->device = device;
  mapping->is_in_process = allocation && cleave_check_host.is_host(device);
  mapping->host = (uintptr_t)host;
  mapping->allocation = allocation;
  mapping->allocated = mapping->bytes = allocated;
  mapping->is_variable = !allocation;
  mapping->known = (unsigned char *)at;
  mapping->states = (uint16_t *)(at + rounded);
  mapping->writers = (uint32_t *)(at + 3 * rounded);
  mapping->pages = (uint8_t *)(mapping->writers + pages);
  if (!allocation)
    memcpy(mapping->known, host, allocated);
  else if (!read_device(device, mapping->is_in_process, allocation, mapping->known, allocated)) {
    cleave_raw_free(mapping, memory);
    return;
  }
  if (!allocation)
    for (size_t i = 0; i < allocated; i++)
      mapping->states[i] = CLEAVE_BYTE_COPIED;
  mapping->next = cleave_first_mapping;
  cleave_first_mapping = mapping;
  cleave_check_count(&cleave_check_counts.objects, 1);
}

void cleave_mappings_set_device(int device) {
  for (struct cleave_mapping *mapping = cleave_first_mapping; mapping; mapping = mapping->next)
    if (mapping->device == CLEAVE_NO_DEVICE) {
      mapping->device = device;
      mapping->is_in_process = cleave_check_host.is_host(device);
    }
}

static void remove_at(struct cleave_mapping **link) {
  struct cleave_mapping *mapping = *link;
  cleave_guard_open(mapping);
  *link = mapping->next;
  cleave_raw_free(mapping, mapping->memory);
}

void cleave_mapping_remove(int device, const void *allocation) {
  for (struct cleave_mapping **link = &cleave_first_mapping; *link; link = &(*link)->next)
    if ((*link)->device == device && (*link)->allocation == allocation) {
      remove_at(link);
      return;
    }
}

void cleave_mappings_clear(void) {
  while (cleave_first_mapping)
    remove_at(&cleave_first_mapping);
}

/* The next object that is to be resolved; NULL: there is none. */
static bool next_unresolved(uintptr_t *host, int *device, const struct cleave_mapping **after) {
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&cleave_check_lock);
  const struct cleave_mapping *mapping = cleave_first_mapping;
  bool passed = !*after;
  while (mapping && (!passed || mapping->is_resolved || mapping->device == CLEAVE_NO_DEVICE)) {
    passed |= mapping == *after;
    mapping = mapping->next;
  }
  if (mapping) {
    *host = mapping->host;
    *device = mapping->device;
  }
  *after = mapping;
  cleave_raw_release(&cleave_check_lock);
  cleave_raw_unblock(mask);
  return mapping;
}

static void resolve(uintptr_t host, int device, unsigned char *mapped) {
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&cleave_check_lock);
  struct cleave_mapping *mapping = cleave_mapping_at(device, host);
  if (mapping && mapping->host == host && !mapping->is_resolved) {
    if (!mapping->allocation)
      mapping->allocation = mapped;
    mapping->padding = (size_t)(mapped - mapping->allocation);
    mapping->is_resolved = mapping->padding < mapping->allocated;
    if (mapping->is_resolved)
      mapping->bytes = mapping->allocated - mapping->padding;
  }
  cleave_raw_release(&cleave_check_lock);
  cleave_raw_unblock(mask);
}

/* libomptarget aligns what it allocates for a part of a struct, so that the object may begin inside of the allocation. It must not be
 * called with the lock, which its callbacks take. */
void cleave_mappings_resolve(void) {
  uintptr_t host;
  int device;
  const struct cleave_mapping *last = NULL;
  while (next_unresolved(&host, &device, &last)) {
    unsigned char *mapped = cleave_check_host.omptarget->mapped((const void *)host, device);
    if (mapped && (uintptr_t)mapped != host)
      resolve(host, device, mapped);
  }
}

void cleave_mapping_set(struct cleave_mapping *mapping, size_t first, size_t end, uint16_t state,
                        bool only_stale) {
  for (size_t i = first; i < end && i < mapping->bytes; i++)
    if (!only_stale || cleave_byte_is_stale(mapping->states[i]))
      mapping->states[i] = state;
  cleave_mapping_flag(mapping, first, end);
}

void cleave_mapping_flag(struct cleave_mapping *mapping, size_t first, size_t end) {
  const uintptr_t page = cleave_page_of(mapping->host);
  if (end > mapping->bytes)
    end = mapping->bytes;
  if (first >= end)
    return;
  size_t number = (mapping->host + first - page) / CLEAVE_PAGE_BYTES;
  const size_t last = (mapping->host + end - 1 - page) / CLEAVE_PAGE_BYTES;
  for (; number <= last; number++) {
    const uintptr_t begin = page + number * CLEAVE_PAGE_BYTES;
    size_t i = begin > mapping->host ? begin - mapping->host : 0;
    size_t stop = begin + CLEAVE_PAGE_BYTES - mapping->host;
    uint8_t flags = 0;
    for (; i < stop && i < mapping->bytes; i++)
      if (mapping->states[i] == CLEAVE_BYTE_COPIED)
        flags |= mapping->writers[number] ? 0 : CLEAVE_PAGE_IS_WATCHED;
      else if (cleave_byte_is_stale(mapping->states[i]))
        flags |= CLEAVE_PAGE_IS_STALE;
    cleave_guard_flag(mapping, number, flags);
  }
}

void cleave_mapping_to_device(int device, const unsigned char *from, const unsigned char *to, size_t bytes) {
  struct cleave_mapping *mapping = cleave_first_mapping;
  while (mapping && (mapping->device != device || !mapping->allocation ||
                     (size_t)(to - mapping->allocation) >= mapping->allocated))
    mapping = mapping->next;
  if (!mapping)
    return;
  const size_t at = (size_t)(to - mapping->allocation);
  if (bytes > mapping->allocated - at)
    bytes = mapping->allocated - at;
  memcpy(mapping->known + at, from, bytes);
  /* The object begins in the allocation where the copy of its first byte arrives, if that is not known yet. A pointer that is
   * attached comes from elsewhere. */
  const uintptr_t host = (uintptr_t)from;
  if (!mapping->is_resolved && host - mapping->host < mapping->allocated && at >= host - mapping->host &&
      at - (host - mapping->host) < 16) {
    mapping->padding = at - (host - mapping->host);
    mapping->bytes = mapping->allocated - mapping->padding;
    mapping->is_resolved = true;
  }
  if (!mapping->is_resolved || at < mapping->padding)
    return;
  const size_t first = at - mapping->padding;
  const bool is_whole = host == mapping->host + first;
  mapping->is_used = false;
  for (size_t page = 0; is_whole && page < cleave_mapping_pages(mapping); page++)
    mapping->writers[page] = 0;
  cleave_mapping_set(mapping, first, first + bytes, is_whole ? CLEAVE_BYTE_COPIED : CLEAVE_BYTE_NONE, false);
}

void cleave_mapping_from_device(int device, uintptr_t to, size_t bytes) {
  struct cleave_lost_write lost = {0};
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&cleave_check_lock);
  struct cleave_mapping *mapping = cleave_mapping_at(device, to);
  const size_t first = mapping ? to - mapping->host : 0;
  const size_t end = mapping && bytes < mapping->bytes - first ? first + bytes : mapping ? mapping->bytes : 0;
  for (size_t i = first; i < end && !mapping->is_used && !lost.is_any; i++)
    if (mapping->states[i] >= CLEAVE_BYTE_WRITTEN)
      cleave_lost_write_set(&lost, mapping, i, mapping->states[i] - CLEAVE_BYTE_WRITTEN);
  if (mapping) {
    for (size_t page = 0; page < cleave_mapping_pages(mapping); page++)
      mapping->writers[page] = 0;
    cleave_mapping_set(mapping, first, end, CLEAVE_BYTE_COPIED, false);
    mapping->is_used = false;
  }
  cleave_raw_release(&cleave_check_lock);
  cleave_raw_unblock(mask);
  if (lost.is_any)
    cleave_report_lost_write(&lost, NULL);
}

/* Bytes of MAPPING from AT on, COUNT of them, are NOW on the device. Returns whether a kernel changed one. */
static bool compare(struct cleave_mapping *mapping, size_t at, const unsigned char *now, size_t count,
                    uint16_t region) {
  unsigned char *known = mapping->known + mapping->padding + at;
  const unsigned char *host = (const unsigned char *)mapping->host + at;
  if (!memcmp(known, now, count))
    return false;
  for (size_t i = 0; i < count; i++)
    if (known[i] != now[i]) {
      known[i] = now[i];
      mapping->states[at + i] = now[i] == host[i] ? CLEAVE_BYTE_COPIED : region;
    }
  cleave_mapping_flag(mapping, at, at + count);
  return true;
}

void cleave_mappings_compare(int device, uint16_t region) {
  enum { CHUNK = 1 << 16 };
  static unsigned char buffer[CHUNK]; /* protected by the lock */
  for (struct cleave_mapping *mapping = cleave_first_mapping; mapping; mapping = mapping->next) {
    if (mapping->device != device || !mapping->is_resolved)
      continue;
    bool changed = false;
    for (size_t at = 0; at < mapping->bytes; at += CHUNK) {
      const size_t count = mapping->bytes - at < CHUNK ? mapping->bytes - at : CHUNK;
      const unsigned char *now = mapping->allocation + mapping->padding + at;
      if (!mapping->is_in_process) {
        if (!read_device(device, false, now, buffer, count))
          break;
        now = buffer;
      }
      changed |= compare(mapping, at, now, count, region);
    }
    cleave_check_count(&cleave_check_counts.bytes, mapping->bytes);
    if (changed)
      mapping->accesses = 0;
  }
}
