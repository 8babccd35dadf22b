/* FILE: lib/model/reasons.c
 * WHAT: the rows of reasons.def as data.
 */
#include "model/reasons.h"

#include <string.h>

#include "model/arena.h"

const struct cleave_reason cleave_reasons[] = {
#define CLEAVE_REASON(code, name, kind, what, advice) {code, #name, CLEAVE_REMARK_##kind, what, advice},
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

struct cleave_remark cleave_reason_remark(struct cleave_arena *arena, unsigned code, uint32_t region,
                                          uint32_t offset, const char *name) {
  const struct cleave_reason *reason = cleave_reason_find(code);
  const char *slot = strstr(reason->what, "%s");
  const char *what = reason->what;
  if (slot)
    what = cleave_arena_format(arena, "%.*s%s%s", (int)(slot - what), what, name ? name : "", slot + 2);
  return (struct cleave_remark){
      .kind = reason->kind,
      .code = code,
      .region = region,
      .offset = offset,
      .message = what,
      .advice = reason->advice,
  };
}
