/* FILE: lib/model/merge.h
 * WHAT: one region of a template, from its instances.
 * USE:  cleave_region_merge for all instances but the first, then plan the first as if it were the only
 *       one: what is decided holds for each of them.
 */
#ifndef CLEAVE_MODEL_MERGE_H
#define CLEAVE_MODEL_MERGE_H

#include "model/region.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes INTO speak of FROM as well, the same text with other types. Returns false, with INTO spoiled, if
 * they are too different for one plan. */
bool cleave_region_merge(struct cleave_arena *arena, struct cleave_region *into,
                         const struct cleave_region *from);

#ifdef __cplusplus
}
#endif
#endif
