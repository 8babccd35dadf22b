/* FILE: lib/data_check/check.c
 * WHAT: the interface of data_check.h.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "data_check/accesses.h"
#include "data_check/byte_states.h"
#include "data_check/checked_threads.h"
#include "data_check/faults.h"
#include "data_check/page_guard.h"
#include "data_check/reporter.h"

enum { IS_TO = CLEAVE_ARGUMENT_IS_TO, IS_VALUE = CLEAVE_ARGUMENT_IS_LITERAL };

static uint64_t begin_locked(void) {
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&cleave_check_lock);
  return mask;
}

static void end_locked(uint64_t mask) {
  cleave_raw_release(&cleave_check_lock);
  cleave_raw_unblock(mask);
}

/* Whether calls of this thread are the check's own, or the check is off. */
static bool is_ignored(void) {
  if (atomic_load(&cleave_check_off))
    return true;
  const struct cleave_checked_thread *thread = cleave_checked_thread();
  return !thread || thread->internal;
}

static void enter(void) {
  if (is_ignored())
    return;
  const uint64_t mask = begin_locked();
  cleave_guard_enter();
  end_locked(mask);
}

static void leave(void) {
  if (is_ignored())
    return;
  const uint64_t mask = begin_locked();
  cleave_guard_leave();
  end_locked(mask);
  cleave_checked_thread()->selector = 1;
}

/* Sets the name of MAPPING to that of a list item, ";NAME;FILE;LINE;COLUMN;;", without the section that follows the variable. */
static void set_name(struct cleave_mapping *mapping, const char *item) {
  /* Names with a dot are those of variables that clang has added. */
  if (*mapping->name || !item || *item != ';' || item[1] == '.')
    return;
  const size_t length = strcspn(item + 1, ";[");
  if (length && length < sizeof mapping->name && strncmp(item + 1, "unknown", length))
    memcpy(mapping->name, item + 1, length);
}

static void name_objects(const struct cleave_check_construct *construct) {
  for (uint32_t i = 0; construct->names && i < construct->count; i++) {
    struct cleave_mapping *mapping =
        construct->types[i] & IS_VALUE
            ? NULL
            : cleave_mapping_at((int)construct->device, (uintptr_t)construct->pointers[i]);
    if (mapping)
      set_name(mapping, construct->names[i]);
  }
}

/* Whether byte I of MAPPING was written by the host after its last copy. */
static bool is_host_newer(const struct cleave_mapping *mapping, size_t i) {
  return mapping->states[i] >= CLEAVE_BYTE_WRITTEN ||
         (mapping->states[i] == CLEAVE_BYTE_COPIED &&
          mapping->known[mapping->padding + i] != ((const unsigned char *)mapping->host)[i]);
}

/* The kernel of CONSTRUCT uses the bytes [FIRST, END) of MAPPING, and the program says or implies that it reads the host's values. */
static void look_for_writes(struct cleave_mapping *mapping, size_t first, size_t end,
                            struct cleave_lost_write *lost) {
  const uintptr_t page = cleave_page_of(mapping->host);
  if (!mapping->is_resolved)
    return;
  for (size_t i = first; i < end && i < mapping->bytes; i++) {
    if (!is_host_newer(mapping, i))
      continue;
    const uint16_t state = mapping->states[i];
    if (!lost->is_any)
      cleave_lost_write_set(lost, mapping, i,
                            state >= CLEAVE_BYTE_WRITTEN
                                ? (uint32_t)state - CLEAVE_BYTE_WRITTEN
                                : mapping->writers[(mapping->host + i - page) / CLEAVE_PAGE_BYTES]);
    mapping->states[i] = CLEAVE_BYTE_NONE;
  }
}

