/* FILE: tools/output.h
 * WHAT: text that is collected first and reaches the user only when all went well.
 */
#ifndef CLEAVE_TOOLS_OUTPUT_H
#define CLEAVE_TOOLS_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A file in memory that other programs can write to and read from by its path. */
struct cleave_output {
  int descriptor;
  char path[32];
};

/* Opens an empty output. Returns false if there is none to be had, and the user has been told. */
bool cleave_output_open(struct cleave_output *output);
void cleave_output_close(struct cleave_output *output);

/* Number of bytes in it. */
size_t cleave_output_size(const struct cleave_output *output);

/* Appends LENGTH bytes of TEXT. Returns false if that fails, and the user has been told. */
bool cleave_output_add(struct cleave_output *output, const char *text, size_t length);

/* Puts OUTPUT at PATH in one step, so that no one ever sees half of it; NULL is standard output.
 * Returns false if that fails; then PATH is as before, and the user has been told. */
bool cleave_output_deliver(const struct cleave_output *output, const char *path);

/* The same for LENGTH bytes of TEXT, and for VALUE as JSON. */
bool cleave_output_text(const char *text, size_t length, const char *path);
bool cleave_output_json(const json_t *value, const char *path);

#endif
