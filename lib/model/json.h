/* FILE: lib/model/json.h
 * WHAT: JSON values of text that may hold any bytes.
 */
#ifndef CLEAVE_MODEL_JSON_H
#define CLEAVE_MODEL_JSON_H

#include <jansson.h>

/* A new JSON string. Each byte of STRING that is not part of a UTF-8 character becomes U+FFFD, because file names and
 * source text may hold any bytes. */
json_t *cleave_json_string(const char *string);

#endif
