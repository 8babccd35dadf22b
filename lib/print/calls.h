/* FILE: lib/print/calls.h
 * WHAT: calls of the run-time library in transformed text, for the compiler alone. Not for use
 *       outside of lib/print.
 */
#ifndef CLEAVE_PRINT_CALLS_H
#define CLEAVE_PRINT_CALLS_H

#include "abi/entry_points.h"
#include "model/arena.h"
#include "model/plan.h"

/* Precedes a variable that cleave declares: debuggers do not list it among the function's variables. */
#define CLEAVE_NO_DEBUG "__attribute__((nodebug)) "
/* Around generated structures: the padding in them is no concern of the user. Clang lays them out after it has hidden other warnings. */
#define CLEAVE_STRUCTURES                                                                                    \
  "_Pragma(\"clang diagnostic push\") _Pragma(\"clang diagnostic ignored \\\"-Wpadded\\\"\") "
#define CLEAVE_STRUCTURES_END "_Pragma(\"clang diagnostic pop\") "
/* A string in front of a loop that is to be unrolled COUNT times. The second word has no effect: passes/device/unroll_hints.cpp knows
 * cleave's requests by it. */
#define CLEAVE_UNROLL(COUNT) "_Pragma(\"clang loop unroll_count(" COUNT ") distribute(disable)\") "

/* The device as an argument of a call; DEVICE may be NULL. */
const char *cleave_device_text(const struct cleave_unit *unit, const struct cleave_expression *device);

/* The text before the data environment, before stage STAGE, and after the environment. */
const char *cleave_print_begin(const struct cleave_unit *unit, const struct cleave_engine_form *form);
const char *cleave_print_stage(struct cleave_arena *arena, uint32_t stage);
const char *cleave_print_end(struct cleave_arena *arena, const struct cleave_engine_form *form);

#endif
