/* FILE: lib/model/dump.h
 * WHAT: prints the region model as text, for tests and debugging.
 */
#ifndef CLEAVE_MODEL_DUMP_H
#define CLEAVE_MODEL_DUMP_H

#include "model/region.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_unit;

/* Returns UNIT as text, one fact per line, in the order of the model. Positions are LINE:COLUMN in the main
 * file; quoted source is in backquotes. The output is deterministic. UNIT's arena owns it. */
const char *cleave_unit_dump(const struct cleave_unit *unit);

/* The name of KIND in a dump. */
const char *cleave_fact_name(enum cleave_fact_kind kind);

#ifdef __cplusplus
}
#endif
#endif
