/* FILE: lib/environments/section_bounds.h
 * WHAT: equality of the bounds of array sections. Not for use in other folders.
 */
#ifndef CLEAVE_ENVIRONMENTS_SECTION_BOUNDS_H
#define CLEAVE_ENVIRONMENTS_SECTION_BOUNDS_H

#include "environments/analysis.h"

/* Whether LEFT and RIGHT denote the same elements of one array. */
bool is_same_section(const struct analysis *analysis, const struct cleave_host_item *left,
                     const struct cleave_host_item *right);

#endif
