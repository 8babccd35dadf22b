/* FILE: lib/segmented/segmented.h
 * WHAT: parallel operations for OpenMP target regions: reductions, scans, operations on rows, compaction, histograms and a sort.
 *       Installed as <cleave/segmented.h>. Design: docs/design/segmented.md.
 *
 * Operations on arrays. Each is a host function that launches one kernel (a sort, three for each 4 bits of the keys) and
 * waits for it. TYPE is int, unsigned, long, float or double, OP is sum, min or max:
 *
 *   cleave_reduce_OP_TYPE(workspace, input, count, &result)        sums of int and unsigned are long and unsigned long
 *   cleave_reduce_dot_TYPE(workspace, x, y, count, &result)        link with -lm
 *   cleave_reduce_argmin_TYPE, _argmax_TYPE(workspace, input, count, &place)     struct cleave_place_TYPE; the lowest place
 *   cleave_inclusive_scan_OP_TYPE, cleave_exclusive_scan_OP_TYPE(workspace, input, count, output)
 *   cleave_segmented_reduce_OP_TYPE(workspace, input, count, offsets, rows, results)
 *   cleave_segmented_inclusive_scan_OP_TYPE, cleave_segmented_exclusive_scan_OP_TYPE(workspace, input, count, offsets, rows, output)
 *   cleave_compact_TYPE(workspace, input, keeps, count, output, &kept)
 *   cleave_histogram_TYPE(workspace, keys, count, bins, counts)                  int, unsigned and long
 *   cleave_sort_TYPE(workspace, keys, values, count, bits, keys_output, values_output)
 *
 * Arrays are present on the workspace's device: a pointer is an address in a mapped host array, or a device address. (OpenMP 5.1
 * translates a pointer in a target region if what it points to is mapped, and keeps it otherwise.) Results behind `&`
 * are host variables. Element numbers are `long`; offsets of rows are `int`. Min and max ignore NaN.
 *
 * Workspace (workspace.h): scratch memory on the device that the caller owns, and the number of teams. Its size is the
 * maximum of the functions of the operations in question:
 *
 *   cleave_reduce_bytes_OP_TYPE(), cleave_scan_bytes_OP_TYPE(count), cleave_segmented_bytes_OP_TYPE(count),
 *   cleave_compaction_bytes(count), cleave_sort_bytes_TYPE(count)                a histogram needs none
 *
 *   struct cleave_workspace workspace;
 *   if (cleave_workspace_open(&workspace, omp_get_default_device(), cleave_scan_bytes_sum_double(n))) {
 *     cleave_inclusive_scan_sum_double(&workspace, x, n, y);
 *     cleave_workspace_close(&workspace);
 *   }
 *
 * A function returns false, and does nothing, if the workspace is too small or a size is negative.
 *
 * Bits: the order of all combinations depends on sizes only. Results, also of float and double, are the same on each device, with
 * each number of teams and threads, in each run. -ffast-math gives up that guarantee.
 *
 * Threads: functions may run at the same time in several host threads, each with a workspace of its own.
 *
 * Own types and operations: operation_template.h, reduction_template.h, compaction_template.h, histogram_template.h and
 * sort_template.h. With CLEAVE_SEGMENTED_NO_TYPES defined, this header generates the sums of int, unsigned and long only.
 * Operations of one team, in your own regions: team_template.h.
 */
#ifndef CLEAVE_SEGMENTED_H
#define CLEAVE_SEGMENTED_H

#include <limits.h>

#include "workspace.h"

/* Sums of signed integers wrap. */
#define CLEAVE_SEGMENTED_ADD_INT(a, b) ((int)((unsigned)(a) + (unsigned)(b)))
#define CLEAVE_SEGMENTED_ADD_LONG(a, b) ((long)((unsigned long)(a) + (unsigned long)(b)))

#ifdef CLEAVE_SEGMENTED_NO_TYPES

#define CLEAVE_SEGMENTED_NAME sum_int
#define CLEAVE_SEGMENTED_TYPE int
#define CLEAVE_SEGMENTED_COMBINE(a, b) CLEAVE_SEGMENTED_ADD_INT(a, b)
#define CLEAVE_SEGMENTED_IDENTITY 0
#include "operation_template.h"
#define CLEAVE_SEGMENTED_NAME sum_unsigned
#define CLEAVE_SEGMENTED_TYPE unsigned
#define CLEAVE_SEGMENTED_COMBINE(a, b) ((a) + (b))
#define CLEAVE_SEGMENTED_IDENTITY 0u
#include "operation_template.h"
#define CLEAVE_SEGMENTED_NAME sum_long
#define CLEAVE_SEGMENTED_TYPE long
#define CLEAVE_SEGMENTED_COMBINE(a, b) CLEAVE_SEGMENTED_ADD_LONG(a, b)
#define CLEAVE_SEGMENTED_IDENTITY 0L
#include "operation_template.h"

