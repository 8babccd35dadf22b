/* FILE: lib/model/reasons.h
 * WHAT: the one table of remark numbers. Each row has a page docs/remarks/CLVnnn.md; a unit test
 *       fails if a row or a page is missing. Adding a row: CONTRIBUTING.md.
 *
 * Numbers: 0xx what was done, 1xx why a loop stays in one team, 2xx why a region stays as it was,
 * 3xx warnings, 4xx why a kernel has no second version, 9xx errors. A number once published is never given another meaning.
 */
#ifndef CLEAVE_MODEL_REASONS_H
#define CLEAVE_MODEL_REASONS_H

#include "model/remark.h"

struct cleave_arena;

enum cleave_reason_code {
#define CLEAVE_REASON(code, name, kind, what, advice) CLEAVE_REASON_##name = code,
#include "model/reasons.def"
#undef CLEAVE_REASON
};

struct cleave_reason {
  unsigned code;
  const char *name; /* as in the enumeration, without CLEAVE_REASON_ */
  enum cleave_remark_kind kind;
  const char *what;   /* printf format with exactly one %s, the name of what it speaks of, or none */
  const char *advice; /* what the user can write to change it; "" if there is nothing */
};

/* The whole table, in the order of the codes. */
extern const struct cleave_reason cleave_reasons[];
extern const size_t cleave_reason_count;

/* The row of CODE, or NULL. */
const struct cleave_reason *cleave_reason_find(unsigned code);

/* The remark with the text of row CODE about NAME (may be NULL), at OFFSET, of the region number REGION
 * or of none. Its message is ARENA's. */
struct cleave_remark cleave_reason_remark(struct cleave_arena *arena, unsigned code, uint32_t region,
                                          uint32_t offset, const char *name);

#endif