static void begin(const struct cleave_check_construct *construct, bool is_kernel) {
  if (is_ignored())
    return;
  const uint64_t before = begin_locked();
  cleave_mappings_set_device((int)construct->device);
  end_locked(before);
  cleave_mappings_resolve();
  for (uint32_t i = 0; is_kernel && i < construct->count; i++) {
    struct cleave_lost_write lost = {0};
    const uintptr_t host = (uintptr_t)construct->pointers[i];
    if (construct->types[i] & IS_VALUE)
      continue;
    const uint64_t mask = begin_locked();
    struct cleave_mapping *mapping = cleave_mapping_at((int)construct->device, host);
    if (mapping) {
      if (construct->names)
        set_name(mapping, construct->names[i]);
      const size_t first = construct->sizes[i] > 0 ? host - mapping->host : 0;
      const size_t end = construct->sizes[i] > 0 ? first + (size_t)construct->sizes[i] : mapping->bytes;
      if (construct->types[i] & IS_TO || construct->sizes[i] <= 0)
        look_for_writes(mapping, first, end, &lost);
      mapping->is_used = true;
    }
    end_locked(mask);
    if (lost.is_any)
      cleave_report_lost_write(&lost, construct);
  }
}

static void end(const struct cleave_check_construct *construct, bool is_kernel) {
  if (is_ignored())
    return;
  cleave_mappings_resolve();
  const uint16_t region = is_kernel ? cleave_reporter_region(construct) : 0;
  const uint64_t mask = begin_locked();
  name_objects(construct);
  if (is_kernel) {
    cleave_check_count(&cleave_check_counts.kernels, 1);
    cleave_mappings_compare((int)construct->device, region);
  }
  end_locked(mask);
}

static void allocated(int device, void *host, void *address, size_t bytes) {
  if (is_ignored() || !host || !address)
    return;
  const uint64_t mask = begin_locked();
  cleave_mapping_add(device, host, address, bytes);
  end_locked(mask);
}

static void released(int device, void *address) {
  if (is_ignored())
    return;
  const uint64_t mask = begin_locked();
  cleave_mapping_remove(device, address);
  end_locked(mask);
}

static void to_device(int device, const void *from, void *to, size_t bytes) {
  if (is_ignored())
    return;
  const uint64_t mask = begin_locked();
  cleave_mapping_to_device(device, from, to, bytes);
  end_locked(mask);
}

static void from_device(int device, const void *from, void *to, size_t bytes) {
  (void)from;
  if (!is_ignored())
    cleave_mapping_from_device(device, (uintptr_t)to, bytes);
}

static void variable(void *address, size_t bytes) {
  if (is_ignored() || !address || !bytes)
    return;
  const uint64_t mask = begin_locked();
  cleave_mapping_add(CLEAVE_NO_DEVICE, address, NULL, bytes);
  end_locked(mask);
}

static void stop(void) {
  if (is_ignored())
    return;
  const uint64_t mask = begin_locked();
  cleave_mappings_clear();
  end_locked(mask);
}

/* The child of a fork has no devices, and the kernel dispatches no system calls there. Its parent has opened all pages. */
static void switch_off(void) { atomic_store(&cleave_check_off, true); }

__attribute__((visibility("default"))) const struct cleave_data_check *
cleave_check_open(const struct cleave_check_host *host) {
  static const struct cleave_data_check functions = {.enter = enter,
                                                     .leave = leave,
                                                     .begin = begin,
                                                     .end = end,
                                                     .allocated = allocated,
                                                     .released = released,
                                                     .to_device = to_device,
                                                     .from_device = from_device,
                                                     .variable = variable,
                                                     .stop = stop};
  cleave_check_host = *host;
  if (!cleave_threads_can_dispatch()) {
    host->say(
        "warning: CLEAVE_CHECK=data has no effect: the kernel does not support Syscall User Dispatch (Linux 5.11, x86-64)");
    return NULL;
  }
  if (!cleave_reporter_start() || pthread_atfork(NULL, NULL, switch_off))
    return NULL;
  cleave_faults_start();
  return cleave_checked_thread() ? &functions : NULL;
}
