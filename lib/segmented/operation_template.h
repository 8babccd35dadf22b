/* FILE: lib/segmented/operation_template.h
 * WHAT: all operations with one associative operation on one type, except reductions of arrays. A file includes it once for
 *       each.
 *
 * Parameters, macros that this file undefines at its end:
 *   CLEAVE_SEGMENTED_NAME           the last part of the generated names, for example sum_int
 *   CLEAVE_SEGMENTED_TYPE           the type of the elements
 *   CLEAVE_SEGMENTED_COMBINE(a, b)  an expression: the associative operation, which need not commute; a precedes b
 *   CLEAVE_SEGMENTED_IDENTITY       an expression: its neutral element
 *   CLEAVE_SEGMENTED_NO_ROWS        optional: no operations on rows, which need an arithmetic type
 *
 * Names, for NAME:
 *   team_template.h       cleave_team_reduce_NAME, cleave_team_exclusive_scan_NAME, cleave_team_inclusive_scan_NAME
 *   look_back_template.h  cleave_look_back_NAME
 *   scan_template.h       cleave_inclusive_scan_NAME, cleave_exclusive_scan_NAME, cleave_scan_bytes_NAME
 *   rows_template.h       cleave_team_segmented_scan_NAME, cleave_segmented_reduce_NAME, cleave_segmented_inclusive_scan_NAME,
 *                         cleave_segmented_exclusive_scan_NAME, cleave_segmented_bytes_NAME
 */
#include "workspace.h"

#define CLEAVE_TEAM_NAME CLEAVE_SEGMENTED_NAME
#define CLEAVE_TEAM_TYPE CLEAVE_SEGMENTED_TYPE
#define CLEAVE_TEAM_COMBINE(a, b) CLEAVE_SEGMENTED_COMBINE(a, b)
#define CLEAVE_TEAM_IDENTITY CLEAVE_SEGMENTED_IDENTITY
#include "team_template.h"
#include "look_back_template.h"
#undef CLEAVE_TEAM_NAME
#undef CLEAVE_TEAM_TYPE
#undef CLEAVE_TEAM_COMBINE
#undef CLEAVE_TEAM_IDENTITY

#include "scan_template.h"
#ifndef CLEAVE_SEGMENTED_NO_ROWS
#include "rows_template.h"
#endif

#undef CLEAVE_SEGMENTED_NAME
#undef CLEAVE_SEGMENTED_TYPE
#undef CLEAVE_SEGMENTED_COMBINE
#undef CLEAVE_SEGMENTED_IDENTITY
#undef CLEAVE_SEGMENTED_NO_ROWS
