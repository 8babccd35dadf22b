/* FILE: lib/data_check/mappings.h
 * WHAT: mapped objects, and which of their bytes are newer on the device or on the host.
 *
 * The caller holds cleave_check_lock, unless stated otherwise.
 */
#ifndef CLEAVE_DATA_CHECK_MAPPINGS_H
#define CLEAVE_DATA_CHECK_MAPPINGS_H

#include "data_check/check_host.h"

enum { CLEAVE_PAGE_BYTES = 4096 };
enum { CLEAVE_NO_DEVICE = -1 /* of a variable, before the first construct */ };

/* The state of a byte. Numbers between CLEAVE_BYTE_NONE and CLEAVE_BYTE_COPIED are those of the region that wrote the byte, of which the
 * device has a newer value. Those from CLEAVE_BYTE_WRITTEN on: the host has written the byte after that; the place is the difference. */
enum { CLEAVE_BYTE_NONE = 0, CLEAVE_BYTE_COPIED = 0x7fff, CLEAVE_BYTE_WRITTEN = 0x8000 };
static inline bool cleave_byte_is_stale(uint16_t state) {
  return state > CLEAVE_BYTE_NONE && state < CLEAVE_BYTE_COPIED;
}

/* What a page of a mapping is protected against. */
enum { CLEAVE_PAGE_IS_STALE = 1, CLEAVE_PAGE_IS_WATCHED = 2 };

struct cleave_mapping {
  struct cleave_mapping *next;
  size_t memory; /* bytes of this record */
  int device;
  bool is_in_process; /* the device's memory */
  bool is_variable;   /* `declare target`: exists as long as its image */
  bool is_used;       /* by a kernel, since the last copy and the last write of the host */
  uintptr_t host;
  unsigned char *allocation; /* on the device; NULL: not known yet */
  size_t allocated, padding; /* its bytes, and where the object begins in it */
  bool is_resolved;          /* PADDING and BYTES are known */
  size_t bytes;
  uint32_t accesses;    /* to its pages, since the last kernel that changed it */
  char name[96];        /* "" if not known */
  unsigned char *known; /* the bytes of ALLOCATION, as far as the check knows */
  uint16_t *states;     /* of each byte of the object */
  uint8_t *pages;       /* flags of each page of the object on the host */
  uint32_t *writers;    /* of each page: the place of the host's first write since it was watched; 0: none */
  size_t first_guarded, end_guarded; /* pages with flags are among these; the end is excluded */
};

static inline uintptr_t cleave_page_of(uintptr_t address) {
  return address & ~(uintptr_t)(CLEAVE_PAGE_BYTES - 1);
}
static inline size_t cleave_mapping_pages(const struct cleave_mapping *mapping) {
  return (cleave_page_of(mapping->host + mapping->bytes - 1) - cleave_page_of(mapping->host)) /
             CLEAVE_PAGE_BYTES +
         1;
}

/* The first mapping; to add and remove mappings, change it and the members `next`. */
extern struct cleave_mapping *cleave_first_mapping;
static inline struct cleave_mapping *cleave_mappings(void) { return cleave_first_mapping; }

/* The mapping of DEVICE that contains the host's ADDRESS, or NULL. */
struct cleave_mapping *cleave_mapping_at(int device, uintptr_t address);

#endif
