/* FILE: lib/model/hints.h
 * WHAT: the hints of `#pragma cleave` lines, and their grammar.
 *
 *   line := word { [","] word }        word := NAME "(" VALUE ")"
 *
 * The names and values are those of the table in hints.c. A line may contain several words, and several lines
 * may precede a directive; their union applies. A repeated word is an error. docs/pragma.md is the users'
 * documentation.
 */
#ifndef CLEAVE_MODEL_HINTS_H
#define CLEAVE_MODEL_HINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One for each combination of word and value. */
enum cleave_hint {
  CLEAVE_HINT_SPLIT_OFF = 1 << 0,        /* the region is not split */
  CLEAVE_HINT_WIDEN_OFF = 1 << 1,        /* the loop, or every loop of the region, stays in one team */
  CLEAVE_HINT_WIDEN_ASSUME = 1 << 2,     /* the user asserts that its iterations are independent */
  CLEAVE_HINT_SERIAL_HOST = 1 << 3,      /* serial statements of the region run on the host */
  CLEAVE_HINT_SERIAL_DEVICE = 1 << 4,    /*   or on the device */
  CLEAVE_HINT_TRANSFERS_OFF = 1 << 5,    /* copies follow the region's map clauses */
  CLEAVE_HINT_PIN_OFF = 1 << 6,          /* its memory is not page-locked */
  CLEAVE_HINT_PIPELINE_OFF = 1 << 7,     /* the loop, or every loop of the region, is not pipelined */
  CLEAVE_HINT_PIPELINE_DEVICES = 1 << 8, /* all devices share the tiles of the loop, or of every loop */
  CLEAVE_HINT_GEOMETRY_OFF = 1 << 9,     /* the OpenMP run time chooses the grids of its kernels */
  CLEAVE_HINT_NO_ALIAS_OFF = 1 << 10,    /* the loop, or every loop of the region, has no no-alias version */
  CLEAVE_HINT_ENVIRONMENT_OFF = 1 << 11, /* its objects do not stay on the device between regions */
  CLEAVE_HINT_CALLEE_NO_OPENMP =
      1 << 12, /* before a function: the user asserts that it contains no OpenMP code */
  CLEAVE_HINT_MAP_OFF =
      1 << 13, /* only the outermost loop, or that of every nest of the region, is on the grid */
  CLEAVE_HINT_REASSOCIATE = 1 << 14, /* sums of serial loops of the region may be added up in another order */
  CLEAVE_HINT_UNEVEN = 1 << 15, /* a mark of transformed text, without a word: iterations differ in length */
  /* The reductions of the loop, or of every loop of the region, are those of the OpenMP run time; or have the same bits on every device. */
  CLEAVE_HINT_REDUCTION_OFF = 1 << 16,
  CLEAVE_HINT_REDUCTION_REPRODUCIBLE = 1 << 17
};

/* An error in a line, and its position. */
struct cleave_hint_error {
  size_t offset, length;   /* the erroneous text, in bytes; length 0: the end of the line */
  const char *replacement; /* the closest valid spelling; NULL if there is none */
  char message[256];       /* for the user, without a line end */
};

/* Adds the words of TEXT, the line after `cleave`, to *SET, a set of cleave_hint. On failure returns false,
 * fills in *ERROR and does not change *SET. */
bool cleave_hints_add(uint32_t *set, const char *text, struct cleave_hint_error *error);

/* Returns the first word of SET that cannot apply to a loop inside a region, or NULL. The string is static.
 */
const char *cleave_hints_not_for_loop(uint32_t set);

#ifdef __cplusplus
}
#endif
#endif
