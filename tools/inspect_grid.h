/* FILE: tools/inspect_grid.h
 * WHAT: `cleave inspect`: the known memory accesses of a kernel, and the grid for a launch.
 */
#ifndef CLEAVE_INSPECT_GRID_H
#define CLEAVE_INSPECT_GRID_H

#include <jansson.h>

#include "image/acceptance.h"
#include "image/image.h"
#include "kernelinfo/kernelinfo.h"
#include "model/text.h"

/* The launch that the user describes. Initialize with zeros. */
struct cleave_grid_question {
  const char *device; /* a profile or an architecture; NULL: the image's own architecture */
  bool asked;         /* a trip count is given: choose a grid */
  uint64_t trip_count;
  uint64_t values[CLEAVE_KERNEL_MAX_ARGUMENTS];
  bool known[CLEAVE_KERNEL_MAX_ARGUMENTS];
};

/* Reads VALUE into QUESTION: of --trip-count=N ('t') or --argument=K:N ('a'). Returns false if it is wrong. */
bool cleave_grid_question_read(struct cleave_grid_question *question, int option, const char *value);

/* Writes the facts about KERNEL of IMAGE that its row in the table does not contain; nothing if there are
 * none. Returns false after printing an error if there is no such device. */
bool cleave_write_grid(struct cleave_text *out, const struct cleave_image *image,
                       const struct cleave_kernel *kernel, const struct cleave_grid_question *question);

/* The same as members of OBJECT. */
bool cleave_describe_grid(json_t *object, const struct cleave_image *image,
                          const struct cleave_kernel *kernel, const struct cleave_grid_question *question);

#endif
