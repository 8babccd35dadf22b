/* FILE: lib/engine/absence.c
 * WHAT: see absence.h.
 */
#include "engine/absence.h"

#include "process/omptarget.h"

bool cleave_engine_is_absent(const struct cleave_engine_object *object) {
  void *(*mapped)(const void *, int) = cleave_omptarget()->mapped;
  const int number = (int)object->region->number;
  return !mapped(object->host, number) && !mapped(object->host + object->bytes - 1, number);
}
