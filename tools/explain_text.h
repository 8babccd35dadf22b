/* FILE: tools/explain_text.h
 * WHAT: the report of `cleave explain` as text.
 */
#ifndef CLEAVE_TOOLS_EXPLAIN_TEXT_H
#define CLEAVE_TOOLS_EXPLAIN_TEXT_H

#include <jansson.h>
#include <stdbool.h>

/* Prints REPORTS, an array with one report of the plugin for each compiled file (docs/explain.md), to standard output:
 * for each region its verdict and what the user can change, or ALL remarks; then a summary of more than one region. */
void cleave_explain_print(const json_t *reports, bool all);

#endif
