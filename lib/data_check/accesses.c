/* FILE: lib/data_check/accesses.c
 * WHAT: see accesses.h.
 */
#include "data_check/accesses.h"

#include "data_check/byte_states.h"
#include "data_check/page_guard.h"

/* Of a page's neighbors, say a stack frame. An access takes about 5 us. */
enum { MOST_ACCESSES = 1 << 15 };

/* The bytes [*FIRST, *END) of MAPPING that ACCESS touches. */
static bool touched(const struct cleave_mapping *mapping, const struct cleave_access *access, size_t *first,
                    size_t *end) {
  const uintptr_t begin = access->address, stop = access->address + access->bytes;
  if (stop <= mapping->host || begin >= mapping->host + mapping->bytes)
    return false;
  *first = begin > mapping->host ? begin - mapping->host : 0;
  *end = stop - mapping->host < mapping->bytes ? stop - mapping->host : mapping->bytes;
  return !access->is_whole || *end - *first == access->bytes;
}

/* Whether the read of MAPPING by ORIGIN is the first one. A full table ends the reports, not the program. */
static bool is_first_read(uint64_t origin, const struct cleave_mapping *mapping) {
  enum { READS = 1 << 12 };
  static uint64_t reads[READS];
  const uint64_t key = ((origin ^ mapping->host) * UINT64_C(0x9e3779b97f4a7c15)) | 1;
  for (size_t i = 0; i < READS; i++) {
    uint64_t *entry = &reads[((key >> 52) + i) & (READS - 1)];
    if (*entry == key)
      return false;
    if (!*entry) {
      *entry = key;
      return true;
    }
  }
  return false;
}

bool cleave_access_look(const struct cleave_access *access, struct cleave_stale_read *read) {
  bool is_noted = false;
  for (struct cleave_mapping *mapping = cleave_mappings(); mapping; mapping = mapping->next) {
    size_t first, end;
    if (!touched(mapping, access, &first, &end))
      continue;
    for (size_t i = first; i < end; i++) {
      const bool is_stale = cleave_byte_is_stale(mapping->states[i]);
      is_noted |= access->writes && (is_stale || mapping->states[i] == CLEAVE_BYTE_COPIED);
      if (!access->reads || !is_stale || read->is_any || !is_first_read(access->origin, mapping))
        continue;
      cleave_stale_read_set(read, mapping, first, end - first, mapping->states[i]);
    }
  }
  return is_noted;
}

void cleave_access_note_write(const struct cleave_access *access, uint32_t place) {
  for (struct cleave_mapping *mapping = cleave_mappings(); mapping; mapping = mapping->next) {
    size_t first, end;
    if (!touched(mapping, access, &first, &end))
      continue;
    const uintptr_t page = cleave_page_of(mapping->host);
    const size_t last_page = (mapping->host + end - 1 - page) / CLEAVE_PAGE_BYTES;
    for (size_t number = (mapping->host + first - page) / CLEAVE_PAGE_BYTES; number <= last_page; number++)
      if (!mapping->writers[number])
        mapping->writers[number] = place;
    mapping->is_used = false;
    cleave_mapping_set(mapping, first, end, (uint16_t)(CLEAVE_BYTE_WRITTEN + place), true);
  }
}

void cleave_access_count(uintptr_t page) {
  for (struct cleave_mapping *mapping = cleave_mappings(); mapping; mapping = mapping->next) {
    const uintptr_t first = cleave_page_of(mapping->host);
    if (page < first || page >= mapping->host + mapping->bytes || mapping->accesses++ < MOST_ACCESSES)
      continue;
    const size_t number = (page - first) / CLEAVE_PAGE_BYTES;
    if (mapping->pages[number])
      cleave_check_count(&cleave_check_counts.unchecked, 1);
    cleave_guard_flag(mapping, number, 0);
  }
}
