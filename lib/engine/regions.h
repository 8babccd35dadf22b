/* FILE: lib/engine/regions.h
 * WHAT: the region that a thread executes.
 */
#ifndef CLEAVE_ENGINE_REGIONS_H
#define CLEAVE_ENGINE_REGIONS_H

struct cleave_engine_object;
struct cleave_region;

/* The innermost region of this thread if it manages objects; else NULL. */
struct cleave_region *cleave_region_current(void);

/* cleave_transfers_stage, except that it does not wait for the COUNT objects of LATER. */
void cleave_engine_stage(int stage, const struct cleave_engine_object *const *later, int count);

#endif
