/* FILE: lib/runtime/split.c
 * WHAT: whether a region runs split or as it is written.
 */
#include <stdarg.h>

#include "geometry/geometry.h"
#include "runtime/limits.h"
#include "runtime/omptarget.h"
#include "runtime/runtime.h"
#include "runtime/settings.h"

int cleave_split_pays(int device, int kernels, int count, ...) {
  if (cleave_settings()->split != CLEAVE_SPLIT_AUTO)
    return cleave_settings()->split == CLEAVE_SPLIT_ALWAYS;
  bool fits = kernels > 1; /* else there is nothing to save */
  va_list arguments;
  va_start(arguments, count);
  for (int i = 0; i < count; i++)
    fits &= cleave_fits_one_team(va_arg(arguments, double));
  va_end(arguments);
  if (!fits)
    return 1;
  if (device == -1)
    device = cleave_omptarget()->default_device();
  return !cleave_limits_of_device(device);
}
