/* FILE: test/fuzz/programs/shrink.h
 * WHAT: makes programs with a finding as small as possible.
 */
#ifndef CLEAVE_FUZZ_SHRINK_H
#define CLEAVE_FUZZ_SHRINK_H

#include "run.h"

/* Drops functions, statements, clauses and expressions of PROGRAMS and makes arrays smaller, as long
 * as a check still gives a finding of the same kind as FINDING, for at most SECONDS. Returns the
 * finding of the smallest program. */
struct finding shrink_programs(const struct tools *tools, struct program *const *programs, size_t count,
                               const struct checks *checks, const struct finding *finding, unsigned seconds);

#endif
