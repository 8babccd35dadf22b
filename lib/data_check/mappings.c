/* FILE: lib/data_check/mappings.c
 * WHAT: see mappings.h.
 */
#include "data_check/mappings.h"

struct cleave_mapping *cleave_first_mapping;

struct cleave_mapping *cleave_mapping_at(int device, uintptr_t address) {
  struct cleave_mapping *mapping = cleave_first_mapping;
  while (mapping && (mapping->device != device || address - mapping->host >= mapping->bytes))
    mapping = mapping->next;
  return mapping;
}
