/* FILE: lib/model/merge.h
 * WHAT: merges the instances of a template's region into one region.
 * USE:  merge all instances into the first, then plan the first. Its plan is valid for every instance.
 */
#ifndef CLEAVE_MODEL_MERGE_H
#define CLEAVE_MODEL_MERGE_H

#include "model/region.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Merges FROM, the same text with other types, into INTO. Returns false if no single plan can cover both;
 * INTO is then unspecified. */
bool cleave_region_merge(struct cleave_arena *arena, struct cleave_region *into,
                         const struct cleave_region *from);

#ifdef __cplusplus
}
#endif
#endif
