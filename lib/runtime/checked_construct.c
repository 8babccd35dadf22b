/* FILE: lib/runtime/checked_construct.c
 * WHAT: see checked_construct.h.
 */
#include "runtime/checked_construct.h"

#include "process/omptarget.h"

void cleave_checked_begin(struct cleave_checked_construct *checked, const void *location, const void *kernel,
                          const struct cleave_check_construct *construct) {
  struct cleave_construct *place = &checked->place;
  cleave_data_check()->enter();
  cleave_construct_place(place, location, kernel);
  checked->construct = *construct;
  checked->construct.device = cleave_device_number(construct->device);
  checked->construct.kernel = kernel;
  checked->construct.function = *place->function ? place->function : NULL;
  checked->construct.file = *place->file ? place->file : NULL;
  checked->construct.line = place->line;
  cleave_data_check()->begin(&checked->construct, kernel);
}

void cleave_checked_end(const struct cleave_checked_construct *checked, bool has_run) {
  cleave_data_check()->end(&checked->construct, has_run);
  cleave_data_check()->leave();
}
