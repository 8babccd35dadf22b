/* FILE: lib/analysis/row_internal.h
 * WHAT: what the parts of the analysis of rows offer each other.
 */
#ifndef CLEAVE_ANALYSIS_ROW_INTERNAL_H
#define CLEAVE_ANALYSIS_ROW_INTERNAL_H

#include "analysis/analysis_internal.h"

/* A set of variables has an element for each variable of the body. */

/* ---- assigned_first.c ------------------------------------------------------------------------------------- */

/* The scalar variables from outside of LOOP that it assigns before each read of them. If LOOP may jump in code that is not in the
 * tree: none. */
bool *assigned_first(const struct analysis *it, const Statement *loop);

/* ---- row_updates.c ---------------------------------------------------------------------------------------- */

struct row_updates {
  struct cleave_row_update *items;
  size_t count;
  struct row_statement *statements;
  size_t statement_count;
};

/* Finds the statements of BODY that use a variable of the set CARRIED. CHANGED: the variables that BODY changes or declares.
 * Returns false unless
 * they can be executed after the others of their iteration. */
bool read_row_updates(const struct analysis *it, const Statement *body, const bool *carried,
                      const bool *changed, struct row_updates *result);

/* ---- row_keys.c ------------------------------------------------------------------------------------------- */

/* The text of VALUE, such that equal texts of two loops have equal values where their counters have. "": a variable in it is not
 * known. ROWS:
 * the loop over the rows; OWN: the variables of its iterations; CHANGED: those that it changes. */
const char *row_key(const struct analysis *it, const Value *value, const Statement *rows, const bool *own,
                    const bool *changed);

#endif
