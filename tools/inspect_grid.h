/* FILE: tools/inspect_grid.h
 * WHAT: `cleave inspect`: what is known of a kernel's memory accesses, and the grid it would get.
 */
#ifndef CLEAVE_INSPECT_GRID_H
#define CLEAVE_INSPECT_GRID_H

#include <jansson.h>

#include "image/acceptance.h"
#include "image/image.h"
#include "kernelinfo/kernelinfo.h"
#include "model/text.h"

/* The launch that the user asks about. Begin with zeros. */
struct cleave_grid_question {
  const char *device; /* a profile or an architecture; NULL: the image's own architecture */
  bool asked;         /* there is a trip count to choose a grid for */
  uint64_t trip_count;
  uint64_t values[CLEAVE_KERNEL_MAX_ARGUMENTS];
  bool known[CLEAVE_KERNEL_MAX_ARGUMENTS];
};

/* Reads VALUE into QUESTION: of --trip-count=N ('t') or --argument=K:N ('a'). Returns false if it is wrong. */
bool cleave_grid_question_read(struct cleave_grid_question *question, int option, const char *value);

/* What there is to say of KERNEL of IMAGE beyond its row in the table; nothing where nothing is known.
 * Returns false if there is no such device, and the user has been told. */
bool cleave_write_grid(struct cleave_text *out, const struct cleave_image *image,
                       const struct cleave_kernel *kernel, const struct cleave_grid_question *question);

/* The same as members of OBJECT. */
bool cleave_describe_grid(json_t *object, const struct cleave_image *image,
                          const struct cleave_kernel *kernel, const struct cleave_grid_question *question);

#endif
