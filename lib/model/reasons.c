/* FILE: lib/model/reasons.c
 * WHAT: the rows of reasons.def as data.
 */
#include "model/reasons.h"

const struct cleave_reason cleave_reasons[] = {
#define CLEAVE_REASON(code, name, kind, what, advice)                                              \
  {code, #name, CLEAVE_REMARK_##kind, what, advice},
#include "model/reasons.def"
#undef CLEAVE_REASON
};
const size_t cleave_reason_count = sizeof cleave_reasons / sizeof *cleave_reasons;

const struct cleave_reason *cleave_reason_find(unsigned code) {
  for (size_t i = 0; i < cleave_reason_count; i++)
    if (cleave_reasons[i].code == code)
      return &cleave_reasons[i];
  return NULL;
}
