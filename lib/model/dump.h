/* FILE: lib/model/dump.h
 * WHAT: the region model as text, for tests and for whoever wants to see what the reader saw.
 */
#ifndef CLEAVE_MODEL_DUMP_H
#define CLEAVE_MODEL_DUMP_H

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_unit;

/* All of UNIT as text, one fact a line, in the order of the model. Places are LINE:COLUMN in the main
 * file, pieces of it stand between backquotes. The same unit always gives the same text. UNIT's arena
 * owns it. */
const char *cleave_unit_dump(const struct cleave_unit *unit);

#ifdef __cplusplus
}
#endif
#endif
