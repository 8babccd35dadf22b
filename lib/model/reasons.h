/* FILE: lib/model/reasons.h
 * WHAT: the one table of remark numbers. Each row has a page docs/remarks/CLVnnn.md; a unit test fails if a
 *       row or a page is missing. Adding a row: CONTRIBUTING.md.
 *
 * A remark of kind ANALYSIS becomes MISSED, with advice, where a user can act on an obstacle (loop_obstacles.h).
 *
 * Numbers: 0xx transformations, 1xx loops that stay in one team, 2xx regions that are not changed, 3xx
 * warnings, 4xx kernels without a no-alias version, 5xx objects outside of data environments, 9xx errors. The meaning of a published number never
 * changes.
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
  const char *what;   /* printf format with at most one %s, the name of the subject */
  const char *advice; /* remedy for the user; "" if there is none */
};

/* The table, sorted by code. */
extern const struct cleave_reason cleave_reasons[];
extern const size_t cleave_reason_count;

/* Returns the row of CODE, or NULL. */
const struct cleave_reason *cleave_reason_find(unsigned code);

/* Returns a remark with the text of row CODE about NAME (may be NULL), at OFFSET, of region REGION or
 * CLEAVE_NO_REGION. ARENA owns the message. */
struct cleave_remark cleave_reason_remark(struct cleave_arena *arena, unsigned code, uint32_t region,
                                          uint32_t offset, const char *name);

#endif
