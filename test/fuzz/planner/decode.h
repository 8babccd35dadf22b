/* FILE: test/fuzz/planner/decode.h
 * WHAT: bytes -> a unit with one region, as the reader could have made it: a tree of statements over a
 *       source text, variables, clauses, uses and facts. The same bytes always give the same unit, and
 *       all bytes give one.
 */
#ifndef CLEAVE_FUZZ_PLANNER_DECODE_H
#define CLEAVE_FUZZ_PLANNER_DECODE_H

#include <stddef.h>
#include <stdint.h>

#include "model/options.h"
#include "model/region.h"

/* The unit of the bytes; ARENA owns it. OPTIONS are decoded from them as well. */
struct cleave_unit *decode_unit(struct cleave_arena *arena, const uint8_t *bytes, size_t size,
                                struct cleave_options *options);

#endif