#else

#define CLEAVE_TYPED_NAME int
#define CLEAVE_TYPED_TYPE int
#define CLEAVE_TYPED_ADD(a, b) CLEAVE_SEGMENTED_ADD_INT(a, b)
#define CLEAVE_TYPED_SUM long
#define CLEAVE_TYPED_MULTIPLY_ADD(a, x, y) ((a) + (long)(x) * (y))
#define CLEAVE_TYPED_LEAST INT_MIN
#define CLEAVE_TYPED_GREATEST INT_MAX
#include "typed_operations.h"
#define CLEAVE_TYPED_NAME unsigned
#define CLEAVE_TYPED_TYPE unsigned
#define CLEAVE_TYPED_ADD(a, b) ((a) + (b))
#define CLEAVE_TYPED_SUM unsigned long
#define CLEAVE_TYPED_MULTIPLY_ADD(a, x, y) ((a) + (unsigned long)(x) * (y))
#define CLEAVE_TYPED_LEAST 0u
#define CLEAVE_TYPED_GREATEST UINT_MAX
#include "typed_operations.h"
#define CLEAVE_TYPED_NAME long
#define CLEAVE_TYPED_TYPE long
#define CLEAVE_TYPED_ADD(a, b) CLEAVE_SEGMENTED_ADD_LONG(a, b)
#define CLEAVE_TYPED_SUM long
#define CLEAVE_TYPED_MULTIPLY_ADD(a, x, y) ((a) + (x) * (y))
#define CLEAVE_TYPED_LEAST LONG_MIN
#define CLEAVE_TYPED_GREATEST LONG_MAX
#include "typed_operations.h"
#define CLEAVE_TYPED_NAME float
#define CLEAVE_TYPED_TYPE float
#define CLEAVE_TYPED_ADD(a, b) ((a) + (b))
#define CLEAVE_TYPED_SUM float
#define CLEAVE_TYPED_MULTIPLY_ADD(a, x, y) __builtin_fmaf(x, y, a)
#define CLEAVE_TYPED_LEAST (-__builtin_inff())
#define CLEAVE_TYPED_GREATEST __builtin_inff()
#include "typed_operations.h"
#define CLEAVE_TYPED_NAME double
#define CLEAVE_TYPED_TYPE double
#define CLEAVE_TYPED_ADD(a, b) ((a) + (b))
#define CLEAVE_TYPED_SUM double
#define CLEAVE_TYPED_MULTIPLY_ADD(a, x, y) __builtin_fma(x, y, a)
#define CLEAVE_TYPED_LEAST (-__builtin_inf())
#define CLEAVE_TYPED_GREATEST __builtin_inf()
#include "typed_operations.h"

/* Sorts and compactions, which use the sums of int, unsigned and long. */
#define CLEAVE_MOVES_NAME int
#define CLEAVE_MOVES_TYPE int
#include "typed_moves.h"
#define CLEAVE_MOVES_NAME unsigned
#define CLEAVE_MOVES_TYPE unsigned
#include "typed_moves.h"
#define CLEAVE_MOVES_NAME long
#define CLEAVE_MOVES_TYPE long
#include "typed_moves.h"
#define CLEAVE_MOVES_NAME float
#define CLEAVE_MOVES_TYPE float
#include "typed_moves.h"
#define CLEAVE_MOVES_NAME double
#define CLEAVE_MOVES_TYPE double
#include "typed_moves.h"

#define CLEAVE_HISTOGRAM_NAME int
#define CLEAVE_HISTOGRAM_TYPE int
#include "histogram_template.h"
#define CLEAVE_HISTOGRAM_NAME unsigned
#define CLEAVE_HISTOGRAM_TYPE unsigned
#include "histogram_template.h"
#define CLEAVE_HISTOGRAM_NAME long
#define CLEAVE_HISTOGRAM_TYPE long
#include "histogram_template.h"

#endif
#endif
