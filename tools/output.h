/* FILE: tools/output.h
 * WHAT: text that is collected first, and delivered only if the command succeeds.
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

/* Opens an empty output. Returns false after printing an error on failure. */
bool cleave_output_open(struct cleave_output *output);
void cleave_output_close(struct cleave_output *output);

/* Number of bytes in it. */
size_t cleave_output_size(const struct cleave_output *output);

/* Replaces PATH with OUTPUT in one step, so that no process reads a partial file; NULL is standard output. On
 * failure prints an error and returns false; PATH is then unchanged. */
bool cleave_output_deliver(const struct cleave_output *output, const char *path);

/* The same for LENGTH bytes of TEXT, and for VALUE as JSON. */
bool cleave_output_text(const char *text, size_t length, const char *path);
bool cleave_output_json(const json_t *value, const char *path);

#endif
