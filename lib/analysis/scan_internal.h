/* FILE: lib/analysis/scan_internal.h
 * WHAT: what the parts of the analysis of scans offer each other.
 */
#ifndef CLEAVE_ANALYSIS_SCAN_INTERNAL_H
#define CLEAVE_ANALYSIS_SCAN_INTERNAL_H

#include "analysis/analysis_internal.h"

/* The parts of a loop's body that the updates of its carried values do not need. */
struct stores {
  bool is_valid;                       /* else the loop is no scan */
  bool are_exact;                      /* all of them have a text */
  bool reads_carried;                  /* a statement reads a carried value, other than to update it */
  struct cleave_removed_text *removed; /* in source order */
  size_t removed_count;
};

/* CARRIED has an element for each variable of the body. UPDATE: a statement that carries a value in an array; or NULL. */
struct stores remove_scan_stores(const struct analysis *it, const Statement *loop, const bool *carried,
                                 const Statement *update);

#endif
