/* FILE: lib/model/hints.h
 * WHAT: what the user asks of cleave in the source: `#pragma cleave` lines. The grammar, in one place.
 *
 *   line := word { [","] word }        word := NAME "(" VALUE ")"
 *
 * The names and values are those of the table in hints.c. Several words may stand on a line, and
 * several lines in front of one directive; they add up. A word said twice, or with two values, is an
 * error. docs/pragma.md tells users the same.
 */
#ifndef CLEAVE_MODEL_WISHES_H
#define CLEAVE_MODEL_WISHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One for each word with its value. */
enum cleave_hint {
  CLEAVE_HINT_SPLIT_OFF = 1 << 0,        /* the region stays as it is */
  CLEAVE_HINT_WIDEN_OFF = 1 << 1,        /* the loop, or every loop of the region, stays in one team */
  CLEAVE_HINT_WIDEN_ASSUME = 1 << 2,     /* its iterations are independent: the user's word for it */
  CLEAVE_HINT_SERIAL_HOST = 1 << 3,      /* serial statements of the region run on the host */
  CLEAVE_HINT_SERIAL_DEVICE = 1 << 4,    /*   or on the device */
  CLEAVE_HINT_TRANSFERS_OFF = 1 << 5,    /* what the region maps is copied as it says */
  CLEAVE_HINT_PIN_OFF = 1 << 6,          /* none of its memory is page-locked for its copies */
  CLEAVE_HINT_PIPELINE_OFF = 1 << 7,     /* the loop, or every loop of the region, runs as a whole */
  CLEAVE_HINT_PIPELINE_DEVICES = 1 << 8, /* all devices share the tiles of the loop, or of every loop */
  CLEAVE_HINT_GEOMETRY_OFF = 1 << 9,     /* the OpenMP run time chooses the grids of its kernels */
  CLEAVE_HINT_NO_ALIAS_OFF = 1 << 10     /* the loop, or every loop of the region, has one version */
};

/* Where in a line, and what is wrong there. */
struct cleave_hint_error {
  size_t offset, length;   /* the text in question, in bytes; length 0: the end of the line */
  const char *replacement; /* what was most likely meant instead of it; NULL if nothing is near */
  char message[256];       /* for the user, without a line end */
};

/* Adds the words of TEXT, what follows `cleave` on a line, to *SET, a set of cleave_hint. On failure
 * returns false, fills *ERROR in and leaves *SET as it was. */
bool cleave_hintes_add(uint32_t *set, const char *text, struct cleave_hint_error *error);

/* The first word of SET, as it is written, that has no meaning in front of a loop inside a region; NULL
 * if all have. */
const char *cleave_hintes_not_for_loop(uint32_t set);

#ifdef __cplusplus
}
#endif
#endif
